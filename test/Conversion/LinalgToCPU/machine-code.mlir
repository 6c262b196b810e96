// The rounding that the types ask for is there in machine code: not folded away,
// not fused, and not done by the instruction that flushes subnormals.

// RUN: ascend-opt --ascend-kernel-to-llvm=target=avx512 %s | mlir-translate --mlir-to-llvmir | opt -O3 | llc -O3 | FileCheck --check-prefixes=CHECK,AVX512 %s
// RUN: ascend-opt --ascend-kernel-to-llvm=target=avx2 %s | mlir-translate --mlir-to-llvmir | opt -O3 | llc -O3 | FileCheck --check-prefixes=CHECK,AVX2 %s
// RUN: ascend-opt --ascend-kernel-to-llvm=target=portable %s | mlir-translate --mlir-to-llvmir | opt -O3 | llc -O3 | FileCheck --check-prefix=PORTABLE %s
// The CPU of this machine, whatever it has: never these two.
// RUN: ascend-opt --ascend-kernel-to-llvm=target=native %s | mlir-translate --mlir-to-llvmir | opt -O3 | llc -O3 | FileCheck --check-prefix=NATIVE %s
// NATIVE-NOT: vcvtneps2bf16
// NATIVE-NOT: vcvtne2ps2bf16
// No 16-bit float goes through compiler-rt.
// PORTABLE-NOT: __{{trunc|extend|gnu}}
// RUN: not ascend-opt --ascend-kernel-to-llvm=target=avx1024 %s 2>&1 | FileCheck --check-prefix=NAME %s
// NAME: unknown CPU 'avx1024'

#id = affine_map<(d0) -> (d0)>

// Two roundings, one after each operation.
// CHECK-LABEL: {{^}}f16_twice:
// CHECK:       vcvtph2ps
// CHECK:       vaddps
// CHECK:       vcvtps2ph $4
// CHECK:       vcvtph2ps
// CHECK:       vmulps
// CHECK:       vcvtps2ph $4
// CHECK-NOT:   callq
// CHECK:       retq
func.func @f16_twice(%a: memref<64xf16>, %b: memref<64xf16>, %o: memref<64xf16>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : memref<64xf16>, memref<64xf16>) outs(%o : memref<64xf16>) {
  ^bb0(%x: f16, %y: f16, %z: f16):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    %4 = arith.extf %3 : f16 to f32
    %5 = arith.mulf %4, %1 : f32
    %6 = arith.truncf %5 : f32 to f16
    linalg.yield %6 : f16
  }
  return
}

// CHECK-LABEL: {{^}}bf16_add:
// CHECK:       vpslld $16
// CHECK:       vaddps
// CHECK-NOT:   bf16
// CHECK:       vpsrld $16
// CHECK-NOT:   bf16
// CHECK-NOT:   callq
// CHECK:       retq
func.func @bf16_add(%a: memref<70xbf16>, %b: memref<70xbf16>, %o: memref<70xbf16>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : memref<70xbf16>, memref<70xbf16>) outs(%o : memref<70xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %z: bf16):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  }
  return
}

// A product and a sum stay two roundings.
// CHECK-LABEL: {{^}}mul_add:
// CHECK-NOT:   vfmadd
// CHECK:       vmulps
// CHECK-NOT:   vfmadd
// CHECK:       vaddps
// CHECK-NOT:   vfmadd
// CHECK:       retq
func.func @mul_add(%a: memref<64xf32>, %b: memref<64xf32>, %o: memref<64xf32>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : memref<64xf32>, memref<64xf32>) outs(%o : memref<64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %0, %x : f32
    linalg.yield %1 : f32
  }
  return
}

// The products of a matrix are FMAs, and on the portable form so, too.
// CHECK-LABEL: {{^}}product:
// AVX512:      vfmadd{{.*}}zmm
// AVX2:        vfmadd{{.*}}ymm
// CHECK:       retq
// PORTABLE-LABEL: {{^}}product:
// PORTABLE:    callq fmaf
func.func @product(%a: memref<4x100x4x1xf32>, %b: memref<3x100x32x1xf32>, %c: memref<4x3x4x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<4x100x4x1xf32>, memref<3x100x32x1xf32>) outs(%c : memref<4x3x4x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}
