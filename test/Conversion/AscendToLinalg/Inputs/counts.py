# ===- counts.py - Ops whose results are as long as data says -------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""In the form that has a size: what lies behind it counts for nothing."""

import numpy as np
from peer import onnxruntime_of
from arrays import differ
from suite import ELEMENTS, Const, Suite, bfloat16, is_float, samples

suite = Suite()
random = np.random.default_rng(0)


def bounded(array, shape):
    """`array` in the first slices of something longer."""
    result = np.zeros(shape, array.dtype)
    result[tuple(map(slice, array.shape))] = array
    return result


def add(op, operands, results, room, count, attributes="", every=False):
    """`results` are in the first slices of arrays of the shapes `room`. A case for
    the first of them, or for `every` one and the size after them."""
    arrays = [bounded(result, shape) for result, shape in zip(results, room)] + [np.array([count])]
    parts = [tuple(map(slice, result.shape)) for result in results] + [...]
    for index in range(len(arrays) if every else 1):
        suite.add(op, operands, arrays[index], attributes,
                  lambda actual, expected, part=parts[index]: differ(actual[part], expected[part]),
                  results=arrays, index=index)  # fmt: skip


def sparse(shape, dtype):
    """Every other element zero, of either sign; NaN is no zero."""
    x = samples(shape, dtype)
    return np.where(random.integers(0, 2, shape), x, -np.zeros(shape) if is_float(dtype) else 0).astype(dtype)


for number, dtype in enumerate(ELEMENTS):
    x = sparse((3, 5, 4) if number % 2 else (40,), dtype)
    found = np.argwhere(x != 0)
    room = (x.size, x.ndim)
    every = dtype == np.float32
    add("non_zero", [x], [found], [room], len(found), "", every)
    add("where", [x], [found], [room], len(found), "", every)
    add("non_zero", [x], [found.T], [room[::-1]], len(found), "ge.transpose = true")

for number, dtype in enumerate(ELEMENTS):
    if dtype == np.bool_:
        continue
    # Few values, each several times; the least and the greatest among them.
    few = np.sort(samples((12,), dtype))[[0, 2, 5, 7, 11]]
    axis, shape = ((0, (50,)), (1, (2, 17)))[number % 2]
    x = few[random.integers(0, 5, shape)]
    x = np.where(np.isnan(x), few[0], x) if is_float(dtype) else x
    y, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    inverse = inverse.reshape(-1)
    every = dtype in (np.float32, np.int64)
    for ordered in (True, False) if every else (number % 4 < 2,):
        by = np.arange(len(first)) if ordered else np.argsort(first)
        # -0 equals 0: what stands first is what is kept.
        results = [np.take(x, first[by], axis), first[by], counts[by], np.argsort(by)[inverse]]
        room = [shape, *[(shape[axis],)] * 3]
        add("unique_with_counts_ext2", [x, Const([axis])], results, room, len(first),
            "ge.sorted = %s" % str(ordered).lower(), every)  # fmt: skip


for dtype in map(np.dtype, (np.float32, np.float16, bfloat16)):
    for center in (0, 1):
        # Sixteenths, so that no overlap lies at the threshold by an ulp; no two scores alike.
        boxes = (random.integers(1, 48, (2, 9, 4)) / 16).astype(dtype)
        scores = (random.permutation(2 * 3 * 9).reshape(2, 3, 9) / 64).astype(dtype)
        for most, overlap, least in ((3, 0.3, 0.1), (9, 0.7, 0.4)):
            given = {2: np.array([most]), 3: np.array([overlap], np.float32), 4: np.array([least], np.float32)}
            found = onnxruntime_of("NonMaxSuppression", [boxes.astype(np.float32), scores.astype(np.float32)], given,
                                   center_point_box=center).astype(np.int32)  # fmt: skip
            limits = [Const([most], np.int32), Const([overlap], np.float32), Const([least], np.float32)]
            op = "non_max_suppression_v6" if most == 3 else "non_max_suppression_v7"
            add(op, [boxes, scores, *limits], [found], [(2 * 3 * min(most, 9), 3)], len(found),
                "ge.center_point_box = %d : i64" % center, every=True)  # fmt: skip

suite.main()
