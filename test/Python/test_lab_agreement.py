# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Whether outputs mean the same: what is lost agrees with nothing, labels are equal or not, and one
element is no vector."""

import json
import math
import unittest

import ml_dtypes
import models
import numpy as np
import onnx
from ascend_mlir.lab.agreement import Agreement, count_same
from ascend_mlir.lab.budgets import METRICS, OutputErrors, parse_budget
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
INF, NAN = np.inf, np.nan


class Counting(unittest.TestCase):
    def same(self, decided, reference, dtype=np.float32):
        return count_same(np.array(decided, dtype), np.array(reference, dtype))

    def test_vectors(self):
        reference = [3, 9, 1]
        for decided, same in (
            ([3, 9, 1], 1), ([9, 3, 1], 0), ([NAN, NAN, NAN], 0), ([3, NAN, 1], 0), ([NAN, 9, 1], 0),
            # The largest is lost itself; another one is, and stays below it.
            ([3, INF, 1], 0), ([-INF, 9, 1], 1), ([-INF, -INF, -INF], 0),
        ):  # fmt: skip
            self.assertEqual(self.same([decided], [reference]), (same, 1), decided)
            self.assertEqual(self.same([decided], [reference], np.float16), (same, 1), decided)
            self.assertEqual(self.same([decided], [reference], ml_dtypes.bfloat16), (same, 1), decided)

    def test_references_that_are_not_finite(self):
        for reference, count in ([NAN, 9, 1], 0), ([NAN, NAN, NAN], 0), ([-INF, -INF, -INF], 0), ([3, INF, 1], 1), ([-INF, 9, 1], 1):
            self.assertEqual(self.same([reference], [reference]), (count, count), reference)

    def test_labels(self):
        for dtype in np.int64, np.uint8, np.bool_, ml_dtypes.int4:
            self.assertEqual(self.same([[[1, 0, 1], [0, 0, 1]]], [[[1, 1, 1], [0, 1, 1]]], dtype), (4, 6), dtype)
            self.assertEqual(self.same([1], [0], dtype), (0, 1), dtype)

    def test_no_vectors(self):
        for array in np.ones((4, 1)), np.array(1.0), np.ones((0, 3)), np.ones((3, 0)):
            self.assertEqual(count_same(array, array), (0, 0))

    def test_other_shapes(self):
        self.assertEqual(self.same([[1, 2]], [[1, 2], [3, 4]]), (0, 2))
        self.assertEqual(count_same(np.array([1, 2]), np.array([1, 2, 3])), (0, 3))

    def test_threshold(self):
        agreement = Agreement(0.5)
        agreement.add(np.array([0.7, 0.2, NAN, NAN, INF], np.float16), np.array([0.6, 0.1, 0.1, 0.9, 0.9], np.float32))
        self.assertEqual((agreement.above, agreement.elements, agreement.in_unit), (2, 5, True))
        agreement.add(np.array([NAN, 0.1], np.float32), np.array([NAN, NAN], np.float32))
        self.assertEqual((agreement.above, agreement.elements, agreement.in_unit), (2, 5, False))
        labels = Agreement(0.5)
        labels.add(np.array([True, False]), np.array([True, True]))
        self.assertEqual((labels.argmax, labels.vectors, labels.elements), (1, 2, 0))


class Budgets(unittest.TestCase):
    def faults(self, decided, reference, text="argmax>=0"):
        errors = OutputErrors()
        errors.add(np.array(decided), np.array(reference))
        return METRICS["argmax"](errors), parse_budget(text, ["y"]).faults({"y": errors})

    def test_nothing_to_judge_is_a_fault(self):
        for decided, reference, why in (
            ([[NAN, NAN]], [[NAN, NAN]], "no element is finite in both"),
            ([[0.5]], [[0.4]], "no vector of two elements and more has a largest one: take another metric, or name an output that has some"),
            ([NAN, 1.0], [NAN, 1.0], "no vector of two elements and more has a largest one: take another metric, or name an output that has some"),
        ):
            value, faults = self.faults(decided, reference)
            self.assertTrue(math.isnan(value), decided)
            self.assertEqual(faults, [f"y: there is no argmax: {why}"])

    def test_shares(self):
        self.assertEqual(self.faults([[NAN, 1.0], [1.0, 2]], [[2.0, 1], [1, 2]])[0], 0.5)
        self.assertEqual(self.faults([[1, 1], [1, 2]], [[2, 1], [1, 2]])[0], 0.75)
        # A vector of NaN is another one, also where no other one is there.
        self.assertEqual(self.faults([[NAN, NAN]], [[1.0, 2.0]], "argmax>=0.5"), (0, ["y: argmax is 0, not >= 0.5"]))
        self.assertEqual(self.faults([[1.0, 2.0, 3.0]], [[1.0, 2.0]]), (0, []))
        self.assertEqual(self.faults(np.ones((0, 3)), np.ones((0, 3))), (1.0, []))


class Models(LabCase):
    """A classifier whose product overflows float16: its logits, its label, and one share."""

    def setUp(self):
        super().setUp()
        nodes = [
            helper.make_node("MatMul", ["x", "w"], ["f"], name="fc"),
            helper.make_node("Softmax", ["f"], ["p"], name="softmax", axis=-1),
            helper.make_node("ArgMax", ["p"], ["label"], name="argmax", axis=-1, keepdims=0),
            helper.make_node("ReduceMax", ["x", "axes"], ["m"], name="most", keepdims=1),
            helper.make_node("Sigmoid", ["m"], ["share"], name="sigmoid"),
        ]
        rng = np.random.default_rng(3)
        w = self.w = rng.standard_normal((64, 8)).astype(np.float32)
        # The largest class of each row is one whose product passes 65504 by far.
        w[:, 4:] *= 9000
        outputs = [("p", FLOAT, [1, 8]), ("label", INT64, [1]), ("share", FLOAT, [1, 1])]
        self.model = str(self.folder / "net.onnx")
        onnx.save(models.model_of(nodes, [("x", FLOAT, [1, 64])], outputs, [("w", w), ("axes", np.array([1]))]), self.model)
        np.savez(self.folder / "x.npz", x=rng.uniform(-3, 3, (8, 64)).astype(np.float32))
        self.arguments = [self.model, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16"]

    def test_search(self):
        for output, wrong in ("p", r"argmax is 0\.?\d*, not"), ("label", r"argmax is 0\.?\d*, not"):
            text, _ = self.said("search", *self.arguments, f"--budget={output}:argmax>=0.99")
            self.assertRegex(text, rf"nothing kept: {output}: {wrong}")
            self.assertIn("kept: ", text)
        self.assertIn("label: relative error 0, cosine 1.000000, 100 % of its elements equal", " ".join(text.split()))
        said = self.said("search", *self.arguments, "--budget=argmax>=0.99", code=1)
        self.assertIn("share: there is no argmax: no vector of two", " ".join(said[0].split()))

    def test_compare_and_sweep(self):
        (table,) = json.loads(self.said("compare", *self.arguments, "--format=json")[0])["tables"]
        agreements = {output["op"]: output["agreement"] for output in table["outputs"]}
        self.assertEqual([agreements[name]["vectors"] for name in ("p", "label", "share")], [8, 8, 0])
        self.assertEqual((agreements["p"]["threshold_same"] < 64, agreements["p"]["elements"]), (True, 64))
        self.assertLess(agreements["p"]["argmax_same"], 8)
        self.assertLess(agreements["label"]["argmax_same"], 8)
        text, _ = self.said("compare", *self.arguments)
        self.assertIn("% of its elements are equal", " ".join(text.split()))
        sweep = json.loads(self.said("sweep", *self.arguments[:2], "--setting=force_fp16", "--setting=force_fp32", "--format=json")[0])
        self.assertEqual(sweep["settings"][1]["argmax"], 1)
        self.assertLess(sweep["settings"][0]["argmax"], 1)

    def test_all_outputs_are_nan(self):
        """Then no vector is the same: as many as compare counts."""
        np.savez(self.folder / "x.npz", x=np.tile(100 * np.sign(self.w[:, 4]), (8, 1)).astype(np.float32))
        (table,) = json.loads(self.said("compare", *self.arguments, "--format=json")[0])["tables"]
        agreement = next(output["agreement"] for output in table["outputs"] if output["op"] == "p")
        self.assertEqual((agreement["argmax_same"], agreement["vectors"]), (0, 8))
        text = " ".join(self.said("search", *self.arguments, "--budget=p:argmax>=0.5", "--max_trials=1", code=4)[0].split())
        self.assertIn("nothing kept: p: argmax is 0, not >= 0.5", text)
        text = " ".join(self.said("search", *self.arguments, "--max_cost=1e-9")[0].split())
        self.assertIn("argmax the same in 0 %, 48 elements lost", text)
        (setting,) = json.loads(self.said("sweep", *self.arguments[:2], "--setting=force_fp16", "--format=json")[0])["settings"]
        self.assertEqual(setting["argmax"], 0)

    def test_all_data_is_nan(self):
        np.savez(self.folder / "x.npz", x=np.full((4, 64), NAN, np.float32))
        text, _ = self.said("search", *self.arguments, "--budget=p:argmax>=0.99", code=1)
        self.assertIn("p: there is no argmax: no element is finite in both", text)


class Names(LabCase):
    """Outputs that have no name are those of their places."""

    MODEL = """
func.func @main(%x: tensor<8x64xf32>) -> (tensor<8x16xf32>, tensor<8x64xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0e3> : tensor<64x16xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "net/fc"} : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
  %1 = ascend.exp %x {node_name = "net/exp"} : (tensor<8x64xf32>) -> tensor<8x64xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x64xf32>
}
"""

    def test_search_and_sweep(self):
        model = self.folder / "net.mlir"
        model.write_text(self.MODEL)
        np.savez(self.folder / "x.npz", arg0=np.random.default_rng(1).uniform(-1, 1, (32, 64)).astype(np.float32))
        np.savez(self.folder / "y.npz", result1=np.exp(np.load(self.folder / "x.npz")["arg0"].astype(np.float64)))
        arguments = [model, f"--data={self.folder / 'x.npz'}"]
        healed = self.said("search", *arguments, "--precision_mode=force_fp16", "--budget=result1:relative<=1e-5", f"--to={self.folder / 'h'}")
        self.assertIn("net/exp", " ".join(healed[0].split()))
        self.assertEqual((self.folder / "h" / "keep_dtype.cfg").read_text(), "net/exp\n")
        self.said("sweep", *arguments, "--setting=force_fp16")
        own = json.loads(
            self.said(
                "compare", *arguments, "--precision_mode=force_fp16", f"--reference_outputs={self.folder / 'y.npz'}", "--format=json"
            )[0]
        )["against_your_reference"]
        self.assertLess(own["result1"]["our_reference"]["relative"], 1e-6)


if __name__ == "__main__":
    unittest.main()
