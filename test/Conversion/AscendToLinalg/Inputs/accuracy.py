# ===- accuracy.py - Errors stay within share/ascend/accuracy.json ---------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Measures the error of every op with a bound, and fails where it is larger:
over all 65536 operands in f16 and bf16, over samples in f32. With --print, shows
the largest errors. The references are numpy's in float64, which are within 2^-28
ulp of f32 of the exact result."""

import atexit
import json
import os
import sys

import ml_dtypes
import numpy as np
from suite import Const, Suite, bfloat16

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4)
DTYPES = {"f32": np.dtype(np.float32), "f16": np.dtype(np.float16), "bf16": bfloat16}
UNARY = {"Gelu": lambda x: x / (1 + np.exp(-1.5957691216057308 * (x + 0.044715 * x**3))), "Exp": np.exp, "Tanh": np.tanh, "Sqrt": np.sqrt, "Reciprocal": lambda x: 1 / x}

suite = Suite()
measured = []


def operands(dtype):
    if dtype.itemsize == 2:
        return np.arange(1 << 16, dtype=np.uint16).view(dtype)
    sampled = np.arange(0, 1 << 32, 1009, dtype=np.uint32)
    # Around 0, the limits of exp and tanh, and the ends of every octave of exp.
    special = [0.0, 1e-38, 1e-45, 88.72284, 88.37626, 89, -87.33655, -87.6, -103.97208, -104,
               1.0, 0.625, 4.972, 9.0, 10.0, 1.5, 0.34657, np.inf]  # fmt: skip
    special += [(n + 0.5) * np.log(2) for n in range(-150, 129)]
    bits = np.array(special, np.float32).view(np.uint32)
    around = bits[:, None] + np.arange(-300, 301).astype(np.int32).view(np.uint32)
    around = np.concatenate([around.ravel(), around.ravel() ^ np.uint32(1 << 31)])
    return np.concatenate([sampled, around]).view(np.float32)


def ulps(actual, exact, dtype):
    """The error in units of the last place of the exact result; infinity counts
    as the first power of two past the largest number."""
    info = ml_dtypes.finfo(dtype)
    past = 2.0**info.maxexp
    exact = np.clip(exact, -past, past)
    actual = np.clip(actual.astype(np.float64), -past, past)
    exponent = np.frexp(np.where(exact == 0, float(info.tiny), exact))[1] - 1
    exponent = np.clip(exponent, info.minexp, info.maxexp - 1)
    return np.abs(actual - exact) / np.ldexp(1.0, exponent - info.nmant)


def check_pointwise(entry, x, exact):
    dtype = DTYPES[entry["dtype"]]
    bound = entry["bound"]

    def check(actual, expected):
        with np.errstate(all="ignore"):
            nan = np.isnan(exact)
            wrong = np.isnan(actual) != nan
            if bound == "exact":
                correct = expected
                error = np.where(nan | (actual == correct), 0, np.inf)
                limit = 0
            elif "ulp" in bound:
                error, limit = ulps(actual, exact, dtype), bound["ulp"]
            else:
                error = np.abs(actual.astype(np.float64) / exact - 1)
                # A subnormal result has no relative accuracy; half of its unit is right.
                error = np.where(ulps(actual, exact, dtype) <= 0.5, 0, error)
                limit = bound["relative"]
            error = np.where(nan, 0, error)
            if "flushes_below" in entry:
                flushed = (actual == 0) & (np.abs(exact) < float.fromhex(entry["flushes_below"]))
                error = np.where(flushed, 0, error)
            # The sign of zero counts too.
            wrong |= ~nan & (np.signbit(actual) != np.signbit(exact))
            worst = int(np.argmax(error))
            measured.append((entry, error[worst], x[worst]))
            return wrong | (error > limit)

    return check


def check_sum(entry, exact, magnitudes, terms):
    dtype = DTYPES[entry["dtype"]]

    def check(actual, expected):
        allowed = entry["bound"]["sum"] * terms * magnitudes
        # What is left of the error after the last rounding.
        unit = np.spacing(np.abs(actual.astype(np.float64)).astype(np.float32)).astype(np.float64)
        unit *= 2.0 ** (23 - ml_dtypes.finfo(dtype).nmant)
        error = np.maximum(np.abs(actual.astype(np.float64) - exact) - 0.5 * unit, 0)
        measured.append((entry, np.max(error / (terms * magnitudes)), terms))
        return ~(error <= allowed)

    return check


def sums(op, x):
    """The op, operands, exact results, sums of magnitudes, number of terms."""
    if op in ("ReduceSum", "ReduceSumD"):
        wide = x((40, 1000))
        name, axes = ("reduce_sum", [Const([1])]) if op == "ReduceSum" else ("reduce_sum_d", [])
        return name, [wide, *axes], wide.astype(np.float64).sum(1), \
            np.abs(wide.astype(np.float64)).sum(1), 1000
    if op == "Conv2D":
        a, b = x((1, 20, 9, 9)), x((10, 20, 3, 3))

        def convolve(a, b):
            windows = np.lib.stride_tricks.sliding_window_view(a, (3, 3), (2, 3))
            return np.einsum("nchwrs,ocrs->nohw", windows, b)

        a64, b64 = a.astype(np.float64), b.astype(np.float64)
        return "conv2d", [a, b], convolve(a64, b64), convolve(np.abs(a64), np.abs(b64)), 180
    shape = (2, 17, 500) if op == "BatchMatMulV2" else (17, 500)
    a, b = x(shape), x((500, 33))
    a64, b64 = a.astype(np.float64), b.astype(np.float64)
    name = "mat_mul_v2" if op == "MatMulV2" else "batch_mat_mul_v2"
    return name, [a, b], a64 @ b64, np.abs(a64) @ np.abs(b64), 500


with open(os.path.join(ROOT, "share", "ascend", "accuracy.json")) as file:
    bounds = json.load(file)["bounds"]
for entry in bounds:
    dtype = DTYPES[entry["dtype"]]
    mode = entry["mode"]
    attributes = "" if mode == "default" else "impl_mode = #ascend.impl_mode<%s>" % mode
    if entry["op"] in UNARY:
        x = operands(dtype)
        exact = UNARY[entry["op"]](x.astype(np.float64))
        suite.add(entry["op"].lower(), [x], exact.astype(dtype), attributes,
                  check_pointwise(entry, x, exact))
    elif "sum" in entry["bound"]:
        random = np.random.default_rng(1)
        name, values, exact, magnitudes, terms = sums(
            entry["op"], lambda shape: random.standard_normal(shape).astype(dtype))
        if entry["op"] == "ReduceSumD":
            attributes = "ge.axes = array<i64: 1>"
        suite.add(name, values, exact.astype(dtype), attributes,
                  check_sum(entry, exact, magnitudes, terms))
    else:
        # elementwise.py and movement.py compare these bit for bit.
        assert entry["bound"] == "exact", entry


def report():
    for entry, error, where in measured:
        print("%-13s %-16s %-4s %-22s %.4g at %r" % (entry["op"], entry["mode"], entry["dtype"],
                                                     entry["bound"], error, where))


if "--print" in sys.argv:
    atexit.register(report)
suite.main()
