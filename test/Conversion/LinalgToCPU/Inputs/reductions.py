# ===- reductions.py - Sums, maxima and others, in a known order ----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A reduction's order is part of its result. Along a contiguous row: 64 lanes (32
of 8 bytes; fewer for short rows), then halves onto halves. Else: groups of four
elements, each joined by itself before it joins the total; the last few one after
the other."""

import itertools

import numpy as np

from harness import Suite, affine_map, dynamic_view, element_type, generic, identity, random

np.seterr(all="ignore")
suite = Suite()

OPERATIONS = {
    "sum": ("addf", np.add, 0.0),
    "product": ("mulf", np.multiply, 1.0),
    "max": ("maximumf", np.maximum, -np.inf),
    "min": ("minimumf", np.minimum, np.inf),
}


def reduce_row(row, function, neutral):
    """`row` [n, …]: along axis 0, as lanes and halves do it."""
    lanes = 32 if row.dtype.itemsize == 8 else 64
    lanes = min(lanes, 1 << (len(row) - 1).bit_length())
    total = np.full([lanes, *row.shape[1:]], neutral, row.dtype)
    for start in range(0, len(row), lanes):
        block = row[start : start + lanes]
        total[: len(block)] = function(total[: len(block)], block)
    while len(total) > 1:
        half = len(total) // 2
        total = function(total[:half], total[half:])
    return total[0]


def reduce_columns(rows, function, neutral):
    def joined(total, terms):
        for term in terms:
            total = function(total, term)
        return total

    start = np.full(rows.shape[1:], neutral, rows.dtype)
    whole = len(rows) // 4 * 4
    groups = [joined(start, rows[at : at + 4]) for at in range(0, whole, 4)]
    return joined(joined(start, groups), rows[whole:])


def add(name, x, axes, operation, square=False, threads=None):
    word, function, neutral = OPERATIONS[operation]
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    if square:
        wide = wide * wide
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    shape = [x.shape[axis] for axis in kept]
    out = np.full(shape, neutral, wide.dtype)
    rows = wide.transpose(*axes, *kept).reshape(-1, *shape)
    # Axes of one element do not count.
    last = max(axis for axis in range(x.ndim) if x.shape[axis] != 1)
    reduce = reduce_row if last in axes else reduce_columns
    expected = function(np.asarray(neutral, wide.dtype), reduce(rows, function, neutral))
    type_name, wide_name = element_type(x.dtype), element_type(wide.dtype)
    body = ""
    value = "%x0"
    if type_name != wide_name:
        body += "%%w = arith.extf %s : %s to %s\n" % (value, type_name, wide_name)
        value = "%w"
    if square:
        body += "%%s = arith.mulf %s, %s : %s\n" % (value, value, wide_name)
        value = "%s"
    body += "%%r = arith.%s %s, %%y0 : %s\nlinalg.yield %%r : %s" % (word, value, wide_name, wide_name)
    iterators = ["reduction" if axis in axes else "parallel" for axis in range(x.ndim)]
    result = affine_map(x.ndim, ", ".join("d%d" % axis for axis in kept))
    code = generic([x], [out], [identity(x.ndim), result], iterators, body)
    suite.add(name, [x], [out], [expected.astype(wide.dtype)], code, threads)


for size in list(range(1, 20)) + [31, 33, 63, 64, 65, 100, 127, 128, 129, 200, 777]:
    for operation in ("sum", "max"):
        add("row %d %s" % (size, operation), random([3, size], np.float32, special=operation == "max"),
            [1], operation)
        add("column %d %s" % (size, operation), random([7, size], np.float32, special=operation == "max"),
            [0], operation)
for operation in OPERATIONS:
    for dtype in (np.float32, np.float16, np.float64):
        x = random([4, 70], dtype, special=False)
        for axes in ([0], [1], [0, 1]):
            add("%s %s %s" % (operation, element_type(dtype), axes), x, axes, operation,
                square=operation == "sum")
for count in range(1, 4):
    for axes in itertools.combinations(range(3), count):
        # An axis that is reduced between two that are not, and the other way
        # round, keep their own order.
        if axes in ((0, 2),):
            continue
        add("axes %s" % (axes,), random([5, 6, 37], np.float32, special=False), list(axes), "sum")
add("axes (0, 2), exact", np.asarray(np.random.default_rng(0).integers(-9, 9, [5, 6, 37]), np.float32),
    [0, 2], "sum")
add("unit axes", random([1, 9, 1, 50, 1], np.float32, special=False), [1, 2, 4], "sum")
add("many rows", random([600, 1024], np.float32, special=False), [1], "sum", square=True, threads=True)
add("many columns", random([1024, 640], np.float32, special=False), [0], "sum", threads=True)

# Integers wrap, and their order does not matter.
x = random([6, 45], np.int32)
for axis in (0, 1):
    kept = 1 - axis
    out = np.full([x.shape[kept]], 7, np.int32)
    code = generic([x], [out], [identity(2), affine_map(2, "d%d" % kept)],
                   ["reduction" if dim == axis else "parallel" for dim in range(2)],
                   "%r = arith.addi %y0, %x0 : i32\nlinalg.yield %r : i32")
    suite.add("i32 sum %d" % axis, [x], [out], [(x.sum(axis, dtype=np.int32) + 7).astype(np.int32)], code)

# Two operands: a dot product, and one whose other operand is broadcast.
x, y = (random([5, 150], np.float32, seed, special=False) for seed in (0, 1))
out = np.zeros([5], np.float32)
code = generic([x, y], [out], [identity(2), identity(2), affine_map(2, "d0")],
               ["parallel", "reduction"],
               """%p = arith.mulf %x0, %x1 : f32
      %r = arith.addf %y0, %p : f32
      linalg.yield %r : f32""")
suite.add("dot", [x, y], [out], [reduce_row((x * y).T, np.add, 0.0)], code)
row = random([150], np.float32, 2, special=False)
code = generic([x, row], [out], [identity(2), affine_map(2, "d1"), affine_map(2, "d0")],
               ["parallel", "reduction"],
               """%p = arith.mulf %x0, %x1 : f32
      %r = arith.addf %p, %y0 : f32
      linalg.yield %r : f32""")
suite.add("matrix times vector", [x, row], [out], [reduce_row((x * row).T, np.add, 0.0)], code)

# A body that is no plain combination: the place of the largest, with its value.
x = random([33, 20], np.float32, 4, special=False)
best, place = np.full([20], -np.inf, np.float32), np.zeros([20], np.int32)
code = generic([x], [best, place], [identity(2), affine_map(2, "d1"), affine_map(2, "d1")],
               ["reduction", "parallel"],
               """%i = linalg.index 0 : index
      %k = arith.index_cast %i : index to i32
      %c = arith.cmpf ogt, %x0, %y0 : f32
      %v = arith.select %c, %x0, %y0 : f32
      %p = arith.select %c, %k, %y1 : i32
      linalg.yield %v, %p : f32, i32""")
suite.add("place of the largest", [x], [best, place],
          [x.max(0), x.argmax(0).astype(np.int32)], code)

# The same along a row, where the lanes are rows.
x = np.ascontiguousarray(x.T)
code = generic([x], [best, place], [identity(2), affine_map(2, "d0"), affine_map(2, "d0")],
               ["parallel", "reduction"],
               """%i = linalg.index 1 : index
      %k = arith.index_cast %i : index to i32
      %c = arith.cmpf ogt, %x0, %y0 : f32
      %v = arith.select %c, %x0, %y0 : f32
      %p = arith.select %c, %k, %y1 : i32
      linalg.yield %v, %p : f32, i32""")
suite.add("place of the largest in a row", [x], [best, place],
          [x.max(1), x.argmax(1).astype(np.int32)], code)

# A column of a matrix, reduced.
column = random([90, 5], np.float32, special=False)[:, 2:3]
out = np.zeros([1], np.float32)
code = generic([column], [out], [identity(2), affine_map(2, "d1")], ["reduction", "parallel"],
               "%r = arith.addf %y0, %x0 : f32\nlinalg.yield %r : f32")
suite.add("sum of a column", [column], [out], [reduce_row(column, np.add, 0.0)], code)

# Sizes that the code learns at run time: always 64 lanes then.
for size in (1, 5, 64, 200):
    for axis, kept in ((1, "d0"), (0, "d1")):
        x = random([7, size], np.float32, special=False)
        out = np.zeros([x.shape[1 - axis]], np.float32)
        rows = np.concatenate([x.T, np.zeros([64, 7], np.float32)])
        expected = reduce_row(rows, np.add, 0.0) if axis == 1 else reduce_columns(x, np.add, 0.0)
        make_x, x_type = dynamic_view("x", "a0", x, "a1")
        make_y, y_type = dynamic_view("y", "b0", out, "a2")
        code = make_x + make_y + """
    linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]} ins(%%x : %s) outs(%%y : %s) {
    ^bb0(%%p: f32, %%q: f32):
      %%r = arith.addf %%p, %%q : f32
      linalg.yield %%r : f32
    }""" % (identity(2), affine_map(2, kept),
            ", ".join('"reduction"' if dim == axis else '"parallel"' for dim in range(2)),
            x_type, y_type)
        sizes = [np.array(array.shape, np.int64) for array in (x, out)]
        suite.add("dynamic axis %d of %d" % (axis, size), [x, *sizes], [out], [expected], code)

suite.main()
