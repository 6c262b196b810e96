// Products of few rows or columns, whose factors nothing packs.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse | FileCheck %s

// Both rows take each vector of the longer factor, wherever their loop stood.
// The lanes of a sum meet behind the last of them.
//
// CHECK-LABEL: func @keys
// CHECK: scf.for {{.*}} to %c40
// CHECK: %[[SUMS:.*]]:2 = scf.for {{.*}} to %c48 step %c16 iter_args(%[[FIRST:.*]] = %cst, %[[SECOND:.*]] = %cst)
// CHECK: %[[LEFT:.*]] = vector.load {{.*}} memref<96xf32>, vector<16xf32>
// CHECK: %[[RIGHT:.*]] = vector.load {{.*}} memref<1920xf32>, vector<16xf32>
// CHECK: math.fma %[[LEFT]], %[[RIGHT]], %[[FIRST]]
// CHECK-NOT: memref<1920xf32>
// CHECK: math.fma %{{.*}}, %[[RIGHT]], %[[SECOND]]
// CHECK: %[[LOW:.*]] = vector.extract_strided_slice %[[SUMS]]#0 {offsets = [0], sizes = [8]
// CHECK: %[[HIGH:.*]] = vector.extract_strided_slice %[[SUMS]]#0 {offsets = [8], sizes = [8]
// CHECK: arith.addf %[[LOW]], %[[HIGH]]
// CHECK: return
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @keys(%x: memref<2x48xf32>, %w: memref<40x48xf32>, %y: memref<2x40xf32>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"], in_lanes}
      ins(%x, %w : memref<2x48xf32>, memref<40x48xf32>) outs(%y : memref<2x40xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = math.fma %a, %b, %c : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// More than the second-level cache holds: eight rows at a time go by, from their
// first column to their last.
//
// CHECK-LABEL: func @values
// CHECK: scf.for {{.*}} to %c1024 step %c8
// CHECK: scf.for {{.*}} to %c32 step %c1
// CHECK: scf.for {{.*}} to %c8 step %c1
// CHECK-COUNT-2: math.fma {{.*}} : vector<8xf32>
// CHECK: return
#x = affine_map<(m, n, k) -> (m, k)>
#v = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @values(%x: memref<1x1024xf32>, %w: memref<1024x512xf32>, %y: memref<1x512xf32>) {
  linalg.generic {indexing_maps = [#x, #v, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<1x1024xf32>, memref<1024x512xf32>) outs(%y : memref<1x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = math.fma %a, %b, %c : f32
    linalg.yield %0 : f32
  }
  return
}
