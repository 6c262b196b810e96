# ===- elementwise.py - Element by element, broadcast, casts --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Every size 1..70 of a row, each element type, broadcasts, casts and indices."""

import numpy as np

from harness import (Suite, affine_map, bfloat16, dynamic_view, element_type, generic,
                     identity, random)

np.seterr(all="ignore")
suite = Suite()


def binary_body(dtype, operation):
    """`operation` is "add", "mul" or "sub" of the two inputs, in f32 for floats."""
    name = element_type(dtype)
    if np.dtype(dtype).kind in "iu":
        return "%%r = arith.%si %%x0, %%x1 : %s\nlinalg.yield %%r : %s" % (operation, name, name)
    if name in ("f32", "f64"):
        return "%%r = arith.%sf %%x0, %%x1 : %s\nlinalg.yield %%r : %s" % (operation, name, name)
    return """%%p = arith.extf %%x0 : %s to f32
      %%q = arith.extf %%x1 : %s to f32
      %%s = arith.%sf %%p, %%q : f32
      %%r = arith.truncf %%s : f32 to %s
      linalg.yield %%r : %s""" % (name, name, operation, name, name)


def numpy_binary(operation, x, y):
    function = {"add": np.add, "mul": np.multiply, "sub": np.subtract}[operation]
    if x.dtype.itemsize == 2 and x.dtype.kind not in "iu":
        return function(x.astype(np.float32), y.astype(np.float32)).astype(x.dtype)
    return function(x, y)


def add_binary(name, operation, x, y, maps=None, threads=None):
    expected = numpy_binary(operation, x, y)
    out = np.zeros(expected.shape, x.dtype)
    rank = out.ndim
    maps = (maps or [identity(rank)] * 2) + [identity(rank)]
    code = generic([x, y], [out], maps, ["parallel"] * rank, binary_body(x.dtype, operation))
    suite.add(name, [x, y], [out], [expected], code, threads)


for size in range(1, 71):
    add_binary("f16 add %d" % size, "add", random([size], np.float16), random([size], np.float16, 1))
for dtype in (np.float64, np.float32, bfloat16, np.int64, np.int32, np.int16, np.int8):
    for size in (1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 100, 129, 200):
        operation = ("add", "sub", "mul")[size % 3]
        add_binary("%s %s %d" % (element_type(dtype), operation, size), operation,
                   random([size], dtype), random([size], dtype, 1))

# Broadcasts: (shape, the two operands' shapes and maps).
for shape, (left, left_map), (right, right_map) in [
    ((5, 70), ((5, 70), "d0, d1"), ((70,), "d1")),
    ((5, 70), ((5, 70), "d0, d1"), ((5, 1), "d0, 0")),
    ((5, 70), ((1, 1), "0, 0"), ((5, 70), "d0, d1")),
    ((5, 70), ((), ""), ((5, 70), "d0, d1")),
    ((3, 1, 33), ((3, 1, 1), "d0, 0, 0"), ((1, 1, 33), "0, 0, d2")),
    ((4, 5, 6), ((4, 1, 6), "d0, 0, d2"), ((1, 5, 1), "0, d1, 0")),
    ((2, 3, 4, 5), ((2, 3, 4, 5), "d0, d1, d2, d3"), ((3, 1, 1), "d1, 0, 0")),
    ((1, 1), ((1, 1), "d0, d1"), ((1, 1), "d0, d1")),
    ((), ((), ""), ((), "")),
]:
    for dtype in (np.float32, np.float16, np.int32):
        add_binary("broadcast %s %s %s" % (shape, left, right), "mul",
                   random(left, dtype), random(right, dtype, 1),
                   [affine_map(len(shape), left_map), affine_map(len(shape), right_map)])

# Enough work for the threads: whole rows, and pieces of one long row.
add_binary("rows on threads", "add", random([100, 1111], np.float32), random([100, 1111], np.float32, 1),
           [affine_map(2, "d0, d1"), affine_map(2, "d0, d1")], threads=True)
add_binary("row on threads", "add", random([1000003], np.float16), random([1000003], np.float16, 1),
           threads=True)
add_binary("broadcast on threads", "sub", random([40, 30, 200], np.float32), random([30, 1], np.float32, 1),
           [identity(3), affine_map(3, "d1, 0")], threads=True)
add_binary("two long rows", "mul", random([2, 300001], np.float32), random([2, 1], np.float32, 1),
           [identity(2), affine_map(2, "d0, 0")], threads=True)
add_binary("no threads", "mul", random([20, 30], np.float32), random([20, 30], np.float32, 1), threads=False)


def add_unary(name, x, out_dtype, body, expected):
    out = np.zeros(x.shape, out_dtype)
    code = generic([x], [out], [identity(x.ndim)] * 2, ["parallel"] * x.ndim, body)
    suite.add(name, [x], [out], [expected], code)


# Every f16 and bf16 into f32, and f32 around every boundary between two of them.
for dtype in (np.dtype(np.float16), bfloat16):
    name = element_type(dtype)
    every = np.arange(1 << 16, dtype=np.uint32).astype(np.uint16).view(dtype)
    add_unary("extend every " + name, every, np.float32,
              "%%r = arith.extf %%x0 : %s to f32\nlinalg.yield %%r : f32" % name,
              every.astype(np.float32))
    bits = every.astype(np.float32).view(np.uint32)
    half = np.uint32(0x1000 if name == "f16" else 0x8000)
    near = np.concatenate([bits + half + np.uint32(step) for step in (0, 1, 0xFFFFFFFF)] + [bits])
    if name == "f16":
        # Between subnormals the boundaries are wider apart.
        low = (np.arange(2048, dtype=np.float64) + 0.5) * 2.0**-24
        low = low.astype(np.float32).view(np.uint32)
        near = np.concatenate([near, low, low - np.uint32(1), low + np.uint32(1)])
    near = near.view(np.float32)
    add_unary("truncate to " + name, near, dtype,
              "%%r = arith.truncf %%x0 : f32 to %s\nlinalg.yield %%r : %s" % (name, name),
              near.astype(dtype))

x = random([77], np.float32)
finite = np.nan_to_num(x, nan=3.0, posinf=9.0, neginf=-9.0)
finite = np.clip(finite, -1000, 1000)
add_unary("f32 to i32", finite, np.int32,
          "%r = arith.fptosi %x0 : f32 to i32\nlinalg.yield %r : i32", finite.astype(np.int32))
add_unary("f32 > 0 to bool", x, np.int8,
          """%z = arith.constant 0.0 : f32
      %c = arith.cmpf ogt, %x0, %z : f32
      %r = arith.extui %c : i1 to i8
      linalg.yield %r : i8""", (x > 0).astype(np.int8))
add_unary("bool to f32", (x > 0).astype(np.int8), np.float32,
          "%r = arith.uitofp %x0 : i8 to f32\nlinalg.yield %r : f32", (x > 0).astype(np.float32))
add_unary("i64 to i32", random([77], np.int64), np.int32,
          "%r = arith.trunci %x0 : i64 to i32\nlinalg.yield %r : i32",
          random([77], np.int64).astype(np.int32))
add_unary("square root", np.abs(x), np.float32,
          "%r = math.sqrt %x0 : f32\nlinalg.yield %r : f32", np.sqrt(np.abs(x)))
add_unary("reciprocal", x, np.float32,
          """%one = arith.constant 1.0 : f32
      %r = arith.divf %one, %x0 : f32
      linalg.yield %r : f32""", np.float32(1) / x)
add_unary("round even", finite, np.float32,
          "%r = math.roundeven %x0 : f32\nlinalg.yield %r : f32", np.rint(finite))
add_unary("floor", finite, np.float32,
          "%r = math.floor %x0 : f32\nlinalg.yield %r : f32", np.floor(finite))
add_unary("maximum with 0", x, np.float32,
          """%z = arith.constant 0.0 : f32
      %r = arith.maximumf %x0, %z : f32
      linalg.yield %r : f32""", np.maximum(x, np.float32(0)) + np.float32(0))

# Division traps on zero: idle lanes must not hold one.
left, right = random([5, 13], np.int32), random([5, 13], np.int32, 1) | 1
out = np.zeros([5, 13], np.int32)
suite.add("i32 division", [left, right], [out],
          [(left.astype(np.float64) / right).astype(np.int32)],
          generic([left, right], [out], [identity(2)] * 3, ["parallel"] * 2,
                  "%r = arith.divsi %x0, %x1 : i32\nlinalg.yield %r : i32"))

# Two results.
out = np.zeros([70], np.float32)
suite.add("two results", [x[:70].copy()], [out, out], [x[:70] + x[:70], x[:70] * x[:70]],
          generic([x[:70].copy()], [out, out], [identity(1)] * 3, ["parallel"],
                  """%p = arith.addf %x0, %x0 : f32
      %q = arith.mulf %x0, %x0 : f32
      linalg.yield %p, %q : f32, f32"""))

# The output's old value takes part.
before = random([70], np.float32, 5)
suite.add("accumulate", [x[:70].copy()], [before], [before + x[:70]],
          generic([x[:70].copy()], [before], [identity(1)] * 2, ["parallel"],
                  "%r = arith.addf %y0, %x0 : f32\nlinalg.yield %r : f32"))

# Index arithmetic.
out = np.zeros([6, 21], np.int32)
rows, columns = np.indices([6, 21])
suite.add("linalg.index", [], [out], [(rows * 100 + columns).astype(np.int32)],
          generic([], [out], [identity(2)], ["parallel"] * 2,
                  """%i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.constant 100 : index
      %p = arith.muli %i, %c : index
      %q = arith.addi %p, %j : index
      %r = arith.index_cast %q : index to i32
      linalg.yield %r : i32"""))

# A scalar operand, and fill.
out = np.zeros([3, 45], np.float16)
suite.add("fill", [], [out], [np.full([3, 45], 1.5, np.float16)],
          """%c = arith.constant 1.5 : f16
    linalg.fill ins(%c : f16) outs(%b0 : memref<3x45xf16>)""")

# Sizes that the code learns at run time.
for size in (1, 3, 63, 64, 65, 200):
    x = random([3, size], np.float32)
    out = np.zeros_like(x)
    make_x, x_type = dynamic_view("x", "a0", x, "a1")
    make_y, y_type = dynamic_view("y", "b0", out, "a1")
    suite.add("dynamic %d" % size, [x, np.array(x.shape, np.int64)], [out], [x + x], make_x + make_y + """
    linalg.generic {indexing_maps = [%s, %s], iterator_types = ["parallel", "parallel"]}
        ins(%%x : %s) outs(%%y : %s) {
    ^bb0(%%p: f32, %%q: f32):
      %%r = arith.addf %%p, %%p : f32
      linalg.yield %%r : f32
    }""" % (identity(2), identity(2), x_type, y_type))

# Of each size of element, and what lies behind the row stays as it is.
for dtype in (np.float64, np.float32, np.float16, bfloat16, np.int8):
    name = element_type(dtype)
    for size in (0, 1, 2, 7, 31, 63, 64, 100, 127):
        x, out = random([size + 1], dtype), random([size + 130], dtype, 1)
        expected = out.copy()
        expected[:size] = numpy_binary("add", x[:size], x[:size])
        make_x, x_type = dynamic_view("x", "a0", x, "a1")
        make_y, y_type = dynamic_view("y", "b0", out, "a1")
        suite.add("dynamic %s of %d" % (name, size), [x, np.array([size], np.int64)], [out], [expected], make_x + make_y + """
    linalg.generic {indexing_maps = [%s, %s, %s], iterator_types = ["parallel"]}
        ins(%%x, %%x : %s, %s) outs(%%y : %s) {
    ^bb0(%%x0: %s, %%x1: %s, %%y0: %s):
      %s
    }""" % ((identity(1),) * 3 + (x_type, x_type, y_type) + (name,) * 3 + (binary_body(dtype, "add"),)))

suite.main()
