// RUN: ascend-opt %s --lower-linalg-to-cpu=vector-bytes=64 --canonicalize -split-input-file | FileCheck %s

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// 8x8x64x512 products and sums take longer than threads that have just worked need to meet.
// CHECK-LABEL: func.func @long(
// CHECK:         scf.parallel (%{{.*}}) = (%c0{{.*}}) to (%c8{{.*}}) step (%c1{{.*}}) {
// CHECK:           math.fma
// CHECK-NOT:     scf.forall
func.func @long(%x: memref<8x512xf32>, %w: memref<8x512x64xf32>, %y: memref<8x8x64xf32>) {
  scf.forall (%i) in (8) {
    %part = memref.subview %w[%i, 0, 0] [1, 512, 64] [1, 1, 1] : memref<8x512x64xf32> to memref<512x64xf32, strided<[64, 1], offset: ?>>
    %sums = memref.subview %y[%i, 0, 0] [1, 8, 64] [1, 1, 1] : memref<8x8x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %part : memref<8x512xf32>, memref<512x64xf32, strided<[64, 1], offset: ?>>) outs(%sums : memref<8x64xf32, strided<[64, 1], offset: ?>>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = math.fma %a, %b, %c : f32
      linalg.yield %s : f32
    }
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// One row of fewer does not, nor do its weights, which take longer to be read.
// CHECK-LABEL: func.func @short(
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c8{{.*}} step %c1
// CHECK:           math.fma
// CHECK-NOT:     scf.forall
func.func @short(%x: memref<1x512xf32>, %w: memref<8x512x16xf32>, %y: memref<8x1x16xf32>) {
  scf.forall (%i) in (8) {
    %part = memref.subview %w[%i, 0, 0] [1, 512, 16] [1, 1, 1] : memref<8x512x16xf32> to memref<512x16xf32, strided<[16, 1], offset: ?>>
    %sums = memref.subview %y[%i, 0, 0] [1, 1, 16] [1, 1, 1] : memref<8x1x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %part : memref<1x512xf32>, memref<512x16xf32, strided<[16, 1], offset: ?>>) outs(%sums : memref<1x16xf32, strided<[16, 1], offset: ?>>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = math.fma %a, %b, %c : f32
      linalg.yield %s : f32
    }
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// The outer one of two has the threads where a turn of its loop is short; what is inside runs on one of them.
// CHECK-LABEL: func.func @nested(
// CHECK:         scf.parallel (%{{.*}}) = (%c0{{.*}}) to (%c2{{.*}})
// CHECK:           scf.for %{{.*}} = %c0{{.*}} to %c100
// CHECK-NOT:         scf.parallel
// CHECK:             scf.for %{{.*}} = %c0{{.*}} to %c8
// CHECK-NOT:         scf.parallel
func.func @nested(%x: memref<2x8x256xf32>, %w: memref<8x256x64xf32>, %y: memref<2x8x8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.forall (%d) in (2) {
    %own = memref.subview %x[%d, 0, 0] [1, 8, 256] [1, 1, 1] : memref<2x8x256xf32> to memref<8x256xf32, strided<[256, 1], offset: ?>>
    scf.for %t = %c0 to %c100 step %c1 {
      scf.forall (%i) in (8) {
        %part = memref.subview %w[%i, 0, 0] [1, 256, 64] [1, 1, 1] : memref<8x256x64xf32> to memref<256x64xf32, strided<[64, 1], offset: ?>>
        %sums = memref.subview %y[%d, %i, 0, 0] [1, 1, 8, 64] [1, 1, 1, 1] : memref<2x8x8x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
        linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%own, %part : memref<8x256xf32, strided<[256, 1], offset: ?>>, memref<256x64xf32, strided<[64, 1], offset: ?>>) outs(%sums : memref<8x64xf32, strided<[64, 1], offset: ?>>) {
        ^bb0(%a: f32, %b: f32, %c: f32):
          %s = math.fma %a, %b, %c : f32
          linalg.yield %s : f32
        }
      }
    }
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// The inner one has them where it is long: 16 MiB of weights.
// CHECK-LABEL: func.func @inner(
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c2
// CHECK:           scf.parallel (%{{.*}}) = (%c0{{.*}}) to (%c64{{.*}})
func.func @inner(%x: memref<2x1x1024xf32>, %w: memref<64x1024x64xf32>, %y: memref<2x64x1x64xf32>) {
  scf.forall (%d) in (2) {
    %own = memref.subview %x[%d, 0, 0] [1, 1, 1024] [1, 1, 1] : memref<2x1x1024xf32> to memref<1x1024xf32, strided<[1024, 1], offset: ?>>
    scf.forall (%i) in (64) {
      %part = memref.subview %w[%i, 0, 0] [1, 1024, 64] [1, 1, 1] : memref<64x1024x64xf32> to memref<1024x64xf32, strided<[64, 1], offset: ?>>
      %sums = memref.subview %y[%d, %i, 0, 0] [1, 1, 1, 64] [1, 1, 1, 1] : memref<2x64x1x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
      linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%own, %part : memref<1x1024xf32, strided<[1024, 1], offset: ?>>, memref<1024x64xf32, strided<[64, 1], offset: ?>>) outs(%sums : memref<1x64xf32, strided<[64, 1], offset: ?>>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %s = math.fma %a, %b, %c : f32
        linalg.yield %s : f32
      }
    }
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// More weights than the second-level cache holds: every other turn of the loop around begins with the last ones. The condition of a stopped run
// may stand between.
// CHECK-LABEL: func.func @back_and_forth(
// CHECK:         scf.for %[[T:.*]] = %c0{{.*}} to %c100
// CHECK:           scf.if
// CHECK:             %[[REST:.*]] = arith.remui %[[T]], %c2
// CHECK:             %[[ODD:.*]] = arith.cmpi ne, %[[REST]], %c0
// CHECK:             scf.parallel (%[[I:.*]]) = (%c0{{.*}}) to (%c8{{.*}})
// CHECK:               %[[LAST:.*]] = arith.subi %c7{{.*}}, %[[I]]
// CHECK:               arith.select %[[ODD]], %[[LAST]], %[[I]] {ascend.mirrored}
func.func @back_and_forth(%x: memref<8x1024xf32>, %w: memref<8x1024x64xf32>, %y: memref<8x8x64xf32>, %goes: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.for %t = %c0 to %c100 step %c1 {
    scf.if %goes {
      scf.forall (%i) in (8) {
        %part = memref.subview %w[%i, 0, 0] [1, 1024, 64] [1, 1, 1] : memref<8x1024x64xf32> to memref<1024x64xf32, strided<[64, 1], offset: ?>>
        %sums = memref.subview %y[%i, 0, 0] [1, 8, 64] [1, 1, 1] : memref<8x8x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
        linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %part : memref<8x1024xf32>, memref<1024x64xf32, strided<[64, 1], offset: ?>>) outs(%sums : memref<8x64xf32, strided<[64, 1], offset: ?>>) {
        ^bb0(%a: f32, %b: f32, %c: f32):
          %s = math.fma %a, %b, %c : f32
          linalg.yield %s : f32
        }
      }
    }
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// Three microseconds of products are enough for threads: 8 times 8x16x375, of
// which 128 take a nanosecond; 8 times 8x16x374 are not. No loop around has turns
// to go backwards in.
// CHECK-LABEL: func.func @enough(
// CHECK:         scf.parallel
// CHECK-NOT:     ascend.mirrored
// CHECK-LABEL: func.func @too_few(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @enough(%x: memref<8x375xf32>, %w: memref<8x375x16xf32>, %y: memref<8x8x16xf32>) {
  scf.forall (%i) in (8) {
    %part = memref.subview %w[%i, 0, 0] [1, 375, 16] [1, 1, 1] : memref<8x375x16xf32> to memref<375x16xf32, strided<[16, 1], offset: ?>>
    %sums = memref.subview %y[%i, 0, 0] [1, 8, 16] [1, 1, 1] : memref<8x8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: ?>>
    linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %part : memref<8x375xf32>, memref<375x16xf32, strided<[16, 1], offset: ?>>) outs(%sums : memref<8x16xf32, strided<[16, 1], offset: ?>>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = math.fma %a, %b, %c : f32
      linalg.yield %s : f32
    }
  }
  return
}
func.func @too_few(%x: memref<8x374xf32>, %w: memref<8x374x16xf32>, %y: memref<8x8x16xf32>) {
  scf.forall (%i) in (8) {
    %part = memref.subview %w[%i, 0, 0] [1, 374, 16] [1, 1, 1] : memref<8x374x16xf32> to memref<374x16xf32, strided<[16, 1], offset: ?>>
    %sums = memref.subview %y[%i, 0, 0] [1, 8, 16] [1, 1, 1] : memref<8x8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: ?>>
    linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %part : memref<8x374xf32>, memref<374x16xf32, strided<[16, 1], offset: ?>>) outs(%sums : memref<8x16xf32, strided<[16, 1], offset: ?>>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = math.fma %a, %b, %c : f32
      linalg.yield %s : f32
    }
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// Weights of exactly the second-level cache stay there: 8 times 512x64 are 1 MiB.
// CHECK-LABEL: func.func @held(
// CHECK-NOT:     ascend.mirrored
// CHECK-LABEL: func.func @not_held(
// CHECK:         ascend.mirrored
func.func @held(%x: memref<8x512xf32>, %w: memref<8x512x64xf32>, %y: memref<8x8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.for %t = %c0 to %c100 step %c1 {
    scf.forall (%i) in (8) {
      %part = memref.subview %w[%i, 0, 0] [1, 512, 64] [1, 1, 1] : memref<8x512x64xf32> to memref<512x64xf32, strided<[64, 1], offset: ?>>
      %sums = memref.subview %y[%i, 0, 0] [1, 8, 64] [1, 1, 1] : memref<8x8x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
      linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %part : memref<8x512xf32>, memref<512x64xf32, strided<[64, 1], offset: ?>>) outs(%sums : memref<8x64xf32, strided<[64, 1], offset: ?>>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %s = math.fma %a, %b, %c : f32
        linalg.yield %s : f32
      }
    }
  }
  return
}
func.func @not_held(%x: memref<8x513xf32>, %w: memref<8x513x64xf32>, %y: memref<8x8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.for %t = %c0 to %c100 step %c1 {
    scf.forall (%i) in (8) {
      %part = memref.subview %w[%i, 0, 0] [1, 513, 64] [1, 1, 1] : memref<8x513x64xf32> to memref<513x64xf32, strided<[64, 1], offset: ?>>
      %sums = memref.subview %y[%i, 0, 0] [1, 8, 64] [1, 1, 1] : memref<8x8x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
      linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %part : memref<8x513xf32>, memref<513x64xf32, strided<[64, 1], offset: ?>>) outs(%sums : memref<8x64xf32, strided<[64, 1], offset: ?>>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %s = math.fma %a, %b, %c : f32
        linalg.yield %s : f32
      }
    }
  }
  return
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#y = affine_map<(m, n, k) -> (m, n)>

// A dynamic number of turns is planned as 16 of them, and each says how much it
// does: 16 times 8x16x188 are enough, 16 times 8x16x187 are not. How far weights
// reach is not known: nothing goes backwards.
// CHECK-LABEL: func.func @open_enough(
// CHECK:         scf.parallel
// CHECK-NOT:     ascend.mirrored
// CHECK-LABEL: func.func @open_too_few(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @open_enough(%x: memref<8x188xf32>, %w: memref<?x188x16xf32>, %y: memref<?x8x16xf32>, %turns: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %c1 step %c1 {
    scf.forall (%i) in (%turns) {
      %part = memref.subview %w[%i, 0, 0] [1, 188, 16] [1, 1, 1] : memref<?x188x16xf32> to memref<188x16xf32, strided<[16, 1], offset: ?>>
      %sums = memref.subview %y[%i, 0, 0] [1, 8, 16] [1, 1, 1] : memref<?x8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: ?>>
      linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %part : memref<8x188xf32>, memref<188x16xf32, strided<[16, 1], offset: ?>>) outs(%sums : memref<8x16xf32, strided<[16, 1], offset: ?>>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %s = math.fma %a, %b, %c : f32
        linalg.yield %s : f32
      }
    }
  }
  return
}
func.func @open_too_few(%x: memref<8x187xf32>, %w: memref<?x187x16xf32>, %y: memref<?x8x16xf32>, %turns: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %c1 step %c1 {
    scf.forall (%i) in (%turns) {
      %part = memref.subview %w[%i, 0, 0] [1, 187, 16] [1, 1, 1] : memref<?x187x16xf32> to memref<187x16xf32, strided<[16, 1], offset: ?>>
      %sums = memref.subview %y[%i, 0, 0] [1, 8, 16] [1, 1, 1] : memref<?x8x16xf32> to memref<8x16xf32, strided<[16, 1], offset: ?>>
      linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %part : memref<8x187xf32>, memref<187x16xf32, strided<[16, 1], offset: ?>>) outs(%sums : memref<8x16xf32, strided<[16, 1], offset: ?>>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %s = math.fma %a, %b, %c : f32
        linalg.yield %s : f32
      }
    }
  }
  return
}
