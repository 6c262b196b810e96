# ===- elementwise.py - Ops that work element by element -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Arithmetic, comparisons and casts equal numpy and ml_dtypes bit for bit."""

import numpy as np
from suite import Suite, bfloat16, is_float, samples

suite = Suite()
FLOATS = [np.float32, np.float16, bfloat16]
INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
BROADCASTS = [((64, 65), (64, 65)), ((9, 1), (7,)), ((3, 1, 5), (1, 4, 1)), ((), (6,)), ((1, 1), (1, 1)),
              ((0, 3), (3,))]  # fmt: skip


def maximum(x, y):
    """numpy leaves open which zero wins; here +0 does, as in IEEE's maximum."""
    both_zero = (x == 0) & (y == 0) if is_float(x.dtype) else False
    return np.where(both_zero, x + y, np.maximum(x, y)).astype(x.dtype)


def minimum(x, y):
    both_zero = (x == 0) & (y == 0) if is_float(x.dtype) else False
    return np.where(both_zero, -(-x - y), np.minimum(x, y)).astype(x.dtype)


def divide(x, y):
    return np.divide(x.astype(np.float32), y.astype(np.float32)).astype(x.dtype)


for dtype in FLOATS + [np.float64] + INTEGERS:
    for left, right in BROADCASTS:
        x, y = samples(left, dtype, 1), samples(right, dtype, 2)
        suite.add("add", [x, y], x + y)
        suite.add("sub", [x, y], x - y)
        suite.add("mul", [x, y], x * y)
        suite.add("maximum", [x, y], maximum(x, y))
        suite.add("minimum", [x, y], minimum(x, y))
        suite.add("equal", [x, y], x == y)
    x = samples((500,), dtype, 3)
    suite.add("relu", [x], maximum(x, np.zeros_like(x)))
    # Equal elements are rare among random ones.
    suite.add("equal", [x, x], x == x)

for dtype in FLOATS:
    for mode in ("", "impl_mode = #ascend.impl_mode<high_performance>"):
        x, y = samples((60, 61), dtype, 4), samples((60, 61), dtype, 5)
        suite.add("real_div", [x, y], divide(x, y), mode)
        suite.add("sqrt", [x], np.sqrt(x.astype(np.float32)).astype(x.dtype), mode)
        suite.add("reciprocal", [x], divide(np.ones_like(x), x), mode)
x, y = samples((60, 61), np.float64, 4), samples((60, 61), np.float64, 5)
suite.add("real_div", [x, y], x / y)
suite.add("sqrt", [x], np.sqrt(x))
suite.add("reciprocal", [x], 1 / x)

# Columns with a wider result round once, to that.
x, y = samples((500,), np.float16, 6), samples((500,), np.float16, 7)
suite.add("add", [x, y], x.astype(np.float32) + y.astype(np.float32))
suite.add("mul", [x, y.astype(np.float32)], x.astype(np.float32) * y.astype(np.float32))

for dtype in FLOATS + [np.int32, np.uint8, np.bool_]:
    choice = samples((40, 1), np.bool_, 8)
    x, y = samples((40, 41), dtype, 9), samples((41,), dtype, 10)
    suite.add("select", [choice, x, y], np.where(choice, x, y))


def cast(x, dtype):
    dtype = np.dtype(dtype)
    if dtype == np.bool_:
        return x != 0
    if is_float(dtype):
        # Integers become f16 and bf16 by way of f32, as in numpy and ml_dtypes.
        if not is_float(x.dtype) and dtype.itemsize == 2:
            return x.astype(np.float32).astype(dtype)
        return x.astype(dtype)
    if not is_float(x.dtype):
        return x.astype(dtype)
    info = np.iinfo(dtype)
    wide = x.astype(np.float64)
    whole = [0 if np.isnan(v) else info.min if v <= info.min else info.max if v >= info.max else int(v)
             for v in wide.ravel()]  # fmt: skip
    return np.array(whole, dtype).reshape(x.shape)


EVERYTHING = FLOATS + [np.float64] + INTEGERS + [np.bool_]
for source in EVERYTHING:
    # Random bits are mostly outside the range of integers; these are inside.
    values = [samples((300,), source, 11)]
    if is_float(source):
        values.append((np.linspace(-300, 300, 1201)).astype(source))
    for x in values:
        for target in EVERYTHING:
            suite.add("cast", [x], cast(x, target))
halfway = (np.arange(-4000, 4000) / 8 * (1 + 2.0**-11)).astype(np.float32)
suite.add("cast", [halfway], halfway.astype(np.float16))
suite.add("cast", [halfway], halfway.astype(bfloat16))
# Rounding f64 to f32 first would round these to even twice.
twice = (1 + 2.0**-11 + np.array([2.0**-40, -(2.0**-40), 0])).astype(np.float64)
suite.add("cast", [twice], twice.astype(np.float16))

suite.main()
