# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models for tests of ascend-lab search, and how these call it."""

import models
import numpy as np
import onnx
from ascend_mlir.lab.decision import decide
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT = TensorProto.FLOAT


def normalizer():
    """Two sums of squares, of which one overflows and moves into the root behind it."""
    nodes = [
        helper.make_node("Mul", ["x", "x"], ["a"], name="square"),
        helper.make_node("ReduceSum", ["a"], ["s"], name="sum", keepdims=1),
        helper.make_node("Mul", ["s", "half"], ["m"], name="mean"),
        helper.make_node("Sqrt", ["m"], ["r"], name="root"),
        helper.make_node("Div", ["x", "r"], ["n"], name="normal"),
        helper.make_node("Tanh", ["n"], ["t"], name="tanh"),
        helper.make_node("MatMul", ["t", "w"], ["f"], name="fc"),
        helper.make_node("Relu", ["f"], ["y"], name="relu"),
    ]
    w = np.random.default_rng(1).standard_normal((2000, 4)).astype(np.float32)
    return models.model_of(
        nodes,
        [("x", FLOAT, [1, 2000])],
        [("y", FLOAT, [1, 4])],
        [("half", np.array(0.0005, np.float32)), ("w", w)],
    )


def mixed():
    """Convolution, normalization, softmax, a product, integers."""
    rng = np.random.default_rng(2)
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], name="conv"),
        helper.make_node("BatchNormalization", ["c", "s", "b", "m", "v"], ["n"], name="bn"),
        helper.make_node("Relu", ["n"], ["r"], name="relu"),
        helper.make_node("Reshape", ["r", "shape"], ["q"], name="reshape"),
        helper.make_node("Softmax", ["q"], ["p"], name="softmax", axis=-1),
        helper.make_node("MatMul", ["p", "k"], ["f"], name="fc"),
        helper.make_node("ArgMax", ["f"], ["i"], name="argmax", axis=-1, keepdims=0),
        helper.make_node("Add", ["f", "f"], ["y"], name="twice"),
    ]
    arrays = {
        "w": rng.standard_normal((4, 3, 3, 3)).astype(np.float32),
        "s": np.ones(4, np.float32),
        "b": np.zeros(4, np.float32),
        "m": np.zeros(4, np.float32),
        "v": np.array([1, 9.8e7, 2, 3], np.float32),
        "k": rng.standard_normal((36, 5)).astype(np.float32),
        "shape": np.array([4, 36], np.int64),
    }
    return models.model_of(
        nodes,
        [("x", FLOAT, [1, 3, 8, 8])],
        [("y", FLOAT, [4, 5]), ("i", TensorProto.INT64, [4])],
        list(arrays.items()),
    )


def chains():
    """Elementwise ops one behind the other, of axes that are open and of none, with what overflows, is divided by 0,
    compared and chosen."""
    nodes = [
        helper.make_node("Exp", ["x"], ["e"], name="exp"),
        helper.make_node("Mul", ["e", "e"], ["q"], name="square"),
        helper.make_node("ReduceMax", ["q"], ["m"], name="most", keepdims=0),
        helper.make_node("Sqrt", ["m"], ["r"], name="root"),
        helper.make_node("Div", ["q", "r"], ["d"], name="share"),
        helper.make_node("Relu", ["x"], ["z"], name="relu"),
        helper.make_node("Div", ["d", "z"], ["i"], name="infinite"),
        helper.make_node("Greater", ["d", "c"], ["g"], name="greater"),
        helper.make_node("Where", ["g", "i", "d"], ["w"], name="where"),
        helper.make_node("Add", ["w", "x"], ["y"], name="sum"),
    ]
    return models.model_of(nodes, [("x", FLOAT, ["n", 40])], [("y", FLOAT, None)], [("c", np.array(0.01, np.float32))])


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")

    def lab(self, *arguments, code=0):
        out, err = self.said("search", *arguments, code=code)
        return out + err if code else out

    def kept_of(self, folder):
        return (folder / "keep_dtype.cfg").read_text().split()


class SearchCase(Case):
    """On ten inputs of the normalizer."""

    def setUp(self):
        super().setUp()
        onnx.save(normalizer(), self.model)
        x = np.random.default_rng(6).uniform(5, 7, (10, 2000)).astype(np.float32)
        np.savez(self.folder / "x.npz", x=x)
        self.arguments = [self.model, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16"]
        # Where it is not the search that is looked at: of four ops there are 16 sets, of eight 256.
        own = self.folder / "other_four.cfg"
        own.write_text("root\nnormal\ntanh\nrelu\n")
        self.of_four = [*self.arguments, f"--keep_dtype={own}"]

    def decided(self, **options):
        return {row["name"]: (row["inputs"], row["outputs"], row["impl_mode"]["effective"]) for row in decide(self.model, options).report["ops"]}
