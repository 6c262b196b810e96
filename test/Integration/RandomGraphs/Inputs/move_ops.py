# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The rows of random_graphs.py for operators that move, index, order and sample."""

import numpy as np
from hypothesis import strategies as st

from builders import POSITIVE
from graphs import BOOL, EXTENTS, F16, F32, I32, I64, U8, Skip
from ops import ANY, EXACT, SUMS, Op

NUMBERS = [F32, F16, I32, I64]


def given(g, array):
    """A new value: an input or a constant."""
    if g.draw(st.booleans()):
        return g.constant(array)
    name = g.name("x")
    g.types[name] = (array.dtype, array.shape)
    g.inputs[name] = array
    return name


def indices(g, shape, extent):
    """Indices of an axis, from either end."""
    if extent == 0 and np.prod(shape):
        raise Skip
    dtype = g.draw(st.sampled_from([I32, I64]))
    return given(g, g.random.integers(-extent, max(extent, 1), shape).astype(dtype))


def integers(values):
    return np.array(values, np.int64)


def chosen_axis(g, rank):
    axis = g.axis(rank)
    return axis + rank if g.opset < 11 and axis < 0 else axis


# -- Layouts --------------------------------------------------------------------


def split(g, row):
    x = g.ranked(row.dtypes, 1)
    shape = g.types[x][1]
    axis = chosen_axis(g, len(shape))
    parts = g.draw(st.integers(1, 3))
    sizes = [g.draw(EXTENTS) for _ in range(parts - 1)]
    sizes.append(shape[axis] - sum(sizes))
    operands, attributes = [x], {"axis": axis}
    if sizes[-1] < 0 or g.draw(st.booleans()):
        if shape[axis] % parts or (g.opset >= 18 and not shape[axis]):
            raise Skip
        if g.opset >= 18:
            attributes["num_outputs"] = parts
    elif g.opset < 13:
        attributes["split"] = sizes
    else:
        operands.append(g.constant(integers(sizes)))
    g.node(row, operands, parts, **attributes)


def tile(g, row):
    x = g.ranked(row.dtypes, 1, 3)
    g.node(row, [x, g.constant(integers([g.draw(st.integers(0, 3)) for _ in g.types[x][1]]))])


def pad(g, row):
    x = g.ranked(row.dtypes, 1, 3, POSITIVE)
    shape = g.types[x][1]
    modes = ["constant", "edge", "reflect"] + (["wrap"] if g.opset >= 19 else [])
    mode = g.draw(st.sampled_from(modes))
    most = [n - 1 for n in shape] if mode == "reflect" else [3 if mode != "wrap" else n for n in shape]
    least = -1 if mode == "constant" and min(shape) > 2 else 0
    pads = [g.draw(st.integers(least, n)) for n in most * 2]
    if g.opset < 11:
        if g.types[x][0] != F32:
            raise Skip
        return g.node(row, [x], mode=mode, pads=pads, value=1.5)
    operands = [x, g.constant(integers(pads))]
    if mode == "constant" and g.draw(st.booleans()):
        operands.append(g.like(x, shape=()))
    g.node(row, operands, mode=mode)


def trilu(g, row):
    x = g.ranked(row.dtypes, 2)
    operands = [x] + ([given(g, np.array(g.draw(st.integers(-3, 3)), np.int64))] if g.draw(st.booleans()) else [])
    g.node(row, operands, upper=g.draw(st.integers(0, 1)))


def depth_to_space(g, row):
    block = g.draw(st.integers(1, 3))
    x = g.fresh(g.draw(st.sampled_from(row.dtypes)), (2, block * block * g.draw(POSITIVE), g.draw(POSITIVE), g.draw(POSITIVE)))
    mode = {"mode": g.draw(st.sampled_from(["DCR", "CRD"]))} if g.opset >= 11 else {}
    g.node(row, [x], blocksize=block, **mode)


def space_to_depth(g, row):
    block = g.draw(st.integers(1, 3))
    x = g.fresh(F32, (g.draw(POSITIVE), g.draw(POSITIVE), block * g.draw(POSITIVE), block * g.draw(POSITIVE)))
    g.node(row, [x], blocksize=block)


def flatten(g, row):
    x = g.ranked(row.dtypes, 1)
    rank = len(g.types[x][1])
    g.node(row, [x], axis=g.draw(st.integers(0 if g.opset < 11 else -rank, rank)))


def reverse_sequence(g, row):
    x = g.ranked(row.dtypes, 2, 3, POSITIVE)
    shape = g.types[x][1]
    time = g.draw(st.integers(0, 1))
    lengths = given(g, g.random.integers(1, shape[time] + 1, shape[1 - time]))
    g.node(row, [x, lengths], time_axis=time, batch_axis=1 - time)


# -- Indices --------------------------------------------------------------------


def gather(g, row):
    x = g.ranked(row.dtypes, 1)
    shape = g.types[x][1]
    axis = g.axis(len(shape))
    if g.opset < 11:
        axis %= len(shape)
        at = given(g, g.random.integers(0, max(shape[axis], 1), g.shape(1, POSITIVE)))
        if shape[axis] == 0:
            raise Skip
    else:
        at = indices(g, g.shape(g.draw(st.integers(0, 2))), shape[axis])
    g.node(row, [x, at], axis=axis)


def gather_elements(g, row):
    x = g.ranked(row.dtypes, 1)
    shape = list(g.types[x][1])
    axis = g.axis(len(shape))
    extent = shape[axis]
    shape[axis] = g.draw(EXTENTS)
    g.node(row, [x, indices(g, tuple(shape), extent)], axis=axis)


def tuples(g, shape, lead):
    """Indices [*lead, depth] for the first axes of a shape."""
    depth = g.draw(st.integers(1, len(shape)))
    if 0 in shape:
        raise Skip
    return given(g, np.stack([g.random.integers(-n, n, lead) for n in shape[:depth]], -1)), depth


def gather_nd(g, row):
    x = g.ranked(row.dtypes, 1, 3)
    at, _ = tuples(g, g.types[x][1], g.shape(g.draw(st.integers(1, 2)), POSITIVE))
    g.node(row, [x, at])


def reduction(g, x):
    """Words of the opset, and of what onnxruntime joins."""
    if g.opset < 16 or g.types[x][0] not in (F32, I32, I64):
        return {}
    words = ["none", "add", "mul"] + (["max", "min"] if g.opset >= 18 else [])
    return {"reduction": g.draw(st.sampled_from(words))}


def scatter_elements(g, row):
    x = g.ranked(row.dtypes, 1, 3, POSITIVE)
    shape = list(g.types[x][1])
    axis = g.axis(len(shape))
    attributes = reduction(g, x)
    extent = shape[axis]
    # Without a reduction each place is written at most once.
    shape[axis] = g.draw(st.integers(1, extent))
    each = np.argsort(g.random.random(shape[:axis] + [extent] + shape[axis + 1 if axis != -1 else len(shape):]), axis)
    at = np.take(each, np.arange(shape[axis]), axis) - g.random.integers(0, 2) * extent
    g.node(row, [x, given(g, at.astype(np.int64)), g.like(x, shape=tuple(shape))], axis=axis, **attributes)


def scatter_nd(g, row):
    x = g.ranked(row.dtypes, 1, 3, POSITIVE)
    shape = g.types[x][1]
    attributes = reduction(g, x)
    rows = g.random.permutation(shape[0])[: g.draw(st.integers(1, shape[0]))]
    at = given(g, rows[:, None].astype(np.int64))
    g.node(row, [x, at, g.like(x, shape=(len(rows), *shape[1:]))], **attributes)


def one_hot(g, row):
    depth = g.draw(POSITIVE)
    at = indices(g, g.shape(g.draw(st.integers(0, 2))), depth)
    if g.types[at][0] != I64:
        raise Skip
    values = g.fresh(g.draw(st.sampled_from(row.dtypes)), (2,))
    g.node(row, [at, g.constant(np.array(depth, np.int64)), values], axis=g.draw(st.integers(-1, 0)))


def top_k(g, row):
    x = g.ranked(row.dtypes, 1, 3)
    shape = g.types[x][1]
    axis = chosen_axis(g, len(shape))
    count = g.draw(st.integers(0, shape[axis]))
    attributes = {"axis": axis}
    if g.opset >= 11:
        attributes["largest"] = g.draw(st.integers(0, 1))
    if g.opset < 10:
        if not shape[axis]:
            raise Skip
        return g.node(row, [x], 2, k=max(count, 1), **attributes)
    g.node(row, [x, g.constant(integers([count]))], 2, **attributes)


# -- Samples --------------------------------------------------------------------


def resize(g, row):
    x = g.fresh(F32, (g.draw(st.integers(1, 2)), g.draw(st.integers(1, 3)), g.draw(st.integers(2, 6)), g.draw(st.integers(2, 6))))
    shape = g.types[x][1]
    mode = g.draw(st.sampled_from(["nearest", "linear", "cubic"]))
    if g.opset < 11:
        if mode == "cubic":
            raise Skip
        return g.node(row, [x, g.constant(np.array([1, 1, 2, 3], np.float32))], mode=mode)
    modes = ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"]
    attributes = {"mode": mode, "coordinate_transformation_mode": g.draw(st.sampled_from(modes))}
    if mode == "nearest":
        words = ["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"]
        attributes["nearest_mode"] = g.draw(st.sampled_from(words))
        # Halves are exact, other quotients round differently in float32; where an
        # extent has no half, ONNX's tests and onnxruntime disagree on the corners.
        factors = [g.draw(st.sampled_from([1, 2, 4] if n % 2 else [0.5, 1, 2, 4])) for n in shape[2:]]
        operands = [x, "", g.constant(np.array([1, 1, *factors], np.float32))]
    else:
        sizes = [g.draw(st.integers(1, 9)) for _ in "hw"]
        operands = [x, "", "", g.constant(integers([*shape[:2], *sizes]))]
        if mode == "cubic":
            attributes["exclude_outside"] = g.draw(st.integers(0, 1))
        if g.opset >= 18 and attributes["coordinate_transformation_mode"] == "half_pixel":
            attributes["antialias"] = g.draw(st.integers(0, 1))
    if g.opset < 13:
        operands[1] = g.constant(np.zeros(0, np.float32))
        operands = [o or g.constant(np.zeros(0, np.float32)) for o in operands]
    g.node(row, operands, **attributes)


def grid_sample(g, row):
    n, c, h, w, rows, columns = (g.draw(POSITIVE) for _ in range(6))
    x = g.fresh(F32, (n, c, h, w))
    grid = g.fresh(F32, (n, rows, columns, 2), low=-1.5, high=1.5)
    modes = ["bilinear", "nearest", "bicubic"] if g.opset < 20 else ["linear", "nearest", "cubic"]
    align = g.draw(st.integers(0, 1)) if min(h, w) > 1 else 0
    g.node(row, [x, grid], mode=g.draw(st.sampled_from(modes)), align_corners=align,
           padding_mode=g.draw(st.sampled_from(["zeros", "border", "reflection"])))  # fmt: skip


MOVE_OPS = [
    Op("DepthToSpace", depth_to_space, [F32], EXACT),
    Op("Flatten", flatten, ANY, EXACT, 9),
    Op("Gather", gather, ANY, EXACT),
    Op("GatherElements", gather_elements, ANY, EXACT, 11),
    Op("GatherND", gather_nd, ANY, EXACT, 11),
    Op("GridSample", grid_sample, [F32], SUMS, 16),
    Op("OneHot", one_hot, [F32, I64], EXACT, 9),
    Op("Pad", pad, [F32, I32, I64], EXACT),
    Op("Resize", resize, [F32], SUMS, 11),
    Op("ReverseSequence", reverse_sequence, [F32, F16, I32, I64, U8, BOOL], EXACT, 10),
    Op("ScatterElements", scatter_elements, [F32, I32, I64], SUMS, 11),
    Op("ScatterND", scatter_nd, [F32, I32, I64], SUMS, 11),
    Op("SpaceToDepth", space_to_depth, [F32], EXACT),
    Op("Split", split, [F32, I32, I64], EXACT),
    Op("Tile", tile, [F32, I32, I64, BOOL, U8], EXACT),
    Op("TopK", top_k, [F32, I32, I64], EXACT),
    Op("Trilu", trilu, [F32, I64], EXACT, 14),
]
