# ===- matmul.py - Packed matrix products ---------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Contractions of packed factors: each element is one chain of FMAs in the order of k,
which is what is computed here with 64 bits of mantissa before each rounding."""

import numpy as np

from harness import Suite, affine_map, bfloat16, dynamic_view, element_type, generic, random

suite = Suite()
# Of the nest: batch, tile and row, panel and column, k.
MAPS = [affine_map(6, "d0, d1, d5, d3"), affine_map(6, "d0, d2, d5, d4"), affine_map(6, "d0, d1, d2, d3, d4")]
KINDS = ["parallel"] * 5 + ["reduction"]
rng = np.random.default_rng(7)


def body(a, b, c):
    """What one step of k does to a sum, of factors that are widened to its type."""
    names, lines = [], []
    for name, dtype in (("x0", a), ("x1", b)):
        kind, wide = element_type(dtype), element_type(c)
        names.append("%" + name)
        if kind != wide:
            names[-1] += "w"
            widen = "extsi" if wide.startswith("i") else "extf"
            lines.append("%s = arith.%s %%%s : %s to %s" % (names[-1], widen, name, kind, wide))
    wide = element_type(c)
    if wide.startswith("i"):
        lines += ["%%p = arith.muli %s, %s : %s" % (*names, wide), "%%s = arith.addi %%y0, %%p : %s" % wide]
    else:
        lines.append("%%s = math.fma %s, %s, %%y0 : %s" % (*names, wide))
    return "\n      ".join([*lines, "linalg.yield %%s : %s" % wide])


def product(a, b, c):
    """[batch, M, K] x [batch, N, K] + [batch, M, N], rounded at each k."""
    if c.dtype.kind == "i":
        wide = np.einsum("bmk,bnk->bmn", a.astype(np.int64), b.astype(np.int64))
        return (c + wide).astype(np.int32)
    wide_a, wide_b = a.astype(np.longdouble), b.astype(np.longdouble)
    for k in range(a.shape[2]):
        step = wide_a[:, :, None, k] * wide_b[:, None, :, k]
        c = (step + c.astype(np.longdouble)).astype(c.dtype)
    return c


def pack(x, tile):
    """[batch, rows, K] to [batch, tiles, K, tile], zeros after the last row."""
    batch, rows, depth = x.shape
    tiles = -(-rows // tile)
    padded = np.zeros([batch, tiles * tile, depth], x.dtype)
    padded[:, :rows] = x
    return np.ascontiguousarray(
        padded.reshape(batch, tiles, tile, depth).transpose(0, 1, 3, 2))


def unpacked_to_tiles(c, tile_rows, tile_columns):
    batch, rows, columns = c.shape
    return np.ascontiguousarray(
        c.reshape(batch, rows // tile_rows, tile_rows, columns // tile_columns, tile_columns)
        .transpose(0, 1, 3, 2, 4))


def add(m, n, k, tile, dtypes=(np.float32, np.float32, np.float32), batch=None, threads=None,
        whole_numbers=False):
    tile_rows, tile_columns = tile
    count = batch or 1

    def operand(shape, dtype, seed):
        if np.dtype(dtype).kind == "i":
            return random(shape, dtype, seed)
        if whole_numbers:
            return rng.integers(-8, 8, shape).astype(dtype)
        return random(shape, dtype, seed, special=False)

    a = pack(operand([count, m, k], dtypes[0], 0), tile_rows)
    b = pack(operand([count, n, k], dtypes[1], 1), tile_columns)
    rows, columns = a.shape[1] * tile_rows, b.shape[1] * tile_columns
    c = operand([count, rows, columns], dtypes[2], 2)
    if c.dtype.kind == "i":
        c //= 4

    def rows_of(packed):
        return packed.transpose(0, 1, 3, 2).reshape(count, -1, k)

    if whole_numbers:
        expected = c + np.einsum("bmk,bnk->bmn", rows_of(a), rows_of(b))
    else:
        expected = product(rows_of(a), rows_of(b), c)
    c, expected = (unpacked_to_tiles(x, *tile) for x in (c, expected.astype(c.dtype)))
    code = generic([a, b], [c], MAPS, KINDS, body(*dtypes))
    suite.add("%s %dx%dx%d tile %s" % (" x ".join(map(element_type, dtypes)), m, n, k, tile),
              [a, b], [c], [expected], code, threads)


TILES = [(8, 32), (6, 16), (4, 8)]
for m in range(1, 18):
    add(m, 1 + 7 * m % 65, 1 + 5 * m % 33, TILES[m % 3])
for n in (1, 2, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65):
    add(9, n, 1 + n % 33, TILES[n % 3], batch=3)
for k in range(1, 34):
    add(1 + k % 17, 1 + 2 * k, k, TILES[k % 3], batch=1 + k % 2)
for rows in range(1, 9):
    add(rows, 33, 20, (rows, 16))
    add(2 * rows + 1, 20, 20, (rows, 32))
for dtypes in [(np.float16, np.float16, np.float32), (bfloat16, bfloat16, np.float32),
               (np.float32, np.float16, np.float32), (np.int8, np.int8, np.int32),
               (np.int32, np.int32, np.int32), (np.float64, np.float64, np.float64)]:
    for tile in TILES:
        add(11, 40, 29, tile, dtypes, batch=2, whole_numbers=dtypes[2] == np.float64)

# Longer than one chunk of k, and enough for the threads.
add(9, 33, 2500, (8, 32))
add(100, 300, 1100, (8, 32), whole_numbers=True, threads=True)
add(300, 64, 600, (6, 16), whole_numbers=True, threads=True)
add(50, 40, 300, (8, 32), batch=12, whole_numbers=True, threads=True)
add(8, 32, 10, (8, 32), threads=False)

# Numbers of tiles and of k that the code learns at run time, also that there is none.
for row_tiles, column_tiles, k in [(1, 1, 1), (3, 2, 20), (40, 3, 1500), (2, 2, 0)]:
    a = rng.integers(-8, 8, [row_tiles, k, 8]).astype(np.float32)
    b = rng.integers(-8, 8, [column_tiles, k, 16]).astype(np.float32)
    c = rng.integers(-8, 8, [row_tiles, column_tiles, 8, 16]).astype(np.float32)
    views = [dynamic_view(new, old, array, "a%d" % place, kept)
             for new, old, array, place, kept in zip("xyz", ("a0", "a1", "b0"), (a, b, c), (2, 3, 4), ((2,), (2,), (2, 3)))]
    sizes = [np.array(array.shape, np.int64) for array in (a, b, c)]
    maps = [affine_map(5, "d0, d4, d2"), affine_map(5, "d1, d4, d3"), affine_map(5, "d0, d1, d2, d3")]
    suite.add("dynamic %d %d %d" % (row_tiles, column_tiles, k), [a, b, *sizes], [c],
              [c + np.einsum("mka,nkb->mnab", a, b)],
              "".join(code for code, _ in views) +
              """linalg.generic {indexing_maps = [%s], iterator_types = [%s]}
      ins(%%x, %%y : %s, %s) outs(%%z : %s) {
    ^bb0(%%x0: f32, %%x1: f32, %%y0: f32):
      %s
    }""" % (", ".join(maps), ", ".join(['"parallel"'] * 4 + ['"reduction"']), *(kind for _, kind in views),
            body(np.float32, np.float32, np.float32)))

suite.main()
