# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Ops whose results are as long as data says, against numpy, and
NonMaxSuppression against a plain loop; also with dynamic shapes."""

import numpy as np
from onnx import helper
from onnx_models import model_of
from tally import Tally
from tools import run_model

rng = np.random.default_rng(0)
tally = Tally("results")


# Whether extents are open -> (node, arrays of its inputs by name, wanted ones of its outputs, what it is).
checks = {False: [], True: []}


def check(node, inputs, wanted, what, is_open=False):
    """The results of one node are to be `wanted`; its inputs' extents are open if `is_open`."""
    number = len(checks[is_open])
    node.input[:] = [f"{name}{number}" for name in node.input]
    node.output[:] = [f"{name}{number}" for name in node.output]
    wanted = dict(zip(node.output, map(np.asarray, wanted)))
    checks[is_open].append((node, dict(zip(node.input, inputs)), wanted, what))


def run_all(is_open):
    """All nodes in one model."""
    nodes, values, kinds = [], {}, {}
    for node, inputs, wanted, _ in checks[is_open]:
        nodes.append(node)
        values |= inputs
        kinds |= {name: (array.dtype, None) for name, array in wanted.items()}
    infos = {name: (array.dtype, [None] * array.ndim if is_open else array.shape) for name, array in values.items()}
    have = run_model(model_of(nodes, infos, kinds, ir=9), values, "--reference")
    for _, _, wanted, what in checks[is_open]:
        with tally.case(what):
            for name, array in wanted.items():
                np.testing.assert_array_equal(have[name], array, strict=True)


def some(shape, dtype):
    """Few different numbers, among them zeros of both signs and NaN."""
    x = rng.integers(-2, 3, shape).astype(dtype)
    if np.dtype(dtype).kind == "f" and x.size > 4:
        x.flat[1], x.flat[3], x.flat[4] = np.nan, -0.0, 0.0
    return x


for dtype in (np.float32, np.float16, np.float64, np.int32, np.bool_):
    for shape in ((2, 3, 5), (7,), (0, 3)):
        for is_open in (False, True):
            x = some(shape, dtype)
            node = helper.make_node("NonZero", ["x"], ["y"])
            check(node, [x], [np.array(np.nonzero(x))], ("NonZero", dtype, shape, is_open), is_open)

for dtype in (np.float32, np.int64, np.uint8):
    for shape, axis in (((41,), None), ((4, 5), None), ((6, 2, 3), 0), ((2, 9), 1), ((3, 2, 8), -1), ((1,), 0), ((0,), None)):
        for is_sorted in (1, 0):
            x = rng.integers(0, 3, shape).astype(dtype)
            attributes = {"sorted": is_sorted} if axis is None else {"sorted": is_sorted, "axis": axis}
            node = helper.make_node("Unique", ["x"], list("yijc"), **attributes)
            y, first, inverse, count = np.unique(x, True, True, True, axis=axis)
            inverse = inverse.reshape(-1)
            if not is_sorted:
                order = np.argsort(first)
                y = np.take(y, order, axis=0 if axis is None else axis)
                first, count, inverse = first[order], count[order], np.argsort(order)[inverse]
            check(node, [x], [y, first, inverse, count], ("Unique", dtype, shape, axis, is_sorted))
x = np.array([np.nan, 1, -0.0, 0.0, np.nan, 1], np.float32)
check(helper.make_node("Unique", ["x"], ["y"]), [x], [np.array([0, 1, np.nan], np.float32)], "NaN")


def corners(box, center):
    a, b, c, d = (np.float32(v) for v in box)
    half = np.float32(0.5)
    if center:
        return b - d * half, a - c * half, b + d * half, a + c * half
    return min(a, c), min(b, d), max(a, c), max(b, d)


def suppress(boxes, scores, most, overlap, least, center):
    rows = []
    for batch in range(len(boxes)):
        for kind in range(scores.shape[1]):
            left = [i for i in range(len(boxes[batch])) if scores[batch, kind, i] > least]
            taken = []
            while left and len(taken) < most:
                best = max(left, key=lambda i: (scores[batch, kind, i], -i))
                taken.append(best)
                t, l, b, r = corners(boxes[batch, best], center)
                rest = []
                for i in left:
                    t2, l2, b2, r2 = corners(boxes[batch, i], center)
                    shared = max(min(b, b2) - max(t, t2), np.float32(0)) * max(min(r, r2) - max(l, l2), np.float32(0))
                    everything = (b - t) * (r - l) + (b2 - t2) * (r2 - l2) - shared
                    if i != best and not (shared > 0 and shared / everything > np.float32(overlap)):
                        rest.append(i)
                left = rest
            rows += [(batch, kind, i) for i in taken]
    return np.array(rows, np.int64).reshape(-1, 3)


for center in (0, 1):
    for most, overlap, least, is_open in ((3, 0.4, 0.3, False), (100, 0.2, 0.0, False), (0, 0.5, 0.0, False), (5, 0.3, 0.5, True)):
        boxes = rng.random((2, 23, 4), np.float32)
        scores = (rng.integers(0, 16, (2, 3, 23)) / 16).astype(np.float32)
        inputs = [boxes, scores, np.array([most], np.int64), np.array([overlap], np.float32), np.array([least], np.float32)]
        node = helper.make_node("NonMaxSuppression", list("bsmot"), ["y"], center_point_box=center)
        check(node, inputs, [suppress(boxes, scores, most, overlap, least, center)], ("NMS", center, most), is_open)
for is_open in checks:
    run_all(is_open)
tally.end()
