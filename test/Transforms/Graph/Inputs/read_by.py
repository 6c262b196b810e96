# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A convolution of one pixel between ops without blocks, and COUNT elementwise ops behind."""

import sys

count = int(sys.argv[1])
y = "tensor<1x32x16x16xf32>"
chain = "\n".join(f'  %{i} = ascend.relu %{i - 1} {{node_name = "r{i}"}} : ({y}) -> {y}' for i in range(1, count + 1))
print(f"""func.func @few(%x: tensor<1x16x16x16xf32>, %w: tensor<32x16x1x1xf32>) -> {y} {{
  %0 = ascend.conv2d %x, %w {{node_name = "c"}} : (tensor<1x16x16x16xf32>, tensor<32x16x1x1xf32>) -> {y}
{chain}
  return %{count} : {y}
}}""")
