// Products of operands in place, and what reads their sums.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse | FileCheck %s --check-prefix=AVX2

// Fourteen pixels and two blocks of channels: as many sums as AVX-512 has
// registers for. They begin with the value that filled them, and stay in
// registers until the result is written.
//
// CHECK-LABEL: func @windows
// CHECK-NOT: linalg
// CHECK-NOT: memref.alloca
// CHECK: scf.parallel
// CHECK: %[[SUMS:.*]]:28 = scf.for {{.*}} = %c0 to %c4 {{.*}} iter_args({{.*}} = %cst
// CHECK: scf.for {{.*}} = %c0 to %c3
// CHECK: scf.for {{.*}} = %c0 to %c48
// CHECK-COUNT-2: vector.load {{.*}} vector<16xf32>
// CHECK-COUNT-28: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: %[[BIAS:.*]] = vector.load %{{.*}} vector<16xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[SUMS]]#0, %[[BIAS]]
// CHECK: %[[RELU:.*]] = arith.maximumf %[[SUM]]
// CHECK: vector.store %[[RELU]]
// CHECK: return
//
// AVX2-LABEL: func @windows
// AVX2: %{{.*}}:12 = scf.for
// AVX2-COUNT-2: vector.load {{.*}} vector<8xf32>
// AVX2-COUNT-12: math.fma {{.*}} : vector<8xf32>
#x = affine_map<(n, o, h, w, p, c, r, s, k) -> (n, c, h + r, w + s, k)>
#filter = affine_map<(n, o, h, w, p, c, r, s, k) -> (o, c, r, s, k, p)>
#y = affine_map<(n, o, h, w, p, c, r, s, k) -> (n, o, h, w, p)>
#same = affine_map<(n, o, h, w, p) -> (n, o, h, w, p)>
#channel = affine_map<(n, o, h, w, p) -> (o, p)>
func.func @windows(%x: memref<1x4x30x30x16xf32>, %w: memref<4x4x3x3x16x16xf32>, %bias: memref<4x16xf32>, %y: memref<1x4x28x28x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<1x4x28x28x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<1x4x28x28x16xf32>)
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<1x4x30x30x16xf32>, memref<4x4x3x3x16x16xf32>) outs(%c : memref<1x4x28x28x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = math.fma %a, %b, %s : f32
    linalg.yield %p : f32
  }
  linalg.generic {indexing_maps = [#same, #channel, #same], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : memref<1x4x28x28x16xf32>, memref<4x16xf32>) outs(%y : memref<1x4x28x28x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.addf %a, %b : f32
    %m = arith.maximumf %p, %zero : f32
    linalg.yield %m : f32
  }
  return
}

// -----

// Rows of seven, two at a time. A panel of more than the cache holds is passed
// in two chunks; the sums wait in a buffer of the thread's.
//
// CHECK-LABEL: func @long
// CHECK: memref.alloca() {alignment = 64 : i64, ascend.thread_buffer}
// CHECK: scf.for %[[PART:.*]] = %c0 to %c32 step %c16
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[PART]], %c0
// CHECK: %[[LAST:.*]] = arith.cmpi uge, %[[PART]], %c16
// CHECK: scf.for
// CHECK: %[[BEFORE:.*]]:28 = scf.if %[[FIRST]]
// CHECK-NEXT: scf.yield %cst
// CHECK: vector.load %alloca
// CHECK: scf.for {{.*}} = %c0 to %c16 step %c1 iter_args(%{{.*}} = %[[BEFORE]]#0,
// CHECK: scf.if %[[LAST]]
// CHECK: arith.truncf
// CHECK: else
// CHECK: vector.store %{{.*}}, %alloca
// CHECK: %{{.*}}:14 = scf.for {{.*}} = %c0 to %c16 step %c1 iter_args
#x = affine_map<(o, h, w, p, c, r, s, k) -> (c, h + r, w + s, k)>
#filter = affine_map<(o, h, w, p, c, r, s, k) -> (o, c, r, s, k, p)>
#y = affine_map<(o, h, w, p, c, r, s, k) -> (o, h, w, p)>
#same = affine_map<(o, h, w, p) -> (o, h, w, p)>
func.func @long(%x: memref<32x9x9x16xf32>, %w: memref<2x32x3x3x16x16xf32>, %y: memref<2x7x7x16xf16>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x7x7x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x7x7x16xf32>)
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<32x9x9x16xf32>, memref<2x32x3x3x16x16xf32>) outs(%c : memref<2x7x7x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = math.fma %a, %b, %s : f32
    linalg.yield %p : f32
  }
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x7x7x16xf32>) outs(%y : memref<2x7x7x16xf16>) {
  ^bb0(%a: f32, %s: f16):
    %p = arith.truncf %a : f32 to f16
    linalg.yield %p : f16
  }
  return
}

// -----

// Of rows so long, no 48 fit into the cache: chunks of them run, of all 128
// rows. Panels of b share what a chunk reads of a. Each of 22 tiles asks, step
// by step, for a 16th of the next panel; the last panel's for the first of the
// next chunk.

// AVX2-LABEL: func @deep
// AVX2: memref.alloca() {{.*}} : memref<4224xf32>
// AVX2: scf.for %[[PART:.*]] = %c0 to %c8192 step %c373
// AVX2: arith.minui
// AVX2: scf.for %[[PANEL:.*]] = %c0 to %c2 step %c1
// AVX2: %[[NEXT:.*]] = arith.addi %[[PANEL]], %c1 : index
// AVX2: %[[LAST:.*]] = arith.cmpi eq, %[[NEXT]], %c2 : index
// AVX2: arith.select %[[LAST]]
// AVX2: %[[FIRST:.*]] = arith.muli %{{.*}}, %c373 : index
// AVX2: arith.addi %{{.*}}, %[[FIRST]]
// AVX2-NOT: memref.prefetch
// AVX2: %{{.*}}:12 = scf.for
// AVX2: %[[MOVED:.*]] = arith.divui %{{.*}}, %c16 : index
// AVX2: arith.addi %{{.*}}, %[[MOVED]]
// AVX2: memref.prefetch %{{.*}}, read, locality<2>, data
// AVX2-NOT: memref.prefetch
// AVX2: vector.load
#a = affine_map<(m, n, p, k) -> (m, k)>
#b = affine_map<(m, n, p, k) -> (n, k, p)>
#c = affine_map<(m, n, p, k) -> (m, n, p)>

func.func @deep(%a: memref<128x8192xf32>, %b: memref<32x8192x16xf32>, %c: memref<128x32x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<128x32x16xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<128x8192xf32>, memref<32x8192x16xf32>) outs(%c : memref<128x32x16xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %f = math.fma %x, %y, %s : f32
    linalg.yield %f : f32
  }
  return
}

// -----

// A panel of two blocks: what one of them reads has gaps, and a tile asks for all
// lines of its share before it begins.

// AVX2-LABEL: func @gaps
// AVX2-COUNT-6: memref.prefetch %{{.*}}, read, locality<2>, data
// AVX2-NOT: memref.prefetch
// AVX2: %{{.*}}:12 = scf.for
// AVX2-NOT: memref.prefetch
// AVX2: vector.load
#a = affine_map<(m, n, p, k) -> (m, k)>
#b = affine_map<(m, n, p, k) -> (n, k, p)>
#c = affine_map<(m, n, p, k) -> (m, n, p)>

func.func @gaps(%a: memref<128x8192xf32>, %b: memref<16x8192x32xf32>, %c: memref<128x16x32xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<128x16x32xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<128x8192xf32>, memref<16x8192x32xf32>) outs(%c : memref<128x16x32xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %f = math.fma %x, %y, %s : f32
    linalg.yield %f : f32
  }
  return
}

// -----

// Panels of eight columns, of which a vector of sixteen lanes takes two: their
// columns are read one behind the other and written apart. A tile has two such
// vectors; of the three panels that are left, the last has the lanes of another
// for idle ones.

// CHECK-LABEL: func @shared_vectors
// AVX2-LABEL: func @shared_vectors
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>
// CHECK-COUNT-4: vector.load %{{.*}} : memref<3584xf32>, vector<8xf32>
// CHECK-NOT: vector.load
// CHECK-COUNT-24: math.fma %{{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: %[[FIRST:.*]] = vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [8], strides = [1]}
// CHECK-NEXT: vector.store %[[FIRST]]
// CHECK: %[[SECOND:.*]] = vector.extract_strided_slice %{{.*}} {offsets = [8], sizes = [8], strides = [1]}
// CHECK-NEXT: vector.store %[[SECOND]]
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>
// CHECK-COUNT-3: vector.load %{{.*}} : memref<3584xf32>, vector<8xf32>
// CHECK-NOT: vector.load
// CHECK-COUNT-24: math.fma %{{.*}} : vector<16xf32>
// CHECK-COUNT-36: vector.store %{{.*}} : memref<672xf32>, vector<8xf32>
// CHECK-NOT: vector.store
// CHECK: return
// AVX2-NOT: vector<16xf32>
// AVX2: return
#a = affine_map<(n, m, p, k) -> (m, k)>
#b = affine_map<(n, m, p, k) -> (n, k, p)>
#c = affine_map<(n, m, p, k) -> (n, m, p)>

func.func @shared_vectors(%a: memref<12x64xf32>, %b: memref<7x64x8xf32>, %c: memref<7x12x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<7x12x8xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<12x64xf32>, memref<7x64x8xf32>) outs(%c : memref<7x12x8xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %f = math.fma %x, %y, %s : f32
    linalg.yield %f : f32
  }
  return
}

// -----

// The whole reduction runs at once: three tiles of a block ask for a half of the
// next one each, a line a step; a single one for both lines of a step.

// AVX2-LABEL: func @whole
// CHECK-LABEL: func @whole
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c4096 : index
// CHECK: %{{.*}}:22 = scf.for
// CHECK: %[[MOVED:.*]] = arith.divui %{{.*}}, %c2 : index
// CHECK: memref.prefetch %{{.*}}, read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK: vector.load
// CHECK-LABEL: func @single
// CHECK: %{{.*}}:16 = scf.for
// CHECK-COUNT-2: memref.prefetch %{{.*}}, read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK: vector.load
#a = affine_map<(m, n, p, k) -> (m, k)>
#b = affine_map<(m, n, p, k) -> (n, k, p)>
#c = affine_map<(m, n, p, k) -> (m, n, p)>

func.func @whole(%a: memref<33x256xf32>, %b: memref<4x256x32xf32>, %c: memref<33x4x32xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<33x256xf32>, memref<4x256x32xf32>) outs(%c : memref<33x4x32xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %f = math.fma %x, %y, %s : f32
    linalg.yield %f : f32
  }
  return
}

func.func @single(%a: memref<8x256xf32>, %b: memref<4x256x32xf32>, %c: memref<8x4x32xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x256xf32>, memref<4x256x32xf32>) outs(%c : memref<8x4x32xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %f = math.fma %x, %y, %s : f32
    linalg.yield %f : f32
  }
  return
}

// -----

// The pixels of a window of one are rows, 7x7 of them, in tiles that differ by
// one at most: 13 and three of 12, or four of 6 and five of 5. What they read
// of the next channels is asked for beforehand, 784 elements further.
//
// CHECK-LABEL: func @pixels
// CHECK: %{{.*}}:26 = scf.for
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %c784
// CHECK-COUNT-13: memref.prefetch %{{.*}}, read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: scf.for {{.*}} = %c0 to %c3
// CHECK: %{{.*}}:24 = scf.for
// AVX2-LABEL: func @pixels
// AVX2: scf.for {{.*}} = %c0 to %c4
// AVX2: %{{.*}}:12 = scf.for
// AVX2-COUNT-6: memref.prefetch
// AVX2: scf.for {{.*}} = %c0 to %c5
// AVX2: %{{.*}}:10 = scf.for
#x = affine_map<(o, h, w, p, c, k) -> (c, h, w, k)>
#filter = affine_map<(o, h, w, p, c, k) -> (o, c, k, p)>
#y = affine_map<(o, h, w, p, c, k) -> (o, h, w, p)>
func.func @pixels(%x: memref<2x7x7x16xf32>, %w: memref<2x2x16x16xf32>, %y: memref<2x7x7x16xf32>) {
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<2x7x7x16xf32>, memref<2x2x16x16xf32>) outs(%y : memref<2x7x7x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = math.fma %a, %b, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// Columns that are no whole vector are masked; a sum of what was there before
// is read and written.
//
// CHECK-LABEL: func @matrix
// CHECK: vector.constant_mask [9] : vector<16xi1>
// CHECK: vector.maskedload
// CHECK: math.fma
// CHECK: vector.maskedstore
func.func @matrix(%a: memref<3x5xf32>, %b: memref<5x9xf32>, %c: memref<3x9xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<3x5xf32>, memref<5x9xf32>) outs(%c : memref<3x9xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = math.fma %x, %y, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// Lines of seven pixels, for which AVX2 has four and three rows: all 49 are rows
// of one loop, four times six and five times five.
//
// CHECK-LABEL: func @lines
// CHECK-NOT: arith.remui
// CHECK: %{{.*}}:28 = scf.for
// AVX2-LABEL: func @lines
// AVX2: scf.for %[[TILE:.*]] = %c0 to %c4
// AVX2: %[[FIRST:.*]] = arith.muli %[[TILE]], %c6
// AVX2: arith.divui %[[FIRST]], %c7
// AVX2: arith.remui %[[FIRST]], %c7
// AVX2: %{{.*}}:12 = scf.for
// AVX2: scf.for {{.*}} = %c0 to %c5
// AVX2: %{{.*}}:10 = scf.for
#x = affine_map<(o, h, w, p, c, r, s, k) -> (c, h + r, w + s, k)>
#filter = affine_map<(o, h, w, p, c, r, s, k) -> (o, c, r, s, k, p)>
#y = affine_map<(o, h, w, p, c, r, s, k) -> (o, h, w, p)>
func.func @lines(%x: memref<2x9x9x16xf32>, %w: memref<2x2x3x3x16x16xf32>, %y: memref<2x7x7x16xf32>) {
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<2x9x9x16xf32>, memref<2x2x3x3x16x16xf32>) outs(%y : memref<2x7x7x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = math.fma %a, %b, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// The number of rows is dynamic: tiles of as many as there are registers for,
// and parts of tiles, in which the lines behind the last row are that row
// again.
//
// CHECK-LABEL: func @open_rows
// CHECK: scf.parallel
// CHECK: math.fma {{.*}} : vector<16xf32>
// AVX2-LABEL: func @open_rows
// AVX2: scf.parallel
// AVX2: scf.for
// AVX2: %{{.*}}:12 = scf.for
// AVX2-COUNT-12: math.fma {{.*}} : vector<8xf32>
// AVX2-NOT: math.fma
// AVX2-COUNT-5: arith.minui
// AVX2: %{{.*}}:12 = scf.for
// AVX2-COUNT-12: math.fma {{.*}} : vector<8xf32>
// AVX2-NOT: math.fma
#a = affine_map<(m, p, n, k) -> (m, k)>
#b = affine_map<(m, p, n, k) -> (p, k, n)>
#c = affine_map<(m, p, n, k) -> (m, p, n)>
func.func @open_rows(%m: index, %x: memref<?x9xf32>, %w: memref<3x9x16xf32>, %y: memref<?x3x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<?x9xf32>, memref<3x9x16xf32>) outs(%y : memref<?x3x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = math.fma %a, %b, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// The number of images is dynamic: tiles are within one.
//
// CHECK-LABEL: func @images
// CHECK-NOT: linalg
// CHECK: scf.parallel
// CHECK: %{{.*}}:28 = scf.for
// CHECK-COUNT-28: math.fma {{.*}} : vector<16xf32>
//
// AVX2-LABEL: func @images
// AVX2: %{{.*}}:12 = scf.for
// AVX2-COUNT-12: math.fma {{.*}} : vector<8xf32>
#x = affine_map<(n, o, h, w, p, c, r, s, k) -> (n, c, h + r, w + s, k)>
#filter = affine_map<(n, o, h, w, p, c, r, s, k) -> (o, c, r, s, k, p)>
#y = affine_map<(n, o, h, w, p, c, r, s, k) -> (n, o, h, w, p)>
func.func @images(%x: memref<?x4x30x30x16xf32>, %w: memref<4x4x3x3x16x16xf32>, %y: memref<?x4x28x28x16xf32>) {
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<?x4x30x30x16xf32>, memref<4x4x3x3x16x16xf32>) outs(%y : memref<?x4x28x28x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = math.fma %a, %b, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// The size of the images is dynamic: the pixels of all lines are rows of tiles,
// each as far behind the one before as the end of a line, which may be within
// the tile, makes it. Behind the last pixel it is that one once more.
//
// CHECK-LABEL: func @open_pixels
// CHECK-NOT: linalg
// CHECK: scf.parallel
// CHECK: %{{.*}}:28 = scf.for
// CHECK-COUNT-28: math.fma {{.*}} : vector<16xf32>
//
// AVX2-LABEL: func @open_pixels
// AVX2: %[[HEIGHT:.*]] = memref.dim %arg2, %c2
// AVX2: %[[WIDTH:.*]] = memref.dim %arg2, %c3
// AVX2: %[[LAST:.*]] = arith.subi %[[WIDTH]], %c1
// AVX2: %[[ROWS:.*]] = arith.muli %[[HEIGHT]], %[[WIDTH]]
// AVX2: scf.parallel
// AVX2: scf.for
// AVX2: %[[FIRST:.*]] = arith.muli %{{.*}}, %c6 : index
// AVX2: %[[IN_LINE:.*]] = arith.remui %[[FIRST]], %[[WIDTH]]
// AVX2: %[[END:.*]] = arith.addi %[[IN_LINE]], %c6 : index
// AVX2: %[[FITS:.*]] = arith.cmpi ule, %[[END]], %[[WIDTH]] : index
// AVX2: scf.if %[[FITS]] {
// AVX2: %{{.*}}:12 = scf.for
// AVX2-COUNT-12: math.fma {{.*}} : vector<8xf32>
// AVX2: } else {
// AVX2: %[[LEFT:.*]] = arith.subi %[[ROWS]], %[[FIRST]]
// AVX2: %[[IS_LAST:.*]] = arith.cmpi eq, %[[IN_LINE]], %[[LAST]]
// AVX2: %[[IS_ROW:.*]] = arith.cmpi ugt, %[[LEFT]], %c1
// AVX2: %[[STEP:.*]] = arith.select %[[IS_LAST]], %{{.*}}, %c16
// AVX2: arith.select %[[IS_ROW]], %[[STEP]], %c0
// AVX2: %{{.*}}:12 = scf.for
// AVX2-COUNT-12: math.fma {{.*}} : vector<8xf32>
#x = affine_map<(n, o, h, w, p, c, r, s, k) -> (n, c, h + r, w + s, k)>
#filter = affine_map<(n, o, h, w, p, c, r, s, k) -> (o, c, r, s, k, p)>
#y = affine_map<(n, o, h, w, p, c, r, s, k) -> (n, o, h, w, p)>
func.func @open_pixels(%x: memref<2x4x?x?x16xf32>, %w: memref<4x4x3x3x16x16xf32>, %y: memref<2x4x?x?x16xf32>) {
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<2x4x?x?x16xf32>, memref<4x4x3x3x16x16xf32>) outs(%y : memref<2x4x?x?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = math.fma %a, %b, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// A bias that is a constant of the kernel's joins, too.
//
// CHECK-LABEL: func @constant
// CHECK-NOT: memref.alloca
// CHECK: %[[SUMS:.*]]:26 = scf.for
// CHECK: %[[SUM:.*]] = arith.addi %[[SUMS]]#0, %{{.*}} : vector<16xi32>
// CHECK: vector.store %[[SUM]]
#x = affine_map<(o, h, w, p, c, k) -> (c, h, w, k)>
#filter = affine_map<(o, h, w, p, c, k) -> (o, c, k, p)>
#y = affine_map<(o, h, w, p, c, k) -> (o, h, w, p)>
#same = affine_map<(o, h, w, p) -> (o, h, w, p)>
#channel = affine_map<(o, h, w, p) -> (o, p)>
memref.global "private" constant @bias : memref<2x16xi32> = dense<3>
func.func @constant(%x: memref<2x7x7x16xi32>, %w: memref<2x2x16x16xi32>, %y: memref<2x7x7x16xi32>) {
  %zero = arith.constant 0 : i32
  %c = memref.alloc() : memref<2x7x7x16xi32>
  linalg.fill ins(%zero : i32) outs(%c : memref<2x7x7x16xi32>)
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<2x7x7x16xi32>, memref<2x2x16x16xi32>) outs(%c : memref<2x7x7x16xi32>) {
  ^bb0(%a: i32, %b: i32, %s: i32):
    %p = arith.muli %a, %b : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  }
  %bias = memref.get_global @bias : memref<2x16xi32>
  linalg.generic {indexing_maps = [#same, #channel, #same], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : memref<2x7x7x16xi32>, memref<2x16xi32>) outs(%y : memref<2x7x7x16xi32>) {
  ^bb0(%a: i32, %b: i32, %s: i32):
    %p = arith.addi %a, %b : i32
    linalg.yield %p : i32
  }
  return
}

// -----

// Of 512 rows one piece after the other is in the cache, and four blocks of
// columns pass by each: they are fewer bytes than the rows.
//
// AVX2-LABEL: func @few_columns
// AVX2: scf.parallel (%[[NUMBER:.*]]) = (%c0) to
// AVX2-NEXT: arith.remui %[[NUMBER]], %c4
#a = affine_map<(m, p, n, k) -> (m, k)>
#b = affine_map<(m, p, n, k) -> (p, k, n)>
#c = affine_map<(m, p, n, k) -> (m, p, n)>
func.func @few_columns(%a: memref<512x256xf32>, %b: memref<4x256x16xf32>, %c: memref<512x4x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<512x256xf32>, memref<4x256x16xf32>) outs(%c : memref<512x4x16xf32>) {
  ^bb0(%l: f32, %r: f32, %s: f32):
    %p = math.fma %l, %r, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// All pieces of 400 rows are done with a block of columns before the next: the
// rows are fewer bytes.
//
// AVX2-LABEL: func @few_rows
// AVX2: scf.parallel (%[[NUMBER:.*]]) = (%c0) to
// AVX2-NEXT: arith.remui %[[NUMBER]], %c3 : index
#a = affine_map<(m, p, n, k) -> (m, k)>
#b = affine_map<(m, p, n, k) -> (p, k, n)>
#c = affine_map<(m, p, n, k) -> (m, p, n)>
func.func @few_rows(%a: memref<400x256xf32>, %b: memref<40x256x16xf32>, %c: memref<400x40x16xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<400x256xf32>, memref<40x256x16xf32>) outs(%c : memref<400x40x16xf32>) {
  ^bb0(%l: f32, %r: f32, %s: f32):
    %p = math.fma %l, %r, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// The rows of b that a tile reads lie apart, so that the CPU foresees none of
// them: as many run at a time as the nearest cache holds.
//
// AVX2-LABEL: func @scattered
// AVX2: scf.for %{{.*}} = %c0 to %c100 step %c34
#a = affine_map<(m, n, k, r) -> (m, k, r)>
#b = affine_map<(m, n, k, r) -> (k, r, n)>
#c = affine_map<(m, n, k, r) -> (m, n)>
func.func @scattered(%a: memref<48x100x3xf32>, %b: memref<100x3x72xf32, strided<[250, 80, 1]>>, %c: memref<48x72xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<48x100x3xf32>, memref<100x3x72xf32, strided<[250, 80, 1]>>) outs(%c : memref<48x72xf32>) {
  ^bb0(%l: f32, %r: f32, %s: f32):
    %p = math.fma %l, %r, %s : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// The number of rows is dynamic: a tile that has them all knows how far they
// lie apart; the last one is taken in parts of 7 rows, so few that each can
// have an element of a in a register, and takes the last row for those behind
// it.

// CHECK-LABEL: func @open_rows
// CHECK: %[[END:.*]] = arith.addi %[[FIRST:.*]], %c14 : index
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[END]], %{{.*}} : index
// CHECK: scf.if %[[FITS]] {
// CHECK-NOT: arith.minui
// CHECK: %{{.*}}:28 = scf.for
// CHECK: } else {
// CHECK: %[[ROWS:.*]] = arith.minui %{{.*}}, %c14 : index
// CHECK: %[[FULL:.*]] = arith.addi %[[ROWS]], %c6 : index
// CHECK: %[[PARTS:.*]] = arith.divui %[[FULL]], %c7 : index
// CHECK: %[[MOST:.*]] = arith.minui %[[PARTS]], %c2 : index
// CHECK: scf.for %{{.*}} = %c0 to %[[MOST]] step %c1
// CHECK: arith.minui
// CHECK: %{{.*}}:14 = scf.for
func.func @open_rows(%a: memref<?x64xf32>, %b: memref<64x32xf32>, %c: memref<?x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x64xf32>, memref<64x32xf32>) outs(%c : memref<?x32xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %f = math.fma %x, %y, %s : f32
    linalg.yield %f : f32
  }
  return
}

// -----

// Pixels of a window of one are rows of one loop, though x and y have names of
// their own for how long a line is: the op says that they are equal.

// CHECK-LABEL: func @names
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index)
// CHECK: %[[PIXELS:.*]] = arith.muli %[[N]], %c3 : index
// CHECK-NOT: arith.select
// CHECK: arith.cmpi ule, %{{.*}}, %[[PIXELS]] : index
// CHECK: %{{.*}}:28 = scf.for
func.func @names(%a: memref<1xf32>, %b: memref<64x32xf32>, %c: memref<1xf32>, %n: index, %m: index) {
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  %ofX = arith.muli %n, %c64 : index
  %ofY = arith.muli %c32, %m : index
  %x = memref.reinterpret_cast %a to offset: [0], sizes: [3, %n, 64], strides: [%ofX, 64, 1] : memref<1xf32> to memref<3x?x64xf32>
  %y = memref.reinterpret_cast %c to offset: [0], sizes: [3, %m, 32], strides: [%ofY, 32, 1] : memref<1xf32> to memref<3x?x32xf32>
  linalg.generic {indexing_maps = [affine_map<(h, w, n, k) -> (h, w, k)>, affine_map<(h, w, n, k) -> (k, n)>, affine_map<(h, w, n, k) -> (h, w, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %b : memref<3x?x64xf32>, memref<64x32xf32>) outs(%y : memref<3x?x32xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %f = math.fma %p, %q, %s : f32
    linalg.yield %f : f32
  }
  return
}

// -----

// The number of columns is dynamic: tiles of two whole vectors of them, then
// whole vectors one by one, and one with idle lanes.

// CHECK-LABEL: func @open_columns
// CHECK: %[[WIDTH:.*]] = memref.dim %arg1, %c1
// CHECK: %[[TILES:.*]] = arith.divui %[[WIDTH]], %c32
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%[[TILES]])
// CHECK: %{{.*}}:14 = scf.for
// CHECK-NOT: vector.create_mask
// CHECK: %[[DONE:.*]] = arith.muli %[[TILES]], %c32
// CHECK: %[[REST:.*]] = arith.subi %[[WIDTH]], %[[DONE]]
// CHECK: %[[VECTORS:.*]] = arith.divui %[[REST]], %c16
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%[[VECTORS]])
// CHECK: %{{.*}}:7 = scf.for
// CHECK-NOT: vector.create_mask
// CHECK: %[[LAST:.*]] = arith.subi %[[REST]], %{{.*}}
// CHECK: vector.create_mask %[[LAST]] : vector<16xi1>
// CHECK: %{{.*}}:7 = scf.for
func.func @open_columns(%a: memref<7x64xf32>, %b: memref<64x?xf32>, %c: memref<7x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<7x64xf32>, memref<64x?xf32>) outs(%c : memref<7x?xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %f = math.fma %x, %y, %s : f32
    linalg.yield %f : f32
  }
  return
}

// -----

// What is added to a product is asked for before a tile's reductions: the line
// of each of seven rows of 16 lanes, of six of two times 8. Not so a bias, nor
// what is as small as the 16 KiB of @near.

// CHECK-LABEL: func @far(
// CHECK-COUNT-7: memref.prefetch %{{.*}}, read, locality<3>, data : memref<4112xf32>
// CHECK-NOT: locality<3>
// CHECK: scf.for {{.*}} iter_args
// CHECK-LABEL: func @near(
// CHECK-NOT: locality<3>
// CHECK: return
// AVX2-LABEL: func @far(
// AVX2-COUNT-6: memref.prefetch %{{.*}}, read, locality<3>, data : memref<4112xf32>
// AVX2-NOT: locality<3>
// AVX2: scf.for {{.*}} iter_args
// AVX2-LABEL: func @near(
// AVX2-NOT: locality<3>
// AVX2: return
#a = affine_map<(m, p, k) -> (m, k)>
#b = affine_map<(m, p, k) -> (k, p)>
#c = affine_map<(m, p, k) -> (m, p)>
#same = affine_map<(m, p) -> (m, p)>
#bias = affine_map<(m, p) -> (p)>

func.func @far(%a: memref<257x32xf32>, %b: memref<32x16xf32>, %added: memref<257x16xf32>, %bias: memref<16xf32>, %y: memref<257x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<257x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<257x16xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<257x32xf32>, memref<32x16xf32>) outs(%c : memref<257x16xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %f = math.fma %p, %q, %s : f32
    linalg.yield %f : f32
  }
  linalg.generic {indexing_maps = [#same, #same, #bias, #same], iterator_types = ["parallel", "parallel"]}
      ins(%c, %added, %bias : memref<257x16xf32>, memref<257x16xf32>, memref<16xf32>) outs(%y : memref<257x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %s: f32):
    %f = arith.addf %p, %q : f32
    %g = arith.addf %f, %r : f32
    linalg.yield %g : f32
  }
  return
}

func.func @near(%a: memref<256x32xf32>, %b: memref<32x16xf32>, %added: memref<256x16xf32>, %bias: memref<16xf32>, %y: memref<256x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<256x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<256x16xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<256x32xf32>, memref<32x16xf32>) outs(%c : memref<256x16xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %f = math.fma %p, %q, %s : f32
    linalg.yield %f : f32
  }
  linalg.generic {indexing_maps = [#same, #same, #bias, #same], iterator_types = ["parallel", "parallel"]}
      ins(%c, %added, %bias : memref<256x16xf32>, memref<256x16xf32>, memref<16xf32>) outs(%y : memref<256x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %s: f32):
    %f = arith.addf %p, %q : f32
    %g = arith.addf %f, %r : f32
    linalg.yield %g : f32
  }
  return
}

// -----

// Factors that are widened twice are factors: the sums of a tile stay in registers.
//
// CHECK-LABEL: func @widened_twice
// CHECK: %{{.*}}:28 = scf.for
// CHECK-COUNT-28: math.fma {{.*}} : vector<8xf64>
// CHECK-NOT: math.fma
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @widened_twice(%a: memref<14x64xf16>, %b: memref<64x32xf16>, %c: memref<14x32xf64>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<14x64xf16>, memref<64x32xf16>) outs(%c : memref<14x32xf64>) {
  ^bb0(%x: f16, %y: f16, %s: f64):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %0 : f32 to f64
    %2 = arith.extf %y : f16 to f32
    %3 = arith.extf %2 : f32 to f64
    %p = math.fma %1, %3, %s : f64
    linalg.yield %p : f64
  }
  return
}
