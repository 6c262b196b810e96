# ===- products.py - Matrix products and convolutions ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""On small whole numbers every sum is exact, so results have one value; HF32 is
tested on factors of one."""

import numpy as np
from suite import Suite, bfloat16, integers, samples

suite = Suite()


def flag(name, value):
    return "ge.%s = true" % name if value else ""


def matmul(op, x1, x2, bias=None, flip1=False, flip2=False, result=None):
    names = ("transpose_x1", "transpose_x2") if op == "mat_mul_v2" else ("adj_x1", "adj_x2")
    a = x1.astype(np.float64)
    b = x2.astype(np.float64)
    y = np.matmul(a.swapaxes(-1, -2) if flip1 else a, b.swapaxes(-1, -2) if flip2 else b)
    if bias is not None:
        y = y + bias.astype(np.float64)
    attributes = ", ".join(filter(None, [flag(names[0], flip1), flag(names[1], flip2)]))
    operands = [x1, x2] + ([] if bias is None else [bias])
    suite.add(op, operands, y.astype(result or x1.dtype), attributes)


# Every way in which M and N can fit their tiles.
for m, n in [(1, 1), (1, 214), (2, 15), (7, 16), (8, 17), (9, 31), (16, 32), (17, 33), (5, 63), (24, 64), (3, 65),
             (12, 70)]:  # fmt: skip
    matmul("mat_mul_v2", integers((m, 13), np.float32, m), integers((13, n), np.float32, n))

for dtype in (np.float16, bfloat16, np.float32):
    x1, x2 = integers((10, 200), dtype, 1), integers((200, 40), dtype, 2)
    bias = integers((40,), dtype, 3, -100, 101)
    for flip1 in (False, True):
        for flip2 in (False, True):
            matmul("mat_mul_v2", x1.T if flip1 else x1, x2.T if flip2 else x2, bias, flip1, flip2)
    matmul("mat_mul_v2", x1, x2, bias.astype(np.float32), result=np.float32)
matmul("mat_mul_v2", integers((9, 20), np.int8, 1), integers((20, 33), np.int8, 2),
       integers((33,), np.int32, 3), result=np.int32)
matmul("mat_mul_v2", integers((0, 4), np.float16, 1), integers((0, 5), np.float16, 1),
       integers((5,), np.float16, 3), flip1=True)
matmul("mat_mul_v2", integers((0, 4), np.float32, 1), integers((4, 5), np.float32, 1))

for left, right in [((3, 4, 6), (6, 5)), ((2, 3, 4, 6), (1, 1, 6, 5)), ((3, 4, 6), (3, 6, 5)), ((4, 6), (3, 6, 5)),
                    ((2, 1, 4, 6), (3, 6, 5)), ((1, 4, 6), (1, 6, 5)), ((0, 4, 6), (6, 5)),
                    ((1, 2048, 257), (257, 64))]:  # fmt: skip
    x1, x2 = integers(left, np.float16, 4), integers(right, np.float16, 5)
    matmul("batch_mat_mul_v2", x1, x2)
    if x1.size < 1000:
        matmul("batch_mat_mul_v2", x1.swapaxes(-1, -2), x2.swapaxes(-1, -2), None, True, True)
        matmul("batch_mat_mul_v2", x1, x2, integers((5,), np.float16, 6))


def fully_connection(x, w, bias=None, axis=None, transpose=False, result=None):
    """w is [N, K]; a fixed single row gives an image of N channels."""
    k = 1 if axis is None else axis % x.ndim
    y = x.reshape(*x.shape[:k], w.shape[1]).astype(np.float64) @ w.T.astype(np.float64)
    if bias is not None:
        y = y + bias.astype(np.float64)
    if k == 1 and len(x) == 1:
        y = y[:, :, None, None]
    attributes = filter(None, [axis is not None and "ge.axis = %d : i64" % axis, flag("transpose", transpose),
                               "ge.num_output = %d : i64" % len(w)])
    suite.add("fully_connection", [x, w.T if transpose else w] + ([] if bias is None else [bias]),
              y.astype(result or x.dtype), ", ".join(attributes))


for dtype, result in [(np.float32, None), (np.float16, None), (np.float16, np.float32), (bfloat16, None),
                      (np.int8, np.int32)]:  # fmt: skip
    bias = integers((21,), result or dtype, 3)
    for shape, axis, transpose in [((9, 20), None, False), ((9, 5, 2, 2), 1, True), ((1, 5, 2, 2), None, False),
                                   ((0, 20), 1, True), ((3, 9, 20), -1, True), ((1, 9, 5, 4), 2, False)]:  # fmt: skip
        x, w = integers(shape, dtype, 1), integers((21, 20), dtype, 2)
        fully_connection(x, w, bias if transpose else None, axis, transpose, result)


def hf32(x):
    bits = x.view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FF + ((bits >> np.uint64(12)) & np.uint64(1))) & np.uint64(0xFFFFF000)
    return np.where(np.isnan(x), x, rounded.astype(np.uint32).view(np.float32))


HF32 = "impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>"
factors = samples((40, 1), np.float32, 9)
# Ties, and the one that rounds up to infinity.
factors[:4, 0] = np.array([0x3F800800, 0x3F801800, 0x3F800801, 0x7F7FFFFF], np.uint32).view(np.float32)
one = np.ones((1, 1), np.float32)
suite.add("mat_mul_v2", [factors, one], hf32(factors) + np.float32(0), HF32)
suite.add("mat_mul_v2", [one, factors.T.copy()], hf32(factors.T.copy()) + np.float32(0), HF32)
suite.add("mat_mul_v2", [factors, one], factors + np.float32(0),
          "impl_mode = #ascend.impl_mode<enable_float_32_execution>")
suite.add("conv2d", [factors.reshape(1, 1, 1, 40), one.reshape(1, 1, 1, 1)],
          hf32(factors).reshape(1, 1, 1, 40) + np.float32(0), HF32)


def conv2d(x, w, bias=None, strides=(1, 1), pads=(0, 0, 0, 0), dilations=(1, 1), groups=1, result=None):
    top, bottom, left, right = pads
    padded = np.pad(x.astype(np.float64), ((0, 0), (0, 0), (top, bottom), (left, right)))
    n, c, h, width = padded.shape
    o, per_group, r, s = w.shape
    oh = (h - dilations[0] * (r - 1) - 1) // strides[0] + 1
    ow = (width - dilations[1] * (s - 1) - 1) // strides[1] + 1
    y = np.zeros((n, o, oh, ow))
    for g in range(groups):
        outputs = slice(g * o // groups, (g + 1) * o // groups)
        channels = slice(g * per_group, (g + 1) * per_group)
        for i in range(r):
            for j in range(s):
                top, left = i * dilations[0], j * dilations[1]
                window = padded[:, channels, top : top + (oh - 1) * strides[0] + 1 : strides[0],
                                left : left + (ow - 1) * strides[1] + 1 : strides[1]]
                y[:, outputs] += np.einsum("nchw,oc->nohw", window, w[outputs, :, i, j].astype(np.float64))
    if bias is not None:
        y += bias.astype(np.float64)[None, :, None, None]
    attributes = ("ge.strides = array<i64: 1, 1, %d, %d>, ge.dilations = array<i64: 1, 1, %d, %d>, "
                  "ge.pads = array<i64: %d, %d, %d, %d>, ge.groups = %d : i64"
                  % (*strides, *dilations, *pads, groups))
    operands = [x, w] + ([] if bias is None else [bias])
    suite.add("conv2d", operands, y.astype(result or x.dtype), attributes)


for dtype in (np.float32, np.float16, bfloat16):
    x, w = integers((2, 4, 9, 11), dtype, 1), integers((10, 4, 3, 3), dtype, 2)
    bias = integers((10,), dtype, 3)
    conv2d(x, w)
    conv2d(x, w, bias)
    conv2d(x, w, bias, pads=(1, 1, 1, 1))
    conv2d(x, w, bias, strides=(2, 3), pads=(0, 2, 3, 1))
    conv2d(x, w, bias, dilations=(2, 3), pads=(1, 0, 0, 2))
    conv2d(x, integers((6, 2, 3, 2), dtype, 4), integers((6,), dtype, 5), groups=2, pads=(1, 1, 0, 0))
    conv2d(x, integers((8, 1, 3, 3), dtype, 6), None, groups=4, strides=(2, 2))
    conv2d(x, integers((5, 4, 1, 1), dtype, 7), integers((5,), dtype, 8))
    conv2d(x, integers((5, 4, 1, 1), dtype, 7), None, strides=(2, 2))
    conv2d(x, integers((5, 4, 9, 11), dtype, 9))
    conv2d(integers((1, 3, 70, 1), dtype, 10), integers((9, 3, 5, 1), dtype, 11))
    conv2d(integers((1, 3, 1, 70), dtype, 10), integers((9, 3, 1, 5), dtype, 11))
    conv2d(integers((1, 2, 70, 3), dtype, 12), integers((9, 2, 5, 3), dtype, 13), None, strides=(2, 1))
    conv2d(x, w, bias.astype(np.float32), result=np.float32)
conv2d(integers((1, 3, 6, 40), np.int8, 1), integers((4, 3, 2, 2), np.int8, 2), integers((4,), np.int32, 3),
       pads=(1, 0, 1, 0), result=np.int32)
conv2d(integers((1, 256, 512, 1), np.float32, 1, -2, 3), integers((512, 256, 5, 1), np.float32, 2, -2, 3))

suite.main()
