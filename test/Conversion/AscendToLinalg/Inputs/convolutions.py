# ===- convolutions.py - Conv3D, transposed convolutions, BiasAdd ----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""On small whole numbers every sum is exact, so results have one value."""

import itertools

import numpy as np
from forms import each_plan
from suite import Const, Suite, bfloat16, integers

suite = Suite()
suite.targets = ["loops"] + each_plan()


def geometry(strides, dilations, pads, groups, more=None):
    def listed(name, values):
        return "ge.%s = array<i64: %s>" % (name, ", ".join(map(str, values)))

    parts = [listed("strides", (1, 1, *strides)), listed("dilations", (1, 1, *dilations)),
             listed("pads", pads), "ge.groups = %d : i64" % groups]  # fmt: skip
    if more is not None:
        parts.append(listed("output_padding", (0, 0, *more)))
    return ", ".join(parts)


def convolve(x, w, strides, dilations, pads, groups):
    """Any number of axes, in float64."""
    axes = x.ndim - 2
    border = [(0, 0), (0, 0)] + [(pads[2 * i], pads[2 * i + 1]) for i in range(axes)]
    padded = np.pad(x.astype(np.float64), border)
    extents = [(padded.shape[2 + i] - dilations[i] * (w.shape[2 + i] - 1) - 1) // strides[i] + 1 for i in range(axes)]
    o, per_group = w.shape[:2]
    y = np.zeros((x.shape[0], o, *extents))
    for g in range(groups):
        outputs = slice(g * o // groups, (g + 1) * o // groups)
        channels = slice(g * per_group, (g + 1) * per_group)
        for at in itertools.product(*map(range, w.shape[2:])):
            window = tuple(slice(k * d, k * d + (n - 1) * s + 1, s)
                           for k, d, n, s in zip(at, dilations, extents, strides))  # fmt: skip
            part = padded[(slice(None), channels, *window)]
            y[:, outputs] += np.einsum("nc...,oc->no...", part, w[(outputs, slice(None), *at)].astype(np.float64))
    return y


def transposed(x, w, strides, dilations, pads, groups, more):
    """What each element of x adds to the result."""
    axes = x.ndim - 2
    whole = [(x.shape[2 + i] - 1) * strides[i] + dilations[i] * (w.shape[2 + i] - 1) + 1 for i in range(axes)]
    per_group = w.shape[1]
    channels = x.shape[1] // groups
    room = [n + m for n, m in zip(whole, more)]
    y = np.zeros((x.shape[0], per_group * groups, *room))
    for g in range(groups):
        part = x[:, g * channels : (g + 1) * channels].astype(np.float64)
        for at in itertools.product(*map(range, w.shape[2:])):
            window = tuple(slice(k * d, k * d + (n - 1) * s + 1, s)
                           for k, d, n, s in zip(at, dilations, x.shape[2:], strides))  # fmt: skip
            factor = w[(slice(g * channels, (g + 1) * channels), slice(None), *at)].astype(np.float64)
            y[(slice(None), slice(g * per_group, (g + 1) * per_group), *window)] += np.einsum(
                "nc...,co->no...", part, factor)
    crop = tuple(slice(pads[2 * i], room[i] - pads[2 * i + 1]) for i in range(axes))
    return y[(slice(None), slice(None), *crop)]


def add_bias(y, bias):
    return y if bias is None else y + bias.astype(np.float64).reshape(1, -1, *[1] * (y.ndim - 2))


def conv(x, w, bias=None, strides=None, dilations=None, pads=None, groups=1, result=None, form=None):
    axes = x.ndim - 2
    strides, dilations = strides or (1,) * axes, dilations or (1,) * axes
    pads = pads or (0,) * (2 * axes)
    y = add_bias(convolve(x, w, strides, dilations, pads, groups), bias)
    attributes = geometry(strides, dilations, pads, groups)
    if form:
        attributes += ', cube_form = #ascend.convolution_form<%s>' % form
    suite.add("conv%dd" % axes, [x, w] + ([] if bias is None else [bias]), y.astype(result or x.dtype), attributes)


def conv_transpose(x, w, bias=None, strides=None, dilations=None, pads=None, groups=1, more=None):
    axes = x.ndim - 2
    strides, dilations = strides or (1,) * axes, dilations or (1,) * axes
    pads, more = pads or (0,) * (2 * axes), more or (0,) * axes
    y = add_bias(transposed(x, w, strides, dilations, pads, groups, more), bias)
    operands = [x, w] + ([] if bias is None else [bias])
    attributes = geometry(strides, dilations, pads, groups, more)
    suite.add("conv%dd_transpose" % axes, [Const([0] * x.ndim, np.int32)] + operands, y.astype(x.dtype), attributes)
    suite.add("conv%dd_transpose_d" % axes, operands, y.astype(x.dtype),
              attributes + ", ge.input_size = array<i64: %s>" % ", ".join(map(str, y.shape)))


for dtype in (np.float32, np.float16, bfloat16):
    x, w = integers((2, 4, 5, 6, 7), dtype, 1), integers((6, 4, 2, 3, 3), dtype, 2)
    bias = integers((6,), dtype, 3)
    conv(x, w)
    conv(x, w, bias, strides=(2, 1, 3), dilations=(1, 2, 1), pads=(1, 0, 2, 1, 0, 3))
    conv(x, integers((8, 1, 2, 2, 2), dtype, 4), groups=4, pads=(0, 1, 1, 0, 0, 0))
    conv(x, integers((3, 4, 1, 1, 1), dtype, 5))

    # Each channel by itself: windows that are written out, and one that is not.
    x, bias = integers((2, 4, 9, 11), dtype, 19), integers((4,), dtype, 20)
    conv(x, integers((4, 1, 3, 3), dtype, 21), bias, groups=4, pads=(1, 1, 1, 1))
    conv(x, integers((4, 1, 5, 4), dtype, 22), groups=4, strides=(3, 2), pads=(2, 1, 0, 3))
    conv(x, integers((4, 1, 1, 1), dtype, 23), groups=4)
    conv(x, integers((4, 1, 6, 6), dtype, 24), groups=4, strides=(1, 2))
    # The largest window that is written out, and one of an element more.
    conv(x, integers((4, 1, 8, 8), dtype, 28), bias, groups=4, pads=(4, 3, 3, 4))
    conv(x, integers((4, 1, 5, 13), dtype, 29), bias, groups=4, pads=(2, 2, 6, 6))
    conv(integers((1, 4, 5, 6, 7), dtype, 25), integers((4, 1, 2, 3, 2), dtype, 26), bias, groups=4, strides=(1, 2, 2))
    conv_transpose(x, integers((4, 1, 3, 2), dtype, 27), bias, groups=4, strides=(2, 3), pads=(1, 0, 0, 1))

    # Rows that are longer than a tile is wide, and some that are not.
    x, w, bias = integers((2, 2, 5, 69), dtype, 28), integers((9, 2, 3, 3), dtype, 29), integers((9,), dtype, 30)
    conv(x, w, bias, pads=(1, 1, 1, 1))
    conv(x, w, strides=(2, 2), dilations=(1, 3))
    conv(x[..., :20].copy(), w, bias, strides=(1, 1), pads=(0, 2, 1, 0))

    # Several blocks of channels, whose rows are read in place or in steps.
    x, w, bias = integers((1, 32, 6, 21), dtype, 40), integers((5, 32, 3, 2), dtype, 41), integers((5,), dtype, 42)
    conv(x, w, bias, pads=(1, 1, 0, 1))
    conv(x, w, strides=(1, 2), dilations=(2, 1), pads=(1, 0, 2, 1))
    conv(x, integers((10, 16, 3, 3), dtype, 43), groups=2, strides=(2, 1))
    conv(integers((2, 24, 3, 4, 9), dtype, 44), integers((3, 24, 2, 2, 2), dtype, 45), integers((3,), dtype, 46))

    # Single pixels of few outputs, which are read in place.
    x = integers((2, 24, 5, 9), dtype, 47)
    conv(x, integers((3, 24, 1, 1), dtype, 48), integers((3,), dtype, 49))
    conv(x, integers((14, 12, 1, 1), dtype, 50), groups=2)
    # Few outputs: a product of all elements of the window, and sums of its rows.
    x, bias = integers((2, 64, 5, 9), dtype, 51), integers((2,), dtype, 52)
    w = integers((2, 64, 3, 4), dtype, 53)
    conv(x, w, bias, pads=(1, 2, 0, 3), dilations=(2, 1))
    conv(x, w, pads=(4, 0, 1, 5), dilations=(1, 3))
    conv(x, integers((4, 32, 2, 3), dtype, 54), integers((4,), dtype, 55), groups=2, pads=(0, 1, 1, 1))
    w = integers((64, 2, 4, 3), dtype, 58)
    conv_transpose(x, w, bias, strides=(2, 2), pads=(1, 1, 1, 0), more=(0, 1))
    conv_transpose(x, w, strides=(3, 2), more=(2, 1))
    conv_transpose(x, w, strides=(1, 1), dilations=(2, 3), pads=(1, 2, 0, 4))
    conv_transpose(x, w, strides=(2, 3), pads=(3, 4, 5, 2))
    conv_transpose(x, w, bias, strides=(6, 2))
    conv_transpose(x, integers((64, 3, 2, 2), dtype, 59), groups=2, strides=(1, 2))
    conv_transpose(integers((1, 64, 2, 3, 8), dtype, 60), integers((64, 1, 2, 3, 3), dtype, 61), bias[:1],
                   strides=(2, 1, 2), pads=(0, 1, 1, 1, 1, 0))

    # Windows that end far outside of x: pixels that see the same elements.
    x, bias = integers((3, 6, 7, 9), dtype, 62), integers((5,), dtype, 63)
    w = integers((5, 6, 3, 3), dtype, 64)
    conv(x, w, bias, dilations=(4, 5), pads=(4, 4, 5, 5))
    conv(x, w, dilations=(8, 6), pads=(8, 8, 6, 6))
    conv(x, w, strides=(2, 1), dilations=(3, 5), pads=(5, 2, 4, 7))
    conv(x, integers((4, 3, 2, 4), dtype, 65), groups=2, dilations=(5, 4), pads=(5, 5, 6, 6))
    conv(integers((2, 6, 4, 5, 8), dtype, 66), integers((5, 6, 3, 3, 3), dtype, 67), dilations=(2, 3, 4), pads=(2, 2, 3, 3, 4, 4))

    # An axis of one window, past which elements are left.
    x, w = integers((4, 2, 6, 4), dtype, 17), integers((3, 2, 3, 3), dtype, 18)
    conv(x, w, strides=(1, 3))
    conv(x, w, strides=(4, 3))
    conv(x, w, strides=(4, 1), dilations=(2, 1))

    x, w = integers((2, 4, 5, 6), dtype, 6), integers((4, 3, 3, 2), dtype, 7)
    bias = integers((3,), dtype, 8)
    conv_transpose(x, w)
    conv_transpose(x, w, bias, strides=(2, 3), pads=(1, 0, 0, 1))
    conv_transpose(x, w, bias, strides=(3, 2), more=(2, 1))
    conv_transpose(x, w, None, strides=(2, 1), dilations=(2, 3), pads=(1, 1, 2, 0))
    # A border that is wider than the window reaches cuts elements of x off.
    conv_transpose(x, w, None, strides=(2, 2), pads=(3, 4, 5, 2))
    conv_transpose(x, integers((4, 2, 3, 3), dtype, 9), groups=2, strides=(2, 2))
    # Pixels that see the same pixels of x, that do not, and that see none.
    conv_transpose(x, integers((4, 2, 2, 3), dtype, 31), bias[:2], strides=(2, 3))
    conv_transpose(x, integers((4, 3, 4, 4), dtype, 32), bias, strides=(2, 2), pads=(1, 1, 1, 1))
    conv_transpose(x, integers((4, 2, 6, 2), dtype, 33), integers((4,), dtype, 39), strides=(3, 4), pads=(1, 2, 0, 0), more=(0, 2), groups=2)
    conv_transpose(x, integers((4, 3, 1, 2), dtype, 34), bias, strides=(3, 3), more=(2, 1))
    conv_transpose(x, integers((4, 3, 3, 3), dtype, 35), bias, strides=(4, 6), dilations=(2, 4), pads=(1, 0, 3, 2))
    # Each channel by itself, and so many kinds of pixels that zeros are put between.
    conv_transpose(x, integers((4, 1, 4, 4), dtype, 36), strides=(2, 2), pads=(1, 1, 1, 1), groups=4)
    conv_transpose(x, integers((4, 3, 7, 6), dtype, 37), bias, strides=(5, 7), pads=(2, 1, 0, 3), more=(1, 1))
    conv_transpose(x, integers((4, 1, 6, 6), dtype, 38), strides=(5, 5), pads=(2, 1, 0, 3), groups=4)
    # The same with a border that cuts elements of x off.
    conv_transpose(x, integers((4, 3, 7, 6), dtype, 70), bias, strides=(5, 7), pads=(7, 8, 6, 8))
    conv_transpose(integers((1, 2, 3, 4, 5), dtype, 10), integers((2, 3, 2, 3, 2), dtype, 11), bias,
                   strides=(2, 1, 3), pads=(0, 1, 1, 1, 0, 0), more=(1, 0, 2))


def blocked(x, block):
    """NCHW as NC1HWC0."""
    n, c, *pixels = x.shape
    return np.ascontiguousarray(np.moveaxis(x.reshape(n, c // block, block, *pixels), 2, -1))


# To blocks of channels, from such and from planes, in groups and as one: pixels of several windows, and some of none.
for x_block, groups, window, strides, pads in [
    (0, 2, (4, 4), (2, 2), (1, 1, 1, 1)),
    (8, 2, (4, 3), (2, 1), (1, 1, 1, 1)),
    (8, 1, (4, 4), (2, 2), (1, 1, 1, 1)),
    (0, 2, (2, 3), (3, 2), (0, 0, 1, 0)),
]:
    x, w, bias = integers((2, 32, 5, 4), np.float32, 71), integers((32, 16, *window), np.float32, 72), integers((16 * groups,), np.float32, 73)
    y = add_bias(transposed(x, w, strides, (1, 1), pads, groups, (0, 0)), bias).astype(np.float32)
    suite.add("conv2d_transpose_d", [blocked(x, x_block) if x_block else x, w, bias], blocked(y, 8),
              geometry(strides, (1, 1), pads, groups, (0, 0)) + ", ge.y_c0 = 8 : i64, ge.input_size = array<i64: 0, 0, 0, 0>",
              is_edge=True)  # fmt: skip

# Channels that lie a power of two apart, and push each other out of the cache.
conv(integers((1, 9, 4096, 20), np.float32, 68), integers((1, 9, 3, 3), np.float32, 69), pads=(1, 1, 1, 1))
conv(integers((1, 3, 4, 5, 6), np.int8, 1), integers((4, 3, 2, 2, 2), np.int8, 2), integers((4,), np.int32, 3),
     pads=(1, 0, 0, 0, 0, 1), result=np.int32)

# A vector is a row on the left and a column on the right.
for left, right in [((6,), (6, 5)), ((4, 6), (6,)), ((6,), (6,)), ((6,), (3, 6, 5)), ((3, 4, 6), (6,))]:
    x1, x2 = integers(left, np.float16, 12), integers(right, np.float16, 13)
    y = np.matmul(x1.astype(np.float64), x2.astype(np.float64))
    suite.add("batch_mat_mul_v2", [x1, x2], np.asarray(y, np.float16))

for dtype in (np.float32, np.float16, bfloat16, np.int32):
    x, bias = integers((2, 3, 4), dtype, 14), integers((3,), dtype, 15)
    suite.add("bias_add", [x, bias], x + bias[None, :, None], 'ge.data_format = "NCHW"')
    bias = integers((4,), dtype, 16)
    suite.add("bias_add", [x, bias], x + bias)

# Every form that computes a convolution, whichever is planned (ConvolutionPlanTest.cpp).
for x, w, options, forms in [
    ((2, 5, 9, 13), (6, 5, 3, 3), {"pads": (1, 1, 1, 1)}, ["direct", "packed"]),
    ((1, 4, 33, 33), (5, 4, 3, 3), {"pads": (18,) * 4, "dilations": (18, 18)}, ["seen", "direct", "packed"]),
    ((2, 16, 9, 13), (1, 16, 3, 3), {"pads": (1, 1, 1, 1)}, ["by_elements", "direct", "packed"]),
    ((1, 6, 9, 13), (6, 1, 3, 3), {"pads": (1, 1, 1, 1), "groups": 6}, ["depthwise", "direct", "packed"]),
    ((1, 6, 9, 13), (6, 1, 3, 3), {"pads": (1, 1, 1, 1), "groups": 6, "strides": (2, 2)}, ["depthwise", "packed"]),
    ((2, 5, 9, 13), (6, 5, 1, 1), {}, ["direct", "packed"]),
]:
    for dtype in (np.float32, np.float16):
        for form in forms:
            conv(integers(x, dtype, 1), integers(w, dtype, 2), integers((w[0],), np.float32, 3), form=form, **options)

suite.main()
