# ===- static.py - Ops whose constants are attributes ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The types that graph fusions put in place of others agree with numpy: bit for
bit, and where sums are divided within a few units in the last place."""

import numpy as np
from suite import Suite, bfloat16, samples

suite = Suite()


def ints(name, values):
    return "ge.%s = array<i64: %s>" % (name, ", ".join(str(v) for v in values))


def near(relative):
    def check(actual, expected):
        wide, wanted = actual.astype(np.float64), expected.astype(np.float64)
        return ~(np.abs(wide - wanted) <= relative * np.abs(wanted) + 1e-12)

    return check


for dtype in [np.float32, np.float16, bfloat16, np.int8, np.int64, np.bool_]:
    x = samples((2, 3, 4), dtype, 1)
    suite.add("transpose_d", [x], x.transpose(2, 0, 1), ints("perm", [2, 0, -2]))
    suite.add("expand_d", [x[:, :1]], np.broadcast_to(x[:, :1], (5, 2, 3, 4)), ints("shape", [5, 1, 3, 1]))
    suite.add("tile_d", [x], np.tile(x, (2, 1, 3)), ints("multiples", [2, 1, 3]))
    suite.add("fill_d", [x[:1, 0, 0]], np.full((3, 2), x[0, 0, 0]), ints("dims", [3, 2]))
    suite.add("reverse_v2d", [x], x[::-1, :, ::-1], ints("axis", [0, -1]))
    suite.add("strided_slice_d", [x], x[:, 1:, 3:0:-2],
              ", ".join([ints("begin", [0, 1, 3]), ints("end", [2, 100, 0]), ints("strides", [1, 1, -2])]))
    suite.add("strided_slice_d", [x], x[:, :, ::-1],
              ", ".join([ints("begin", [0, 0, 3]), ints("end", [2, 3, -5]), ints("strides", [1, 1, -1])]))

random = np.random.default_rng(7)
for dtype in [np.float32, np.float16, bfloat16]:
    x = random.integers(-8, 9, (3, 4, 5)).astype(dtype)
    wide = x.astype(np.float32)
    for axes in ([1], [-1], [0, 2]):
        for keep in (False, True):
            attributes = ints("axes", axes) + ", ge.keep_dims = %s" % str(keep).lower()
            axis = tuple(axes)
            suite.add("reduce_sum_d", [x], wide.sum(axis, keepdims=keep).astype(dtype), attributes)
            suite.add("reduce_max_d", [x], wide.max(axis, keepdims=keep).astype(dtype), attributes)
            suite.add("reduce_min_d", [x], wide.min(axis, keepdims=keep).astype(dtype), attributes)
            suite.add("reduce_mean_d", [x], wide.mean(axis, keepdims=keep, dtype=np.float32).astype(dtype),
                      attributes)
    suite.add("reduce_sum_d", [x], wide.sum().astype(dtype))
    suite.add("reduce_prod_d", [x], wide.prod(2).astype(dtype), ints("axes", [2]))
    for axis in (1, -1):
        suite.add("arg_max_d", [x], x.astype(np.float64).argmax(axis).astype(np.int32), "ge.dimension = %d : i64" % axis)
        suite.add("arg_min_d", [x], x.astype(np.float64).argmin(axis).astype(np.int32), "ge.dimension = %d : i64" % axis)
        suite.add("cumprod_d", [x], wide.cumprod(axis, dtype=np.float32).astype(dtype), "ge.axis = %d : i64" % axis)
        suite.add("cumsum_d", [x], wide.cumsum(axis, dtype=np.float32).astype(dtype), "ge.axis = %d : i64" % axis)
    image = x[None, :2]
    suite.add("resize_nearest_neighbor_v2d", [image], image.repeat(2, 2).repeat(3, 3), ints("size", [8, 15]))
    one, x64 = np.ones((4, 5), dtype), x.astype(np.float64)
    statistics = [x64.mean((1, 2), keepdims=True), x64.var((1, 2), keepdims=True)]
    results = [x, *(s.astype(dtype) for s in statistics)]
    for index in (1, 2):
        suite.add("layer_norm", [x, one, one], results[index], "ge.begin_norm_axis = -2 : i64",
                  near(1e-6 if dtype == np.float32 else 2.0**-8), results, index)
    y = random.standard_normal((3, 4, 50)).astype(dtype)
    for axes in ([-1], [1], [0, 1]):
        power = np.exp(y.astype(np.float64) - y.astype(np.float64).max(tuple(axes), keepdims=True))
        expected = (power / power.sum(tuple(axes), keepdims=True)).astype(dtype)
        unit = {2: 2.0**-10, 4: 1e-6}[np.dtype(dtype).itemsize] * (8 if dtype == bfloat16 else 1)
        suite.add("softmax_v2", [y], expected, ints("axes", axes), near(unit))
suite.main()
