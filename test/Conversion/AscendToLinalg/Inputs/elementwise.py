# ===- elementwise.py - Ops that work element by element -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Arithmetic, comparisons and casts equal numpy and ml_dtypes bit for bit."""

import ml_dtypes
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



def python_mod(x, y):
    return np.where(y == 0, 0, np.mod(x, np.where(y == 0, 1, y))).astype(x.dtype)


def shifted(x, count, left):
    """By Python's integers; counts out of range shift everything out."""
    bits = x.dtype.itemsize * 8
    results = []
    for value, by in zip(x.ravel().tolist(), count.ravel().tolist()):
        by = by if 0 <= by < bits else bits
        results.append(((value << by) if left else (value >> by)) & ((1 << bits) - 1))
    return np.array(results, "u%d" % x.itemsize).view(x.dtype).reshape(x.shape)


def integer_power(x, y):
    bits = x.dtype.itemsize * 8
    results = []
    for base, power in zip(x.ravel().tolist(), y.ravel().tolist()):
        if power < 0:
            value = base if abs(base) == 1 and power % 2 else int(abs(base) == 1)
        else:
            value = pow(base, power, 1 << bits)
        results.append(value & ((1 << bits) - 1))
    return np.array(results, "u%d" % x.itemsize).view(x.dtype).reshape(x.shape)


for dtype in FLOATS + [np.float64] + INTEGERS:
    x, y = samples((600,), dtype, 12), samples((600,), dtype, 13)
    y[::5] = x[::5]
    for op, function in [("not_equal", np.not_equal), ("less", np.less), ("less_equal", np.less_equal),
                         ("greater", np.greater), ("greater_equal", np.greater_equal)]:  # fmt: skip
        suite.add(op, [x, y], function(x, y))
    # Zero keeps its sign.
    kept = np.isnan(x) | (x == 0) if is_float(x.dtype) else False
    suite.add("sign", [x], np.where(kept, x, np.sign(x)).astype(x.dtype))
    suite.add("abs", [x], np.abs(x))
    suite.add("neg", [x], -x)
    suite.add("square", [x], (x * x).astype(x.dtype))
    suite.add("relu6", [x], minimum(maximum(x, np.zeros_like(x)), np.full_like(x, 6)))
    low, high = (np.array(v, dtype) for v in (3, 90))
    suite.add("clip_by_value", [x, low, high], minimum(maximum(x, low), high))
    three = [samples((9, 1), dtype, 14), samples((7,), dtype, 15), samples((1, 7), dtype, 16)]
    wide = [v.astype(np.float32) for v in three] if dtype in FLOATS else three
    suite.add("accumulate_nv2", three, (wide[0] + wide[1] + wide[2]).astype(dtype))

for dtype in FLOATS + [np.float64]:
    x = np.concatenate([samples((400,), dtype, 17), (np.arange(-40, 41) / 4).astype(dtype)])
    suite.add("is_nan", [x], np.isnan(x))
    suite.add("is_inf", [x], np.isinf(x))
    suite.add("is_inf", [x], np.isposinf(x), "ge.detect_negative = false")
    suite.add("is_inf", [x], np.isneginf(x), "ge.detect_positive = false")
    for op, function in [("ceil", np.ceil), ("floor", np.floor), ("round", np.rint)]:
        suite.add(op, [x], function(x).astype(dtype))

for dtype in FLOATS:
    x, y = samples((3000,), dtype, 18), samples((3000,), dtype, 19)
    wide = np.fmod(x.astype(np.float32), y.astype(np.float32))
    suite.add("mod", [x, y], wide.astype(dtype))
    python = np.mod(x.astype(np.float32), y.astype(np.float32))
    suite.add("mod", [x, y], python.astype(dtype), "ge.fmod = 0 : i64")
    suite.add("floor_mod", [x, y], python.astype(dtype))
    suite.add("floor_div", [x, y], np.floor(x.astype(np.float32) / y.astype(np.float32)).astype(dtype))
    negative = x < 0
    product = x.astype(np.float32) * y.astype(np.float32)
    suite.add("p_relu", [x, y], np.where(negative, product, x.astype(np.float32)).astype(dtype))
    factor = np.float32(0.1)
    suite.add("leaky_relu", [x], np.where(negative, x.astype(np.float32) * factor, x.astype(np.float32)).astype(dtype),
              "ge.negative_slope = 0.1 : f32")
    suite.add("muls", [x], (x.astype(np.float32) * factor).astype(dtype), "ge.value = 0.1 : f32")
    suite.add("adds", [x], (x.astype(np.float32) + factor).astype(dtype), "ge.value = 0.1 : f32")
    suite.add("power", [x], np.square(x.astype(np.float32)).astype(dtype), "ge.power = 2.0 : f32")
    for scale, shift in ((0.5, 2), (1, 2), (0.5, 0)):
        # Half of a number is exact: the sum rounds once, as in a fused multiply-add.
        line = (x.astype(np.float64) * scale + shift).astype(np.float32)
        suite.add("power", [x], np.square(line).astype(dtype),
                  "ge.power = 2.0 : f32, ge.scale = %r : f32, ge.shift = %r : f32" % (float(scale), float(shift)),
                  is_edge=dtype == np.float32)
    suite.add("threshold", [x], (x > 0.5).astype(dtype), "ge.threshold = 0.5 : f32")
    shrunk = np.select([np.isnan(x), x > 0.5, x < -0.5],
                       [x.astype(np.float32), x.astype(np.float32) - factor, x.astype(np.float32) + factor], 0)
    suite.add("shrink", [x], shrunk.astype(dtype), "ge.lambd = 0.5 : f32, ge.bias = 0.1 : f32")

for dtype in INTEGERS:
    x, y = samples((600,), dtype, 20), samples((600,), dtype, 21)
    y[::3] = np.arange(200) % 5
    y[1::3] = np.resize(np.array([-1, -2, 1, 7], np.int8).astype(dtype), 200)
    quotient = [0 if not q else int(p / q) if abs(p) < 2**50 else abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1)
                for p, q in zip(x.tolist(), y.tolist())]  # fmt: skip
    bits = dtype().itemsize * 8
    wrap = np.array([q & ((1 << bits) - 1) for q in quotient], "u%d" % dtype().itemsize).view(dtype)
    suite.add("real_div", [x, y], wrap)
    floored = [0 if not q else (p // q) & ((1 << bits) - 1) for p, q in zip(x.tolist(), y.tolist())]
    suite.add("floor_div", [x, y], np.array(floored, "u%d" % dtype().itemsize).view(dtype))
    suite.add("floor_mod", [x, y], python_mod(x, y))
    suite.add("mod", [x, y], python_mod(x, y), "ge.fmod = 0 : i64")
    suite.add("mod", [x, y], np.fmod(x, np.where(y == 0, 1, y)).astype(dtype))
    suite.add("bitwise_and", [x, y], x & y)
    suite.add("bitwise_or", [x, y], x | y)
    suite.add("bitwise_xor", [x, y], x ^ y)
    suite.add("invert", [x], ~x)
    # What is not less than 0 stays; products wrap.
    suite.add("p_relu", [x, y], np.where(x < 0, x * y, x), is_edge=dtype in (np.int8, np.uint8))
    count = samples((600,), dtype, 22)
    count[::2] = np.arange(300) % (bits + 2)
    suite.add("left_shift", [x, count], shifted(x, count, True))
    suite.add("right_shift", [x, count], shifted(x, count, False))
    suite.add("pow", [y, count], integer_power(y, count))
x, y = samples((200,), np.bool_, 23), samples((200,), np.bool_, 24)
suite.add("logical_and", [x, y], x & y)
suite.add("logical_or", [x, y], x | y)
suite.add("logical_not", [x], ~x)
suite.add("bitwise_xor", [x, y], x ^ y)



def near_with_signs(actual, expected):
    """Within two units in the last place, and zeros have their sign."""
    unit = float(ml_dtypes.finfo(actual.dtype).eps)
    wide, wanted = actual.astype(np.float64), expected.astype(np.float64)
    same = np.abs(wide - wanted) <= 2 * unit * np.abs(wanted) + float(ml_dtypes.finfo(actual.dtype).tiny)
    same |= wide == wanted
    return ~(np.isnan(wide) & np.isnan(wanted) | same & (np.signbit(wide) == np.signbit(wanted)))


# x sigmoid(scale x), which is a zero where the gate is: also for an infinite x.
for dtype in FLOATS:
    x = np.concatenate([samples((400,), dtype, 26), np.array([-np.inf, np.inf, -0.0, 0, -80, 80], dtype)])
    for scale in (1, 0.5, -2, 0):
        wide = x.astype(np.float64)
        gate = 1 / (1 + np.exp(-(wide * scale)))
        gated = np.where(gate == 0, np.copysign(0, wide), wide * gate)
        suite.add("swish", [x], gated.astype(dtype), "ge.scale = %r : f32" % float(scale), near_with_signs,
                  is_edge=dtype == np.float32)

for dtype in FLOATS:
    for mode in ("", "impl_mode = #ascend.impl_mode<high_precision>"):
        x, y = samples((60, 61), dtype, 4), samples((60, 61), dtype, 5)
        suite.add("real_div", [x, y], divide(x, y), mode)
        suite.add("sqrt", [x], np.sqrt(x.astype(np.float32)).astype(x.dtype), mode)
    suite.add("reciprocal", [x], divide(np.ones_like(x), x))
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
    suite.add("select_v2", [choice, x, y], np.where(choice, x, y))


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
