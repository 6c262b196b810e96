# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""count.py DIR: ops whose results are as long as data says, against numpy, and
NonMaxSuppression against a plain loop; also with dynamic shapes."""

import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

FOLDER = sys.argv[1]
rng = np.random.default_rng(0)
compared = 0
INT64 = TensorProto.INT64


def run(node, inputs, outputs, kinds, is_open=False):
    """The results of one node; its inputs' extents are open if `is_open`."""
    values = []
    for name, array in zip(node.input, inputs):
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        shape = [None] * array.ndim if is_open else array.shape
        values.append(helper.make_tensor_value_info(name, kind, shape))
    results = [helper.make_tensor_value_info(name, kind, None) for name, kind in zip(outputs, kinds)]
    graph = helper.make_graph([node], "g", values, results)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    paths = [os.path.join(FOLDER, name) for name in ("m.onnx", "in.npz", "out.npz")]
    onnx.save(model, paths[0])
    np.savez(paths[1], **dict(zip(node.input, inputs)))
    subprocess.run(
        ["ascend-run", "--model=" + paths[0], "--reference", "--inputs=" + paths[1], "--outputs=" + paths[2]],
        check=True,
    )  # fmt: skip
    with np.load(paths[2]) as file:
        return [file[name] for name in outputs]


def check(have, wanted, what):
    global compared
    wanted = np.asarray(wanted)
    assert have.dtype == wanted.dtype and have.shape == wanted.shape, (what, have.shape, wanted.shape)
    assert np.array_equal(have, wanted, equal_nan=wanted.dtype.kind == "f"), (what, have, wanted)
    compared += have.size


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
            check(run(node, [x], ["y"], [INT64], is_open)[0], np.array(np.nonzero(x)), ("NonZero", dtype, shape))

for dtype in (np.float32, np.int64, np.uint8):
    for shape, axis in (((41,), None), ((4, 5), None), ((6, 2, 3), 0), ((2, 9), 1), ((3, 2, 8), -1), ((1,), 0), ((0,), None)):
        for is_sorted in (1, 0):
            x = rng.integers(0, 3, shape).astype(dtype)
            attributes = {"sorted": is_sorted} if axis is None else {"sorted": is_sorted, "axis": axis}
            node = helper.make_node("Unique", ["x"], list("yijc"), **attributes)
            have = run(node, [x], list("yijc"), [helper.np_dtype_to_tensor_dtype(x.dtype)] + 3 * [INT64])
            y, first, inverse, count = np.unique(x, True, True, True, axis=axis)
            inverse = inverse.reshape(-1)
            if not is_sorted:
                order = np.argsort(first)
                y = np.take(y, order, axis=0 if axis is None else axis)
                first, count, inverse = first[order], count[order], np.argsort(order)[inverse]
            for result, wanted in zip(have, (y, first, inverse, count)):
                check(result, wanted, ("Unique", dtype, shape, axis, is_sorted))
x = np.array([np.nan, 1, -0.0, 0.0, np.nan, 1], np.float32)
check(run(helper.make_node("Unique", ["x"], ["y"]), [x], ["y"], [TensorProto.FLOAT])[0], np.array([0, 1, np.nan], np.float32), "NaN")


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
        check(run(node, inputs, ["y"], [INT64], is_open)[0], suppress(boxes, scores, most, overlap, least, center), ("NMS", center, most))
print("%d values equal" % compared)
