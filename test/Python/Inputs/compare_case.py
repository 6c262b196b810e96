# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models for tests of ascend-lab compare, and how these call it."""

import json
import warnings

import ascend_mlir
import models
import numpy as np
import onnx
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def model_of(nodes, inputs, outputs, **arrays):
    return models.model_of(nodes, inputs, outputs, list(arrays.items()))


def detector():
    """Conv, BatchNormalization whose mean passes 65504, both from Constant nodes without
    names, Relu, pool and a product."""
    random = np.random.default_rng(1)

    def constant(name, array):
        return helper.make_node("Constant", [], [name], value=onnx.numpy_helper.from_array(array.astype(np.float32)))

    nodes = [
        constant("w", random.standard_normal((4, 3, 3, 3))),
        constant("s", np.array([1, 2, 3, 4])),
        constant("b", np.array([0.5, 0, 1, -1])),
        constant("m", np.array([0, -1e6, 0, 0])),
        constant("v", np.array([1, 9.8e7, 2, 65504])),
        helper.make_node("MaxPool", ["x"], ["p0"], kernel_shape=[1, 1]),
        helper.make_node("BatchNormalization", ["q", "s2", "b2", "m2", "v2"], ["n"]),
        helper.make_node("Relu", ["n"], ["r"], name="act"),
        helper.make_node("GlobalAveragePool", ["r"], ["p"], name="pool"),
        helper.make_node("Flatten", ["p"], ["f"], name="flat"),
        helper.make_node("MatMul", ["f", "k"], ["y"], name="fc"),
    ]
    # A sum before the normalization: it is fused into no convolution.
    nodes[6:6] = [
        helper.make_node("Conv", ["p0", "w"], ["c"], name="c"),
        helper.make_node("Add", ["c", "c"], ["q"], name="twice"),
        *(helper.make_node("Identity", [a], [a + "2"]) for a in "sbmv"),
    ]
    return model_of(
        nodes, [("x", FLOAT, [1, 3, 8, 8])], [("y", FLOAT, [1, 5])], k=random.standard_normal((4, 5)).astype(np.float32)
    )


def chain():
    """Products and sums whose results in float16 numpy knows, too."""
    return model_of(
        [
            helper.make_node("Mul", ["x", "x"], ["a"], name="square"),
            helper.make_node("Add", ["a", "x"], ["b"], name="sum"),
            helper.make_node("Transpose", ["b"], ["t"], name="turn", perm=[1, 0]),
            helper.make_node("Mul", ["t", "t"], ["y"], name="again"),
        ],
        [("x", FLOAT, ["n", 7])],
        [("y", FLOAT, [7, "n"])],
    )


def branches():
    """A branch, an integer, a bool and a size that only data tells."""
    then = helper.make_graph([helper.make_node("Exp", ["r"], ["e"], name="exp")], "t", [], [helper.make_tensor_value_info("e", FLOAT, [2, 3])])
    other = helper.make_graph([helper.make_node("Neg", ["r"], ["g"], name="neg")], "o", [], [helper.make_tensor_value_info("g", FLOAT, [2, 3])])
    return model_of(
        [
            helper.make_node("Relu", ["x"], ["r"], name="relu"),
            helper.make_node("If", ["flag"], ["i"], name="if", then_branch=then, else_branch=other),
            helper.make_node("Tanh", ["i"], ["y"], name="tanh"),
            helper.make_node("ArgMax", ["i"], ["k"], name="argmax", axis=1, keepdims=0),
            helper.make_node("Greater", ["i", "r"], ["q"], name="greater"),
        ],
        [("x", FLOAT, [2, 3]), ("flag", BOOL, [])],
        [("y", FLOAT, [2, 3]), ("k", INT64, [2]), ("q", BOOL, [2, 3])],
    )


def compiled(path, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ascend_mlir.AscendWarning)
        return ascend_mlir.compile(path, **options)


class CompareCase(LabCase):
    def save(self, model, name="net.onnx"):
        path = str(self.folder / name)
        onnx.save(model, path)
        return path

    def lab(self, *arguments, code=0):
        return super().lab("compare", *arguments, code=code)

    def assertSays(self, text, sentence):
        """Where lines end does not matter."""
        self.assertIn(sentence, " ".join(text.split()))

    def json(self, *arguments):
        return json.loads(self.lab(*arguments, "--format=json"))
