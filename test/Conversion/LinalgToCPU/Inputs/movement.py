# ===- movement.py - Transposes, slices, packing, gathers -----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Everything that moves elements and computes nothing, in every element size."""

import itertools

import numpy as np

from harness import (Suite, affine_map, bfloat16, element_type, generic, identity,
                     memref_type, random)

suite = Suite()
DTYPES = (np.float32, np.float16, bfloat16, np.int8, np.int64)


def dims(order):
    return ", ".join("d%d" % dim for dim in order)


def move(name, x, out, results, expected, widen=False, threads=None):
    """out[d0, d1, …] = x[results]."""
    source, target = element_type(x.dtype), element_type(out.dtype)
    body = "linalg.yield %%x0 : %s" % source
    if widen:
        body = "%%r = arith.extf %%x0 : %s to %s\nlinalg.yield %%r : %s" % (source, target, target)
    code = generic([x], [out], [affine_map(out.ndim, results), identity(out.ndim)],
                   ["parallel"] * out.ndim, body)
    suite.add(name, [x], [out], [np.ascontiguousarray(expected)], code, threads)


def transpose(shape, order, dtype, threads=None):
    x = random(shape, dtype)
    expected = x.transpose(order)
    inverse = np.argsort(order)
    move("transpose %s %s %s" % (shape, order, element_type(dtype)), x,
         np.zeros(expected.shape, dtype), dims(inverse), expected, threads=threads)


for dtype in DTYPES:
    for rows, columns in [(1, 7), (2, 2), (3, 5), (8, 8), (16, 16), (17, 16), (15, 33), (16, 65),
                          (40, 72), (64, 64), (67, 130)]:
        transpose([rows, columns], [1, 0], dtype)
        transpose([columns, rows], [1, 0], dtype)
for order in itertools.permutations(range(3)):
    transpose([5, 17, 9], list(order), np.float32)
    transpose([4, 16, 32], list(order), np.float16)
for order in ([0, 2, 1, 3], [0, 3, 1, 2], [3, 2, 1, 0], [0, 1, 3, 2], [2, 3, 0, 1]):
    transpose([2, 6, 5, 18], order, np.float32)
    transpose([2, 3, 1, 20], order, np.int8)
transpose([700, 500], [1, 0], np.float32, threads=True)

# Steps below zero.
x = random([3, 70], np.float32)
move("reversed columns", x, np.zeros_like(x), "d0, 69 - d1", x[:, ::-1])
move("reversed rows", x, np.zeros_like(x), "2 - d0, d1", x[::-1])
move("every third", x, np.zeros([3, 20], np.float32), "d0, d1 * 3 + 2", x[:, 2:62:3])
x = random([20, 20], np.float32)
move("diagonal", x, np.zeros([20], np.float32), "d0, d0", np.diagonal(x))


def view(shape, dtype, index, seed=0):
    """A part of a larger array, and that array."""
    base = random(shape, dtype, seed)
    return base[index]


def copy(name, x, out):
    code = "memref.copy %%a0, %%b0 : %s to %s" % (memref_type(x), memref_type(out))
    suite.add(name, [x], [out], [np.ascontiguousarray(x)], code)


for dtype in DTYPES:
    for index in [np.s_[1:4, 2:7], np.s_[:, 3:40], np.s_[2:3, :], np.s_[::2, :], np.s_[:, ::3],
                  np.s_[1:6, 5:6], np.s_[1::2, 1::2]]:
        x = view([7, 41], dtype, index)
        contiguous = np.zeros(x.shape, dtype)
        copy("copy from %s %s" % (index, element_type(dtype)), x, contiguous)
        copy("copy to %s %s" % (index, element_type(dtype)), random(x.shape, dtype, 3), x)

# Elements some places apart, up to the very last one, in whole blocks, a part of one and both.
for dtype in DTYPES:
    for step, columns in itertools.product([2, 3, 4, 5], [1, 2, 6, 7, 16, 17, 48, 64, 71]):
        x = view([2, 2 + step * (columns - 1) + 1], dtype, np.s_[:, 2::step])
        copy("every %d of %d %s" % (step, columns, element_type(dtype)), x, np.zeros(x.shape, dtype))

# Nothing beside a slice is written: the whole is the output.
whole = random([7, 41], np.float32)
part = random([3, 20], np.float32, 1)
expected = whole.copy()
expected[2:5, 7:27] = part
suite.add("copy beside nothing else", [part], [whole], [expected],
          """%s = memref.subview %b0[2, 7] [3, 20] [1, 1]
        : memref<7x41xf32> to memref<3x20xf32, strided<[41, 1], offset: 89>>
    memref.copy %a0, %s : memref<3x20xf32> to memref<3x20xf32, strided<[41, 1], offset: 89>>""")

# Packing to tiles, widened, and back; as packed operands of a product are made.
for rows, depth, tile in [(16, 40, 8), (64, 33, 8), (64, 128, 32), (6, 100, 6), (32, 16, 16), (5, 70, 1)]:
    for dtype in (np.float32, np.float16):
        count = rows // tile
        x = random([count, tile, depth], dtype, special=False)
        packed = np.zeros([count, depth, tile], np.float32)
        move("pack [%d, %d] by %d" % (rows, depth, tile), x, packed, "d0, d2, d1",
             x.transpose(0, 2, 1).astype(np.float32), widen=dtype == np.float16)
        x = random([depth, count, tile], dtype, special=False)
        packed = np.zeros([count, depth, tile], np.float32)
        move("pack [%d, %d] by %d columns" % (depth, rows, tile), x, packed, "d1, d0, d2",
             x.transpose(1, 0, 2).astype(np.float32), widen=dtype == np.float16)

# im2col: a sliding window over columns, as a sum of dims.
x = random([3, 50], np.float32)
window = np.lib.stride_tricks.sliding_window_view(x, 5, axis=1)[:, ::2]
move("sliding window", x, np.zeros([23, 3, 5], np.float32), "d1, d0 * 2 + d2",
     window.transpose(1, 0, 2))
x = random([2, 3, 100], np.float16)
window = np.lib.stride_tricks.sliding_window_view(x, 5, axis=2)[:, :, :64]
expected = window.reshape(2, 3, 8, 8, 5).transpose(0, 2, 1, 4, 3)
move("im2col", x, np.zeros([2, 8, 3, 5, 8], np.float16), "d0, d2, d1 * 8 + d4 + d3", expected)

# A table looked up at computed places.
for dtype in (np.float32, np.float16, np.int8):
    table = random([40, 13], dtype)
    rows = np.random.default_rng(1).integers(0, 40, [21]).astype(np.int64)
    name = element_type(dtype)
    out = np.zeros([21, 13], dtype)
    body = """%%i = arith.index_cast %%x0 : i64 to index
      %%j = linalg.index 1 : index
      %%r = memref.load %%a1[%%i, %%j] : memref<40x13x%s>
      linalg.yield %%r : %s""" % (name, name)
    code = generic([rows], [out], [affine_map(2, "d0"), identity(2)], ["parallel"] * 2, body)
    suite.add("look up " + name, [rows, table], [out], [table[rows]], code)

suite.main()
