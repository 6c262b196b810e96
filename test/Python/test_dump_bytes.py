# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Statistics of dumps of floats of one byte: each pattern is the number that ml_dtypes reads it as."""

import csv
import unittest

import ml_dtypes
import models
import numpy as np
import onnx
from dump_case import Case
from onnx import TensorProto, helper

DTYPES = {
    TensorProto.FLOAT8E4M3FN: ("float8_e4m3fn", ml_dtypes.float8_e4m3fn),
    TensorProto.FLOAT8E5M2: ("float8_e5m2", ml_dtypes.float8_e5m2),
    TensorProto.FLOAT8E4M3FNUZ: ("float8_e4m3fnuz", ml_dtypes.float8_e4m3fnuz),
    TensorProto.FLOAT8E5M2FNUZ: ("float8_e5m2fnuz", ml_dtypes.float8_e5m2fnuz),
    TensorProto.FLOAT8E8M0: ("float8_e8m0", ml_dtypes.float8_e8m0fnu),
}


class Bytes(Case):
    def test_statistics(self):
        """All patterns, by a cast that keeps what is a number of the type."""
        nodes, outputs, feeds = [], [], {}
        for type, (word, dtype) in DTYPES.items():
            # Scales would be rounded up, infinities become the largest number.
            mode = {"round_mode": "nearest"} if dtype is ml_dtypes.float8_e8m0fnu else {"saturate": 0}
            nodes.append(helper.make_node("Cast", [f"x{type}"], [f"y{type}"], name=word, to=type, **mode))
            outputs.append((f"y{type}", type, [256]))
            feeds[f"x{type}"] = np.arange(256, dtype=np.uint8).view(dtype).astype(np.float32)
        inputs = [(name, TensorProto.FLOAT, [256]) for name in feeds]
        onnx.save(models.model_of(nodes, inputs, outputs, opset=24), self.path)
        np.savez(self.folder / "x.npz", **feeds)
        self.tool(f"--inputs={self.folder / 'x.npz'}", "--reference", "--enable_dump=1", f"--dump_path={self.dumps}", "--dump_data=stats")
        seen = {}
        for file in self.files().values():
            with open(file) as text:
                seen |= {row["Data Type"]: row for row in csv.DictReader(text)}
        for type, (word, dtype) in DTYPES.items():
            x, row = feeds[f"x{type}"].astype(np.float64), seen[word]
            finite = x[np.isfinite(x)]
            with self.subTest(word):
                counts = [int(row[column]) for column in ("Nan", "Positive Inf", "Negative Inf")]
                self.assertEqual(counts, [np.isnan(x).sum(), np.isposinf(x).sum(), np.isneginf(x).sum()])
                for column, wanted in (("Max", finite.max()), ("Min", finite.min())):
                    self.assertEqual(float(row[column]), wanted)
                # Sums of doubles in another order, and a mean of numbers of both signs.
                np.testing.assert_allclose(float(row["L2norm"]), np.linalg.norm(finite), rtol=1e-14)
                np.testing.assert_allclose(float(row["Avg"]), finite.mean(), rtol=1e-14, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
