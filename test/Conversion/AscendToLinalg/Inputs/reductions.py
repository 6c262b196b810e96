# ===- reductions.py - Reductions, positions, running sums, pools ----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Reductions over any axes equal numpy bit for bit where no sum rounds: on small
whole numbers, and for extrema on any numbers. Pools are compared with windows cut
out by numpy."""

import functools
import itertools

import numpy as np
from suite import Const, Suite, bfloat16, integers, is_float, samples

suite = Suite()
FLOATS = [np.float32, np.float16, bfloat16]
INTEGERS = [np.int8, np.int32, np.int64, np.uint8, np.uint64]
SHAPES = [((5, 6, 70), (2,)), ((5, 6, 70), (0, 1)), ((5, 6, 7), (0, 2)), ((4, 3), (0, 1)), ((3, 0, 4), (1,)),
          ((0, 4), (1,)), ((7,), (0,))]  # fmt: skip


def wide(x):
    return x.astype(np.float32) if x.dtype in (np.float16, bfloat16) else x


def keep(flag):
    return "ge.keep_dims = %s" % ("true" if flag else "false")


for dtype in FLOATS + [np.float64] + INTEGERS:
    for (shape, axes), kept in zip(SHAPES, itertools.cycle([True, False])):
        x = integers(shape, dtype, 1, 0, 4)
        constant, options = Const(axes), {"axis": axes, "keepdims": kept}
        total = np.sum(wide(x), dtype=wide(x).dtype, **options)
        suite.add("reduce_sum", [x, constant], total.astype(dtype), keep(kept))
        count = int(np.prod([shape[axis] for axis in axes]))
        if is_float(np.dtype(dtype)):
            suite.add("reduce_mean", [x, constant], (total / total.dtype.type(count)).astype(dtype), keep(kept))
        elif count:
            # Sums wrap, and the division cuts off towards zero.
            mean = total.astype(object) // count + ((total < 0) & (total.astype(object) % count != 0))
            suite.add("reduce_mean", [x, constant], mean.astype(dtype), keep(kept))
        squares = np.sum(wide(x) * wide(x), dtype=wide(x).dtype, **options)
        attribute = "ge.axis = array<i64: %s>, " % ", ".join(map(str, axes))
        suite.add("square_sum_v1", [x], squares.astype(dtype), attribute + keep(kept))
        if is_float(np.dtype(dtype)):
            y = -x
            attribute = "ge.axes = array<i64: %s>, ge.keepdim = %s, ge.p = %%s : f32" % (
                ", ".join(map(str, axes)), "true" if kept else "false")  # fmt: skip
            suite.add("lp_norm_v2", [y], total.astype(dtype), attribute % "1.0")
            suite.add("lp_norm_v2", [y], np.sqrt(squares).astype(dtype), attribute % "2.0")
        ones = integers(shape, dtype, 2, 1, 3) if np.prod(shape) < 200 else np.ones(shape, dtype)
        product = np.prod(wide(ones), dtype=wide(ones).dtype, **options)
        suite.add("reduce_prod", [ones, constant], product.astype(dtype), keep(kept))
        x = samples(shape, dtype, 3)
        if is_float(x.dtype):  # numpy leaves open which zero is the greater.
            x = np.where(x == 0, np.abs(x), x)
            low, high = -np.inf, np.inf
        else:
            low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        suite.add("reduce_max", [x, constant], np.max(wide(x), initial=low, **options).astype(dtype), keep(kept))
        suite.add("reduce_min", [x, constant], np.min(wide(x), initial=high, **options).astype(dtype), keep(kept))

x = samples((4, 5), np.bool_, 4)
suite.add("reduce_max", [x, Const([1])], x.any(1))
suite.add("reduce_min", [x, Const([0])], x.all(0))
suite.add("reduce_min", [x[:, :0], Const([1])], np.ones(4, np.bool_))
# All axes, and none.
x = integers((3, 4), np.float32, 5)
suite.add("reduce_sum", [x, Const([])], x.sum())
suite.add("reduce_sum", [x, Const([])], x, "ge.noop_with_empty_axes = true")
suite.add("square_sum_v1", [x], x * x, "ge.noop_with_empty_axes = true")

for dtype in FLOATS:
    x = np.array([[-np.inf] * 3, [np.inf, 0, -np.inf], [np.nan, 1, 2], [0, 0, 0], [1, -np.inf, 1]], dtype)
    exact = np.array([-np.inf, np.inf, np.nan, np.log(3), 1 + np.log(2)])
    suite.add("reduce_log_sum_exp", [x, Const([1])], exact.astype(dtype))
    suite.add("reduce_log_sum_exp", [x[:, :1], Const([])], x[:, :1], "ge.noop_with_empty_axes = true")

for dtype in FLOATS + [np.float64] + INTEGERS:
    for shape, axis in [((5, 70), 1), ((5, 6, 7), 1), ((9,), 0), ((300, 3), 0)]:
        x = samples(shape, dtype, 6)
        x[..., -1] = x[..., 0]
        for op, function in [("arg_max_v2", np.argmax), ("arg_min", np.argmin)]:
            first = function(wide(x), axis=axis)
            suite.add(op, [x, Const([axis], np.int32)], first.astype(np.int64))
            suite.add(op, [x, Const([axis])], first.astype(np.int32))
            last = shape[axis] - 1 - function(np.flip(wide(x), axis), axis=axis)
            suite.add(op, [x, Const([axis])], last, "ge.select_last_index = true")
        x = integers(shape, dtype, 7, 0, 3)
        for exclusive, reverse in itertools.product([False, True], repeat=2):
            y = np.flip(x, axis) if reverse else x
            sums = np.cumsum(wide(y), axis=axis, dtype=wide(y).dtype)
            sums = sums - wide(y) if exclusive else sums
            sums = np.flip(sums, axis) if reverse else sums
            suite.add("cumsum", [x, Const([axis])], sums.astype(dtype),
                      "ge.exclusive = %s, ge.reverse = %s" % (str(exclusive).lower(), str(reverse).lower()))
suite.add("cumsum", [np.zeros((0, 3), np.float32), Const([0])], np.zeros((0, 3), np.float32))


def pool(x, size, stride, dilation, before, after, is_max, exclusive, ceil):
    """x is [N, C, …]; all windows at once, one of their places after the other."""
    axes = range(len(size))
    extents = x.shape[2:]
    outputs, behind = [], []
    for i in axes:
        room = extents[i] + before[i] + after[i] - (dilation[i] * (size[i] - 1) + 1)
        count = (-(-room // stride[i]) if ceil else room // stride[i]) + 1
        if ceil and (count - 1) * stride[i] >= extents[i] + before[i]:
            count -= 1
        outputs.append(count)
        # The last window may reach beyond the border.
        end = (count - 1) * stride[i] + dilation[i] * (size[i] - 1) + 1
        behind.append(max(end - before[i] - extents[i], 0))

    def places(values, other):
        """What stands at each place of the windows, and `other` outside of the image."""
        border = [(0, 0)] * (values.ndim - len(size)) + list(zip(before, behind))
        values = np.pad(values, border, constant_values=other)
        for at in itertools.product(*map(range, size)):
            first = [at[i] * dilation[i] for i in axes]
            yield values[(..., *(slice(first[i], first[i] + (outputs[i] - 1) * stride[i] + 1, stride[i]) for i in axes))]

    if is_max:
        least = -np.inf if is_float(x.dtype) else np.iinfo(x.dtype).min
        return functools.reduce(np.maximum, places(wide(x), least)).astype(x.dtype)
    counts = sum(places(np.ones(extents, np.int64), 0))
    if not exclusive:
        inside = [np.arange(outputs[i])[:, None] * stride[i] + np.arange(size[i]) * dilation[i] for i in axes]
        counts = functools.reduce(
            np.multiply.outer, [np.sum(inside[i] < before[i] + extents[i] + after[i], axis=1) for i in axes])  # fmt: skip
    total = sum(places(wide(x), 0))
    return (total / counts.astype(total.dtype)).astype(x.dtype)


def listed(values):
    return "array<i64: %s>" % ", ".join(map(str, values))


WINDOWS = [
    # size, stride, dilation, before, after
    ((2, 2), (1, 1), (1, 1), (0, 0), (0, 0)),
    ((3, 2), (2, 3), (1, 1), (1, 0), (1, 1)),
    ((2, 3), (2, 1), (2, 2), (1, 2), (0, 1)),
    ((3, 3), (2, 2), (1, 1), (0, 0), (1, 1)),
    ((2, 2, 3), (1, 2, 2), (1, 1, 1), (0, 1, 1), (1, 0, 1)),
]
for dtype in FLOATS + [np.float64, np.int8, np.uint8]:
    for size, stride, dilation, before, after in WINDOWS:
        for ceil, exclusive in itertools.product([False, True], repeat=2):
            plane = len(size) == 2
            x = integers((2, 3) + (8, 7, 6)[: len(size)], dtype, 8, 0, 50)
            attributes = "ge.ksize = %s, ge.strides = %s, ge.dilations = %s, ge.pads = %s, ge.ceil_mode = %s" % (
                listed((1, 1) + size), listed((1, 1) + stride), listed((1, 1) + dilation),
                listed(itertools.chain(*zip(before, after))), str(ceil).lower())  # fmt: skip
            given = (x, size, stride, dilation, before, after)
            if exclusive:
                suite.add("max_pool_v3" if plane else "max_pool3d", [x], pool(*given, True, True, ceil), attributes)
            if is_float(x.dtype):
                attributes += ", ge.exclusive = %s" % str(exclusive).lower()
                suite.add("avg_pool_v2" if plane else "avg_pool3d", [x], pool(*given, False, exclusive, ceil),
                          attributes)  # fmt: skip

# Images too large to be copied with their border: what is beside it is computed by itself.
for dtype, extents in ((np.float32, (190, 180)), (np.float16, (190, 360)), (np.uint8, (400, 340)), (np.float64, (97, 170))):
    for number, (size, stride, dilation, before, after) in enumerate(WINDOWS[1:4]):
        ceil = number == 1
        x = integers((1, 2) + extents, dtype, 8, 0, 50)
        attributes = "ge.ksize = %s, ge.strides = %s, ge.dilations = %s, ge.pads = %s, ge.ceil_mode = %s" % (
            listed((1, 1) + size), listed((1, 1) + stride), listed((1, 1) + dilation),
            listed(itertools.chain(*zip(before, after))), str(ceil).lower())  # fmt: skip
        given = (x, size, stride, dilation, before, after)
        suite.add("max_pool_v3", [x], pool(*given, True, True, ceil), attributes)
        if is_float(x.dtype):
            exclusive = number != 0
            attributes += ", ge.exclusive = %s" % str(exclusive).lower()
            suite.add("avg_pool_v2", [x], pool(*given, False, exclusive, ceil), attributes)

for dtype in FLOATS:
    x = integers((2, 3, 5, 4), dtype, 9)
    suite.add("global_average_pool", [x], (wide(x).sum((2, 3), keepdims=True) / np.float32(20)).astype(dtype))
    scale, offset, mean = (integers((3,), np.float32, 10 + i) for i in range(3))
    variance = np.array([4, 0.25, 16], np.float32)
    channel = (slice(None), None, None)
    exact = (wide(x) - mean[channel]) / np.sqrt(variance)[channel] * scale[channel] + offset[channel]
    suite.add("batch_norm", [x, scale, offset, mean, variance], exact.astype(dtype), "ge.epsilon = 0.0 : f32")

suite.main()
