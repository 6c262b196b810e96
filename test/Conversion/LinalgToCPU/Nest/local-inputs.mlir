// Copies that one op reads are made in its outer loops, part by part.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse | FileCheck %s

// Planes of x with a border of zeros, 6x16, as many at once as 8 KB hold and 32
// channels divide by. The zeros are written once. Rows of 14 are two vectors
// that overlap.
//
// CHECK-LABEL: func @windows
// CHECK: %[[PLANES:.*]] = memref.alloca() {{.*}} memref<1536xf32>
// CHECK: vector.store {{.*}} %[[PLANES]]
// CHECK: scf.for {{.*}} to %c2
// CHECK-NOT: vector.store %cst
// CHECK: scf.for {{.*}} to %c16
// CHECK: scf.for {{.*}} to %c4
// CHECK-COUNT-2: vector.store {{.*}} %[[PLANES]]{{.*}} vector<8xf32>
// CHECK: scf.for {{.*}} to %c16
// CHECK: scf.for {{.*}} to %c4
// CHECK: memref.load
// CHECK: vector.load %[[PLANES]]{{.*}} vector<8xf32>
// CHECK-NOT: masked
// CHECK: return
#plane = affine_map<(c, h, w) -> (c, h, w)>
#weight = affine_map<(c, h, w) -> (c)>
func.func @windows(%x: memref<32x4x14xf32>, %w: memref<32xf32>, %y: memref<32x4x14xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<32x6x16xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<32x6x16xf32>)
  %in = memref.subview %p[0, 1, 1] [32, 4, 14] [1, 1, 1] : memref<32x6x16xf32> to memref<32x4x14xf32, strided<[96, 16, 1], offset: 17>>
  memref.copy %x, %in : memref<32x4x14xf32> to memref<32x4x14xf32, strided<[96, 16, 1], offset: 17>>
  %a = memref.subview %p[0, 0, 0] [32, 4, 14] [1, 1, 1] : memref<32x6x16xf32> to memref<32x4x14xf32, strided<[96, 16, 1]>>
  %b = memref.subview %p[0, 2, 2] [32, 4, 14] [1, 1, 1] : memref<32x6x16xf32> to memref<32x4x14xf32, strided<[96, 16, 1], offset: 34>>
  linalg.generic {indexing_maps = [#plane, #plane, #weight, #plane], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b, %w : memref<32x4x14xf32, strided<[96, 16, 1]>>, memref<32x4x14xf32, strided<[96, 16, 1], offset: 34>>, memref<32xf32>)
      outs(%y : memref<32x4x14xf32>) {
  ^bb0(%l: f32, %r: f32, %f: f32, %o: f32):
    %s = math.fma %l, %f, %r : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The maximum of a window, with the window as reductions.
//
// CHECK-LABEL: func @pool
// CHECK: memref.alloca() {{.*}} memref<1536xf32>
// CHECK: scf.for {{.*}} to %c2
// CHECK: arith.maximumf
func.func @pool(%x: memref<32x4x14xf32>, %k: memref<3x3xf32>, %y: memref<32x4x14xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<32x6x16xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<32x6x16xf32>)
  %in = memref.subview %p[0, 1, 1] [32, 4, 14] [1, 1, 1] : memref<32x6x16xf32> to memref<32x4x14xf32, strided<[96, 16, 1], offset: 17>>
  memref.copy %x, %in : memref<32x4x14xf32> to memref<32x4x14xf32, strided<[96, 16, 1], offset: 17>>
  linalg.generic {indexing_maps = [affine_map<(c, h, w, r, s) -> (c, h + r, w + s)>, affine_map<(c, h, w, r, s) -> (r, s)>, affine_map<(c, h, w, r, s) -> (c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %k : memref<32x6x16xf32>, memref<3x3xf32>) outs(%y : memref<32x4x14xf32>) {
  ^bb0(%l: f32, %n: f32, %o: f32):
    %s = arith.maximumf %l, %o : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// What two ops read is made once, as a whole.
//
// CHECK-LABEL: func @two_readers
// CHECK-NOT: memref.alloca
// CHECK: return
#plane = affine_map<(c, h) -> (c, h)>
func.func @two_readers(%x: memref<8x16xf32>, %y: memref<8x16xf32>, %z: memref<8x16xf32>) {
  %p = memref.alloc() : memref<8x16xf32>
  memref.copy %x, %p : memref<8x16xf32> to memref<8x16xf32>
  linalg.generic {indexing_maps = [#plane, #plane], iterator_types = ["parallel", "parallel"]}
      ins(%p : memref<8x16xf32>) outs(%y : memref<8x16xf32>) {
  ^bb0(%l: f32, %o: f32):
    %s = arith.addf %l, %l : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#plane, #plane], iterator_types = ["parallel", "parallel"]}
      ins(%p : memref<8x16xf32>) outs(%z : memref<8x16xf32>) {
  ^bb0(%l: f32, %o: f32):
    %s = arith.mulf %l, %l : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// x becomes the result while rows that the copy has are still to be read.
//
// CHECK-LABEL: func @overwritten
// CHECK-NOT: memref.alloca
// CHECK: return
#plane = affine_map<(c, h) -> (c, h)>
func.func @overwritten(%x: memref<8x16xf32>) {
  %p = memref.alloc() : memref<8x16xf32>
  memref.copy %x, %p : memref<8x16xf32> to memref<8x16xf32>
  linalg.generic {indexing_maps = [#plane, #plane], iterator_types = ["parallel", "parallel"]}
      ins(%p : memref<8x16xf32>) outs(%x : memref<8x16xf32>) {
  ^bb0(%l: f32, %o: f32):
    %s = arith.addf %l, %l : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Turns that read what others made, too: rows of the window's height.
//
// CHECK-LABEL: func @rows
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @rows(%x: memref<8x16xf32>, %k: memref<3xf32>, %y: memref<6x16xf32>) {
  %p = memref.alloc() : memref<8x16xf32>
  memref.copy %x, %p : memref<8x16xf32> to memref<8x16xf32>
  linalg.generic {indexing_maps = [affine_map<(h, w, r) -> (h + r, w)>, affine_map<(h, w, r) -> (r)>, affine_map<(h, w, r) -> (h, w)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : memref<8x16xf32>, memref<3xf32>) outs(%y : memref<6x16xf32>) {
  ^bb0(%l: f32, %n: f32, %o: f32):
    %s = arith.addf %l, %o : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A result in the place of what is read, too: rows of 14 as two vectors that
// overlap would be added twice.
//
// CHECK-LABEL: func @in_place
// CHECK-NOT: memref.alloca
// CHECK: return
#plane = affine_map<(c, h) -> (c, h)>
func.func @in_place(%x: memref<8x14xf32>, %y: memref<8x14xf32>) {
  %p = memref.alloc() : memref<8x14xf32>
  memref.copy %x, %p : memref<8x14xf32> to memref<8x14xf32>
  linalg.generic {indexing_maps = [#plane, #plane, #plane], iterator_types = ["parallel", "parallel"]}
      ins(%p, %y : memref<8x14xf32>, memref<8x14xf32>) outs(%y : memref<8x14xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Sixteen planes of 512 bytes are 8 KB.
//
// CHECK-LABEL: func @many_planes(
// CHECK:         memref.alloca() {{.*}} memref<2048xf32>
// CHECK:         return
#plane = affine_map<(c, h, w) -> (c, h, w)>
func.func @many_planes(%x: memref<32x6x14xf32>, %y: memref<32x6x14xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<32x8x16xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<32x8x16xf32>)
  %in = memref.subview %p[0, 1, 1] [32, 6, 14] [1, 1, 1] : memref<32x8x16xf32> to memref<32x6x14xf32, strided<[128, 16, 1], offset: 17>>
  memref.copy %x, %in : memref<32x6x14xf32> to memref<32x6x14xf32, strided<[128, 16, 1], offset: 17>>
  %a = memref.subview %p[0, 0, 0] [32, 6, 14] [1, 1, 1] : memref<32x8x16xf32> to memref<32x6x14xf32, strided<[128, 16, 1]>>
  %b = memref.subview %p[0, 2, 2] [32, 6, 14] [1, 1, 1] : memref<32x8x16xf32> to memref<32x6x14xf32, strided<[128, 16, 1], offset: 34>>
  linalg.generic {indexing_maps = [#plane, #plane, #plane], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : memref<32x6x14xf32, strided<[128, 16, 1]>>, memref<32x6x14xf32, strided<[128, 16, 1], offset: 34>>) outs(%y : memref<32x6x14xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A plane of 128 KB stays in a near cache, ...
//
// CHECK-LABEL: func @largest_plane(
// CHECK:         memref.alloca() {{.*}} memref<32768xf32>
// CHECK:         return
#plane = affine_map<(c, h, w) -> (c, h, w)>
func.func @largest_plane(%x: memref<2x126x254xf32>, %y: memref<2x126x254xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<2x128x256xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<2x128x256xf32>)
  %in = memref.subview %p[0, 1, 1] [2, 126, 254] [1, 1, 1] : memref<2x128x256xf32> to memref<2x126x254xf32, strided<[32768, 256, 1], offset: 257>>
  memref.copy %x, %in : memref<2x126x254xf32> to memref<2x126x254xf32, strided<[32768, 256, 1], offset: 257>>
  %a = memref.subview %p[0, 0, 0] [2, 126, 254] [1, 1, 1] : memref<2x128x256xf32> to memref<2x126x254xf32, strided<[32768, 256, 1]>>
  %b = memref.subview %p[0, 2, 2] [2, 126, 254] [1, 1, 1] : memref<2x128x256xf32> to memref<2x126x254xf32, strided<[32768, 256, 1], offset: 514>>
  linalg.generic {indexing_maps = [#plane, #plane, #plane], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : memref<2x126x254xf32, strided<[32768, 256, 1]>>, memref<2x126x254xf32, strided<[32768, 256, 1], offset: 514>>) outs(%y : memref<2x126x254xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// ... a larger one does not.
//
// CHECK-LABEL: func @larger_plane(
// CHECK-NOT:     memref.alloca
// CHECK:         return
#plane = affine_map<(c, h, w) -> (c, h, w)>
func.func @larger_plane(%x: memref<2x126x255xf32>, %y: memref<2x126x255xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<2x128x257xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<2x128x257xf32>)
  %in = memref.subview %p[0, 1, 1] [2, 126, 255] [1, 1, 1] : memref<2x128x257xf32> to memref<2x126x255xf32, strided<[32896, 257, 1], offset: 258>>
  memref.copy %x, %in : memref<2x126x255xf32> to memref<2x126x255xf32, strided<[32896, 257, 1], offset: 258>>
  %a = memref.subview %p[0, 0, 0] [2, 126, 255] [1, 1, 1] : memref<2x128x257xf32> to memref<2x126x255xf32, strided<[32896, 257, 1]>>
  %b = memref.subview %p[0, 2, 2] [2, 126, 255] [1, 1, 1] : memref<2x128x257xf32> to memref<2x126x255xf32, strided<[32896, 257, 1], offset: 516>>
  linalg.generic {indexing_maps = [#plane, #plane, #plane], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : memref<2x126x255xf32, strided<[32896, 257, 1]>>, memref<2x126x255xf32, strided<[32896, 257, 1], offset: 516>>) outs(%y : memref<2x126x255xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %s = arith.addf %l, %r : f32
    linalg.yield %s : f32
  }
  return
}
