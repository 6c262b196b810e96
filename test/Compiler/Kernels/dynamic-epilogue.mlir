// In a kernel with dynamic sizes, too, the sums of a product of integers go from
// registers to the result, and nothing is copied onto itself.
//
// RUN: ascend-opt %s --pass-pipeline='builtin.module(ascend-outline-kernels,func.func(convert-ascend-to-linalg{memory-types=true}),ascend-hoist-packing,ascend-pack-weights,ascend-bufferize,func.func(cse,canonicalize),ascend-plan-arena,ascend-lower-entry,builtin.module(func.func(lower-linalg-to-cpu{vector-bytes=64},canonicalize,cse)))' | FileCheck %s

// CHECK-LABEL: func.func @mat_mul_v2_
// The rows, widened; then the whole panel, and the columns behind it.
// CHECK: scf.parallel
// CHECK: arith.extsi {{.*}} : vector<64xi8> to vector<64xi32>
// CHECK-COUNT-2: scf.parallel
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @main(%x: tensor<?x40xi8> {ascend.name = "x"}, %w: tensor<40x50xi8> {ascend.name = "w"}) -> (tensor<?x50xi32> {ascend.name = "y"}) {
  %y = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<?x40xi8>, tensor<40x50xi8>) -> tensor<?x50xi32>
  return %y : tensor<?x50xi32>
}
