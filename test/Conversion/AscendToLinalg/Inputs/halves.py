# ===- halves.py - Every intermediate result of a mode in f16 is f16 -------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The formulas of modes that compute in f16, step by step in numpy's float16,
over all 65536 operands: bit for bit, so that no rounding is missing."""

import numpy as np
from suite import Const, Suite

H, F = np.float16, np.float32
MODE = "impl_mode = #ascend.impl_mode<%s>"


def entry(x):
    """The reciprocal of the middle of x's cell, in f32."""
    x = x.astype(F)
    middle = ((x.view(np.uint32) & np.uint32(0xFFFF8000)) | np.uint32(0x4000)).view(F)
    return F(1) / np.where(np.isinf(x), x, middle)


def divide(x, y):
    """vdiv: the table's reciprocal and one Newton step; the fused products are
    exact in f64, and what f64 rounds lies far below an f16."""
    x, y, estimate = x.astype(F), y.astype(F), entry(y)
    quotient = x * estimate
    rest = (x.astype(np.float64) - quotient.astype(np.float64) * y).astype(F)
    refined = (quotient.astype(np.float64) + estimate.astype(np.float64) * rest).astype(F)
    return np.where((quotient == 0) | np.isnan(refined), quotient, refined).astype(H)


def sigmoid(x):
    square = x * x
    total = square * H(0.00020769753) + H(-0.0102459298)
    total = total * square + H(0.229270815)
    return np.minimum(np.maximum(total * x + H(0.5), H(0)), H(1))


def gelu(x):
    difference = np.minimum(np.abs(x * H(0.7071)), H(1.769)) + H(-1.769)
    erf = difference * difference * H(-0.1444) + H(0.5)
    moved = np.minimum(np.maximum(x + H(1e-7), H(-65504)), H(65504))
    sign = moved * np.minimum(entry(np.abs(moved)).astype(H), H(65504))
    return x * (erf * sign + H(0.5))


def mish(x):
    power = x * H(1 / 64) + H(1)
    for _ in range(6):
        power = power * power
    total = power + H(1)
    return x * (H(1) - divide(np.full_like(x, 2), total * total + H(1)))


def threshold(x):
    step = np.minimum(np.maximum(x - H(0.3), H(0)), H(1))
    return np.minimum(np.minimum(step * H(1e4), H(1)) * H(1e4), H(1))


everything = np.arange(1 << 16, dtype=np.uint16).view(H)
suite, other = Suite(), Suite("Ascend310P3")
suite.others.append(other)
suite.add("gelu", [everything], gelu(everything), MODE % "high_performance")
suite.add("mish", [everything], mish(everything), MODE % "super_performance")
suite.add("threshold", [everything], threshold(everything), MODE % "high_performance" + ", ge.threshold = 0.3 : f32")
other.add("sigmoid", [everything], sigmoid(everything), MODE % "high_performance")
random = np.random.default_rng(1)
x, y = (random.integers(0, 1 << 16, 100000, dtype=np.uint16).view(H) for _ in range(2))
suite.add("real_div", [x, y], divide(x, y), MODE % "high_performance")

# The same mean at every length that one vector of lanes holds: one rounding a
# lane, then halves onto halves.
terms = random.standard_normal((300, 64)).astype(H)
parts = terms * (H(1) / H(64))
lanes = parts
while lanes.shape[1] > 1:
    half = lanes.shape[1] // 2
    lanes = lanes[:, :half] + lanes[:, half:]
mean = Suite("Ascend310")


def close(actual, expected):
    """The order of a sum is not that of the scalar loops: within one rounding
    of each of the 64 terms, and no result of a float sum."""
    exact = parts.astype(np.float64).sum(1)
    unrounded = exact.astype(H)
    spread = np.abs(parts.astype(np.float64)).sum(1) * 2.0**-11 * 8
    return (np.abs(actual.astype(np.float64) - exact) > spread) | (np.mean(actual == unrounded) > 0.9)


# LayerNorm's statistics go through f16 in high_precision, and where no mode is
# set, too: every sum here is exact in f32, and few means and variances are in
# f16. One division, one root, one rounding.
rows = random.integers(1024, 1224, (400, 4)).astype(H)
exact_mean = rows.astype(np.float64).mean(1, keepdims=True)
exact_variance = rows.astype(np.float64).var(1, keepdims=True)
statistics = [v.astype(H).astype(F) for v in (exact_mean, exact_variance)]
assert np.mean(statistics[0] == exact_mean) < 0.5 and np.mean(statistics[1] == exact_variance) < 0.5
normal = ((rows.astype(F) - statistics[0]) / np.sqrt(statistics[1] + F(0.25))).astype(H)
for attributes in ("", MODE % "high_precision" + ", "):
    suite.add("layer_norm", [rows, np.ones(4, H), np.zeros(4, H)], normal,
              attributes + "ge.begin_norm_axis = 1 : i64, ge.epsilon = 0.25 : f32",
              results=[rows, exact_mean.astype(H), exact_mean.astype(H)])  # fmt: skip

mean.add("reduce_mean", [terms, Const([1])], lanes[:, 0], MODE % "high_performance", close)
suite.others.append(mean)
suite.main()
