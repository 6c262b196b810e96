// A column that is left over is stored by elements: as a masked store of one lane,
// LLVM 22.1.8 would write the four bytes that a result had before it was rounded,
// two or three of them past its place.

// RUN: ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{memory-types=true}),one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,canonicalize,func.func(lower-linalg-to-cpu))' %s | FileCheck %s
// RUN: ascend-opt --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg{memory-types=true}),one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,canonicalize,ascend-kernel-to-llvm{target=avx512})' %s | mlir-translate --mlir-to-llvmir | opt -O2 | llc -O2 | FileCheck --check-prefix=ASM %s

// CHECK-LABEL: func @bfloats(
// CHECK-COUNT-9: memref.store %{{.*}} : memref<297xi16>
// CHECK-NOT:     memref.store
// CHECK:         return
// ASM-LABEL:   {{^}}bfloats:
// ASM-COUNT-9: vpextrw $0, %xmm{{[0-9]+}}, {{[0-9]+}}(%
// ASM-NOT:     vpextrw
// ASM:         retq
func.func @bfloats(%ctx: !llvm.ptr, %x: tensor<9x8xbf16>, %w: tensor<8x33xbf16>, %out: tensor<9x33xbf16>) -> tensor<9x33xbf16> attributes {ascend.kernel} {
  %y = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x8xbf16>, tensor<8x33xbf16>) -> tensor<9x33xbf16>
  %m = bufferization.materialize_in_destination %y in %out : (tensor<9x33xbf16>, tensor<9x33xbf16>) -> tensor<9x33xbf16>
  return %m : tensor<9x33xbf16>
}

// CHECK-LABEL: func @bytes(
// CHECK-COUNT-9: memref.store %{{.*}} : memref<297xi8>
// CHECK-NOT:     memref.store
// CHECK:         return
// ASM-LABEL:   {{^}}bytes:
// ASM-COUNT-9: vpextrb $0, %xmm{{[0-9]+}}, {{[0-9]+}}(%
// ASM-NOT:     vpextrb
// ASM:         retq
func.func @bytes(%ctx: !llvm.ptr, %x: tensor<9x8x!ascend.hif8>, %w: tensor<8x33x!ascend.hif8>, %out: tensor<9x33x!ascend.hif8>) -> tensor<9x33x!ascend.hif8> attributes {ascend.kernel} {
  %y = ascend.mat_mul_v2 %x, %w {node_name = "y"} : (tensor<9x8x!ascend.hif8>, tensor<8x33x!ascend.hif8>) -> tensor<9x33x!ascend.hif8>
  %m = bufferization.materialize_in_destination %y in %out : (tensor<9x33x!ascend.hif8>, tensor<9x33x!ascend.hif8>) -> tensor<9x33x!ascend.hif8>
  return %m : tensor<9x33x!ascend.hif8>
}

// Two lanes behind whole vectors are a masked store, which is right.
// CHECK-LABEL: func @two(
// CHECK-NOT:     memref.store
// CHECK:         vector.maskedstore {{.*}} : memref<34xi16>, vector<64xi1>, vector<64xi16>
// ASM-LABEL:   {{^}}two:
// ASM:         vmovdqu16 %zmm{{[0-9]+}}, 64(%{{[a-z0-9]+}}) {%k
// ASM:         retq
#id = affine_map<(d0) -> (d0)>
func.func @two(%x: memref<34xf32>, %y: memref<34xbf16>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<34xf32>) outs(%y : memref<34xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}
