// Stores of some lanes on CPUs without fast masks: two halves that overlap, where
// half of the lanes are stored.
//
// RUN: ascend-opt %s --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse | FileCheck %s
// RUN: ascend-opt %s --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s --check-prefix=MASKS

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// Twelve columns are a vector of eight and half of one, eleven less than half.
// CHECK-LABEL: func @half(
// CHECK-NOT:     vector.maskedstore
// CHECK:         vector.store %{{.*}} : memref<12xf32>, vector<4xf32>
// CHECK-NOT:     vector.maskedstore
// CHECK-LABEL: func @less(
// CHECK-NOT:     vector<4xf32>
// CHECK:         vector.constant_mask [3] : vector<8xi1>
// CHECK:         vector.maskedstore
// MASKS-LABEL: func @half(
// MASKS:         vector.constant_mask [12] : vector<16xi1>
// MASKS:         vector.maskedstore
// MASKS-LABEL: func @less(
// MASKS:         vector.constant_mask [11] : vector<16xi1>
// MASKS:         vector.maskedstore
func.func @half(%a: memref<1x5xf32>, %b: memref<5x12xf32>, %c: memref<1x12xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1x5xf32>, memref<5x12xf32>) outs(%c : memref<1x12xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @less(%a: memref<1x5xf32>, %b: memref<5x11xf32>, %c: memref<1x11xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1x5xf32>, memref<5x11xf32>) outs(%c : memref<1x11xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// Seven of eight lanes begin at the first and at the fourth.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func @seven(
// CHECK:         %[[Y:.*]] = arith.addf
// CHECK:         %[[FIRST:.*]] = vector.extract_strided_slice %[[Y]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK:         vector.store %[[FIRST]], %{{.*}}[%c0] : memref<7xf32>, vector<4xf32>
// CHECK:         %[[LAST:.*]] = vector.extract_strided_slice %[[Y]] {offsets = [3], sizes = [4], strides = [1]}
// CHECK:         vector.store %[[LAST]], %{{.*}}[%c3] : memref<7xf32>, vector<4xf32>
// CHECK:         return
func.func @seven(%a: memref<7xf32>, %o: memref<7xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<7xf32>) outs(%o : memref<7xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  return
}
