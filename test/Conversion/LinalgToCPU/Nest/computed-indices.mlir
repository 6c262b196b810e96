// Elements at indices that the body computes: neighbours are one vector, and one
// element for all lanes is read once; all others are gathered. Lanes are those of
// an index, of eight bytes.
//
// RUN: ascend-opt %s --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @neighbours(
// CHECK-NOT: vector.gather
// CHECK: vector.load %{{.*}} : memref<512xf32>, vector<32xf32>
// CHECK-NOT: vector.gather
// CHECK: return
func.func @neighbours(%m: memref<4x128xf32>, %o: memref<4x128xf32, strided<[160, 1]>>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : memref<4x128xf32, strided<[160, 1]>>) {
  ^bb0(%z: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = memref.load %m[%i, %j] : memref<4x128xf32>
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func @one_of_each_row(
// CHECK-NOT: vector.gather
// CHECK: %[[TWICE:.*]] = arith.muli %{{.*}}, %c2
// CHECK: %[[X:.*]] = memref.load %{{.*}}[%[[TWICE]]] : memref<8xf32>
// CHECK: vector.broadcast %[[X]] : f32 to vector<32xf32>
// CHECK-NOT: vector.gather
// CHECK: return
func.func @one_of_each_row(%m: memref<8xf32>, %o: memref<4x128xf32, strided<[160, 1]>>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : memref<4x128xf32, strided<[160, 1]>>) {
  ^bb0(%z: f32):
    %two = arith.constant 2 : index
    %i = linalg.index 0 : index
    %k = arith.muli %i, %two : index
    %v = memref.load %m[%k] : memref<8xf32>
    linalg.yield %v : f32
  }
  return
}

// The same element for all, of f16 by its bits.
// CHECK-LABEL: func @one(
// CHECK-NOT: vector.gather
// CHECK: memref.load %{{.*}}[%c3] : memref<8xi16>
// CHECK-NOT: vector.gather
// CHECK: return
func.func @one(%m: memref<8xf16>, %o: memref<4x128xf16>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : memref<4x128xf16>) {
  ^bb0(%z: f16):
    %three = arith.constant 3 : index
    %v = memref.load %m[%three] : memref<8xf16>
    linalg.yield %v : f16
  }
  return
}

// Columns, elements two apart, those in reverse and those at indices in memory.
// CHECK-LABEL: func @columns(
// CHECK: vector.gather
// CHECK-LABEL: func @apart(
// CHECK: vector.gather
// CHECK-LABEL: func @reversed(
// CHECK: vector.gather
// CHECK-LABEL: func @given(
// CHECK: vector.gather
// CHECK: return
func.func @columns(%m: memref<128x4xf32>, %o: memref<4x128xf32, strided<[160, 1]>>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : memref<4x128xf32, strided<[160, 1]>>) {
  ^bb0(%z: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = memref.load %m[%j, %i] : memref<128x4xf32>
    linalg.yield %v : f32
  }
  return
}
func.func @apart(%m: memref<4x128xf32, strided<[256, 2]>>, %o: memref<4x128xf32, strided<[160, 1]>>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : memref<4x128xf32, strided<[160, 1]>>) {
  ^bb0(%z: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = memref.load %m[%i, %j] : memref<4x128xf32, strided<[256, 2]>>
    linalg.yield %v : f32
  }
  return
}
func.func @reversed(%m: memref<128xf32>, %o: memref<4x128xf32, strided<[160, 1]>>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%o : memref<4x128xf32, strided<[160, 1]>>) {
  ^bb0(%z: f32):
    %last = arith.constant 127 : index
    %j = linalg.index 1 : index
    %k = arith.subi %last, %j : index
    %v = memref.load %m[%k] : memref<128xf32>
    linalg.yield %v : f32
  }
  return
}
func.func @given(%m: memref<128xf32>, %at: memref<4x128xi64>, %o: memref<4x128xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%at : memref<4x128xi64>) outs(%o : memref<4x128xf32>) {
  ^bb0(%k: i64, %z: f32):
    %j = arith.index_cast %k : i64 to index
    %v = memref.load %m[%j] : memref<128xf32>
    linalg.yield %v : f32
  }
  return
}
