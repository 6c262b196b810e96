# ===- contraction.py - Products of operands in place ---------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""linalg.generic products, against numpy: matrices and windows, with sizes that
the tiles divide and that they do not. Whole numbers have exact sums; random ones
are compared with one chain of FMAs in the order of the loops, which 64 bits of
mantissa compute before each rounding."""


import numpy as np

from harness import Suite, bfloat16, element_type, memref_type, random

suite = Suite()
rng = np.random.default_rng(11)


def generic(dims, reductions, ins, maps, out, body):
    """A linalg.generic over `dims` (names), of which the last `reductions` are."""
    names = ", ".join(dims)
    kinds = ["parallel"] * (len(dims) - reductions) + ["reduction"] * reductions
    lines = ["linalg.generic {indexing_maps = ["
             + ", ".join("affine_map<(%s) -> (%s)>" % (names, at) for at in maps)
             + "], iterator_types = [" + ", ".join('"%s"' % kind for kind in kinds) + "]}"]  # fmt: skip
    type_of = lambda x: x if isinstance(x, str) else memref_type(x)  # noqa: E731
    lines.append("ins(%s : %s)" % (", ".join(name for name, _ in ins), ", ".join(type_of(a) for _, a in ins)))
    lines.append("outs(%s : %s) {" % (out[0], type_of(out[1])))
    return "\n".join(lines + body + ["}", ""])


def product_body(a, b, c):
    types = [element_type(x.dtype) for x in (a, b, c)]
    lines = ["^bb0(%%x: %s, %%y: %s, %%s: %s):" % tuple(types)]
    values = []
    for name, kind in zip(("x", "y"), types):
        if kind != types[2]:
            op = "extsi" if types[2][0] == "i" else "extf"
            lines.append("%%w%s = arith.%s %%%s : %s to %s" % (name, op, name, kind, types[2]))
            values.append("%w" + name)
        else:
            values.append("%" + name)
    if types[2][0] == "i":
        return lines + ["%%p = arith.muli %s, %s : %s" % (*values, types[2]), "%%r = arith.addi %%s, %%p : %s" % types[2],
                        "linalg.yield %%r : %s" % types[2]]  # fmt: skip
    return lines + ["%%r = math.fma %s, %s, %%s : %s" % (*values, types[2]), "linalg.yield %%r : %s" % types[2]]


def chain(a, b, c):
    """[M, K] x [K, N] + [M, N], rounded at each k."""
    if c.dtype.kind == "i":
        return (c + a.astype(np.int64) @ b.astype(np.int64)).astype(c.dtype)
    for k in range(a.shape[1]):
        step = a[:, k, None].astype(np.longdouble) * b[None, k].astype(np.longdouble)
        c = (step + c.astype(np.longdouble)).astype(c.dtype)
    return c


def numbers(shape, dtype, seed):
    if np.dtype(dtype).kind == "i":
        return rng.integers(-9, 9, shape).astype(dtype)
    return random(shape, dtype, seed, special=False)


def add_matmul(m, n, k, dtypes=(np.float32,) * 3, swapped=False):
    """Rows of a in place; b [K, N]."""
    a, b, c = (numbers(shape, dtype, seed) for seed, (shape, dtype) in
               enumerate(zip(((m, k), (k, n), (m, n)), dtypes)))  # fmt: skip
    ins, maps = [("%a0", a), ("%a1", b)], ["m, k", "k, n", "m, n"]
    if swapped:
        ins, maps = [("%a0", b), ("%a1", a)], ["k, n", "m, k", "m, n"]
    code = generic(["m", "n", "k"], 1, ins, maps, ("%b0", c), product_body(ins[0][1], ins[1][1], c))
    suite.add("%s %dx%dx%d" % (" ".join(map(element_type, dtypes)), m, n, k), [x for _, x in ins], [c],
              [chain(a, b, c)], code)  # fmt: skip


def add_open_matmul(m, n, k, behind=3, fresh=False):
    """The first m rows of a and c, whose number is dynamic; c is 0 before, if `fresh`."""
    a, b, c = (random(shape, np.float32, seed, special=False) for seed, shape in
               enumerate([(m + behind, k), (k, n), (m + behind, n)]))  # fmt: skip
    code = "%zero = arith.constant 0 : index\n%long = memref.load %a2[%zero] : memref<1xi64>\n"
    code += "%m = arith.index_cast %long : i64 to index\n"
    views = []
    for view, whole, array in (("%left", "%a0", a), ("%sums", "%b0", c)):
        views.append("memref<?x%dxf32, strided<[%d, 1]>>" % ((array.shape[1],) * 2))
        code += "%s = memref.subview %s[0, 0] [%%m, %d] [1, 1] : %s to %s\n" % (
            view, whole, array.shape[1], memref_type(array), views[-1])  # fmt: skip
    if fresh:
        code += "%%none = arith.constant 0.0 : f32\nlinalg.fill ins(%%none : f32) outs(%%sums : %s)\n" % views[1]
    code += generic(["m", "n", "k"], 1, [("%left", views[0]), ("%a1", b)], ["m, k", "k, n", "m, n"], ("%sums", views[1]),
                    product_body(a, b, c))  # fmt: skip
    expected = np.concatenate([chain(a[:m], b, c[:m] * (not fresh)), c[m:]])
    suite.add("open %dx%dx%d%s" % (m, n, k, " from 0" if fresh else ""), [a, b, np.array([m], np.int64)], [c], [expected], code)


def add_open_columns(m, n, k, behind=3, fresh=False, result=np.float32):
    """The first n columns of b and c, whose number is dynamic, as is the distance of rows. c is 0 before, if
    `fresh`, and may be rounded to `result` then."""
    a, b, c = (random(shape, np.float32, seed, special=False) for seed, shape in
               enumerate([(m, k), (k, n + behind), (m, n + behind)]))  # fmt: skip
    y = c.astype(result)
    code = "%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n"
    for at, name in (("zero", "n"), ("one", "apart")):
        code += "%%%s_ = memref.load %%a2[%%%s] : memref<2xi64>\n%%%s = arith.index_cast %%%s_ : i64 to index\n" % (name, at, name, name)
    view = "memref<%dx?xf32, strided<[?, 1]>>"
    for name, whole, array in (("%right", "%a1", b), ("%out", "%b0", y)):
        code += "%s = memref.reinterpret_cast %s to offset: [0], sizes: [%d, %%n], strides: [%%apart, 1] : %s to %s\n" % (
            name, whole, len(array), memref_type(array), (view % len(array)).replace("f32", element_type(array.dtype)))  # fmt: skip
    sums = "%out"
    if result != np.float32:
        sums = "%sums"
        code += "%%sums = memref.alloc(%%n) : memref<%dx?xf32>\n" % m
    sum_type = view % m if sums == "%out" else "memref<%dx?xf32>" % m
    if fresh:
        code += "%%none = arith.constant 0.0 : f32\nlinalg.fill ins(%%none : f32) outs(%s : %s)\n" % (sums, sum_type)
    code += generic(["m", "n", "k"], 1, [("%a0", a), ("%right", view % k)], ["m, k", "k, n", "m, n"], (sums, sum_type),
                    product_body(a, b, c))  # fmt: skip
    expected = chain(a, b[:, :n], c[:, :n] * (not fresh))
    if sums == "%sums":
        rounded = (view % m).replace("f32", element_type(y.dtype))
        code += generic(["m", "n"], 0, [("%sums", sum_type)], ["m, n", "m, n"], ("%out", rounded),
                        ["^bb0(%x: f32, %s: f16):", "%r = arith.truncf %x : f32 to f16", "linalg.yield %r : f16"])  # fmt: skip
        code += "memref.dealloc %%sums : %s\n" % sum_type
    y = np.concatenate([expected.astype(result), y[:, n:]], 1)
    suite.add("%dx%dx%d, open columns%s" % (m, n, k, " from 0" if fresh else ""), [a, b, np.array([n, n + behind], np.int64)],
              [c.astype(result)], [y], code)  # fmt: skip


def add_conv(n, c1, c0, h, w, o1, o0, window, stride=1, groups=1, epilogue=True, threads=None):
    """x [N, G, C1, H, W, C0] by a filter [G, O1, C1, R, S, C0, O0], sums in the order
    of C1, R, S, C0, then + bias, at least 0, as f16."""
    rows, columns = (h - window) // stride + 1, (w - window) // stride + 1
    small = threads is None
    draw = (lambda shape, seed: random(shape, np.float32, seed, special=False)) if small else (
        lambda shape, seed: rng.integers(-3, 4, shape).astype(np.float32))  # fmt: skip
    x = draw([n, groups, c1, h, w, c0], 0)
    f = draw([groups, o1, c1, window, window, c0, o0], 1)
    bias = draw([groups, o1, o0], 2)
    seen = np.stack([x[:, :, :, r : r + (rows - 1) * stride + 1 : stride, s : s + (columns - 1) * stride + 1 : stride]
                     for r in range(window) for s in range(window)], 5)  # n g c1 h w t c0
    left = seen.transpose(1, 0, 3, 4, 2, 5, 6).reshape(groups, n * rows * columns, -1)
    right = f.transpose(0, 2, 3, 4, 5, 1, 6).reshape(groups, left.shape[2], o1 * o0)
    zeros = np.zeros([left.shape[1], o1 * o0], np.float32)
    sums = np.stack([chain(p, q, zeros) if small else p @ q for p, q in zip(left, right)])
    y = sums.reshape(groups, n, rows, columns, o1, o0).transpose(1, 0, 4, 2, 3, 5)
    dims = ["n", "g", "o", "h", "w", "p", "c", "r", "s", "k"]
    maps = ["n, g, c, h * %d + r, w * %d + s, k" % (stride, stride), "g, o, c, r, s, k, p", "n, g, o, h, w, p"]
    name = "conv %s" % ((n, c1, c0, h, w, o1, o0, window, stride, groups, epilogue),)
    if not epilogue:
        out = np.zeros(y.shape, np.float32)
        code = generic(dims, 4, [("%a0", x), ("%a1", f)], maps, ("%b0", out), product_body(x, f, out))
        suite.add(name, [x, f], [out], [np.ascontiguousarray(y)], code, threads)
        return
    out = np.zeros(y.shape, np.float16)
    sum_type = memref_type(np.zeros(y.shape, np.float32))
    code = "%%zero = arith.constant 0.0 : f32\n%%c = memref.alloc() : %s\n" % sum_type
    code += "linalg.fill ins(%%zero : f32) outs(%%c : %s)\n" % sum_type
    code += generic(dims, 4, [("%a0", x), ("%a1", f)], maps, ("%c", np.zeros(y.shape, np.float32)),
                    product_body(x, f, np.zeros(1, np.float32)))  # fmt: skip
    six = "n, g, o, h, w, p"
    code += generic(dims[:6], 0, [("%c", np.zeros(y.shape, np.float32)), ("%a2", bias)], [six, "g, o, p", six],
                    ("%b0", out),
                    ["^bb0(%x: f32, %y: f32, %s: f16):", "%p = arith.addf %x, %y : f32",
                     "%q = arith.maximumf %p, %zero : f32", "%r = arith.truncf %q : f32 to f16",
                     "linalg.yield %r : f16"])  # fmt: skip
    code += "memref.dealloc %%c : %s" % sum_type
    with np.errstate(over="ignore"):
        expected = np.maximum(y + bias[None, :, :, None, None, :], 0).astype(np.float16)
    suite.add(name, [x, f, bias], [out], [np.ascontiguousarray(expected)], code, threads)


def add_scaled_rows(dtype=np.float32):
    """Sums of rows times one number, which is in no memref."""
    a, c = random((19, 37), dtype, 0, special=False), random((19,), dtype, 1, special=False)
    code = "%factor = arith.constant 0.75 : f32\n"
    code += generic(["m", "k"], 1, [("%a0", a), ("%factor", "f32")], ["m, k", "", "m"], ("%b0", c),
                    ["^bb0(%x: f32, %y: f32, %s: f32):", "%r = math.fma %x, %y, %s : f32", "linalg.yield %r : f32"])  # fmt: skip
    expected = chain(a, np.full((37, 1), 0.75, dtype), c[:, None])[:, 0]
    suite.add("rows times a number", [a], [c], [expected], code)


add_scaled_rows()
for m in range(1, 18):
    add_matmul(m, 1 + 7 * m % 65, 1 + 5 * m % 33, swapped=m % 2 == 0)
for n in (1, 2, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 95, 96, 97):
    add_matmul(1 + 5 * n % 31, n, 1 + n % 33)
for m in (27, 28, 29, 41, 43, 100):
    add_matmul(m, 40, 9)
for m in (0, 1, 2, 5, 6, 7, 13, 14, 15, 130, 300):
    add_open_matmul(m, 1 + 7 * m % 65, 1 + 5 * m % 33)
add_open_matmul(141, 32, 700)
# Sums of tiles that wait in a buffer while the next chunk of k passes by, the last of them in parts.
for m in (5, 13, 20, 141):
    add_open_matmul(m, 32, 3000, fresh=True)
for n in (0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 49, 64, 65, 100):
    add_open_columns(1 + 7 * n % 30, n, 1 + 5 * n % 33, fresh=n % 2 == 0)
for n in (1, 16, 37, 70):
    add_open_columns(12, n, 40, behind=0, fresh=True, result=np.float16)
# Rows of b that lie so far apart that a part of them passes by at a time.
for n in (5, 40, 77):
    add_open_columns(29, n, 3000, fresh=True)
# Few rows, of which a tile has many vectors.
for m in (1, 2, 3):
    for n in (0, 1, 15, 16, 17, 63, 64, 100, 128, 129, 300):
        add_open_columns(m, n, 20, fresh=n % 2 == 0)
for dtypes in [(np.float16, np.float16, np.float32), (bfloat16, bfloat16, np.float32), (np.float32, np.float16, np.float32),
               (np.int8, np.int8, np.int32), (np.int32, np.int32, np.int32), (np.float32, np.float32, np.float64),
               # Sums of which there are no tiles.
               (np.int8, np.int32, np.int64), (np.int64, np.int64, np.int64), (np.int16, np.int8, np.int16)]:  # fmt: skip
    add_matmul(19, 37, 11, dtypes)
for shape in [(1, 1, 16, 7, 7, 1, 16, 1), (1, 2, 16, 9, 9, 2, 16, 3), (2, 1, 8, 8, 18, 3, 16, 3),
              (1, 3, 16, 5, 33, 5, 8, 3), (1, 1, 16, 1, 1, 2, 16, 1), (1, 1, 8, 6, 3, 4, 8, 3),
              (1, 1, 8, 6, 3, 7, 4, 3), (1, 2, 8, 4, 5, 1, 8, 1), (1, 2, 4, 4, 5, 3, 2, 3)]:  # fmt: skip
    for stride, groups, epilogue in [(1, 1, True), (2, 1, False), (1, 2, True)]:
        if shape[3] > 1 or stride == 1:
            add_conv(*shape, stride=stride, groups=groups, epilogue=epilogue)
# Enough for the threads, in more than one piece of rows and with a rest.
add_conv(1, 4, 16, 58, 58, 3, 16, 3, threads=True)
add_conv(2, 24, 16, 30, 30, 4, 16, 1, threads=True)
# Sums of short rows that wait for the rest of a long reduction, with what reads them and without.
add_conv(1, 40, 16, 9, 9, 3, 16, 3, threads=True)
add_conv(1, 40, 16, 9, 9, 3, 16, 3, epilogue=False, threads=True)
add_conv(1, 340, 8, 1, 1, 5, 16, 1, threads=False)
# The same of panels that share vectors, the last of them with none.
for epilogue in (True, False):
    add_conv(1, 80, 16, 9, 9, 5, 8, 3, epilogue=epilogue, threads=True)

suite.main()
