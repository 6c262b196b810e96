# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A model with open shapes and inputs of several sizes, or the check of its outputs.

usage: dynamic_shapes.py FOLDER [--check]
"""

import pathlib
import sys

import numpy as np
import onnx
import onnx.parser

folder = pathlib.Path(sys.argv[1])
SIZES = {"two": (2, 2), "five": (5, 5), "bad": (2, 5)}


def inputs(name):
    rows, other = SIZES[name]
    return {"a": np.arange(rows * 3, dtype=np.float32).reshape(rows, 3), "b": np.ones(other, np.float32)}


if "--check" in sys.argv:
    for name in ("two", "five"):
        feeds = inputs(name)
        got = np.load(folder / f"y-{name}.npz")["y"]
        assert np.array_equal(got, np.maximum(feeds["a"] + feeds["b"][:, None], 3)), got
    sys.exit()

onnx.save(onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 15]>
g (float[N,3] a, float[M] b) => (float[K,3] y) <int64[1] one = {1}, float[1] three = {3}> {
  [column] c = Unsqueeze(b, one)
  [sum] s = Add(a, c)
  [max] y = Max(s, three)
}
"""), folder / "net.onnx")
for name in SIZES:
    np.savez(folder / f"{name}.npz", **inputs(name))
np.savez(folder / "wide.npz", a=np.zeros((2, 4), np.float32), b=np.zeros(2, np.float32))
