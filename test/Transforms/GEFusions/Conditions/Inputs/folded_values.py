#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What ConstantFoldingPass computes has the values of numpy, and what it does not compute stays a node."""

import json
import re

import numpy as np
import tools
from conditions import function

NAMES = {"float32": "f32", "float16": "f16", "float64": "f64", "int64": "i64", "int32": "i32", "int8": "i8", "uint8": "ui8",
         "bool": "i1"}  # fmt: skip
cube = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
row = np.array([1.5, -2.25, 3.0], np.float32)
column = np.array([[0.5], [4.0]], np.float32)
whole = np.array([7, -16777217, 3], np.int64)
GRAPHS = [
    # Arithmetic, the operands of which are not to be swapped.
    ("sub column row", column - row),
    ("sub row column", row - column),
    ("mul column row", column * row),
    ("add row row", row + row),
    ("real_div column row", column / row),
    ("Div row column", row / column),
    ("neg row", -row),
    ("square row", row * row),
    ("sqrt column", np.sqrt(column)),
    # Of float alone, and of types that the host has a kernel for.
    ("neg half", None, np.zeros(2, np.float16)),
    ("add whole whole", None, np.zeros(3, np.int64)),
    ("abs row", None, np.zeros(3, np.float32)),
    # Integers with a sign become float; nothing else, and no other type does.
    ("cast whole {ge.dst_type = 0 : i64}", whole.astype(np.float32)),
    ("cast small {ge.dst_type = 0 : i64}", np.float32([-128, 127])),
    ("cast bytes {ge.dst_type = 0 : i64}", None, np.zeros(2, np.float32)),
    ("cast whole {ge.dst_type = 1 : i64}", None, np.zeros(3, np.float16)),
    ("cast row {ge.dst_type = 3 : i64}", None, np.zeros(3, np.int32)),
    # Three axes, no two of them alike.
    ("transpose cube turned", cube.transpose(1, 2, 0)),
    ("transpose cube back", cube.transpose(2, 0, 1)),
    ("transpose_d cube {ge.perm = array<i64: 2, 1, 0>}", cube.transpose(2, 1, 0)),
    ("transpose ones turned", np.ones((3, 4, 2), np.float32)),
    ("transpose truths swapped", None, np.zeros((2, 2), bool)),
    ("transpose double swapped", np.float64([[1, 3], [2, 4]])),
    ("transpose bytes2 swapped", np.uint8([[1, 3], [2, 255]])),
    ("strided_slice_d cube {ge.begin = array<i64: 0, 2, 3>, ge.end = array<i64: 2, 0, 0>, ge.strides = array<i64: 1, -1, -2>}",
     cube[0:2, 2:0:-1, 3:0:-2]),
    ("strided_slice_d cube {ge.begin = array<i64: 1, 0, 1>, ge.end = array<i64: 2, 3, 4>, ge.strides = array<i64: 1, 2, 2>}",
     cube[1:2, 0:3:2, 1:4:2]),
    ("expand row shape", np.broadcast_to(row, (2, 2, 3))),
    ("expand column shape", np.broadcast_to(column, (2, 2, 3))),
    # Views, each of its type.
    ("ExpandDims row axis", row.reshape(1, 3)),
    ("FlattenV2 cube", cube.reshape(2, 12)),
    ("identity cube", cube),
    ("reshape cube long", cube.reshape(24)),
    ("squeeze column {ge.axis = array<i64: 1>}", column.reshape(2)),
    ("squeeze_v3 column axes", column.reshape(2)),
    ("unsqueeze row {ge.axes = array<i64: 0>}", row.reshape(1, 3)),
    ("unsqueeze_v3 row axis", row.reshape(1, 3)),
    # As many elements as are computed, one more, and none.
    ("reshape most flat", np.broadcast_to(np.int8(3), 1 << 24)),
    ("reshape more flat", None, np.broadcast_to(np.int8(3), (1 << 24) + 1)),
    ("unsqueeze empty {ge.axes = array<i64: 1>}", None, np.zeros((0, 1), np.float32)),
]  # fmt: skip
CONSTANTS = {
    "cube": cube, "row": row, "column": column, "whole": whole, "ones": np.ones((2, 3, 4), np.float32),
    "half": np.float16([1.5, 2]), "small": np.int8([-128, 127]), "bytes": np.uint8([1, 255]), "bytes2": np.uint8([[1, 2], [3, 255]]),
    "truths": np.array([[True, False], [True, True]]), "double": np.float64([[1, 2], [3, 4]]),
    "turned": np.int64([1, 2, 0]), "back": np.int32([2, 0, 1]), "swapped": np.int64([1, 0]), "shape": np.int64([2, 2, 3]),
    "axis": np.int64([0]), "axes": np.int64([1]), "long": np.int64([24]), "flat": np.int64([-1]),
    "most": np.broadcast_to(np.int8(3), (2, 1 << 23)), "more": np.broadcast_to(np.int8(3), (1, (1 << 24) + 1)),
    "empty": np.zeros(0, np.float32),
}  # fmt: skip


def kind(array):
    return "x".join([*map(str, array.shape), NAMES[array.dtype.name]])


def graph(made, result):
    lines = []
    for word in made.partition(" {")[0].split()[1:]:
        array = CONSTANTS[word]
        same = array.size > 100
        text = json.dumps(array.flat[0].item() if same else array.tolist())
        line = f"{word}: {kind(array)} = {text}"
        lines += [line] if line not in lines else []
    return "\n".join([*lines, f"y: {kind(result)} = {made}", "return y"])


def value(text, result):
    """The y of a function, or None."""
    found = re.search(r'ascend.constant {node_name = "y"} dense<([^>]*)>', text)
    if not found:
        return None
    # A float that decimals do not tell is printed as its bits.
    words = re.sub("0x[0-9A-F]{8}", lambda bits: repr(float(np.uint32(int(bits[0], 16)).view(np.float32))), found.group(1))
    return np.broadcast_to(np.array(json.loads(words)), result.shape)


cases = [(case[0], case[1], case[-1]) for case in GRAPHS]
module = "".join(function(f"f{index}", graph(made, result)) for index, (made, _, result) in enumerate(cases))
done = re.split(r"func\.func @f\d+\(", tools.run("ascend-opt", "-", "--ascend-ge-fusions", stdin=module).stdout)[1:]
assert len(done) == len(cases)
for (made, wanted, result), text in zip(cases, done):
    got = value(text, result)
    if wanted is None:
        assert got is None, f"{made}: {text}"
        continue
    assert got is not None, f"{made} stays: {text}"
    assert np.array_equal(got.astype(result.dtype), wanted), f"{made}: {got} instead of {wanted}"
    # Nobody reads the old constants.
    assert "node_name = " not in text.replace('node_name = "y"', "", 1), text
print(f"{len(cases)} nodes")
