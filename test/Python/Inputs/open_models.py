# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models whose inputs have open extents, one or two operators each, and what goes into them."""

import random

import numpy as np
from onnx import TensorProto, helper
from onnx_models import floats, model_of, value_info

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
RANDOM = np.random.default_rng(36)
# What models are compiled with.
OPTIONS = [
    {"precision_mode": "force_fp16"},
    {"precision_mode": "must_keep_origin_dtype", "allow_hf32": "00"},
    {"precision_mode": "allow_mix_precision_bf16"},
    {"reference": True},
]
# Seconds: bodies are made by threads that let others go first, so all cores may be taken for long.
LATE = 600.0


def values(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32) / 4


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs.split(), outputs.split(), name=f"{op}_{outputs.split()[0]}", **attributes)


def integers(*numbers):
    return np.array(numbers, np.int64)


# Each: nodes, inputs (an extent that is a word is open), outputs, constants.
X = ("x", FLOAT, ["n", 6, "h", "w"])
FLAT = ("x", FLOAT, ["n", 16])
Y = ("y", FLOAT, None)
MODELS = {
    "conv": ([node("Conv", "x w b", "c", pads=[1] * 4), node("Relu", "c", "y")], [X], [Y], {"w": values(8, 6, 3, 3), "b": values(8)}),
    "strides": ([node("Conv", "x w b", "y", pads=[2, 1, 0, 3], strides=[2, 3], dilations=[1, 2])], [X], [Y],
                {"w": values(40, 6, 3, 3), "b": values(40)}),
    "depthwise": ([node("Conv", "x w b", "c", group=6, pads=[2] * 4), node("HardSigmoid", "c", "y")], [X], [Y],
                  {"w": values(6, 1, 5, 5), "b": values(6)}),
    "transposed": ([node("ConvTranspose", "x w b", "y", strides=[2, 2], pads=[1] * 4)], [X], [Y],
                   {"w": values(6, 9, 4, 4), "b": values(9)}),
    "pools": ([node("MaxPool", "x", "m", kernel_shape=[3, 3], pads=[1] * 4), node("AveragePool", "m", "a", kernel_shape=[2, 2]),
               node("GlobalAveragePool", "a", "y")], [X], [Y], {}),
    "product": ([node("MatMul", "x w", "m"), node("Add", "m b", "s"), node("Softmax", "s", "y")], [FLAT], [Y],
                {"w": values(16, 33), "b": values(33)}),
    "gemm": ([node("Gemm", "x w b", "y", transB=1)], [FLAT], [Y], {"w": values(17, 16), "b": values(17)}),
    "attention": ([node("Transpose", "x", "t", perm=[0, 2, 1]), node("MatMul", "x t", "s"), node("Softmax", "s", "p"),
                   node("MatMul", "p x", "y")], [("x", FLOAT, ["n", "l", 16])], [Y], {}),
    "scores": ([node("Transpose", "k", "t", perm=[1, 0]), node("MatMul", "q t", "y")], [("q", FLOAT, ["m", 24]), ("k", FLOAT, ["n", 24])],
               [Y], {}),
    "norm": ([node("LayerNormalization", "x g b", "l", axis=-1), node("Gelu", "l", "y")], [("x", FLOAT, ["n", "l", 24])], [Y],
             {"g": values(24), "b": values(24)}),
    "lstm": ([node("LSTM", "x w r", "y h c", hidden_size=7)], [("x", FLOAT, ["l", "n", 5])], [Y, ("h", FLOAT, None)],
             {"w": values(1, 28, 5), "r": values(1, 28, 7)}),
    "gru": ([node("GRU", "x w r", "y", hidden_size=6, direction="bidirectional")], [("x", FLOAT, ["l", "n", 5])], [Y],
            {"w": values(2, 18, 5), "r": values(2, 18, 6)}),
    "resize": ([node("Resize", "x  s", "r", mode="linear"), node("Conv", "r w", "y")], [X], [Y],
               {"s": np.array([1, 1, 2, 1.5], np.float32), "w": values(4, 6, 1, 1)}),
    "flatten": ([node("Shape", "x", "s"), node("Gather", "s zero", "n", axis=0), node("Unsqueeze", "n axis", "u"),
                 node("Concat", "u rest", "t", axis=0), node("Reshape", "x t", "f"), node("ReduceSum", "f one", "y")], [X], [Y],
                {"zero": np.int64(0), "axis": integers(0), "rest": integers(-1), "one": integers(1)}),
    "slices": ([node("Shape", "x", "s"), node("Slice", "s two three zero", "h"), node("Div", "h two", "half"),
                node("Slice", "x zero half two", "y")], [X], [Y], {"zero": integers(0), "two": integers(2), "three": integers(3)}),
    "concat": ([node("Concat", "x x", "c", axis=1), node("Pad", "c p", "d", mode="reflect"), node("Transpose", "d", "y", perm=[0, 2, 3, 1])],
               [X], [Y], {"p": integers(0, 0, 1, 1, 0, 0, 1, 1)}),
    "broadcast": ([node("Mul", "a b", "m"), node("Where", "c m a", "y")],
                  [("a", FLOAT, ["p", 1, "q"]), ("b", FLOAT, ["r", 1]), ("c", BOOL, ["r", "q"])], [Y], {}),
    "found": ([node("NonZero", "x", "i"), node("Transpose", "i", "t"), node("GatherND", "x t", "v"), node("Exp", "v", "y")],
              [("x", FLOAT, ["n", 5])], [Y], {}),
    "branch": ([], [FLAT, ("c", BOOL, [])], [Y], {}),
    "moments": ([node("InstanceNormalization", "x g b", "i"), node("ReduceMean", "i a", "m", keepdims=0), node("CumSum", "m one", "y")],
                [X], [Y], {"g": values(6), "b": values(6), "a": integers(2), "one": np.int64(1)}),
    "top": ([node("TopK", "x k", "v i", axis=1), node("Einsum", "v v", "y", equation="bi,bj->bij")], [FLAT],
            [Y, ("i", INT64, None)], {"k": integers(3)}),
    "states": ([node("Loop", "m  x", "y", body=None)], [FLAT, ("m", INT64, [])], [Y], {}),
}  # fmt: skip


def branch():
    """Both branches take what is outside of them."""

    def graph(name, nodes):
        return helper.make_graph(nodes, name, [], [value_info(name, floats("n", 16))])

    yes = graph("yes", [node("Relu", "r", "yes")])
    no = graph("no", [node("Neg", "r", "no")])
    return [node("Tanh", "x", "r"), node("If", "c", "i", then_branch=yes, else_branch=no), node("Abs", "i", "y")]


def states():
    """A loop whose value has open extents."""
    body = helper.make_graph(
        [node("Tanh", "v", "t"), node("Add", "t v", "next"), node("Identity", "go", "goes")], "body",
        [value_info("i", (np.int64, [])), value_info("go", (np.bool_, [])), value_info("v", floats("n", 16))],
        [value_info("goes", (np.bool_, [])), value_info("next", floats("n", 16))],
    )  # fmt: skip
    return [node("Loop", "m  x", "y", body=body)]


def node_inputs(nodes):
    """A gap in the list of inputs is one that is left out."""
    for each in nodes:
        if each.op_type in ("Resize", "Loop") and len(each.input) in (2,):
            rest = list(each.input)
            del each.input[:]
            each.input.extend([rest[0], "", rest[1]])
    return nodes


def build(name):
    nodes, inputs, outputs, constants = MODELS[name]
    nodes = {"branch": branch, "states": states}.get(name, lambda: nodes)()
    infos = ({key: (dtype, shape) for key, dtype, shape in given} for given in (inputs, outputs))
    return model_of(node_inputs(nodes), *infos, constants, opset=20, ir=9)


def feed_for(name, seed):
    choose, data = random.Random(seed), np.random.default_rng(seed)
    sizes = {}
    feed = {}
    for key, dtype, shape in MODELS[name][1]:
        least = {"h": 5, "w": 5}
        shape = [e if isinstance(e, int) else sizes.setdefault(e, choose.randint(least.get(e, 1), 19)) for e in shape]
        if dtype == BOOL:
            feed[key] = data.integers(0, 2, shape).astype(bool)
        elif dtype == INT64:
            feed[key] = data.integers(0, 4, shape)
        else:
            feed[key] = data.standard_normal(shape).astype(np.float32)
    return feed


def same(test, got, want, what):
    test.assertEqual(got.keys(), want.keys())
    for key in want:
        test.assertEqual((got[key].shape, got[key].tobytes()), (want[key].shape, want[key].tobytes()), f"{what}: {key}")


def settled(model):
    """Whether code is made, or refused, for all shapes that came."""
    return all(each.state != "waits" for each in model.shapes)
