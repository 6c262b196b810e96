// Sums in 16 lanes of which several are made at once share what they read.

// RUN: ascend-opt %s --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse | FileCheck %s
// RUN: ascend-opt %s --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s
// RUN: ascend-opt %s --lower-linalg-to-cpu=vector-bytes=16 --canonicalize --cse | FileCheck %s --check-prefix=SSE

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

// Four at once, of the shorter loop, and then one; with vectors of four lanes, of which
// such a sum has four registers, two and two.
// CHECK-LABEL: func @columns(
// CHECK:         %[[X:.*]] = memref.reinterpret_cast %arg0
// CHECK:         %[[W:.*]] = memref.reinterpret_cast %arg1
// CHECK:         scf.for {{.*}} to %c9
// CHECK:           %{{.*}}:4 = scf.for {{.*}} to %c64 step %c16
// CHECK-COUNT-1:     vector.load %[[X]]
// CHECK-COUNT-4:     vector.load %[[W]]
// CHECK:             scf.yield
// CHECK:           = scf.for {{.*}} -> (vector<16xf32>)
// SSE-LABEL:   func @columns(
// SSE:           scf.for {{.*}} to %c9
// SSE:             scf.for {{.*}} to %c2 step %c1
// SSE:               %{{.*}}:2 = scf.for {{.*}} to %c64 step %c16
// SSE:             = scf.for {{.*}} -> (vector<16xf32>)
func.func @columns(%x: memref<9x64xf32>, %w: memref<5x64xf32>, %y: memref<9x5xf32>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<9x64xf32>, memref<5x64xf32>) outs(%y : memref<9x5xf32>) attrs = {in_lanes} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = math.fma %a, %b, %c : f32
    linalg.yield %s : f32
  }
  return
}

// There may be fewer.
// CHECK-LABEL: func @rows(
// CHECK:         %[[X:.*]] = memref.reinterpret_cast %arg0
// CHECK:         %[[W:.*]] = memref.reinterpret_cast %arg1
// CHECK:         scf.for {{.*}} to %c5
// CHECK:           %{{.*}}:3 = scf.for
// CHECK:             vector.load %[[X]]
// CHECK-NEXT:        vector.load %[[W]]
// CHECK:             vector.load %[[X]]
// CHECK:             vector.load %[[X]]
// CHECK:             scf.yield
func.func @rows(%x: memref<3x64xf32>, %w: memref<5x64xf32>, %y: memref<3x5xf32>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<3x64xf32>, memref<5x64xf32>) outs(%y : memref<3x5xf32>) attrs = {in_lanes} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = math.fma %a, %b, %c : f32
    linalg.yield %s : f32
  }
  return
}

// Of loops of one length it is the last one.
// CHECK-LABEL: func @square(
// CHECK:         %[[X:.*]] = memref.reinterpret_cast %arg0
// CHECK:         %[[W:.*]] = memref.reinterpret_cast %arg1
// CHECK:         scf.for {{.*}} to %c4
// CHECK:           %{{.*}}:4 = scf.for
// CHECK-COUNT-1:     vector.load %[[X]]
// CHECK-COUNT-4:     vector.load %[[W]]
// CHECK:             scf.yield
func.func @square(%x: memref<4x64xf32>, %w: memref<4x64xf32>, %y: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<4x64xf32>, memref<4x64xf32>) outs(%y : memref<4x4xf32>) attrs = {in_lanes} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = math.fma %a, %b, %c : f32
    linalg.yield %s : f32
  }
  return
}
