#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Convolutions of 3x3 with emulation=fast, for each form of CPU that this machine
has, against numpy in float64. In float32 those that Winograd's transform takes
differ from emulation=faithful and stay within the bound that docs/Numerics.md
states, with the same bits on all forms; all others, and float16, have the bits of
faithful.

Seen to fail with a sign changed in each of the three matrices, and with the
transform left out."""

import numpy as np
from arrays import assert_same
from emulation import fast_by_form, run
from onnx import helper
from onnx_models import model_of
from sampling import turns
from tally import Tally

BOUND = 2e-5
# Shape of x, outputs, pads, other attributes, and whether the transform takes it.
CASES = [
    ((1, 32, 16, 20), 48, [1, 1, 1, 1], {}, True),
    ((2, 16, 13, 9), 24, [1, 1, 1, 1], {}, True),
    ((1, 24, 15, 18), 16, [0, 1, 2, 0], {}, True),
    ((3, 16, 9, 11), 16, [0, 0, 0, 0], {}, True),
    ((1, 32, 16, 20), 48, [1, 1, 1, 1], {"strides": [2, 2]}, False),
    ((1, 32, 16, 20), 48, [2, 2, 2, 2], {"dilations": [2, 2]}, False),
    ((1, 32, 16, 20), 64, [1, 1, 1, 1], {"group": 2}, False),
    ((1, 32, 7, 7), 48, [1, 1, 1, 1], {}, False),
]


def convolve(x, w, bias, pads, strides=(1, 1), dilations=(1, 1), group=1):
    """In float64, with a Relu."""
    top, left, bottom, right = pads
    x = np.pad(x.astype(np.float64), ((0, 0), (0, 0), (top, bottom), (left, right)))
    rows, columns = ((x.shape[2 + i] - 2 * dilations[i] - 1) // strides[i] + 1 for i in range(2))
    parts = []
    for part, filters in zip(np.split(x, group, 1), np.split(w.astype(np.float64), group)):
        sums = 0
        for r in range(3):
            for s in range(3):
                seen = part[:, :, r * dilations[0] :: strides[0], s * dilations[1] :: strides[1]][:, :, :rows, :columns]
                sums = sums + np.einsum("nchw,oc->nohw", seen, filters[:, :, r, s])
        parts.append(sums)
    return np.maximum(np.concatenate(parts, 1) + bias[:, None, None], 0)


def main():
    random, tally, worst = np.random.default_rng(5), Tally("models"), 0.0
    for number, (shape, outputs, pads, attributes, takes) in enumerate(CASES):
        x = random.standard_normal(shape, np.float32)
        w = random.standard_normal((outputs, shape[1] // attributes.get("group", 1), 3, 3), np.float32)
        bias = random.standard_normal(outputs, np.float32)
        nodes = [helper.make_node("Conv", ["x", "w", "b"], ["c"], name="conv", pads=pads, **attributes),
                 helper.make_node("Relu", ["c"], ["y"], name="relu")]  # fmt: skip
        model = model_of(nodes, {"x": x}, {"y": (np.float32, None)}, {"w": w, "b": bias}, opset=17)
        exact = convolve(x, w, bias, pads, **attributes)
        for mode in turns(number, ("must_keep_origin_dtype", "force_fp16")):
            with tally.case(f"case {number} {mode}"):
                fast = fast_by_form(number, model, {"x": x}, mode)
                best = next(iter(fast))
                faithful = run(model, {"x": x}, mode, "faithful", best)
                for form, result in fast.items():
                    assert_same(result, fast[best], f"{form}, against {best}")
                transformed = takes and mode == "must_keep_origin_dtype"
                is_faithful = fast[best].tobytes() == faithful.tobytes()
                assert transformed != is_faithful, f"the bits are {'' if transformed else 'not '}those of faithful"
                if transformed:
                    error = np.abs(fast[best] - exact).max() / exact.max()
                    worst = max(worst, error)
                    assert error <= BOUND, f"off by {error:.1e} of the largest result"
    print(f"largest error: {worst:.1e} of the largest result")
    tally.end()


main()
