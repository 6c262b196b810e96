# ===- movement.py - Ops that move data, and reductions --------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Elements keep their bits on the way; reductions round once."""

import itertools

import numpy as np
from suite import Const, Suite, bfloat16, integers, samples

suite = Suite()
DTYPES = [np.float32, np.float16, bfloat16, np.int8, np.int64, np.uint8, np.bool_, np.float64]

for dtype in DTYPES:
    x = samples((2, 3, 4), dtype, 1)
    suite.add("transpose", [x, Const([2, 0, 1])], x.transpose(2, 0, 1))
    suite.add("concat_d", [x, x[:, :1], x[:, 1:]], np.concatenate([x, x[:, :1], x[:, 1:]], 1),
              "ge.concat_dim = -2 : i64")
    suite.add("strided_slice_v2", [x, Const([0, 3]), Const([2, 0]), Const([0, 2]), Const([1, -2])],
              x[0:2, :, 3:0:-2])
    suite.add("strided_slice", [x, Const([0, 0, 3]), Const([2, 9, 0]), Const([1, 1, -2])], x[0:2, :, 3:0:-2])
    suite.add("strided_slice_v3", [x, Const([0, 3]), Const([2, 0]), Const([0, 2]), Const([1, -2])],
              x[0:2, :, 3:0:-2])
    suite.add("expand_dims", [x, Const([1], np.int32)], x[:, None])
    suite.add("size", [x], np.array(24, np.int64))
    suite.add("expand", [x[:, :1], Const([5, 1, 3, 1])], np.broadcast_to(x[:, :1], (5, 2, 3, 4)))
    suite.add("identity", [x], x)

x = samples((2, 3, 4, 5), np.float32, 2)
for perm in itertools.permutations(range(4)):
    suite.add("transpose", [x, Const(perm, np.int32)], x.transpose(perm))
suite.add("transpose", [x, Const([-1, 0, 1, 2])], x.transpose(3, 0, 1, 2))

for shape in [(120,), (4, 30), (5, 4, 3, 2), (2, 1, 3, 4, 5), (6, 20), (1, 120, 1), (24, 5)]:
    suite.add("reshape", [x, Const(shape)], x.reshape(shape))
suite.add("reshape", [x, Const([0, -1])], x.reshape(2, 60))
one = samples((1, 1), np.float32, 3)
suite.add("reshape", [one, Const([])], one.reshape(()))
suite.add("reshape", [one.reshape(()), Const([1, 1, 1])], one.reshape(1, 1, 1))
# MLIR 22 passes no memref as a bare pointer that has an extent of 0 behind the first.
suite.add("reshape", [x[:0], Const([0, 30, 2])], x[:0].reshape(0, 30, 2), "ge.allowzero = 1 : i64")
suite.add("concat_d", [x[:0], x[:0]], np.concatenate([x[:0], x[:0]], 3), "ge.concat_dim = 3 : i64")
suite.add("concat_d", [x[:0], x, x[:0]], x, "ge.concat_dim = 0 : i64", is_edge=True)
for dtype in (np.float32, np.float16, bfloat16, np.int64):
    unit = samples((1, 3, 1, 4, 1), dtype, 4)
    suite.add("reshape", [unit, Const([2, 6])], unit.reshape(2, 6))
    suite.add("squeeze", [unit], unit.squeeze())
    suite.add("squeeze", [unit], unit.squeeze(2), "ge.axis = array<i64: 2>")
    suite.add("squeeze_v3", [unit, Const([0, -1])], unit.squeeze((0, 4)))
    suite.add("squeeze_v3", [unit], unit.squeeze())
    suite.add("unsqueeze", [unit[0]], unit[0][None, :, :, :, :, None], "ge.axes = array<i64: 0, 5>")
    suite.add("unsqueeze_v3", [unit[0], Const([1])], unit[0][:, None])

big = 2**63 - 1
x = samples((7, 9), np.float32, 5)
for begin, end, axes, steps, expected in [
    ([0, 0], [big, big], [0, 1], [1, 1], x),
    ([1, -3], [-1, big], [0, 1], [1, 1], x[1:-1, -3:]),
    ([0], [big], [1], [3], x[:, ::3]),
    ([8], [-big], [1], [-1], x[:, ::-1]),
    ([-1], [-big], [0], [-3], x[::-3]),
    ([100], [-100], [1], [-2], x[:, ::-2]),
    ([5], [2], [0], [1], x[5:2]),
    ([3], [big], [1], [big], x[:, 3:4]),
    ([6], [-big], [0], [-big], x[6:7]),
]:
    operands = [x] + [Const(part) for part in (begin, end, axes, steps)]
    suite.add("strided_slice_v2", operands, expected)
suite.add("strided_slice_v2", [x, Const([2, 1]), Const([5, 4])], x[2:5, 1:4])

for number in (np.int32, np.int64):
    for dtype in (np.float32, np.float16, bfloat16, np.int8):
        suite.add("shape", [x.astype(dtype)], np.array(x.shape, number))

# Reductions. Sums of small whole numbers are exact in any order.
for dtype in (np.float32, np.float16, bfloat16, np.float64):
    x = integers((3, 40, 5), dtype, 6)
    wide = x.astype(np.float64)
    for axes in ([0], [1], [2], [0, 1], [-1, -2], [0, 1, 2]):
        for keep in (False, True):
            attributes = "ge.keep_dims = %s" % str(keep).lower()
            over = tuple(axes)
            suite.add("reduce_sum", [x, Const(axes, np.int32)],
                      np.sum(wide, over, keepdims=keep).astype(dtype), attributes)
            suite.add("reduce_max", [x, Const(axes)], np.max(wide, over, keepdims=keep).astype(dtype),
                      attributes)
    suite.add("reduce_sum", [x, Const([])], np.sum(wide).astype(dtype))
    suite.add("reduce_sum", [x, Const([])], x, "ge.noop_with_empty_axes = true")
    special = samples((50, 7), dtype, 7)
    suite.add("reduce_max", [special, Const([1])], np.max(special, 1))
    suite.add("reduce_sum", [x[:0], Const([0])], np.zeros((40, 5), dtype))
    suite.add("reduce_max", [x[:0], Const([0])], np.full((40, 5), -np.inf, dtype))
# f16 and bf16 accumulate in f32: the sum of 4096 ones, and of what f16 cannot hold on the way.
suite.add("reduce_sum", [np.ones(4096, np.float16), Const([0])], np.float16(4096))
suite.add("reduce_sum", [np.ones(4096, bfloat16), Const([0])], np.array(4096, bfloat16))
overflow = np.array([60000, 60000, -60000, -30000], np.float16)
suite.add("reduce_sum", [overflow, Const([0])], np.float16(30000))
for dtype in (np.int8, np.int32, np.int64, np.uint8, np.uint32):
    x = samples((30, 11), dtype, 8)
    suite.add("reduce_sum", [x, Const([0])], np.sum(x, 0, dtype=dtype))
    suite.add("reduce_max", [x, Const([0])], np.max(x, 0))

suite.main()
