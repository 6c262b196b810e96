# ===- losses.py - Losses, determinants, Einsum, positions of maxima -------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#

import ml_dtypes
import numpy as np
from suite import Suite, bfloat16, integers

suite = Suite()


def close(actual, exact):
    info = ml_dtypes.finfo(actual.dtype)
    unit = 2.0 ** (np.floor(np.log2(np.maximum(np.abs(exact), float(info.tiny)))) - info.nmant)
    error = np.abs(actual.astype(np.float64) - exact)
    return ~((error <= 1e-5 * np.maximum(1, np.abs(exact)) + 0.5 * unit) | (np.isnan(exact) & np.isnan(actual)))


def add(op, operands, exact, attributes):
    dtype = operands[0].dtype
    results = [np.asarray(e).astype(dtype) for e in exact]
    for index, wanted in enumerate(exact):
        suite.add(op, operands, results[index], attributes,
                  lambda actual, _, wanted=np.asarray(wanted): close(actual, wanted), results, index)  # fmt: skip


def loss(logs, target, weight, ignored, reduction):
    inside = (target >= 0) & (target < logs.shape[1]) & (target != ignored)
    safe = np.where(inside, target, 0)
    picked = np.take_along_axis(logs, np.expand_dims(safe, 1), 1)[:, 0]
    weights = np.where(inside, 1 if weight is None else weight.astype(np.float64)[safe], 0)
    losses = np.where(weights == 0, 0, -picked * weights)
    total = weights.sum()
    if reduction == "none":
        return losses, total
    with np.errstate(all="ignore"):
        return losses.sum() / total if reduction == "mean" else losses.sum(), total


for dtype in (np.float32, np.float16, bfloat16):
    random = np.random.default_rng(2)
    for shape in [(6, 5), (3, 4, 2, 3)][: 2 if dtype == np.float32 else 1]:
        x = random.standard_normal(shape).astype(dtype)
        x64 = x.astype(np.float64)
        target = random.integers(0, shape[1], (shape[0], *shape[2:]))
        # The number that is ignored, the first on either side that is no class, the last class.
        target.flat[1:5] = -100, shape[1], -1, shape[1] - 1
        weight = random.uniform(0, 1, shape[1]).astype(dtype)
        powers = np.exp(x64 - x64.max(1, keepdims=True))
        logs = np.log(powers / powers.sum(1, keepdims=True))
        for reduction in ("mean", "sum", "none"):
            for given in (None, weight)[reduction == "none" and dtype != np.float32 :]:
                for ignored in (2,) if given is weight else (-100,):
                    attributes = 'ge.reduction = "%s", ge.ignore_index = %d : i64' % (reduction, ignored)
                    operands = [x, target.astype(np.int32)] + ([] if given is None else [given])
                    y, total = loss(x64, target, given, ignored, reduction)
                    add("nll_loss", operands, [y, total], attributes)
                    y, _ = loss(logs, target, given, ignored, reduction)
                    add("softmax_cross_entropy_loss", operands, [y, logs], attributes)
# An ignored infinity is no NaN; without any weight the mean is one.
x = np.array([[np.inf, 1], [2, -np.inf]], np.float32)
add("nll_loss", [x, np.array([-100, 0])], [np.array(-2.0), np.array(1.0)], "")
add("nll_loss", [x, np.array([-100, -100])], [np.array(np.nan), np.array(0.0)], "")
# Ignored as a class that has a score, and by a weight of 0.
x = np.array([[np.inf, 1], [2, 3]], np.float32)
add("nll_loss", [x, np.array([0, 1])], [np.array(-3.0), np.array(1.0)], "ge.ignore_index = 0 : i64")
weight = np.array([0, 0.5], np.float32)
add("nll_loss", [x, np.array([0, 1]), weight], [np.array(-3.0), np.array(0.5)], "")
add("nll_loss", [x, np.array([0, 1]), weight], [np.array([0, -1.5]), np.array(0.5)], 'ge.reduction = "none"')

for dtype in (np.float32, np.float16, bfloat16):
    random = np.random.default_rng(3)
    for shape in [(1, 1), (2, 2), (5, 5), (3, 2, 4, 4), (0, 0), (2, 0, 0)]:
        x = random.uniform(-1, 1, shape).astype(dtype)
        add("matrix_determinant", [x], [np.linalg.det(x.astype(np.float64))], "")
    # Rows have to be exchanged; a matrix without an inverse.
    add("matrix_determinant", [np.array([[0, 2, 1], [1, 0, 0], [3, 0, 4]], dtype)], [np.array(-8.0)], "")
    add("matrix_determinant", [np.array([[1, 2], [2, 4]], dtype)], [np.array(0.0)], "")

EQUATIONS = [
    ("ij->ji", [(3, 4)]), ("ij->i", [(3, 4)]), ("...ii->...i", [(3, 5, 5)]), ("ii", [(4, 4)]), ("i,i", [(5,), (5,)]),
    ("bij, bjk -> bik", [(5, 2, 3), (5, 3, 4)]), ("->", [()]), ("ij,jk,kl->il", [(2, 3), (3, 4), (4, 5)]),
    ("...ij,...jk", [(2, 1, 3, 4), (5, 4, 6)]), ("bhqd,bkhd->bhqk", [(2, 3, 4, 5), (2, 6, 3, 5)]),
    ("ab,cd->dacb", [(2, 3), (4, 5)]), ("ij,j->ij", [(3, 4), (4,)]), ("ba", [(2, 3)]), ("ij,ij->", [(2, 0), (2, 0)]),
    ("ij,j->i", [(3, 4), (1,)]),
]  # fmt: skip
for dtype in (np.float32, np.float16, bfloat16, np.float64, np.int32):
    for equation, shapes in EQUATIONS if dtype == np.float32 else EQUATIONS[3:6]:
        operands = [integers(shape, dtype, n) for n, shape in enumerate(shapes)]
        wide = [x.astype(np.float64) for x in operands]
        if equation == "ij,j->i":
            wide[1] = np.repeat(wide[1], 4)
        suite.add("einsum", operands, np.asarray(np.einsum(equation, *wide)).astype(dtype),
                  'ge.equation = "%s"' % equation)  # fmt: skip


def positions(x, size, stride, before):
    """One image plane after another, by hand; the window of all of `size`."""
    n, c, d, h, w = x.shape
    out = (h + 2 * before - size) // stride + 1, (w + 2 * before - size) // stride + 1
    y, at = np.zeros((n, c, d, *out), x.dtype), np.zeros((n, c, d, *out), np.int64)
    for place in np.ndindex(*y.shape):
        best = None
        for i in range(size):
            for j in range(size):
                row, column = place[3] * stride + i - before, place[4] * stride + j - before
                if not (0 <= row < h and 0 <= column < w):
                    continue
                value = x[place[:3] + (row, column)]
                if best is None or value > best[0] or (np.isnan(value) and not np.isnan(best[0])):
                    best = value, (place[2] * h + row) * w + column
        y[place], at[place] = best
    return y, at


for dtype in (np.float32, np.float16, bfloat16, np.int8):
    x = integers((2, 3, 2, 7, 6), dtype, 4, -3, 4)
    if dtype != np.int8:
        x[0, 0, 0, :4, :4] = -np.inf
        x[1, 2, 1, 5, 3] = np.nan
    for size, stride, before in [(2, 2, 0), (3, 2, 1), (3, 1, 0)]:
        y, at = positions(x, size, stride, before)
        attributes = ("ge.ksize = array<i64: 1, 1, 1, %d, %d>, ge.strides = array<i64: 1, 1, 1, %d, %d>, "
                      "ge.pads = array<i64: 0, 0, %d, %d, %d, %d>" % ((size,) * 2 + (stride,) * 2 + (before,) * 4))
        for argmax in (at, at.astype(np.int32))[: 2 if size == 2 else 1]:
            suite.add("max_pool3d_with_argmax_v2", [x], argmax, attributes, results=[y, argmax], index=1)
        suite.add("max_pool3d_with_argmax_v2", [x], y, attributes, results=[y, at], index=0)

suite.main()
