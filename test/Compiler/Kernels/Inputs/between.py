# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""between.py COUNT: a kernel of the cube unit, COUNT that run alone, and one of the
vector unit, of which none depends on another."""

import sys

x = "tensor<64x64xf32>"
kernel = f"(!llvm.ptr, {x}, {x}) -> {x}"
print(f"func.func private @k{kernel}")
print(f"func.func @main(%c: !llvm.ptr, %x: {x}) -> {x} attributes {{ascend.entry}} {{")
print(f"  %e = tensor.empty() : {x}")
units = ["cube"] + [""] * int(sys.argv[1]) + ["vector"]
for number, unit in enumerate(units):
    attributes = f'{{ascend.unit = "{unit}"}} ' if unit else ""
    print(f"  %{number} = call @k(%c, %x, %e) {attributes}: {kernel}")
print(f"  return %0 : {x}\n}}")
