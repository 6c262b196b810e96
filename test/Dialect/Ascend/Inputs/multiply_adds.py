#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The report's multiply_adds of one op each, in the working folder, and what it has to be (None: not known)."""

import json

import tools

# op, operands, attributes, result, what is counted.
CASES = [
    ("mat_mul_v2", "4x5 5x6", "", "4x6", 4 * 6 * 5),
    ("mat_mul_v2", "5x4 5x6", "{ge.transpose_x1 = true}", "4x6", 4 * 6 * 5),
    ("mat_mul_v2", "4x5 6x5", "{ge.transpose_x2 = true}", "4x6", 4 * 6 * 5),
    ("mat_mul_v2", "4x0 0x6", "", "4x6", 0),
    ("mat_mul_v2", "?x5 5x6", "", "?x6", None),
    ("mat_mul_v2", "4x? 5x6", "", "4x6", None),
    ("batch_mat_mul_v2", "3x4x5 2x1x5x6", "", "2x3x4x6", 2 * 3 * 4 * 6 * 5),
    ("batch_mat_mul_v2", "3x5x4 3x5x6", "{ge.adj_x1 = true}", "3x4x6", 3 * 4 * 6 * 5),
    ("batch_mat_mul_v2", "5 3x5x6", "", "3x6", 3 * 6 * 5),
    ("batch_mat_mul_v2", "5 3x5x6", "{ge.adj_x1 = true}", "3x6", 3 * 6 * 5),
    ("batch_mat_mul_v2", "2147483648x1 1x2147483648", "", "2147483648x2147483648", 2**62),
    # More than 64 bits count, unless there are none.
    ("batch_mat_mul_v2", "2147483648x2 2x2147483648", "", "2147483648x2147483648", None),
    ("batch_mat_mul_v2", "2147483648x0 0x2147483648", "", "2147483648x2147483648", 0),
    ("fully_connection", "2x3x4 5x12", "", "2x5", 2 * 5 * 12),
    ("fully_connection", "2x3x4 12x5", "{ge.transpose = true}", "2x5", 2 * 5 * 12),
    ("fully_connection", "1x3x4 5x12", "", "1x5x1x1", 5 * 12),
    # Each pixel of the result meets the whole filter; transposed, each pixel of x does.
    ("conv2d", "2x4x7x8 6x4x2x3", "", "2x6x6x6", 2 * 6 * 6 * (6 * 4 * 2 * 3)),
    ("conv2d", "2x4x7x8 6x2x2x3", "{ge.groups = 2 : i64}", "2x6x6x6", 2 * 6 * 6 * (6 * 2 * 2 * 3)),
    ("conv2d", "2x1x7x8x16 32x16x2x3", "{ge.y_c0 = 16 : i64}", "2x2x6x6x16", 2 * 6 * 6 * (32 * 16 * 2 * 3)),
    ("conv3d", "2x4x5x7x8 6x4x1x2x3", "", "2x6x5x6x6", 2 * 5 * 6 * 6 * (6 * 4 * 1 * 2 * 3)),
    ("conv2d_transpose_d", "2x4x7x8 4x6x2x3", "{ge.input_size = array<i64: 0, 0, 0, 0>}", "2x6x8x10", 2 * 7 * 8 * (4 * 6 * 2 * 3)),
    ("conv3d_transpose_d", "2x4x5x7x8 4x6x1x2x3", "{ge.input_size = array<i64: 0, 0, 0, 0, 0>}", "2x6x5x8x10",
     2 * 5 * 7 * 8 * (4 * 6 * 1 * 2 * 3)),
    ("conv2d_transpose", "4xi32 2x4x7x8 4x6x2x3", "", "2x6x8x10", 2 * 7 * 8 * (4 * 6 * 2 * 3)),
    ("conv2d_transpose", "4xi32 2x4x7x8 4x3x2x3", "{ge.groups = 2 : i64}", "2x6x8x10", 2 * 7 * 8 * (4 * 3 * 2 * 3)),
    ("conv3d_transpose", "5xi32 2x4x5x7x8 4x6x1x2x3", "", "2x6x5x8x10", 2 * 5 * 7 * 8 * (4 * 6 * 1 * 2 * 3)),
    ("relu", "4x5", "", "4x5", None),
]  # fmt: skip

module = ""
for index, (kind, operands, attributes, result, _) in enumerate(CASES):
    types = [f"tensor<{shape}>" if shape.endswith("i32") else f"tensor<{shape}xf16>" for shape in operands.split()]
    names = [f"%a{number}" for number in range(len(types))]
    arguments = ", ".join(f"{name}: {each}" for name, each in zip(names, types))
    attributes = f'{{node_name = "n{index}"' + (", " + attributes[1:] if attributes else "}")
    module += f"func.func @f{index}({arguments}) -> tensor<{result}xf16> {{\n"
    module += f"  %r = ascend.{kind} {', '.join(names)} {attributes} : ({', '.join(types)}) -> tensor<{result}xf16>\n"
    module += f"  return %r : tensor<{result}xf16>\n}}\n"
tools.run("ascend-opt", "-", "--ascend-precision-pipeline=report=r.json", stdin=module)
with open("r.json") as file:
    counted = {op["name"]: op["multiply_adds"] for op in json.load(file)["ops"]}
for index, (kind, operands, attributes, _, expected) in enumerate(CASES):
    assert counted[f"n{index}"] == expected, (kind, operands, attributes, counted[f"n{index}"], expected)
print(f"{len(CASES)} ops")
