# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""concat_into.py COUNT [made]: a kernel that joins COUNT arguments; with `made`, the
first part is made in the kernel."""

import sys

count, is_made = int(sys.argv[1]), len(sys.argv) > 2
part, whole = "tensor<?x2xf32>", "tensor<?x2xf32>"
arguments = "".join(f"%p{number}: {part} {{bufferization.writable = false}}, " for number in range(count))
names = [f"%p{number}" for number in range(count)]
print(f"func.func private @joins({arguments}%d: {whole}, %n: index) -> {whole} attributes {{ascend.kernel}} {{")
if is_made:
    print(f"  %e = tensor.empty(%n) : {part}")
    print("  %f = arith.constant 0.0 : f32")
    print(f"  %m = linalg.fill ins(%f : f32) outs(%e : {part}) -> {part}")
    names[0] = "%m"
print(f"  %r = ascend.concat_into dim(0) {', '.join(names)} into %d : {', '.join([part] * count)} into {whole}")
print(f"  %o = bufferization.materialize_in_destination %r in %d : ({whole}, {whole}) -> {whole}")
print(f"  return %o : {whole}\n}}")
