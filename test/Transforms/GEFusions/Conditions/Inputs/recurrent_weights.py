#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""LSTMs with weights that are parts, transposes, views and joins of constants, with constants folded before or not:
each has the constants of the LSTM that numpy's values are given to."""

import json
import re

import numpy as np
import tools
from conditions import function

w = np.arange(1, 25, dtype=np.float32).reshape(1, 8, 3)
CONSTANTS = {
    "same": w, "turned": w.transpose(1, 2, 0), "swapped": w.transpose(0, 2, 1), "flat": w.reshape(24), "plane": w[0], "upright": w[0].T,
    "large": np.pad(w, ((1, 2), (2, 1), (1, 2)), constant_values=-1), "wide": np.repeat(w, 2, axis=2), "upper": w[:, :3],
    "lower": w[:, 3:], "left": w[:, :, :1], "right": w[:, :, 1:], "back": np.int64([2, 0, 1]), "swap": np.int64([1, 0]),
    "shape": np.int64([1, 8, 3]), "zero": np.int64([0]),
}  # fmt: skip
# Values by lines, the last of which is w.
WAYS = [
    "w: {w} = transpose turned back",
    "w: {w} = transpose_d swapped {{ge.perm = array<i64: 0, 2, 1>}}",
    "p: 8x3xf32 = transpose upright swap\nw: {w} = unsqueeze p {{ge.axes = array<i64: 0>}}",
    "p: 8x3xf32 = transpose_d upright {{ge.perm = array<i64: 1, 0>}}\nw: {w} = unsqueeze_v3 p zero",
    "w: {w} = reshape flat shape",
    "w: {w} = expand_dims plane zero",
    "i: {w} = identity same\nw: {w} = identity i",
    "w: {w} = strided_slice_d large {{ge.begin = array<i64: 1, 2, 1>, ge.end = array<i64: 2, 10, 4>, ge.strides = array<i64: 1, 1, 1>}}",
    "w: {w} = strided_slice_d wide {{ge.begin = array<i64: 0, 0, 0>, ge.end = array<i64: 1, 8, 6>, ge.strides = array<i64: 1, 1, 2>}}",
    "p: 1x3x8xf32 = strided_slice_d swapped {{ge.begin = array<i64: 0, 0, 0>, ge.end = array<i64: 1, 3, 8>, ge.strides = array<i64: 1, 1, 1>}}\n"
    "w: {w} = transpose_d p {{ge.perm = array<i64: 0, 2, 1>}}",
    "w: {w} = concat_d upper lower {{ge.N = 2 : i64, ge.concat_dim = 1 : i64}}",
    "w: {w} = concat_d left right {{ge.N = 2 : i64, ge.concat_dim = 2 : i64}}",
    "w: {w} = concat_d left right {{ge.N = 2 : i64, ge.concat_dim = -1 : i64}}",
]  # fmt: skip
REST = """x: 5x4x3xf32
r: 1x8x2xf32 = 0.5
y: 5x1x4x2xf32, h: 1x4x2xf32, c: 1x4x2xf32 = common_lstm x w r {ge.hidden_size = 2 : i64}
return y h c"""


def constant(name, array):
    kind = {"float32": "f32", "int64": "i64"}[array.dtype.name]
    return f"{name}: {'x'.join([*map(str, array.shape), kind])} = {json.dumps(array.tolist())}"


def graph(way):
    """The lines of an LSTM with such weights; those of `w` itself where there is no way."""
    if not way:
        return f"{constant('w', w)}\n{REST}"
    used = dict.fromkeys(word for word in re.findall(r"\w+", way) if word in CONSTANTS)
    return "\n".join([*(constant(name, CONSTANTS[name]) for name in used), way.format(w="1x8x3xf32"), REST])


wrong = []
for switch in "true", "false":
    module = "".join(function(f"f{number}", graph(way)) for number, way in enumerate(["", *WAYS]))
    text = tools.run("ascend-opt", "-", f"--ascend-ge-fusions=oo-constant-folding={switch}", stdin=module).stdout
    functions = re.split(r"func\.func @f\d+\(", text)[1:]
    made = [re.findall(r"ascend\.constant .*y/DynamicRNN/[wb]\"} dense<.*", each) for each in functions]
    assert len(made) == len(WAYS) + 1 and len(made[0]) == 2, text
    wrong += [f"{switch}: {way}" for way, constants in zip(WAYS, made[1:]) if constants != made[0]]
# The kernel's first gate, of the first input: the model's.
assert re.search(r'y/DynamicRNN/w"} dense<\[\[1.0+e\+00, ', made[0][0]), made[0]
print(f"ways: {len(WAYS)}, wrong: {wrong}")
