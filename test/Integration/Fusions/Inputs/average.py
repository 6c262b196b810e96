#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""AveragePool in float16 is a sum that is rounded, times a number that is: or a sum of products.

The numbers are few bits wide, so that a sum of float32 has no rounding of its own."""

import pathlib
import tempfile

import numpy as np
from onnx import helper
from onnx_models import model_of
from tally import Tally
from tools import run_model


def run(x, window, attributes, *options):
    """One AveragePool in force_fp16, with the shape that its attributes give."""
    node = helper.make_node("AveragePool", ["x"], ["y"], name="pool", kernel_shape=window, **attributes)
    model = model_of([node], {"x": x}, {"y": (np.float32, None)}, opset=13)
    return run_model(model, {"x": x}, "--precision_mode=force_fp16", *options)["y"]


def windows(x, window, attributes):
    """Of each result the elements of x in its window; how many places of the border the window has, too."""
    steps = attributes.get("strides", [1] * len(window))
    pads = attributes.get("pads", [0] * 2 * len(window))
    rank, spatial = len(window), x.shape[2:]
    outputs = []
    for size, step, before, after, extent in zip(window, steps, pads[:rank], pads[rank:], spatial):
        room = extent + before + after - size
        count = -(-room // step) + 1 if attributes.get("ceil_mode") else room // step + 1
        if attributes.get("ceil_mode") and (count - 1) * step >= extent + before:
            count -= 1
        outputs.append(count)
    for at in np.ndindex(*outputs):
        part = [slice(max(i * step - before, 0), min(i * step - before + size, extent))
                for i, step, before, size, extent in zip(at, steps, pads[:rank], window, spatial)]
        yield at, x[(slice(None), slice(None), *part)].reshape(*x.shape[:2], -1)


def half(number):
    with np.errstate(over="ignore"):
        return np.float16(number)


def expected(x, window, attributes, saturates):
    parts = dict(windows(half(x).astype(np.float64), window, attributes))
    shape = [1 + max(index[axis] for index in parts) for axis in range(len(window))]
    y = np.empty((*x.shape[:2], *shape), np.float32)
    area = int(np.prod(window))
    for at, part in parts.items():
        if attributes.get("count_include_pad"):
            y[(..., *at)] = half((part * float(half(np.float32(1) / np.float32(area)))).sum(-1))
            continue
        sums = half(part.sum(-1))
        if saturates:
            sums = np.clip(sums, -65504, 65504)
        y[(..., *at)] = half(sums.astype(np.float32) * half(np.float32(1) / np.float32(part.shape[-1])).astype(np.float32))
    return y


CASES = [((1, 3, 7, 9), [3, 3], {"pads": [1, 1, 1, 1]}),
         ((2, 17, 8, 8), [2, 2], {"strides": [2, 2]}),
         ((1, 4, 9, 6), [3, 2], {"strides": [2, 2], "ceil_mode": 1, "pads": [1, 0, 0, 1]}),
         ((1, 2, 7, 7), [3, 3], {"pads": [1, 1, 1, 1], "count_include_pad": 1}),
         ((1, 5, 9), [3], {"strides": [2], "pads": [1, 1]}),
         ((1, 2, 12, 12), [7, 7], {})]
tally = Tally("averages")
with tempfile.TemporaryDirectory() as top:
    folder = pathlib.Path(top)
    random = np.random.default_rng(7)
    for shape, window, attributes in CASES:
        x = random.integers(-32, 33, shape).astype(np.float32) / 4
        for soc in ("Ascend910B1", "Ascend310P3"):
            with tally.case(f"{shape} {window} {attributes} on {soc}"):
                have = run(x, window, attributes, f"--soc_version={soc}")
                np.testing.assert_array_equal(have, expected(x, window, attributes, False))
        # Pinned to float, it is the mean itself; the views of a signal around it are of float16.
        (folder / "keep.cfg").write_text("pool\n")
        means = np.stack([part.mean(-1) for _, part in windows(x, window, attributes)], -1)
        if "count_include_pad" not in attributes:
            pinned = run(x, window, attributes, f"--keep_dtype={folder}/keep.cfg").reshape(means.shape)
            means = half(means.astype(np.float32)).astype(np.float32) if len(window) == 1 else means
            np.testing.assert_allclose(pinned, means, rtol=1e-6, atol=1e-7)
    # A filter beside float, which only customize_dtypes gives: the AI CPU's.
    shape, window, attributes = CASES[3]
    x = random.integers(-32, 33, shape).astype(np.float32) / 4
    (folder / "custom.cfg").write_text("pool:InputDtype:float32,float16,OutputDtype:float32\n")
    custom = run(x, window, attributes, f"--customize_dtypes={folder}/custom.cfg")
    np.testing.assert_allclose(custom, expected(x, window, attributes, False), rtol=5e-4)
    assert (custom != half(custom)).any()
    # A sum that float16 does not hold: the mean would.
    shape, window, attributes = CASES[0]
    x = np.full(shape, 60000, np.float32)
    for soc, saturates in (("Ascend910B1", False), ("Ascend310P3", True)):
        with tally.case(f"60000 on {soc}"):
            have = run(x, window, attributes, f"--soc_version={soc}")
            np.testing.assert_array_equal(have, expected(x, window, attributes, saturates))
tally.end()
