# ===- saturation.py - float16 that saturates, and float16 that does not ----===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Ops whose float16 results overflow, are infinite or NaN, run by ascend-run for
each form of CPU that this machine has, against numpy: bit for bit. In saturation
every rounding to float16 gives 65504 of its sign, or 0 for NaN; data that moves
keeps its bits; bfloat16 and float32 have infinities. The chip's default decides,
float_overflow_mode beats it, and a reference run never saturates.

Seen to fail with the pass left out of the compiler, with its clamp before NaN's
0 left out, and with sums in float16 (LayerNorm in keep_fp16) not marked."""

import pathlib
import tempfile

import ml_dtypes
import numpy as np
from arrays import assert_same
from forms import host_forms
from tally import Tally
from tools import run_model

np.seterr(all="ignore")

H, F, B = np.float16, np.float32, ml_dtypes.bfloat16
ELEMENTS = {"float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16", "int32": "i32"}
SIZE = 1003


def make_inputs():
    random = np.random.default_rng(7)
    special = np.array([np.inf, -np.inf, np.nan, 65504, -65504, 0.0, -0.0, 1], H)

    def numbers():
        values = (random.standard_normal(SIZE) * 2.0 ** random.integers(0, 16, SIZE)).astype(H)
        values[random.permutation(SIZE)[:64]] = np.repeat(special, 8)
        return values

    inputs = {"x": numbers(), "y": numbers(), "z": numbers()}
    # Around the largest float16, and the point from which one rounds past it.
    edge = np.array([65504, 65519.99, 65520, 65521, 65535, 65536, 1e5, 1e38, np.inf, np.nan, 1e-8, 3.3], F)
    inputs["w"] = np.concatenate([edge, -edge, random.standard_normal(SIZE).astype(F) * F(1e5)])
    inputs["d"] = np.concatenate([inputs["w"].astype(np.float64), [65519.999999999, 65520 - 1e-10, 1e300, -1e300]])
    inputs["i"] = random.integers(-100000, 100000, SIZE).astype(np.int32)
    inputs["b"] = np.array([3e38, -3e38, np.inf, np.nan, 1, 2, 3], B)
    inputs["f"] = np.array([3e38, -3e38, np.inf, np.nan, 1, 2, 3], F)
    inputs["rows"] = np.array([[np.inf] * 4, [np.inf, -np.inf, np.inf, 1], [-np.inf, -np.inf, -1, -np.inf],
                               [np.nan] * 4, [np.nan, 4, 8, np.nan]], H)  # fmt: skip
    inputs["one"], inputs["none"] = np.ones(4, H), np.zeros(4, H)
    inputs["p"] = (random.integers(-300, 300, (37, 50))).astype(H)
    inputs["q"] = (random.integers(-300, 300, (50, 21))).astype(H)
    return inputs


class Rounding:
    """To float16, as the mode says."""

    def __init__(self, saturates):
        self.saturates = saturates

    def __call__(self, values):
        if self.saturates:
            values = np.where(np.isnan(values), 0, np.clip(values, -65504, 65504))
        return values.astype(H)


def wide(function, r, *arrays):
    return r(function(*(a.astype(F) for a in arrays)))


def mean(rows, r):
    """Sums in float16, as the mode keep_fp16 has them: halves onto halves."""
    parts = r(rows.astype(F) * F(0.25)).astype(F)
    halves = r(parts[:, :2] + parts[:, 2:]).astype(F)
    return r(halves[:, :1] + halves[:, 1:])


# name: op, operands, attributes, the result's dtype, what it is.
CAST = "ge.dst_type = %d : i64"
CASES = {
    "sum": ("add", "xy", "", H, lambda r, x, y: wide(np.add, r, x, y)),
    "product": ("mul", "xy", "", H, lambda r, x, y: wide(np.multiply, r, x, y)),
    "quotient": ("real_div", "xy", "", H, lambda r, x, y: wide(np.divide, r, x, y)),
    "chain": ("mul", ["sum", "product"], "", H, lambda r, x, y: wide(np.multiply, r, x, y)),
    "longer": ("sub", ["chain", "z"], "", H, lambda r, x, y: wide(np.subtract, r, x, y)),
    "moved": ("concat_d", "xy", "ge.concat_dim = 0 : i64", H, lambda r, *a: np.concatenate(a)),
    "single": ("cast", "w", CAST % 1, H, lambda r, w: r(w)),
    "double": ("cast", "d", CAST % 1, H, lambda r, d: r(d)),
    "whole": ("cast", "i", CAST % 1, H, lambda r, i: r(i.astype(F))),
    "brain": ("mul", "bb", "", B, lambda r, b, c: (b.astype(F) * c.astype(F)).astype(B)),
    "float": ("mul", "ff", "", F, lambda r, f, g: f * g),
    "total": ("reduce_sum_d", "p", "ge.axes = array<i64: 1>, ge.keep_dims = false", H,
              lambda r, p: r(p.astype(F).sum(1))),
    "matrix": ("mat_mul_v2", "pq", "", H, lambda r, p, q: r(p.astype(F) @ q.astype(F))),
    "mean": ("layer_norm", ["rows", "one", "none"], "ge.begin_norm_axis = 1 : i64, ge.epsilon = 0.25 : f32", H,
             lambda r, rows, *_: mean(rows, r)),
}  # fmt: skip


def type_of(array):
    return "tensor<%s%s>" % ("".join("%dx" % e for e in array.shape), ELEMENTS[array.dtype.name])


def expected(inputs, saturates):
    values, results = dict(inputs), {}
    for name, (_, operands, _, _, function) in CASES.items():
        values[name] = results[name] = function(Rounding(saturates), *(values[o] for o in operands))
    return results


def text(inputs, results):
    types = {name: type_of(array) for name, array in (inputs | results).items()}
    lines = []
    for name, (op, operands, attributes, _, _) in CASES.items():
        values = ["%" + o for o in operands]
        # LayerNorm's second result is the mean.
        made, result = ("%%%s_:3" % name, "(%s, %s, %s)" % (types["rows"], types[name], types[name])) \
            if op == "layer_norm" else ("%" + name, types[name])  # fmt: skip
        lines.append('%s = ascend.%s %s {node_name = "%s"%s} : (%s) -> %s' % (
            made, op, ", ".join(values), name, attributes and ", " + attributes,
            ", ".join(types[o] for o in operands), result))
    return "func.func @main(%s) -> (%s) {\n  %s\n  return %s : %s\n}\n" % (
        ", ".join('%%%s: %s {ascend.name = "%s"}' % (n, types[n], n) for n in inputs),
        ", ".join('%s {ascend.name = "%s"}' % (types[n], n) for n in results), "\n  ".join(lines),
        ", ".join("%mean_#1" if n == "mean" else "%" + n for n in results), ", ".join(types[n] for n in results))


def main():
    inputs = make_inputs()
    wanted = {saturates: expected(inputs, saturates) for saturates in (False, True)}
    runs = [(["--soc_version=Ascend310B1"], True), (["--soc_version=Ascend910B1"], False),
            (["--soc_version=Ascend310B1", "--float_overflow_mode=inf_nan"], False),
            (["--soc_version=Ascend910B1", "--float_overflow_mode=saturation"], True),
            (["--soc_version=Ascend310B1", "--reference"], False)]  # fmt: skip
    tally = Tally("results")
    with tempfile.TemporaryDirectory() as folder:
        model, modes = (pathlib.Path(folder, name) for name in ("m.mlir", "modes.ini"))
        model.write_text(text(inputs, wanted[True]))
        modes.write_text("LayerNorm = keep_fp16\nRealDiv = high_precision\n")
        for form in host_forms():
            for options, saturates in runs:
                results = run_model(model, inputs, *form.options, "--precision_mode=must_keep_origin_dtype",
                                    f"--op_precision_mode={modes}", *options)  # fmt: skip
                for name, want in wanted[saturates].items():
                    # Its own model has the mean in float32, rounded once.
                    if name == "mean" and "--reference" in options:
                        continue
                    with tally.case("%s, %s, %s" % (form, " ".join(options), name)):
                        # numpy's files know no bfloat16.
                        assert_same(results[name].view(B) if want.dtype == B else results[name], want)
    saturated = sum(np.sum(np.isfinite(wanted[True][n]) & ~np.isfinite(wanted[False][n])) for n in CASES)
    print("cases: %d, saturated: %d" % (len(CASES), saturated))
    tally.end()


main()
