# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Graphs with symbolic dims."""

import dataclasses

import numpy as np
from onnx import helper, numpy_helper

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

    def model(self):
        inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(np.dtype(dtype)), dims)
                  for name, dtype, dims in self.inputs]
        outputs = [helper.make_empty_tensor_value_info(name) for name in self.outputs]
        constants = [numpy_helper.from_array(np.asarray(value), name) for name, value in self.constants.items()]
        graph = helper.make_graph(self.nodes, self.name, inputs, outputs, constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=8)


def node(kind, inputs, output="y", **attributes):
    return helper.make_node(kind, inputs.split(), [output], name=f"{kind}_{output}", **attributes)


F, I = np.float32, np.int64


def ints(*values):
    return np.array(values, np.int64)


def weights(*shape):
    return np.random.default_rng(7).standard_normal(shape).astype(F)


X2 = [("x", F, ["N", "M"])]
ELEMENTWISE = [
    Case("relu", X2, [node("Relu", "x")], {"N": SIZES, "M": SIZES}),
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
         constants={"axes": ints(axis)})
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
    Case("transpose", [("x", F, ["A", "B", "C"])], [node("Transpose", "x", perm=[2, 0, 1])], {s: SIZES for s in "ABC"}),
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
         constants={"b": ints(-1, 5), "e": ints(-(2**62), 0), "a": ints(0, 1), "s": ints(-1, -2)}),
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

CASES = ELEMENTWISE + REDUCTIONS + MOVES + PRODUCTS
