// In a kernel with dynamic sizes, too, the tiles of a product of integers are
// unpacked as soon as they are there, and nothing is copied onto itself.
//
// RUN: ascend-opt %s --pass-pipeline='builtin.module(ascend-outline-kernels,func.func(convert-ascend-to-linalg{memory-types=true}),ascend-hoist-packing,ascend-pack-weights,ascend-bufferize,func.func(cse,canonicalize),ascend-plan-arena,ascend-lower-entry,builtin.module(func.func(lower-linalg-to-cpu{vector-bytes=64},canonicalize,cse)))' | FileCheck %s

// CHECK-LABEL: func.func @mat_mul_v2_
// CHECK: scf.parallel
// CHECK: %[[TILE:.*]] = memref.alloca() {{.*}} : memref<256xi32>
// CHECK: vector.store {{.*}}, %[[TILE]]
// CHECK: scf.if
// CHECK: vector.load %[[TILE]]
// CHECK: vector.store
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @main(%x: tensor<?x40xi8> {ascend.name = "x"}, %w: tensor<40x50xi8> {ascend.name = "w"}) -> (tensor<?x50xi32> {ascend.name = "y"}) {
  %y = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<?x40xi8>, tensor<40x50xi8>) -> tensor<?x50xi32>
  return %y : tensor<?x50xi32>
}
