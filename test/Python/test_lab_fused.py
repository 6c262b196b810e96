# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Ops that a fusion made of several nodes: one line keeps each, a hint finds the way to it, and a
line that is ignored says why."""

import unittest

import models
import numpy as np
import onnx
from ascend_mlir.lab.decision import decide
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT = TensorProto.FLOAT
MODE = {"precision_mode": "force_fp16"}
node = helper.make_node


def normalized():
    """A residual, and a LayerNorm in the nodes of an exporter, which GE makes one op of."""
    nodes = [
        node("Mul", ["x", "g"], ["m"], name="scale"),
        node("Add", ["x", "m"], ["r"], name="res"),
        node("ReduceMean", ["r"], ["mean"], axes=[-1], keepdims=1, name="ln/mean"),
        node("Sub", ["r", "mean"], ["c"], name="ln/sub"),
        node("Pow", ["c", "two"], ["sq"], name="ln/pow"),
        node("ReduceMean", ["sq"], ["var"], axes=[-1], keepdims=1, name="ln/var"),
        node("Add", ["var", "eps"], ["ve"], name="ln/eps"),
        node("Sqrt", ["ve"], ["sd"], name="ln/sqrt"),
        node("Div", ["c", "sd"], ["n"], name="ln/div"),
        node("Mul", ["n", "g"], ["ng"], name="ln/mul"),
        node("Add", ["ng", "b"], ["y"], name="ln/add"),
    ]
    arrays = {"g": np.full(8, 30), "b": np.zeros(8), "two": np.array([2]), "eps": np.array([1e-5])}
    initializers = [(name, array.astype(np.float32)) for name, array in arrays.items()]
    return models.model_of(nodes, [("x", FLOAT, [1, 4, 8])], [("y", FLOAT, [1, 4, 8])], initializers, opset=17)


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        onnx.save(normalized(), self.model)

    def decide(self, line=None, option="keep_dtype"):
        """With a file of one line."""
        path = self.folder / "lines.cfg"
        path.write_text(f"{line}\n")
        return decide(self.model, MODE if line is None else {**MODE, option: str(path)})

    def kept(self, line):
        return [op.name for op in self.decide(line).ops if op.row["rule"] == "keep_dtype"]

    def norm(self):
        (op,) = [op for op in self.decide().ops if op.type == "LayerNorm"]
        return op


class Lines(Case):
    def test_one_is_offered(self):
        op = self.norm()
        self.assertEqual(op.keep_names, ("ln/add",))
        self.assertEqual(
            op.keep_hint(), "To keep it: `ln/add` in keep_dtype (as would any other of its nodes); all that have such a node: `OpType::RealDiv`."
        )
        self.assertEqual(self.kept("ln/add"), [op.name])
        self.assertEqual(self.kept("OpType::RealDiv"), [op.name])
        self.assertEqual(self.kept("OpType::Add"), ["res", op.name])

    def test_any_node_does(self):
        op = self.norm()
        nodes = [each.name for each in onnx.load(self.model).graph.node if each.name.startswith("ln/")]
        self.assertEqual(len(nodes), 9)
        for name in nodes:
            self.assertEqual(self.kept(name), [op.name], name)

    def test_its_own_name_where_a_node_has_it(self):
        nodes = [node("Transpose", ["x"], ["t"], perm=[1, 0], name="turn"), node("Relu", ["t"], ["y"], name="relu")]
        onnx.save(models.model_of(nodes, [("x", FLOAT, [2, 3])], [("y", FLOAT, [3, 2])]), self.model)
        (op,) = [op for op in self.decide().ops if op.type == "TransposeD"]
        self.assertGreater(len(op.row["original_names"]), 1)
        self.assertEqual(op.keep_names, ("turn",))

    def test_search_writes_one(self):
        np.savez(self.folder / "x.npz", x=np.random.default_rng(1).standard_normal((8, 4, 8)).astype(np.float32))
        to = self.folder / "healed"
        self.lab("search", self.model, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16", "--budget=max<=1e-4", f"--to={to}")
        self.assertEqual((to / "keep_dtype.cfg").read_text().split(), ["scale", "res", "ln/add"])


class Hints(Case):
    def hint(self, line):
        decision = self.decide(line)
        (config,) = decision.report["config"]
        self.assertEqual(config["status"], "no_match", line)
        self.assertIn(f"did you mean {config['did_you_mean']!r}?", decision.config_faults[0])
        return config["did_you_mean"]

    def test_types(self):
        """By what GE calls the ONNX op, also where all such ops became part of others; a type that only
        the fused op has, and not the most common one."""
        for word in "LayerNorm", "LayerNormalization", "Div":
            for line in f"OpType::{word}", word:
                self.assertEqual(self.hint(line), "OpType::RealDiv", line)
        (fault,) = self.decide("OpType::LayerNorm").config_faults
        self.assertIn("matches no op: no node of the model has this type: 'ln/add/LayerNorm' has it from a fusion, did you mean", fault)

    def test_a_type_between_two_fusions(self):
        nodes = [node("Relu", ["x"], ["r"], name="relu"), node("BatchNormalization", ["r", "s", "b", "m", "v"], ["y"], name="norm")]
        arrays = [(name, np.full(3, 2, np.float32)) for name in "sbmv"]
        onnx.save(models.model_of(nodes, [("x", FLOAT, [1, 3, 4, 4])], [("y", FLOAT, [1, 3, 4, 4])], arrays), self.model)
        for word in "BNInference", "BNInferenceD":
            self.assertEqual(self.hint(word), "OpType::BatchNorm", word)
        self.assertEqual(self.kept("OpType::BatchNorm"), ["norm_BNInferenceD"])


class Ignored(Case):
    def test_a_mode_that_is_none(self):
        decision = self.decide("LayerNorm=foo", "op_precision_mode")
        (line,) = decision.report["config"]
        self.assertEqual((line["status"], line["ignored"]), ("no_match", "'foo' is no implementation mode"))
        self.assertIn("lines.cfg:1: 'LayerNorm=foo' is ignored: 'foo' is no implementation mode", decision.config_faults[0])
        path = self.folder / "lines.cfg"
        said = self.lab("explain", self.model, f"--op_precision_mode={path}", "--strict=config", code=2)
        self.assertIn("is ignored", said)


if __name__ == "__main__":
    unittest.main()
