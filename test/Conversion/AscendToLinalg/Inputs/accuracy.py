# ===- accuracy.py - Errors stay within share/ascend/accuracy.json ---------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Measures the error of every op with a bound, and fails where it is larger:
over all 65536 operands in f16 and bf16, on every 1009th in f32, and around the
places where functions change (scripts/exhaustive runs all of those); see
reference.py for what is exact. On a day (sampling.py) it is a quarter of every 1009th;
all 16-bit results of a quarter of the functions are put to MPFR, of the others those
that doubles leave open. Sums are measured against sums of doubles, whose own error is
a part of 2^-29 of what is allowed. With --print, shows the largest errors."""

import atexit
import functools
import json
import os
import sys

import ml_dtypes
import numpy as np
from reference import BINARY, DTYPES, UNARY, Judge, numbers_of
from sums import BY_OP
from sampling import is_turn, turns
from suite import Const, Suite, samples

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4)

suite = Suite()
suite.takes_all = True  # each row of the file
chips = {}
judges = []
measured = []


def suite_of(entry):
    """The suite of the first chip that the bound holds for."""
    if "chips" not in entry:
        return suite
    soc = entry["chips"][0]
    if soc not in chips:
        chips[soc] = Suite(soc)
        chips[soc].takes_all = True
        suite.others.append(chips[soc])
    return chips[soc]


@functools.cache
def operands(dtype):
    if dtype.itemsize == 2:
        return numbers_of(dtype)
    sampled = np.concatenate([np.arange(1009 * first, 1 << 32, 4 * 1009, dtype=np.uint32) for first in turns(0, range(4))])
    # Around 0, the limits of the functions, and the ends of their intervals.
    special = [0.0, 1e-38, 1e-45, 88.72284, 88.37626, 89, -87.33655, -87.6, -103.97208, -104, 89.4159,
               1.0, 0.625, 4.972, 9.0, 10.0, 1.5, 0.34657, 0.5, 0.93, 3.0, 4.0, 17.3, 18, 8192, 32768,
               2.0**-13, 2.0**-25, 2.0**-26, 1e38, np.inf]  # fmt: skip
    special += [(n + 0.5) * np.log(2) for n in range(-150, 129)]
    special += [n * np.pi / 4 for n in range(1, 40)]
    bits = np.array(special, np.float32).view(np.uint32)
    around = bits[:, None] + np.arange(-300, 301).astype(np.int32).view(np.uint32)
    around = np.concatenate([around.ravel(), around.ravel() ^ np.uint32(1 << 31)])
    return np.concatenate([sampled, around]).view(np.float32)


@functools.cache
def power_operands(dtype):
    """Bases of any magnitude to powers that mostly keep in range, and special
    values to special values."""
    random = np.random.default_rng(2)
    count = 1 << 18
    x = np.abs(samples((count,), dtype, 3))
    with np.errstate(all="ignore"):
        y = random.uniform(-130, 130, count) / np.log2(x.astype(np.float64))
    y = np.where(random.integers(0, 2, count), y, random.normal(0, 3, count)).astype(dtype)
    special = [0, 0.5, 1, 2, 3, 4, 255, 256, np.inf, np.nan, 1.5, 2.5, 1e-3, 65504, 2**24 - 1, 2**24]
    special = np.array(special + [-v for v in special]).astype(dtype)
    return (np.concatenate([x, np.repeat(special, len(special))]),
            np.concatenate([y, np.tile(special, len(special))]))


def add_pointwise(entry, function, x, attributes, all_exact=False):
    """A case of a function of the arrays `x`."""
    judge = Judge(entry, function, x, all_exact)
    judges.append(judge)
    # What is expected is the judge's business.
    shaped = np.broadcast_to(np.zeros((), DTYPES[entry["dtype"]]), x[0].shape)
    attributes = ", ".join(filter(None, [attributes, function.attributes]))
    suite_of(entry).add(function.op, x, shaped, attributes, judge)


def prove_doubles():
    """A sample of the floats, on which doubles must be as good as reference.py
    says: of the special ones, too."""
    x = np.random.default_rng(4).choice(operands(np.dtype(np.float32)), 5000)
    for number, function in enumerate(UNARY.values()):
        some = np.concatenate([x[first::4] for first in turns(number, range(4))])
        function.check_double(some, function.exact(some))


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


def check_reduction(entry, exact):
    judge = Judge(entry, None, [exact])

    def check(actual, expected):
        error = judge.measure([exact], exact, actual)
        measured.append((entry, error.max(), ""))
        return error > judge.limit

    return check


def sums(op, x):
    """Op, operands, exact results, sums of magnitudes, number of terms, attributes."""
    if op in ("ReduceSumD", "ReduceMeanD", "CumsumD"):
        name, (wide, _), *expected = sums(op[:-1], x)
        return name + "_d", [wide], *expected, \
            "ge.axis = 1 : i64" if op == "CumsumD" else "ge.axes = array<i64: 1>"
    if op in ("BNInfer", "BNInference"):
        _, (wide, scale, offset, mean, variance), *expected = sums("BatchNorm", x)
        if op == "BNInfer":
            return "bn_infer", [wide, scale, offset, mean, variance], *expected
        # Which the statistics are divided by.
        momentum = Const(2, np.float32)
        return "bn_inference", [wide, 2 * mean, 2 * variance, momentum, scale, offset], *expected
    if op == "SoftmaxV2":
        # The relative error of the sum is one of the quotients, of which none
        # is subnormal.
        wide = x((600, 60))
        wide = np.maximum(wide, np.asarray(-4, wide.dtype))
        x64 = wide.astype(np.float64)
        powers = np.exp(x64 - x64.max(1, keepdims=True))
        exact = powers / powers.sum(1, keepdims=True)
        return "softmax_v2", [wide], exact, exact, 60
    if op in BY_OP:
        return BY_OP[op](x)
    if op == "LayerNorm":
        wide, gamma, beta = x((7, 5, 40)), x((5, 40)), x((5, 40))
        x64, gamma64, beta64 = (v.astype(np.float64) for v in (wide, gamma, beta))
        mean = x64.mean((1, 2), keepdims=True)
        deviation = np.sqrt(x64.var((1, 2), keepdims=True) + 0.25)
        bound = (np.abs(x64) + np.abs(mean)) / deviation * np.abs(gamma64) + np.abs(beta64)
        return "layer_norm", [wide, gamma, beta], (x64 - mean) / deviation * gamma64 + beta64, bound, 200, \
            "ge.begin_norm_axis = 1 : i64, ge.epsilon = 0.25 : f32", \
            [wide, mean.astype(wide.dtype), mean.astype(wide.dtype)]
    if op in ("ReduceSum", "ReduceMean", "Cumsum", "SquareSumV1"):
        wide = x((40, 1000))
        x64 = wide.astype(np.float64)
        x64 = x64 * x64 if op == "SquareSumV1" else x64
        if op == "Cumsum":
            return "cumsum", [wide, Const([1])], x64.cumsum(1), np.abs(x64).cumsum(1), 1000
        if op == "SquareSumV1":
            return "square_sum_v1", [wide], x64.sum(1), x64.sum(1), 1000, \
                "ge.axis = array<i64: 1>, ge.keep_dims = false"
        if op == "ReduceMean":
            return "reduce_mean", [wide, Const([1])], x64.mean(1), np.abs(x64).mean(1), 1000
        return "reduce_sum", [wide, Const([1])], x64.sum(1), np.abs(x64).sum(1), 1000
    if op == "AccumulateNV2":
        terms = [x((1000,)) for _ in range(5)]
        x64 = np.stack(terms).astype(np.float64)
        return "accumulate_nv2", terms, x64.sum(0), np.abs(x64).sum(0), 5
    if op in ("AvgPoolV2", "AvgPool3D", "GlobalAveragePool"):
        wide = x((2, 3, 6, 7, 8) if op == "AvgPool3D" else (2, 3, 42, 8))
        x64 = wide.astype(np.float64)
        means = x64.mean(tuple(range(2, wide.ndim)), keepdims=True)
        bound = np.abs(x64).mean(tuple(range(2, wide.ndim)), keepdims=True)
        if op == "GlobalAveragePool":
            return "global_average_pool", [wide], means, bound, 336
        return "avg_pool3d" if wide.ndim == 5 else "avg_pool_v2", [wide], means, bound, 336, \
            "ge.ksize = array<i64: %s>" % ", ".join(map(str, (1, 1) + wide.shape[2:]))
    if op in ("LpNormV2", "ReduceLogSumExp"):
        # A relative error of the sum inside is one of its root, and an
        # absolute one of its logarithm.
        name, values, exact, attributes = reductions(op, x)
        return name, values, exact, exact if op == "LpNormV2" else 1 + np.abs(exact), 1000, attributes
    if op == "BatchNorm":
        wide = x((2, 3, 10, 10))
        vectors = [x((3,)).astype(np.float32) for _ in range(4)]
        vectors[3] = np.abs(vectors[3]) + np.float32(0.5)
        scale, offset, mean, variance = (v.astype(np.float64)[:, None, None] for v in vectors)
        factor = scale / np.sqrt(variance)
        return "batch_norm", [wide, *vectors], (wide.astype(np.float64) - mean) * factor + offset, \
            (np.abs(wide.astype(np.float64)) + np.abs(mean)) * np.abs(factor) + np.abs(offset), 4, \
            "ge.epsilon = 0.0 : f32"
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
    name = {"MatMulV2": "mat_mul_v2", "BatchMatMulV2": "batch_mat_mul_v2", "FullyConnection": "fully_connection"}[op]
    # FullyConnection's weights are [N, K] otherwise.
    attributes = "ge.transpose = true" if op == "FullyConnection" else ""
    return name, [a, b], a64 @ b64, np.abs(a64) @ np.abs(b64), 500, attributes


def reductions(op, x):
    """Op, operands, exact results and attributes of reductions that are no sums."""
    wide = x((40, 1000))
    x64 = wide.astype(np.float64)
    axes = "ge.axes = array<i64: 1>, ge.p = 2.0 : f32"
    if op == "LpNormV2":
        return "lp_norm_v2", [wide], np.sqrt((x64 * x64).sum(1)), axes
    if op == "ReduceLogSumExp":
        return "reduce_log_sum_exp", [wide, Const([1])], np.log(np.exp(x64).sum(1)), ""
    wide = (1 + wide[:, :30] / 8).astype(wide.dtype)
    exact = wide.astype(np.float64).prod(1)
    if op == "ReduceProdD":
        return "reduce_prod_d", [wide], exact, "ge.axes = array<i64: 1>"
    return "reduce_prod", [wide, Const([1])], exact, ""


with open(os.path.join(ROOT, "share", "ascend", "accuracy.json")) as file:
    bounds = json.load(file)["bounds"]
for entry in bounds:
    dtype = DTYPES[entry["dtype"]]
    mode = entry["mode"]
    attributes = "" if mode == "default" else "impl_mode = #ascend.impl_mode<%s>" % mode
    if entry["op"] in UNARY:
        add_pointwise(entry, UNARY[entry["op"]], [operands(dtype)], attributes,
                      dtype.itemsize == 2 and is_turn(list(UNARY).index(entry["op"]), 4))
    elif entry["op"] == "Pow":
        add_pointwise(entry, BINARY["Pow"], list(power_operands(dtype)), attributes)
        # A power that is known: whole ones up to 8 are products.
        x = np.concatenate([power_operands(dtype)[0][-1024::32], samples((4096,), dtype, 7)])
        for number, power in enumerate([*range(-9, 10), 0.5, -2.5]):
            if is_turn(number, 4):
                judges.append(Judge(entry, BINARY["Pow"], [x, np.full_like(x, power)]))
                suite_of(entry).add("pow", [x, Const([power], dtype)], np.zeros_like(x), attributes, judges[-1])
    elif entry["op"] in BINARY and entry["bound"] != "exact":
        pairs = [samples((1 << 18,), dtype, seed) for seed in (5, 6)]
        add_pointwise(entry, BINARY[entry["op"]], pairs, attributes)
    elif "sum" in entry["bound"]:
        random = np.random.default_rng(1)
        name, values, exact, magnitudes, terms, *parameters = sums(
            entry["op"], lambda shape: random.standard_normal(shape).astype(dtype))
        suite_of(entry).add(name, values, exact.astype(dtype), ", ".join(filter(None, [attributes, *parameters[:1]])),
                            check_sum(entry, exact, magnitudes, terms), *parameters[1:])
    elif entry["op"] in ("LpNormV2", "ReduceLogSumExp", "ReduceProd", "ReduceProdD"):
        random = np.random.default_rng(1)
        name, values, exact, parameters = reductions(
            entry["op"], lambda shape: random.standard_normal(shape).astype(dtype))
        suite.add(name, values, exact.astype(dtype), ", ".join(filter(None, [attributes, parameters])),
                  check_reduction(entry, exact))
    else:
        # elementwise.py and reductions.py compare these bit for bit.
        assert entry["bound"] == "exact", entry


def report():
    rows = measured + [(judge.entry, judge.worst, judge.where) for judge in judges]
    for entry, error, where in rows:
        print("%-13s %-16s %-4s %-22s %.4g at %r" % (entry["op"], entry["mode"], entry["dtype"],
                                                     entry["bound"], error, where))
    print("%d floats were put to MPFR" % sum(judge.asked for judge in judges))


if "--print" in sys.argv:
    atexit.register(report)
if not os.environ.get("ASCEND_LIST_CASES"):
    prove_doubles()
suite.main()
