# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Small ONNX models that the tests compile."""

import numpy as np
import onnx
import onnx_models
from onnx import TensorProto, helper


def model_of(nodes, inputs, outputs, initializers=(), opset=21):
    """inputs and outputs: (name, element type, shape)."""
    infos = ({name: (dtype, shape) for name, dtype, shape in given} for given in (inputs, outputs))
    return onnx_models.model_of(nodes, *infos, initializers, opset, ir=10)


def unary(op, shape, dtype=TensorProto.FLOAT, **attributes):
    """y = op(x), the node's name is "n"."""
    node = helper.make_node(op, ["x"], ["y"], name="n", **attributes)
    out = shape[::-1] if op == "Transpose" else shape
    return model_of([node], [("x", dtype, shape)], [("y", dtype, out)])


def binary(op, shape, dtype=TensorProto.FLOAT, out=None):
    """y = op(a, b)."""
    node = helper.make_node(op, ["a", "b"], ["y"], name="n")
    return model_of([node], [("a", dtype, shape), ("b", dtype, shape)], [("y", out or dtype, shape)])


def square_and_sum(shape, dtype=TensorProto.FLOAT):
    """y = x * x + x."""
    nodes = [helper.make_node("Mul", ["x", "x"], ["s"], name="mul"), helper.make_node("Add", ["s", "x"], ["y"], name="add")]
    return model_of(nodes, [("x", dtype, shape)], [("y", dtype, shape)])


def perceptron(rows=4, seed=1):
    """y = softmax-free two-layer net of x[rows, 16]; nodes fc1, act, fc2."""
    random = np.random.default_rng(seed)
    w1 = random.standard_normal((16, 32)).astype(np.float32)
    w2 = random.standard_normal((32, 8)).astype(np.float32)
    nodes = [
        helper.make_node("MatMul", ["x", "w1"], ["h"], name="fc1"),
        helper.make_node("Relu", ["h"], ["r"], name="act"),
        helper.make_node("MatMul", ["r", "w2"], ["y"], name="fc2"),
    ]
    model = model_of(
        nodes,
        [("x", TensorProto.FLOAT, [rows, 16])],
        [("y", TensorProto.FLOAT, [rows, 8])],
        [("w1", w1), ("w2", w2)],
    )
    return model, lambda x: np.maximum(x @ w1, 0) @ w2


def top(length, count):
    """The greatest of one row."""
    nodes = [helper.make_node("TopK", ["x", "k"], ["values", "indices"], name="top")]
    outputs = [("values", TensorProto.FLOAT, [1, count]), ("indices", TensorProto.INT64, [1, count])]
    return model_of(nodes, [("x", TensorProto.FLOAT, [1, length])], outputs, [("k", np.array([count]))])


def products(size, count):
    """y = x w w w …: `count` products of square matrices."""
    values = ["x", *(f"h{i}" for i in range(1, count)), "y"]
    nodes = [helper.make_node("MatMul", [values[i], "w"], [values[i + 1]], name=f"m{i}") for i in range(count)]
    square = [size, size]
    return model_of(nodes, [("x", TensorProto.FLOAT, square), ("w", TensorProto.FLOAT, square)],
                    [("y", TensorProto.FLOAT, square)])


def convolutions(count):
    """A chain of `count` convolutions, each of other extents."""
    random = np.random.default_rng(0)
    widths = [8 + i % 37 * 3 for i in range(count + 1)]
    weights = [(f"w{i}", random.standard_normal((widths[i + 1], widths[i], 3, 3)).astype(np.float32))
               for i in range(count)]
    values = ["x", *(f"h{i}" for i in range(1, count)), "y"]
    nodes = [helper.make_node("Conv", [values[i], f"w{i}"], [values[i + 1]], pads=[1, 1, 1, 1], name=f"c{i}")
             for i in range(count)]
    return model_of(nodes, [("x", TensorProto.FLOAT, [1, widths[0], 20, 20])],
                    [("y", TensorProto.FLOAT, [1, widths[-1], 20, 20])], weights)


def unsupported():
    """Two nodes, bad1 and bad2, of an operator that nobody has."""
    nodes = [
        helper.make_node("NoSuchOp", ["x"], ["h"], name="bad1", domain="none.such"),
        helper.make_node("NoSuchOp", ["h"], ["y"], name="bad2", domain="none.such"),
    ]
    model = model_of(nodes, [("x", TensorProto.FLOAT, [2])], [("y", TensorProto.FLOAT, [2])])
    model.opset_import.append(helper.make_opsetid("none.such", 1))
    return model


def save(model, path):
    onnx.save(model, path)
    return path
