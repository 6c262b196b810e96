# ===- norms.py - Normalizations, softmax and its relatives ----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Against float64: what is left after the last rounding is within 1e-5 of the
result's magnitude, or of 1. The bounds of long sums are in accuracy.json."""

import ml_dtypes
import numpy as np
from suite import Suite, bfloat16

suite = Suite()


def close(actual, exact):
    info = ml_dtypes.finfo(actual.dtype)
    value = actual.astype(np.float64)
    unit = 2.0 ** (np.floor(np.log2(np.maximum(np.abs(exact), float(info.tiny)))) - info.nmant)
    return ~(np.abs(value - exact) <= 1e-5 * np.maximum(1, np.abs(exact)) + 0.5 * unit)


def add(op, operands, exact, attributes):
    dtype = operands[0].dtype
    results = [np.asarray(e).astype(dtype) for e in exact]
    for index, wanted in enumerate(exact):
        suite.add(op, operands, results[index], attributes,
                  lambda actual, _, wanted=wanted: close(actual, wanted), results, index)  # fmt: skip


def softmax(x, axes):
    powers = np.exp(x - x.max(axes, keepdims=True))
    return powers / powers.sum(axes, keepdims=True)


def normalize(x, axes, epsilon):
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon), mean, variance


def by_channel(vector, rank):
    return vector.astype(np.float64).reshape(-1, *[1] * (rank - 2))


for dtype in (np.float32, np.float16, bfloat16):
    random = np.random.default_rng(1)

    def values(*extents):
        return random.standard_normal(extents).astype(dtype)

    x = values(3, 4, 5, 6)
    x64 = x.astype(np.float64)
    for axes in [(3,), (1,), (1, 2, 3), (0, 2)]:
        listed = "ge.axes = array<i64: %s>" % ", ".join(map(str, axes))
        add("softmax_v2", [x], [softmax(x64, axes)], listed)
        add("log_softmax_v2", [x], [np.log(softmax(x64, axes))], listed)
        if len(axes) > 1:
            mean, variance = x64.mean(axes, keepdims=True), x64.var(axes, keepdims=True)
            add("mvnv2", [x], [(x64 - mean) / (np.sqrt(variance) + 0.25)], listed + ", ge.eps = 0.25 : f32")
            add("l2_normalize", [x], [x64 / np.sqrt(np.maximum((x64 * x64).sum(axes, keepdims=True), 0.5))],
                listed.replace("axes", "axis") + ", ge.eps = 0.5 : f32")
    for axis in (0, 2, -1):
        # Of equal ones the first.
        tied = np.round(x)
        hot = np.arange(x.shape[axis]) == np.expand_dims(tied.argmax(axis), -1)
        suite.add("hard_max", [tied], np.moveaxis(hot, -1, axis).astype(dtype), "ge.axis = %d : i64" % axis)

    gamma, beta = values(4), values(4)
    y, mean, variance = normalize(x64, (2, 3), 0.25)
    add("instance_norm", [x, gamma, beta], [y * by_channel(gamma, 4) + by_channel(beta, 4), mean, variance],
        "ge.epsilon = 0.25 : f32")
    y, mean, variance = normalize(x64.reshape(3, 2, 2, 5, 6), (2, 3, 4), 0.5)
    add("group_norm", [x, gamma, beta],
        [y.reshape(x.shape) * by_channel(gamma, 4) + by_channel(beta, 4), mean.reshape(3, 2), variance.reshape(3, 2)],
        "ge.num_groups = 2 : i64, ge.eps = 0.5 : f32")
    gamma, beta = values(5, 6), values(5, 6)
    y, mean, variance = normalize(x64, (2, 3), 0.125)
    if dtype == np.float16:
        # Its statistics go through f16.
        mean, variance = (v.astype(np.float16).astype(np.float64) for v in (mean, variance))
        y = (x64 - mean) / np.sqrt(variance + 0.125)
    add("layer_norm", [x, gamma, beta], [y * gamma.astype(np.float64) + beta.astype(np.float64), mean, variance],
        "ge.begin_norm_axis = 2 : i64, ge.epsilon = 0.125 : f32")
    rms = np.sqrt((x64 * x64).mean((2, 3), keepdims=True) + 0.25)
    results = [x, (1 / rms).astype(np.float32)]
    for index, wanted in enumerate([x64 / rms * gamma.astype(np.float64), 1 / rms]):
        suite.add("rms_norm", [x, gamma], results[index], "ge.epsilon = 0.25 : f32",
                  lambda actual, _, wanted=wanted: close(actual, wanted), results, index)  # fmt: skip

    for size in (1, 2, 3, 6):
        radius = (size - 1) // 2
        squares = np.pad(x64 * x64, ((0, 0), (radius, size - 1 - radius), (0, 0), (0, 0)))
        sums = sum(squares[:, k : k + 4] for k in range(size))
        add("lrn", [x], [x64 / (1.5 + 0.25 * sums) ** 0.75],
            "ge.depth_radius = %d : i64, ge.local_size = %d : i64, ge.bias = 1.5 : f32, ge.alpha = 0.25 : f32, "
            "ge.beta = 0.75 : f32" % (radius, size))
    # All is one sum.
    one = x[:1, :1, :1, :1]
    add("lrn", [one], [one.astype(np.float64) / (1 + one.astype(np.float64) ** 2) ** 0.5], "ge.depth_radius = 1 : i64")

# Rows of one value, of infinities, and of NaN.
rows = np.array([[7] * 4, [-np.inf, 0, 1, 2], [np.nan, 0, 1, 2], [3e38] * 4], np.float32)
with np.errstate(all="ignore"):
    add("softmax_v2", [rows[:2]], [softmax(rows[:2].astype(np.float64), 1)], "")
    expected = np.log(softmax(rows[[0, 3]].astype(np.float64), 1))
add("log_softmax_v2", [rows[[0, 3]]], [expected], "")
suite.add("hard_max", [rows], np.array([[1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [1, 0, 0, 0]], np.float32))

suite.main()
