# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Graphs with symbolic dims."""

import dataclasses

import numpy as np
from onnx import helper
from onnx_models import ints, model_of

SIZES = (0, 1, 1, 2, 3, 5, 8, 17)
POSITIVE = (1, 1, 2, 3, 5, 8, 17)


@dataclasses.dataclass
class Case:
    """One graph: `inputs` are (name, dtype, dims), `nodes` ONNX nodes, `symbols` what each may be."""
    name: str
    inputs: list
    nodes: list
    symbols: dict
    outputs: tuple = ("y",)
    constants: dict = dataclasses.field(default_factory=dict)
    values: dict = dataclasses.field(default_factory=dict)
    also: list = dataclasses.field(default_factory=list)
    tolerance: float = 1e-4
    opset: int = 18
    lenient: bool = False  # runs where onnxruntime refuses
    reference: bool = False  # onnxruntime has no kernel: onnx's reference is the judge
    forms: bool = False  # on every form of CPU that this machine has
    daily: bool = False  # has code of its own that no other case has

    def model(self):
        inputs = {name: (dtype, dims) for name, dtype, dims in self.inputs}
        return model_of(self.nodes, inputs, self.outputs, self.constants, self.opset)


def node(kind, inputs, output="y", **attributes):
    return helper.make_node(kind, inputs.split(), [output], name=f"{kind}_{output}", **attributes)


F, I = np.float32, np.int64


def weights(*shape):
    return np.random.default_rng(7).standard_normal(shape).astype(F)


X2 = [("x", F, ["N", "M"])]
# Threads take pieces of so many elements, and squares of so many rows and columns.
PIECE, SIDES = 12544, (0, 1, 3, 4, 7, 8, 15, 16, 17, 33)
ELEMENTWISE = [
    Case("relu", X2, [node("Relu", "x")], {"N": SIZES, "M": SIZES}, forms=True,
         also=[dict(N=1, M=m) for m in (PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 1)]),
    Case("scalar", [("x", F, [])], [node("Exp", "x")], {}),
    Case("add", [("a", F, ["A", "B"]), ("b", F, ["C", "D"])], [node("Add", "a b")],
         {s: (0, 1, 1, 4) for s in "ABCD"}),
    Case("add_ranks", [("a", F, ["A", 4, "B"]), ("b", F, ["C"])], [node("Add", "a b")],
         {s: (0, 1, 3) for s in "ABC"}),
    Case("bias", [("x", F, ["N", 5])], [node("Mul", "x w", "t"), node("Add", "t w")], {"N": SIZES},
         constants={"w": weights(5)}),
    Case("where", [("c", np.bool_, ["A", "B"]), ("a", F, ["B"]), ("b", F, ["A", "C"])], [node("Where", "c a b")],
         {s: (1, 1, 6) for s in "ABC"}),
    Case("chain", X2, [node("Sigmoid", "x", "s"), node("Mul", "x s", "t"), node("Tanh", "t", "u"),
                       node("Add", "u x")], {"N": SIZES, "M": SIZES}),
    Case("compare", [("a", F, ["A"]), ("b", F, ["B"])],
         [node("Less", "a b", "c"), node("Not", "c", "d"), node("Cast", "d", to=1)], {"A": (1, 7), "B": (1, 7)}),
    Case("cast", X2, [node("Cast", "x", "h", to=10), node("Cast", "h", to=1)], {"N": SIZES, "M": SIZES},
         tolerance=1e-2),
]

REDUCTIONS = [
    Case(f"{kind}_{axis}_{keep}", [("x", F, ["A", "B", "C"])],
         [node(kind, "x axes", keepdims=keep)], {s: (1, 2, 5, 9) for s in "ABC"},
         constants={"axes": ints(axis)}, also=[dict(A=1, B=5, C=PIECE + 1)] * (axis == 1))
    for kind, axis, keep in (("ReduceSum", 1, 0), ("ReduceMean", 2, 1), ("ReduceMax", 0, 1), ("ReduceMean", 1, 0),
                             ("ReduceL2", 2, 0), ("ReduceLogSumExp", 1, 1), ("ReduceProd", -1, 0))
] + [
    Case("reduce_all", [("x", F, ["A", "B"])], [node("ReduceSum", "x", keepdims=0)], {"A": SIZES, "B": SIZES}),
    Case("reduce_int", [("x", np.int32, ["A", "B"])], [node("ReduceMean", "x axes", keepdims=0)],
         {"A": POSITIVE, "B": POSITIVE}, constants={"axes": ints(1)}),
    Case("layer_norm", [("x", F, ["A", "B", 6])], [node("LayerNormalization", "x g b", axis=-1, epsilon=1e-5)],
         {"A": SIZES, "B": SIZES}, constants={"g": weights(6), "b": weights(6)}),
    Case("layer_norm_open", [("x", F, ["A", "B"]), ("g", F, ["B"])],
         [node("LayerNormalization", "x g g", axis=-1, epsilon=1e-5)], {"A": SIZES, "B": POSITIVE}),
    Case("batch_norm", [("x", F, ["N", 3, "H", "W"])], [node("BatchNormalization", "x s b m v")],
         {"N": SIZES, "H": POSITIVE, "W": POSITIVE},
         constants={"s": weights(3), "b": weights(3), "m": weights(3), "v": abs(weights(3))}),
    Case("global_pool", [("x", F, ["N", 3, "H", "W"])], [node("GlobalAveragePool", "x")],
         {"N": SIZES, "H": POSITIVE, "W": POSITIVE}),
    Case("argmax", [("x", F, ["A", "B"])], [node("ArgMax", "x", axis=1, keepdims=0)], {"A": SIZES, "B": POSITIVE}),
    Case("argmin", [("x", F, ["A", "B"])], [node("ArgMin", "x", axis=0, keepdims=1)], {"A": POSITIVE, "B": SIZES}),
]

MOVES = [
    Case("transpose", [("x", F, ["A", "B", "C"])], [node("Transpose", "x", perm=[2, 0, 1])], {s: SIZES for s in "ABC"}, forms=True,
         also=[dict(A=a, B=b, C=c) for a, b, c in ((1, 16, 16), (2, 15, 17), (1, 33, 31), (3, 4, 3), (1, 3, 40))]),
    Case("transpose_rows", [("x", F, ["A", "B", 16])], [node("Transpose", "x", perm=[0, 2, 1])], {"A": POSITIVE, "B": SIDES}, forms=True,
         also=[dict(A=2, B=b) for b in SIDES]),
    Case("transpose_columns", [("x", F, ["A", 20, "B"])], [node("Transpose", "x", perm=[0, 2, 1])], {"A": POSITIVE, "B": SIDES},
         forms=True, also=[dict(A=2, B=b) for b in SIDES]),
    Case("transpose_halves", [("x", np.float16, ["A", "B"])], [node("Transpose", "x", perm=[1, 0])], {"A": SIDES, "B": SIDES}, forms=True),
    Case("flatten", [("x", F, ["A", "B", 4])], [node("Reshape", "x s")], {"A": SIZES, "B": SIZES},
         constants={"s": ints(-1, 4)}),
    Case("heads", [("x", F, ["B", "S", 24])],
         [node("Reshape", "x s", "h"), node("Transpose", "h", "t", perm=[0, 2, 1, 3]), node("Reshape", "t u")],
         {"B": POSITIVE, "S": POSITIVE}, constants={"s": ints(0, 0, 4, 6), "u": ints(0, 4, -1)}),
    Case("by_shape", [("x", F, ["A", "B"]), ("z", F, ["C", "D"])], [node("Shape", "z", "s"), node("Reshape", "x s")],
         {s: (1, 2, 3, 6) for s in "ABCD"}, also=[dict(A=6, B=2, C=3, D=4), dict(A=1, B=6, C=2, D=3)]),
    Case("by_value", [("x", F, ["A", "B"]), ("s", I, [2])], [node("Reshape", "x s")], {"A": (2, 4), "B": (3, 6)},
         values={"s": lambda sizes, random: random.choice([[-1, 3], [sizes["B"], sizes["A"]], [0, -1], [4, 5]])}),
    Case("squeeze", [("x", F, ["A", "B"])], [node("Squeeze", "x a")], {"A": SIZES, "B": (1, 1, 3)},
         constants={"a": ints(1)}),
    Case("unsqueeze", [("x", F, ["A", "B"])], [node("Unsqueeze", "x a")], {"A": SIZES, "B": SIZES},
         constants={"a": ints(0, 2)}),
    Case("unsqueeze_between", [("x", F, ["A", "B"])],
         [node("Relu", "x", "r"), node("Unsqueeze", "r a", "u"), node("Concat", "u u", axis=0)],
         {"A": SIZES, "B": SIZES}, constants={"a": ints(0)}),
    Case("concat", [("a", F, ["A", "C"]), ("b", F, ["B", "C"]), ("c", F, ["B", "C"])],
         [node("Concat", "a b c", axis=0)], {s: SIZES for s in "ABC"}),
    Case("concat_inner", [("a", F, ["C", "A"]), ("b", F, ["D", "B"])], [node("Concat", "a b", axis=1)],
         {**{s: SIZES for s in "AB"}, "C": (2, 3), "D": (2, 3)}),
    Case("slice", [("x", F, ["A", "B"])], [node("Slice", "x b e a s")], {"A": SIZES, "B": SIZES},
         constants={"b": ints(1, -3), "e": ints(-1, 2**62), "a": ints(0, 1), "s": ints(1, 2)}),
    Case("slice_back", [("x", F, ["A", "B"])], [node("Slice", "x b e a s")], {"A": SIZES, "B": SIZES},
         constants={"b": ints(-1, 5), "e": ints(-(2**62), 0), "a": ints(0, 1), "s": ints(-1, -2)}, daily=True),
    Case("slice_by_value", [("x", F, ["A"]), ("b", I, [1]), ("e", I, [1])], [node("Slice", "x b e")], {"A": SIZES},
         values={"b": lambda sizes, random: [random.integers(-9, 9)], "e": lambda sizes, random: [random.integers(-9, 9)]}),
    Case("expand", [("x", F, ["A", 1]), ("s", I, [3])], [node("Expand", "x s")], {"A": (1, 3)},
         values={"s": lambda sizes, random: [random.integers(0, 4), sizes["A"], random.integers(1, 5)]}),
    Case("identity", X2, [node("Identity", "x")], {"N": SIZES, "M": SIZES}),
]

PRODUCTS = [
    Case("matmul", [("a", F, ["M", "K"]), ("b", F, ["K", "N"])], [node("MatMul", "a b")],
         {"M": SIZES, "K": SIZES, "N": SIZES}, also=[dict(M=33, K=40, N=70), dict(M=8, K=7, N=32)]),
    Case("matmul_weights", [("a", F, ["B", "S", 20])], [node("MatMul", "a w")], {"B": SIZES, "S": SIZES},
         constants={"w": weights(20, 37)}, also=[dict(B=4, S=40)]),
    Case("matmul_batch", [("a", F, ["A", "H", "M", "K"]), ("b", F, ["B", "H", "K", "N"])], [node("MatMul", "a b")],
         {"A": (1, 3), "B": (1, 3), "H": (1, 2), "M": (1, 9), "K": (1, 5), "N": (1, 33)}),
    # C stretches to the product; the product does not stretch to C.
    Case("gemm_any_c", [("a", F, ["M", 3]), ("b", F, [3, "N"]), ("c", F, ["P", "Q"])], [node("Gemm", "a b c", beta=0.5)],
         {"M": (1, 3), "N": (1, 4), "P": (1, 3), "Q": (1, 4)}, also=[dict(M=1, N=4, P=3, Q=4), dict(M=3, N=1, P=1, Q=4)]),
    Case("gemm_known_c", [("a", F, ["M", 3]), ("b", F, [3, "N"]), ("c", F, [3, 4])], [node("Gemm", "a b c")],
         {"M": (1, 3), "N": (1, 4)}, also=[dict(M=3, N=4), dict(M=1, N=4), dict(M=3, N=1)]),
    Case("gemm", [("a", F, ["K", "M"]), ("b", F, ["N", "K"])], [node("Gemm", "a b c", transA=1, transB=1)],
         {"M": POSITIVE, "K": POSITIVE, "N": POSITIVE}, constants={"c": weights(1)}),
    Case("fit", [("a", F, ["M", "K"]), ("b", F, ["L", "N"])], [node("MatMul", "a b")],
         {"M": (2, 3), "K": (2, 3), "L": (2, 3), "N": (2,)}),
    Case("attention", [("q", F, ["B", "S", 16]), ("m", F, ["B", 1, "S"])],
         [node("MatMul", "q w", "k"), node("Transpose", "k", "t", perm=[0, 2, 1]), node("MatMul", "q t", "d"),
          node("Add", "d m", "e"), node("ReduceMax", "e a", "o", keepdims=1), node("Sub", "e o", "f"),
          node("Exp", "f", "g"), node("ReduceSum", "g a", "h", keepdims=1), node("Div", "g h", "p"),
          node("MatMul", "p k", "z"), node("Add", "z q")],
         {"B": (1, 2, 3), "S": (1, 2, 7, 33)}, constants={"w": weights(16, 16), "a": ints(-1)}),
]


def positions(*symbols, spoil=0.2, shape=None):
    """Indices into the least extent of `symbols`, now and then one outside of it."""
    def draw(sizes, random):
        extent = min(sizes[symbol] for symbol in symbols)
        dims = [sizes.get(dim, dim) for dim in shape]
        low, high = (-extent, extent) if extent and random.random() > spoil else (-extent - 1, extent + 1)
        return random.integers(low, max(high, low + 1), dims)
    return draw


def lengths(most):
    return lambda sizes, random: random.integers(1, sizes[most] + 1, sizes["B"])


INDICES = [
    Case("gather", [("x", F, ["A", "B"]), ("i", I, ["C", "D"])], [node("Gather", "x i", axis=1)],
         {"A": SIZES, "B": SIZES, "C": SIZES, "D": SIZES}, values={"i": positions("B", shape=["C", "D"])}),
    Case("gather_scalar", [("x", F, ["A", "B", "C"]), ("i", np.int32, [])], [node("Gather", "x i", axis=0)],
         {s: SIZES for s in "ABC"}, values={"i": positions("A", shape=[])}),
    Case("embedding", [("i", I, ["B", "S"])], [node("Gather", "w i", axis=0)], {"B": SIZES, "S": SIZES, "V": (11,)},
         constants={"w": weights(11, 6)}, values={"i": positions("V", shape=["B", "S"])}),
    Case("gather_elements", [("x", F, ["A", "B"]), ("i", I, ["C", "D"])], [node("GatherElements", "x i", axis=1)],
         {"A": POSITIVE, "B": SIZES, "C": (1, 2), "D": SIZES}, values={"i": positions("B", shape=["C", "D"])}),
    Case("gather_nd", [("x", F, ["A", "B", "C"]), ("i", I, ["D", 2])], [node("GatherND", "x i")],
         {"A": SIZES, "B": SIZES, "C": SIZES, "D": SIZES}, values={"i": positions("A", "B", shape=["D", 2])}),
    Case("gather_nd_batch", [("x", F, ["A", "B", "C"]), ("i", I, ["A", "D", 1])],
         [node("GatherND", "x i", batch_dims=1)],
         {"A": POSITIVE, "B": SIZES, "C": SIZES, "D": SIZES}, values={"i": positions("B", shape=["A", "D", 1])}),
    Case("scatter_elements", [("x", F, ["A", "B"]), ("i", I, ["A", "D"]), ("u", F, ["A", "D"])],
         [node("ScatterElements", "x i u", axis=1, reduction="add")],
         {"A": POSITIVE, "B": SIZES, "D": SIZES}, values={"i": positions("B", shape=["A", "D"])}),
    Case("scatter_nd", [("x", F, ["A", "B"]), ("i", I, ["D", 1]), ("u", F, ["D", "B"])],
         [node("ScatterND", "x i u")], {"A": SIZES, "B": SIZES, "D": SIZES},
         values={"i": positions("A", shape=["D", 1])}),
    Case("one_hot", [("i", I, ["A"]), ("d", I, [1])], [node("OneHot", "i d v")], {"A": SIZES, "D": POSITIVE},
         constants={"v": np.array([-1, 2], F)},
         values={"i": positions("D", shape=["A"]), "d": lambda sizes, random: [sizes["D"]]}),
    Case("range", [("a", I, []), ("b", I, []), ("c", I, [])], [node("Range", "a b c")], {},
         values={s: lambda sizes, random: random.integers(-9, 10) for s in "abc"}),
    Case("range_float", [("a", F, []), ("b", F, []), ("c", F, [])], [node("Range", "a b c")], {},
         values={"a": lambda sizes, random: random.integers(-9, 10) / 5,
                 "b": lambda sizes, random: random.integers(-9, 10) / 5,
                 "c": lambda sizes, random: random.choice([0.2, 0.25, -0.5, 1.0])}),
    Case("positions", [("x", F, ["A", "B"])],
         [node("Shape", "x", "s", start=1, end=2), node("Squeeze", "s", "n"), node("Range", "zero n one", "r"),
          node("Cast", "r", "f", to=1), node("Add", "x f")], {"A": SIZES, "B": SIZES},
         constants={"zero": np.int64(0), "one": np.int64(1)}),
]

LAYOUTS = [
    Case("split", [("x", F, ["A", 12])], [helper.make_node("Split", ["x"], ["a", "b", "y"], "split", axis=1,
                                                           num_outputs=3), node("Add", "a b", "z")],
         {"A": SIZES}, outputs=("y", "z")),
    Case("split_open", [("x", F, ["A", "B"])],
         [helper.make_node("Split", ["x"], ["y", "z"], "split", axis=0, num_outputs=2)],
         {"A": (1, 2, 3, 5, 8), "B": SIZES}, outputs=("y", "z"), lenient=True),
    Case("split_sizes", [("x", F, ["A", "B"]), ("s", I, [2])],
         [helper.make_node("Split", ["x", "s"], ["y", "z"], "split", axis=1)], {"A": SIZES, "B": SIZES},
         outputs=("y", "z"),
         values={"s": lambda sizes, random: [sizes["B"] // 3, sizes["B"] - sizes["B"] // 3 + random.integers(0, 2)]}),
    Case("split_old", [("x", F, ["A", "B"])],
         [helper.make_node("Split", ["x"], ["y", "z"], "split", axis=1)], {"A": SIZES, "B": (0, 2, 4, 6)},
         outputs=("y", "z"), opset=13),
    Case("tile", [("x", F, ["A", "B"]), ("r", I, [2])], [node("Tile", "x r")], {"A": SIZES, "B": SIZES},
         values={"r": lambda sizes, random: random.integers(0, 4, 2)}),
    Case("constant_of_shape", [("s", I, [3])], [node("ConstantOfShape", "s")], {},
         values={"s": lambda sizes, random: random.integers(0, 4, 3)}),
    Case("pad", [("x", F, ["A", "B"]), ("p", I, [4])], [node("Pad", "x p")], {"A": SIZES, "B": SIZES},
         values={"p": lambda sizes, random: random.integers(0, 4, 4)}),
    Case("pad_known", [("x", F, ["A", "B"])], [node("Pad", "x p v")], {"A": SIZES, "B": SIZES},
         constants={"p": ints(1, 0, 0, 3), "v": np.float32(2)}),
    Case("pad_axes", [("x", F, ["A", "B"]), ("p", I, [2])], [helper.make_node("Pad", ["x", "p", "", "a"], ["y"], "pad")], {"A": SIZES, "B": POSITIVE},
         constants={"a": ints(-1)}, values={"p": lambda sizes, random: random.integers(-1, 3, 2)}),
    Case("pad_reflect", [("x", F, ["A", "B"]), ("p", I, [4])], [node("Pad", "x p", mode="reflect")],
         {"A": (1, 3), "B": (4, 7)}, values={"p": lambda sizes, random: [0, *random.integers(0, 4, 1), 0, 2]}),
    Case("pad_edge", [("x", F, ["A", "B"]), ("p", I, [4])], [node("Pad", "x p", mode="edge")],
         {"A": POSITIVE, "B": POSITIVE}, values={"p": lambda sizes, random: random.integers(0, 4, 4)}),
    Case("pad_wrap", [("x", F, ["A", "B"]), ("p", I, [4])], [node("Pad", "x p", mode="wrap")], {"A": (3, 5), "B": (4, 7)},
         values={"p": lambda sizes, random: random.integers(0, 3, 4)}, opset=19),
    Case("trilu", [("x", F, ["A", "B", "C"])], [node("Trilu", "x", upper=0)], {s: SIZES for s in "ABC"}),
    Case("trilu_k", [("x", F, ["B", "C"]), ("k", I, [])], [node("Trilu", "x k")], {s: SIZES for s in "BC"}),
    Case("cumsum", [("x", F, ["A", "B", "C"])], [node("CumSum", "x a")], {s: SIZES for s in "ABC"},
         constants={"a": np.int64(1)}),
    Case("cumsum_back", [("x", np.int32, ["A", "B"])], [node("CumSum", "x a", reverse=1, exclusive=1)],
         {s: SIZES for s in "AB"}, constants={"a": np.int64(-1)}),
    Case("reverse_sequence", [("x", F, ["B", "S", 3]), ("n", I, ["B"])],
         [node("ReverseSequence", "x n", batch_axis=0, time_axis=1)], {"B": POSITIVE, "S": POSITIVE},
         values={"n": lengths("S")}),
    Case("shape_parts", [("x", F, ["A", "B", 4])],
         [node("Shape", "x", "s", end=-1), node("Concat", "s six", "t", axis=0), node("Expand", "one t", "e"),
          node("Shape", "x", "u", start=-2), node("ReduceProd", "u", "p", keepdims=0), node("Size", "x", "n"),
          node("Div", "n p", "q"), node("Cast", "q", "f", to=1), node("Mul", "e f")], {"A": POSITIVE, "B": POSITIVE},
         constants={"six": ints(6), "one": np.ones((1, 1, 1), F)}),
    Case("nan", [("x", F, ["A", "B"])], [node("Log", "x", "l"), node("IsNaN", "l", "n"), node("Where", "n zero l")],
         {"A": SIZES, "B": SIZES}, constants={"zero": np.float32(0)}),
    Case("dropout", [("x", F, ["A", "B"])], [helper.make_node("Dropout", ["x"], ["y", "m"], "dropout")],
         {"A": SIZES, "B": SIZES}, outputs=("y", "m")),
    *(Case(f"{kind}_{periodic}", [("n", I, [])], [node(kind + "Window", "n", periodic=periodic)], {},
           values={"n": lambda sizes, random: random.integers(2, 40)})
      for kind in ("Hann", "Hamming", "Blackman") for periodic in (0, 1)),
]


QUANTIZED = [
    Case("quantize", [("x", F, ["A", "B", 4])],
         [node("QuantizeLinear", "x s z", "q", axis=2), node("DequantizeLinear", "q s z", axis=2)],
         {"A": SIZES, "B": SIZES}, constants={"s": np.array([0.5, 1, 2, 4], F), "z": np.array([1, 2, 3, 4], np.int8)}),
    Case("dynamic_quantize", [("x", F, ["A", "B", 4])],
         [helper.make_node("DynamicQuantizeLinear", ["x"], ["q", "s", "z"], "quantize"),
          node("MatMulInteger", "q w z", "i"), node("Cast", "i", "f", to=1), node("Mul", "f s")],
         {"A": POSITIVE, "B": POSITIVE}, constants={"w": np.arange(-10, 14).reshape(4, 6).astype(np.int8)}),
]

def attention(name, inputs, ranks=3, outputs=("y",), dims=None, **attributes):
    """Heads of 4 elements: of the queries 2, of what they attend 1 or 2."""
    q, k = (["B", "S", 8], ["B", "T", attributes.get("kv_num_heads", 2) * 4]) if ranks == 3 else (
        ["B", 2, "S", 4], ["B", 2, "T", 4])
    shapes = {"q": q, "k": k, "v": k, "m": ["S", "T"], "p": ["B", 2, "P", 4], "o": ["B", 2, "P", 4], **(dims or {})}
    types = {"m": np.bool_} if "bool" in name else {}
    return Case(f"attention_{name}", [(i, types.get(i, F), shapes[i]) for i in inputs if i],
                [helper.make_node("Attention", inputs, list(outputs), name, **attributes)],
                {"B": POSITIVE, "S": POSITIVE, "T": POSITIVE, "P": POSITIVE}, outputs=outputs, opset=23)


ATTENTION = [
    attention("packed", ["q", "k", "v"], q_num_heads=2, kv_num_heads=2),
    attention("shared", ["q", "k", "v"], q_num_heads=2, kv_num_heads=1),
    attention("causal", ["q", "k", "v"], ranks=4, is_causal=1),
    attention("mask", ["q", "k", "v", "m"], ranks=4),
    attention("bool_mask", ["q", "k", "v", "m"], q_num_heads=2, kv_num_heads=2),
    attention("past", ["q", "k", "v", "", "p", "o"], ranks=4, outputs=("y", "pk", "pv"), is_causal=1),
    # Heads of keys repeated by a reshape to dynamic extents, as torch writes it.
    Case("attention_repeated", [("q", F, ["B", 4, "S", 4]), ("k", F, ["B", 2, "T", 4]), ("v", F, ["B", 2, "T", 4])],
         [node("Shape", "k", "b", start=0, end=1), node("Shape", "k", "rest", start=2),
          node("Concat", "b minus rest", "to", axis=0),
          *[n for x in "kv" for n in (node("Unsqueeze", f"{x} two", f"{x}u"), node("Expand", f"{x}u twice", f"{x}e"),
                                      node("Reshape", f"{x}e to", f"{x}r"))],
          node("Attention", "q kr vr")],
         {"B": POSITIVE, "S": POSITIVE, "T": POSITIVE}, opset=23,
         constants={"minus": ints(-1), "two": ints(2), "twice": ints(1, 1, 2, 1, 1)}),
    Case("rotary", [("x", F, ["B", "S", 16]), ("p", I, ["B", "S"])],
         [node("RotaryEmbedding", "x c s p", num_heads=2)], {"B": POSITIVE, "S": POSITIVE, "V": (20,)}, opset=23,
         constants={"c": weights(20, 4), "s": weights(20, 4)},
         values={"p": lambda sizes, random: random.integers(0, 20, (sizes["B"], sizes["S"]))}),
    Case("rotary_woven", [("x", F, ["B", 3, "S", 6]), ("c", F, ["B", "S", 2]), ("s", F, ["B", "S", 2])],
         [node("RotaryEmbedding", "x c s", interleaved=1, rotary_embedding_dim=4)], {"B": POSITIVE, "S": POSITIVE},
         opset=23),
]

CASES = ELEMENTWISE + REDUCTIONS + MOVES + PRODUCTS + INDICES + LAYOUTS + QUANTIZED + ATTENTION
