# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab compare: every metric is numpy's."""

import json
import unittest

import ml_dtypes
import numpy as np
from ascend_mlir import _core, _tensors
from ascend_mlir.lab.comparison import Pair, compare
from ascend_mlir.lab.data import Sample
from compare_case import FLOAT, CompareCase, branches, chain, model_of
from onnx import TensorProto, helper


def expected_errors(value, reference, limit, rounds_past, digits, least_exponent):
    """What docs/Lab.md defines, by numpy."""
    value, reference = value.astype(np.float64).ravel(), reference.astype(np.float64).ravel()
    finite, wanted = np.isfinite(value), np.isfinite(reference)
    both = finite & wanted
    a, b = value[both], reference[both]
    error = np.abs(a - b)
    same = (value == reference) | (np.isnan(value) & np.isnan(reference))
    with np.errstate(over="ignore"):
        saturated = (np.abs(value) == limit) & wanted & (np.abs(reference) >= rounds_past) if digits else np.zeros(1, bool)
    result = {
        "compared": int(both.sum()),
        "flushed": int(((a == 0) & (b != 0)).sum()),
        "lost": int((~finite & wanted).sum()),
        "gained": int((finite & ~wanted).sum()),
        "otherwise": int((~finite & ~wanted & ~same).sum()),
        "saturated": int(saturated.sum()),
    }
    if not both.any():
        return result
    nonzero = b != 0
    exponent = np.maximum(np.frexp(np.where(nonzero, b, 1))[1] - 1, least_exponent)
    exponent[~nonzero] = least_exponent
    result |= {
        "max": error.max(),
        "max_index": int(np.flatnonzero(both)[error.argmax()]),
        "mean": error.mean(),
        "rmse": np.sqrt((error**2).mean()),
        "max_relative": (error[nonzero] / np.abs(b[nonzero])).max() if nonzero.any() else None,
        "max_ulp": (error / 2.0 ** (exponent - digits)).max() if digits else 0,
    }
    if nonzero.any():
        result["mean_relative"] = (error[nonzero] / np.abs(b[nonzero])).mean()
        result["relative_norm"] = np.linalg.norm(a - b) / np.linalg.norm(b)
    if np.linalg.norm(a) and np.linalg.norm(b):
        result["cosine"] = a @ b / (np.linalg.norm(a) * np.linalg.norm(b))
    return result


# Of floats: an error and what is made of it are rounded to float32, and sums of eight are (docs/Lab.md).
ROUNDED = {"max": 2**-23, "max_relative": 2**-22, "max_ulp": 2**-23, "mean": 5e-7, "rmse": 5e-7, "mean_relative": 5e-7,
           "relative_norm": 5e-7, "cosine": 5e-7}  # fmt: skip
FORMATS = {
    "float16": (65504.0, 65520.0, 10, -14),
    "float": (float(np.finfo(np.float32).max), 2.0**128 * (1 - 2.0**-25), 23, -126),
    "bfloat16": (2.0**128 * (1 - 2.0**-8), 2.0**128 * (1 - 2.0**-9), 7, -126),
}
# What rounds past the largest is the middle to the next number, or what is above it where the largest is even.
BYTES = {
    "float8_e4m3fn": (448.0, np.nextafter(464.0, np.inf), 3, -6),
    "float8_e5m2": (57344.0, 61440.0, 2, -14),
    "float8_e4m3fnuz": (240.0, 248.0, 3, -7),
    "float8_e5m2fnuz": (57344.0, 61440.0, 2, -15),
}


class Metrics(CompareCase):
    def check(self, model, samples, **options):
        """All metrics of all outputs over all samples; returns the rows."""
        path = self.save(model)
        core = _core.compare_file(path, list(options.items()))
        infos = _tensors.describe(core.inputs)
        shown = {}

        def see(op, type, output, tensors):
            arrays = [_tensors.from_bytes(data, word, shape) for word, shape, data in tensors]
            shown.setdefault((op, output, type), []).append(arrays)

        table = _core.ErrorTable(core, see)
        for sample in samples:
            core.run([_tensors.flatten(sample[info.name], info) for info in infos], 0, None, table)
        rows = json.loads(table.json())["tensors"]
        self.assertEqual(list(shown), [(row["op"], row["output"], row["type"]) for row in rows])
        for row in rows:
            runs = shown[row["op"], row["output"], row["type"]]
            self.assertEqual(row["runs"], len(samples))
            joined = [np.concatenate([run[i].ravel() for run in runs]) for i in range(len(runs[0]))]
            format = (FORMATS | BYTES).get(row["dtype"], (0, 0, 0, 0))
            for key, values in ("end_to_end", joined[1]), ("isolated", joined[2] if len(joined) > 2 else None):
                if values is None:
                    self.assertIsNone(row[key])
                    continue
                for name, want in expected_errors(values, joined[0], *format).items():
                    have = row[key][name]
                    if name == "max_index":
                        run = row[key]["max_run"]
                        have += sum(each[0].size for each in runs[:run])
                    self.assertEqual(have is None, want is None, (row["op"], key, name))
                    if want is None:
                        continue
                    are_floats = {row["dtype"], row["reference_dtype"]} <= set(FORMATS)
                    most = ROUNDED.get(name, 0) if are_floats else 1e-12
                    np.testing.assert_allclose(have, want, rtol=most, atol=0, err_msg=f"{row['op']} {key} {name}")
            for key, values in ("range", joined[1]), ("reference_range", joined[0]):
                values = values.astype(np.float64)
                finite = values[np.isfinite(values)]
                if finite.size:
                    self.assertEqual((row[key]["least"], row[key]["most"]), (finite.min(), finite.max()))
                    self.assertEqual(row[key]["largest"], np.abs(finite).max())
                self.assertEqual(row[key]["nan"], np.isnan(values).sum())
                self.assertEqual(row[key]["infinite"], np.isinf(values).sum())
                word = row["dtype"] if key == "range" else row["reference_dtype"]
                if word in FORMATS | BYTES:
                    least = 2.0 ** (FORMATS | BYTES)[word][3]
                    self.assertEqual(row[key]["subnormal"], ((np.abs(finite) < least) & (finite != 0)).sum())
        return rows

    def test_sizes(self):
        """Around the lanes, the blocks and the parts that sums are made in."""
        random = np.random.default_rng(7)
        for rows in 1, 8, 73, 74, 147, 9363, 9364:
            x = random.standard_normal((rows, 7)).astype(np.float32)
            self.check(chain(), [{"x": x}], precision_mode="force_fp16")

    def test_several_runs(self):
        random = np.random.default_rng(8)
        samples = [{"x": (10.0**k * random.standard_normal((11, 7))).astype(np.float32)} for k in (0, 1, -3)]
        rows = self.check(chain(), samples, precision_mode="force_fp16")
        self.assertEqual(rows[-1]["end_to_end"]["max_run"], 1)

    def test_far_from_one(self):
        """Squares that no float32 holds, and values that have no inverse in it."""
        random = np.random.default_rng(10)
        for exponent in -38, -30, -23, -16, -12, -8, 8, 10, 15, 18:
            with self.subTest(exponent=exponent):
                x = (10.0**exponent * random.standard_normal((64, 7))).astype(np.float32)
                self.check(chain(), [{"x": x}], precision_mode="allow_fp32_to_bf16")
                # Beside ordinary ones, in other blocks and in the same one.
                x = np.concatenate([x, random.standard_normal((99, 7)).astype(np.float32), np.zeros((99, 7), np.float32)])
                self.check(chain(), [{"x": x}], precision_mode="allow_fp32_to_bf16")
                random.shuffle(x)
                self.check(chain(), [{"x": x}], precision_mode="allow_fp32_to_bf16")

    def test_cosine_of_small_errors(self):
        """What a cosine lacks of 1 is half the square of the relative error, which sums would lose."""
        seen = {}
        pair = Pair(self.save(chain()), {"precision_mode": "force_fp16"})
        sample = Sample("", {"x": np.random.default_rng(11).uniform(1, 2, (999, 7)).astype(np.float32)})
        (table,) = compare(pair, [sample], visit=lambda op, output, ours, wanted: seen.update({op: (ours, wanted)}))
        for row in table.ops:
            ours, wanted = (array.astype(np.longdouble).ravel() for array in seen[row.op])
            lacks = 1 - ours @ wanted / np.sqrt(ours @ ours) / np.sqrt(wanted @ wanted)
            self.assertLess(lacks, 1e-6)
            np.testing.assert_allclose(1 - row.whole["cosine"], float(lacks), rtol=1e-3)

    def test_what_is_not_finite(self):
        values = np.array([1, np.inf, -np.inf, np.nan, 1e3, -1e3, 255.9, 0, 1e-4, 1e-6, 3e-39, 7e4], np.float32)
        x = np.tile(values, 7).reshape(12, 7)
        for options in {}, {"float_overflow_mode": "saturation"}:
            for mode in "force_fp16", "allow_fp32_to_bf16":
                rows = self.check(chain(), [{"x": x}, {"x": x[::-1].copy()}], precision_mode=mode, **options)
                if mode == "force_fp16":
                    errors = rows[0]["isolated"]
                    self.assertGreater(errors["saturated" if options else "lost"] + rows[1]["isolated"]["lost"], 0)
        # Clipped, and all of them finite.
        x = np.tile(values[np.isfinite(values)], 63).reshape(-1, 7)
        rows = self.check(chain(), [{"x": x}], precision_mode="force_fp16", float_overflow_mode="saturation")
        self.assertEqual(rows[0]["isolated"]["saturated"], 63)

    def test_quantile(self):
        """An upper bound of the 99th percentile, less than a quarter of an octave above it."""
        random = np.random.default_rng(9)
        pair = Pair(self.save(chain()), {"precision_mode": "force_fp16"})
        seen = {}
        (table,) = compare(
            pair,
            [Sample("", {"x": random.standard_normal((500, 7)).astype(np.float32)})],
            visit=lambda op, output, ours, wanted: seen.update({op: np.abs(ours.astype(float) - wanted.astype(float))}),
        )
        for row in table.rows:
            errors = np.sort(seen[row.op].ravel())
            exact = errors[int(np.ceil(0.99 * errors.size)) - 1]
            self.assertGreaterEqual(row.whole["p99"], exact)
            self.assertLessEqual(row.whole["p99"], exact * 1.25)

    def test_integers_and_branches(self):
        x = np.array([[1, -2, 3], [0, 5, -1]], np.float32)
        for flag in True, False:
            self.check(branches(), [{"x": x, "flag": np.array(flag)}], precision_mode="force_fp16")

    def test_bfloat16(self):
        """A product in bfloat16, whose sums are rounded to it; x is, too."""
        random = np.random.default_rng(12)
        nodes = [helper.make_node("MatMul", ["x", "w"], ["y"], name="fc")]
        model = model_of(nodes, [("x", FLOAT, ["n", 8])], [("y", FLOAT, ["n", 5])], w=random.standard_normal((8, 5)).astype(np.float32))
        x = random.standard_normal((73, 8)).astype(np.float32)
        for scale in 1, 1e-38, 3e38:
            rows = self.check(model, [{"x": np.float32(scale) * x.clip(-1, 1)}], precision_mode="allow_mix_precision_bf16")
            self.assertIn(("fc", "bfloat16"), [(row["op"], row["dtype"]) for row in rows])

    def test_types_of_outputs(self):
        """Outputs of other dtypes than the reference's, with what these have no number for."""
        words = {"FP8E4M3FN": "float8_e4m3fn", "FP8E5M2": "float8_e5m2", "INT8": "int8", "UINT8": "uint8", "INT16": "int16",
                 "UINT16": "uint16", "INT32": "int32", "UINT32": "uint32", "INT64": "int64", "UINT64": "uint64",
                 "DOUBLE": "double"}  # fmt: skip
        nodes = [helper.make_node("Neg", ["x"], [f"y{word}"], name=word) for word in words]
        model = model_of(nodes, [("x", FLOAT, ["n"])], [(f"y{word}", FLOAT, ["n"]) for word in words])
        x = np.concatenate([self.bytes_of(ml_dtypes.float8_e4m3fn), self.bytes_of(ml_dtypes.float8_e5m2)])
        past = [464, np.nextafter(464, 500), 61439, 61440, 248, 1e5, 2.0**40 + 2**17, 3e9, -3e9, 1e-9]
        x = np.concatenate([x, np.array(past, np.float32)])
        rows = self.check(model, [{"x": x}], precision_mode="must_keep_origin_dtype", soc_version="Ascend950",
                          output_type=";".join(f"{word}:0:{word}" for word in words))  # fmt: skip
        seen = {(row["dtype"], row["reference_dtype"]) for row in rows}
        self.assertLessEqual({(dtype, "float") for dtype in words.values()}, seen)

    def test_bytes_that_a_model_has(self):
        """Every pattern is read as its number."""
        types = {TensorProto.FLOAT8E4M3FNUZ: ml_dtypes.float8_e4m3fnuz, TensorProto.FLOAT8E5M2FNUZ: ml_dtypes.float8_e5m2fnuz}
        nodes = [helper.make_node("Cast", ["x"], [f"y{type}"], name=f"c{type}", to=type) for type in types]
        model = model_of(nodes, [("x", FLOAT, ["n"])], [(f"y{type}", type, ["n"]) for type in types])
        for dtype in types.values():
            numbers = self.bytes_of(dtype)
            rows = self.check(model, [{"x": numbers}], precision_mode="must_keep_origin_dtype")
            (row,) = [row for row in rows if row["dtype"] == np.dtype(dtype).name and row["op"].startswith("c")]
            self.assertEqual(row["range"]["largest"], np.nanmax(numbers))

    @staticmethod
    def bytes_of(dtype):
        return np.arange(256, dtype=np.uint8).view(dtype).astype(np.float32)

    def test_empty(self):
        rows = self.check(chain(), [{"x": np.zeros((0, 7), np.float32)}], precision_mode="force_fp16")
        self.assertIsNone(rows[0]["end_to_end"]["max"])


if __name__ == "__main__":
    unittest.main()
