# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What the operators of ops.py take: a builder draws operands and attributes from
a graph and adds the node, or raises Skip where nothing fits."""

import numpy as np
from hypothesis import strategies as st
from onnx import numpy_helper

from graphs import BOOL, EXTENTS, F16, F32, F64, I8, I32, I64, U8, Skip, element_type

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


def onto_first(g, row):
    """A second operand that broadcasts to the first, which it never widens."""
    x = g.value(row.dtypes)
    g.node(row, [x, g.like(x)])


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
    # onnxruntime's optimizer takes them to be sorted, and else makes other shapes.
    axes = sorted(g.draw(st.lists(st.sampled_from(units), unique=True, min_size=1)))
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


def along_axis(default_since):
    """An op along one axis; before `default_since` axes count from the front."""
    def build(g, row):
        x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 4)), POSITIVE))
        rank = len(g.types[x][1])
        axis = g.axis(rank)
        g.node(row, [x], axis=axis % rank if g.opset < default_since else axis)

    return build


def hard_max(g, row):
    # Of a NaN among numbers onnxruntime makes zeros alone; to ONNX, as to numpy, it is the greatest.
    x = g.fresh(g.draw(st.sampled_from(row.dtypes)), g.shape(g.draw(st.integers(1, 4)), POSITIVE))
    g.node(row, [x], axis=g.axis(len(g.types[x][1])))


def lp_norm(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 4)), POSITIVE))
    g.node(row, [x], axis=g.axis(len(g.types[x][1])), p=g.draw(st.integers(1, 2)))


def gelu(g, row):
    unary(g, row, approximate=g.draw(st.sampled_from(["none", "tanh"])))


def indices(g, shape, extent):
    """Positions in a range, counted from either end."""
    if extent == 0:
        raise Skip
    return g.constant(g.random.integers(-extent, extent, shape).astype(g.draw(st.sampled_from(INTS))))


def gather(g, row):
    x = g.ranked(row.dtypes, 1)
    shape = g.types[x][1]
    axis = g.axis(len(shape))
    at = indices(g, g.shape(g.draw(st.integers(0, 2))), shape[axis])
    g.node(row, [x, at], axis=axis % len(shape) if g.opset < 11 else axis)


def gather_elements(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 3)), POSITIVE))
    shape = list(g.types[x][1])
    axis = g.axis(len(shape))
    extent, shape[axis] = shape[axis], g.draw(POSITIVE)
    g.node(row, [x, indices(g, shape, extent)], axis=axis)


def scatter_elements(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 3)), POSITIVE))
    shape = list(g.types[x][1])
    axis = g.axis(len(shape))
    count = g.draw(st.integers(1, shape[axis]))
    # Each place once: the order of writes is not defined.
    ranks = g.random.random(shape).argsort(axis)
    at = np.take(ranks, range(count), axis).astype(np.int64)
    g.node(row, [x, g.constant(at), g.like(x, shape=at.shape)], axis=axis)


def split(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and max(s) > 1, lambda: g.shape(g.draw(st.integers(0, 2))) + (g.draw(st.sampled_from([2, 3, 4, 6])),))
    shape = g.types[x][1]
    axis = g.draw(st.sampled_from([i for i, n in enumerate(shape) if n > 1]))
    first = g.draw(st.integers(0, shape[axis]))
    sizes = [first, shape[axis] - first]
    if g.opset < 13:
        g.node(row, [x], 2, axis=axis, split=sizes)
    else:
        g.node(row, [x, g.constant(np.array(sizes, np.int64))], 2, axis=axis)


def tile(g, row):
    x = g.ranked(row.dtypes, 1, 3)
    g.node(row, [x, g.constant(np.array([g.draw(st.integers(1, 3)) for _ in g.types[x][1]], np.int64))])


def pad(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 0 and 0 not in s, lambda: g.shape(g.draw(st.integers(1, 4)), POSITIVE))
    shape = g.types[x][1]
    mode = g.draw(st.sampled_from(["constant", "constant", "edge", "reflect"]))
    pads = [g.draw(st.integers(0, n - 1 if mode == "reflect" else 2)) for n in shape * 2]
    if g.opset < 11:
        return g.node(row, [x], pads=pads, mode=mode)
    operands = [x, g.constant(np.array(pads, np.int64))]
    if mode == "constant" and g.draw(st.booleans()):
        operands.append(g.like(x, shape=()))
    g.node(row, operands, mode=mode)


def trilu(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 1 and 0 not in s, lambda: g.shape(g.draw(st.integers(2, 4)), POSITIVE))
    operands = [x] + ([g.constant(np.array(g.draw(st.integers(-4, 4)), np.int64))] if g.draw(st.booleans()) else [])
    g.node(row, operands, upper=g.draw(st.integers(0, 1)))


def topk(g, row):
    # Equal elements have no order between them.
    shape = g.shape(g.draw(st.integers(1, 3)), POSITIVE)
    values = g.random.permutation(int(np.prod(shape))).reshape(shape).astype(g.draw(st.sampled_from(row.dtypes)))
    axis = g.axis(len(shape))
    k = g.constant(np.array([g.draw(st.integers(1, shape[axis]))], np.int64))
    if g.opset < 11:
        raise Skip
    g.node(row, [g.constant(values), k], 2, axis=axis, largest=g.draw(st.integers(0, 1)), sorted=1)


def flatten(g, row):
    x = g.ranked(row.dtypes, 1)
    rank = len(g.types[x][1])
    g.node(row, [x], axis=g.draw(st.integers(0 if g.opset < 11 else -rank, rank)))


def blocks(g, row):
    """SpaceToDepth and DepthToSpace by 2."""
    x = g.fresh(g.draw(st.sampled_from(row.dtypes)), (g.draw(POSITIVE), 4 * g.draw(st.integers(1, 2)), 2 * g.draw(st.integers(1, 2)), 4))
    modes = {"mode": g.draw(st.sampled_from(["DCR", "CRD"]))} if row.name == "DepthToSpace" and g.opset >= 11 else {}
    g.node(row, [x], blocksize=2, **modes)


def instance_norm(g, row):
    x = g.value(row.dtypes, lambda s: len(s) > 2 and 0 not in s, lambda: g.shape(g.draw(st.integers(3, 4)), POSITIVE))
    channels = (g.types[x][1][1],)
    g.node(row, [x, g.like(x, shape=channels), g.like(x, shape=channels)], epsilon=1e-2)


def response_norm(g, row):
    x = g.value(row.dtypes, lambda s: len(s) == 4 and 0 not in s, lambda: g.shape(4, POSITIVE))
    g.node(row, [x], size=g.draw(st.sampled_from([1, 3, 5])))


def constant_of_shape(g, row):
    value = np.asarray([g.draw(st.integers(-3, 3))], g.draw(st.sampled_from(row.dtypes)))
    g.node(row, [g.constant(np.array(g.shape(), np.int64))], value=numpy_helper.from_array(value))


def cast_like(g, row):
    g.node(row, [g.value(row.dtypes), g.value([F32, F16, I32, BOOL])])


def one_hot(g, row):
    at = g.constant(g.random.integers(-4, 4, g.shape(g.draw(st.integers(1, 2)))).astype(np.int64))
    values = g.fresh(g.draw(st.sampled_from(row.dtypes)), (2,))
    g.node(row, [at, g.constant(np.array(4, np.int64)), values], axis=-1)
