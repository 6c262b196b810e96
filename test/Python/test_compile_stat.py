# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""fusion_result.json of export_compile_stat: it says what the report says, and `ascend-lab verify` reads it as it reads
CANN's."""

import collections
import contextlib
import json
import os
import pathlib
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir.lab.fusion_result import read_fusion_result
from lab_case import LabCase

TOOLS = pathlib.Path(__file__).resolve().parent.parent / "Tools" / "Inputs"


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.enterContext(contextlib.chdir(self.folder) if hasattr(contextlib, "chdir") else self.there())

    @contextlib.contextmanager
    def there(self):
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            yield
        finally:
            os.chdir(before)

    def compiled(self, model, soc, **options):
        return ascend_mlir.compile(model, soc_version=soc, precision_mode="force_fp16", **options)

    def result(self):
        return read_fusion_result("fusion_result.json")


class Agreement(Case):
    MODELS = (TOOLS / "fusions.mlir", TOOLS / "conv-bn.mlir")

    def test_with_the_report(self):
        for model in self.MODELS:
            for soc in ("Ascend310P3", "Ascend910B1", "Ascend310"):
                report = self.compiled(str(model), soc, export_compile_stat=2).report
                found = self.result()
                counted = {name for name, _, counted in ascend_mlir._core.fusion_passes() if counted}
                done = collections.Counter(fusion["pass"] for fusion in report["fusions"] if fusion["pass"] in counted)
                counts = [{"pass": fusion.name, "effects": fusion.effects, "matches": fusion.matches} for fusion in found.graph_fusions]
                self.assertEqual(counts, report["fusion_counts"])
                self.assertEqual({fusion.name: fusion.effects for fusion in found.graph_fusions if fusion.effects}, done)
                self.assertTrue(all(fusion.matches >= max(fusion.effects, 1) for fusion in found.graph_fusions))
                groups = collections.Counter(group["pass"] for group in report["ub_fusions"])
                self.assertEqual({fusion.name: fusion.effects for fusion in found.ub_fusions}, groups)

    def test_nodes_that_count(self):
        """A node of few outputs counts for the chips of inference, though it stays; not for 910B."""
        net = models.model_of(
            [onnx.helper.make_node("Split", ["x", "sizes"], ["y", "z"], name="s", axis=1)],
            [("x", 1, [2, 4])], [("y", 1, [2, 1]), ("z", 1, [2, 3])], [("sizes", np.array([1, 3], np.int64))])  # fmt: skip
        for soc, effects in (("Ascend310P3", 1), ("Ascend310B1", 1), ("Ascend310", 1), ("Ascend910B1", 0)):
            report = self.compiled(net, soc, export_compile_stat=1).report
            found = {fusion.name: (fusion.effects, fusion.matches) for fusion in self.result().graph_fusions}
            self.assertEqual(found["ZSplitVDFusionPass"], (effects, 1), soc)
            self.assertEqual(found.get("ZSplitVFusionPass", (0, 1)), (effects, 1), soc)
            self.assertEqual([fusion["pass"] for fusion in report["fusions"]], ["ZSplitVDFusionPassV2"])

    def test_with_verify(self):
        for model in self.MODELS:
            for soc in ("Ascend310P3", "Ascend910B1"):
                self.compiled(str(model), soc, export_compile_stat=1)
                found = json.loads(
                    self.lab("verify", model, f"--soc_version={soc}", "--precision_mode=force_fp16",
                             "--fusion_result=fusion_result.json", "--format=json", "--must_agree"))  # fmt: skip
                self.assertEqual(found["equal"], found["compared"])
                self.assertTrue([row for row in found["files"][0]["fusions"] if row["there"]], (model, soc))

    def test_verify_sees_a_wrong_count(self):
        self.compiled(str(self.MODELS[0]), "Ascend910B1", export_compile_stat=1)
        path = self.folder / "fusion_result.json"
        path.write_text(path.read_text().replace('"effect_times": "1"', '"effect_times": "2"', 1))
        self.lab("verify", self.MODELS[0], "--soc_version=Ascend910B1", "--precision_mode=force_fp16",
                 "--fusion_result=fusion_result.json", "--must_agree", code=1)  # fmt: skip

    def test_what_matched_and_was_not_done(self):
        """A product whose bias is no vector matches, and stays."""
        self.compiled(models.perceptron()[0], "Ascend910B1", export_compile_stat=1)
        matched = {fusion.name: (fusion.effects, fusion.matches) for fusion in self.result().graph_fusions}
        net = models.model_of(
            [onnx.helper.make_node("MatMul", ["a", "b"], ["p"], name="fc"), onnx.helper.make_node("Add", ["p", "c"], ["y"], name="add")],
            [(name, onnx.TensorProto.FLOAT, [4, 4]) for name in "abc"], [("y", onnx.TensorProto.FLOAT, [4, 4])])  # fmt: skip
        self.compiled(net, "Ascend910B1", export_compile_stat=1)
        stays = {fusion.name: (fusion.effects, fusion.matches) for fusion in self.result().graph_fusions}
        self.assertEqual(stays["MatMulBiasAddFusionPass"], (0, 1), (matched, stays))


class Writing(Case):
    def test_is_written_once_it_is_compiled(self):
        net = models.unary("Relu", [3])
        self.compiled(net, "Ascend910B1")
        self.compiled(net, "Ascend910B1", export_compile_stat=0)
        self.assertFalse(os.path.exists("fusion_result.json"))
        for value in (1, 2, "1", "2"):
            self.compiled(net, "Ascend910B1", export_compile_stat=value)
            os.remove("fusion_result.json")

    def test_a_folder_in_its_place(self):
        os.mkdir("fusion_result.json")
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "cannot be written"):
            self.compiled(models.unary("Relu", [3]), "Ascend910B1", export_compile_stat=1)


if __name__ == "__main__":
    unittest.main()
