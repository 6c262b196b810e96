#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Writes what the examples in docs/Options.md read (it needs PyPI's onnx).

net.onnx sorts pictures: convolution, batch normalization, Relu, mean over the picture, product, Softmax.
detector.onnx ends in an operator of its own, MyScale. x.npz has a picture for net.onnx, x4.npz four. slow.onnx is a
convolution of seconds. gather.onnx takes rows of a table; the one that outside.npz asks for is not in it. overflow.onnx is the exponential of what is too large for float16. moved.onnx transposes a constant.
variable.onnx adds a value that it gives and lists among its inputs, too. open.onnx is a convolution of pictures of any
size.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def constant(name, value):
    return numpy_helper.from_array(np.asarray(value), name)


def save(path, nodes, inputs, outputs, constants, domains=("",)):
    graph = helper.make_graph(nodes, "net", inputs, outputs, constants)
    opsets = [helper.make_opsetid(domain, 17 if not domain else 1) for domain in domains]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    onnx.save(model, path)


def net():
    random = np.random.default_rng(1)

    def values(*shape):
        return random.standard_normal(shape).astype(np.float32) / 4

    ones, zeros = np.ones(16, np.float32), np.zeros(16, np.float32)
    # fp16 ends at 65504: `offset` is a constant that it does not hold.
    constants = [
        constant("w", values(16, 3, 3, 3)), constant("b", values(16)),
        constant("gamma", ones), constant("beta", zeros), constant("mean", zeros), constant("var", ones),
        constant("offset", np.float32(1e5)), constant("m", values(16, 4)),
        constant("shape", np.array([0, 16], np.int64)),
    ]
    nodes = [
        helper.make_node("Conv", ["data", "w", "b"], ["c"], "conv", pads=[1, 1, 1, 1]),
        helper.make_node("BatchNormalization", ["c", "gamma", "beta", "mean", "var"], ["n"], "norm"),
        helper.make_node("Relu", ["n"], ["r"], "relu"),
        helper.make_node("GlobalAveragePool", ["r"], ["p"], "pool"),
        helper.make_node("Reshape", ["p", "shape"], ["f"], "flat"),
        helper.make_node("MatMul", ["f", "m"], ["l"], "logits"),
        helper.make_node("Add", ["l", "offset"], ["d"], "shift"),
        helper.make_node("Softmax", ["d"], ["prob"], "softmax", axis=1),
    ]
    data = helper.make_tensor_value_info("data", TensorProto.FLOAT, [1, 3, 16, 16])
    prob = helper.make_tensor_value_info("prob", TensorProto.FLOAT, [1, 4])
    save("net.onnx", nodes, [data], [prob], constants)
    np.savez("x.npz", data=values(1, 3, 16, 16))
    np.savez("x4.npz", data=values(4, 3, 16, 16))


def slow():
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 64, 256, 256])
    w = helper.make_tensor_value_info("w", TensorProto.FLOAT, [64, 64, 31, 31])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 64, 256, 256])
    save("slow.onnx", [helper.make_node("Conv", ["x", "w"], ["y"], "conv", pads=[15] * 4)], [x, w], [y], [])


def gather():
    rows = helper.make_tensor_value_info("rows", TensorProto.INT64, [2])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 4])
    table = constant("table", np.arange(40, dtype=np.float32).reshape(10, 4))
    save("gather.onnx", [helper.make_node("Gather", ["table", "rows"], ["y"], "gather")], [rows], [y], [table])
    np.savez("outside.npz", rows=np.array([3, 10]))


def overflow():
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 8])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 8])
    nodes = [
        helper.make_node("Mul", ["x", "k"], ["m"], "scale"),
        helper.make_node("Exp", ["m"], ["e"], "exp"),
        helper.make_node("Sqrt", ["e"], ["y"], "root"),
    ]
    save("overflow.onnx", nodes, [x], [y], [constant("k", np.float32(100))])


def moved():
    """Its weight is transposed by a node of its own."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 8])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [4, 8])
    nodes = [helper.make_node("Transpose", ["w"], ["t"], "moved"), helper.make_node("Mul", ["x", "t"], ["y"], "scale")]
    save("moved.onnx", nodes, [x], [y], [constant("w", np.ones((8, 4), np.float32))])


def branches():
    """Branches from x, each of one op, and their sum."""
    random = np.random.default_rng(2)
    shape = [1, 8, 64, 64]
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)
    constants = [constant("one", np.array([8], np.int64)), constant("eight", np.ones(8, np.int64))]
    nodes = [helper.make_node(op, ["x"], [op], op.lower()) for op in ("Softplus", "Sinh", "Erf")]
    for i in range(3):
        constants.append(constant(f"w{i}", random.standard_normal((8, 8, 3, 3)).astype(np.float32) / 8))
        nodes.append(helper.make_node("Conv", ["x", f"w{i}"], [f"c{i}"], f"conv{i}", pads=[1, 1, 1, 1]))
    # The AI Core has no kernel for these.
    nodes += [
        helper.make_node("ReverseSequence", ["x", "one"], ["r0"], "back0", time_axis=1, batch_axis=0),
        helper.make_node("ReverseSequence", ["x", "eight"], ["r1"], "back1", time_axis=0, batch_axis=1),
    ]
    nodes.append(helper.make_node("Sum", [node.output[0] for node in nodes], ["y"], "sum"))
    save("branches.onnx", nodes, [x], [y], constants)


def open_sizes():
    x = helper.make_tensor_value_info("data", TensorProto.FLOAT, ["n", 3, "h", "w"])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 8, "h", "w"])
    w = constant("w", np.random.default_rng(3).standard_normal((8, 3, 3, 3)).astype(np.float32) / 4)
    nodes = [
        helper.make_node("Conv", ["data", "w"], ["c"], "conv", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["y"], "relu"),
    ]
    save("open.onnx", nodes, [x], [y], [w])


def variable():
    """Its bias is a value that it gives and an input."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [4])
    bias = helper.make_tensor_value_info("bias", TensorProto.FLOAT, [4])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [4])
    node = helper.make_node("Add", ["x", "bias"], ["y"], "shift")
    save("variable.onnx", [node], [x, bias], [y], [constant("bias", np.ones(4, np.float32))])


def detector():
    nodes = [
        helper.make_node("Sigmoid", ["x"], ["s"], "sigmoid"),
        helper.make_node("Cast", ["s"], ["h"], "half", to=TensorProto.FLOAT16),
        helper.make_node("MyScale", ["h"], ["y"], "scale", domain="mine", power=1.0, scale=0.3, shift=0.1),
    ]
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 8])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT16, ["n", 8])
    save("detector.onnx", nodes, [x], [y], [], ["", "mine"])


if __name__ == "__main__":
    net()
    detector()
    slow()
    gather()
    overflow()
    moved()
    branches()
    open_sizes()
    variable()
