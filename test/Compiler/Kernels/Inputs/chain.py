# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""chain.py COUNT: a model of COUNT elementwise ops, each of which reads the one before."""

import sys

x = "tensor<4xf32>"
print(f"func.func @main(%v0: {x}) -> {x} {{")
for number in range(int(sys.argv[1])):
    print(f'  %v{number + 1} = ascend.abs %v{number} {{node_name = "n{number}"}} : ({x}) -> {x}')
print(f"  return %v{sys.argv[1]} : {x}\n}}")
