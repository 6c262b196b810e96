# ===- indices.py - Ops that read or write at indices ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Gathers, scatters, OneHot and TopK, and that wrong indices touch nothing."""

import numpy as np
from suite import Const, Suite, bfloat16, integers, samples

suite = Suite()
DTYPES = [np.float32, np.float16, bfloat16, np.int8, np.int64, np.uint8, np.bool_, np.float64]
random = np.random.default_rng(7)

# Gathers.
for dtype in DTYPES:
    x = samples((4, 6, 5), dtype, 1)
    for axis in (0, 1, -1):
        for index in (np.int32, np.int64):
            extent = x.shape[axis]
            indices = random.integers(-extent, extent, (2, 3)).astype(index)
            suite.add("gather_v2", [x, indices, Const([axis], np.int32)], np.take(x, indices, axis))
    at = random.integers(-6, 6, (4, 3, 5))
    suite.add("gather_elements", [x, at], np.take_along_axis(x, at, 1), "ge.dim = 1 : i64")
    pairs = random.integers(-4, 4, (7, 2))
    suite.add("gather_nd", [x, pairs], x[pairs[:, 0], pairs[:, 1]])
    inner = random.integers(-6, 6, (4, 2, 1))
    suite.add("gather_nd", [x, inner], np.stack([x[i][inner[i, :, 0]] for i in range(4)]),
              "ge.batch_dims = 1 : i64")
    triples = np.stack([random.integers(-e, e, 9) for e in x.shape], -1).reshape(3, 3, 3).astype(np.int32)
    suite.add("gather_nd", [x, triples], x[tuple(np.moveaxis(triples, -1, 0))])
suite.add("gather_v2", [x, np.array(2), Const([1], np.int32)], x[:, 2])
suite.add("gather_v2", [x, np.zeros((0,), np.int64), Const([1], np.int32)], x[:, :0])


def scatter(data, axis, indices, updates, how):
    y = data.copy()
    for at in np.ndindex(indices.shape):
        place = list(at)
        place[axis] = indices[at]
        y[tuple(place)] = how(y[tuple(place)], updates[at])
    return y


def scatter_nd(data, indices, updates, how):
    y = data.copy()
    for at in np.ndindex(indices.shape[:-1]):
        place = tuple(indices[at])
        y[place] = how(y[place], updates[at])
    return y


def replace(before, update):
    return update


HOW = {"none": replace, "add": np.add, "mul": np.multiply, "max": np.maximum, "min": np.minimum}
ND = {"none": "update", "add": "add", "mul": "mul", "max": "max", "min": "min"}
for dtype in [np.float32, np.float16, bfloat16, np.int32, np.int64, np.uint8, np.float64]:
    data = integers((4, 6, 3), dtype, 2, 0)
    updates = integers((3, 4, 3), dtype, 3, 0, 4)
    at = random.integers(-6, 6, updates.shape)
    rows = random.integers(-4, 4, (5, 1)).astype(np.int32)
    slices = integers((5, 6, 3), dtype, 4, 0, 4)
    points = np.stack([random.integers(-e, e, 8) for e in data.shape], -1)
    scalars = integers((8,), dtype, 5, 0, 4)
    for word, how in HOW.items():
        suite.add("scatter_elements", [data, at, updates], scatter(data, 1, at, updates, how),
                  'ge.axis = -2 : i64, ge.reduction = "%s"' % word)
        op = "scatter_nd_" + ND[word]
        suite.add(op, [data, rows, slices], scatter_nd(data, rows, slices, how))
        suite.add(op, [data, points, scalars], scatter_nd(data, points, scalars, how))
for dtype in [np.bool_, np.int8]:
    data = samples((4, 6), dtype, 6)
    at = random.integers(-4, 4, (2, 6))
    suite.add("scatter_elements", [data, at, data[2:]], scatter(data, 0, at, data[2:], replace))

# Indices as values.
for dtype in (np.int32, np.int64, np.uint8, np.float32, np.float16, bfloat16):
    x = np.array([[0, 3, 5], [2, 6, 1]], dtype) - np.array(2 if np.dtype(dtype).kind != "u" else 0, dtype)
    wrapped = np.where(x < 0, x + 5, x)
    hot = np.arange(5) == wrapped[..., None]
    on, off = np.array([7], np.float16), np.array([-2], np.float16)
    suite.add("one_hot", [x, Const([5]), on, off], np.where(hot, on, off))
    suite.add("one_hot", [x, Const([5]), on, off], np.where(np.moveaxis(hot, -1, 1), on, off), "ge.axis = 1 : i64")

# Order. Equal elements, both zeros and NaN are among the samples.
for dtype in [np.float32, np.float16, bfloat16, np.float64, np.int8, np.int64, np.uint8, np.uint64]:
    for shape, axis, k in [((3, 20), -1, 7), ((17,), 0, 17), ((9, 2, 3), 0, 4), ((2, 1, 5), 1, 1)]:
        x = np.concatenate([samples(shape, dtype, 8)])
        x = np.where(random.integers(0, 2, shape), x, x.flat[0]).astype(dtype)
        wide = x.astype(np.float64) if dtype != np.int64 and dtype != np.uint64 else x.astype(object)
        rank = np.moveaxis(wide, axis, -1)
        for largest in (True, False):
            def order(row):
                def key(i):
                    isnan = row[i] != row[i]
                    value = 0 if isnan else row[i]
                    return ((not isnan, -value, i) if largest else (isnan, value, i))

                return sorted(range(len(row)), key=key)[:k]

            flat = rank.reshape(-1, rank.shape[-1])
            indices = np.array([order(row) for row in flat], np.int64).reshape(*rank.shape[:-1], k)
            indices = np.moveaxis(indices, -1, axis)
            values = np.take_along_axis(x, indices, axis)
            attributes = "ge.dim = %d : i64, ge.largest = %s" % (axis, str(largest).lower())
            for index, part in enumerate([values, indices]):
                suite.add("top_k", [x, Const([k])], part, attributes, results=[values, indices], index=index)
                suite.add("top_k_d", [x, np.zeros(8192, np.float16)], part, attributes + ", ge.k = %d : i64" % k,
                          results=[values, indices], index=index)  # fmt: skip

# Running products, and numbers in steps.
for dtype in (np.float32, np.float16, bfloat16, np.float64, np.int32, np.int64):
    x = integers((3, 7), dtype, 9, 1, 4)
    wide = x.astype(np.float64)
    suite.add("cumprod", [x, Const([1])], np.cumprod(wide, 1).astype(dtype))
    reverse = np.cumprod(wide[::-1], 0)[::-1].astype(dtype)
    suite.add("cumprod", [x, Const([0])], np.concatenate([reverse[1:], np.ones((1, 7), dtype)]),
              "ge.reverse = true, ge.exclusive = true")
    suite.add("range", [np.array(2, dtype), np.array(21, dtype), np.array(3, dtype)], np.arange(2, 21, 3).astype(dtype))

suite.main()
