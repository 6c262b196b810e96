# ===- rearrange.py - Ops that lay out data --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Parts, copies, borders and layouts: elements keep their bits on the way."""

import numpy as np
from suite import Const, Suite, bfloat16, samples

suite = Suite()
DTYPES = [np.float32, np.float16, bfloat16, np.int8, np.int64, np.uint8, np.bool_, np.float64]


def split(op, x, operands, parts, attributes=""):
    for index, part in enumerate(parts):
        suite.add(op, operands, part, attributes, results=parts, index=index)


for dtype in DTYPES:
    x = samples((2, 6, 5), dtype, 1)
    split("split", x, [Const([1], np.int32), x], np.split(x, 3, 1), "ge.num_split = 3 : i64")
    split("split_v", x, [x, Const([1, 4]), Const([-1], np.int32)], [x[..., :1], x[..., 1:]])
    split("split_v", x, [x, Const([2, 0, -1]), Const([1], np.int32)], [x[:, :2], x[:, 2:2], x[:, 2:]])
    suite.add("tile", [x, Const([3, 1, 2])], np.tile(x, (3, 1, 2)))
    value = x[:1, 0, 0]
    suite.add("fill", [Const([4, 3]), value], np.full((4, 3), value[0]))
    suite.add("tensor_move", [x], x)
    suite.add("flatten", [x], x.reshape(2, 30))
    suite.add("flatten", [x], x.reshape(12, 5), "ge.axis = -1 : i64")
    pads = [(1, 2), (0, 0), (3, 1)]
    flat = Const([1, 0, 3, 2, 0, 1])
    planar = 'ge.paddings_contiguous = false, ge.mode = "%s"'
    for ge, numpy in [("edge", "edge"), ("reflect", "reflect"), ("symmetric", "symmetric"), ("circular", "wrap")]:
        short = [(1, 1), (0, 0), (3, 1)] if numpy == "reflect" else pads
        suite.add("pad_v3", [x, Const([p[0] for p in short] + [p[1] for p in short])],
                  np.pad(x, short, mode=numpy), planar % ge)
    suite.add("pad_v3", [x, flat], np.pad(x, pads), planar % "constant")
    suite.add("pad_v3", [x, flat, value], np.pad(x, pads, constant_values=value[0]), planar % "constant")
    suite.add("pad_v3", [x, Const([0, 0, -1, 2, 1, -3])], np.pad(x[:, 1:, :2], [(0, 0), (0, 2), (1, 0)]))
    suite.add("mirror_pad", [x, Const([1, 0, 2, 3, 0, 4])],
              np.pad(x, [(1, 0), (2, 3), (0, 4)], mode="reflect"), 'ge.mode = "REFLECT"')
    for k in (-2, 0, 1, 9):
        suite.add("trilu", [x, np.array(k)], np.triu(x, k))
    suite.add("trilu", [x], np.tril(x), "ge.upper = false")
    suite.add("bitcast", [x.view(np.uint8) if x.itemsize == 1 else x], x.view("i%d" % x.itemsize))
    lengths = np.array([3, 0], np.int64)
    turned = x.copy()
    turned[0, :3] = x[0, :3][::-1]
    suite.add("reverse_sequence", [x, lengths], turned, "ge.seq_dim = 1 : i64")

# Of a bool only a bool: other bytes are none.
x = np.array([True, False, True])
suite.add("bitcast", [x], x)
suite.add("bitcast", [x], x.view(np.int8))
x = samples((2, 5, 3), np.float32, 2)
suite.add("pad_v3", [x, Const([0, 0, 7, 9, 0, 0])], np.pad(x, [(0, 0), (7, 9), (0, 0)], mode="wrap"),
          'ge.mode = "circular"')
suite.add("pad_v3", [x, Const([0, 0, -1, 2, 0, -1])], np.pad(x[:, 1:, :2], [(0, 0), (0, 2), (0, 0)], mode="edge"),
          'ge.mode = "edge"')

# Squares of 2 between the channels and the plane.
for dtype in (np.float32, np.float16, bfloat16, np.int8):
    x = samples((2, 8, 3, 5), dtype, 3)
    grid = x.reshape(2, 2, 2, 2, 3, 5)
    nchw = 'ge.block_size = 2 : i64, ge.data_format = "NCHW"'
    nhwc = "ge.block_size = 2 : i64"
    deep = grid.transpose(0, 3, 4, 1, 5, 2).reshape(2, 2, 6, 10)
    suite.add("depth_to_space", [x], deep, nchw)
    suite.add("space_to_depth", [deep], x, nchw)
    suite.add("depth_to_space", [x.transpose(0, 2, 3, 1)], deep.transpose(0, 2, 3, 1), nhwc)
    suite.add("space_to_depth", [deep.transpose(0, 2, 3, 1)], x.transpose(0, 2, 3, 1), nhwc)
    crd = grid.transpose(0, 1, 4, 2, 5, 3).reshape(2, 2, 6, 10)
    suite.add("depth_to_space", [x], crd, nchw + ', ge.mode = "CRD"')
    suite.add("depth_to_space", [x.transpose(0, 2, 3, 1)], crd.transpose(0, 2, 3, 1), nhwc + ', ge.mode = "CRD"')
    suite.add("space_to_depth", [crd], x, nchw + ', ge.mode = "CRD"')
    suite.add("space_to_depth", [crd.transpose(0, 2, 3, 1)], x.transpose(0, 2, 3, 1), nhwc + ', ge.mode = "CRD"')

suite.main()
