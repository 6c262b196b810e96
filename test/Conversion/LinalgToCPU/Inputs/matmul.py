# ===- matmul.py - Packed matrix products ---------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""linalg.mmt4d and batch_mmt4d: each element is one chain of FMAs in the order of
k, which is what is computed here with 64 bits of mantissa before each rounding."""

import numpy as np

from harness import Suite, bfloat16, dynamic_view, element_type, memref_type, random

suite = Suite()
rng = np.random.default_rng(7)


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
    """[batch, rows, K] to [batch, tiles, K, tile, 1], zeros after the last row."""
    batch, rows, depth = x.shape
    tiles = -(-rows // tile)
    padded = np.zeros([batch, tiles * tile, depth], x.dtype)
    padded[:, :rows] = x
    return np.ascontiguousarray(
        padded.reshape(batch, tiles, tile, depth).transpose(0, 1, 3, 2)[..., None])


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
        return packed[..., 0].transpose(0, 1, 3, 2).reshape(count, -1, k)

    if whole_numbers:
        expected = c + np.einsum("bmk,bnk->bmn", rows_of(a), rows_of(b))
    else:
        expected = product(rows_of(a), rows_of(b), c)
    c, expected = (unpacked_to_tiles(x, *tile) for x in (c, expected.astype(c.dtype)))
    if batch is None:
        a, b, c, expected = a[0], b[0], c[0], expected[0]
    code = "linalg.%s ins(%%a0, %%a1 : %s, %s) outs(%%b0 : %s)" % (
        "mmt4d" if batch is None else "batch_mmt4d", memref_type(a), memref_type(b), memref_type(c))
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

# Numbers of tiles and of k that the code learns at run time.
for row_tiles, column_tiles, k in [(1, 1, 1), (3, 2, 20), (40, 3, 1500)]:
    a = rng.integers(-8, 8, [row_tiles, k, 8, 1]).astype(np.float32)
    b = rng.integers(-8, 8, [column_tiles, k, 16, 1]).astype(np.float32)
    c = np.zeros([row_tiles, column_tiles, 8, 16], np.float32)
    views = [dynamic_view(new, old, array, "a%d" % place, kept=(2, 3))
             for new, old, array, place in zip("xyz", ("a0", "a1", "b0"), (a, b, c), (2, 3, 4))]
    sizes = [np.array(array.shape, np.int64) for array in (a, b, c)]
    suite.add("dynamic %d %d %d" % (row_tiles, column_tiles, k), [a, b, *sizes], [c],
              [np.einsum("mkax,nkbx->mnab", a, b)],
              "".join(code for code, _ in views) +
              "linalg.mmt4d ins(%%x, %%y : %s, %s) outs(%%z : %s)" % tuple(kind for _, kind in views))

suite.main()
