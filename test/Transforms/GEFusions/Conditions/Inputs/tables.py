#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The constants of float16 that fusions make for TopKD and NonMaxSuppressionV7, number by number."""

import re

import numpy as np
import tools
from conditions import function


def table(name, graph):
    done = tools.run("ascend-opt", "-", "--ascend-ge-fusions", stdin=function("main", graph)).stdout
    found = re.search(rf'"{name}"}} dense<"0x([0-9A-F]+)"> : tensor<([\dx]+)xf16>', done)
    return found and np.frombuffer(bytes.fromhex(found[1]), np.float16).reshape([int(extent) for extent in found[2].split("x")])


def suppression(scores, *, boxes, operands=""):
    lines = [f"b: {boxes}x4xf32", f"s: {scores}xf32", "most: 1xi64 = [5]", "iou: 1xf32", "least: 1xf32", "more: 2xi64 = [1, 2]"]
    return "\n".join([*lines, f"y: ?x3xi32 = non_max_suppression_v6 b s {operands}", "return y"])


# Up to 2048 float16 has every position.
positions = np.arange(4096)
rounded = positions.astype(np.float16)
assert (rounded[:2049] == positions[:2049]).all() and (rounded != positions).any()
made = table("v/assist_seq", "x: 2x6xf32\nk: 1xi64 = [4]\nv: 2x4xf32, i: 2x4xi32 = top_k x k\nreturn v i")
assert np.array_equal(made, np.concatenate([rounded, positions - rounded.astype(np.int64)]))

for operands in ("", "most", "most iou", "most iou least"):
    made = table("y/index_id", suppression("2x3x2001", boxes="2x2001", operands=operands))
    batch, kind, box = np.indices((2, 3, 2001))
    assert np.array_equal(made, np.stack([batch, kind, box // 1000, box % 1000], -1)), operands
# No table of open extents, nor a larger one than 2^22 scores have.
assert table("y/index_id", suppression("2x3x?", boxes="2x?")) is None
assert table("y/index_id", suppression("1x1x4194305", boxes="1x4194305")) is None
print("7 tables")
