# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The table of random_graphs.py: an operator is a line in OPS.

Op(name, build, dtypes, bound, since) takes part in graphs of opset `since` and
newer. `build(graph, row)` draws operands and attributes, adds the node by
graph.node, and raises Skip where nothing fits. `bound` says how far a result may
lie from onnxruntime's on the same operands:

  EXACT  no difference (a NaN is a NaN)
  ROUND  one unit in the last place of the result's type
  CLOSE  two units, 4e-6 of the value and 4e-7 (functions in float arithmetic,
         of which onnxruntime computes some from e^x - 1 or 1 / (1 + e^-x))
  SUMS   4e-7 for each term, of the largest value that can come of the operands
"""

from collections import namedtuple

import numpy as np
from hypothesis import strategies as st

from graphs import BOOL, EXTENTS, F16, F32, F64, I8, I32, I64, U8, Skip, element_type

Op = namedtuple("Op", "name build dtypes bound since", defaults=[7])

EXACT, ROUND, CLOSE, SUMS = "EXACT", "ROUND", "CLOSE", "SUMS"
FLOATS, WIDE = [F32, F16], [F32, F16, F64]
INTS = [I32, I64]
NUMBERS = FLOATS + INTS
ANY = NUMBERS + [BOOL, U8]
POSITIVE = st.sampled_from([1, 2, 3, 4, 5, 7])


def unary(g, row, **attributes):
    g.node(row, [g.value(row.dtypes)], **attributes)


def within(low, high):
    """A function with a domain: its operand is new."""
    def build(g, row):
        g.node(row, [g.fresh(g.draw(st.sampled_from(row.dtypes)), g.shape(), low=low, high=high)])

    return build


def with_floats(**ranges):
    """Attributes that are floats in ranges, each of which may be left out."""
    def build(g, row):
        given = {k: float(np.float32(g.draw(st.floats(*r)))) for k, r in ranges.items() if g.draw(st.booleans())}
        unary(g, row, **given)

    return build


def binary(g, row):
    x = g.value(row.dtypes)
    operands = [x, g.like(x)]
    g.node(row, operands if g.draw(st.booleans()) else operands[::-1])


def division(g, row):
    x = g.value(row.dtypes)
    g.node(row, [x, g.like(x, low=1.0)])


def power(g, row):
    x = g.fresh(g.draw(st.sampled_from(row.dtypes)), g.shape(), low=0.1)
    g.node(row, [x, g.like(x, low=-2.0, high=2.0)])


def modulo(g, row):
    x = g.value(row.dtypes)
    integral = g.types[x][0].kind in "iu"
    g.node(row, [x, g.like(x, low=1.0)], fmod=0 if integral and g.draw(st.booleans()) else 1)


def variadic(g, row):
    x = g.value(row.dtypes)
    g.node(row, [x] + [g.like(x) for _ in range(g.draw(st.integers(0, 3)))])


def shift(g, row):
    dtype = g.draw(st.sampled_from(row.dtypes))
    x = g.fresh(dtype, g.shape(), low=0)
    g.node(row, [x, g.like(x, low=0)], direction=g.draw(st.sampled_from(["LEFT", "RIGHT"])))


def where(g, row):
    x = g.value(row.dtypes)
    condition = g.like(g.fresh(BOOL, g.types[x][1]))
    g.node(row, [condition, x, g.like(x)])


def cast(g, row):
    target = g.draw(st.sampled_from(WIDE + INTS + [I8, U8, BOOL]))
    g.node(row, [g.value(row.dtypes)], to=element_type(target))


def clip(g, row):
    x = g.value(row.dtypes)
    if g.opset < 11:
        if g.types[x][0].kind != "f":
            raise Skip
        return g.node(row, [x], min=-1.5, max=2.0)
    bounds = ["" if g.draw(st.booleans()) else g.like(x, shape=(), low=low, high=high)
              for low, high in [(-3, 0), (1, 3)]]  # fmt: skip
    while bounds and not bounds[-1]:
        bounds.pop()
    g.node(row, [x] + bounds)


def reduction(input_since):
    """Axes are an input from that opset on."""
    def build(g, row):
        x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 4)), POSITIVE))
        axes = g.axes(len(g.types[x][1]))
        attributes = {"keepdims": g.draw(st.integers(0, 1))}
        operands = [x]
        if g.opset >= input_since:
            attributes["noop_with_empty_axes"] = g.draw(st.integers(0, 1))
            if axes or g.draw(st.booleans()):
                operands.append(g.constant(np.array(axes, np.int64)))
        elif axes:
            attributes["axes"] = [a + len(g.types[x][1]) if g.opset < 11 and a < 0 else a for a in axes]
        g.node(row, operands, **attributes)

    return build


def arg(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 4)), POSITIVE))
    axis = g.axis(len(g.types[x][1]))
    attributes = {"axis": axis + len(g.types[x][1]) if g.opset < 11 and axis < 0 else axis}
    if g.opset >= 12:
        attributes["select_last_index"] = g.draw(st.integers(0, 1))
    g.node(row, [x], keepdims=g.draw(st.integers(0, 1)), **attributes)


def cumsum(g, row):
    x = g.ranked(row.dtypes, 1)
    axis = g.constant(np.array(g.axis(len(g.types[x][1])), np.int32))
    g.node(row, [x, axis], exclusive=g.draw(st.integers(0, 1)), reverse=g.draw(st.integers(0, 1)))


def matmul(g, row):
    x = g.ranked(row.dtypes, 2, 4)
    shape = g.types[x][1]
    batch = [1 if g.draw(st.integers(0, 3)) == 0 else n for n in shape[:-2]]
    batch = batch[g.draw(st.integers(0, len(batch))):]
    g.node(row, [x, g.like(x, shape=tuple(batch) + (shape[-1], g.draw(EXTENTS)))])


def gemm(g, row):
    a = g.ranked(row.dtypes, 2, 2, POSITIVE)
    shape, flips = g.types[a][1], [g.draw(st.integers(0, 1)) for _ in range(2)]
    m, k = shape[::-1] if flips[0] else shape
    n = g.draw(POSITIVE)
    operands = [a, g.like(a, shape=(n, k) if flips[1] else (k, n))]
    if g.opset < 11 or g.draw(st.booleans()):
        operands.append(g.like(a, shape=g.draw(st.sampled_from([(m, n), (n,), (1, n), (m, 1)]))))
    g.node(row, operands, transA=flips[0], transB=flips[1],
           alpha=g.draw(st.sampled_from([1.0, 0.5])), beta=g.draw(st.sampled_from([1.0, 2.0])))  # fmt: skip


def window(g, kernel):
    """Strides and pads, each of which may be left out."""
    given = {}
    auto = g.draw(st.sampled_from(["", "SAME_UPPER", "SAME_LOWER", "VALID"]))
    if g.draw(st.booleans()):
        # onnxruntime pads by less than nothing where a window is left over.
        most = kernel if auto.startswith("SAME") else [3] * len(kernel)
        given["strides"] = [g.draw(st.integers(1, n)) for n in most]
    if auto:
        given["auto_pad"] = auto
    else:
        # ONNX wants pads that are smaller than the kernel.
        given["pads"] = [g.draw(st.integers(0, k - 1)) for k in kernel * 2]
    return given


def convolution(g, row):
    rank = g.draw(st.integers(1, 2))
    extents = st.integers(4, 8)
    x = g.value(row.dtypes, lambda s: len(s) == rank + 2 and min(s[2:]) > 3 and 0 not in s,
                lambda: (g.draw(POSITIVE), g.draw(st.sampled_from([1, 2, 4]))) + g.shape(rank, extents))  # fmt: skip
    channels = g.types[x][1][1]
    groups = g.draw(st.sampled_from([n for n in (1, 2, 4) if channels % n == 0]))
    kernel = [g.draw(st.integers(1, 3)) for _ in range(rank)]
    out = groups * g.draw(st.integers(1, 3))
    operands = [x, g.like(x, shape=(out, channels // groups, *kernel))]
    if g.draw(st.booleans()):
        operands.append(g.like(x, shape=(out,)))
    g.node(row, operands, group=groups, **window(g, kernel))


def pool(g, row, **attributes):
    rank = g.draw(st.integers(1, 2))
    x = g.value(row.dtypes, lambda s: len(s) == rank + 2 and min(s[2:]) > 3 and 0 not in s,
                lambda: (g.draw(POSITIVE), g.draw(POSITIVE)) + g.shape(rank, st.integers(4, 8)))  # fmt: skip
    kernel = [g.draw(st.integers(1, 3)) for _ in range(rank)]
    g.node(row, [x], kernel_shape=kernel, **window(g, kernel), **attributes)


def average(g, row):
    pool(g, row, count_include_pad=g.draw(st.integers(0, 1)))


def whole_pool(g, row):
    g.node(row, [g.value(row.dtypes, lambda s: len(s) > 2 and 0 not in s, lambda: g.shape(g.draw(st.integers(3, 5)), POSITIVE))])


def batch_norm(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 1 and 0 not in s, lambda: g.shape(g.draw(st.integers(2, 4)), POSITIVE))
    channels = (g.types[x][1][1],)
    given = [g.like(x, shape=channels) for _ in range(3)]
    g.node(row, [x, *given, g.like(x, shape=channels, low=0.5)], epsilon=1e-3)


def reshape(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 4)), POSITIVE))
    shape = list(g.types[x][1])
    at = g.draw(st.integers(0, len(shape)))
    wanted = g.draw(st.permutations(shape[:at] + [1] + shape[at:]))
    wanted[g.draw(st.integers(0, len(wanted) - 1))] = -1
    g.node(row, [x, g.constant(np.array(wanted, np.int64))])


def expand(g, row):
    x = g.value(row.dtypes)
    shape = [g.draw(EXTENTS) if n == 1 else n for n in g.types[x][1]]
    g.node(row, [x, g.constant(np.array([g.draw(EXTENTS)] + shape, np.int64))])


def transpose(g, row):
    x = g.value(row.dtypes)
    perm = list(g.draw(st.permutations(range(len(g.types[x][1])))))
    g.node(row, [x], **({"perm": perm} if perm and g.draw(st.booleans()) else {}))


def with_axes(g, row, x, axes):
    """Axes as an attribute, from opset 13 on as an input."""
    if g.opset < 13:
        g.node(row, [x], axes=axes)
    else:
        g.node(row, [x, g.constant(np.array(axes, np.int64))])


def squeeze(g, row):
    x = g.value(row.dtypes, lambda s: 1 in s, lambda: g.shape(g.draw(st.integers(0, 3))) + (1,))
    units = [i for i, n in enumerate(g.types[x][1]) if n == 1]
    axes = g.draw(st.lists(st.sampled_from(units), unique=True, min_size=1))
    with_axes(g, row, x, axes)


def unsqueeze(g, row):
    x = g.ranked(row.dtypes, 0, 3)
    rank = len(g.types[x][1])
    count = g.draw(st.integers(1, 2))
    with_axes(g, row, x, g.draw(st.lists(st.integers(0, rank + count - 1), unique=True, min_size=count, max_size=count)))


def concat(g, row):
    x = g.ranked(row.dtypes, 1)
    shape = list(g.types[x][1])
    axis = g.axis(len(shape))
    operands = [x]
    for _ in range(g.draw(st.integers(0, 2))):
        shape[axis] = g.draw(EXTENTS)
        operands.append(g.like(x, shape=tuple(shape)))
    g.node(row, operands, axis=axis + len(shape) if g.opset < 11 and axis < 0 else axis)


def slice_(g, row):
    x = g.ranked(row.dtypes, 1)
    shape = g.types[x][1]
    axes = g.draw(st.lists(st.integers(0, len(shape) - 1), unique=True, min_size=1))
    starts, ends = ([g.draw(st.integers(-9, 9)) for _ in axes] for _ in range(2))
    if g.opset < 10:
        return g.node(row, [x], starts=starts, ends=ends, axes=axes)
    steps = [g.draw(st.sampled_from([1, 1, 2, -1, -2, 5])) for _ in axes]
    g.node(row, [x] + [g.constant(np.array(v, np.int64)) for v in (starts, ends, axes, steps)])


def layer_norm(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 3)), POSITIVE))
    shape = g.types[x][1]
    axis = g.axis(len(shape))
    extents = shape[axis:] if axis >= 0 else shape[axis + len(shape):]
    g.node(row, [x] + [g.like(x, shape=extents) for _ in range(g.draw(st.integers(1, 2)))], axis=axis, epsilon=1e-2)


OPS = [
    Op("Abs", unary, NUMBERS, EXACT),
    Op("Acos", within(-1, 1), [F32], CLOSE),
    Op("Acosh", within(1, 9), [F32], CLOSE, 9),
    Op("Add", binary, NUMBERS + [F64], ROUND),
    Op("And", binary, [BOOL], EXACT),
    Op("ArgMax", arg, [F32, I32], EXACT),
    Op("ArgMin", arg, [F32, I32], EXACT),
    Op("Asin", within(-1, 1), [F32], CLOSE),
    Op("Asinh", unary, [F32], CLOSE, 9),
    Op("Atan", unary, [F32], CLOSE),
    Op("Atanh", within(-0.9, 0.9), [F32], CLOSE, 9),
    Op("AveragePool", average, [F32], SUMS),
    Op("BatchNormalization", batch_norm, [F32], SUMS, 9),
    Op("BitShift", shift, [U8], EXACT, 11),
    Op("BitwiseAnd", binary, INTS + [U8], EXACT, 18),
    Op("BitwiseNot", unary, INTS + [U8], EXACT, 18),
    Op("BitwiseOr", binary, INTS + [U8], EXACT, 18),
    Op("BitwiseXor", binary, INTS + [U8], EXACT, 18),
    Op("Cast", cast, ANY + [F64], EXACT, 9),
    Op("Ceil", unary, FLOATS, EXACT),
    Op("Celu", with_floats(alpha=(0.5, 2)), [F32], CLOSE, 12),
    Op("Clip", clip, FLOATS + INTS, EXACT),
    Op("Concat", concat, ANY, EXACT),
    Op("Conv", convolution, [F32], SUMS),
    Op("Cos", unary, [F32], CLOSE),
    Op("Cosh", unary, [F32], CLOSE, 9),
    Op("CumSum", cumsum, [F32, I32, I64], SUMS, 11),
    Op("Div", division, NUMBERS + [F64], ROUND),
    Op("Elu", with_floats(alpha=(0.5, 2)), [F32], CLOSE),
    Op("Equal", binary, INTS + [BOOL, F32], EXACT),
    Op("Erf", unary, [F32], CLOSE, 9),
    Op("Exp", unary, FLOATS, CLOSE),
    Op("Expand", expand, ANY, EXACT, 8),
    Op("Floor", unary, FLOATS, EXACT),
    Op("Gemm", gemm, [F32], SUMS),
    Op("GlobalAveragePool", whole_pool, [F32], SUMS),
    Op("GlobalMaxPool", whole_pool, [F32], EXACT),
    Op("Greater", binary, NUMBERS, EXACT, 9),
    Op("GreaterOrEqual", binary, NUMBERS, EXACT, 16),
    Op("HardSigmoid", with_floats(alpha=(0.1, 0.5), beta=(0, 1)), [F32], CLOSE),
    Op("HardSwish", unary, [F32], CLOSE, 14),
    Op("Identity", unary, ANY, EXACT),
    Op("IsInf", unary, [F32], EXACT, 10),
    Op("IsNaN", unary, FLOATS, EXACT, 9),
    Op("LayerNormalization", layer_norm, [F32], SUMS, 17),
    Op("LeakyRelu", with_floats(alpha=(0, 1)), FLOATS, ROUND),
    Op("Less", binary, NUMBERS, EXACT, 9),
    Op("LessOrEqual", binary, NUMBERS, EXACT, 16),
    Op("Log", within(0.01, 9), FLOATS, CLOSE),
    Op("MatMul", matmul, [F32], SUMS),
    Op("Max", variadic, FLOATS + INTS, EXACT, 8),
    Op("MaxPool", pool, [F32], EXACT),
    Op("Mean", variadic, [F32], SUMS, 8),
    Op("Min", variadic, FLOATS + INTS, EXACT, 8),
    Op("Mod", modulo, [F32, I32, I64], CLOSE, 10),
    Op("Mul", binary, NUMBERS + [F64], ROUND),
    Op("Neg", unary, FLOATS + INTS, EXACT),
    Op("Not", unary, [BOOL], EXACT),
    Op("Or", binary, [BOOL], EXACT),
    Op("PRelu", binary, [F32], ROUND, 9),
    Op("Pow", power, [F32], CLOSE),
    Op("Reciprocal", within(0.1, 4), [F32], ROUND),
    Op("ReduceL1", reduction(18), [F32], SUMS),
    Op("ReduceL2", reduction(18), [F32], SUMS),
    Op("ReduceLogSum", reduction(18), [F32], SUMS),
    Op("ReduceLogSumExp", reduction(18), [F32], SUMS),
    Op("ReduceMax", reduction(18), [F32, I32, I64], EXACT),
    Op("ReduceMean", reduction(18), [F32], SUMS),
    Op("ReduceMin", reduction(18), [F32, I32, I64], EXACT),
    Op("ReduceProd", reduction(18), [F32], SUMS),
    Op("ReduceSum", reduction(13), [F32, I32, I64], SUMS),
    Op("ReduceSumSquare", reduction(18), [F32], SUMS),
    Op("Relu", unary, FLOATS, EXACT),
    Op("Reshape", reshape, ANY, EXACT),
    Op("Round", unary, FLOATS, EXACT, 11),
    Op("Selu", unary, [F32], CLOSE),
    Op("Shape", unary, ANY, EXACT),
    Op("Shrink", with_floats(lambd=(0.1, 2), bias=(-1, 1)), [F32], ROUND, 9),
    Op("Sigmoid", unary, FLOATS, CLOSE),
    Op("Sign", unary, NUMBERS, EXACT, 9),
    Op("Sin", unary, [F32], CLOSE),
    Op("Sinh", unary, [F32], CLOSE, 9),
    Op("Size", unary, ANY, EXACT),
    Op("Slice", slice_, ANY, EXACT),
    Op("Softplus", unary, [F32], CLOSE),
    Op("Softsign", unary, [F32], CLOSE),
    Op("Sqrt", within(0, 9), FLOATS, ROUND),
    Op("Squeeze", squeeze, ANY, EXACT),
    Op("Sub", binary, NUMBERS + [F64], ROUND),
    Op("Sum", variadic, [F32], SUMS, 8),
    Op("Tan", within(-1.2, 1.2), [F32], CLOSE),
    Op("Tanh", unary, FLOATS, CLOSE),
    Op("ThresholdedRelu", with_floats(alpha=(-1, 1)), [F32], EXACT, 10),
    Op("Transpose", transpose, ANY, EXACT),
    Op("Unsqueeze", unsqueeze, ANY, EXACT),
    Op("Where", where, NUMBERS + [U8], EXACT, 9),
    Op("Xor", binary, [BOOL], EXACT),
]
