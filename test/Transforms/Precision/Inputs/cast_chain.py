# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A module whose float16 input goes to float and back, and then through casts
of integers, which stay, to an op: COUNT casts in all."""

import sys

types = ["f16", "f32", "f16"] + ["i32", "i64"] * int(sys.argv[1])
print("func.func @chain(%0: tensor<4xf16>) {")
count = int(sys.argv[1])
for number, (source, target) in enumerate(zip(types[:count], types[1:]), 1):
    print('  %%%d = ascend.cast %%%d {node_name = "c%d"} : (tensor<4x%s>) -> tensor<4x%s>' % (number, number - 1, number, source, target))
print('  %%r = ascend.relu %%%d {node_name = "r"} : (tensor<4x%s>) -> tensor<4x%s>' % (count, types[count], types[count]))
print("  return\n}")
