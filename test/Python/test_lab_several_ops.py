# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The laboratory where a decision makes several ops of one node, or has casts of the model
that another decision has not."""

import json
import unittest

import numpy as np
from compare_case import FLOAT, INT64, CompareCase, compiled, model_of
from lab_case import LabCase
from onnx import TensorProto, helper

node = helper.make_node


def pools():
    """CANN sums the windows of the first in float16, and multiplies by a tensor of parts."""
    random = np.random.default_rng(3)
    return model_of(
        [
            node("Conv", ["x", "w"], ["c"], name="conv", pads=[1, 1, 1, 1]),
            node("AveragePool", ["c"], ["p"], name="pool", kernel_shape=[2, 2], strides=[2, 2]),
            node("GlobalAveragePool", ["p"], ["y"], name="gap"),
        ],
        [("x", FLOAT, [1, 3, 8, 8])],
        [("y", FLOAT, [1, 4, 1, 1])],
        w=random.standard_normal((4, 3, 3, 3)).astype(np.float32),
    )


def mixed():
    """Of float16, with a part between casts that is float32."""
    half = TensorProto.FLOAT16
    return model_of(
        [
            node("Cast", ["x"], ["up"], name="up", to=FLOAT),
            node("Mul", ["up", "up"], ["s"], name="square"),
            node("Mul", ["s", "up"], ["c"], name="cube"),
            node("Cast", ["c"], ["down"], name="down", to=half),
            node("Tanh", ["down"], ["y"], name="tanh"),
        ],
        [("x", half, [2, 40])],
        [("y", half, [2, 40])],
    )


class Compare(CompareCase):
    def rows(self, model, **arrays):
        path = self.save(model)
        np.savez(self.folder / "x.npz", **arrays)
        (table,) = self.json(path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16")["tables"]
        return {row["op"]: row for row in table["ops"]}

    def test_pool(self):
        """The average is compared with the average, and its error is a rounding."""
        rows = self.rows(pools(), x=np.random.default_rng(4).standard_normal((1, 3, 8, 8)).astype(np.float32))
        self.assertNotIn("pool", rows)
        for name in "pool_mul_layer", "gap":
            self.assertLess(rows[name]["isolated"]["relative_norm"], 2e-3, name)

    def test_largest(self):
        """ArgMax gives int32, which is cast behind it."""
        model = model_of(
            [node("ArgMax", ["x"], ["k"], name="largest", axis=1, keepdims=0)], [("x", FLOAT, [5, 6])], [("k", INT64, [5])]
        )
        rows = self.rows(model, x=np.random.default_rng(5).standard_normal((5, 6)).astype(np.float32))
        self.assertNotIn("largest", rows)
        row = rows["largest_Output0CastAfter"]
        self.assertEqual((row["dtype"], row["elements"], row["end_to_end"]["max"]), ("int64", 5, 0))


class Search(LabCase):
    def check(self, model, inputs, budget, keeps):
        """The set that is found, and that its error is what its files give when compiled."""
        path = self.folder / "net.onnx"
        path.write_bytes(model.SerializeToString())
        np.savez(self.folder / "x.npz", **inputs)
        to = self.folder / "healed"
        self.lab("search", path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16", f"--budget={budget}",
                 f"--to={to}", "--holdout=0")  # fmt: skip
        manifest = json.loads((to / "manifest.json").read_text())
        self.assertEqual(sorted(manifest["kept"]), sorted(keeps), manifest)
        (want,) = compiled(str(path), reference=True).run(inputs).values()
        files = {"keep_dtype": "keep_dtype.cfg", "op_precision_mode": "op_precision.ini"}
        lines = {option: str(to / name) for option, name in files.items() if (to / name).exists()}
        (have,) = compiled(str(path), precision_mode="force_fp16", **lines).run(inputs).values()
        return np.abs(have.astype(np.float64) - want.astype(np.float64)).max()

    def test_pool(self):
        """Of several forms of a node a run chooses one."""
        x = np.random.default_rng(6).standard_normal((1, 3, 8, 8)).astype(np.float32)
        self.assertLessEqual(self.check(pools(), {"x": x}, "max<=1e-7", ["conv", "gap", "pool"]), 1e-7)

    def test_casts(self):
        """A cast of the model that is gone where nothing is kept."""
        x = np.random.default_rng(7).uniform(-1, 1, (2, 40)).astype(np.float16)
        self.assertEqual(self.check(mixed(), {"x": x}, "max<=0", ["cube", "square/Square"]), 0)


if __name__ == "__main__":
    unittest.main()
