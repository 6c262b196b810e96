// What reads the tiles of a product does so as soon as a tile is there.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>
#channel = affine_map<(i, r, j, c) -> (j, c)>

// One chunk of k: the sums begin with the value that filled the tiles, and
// their buffer is one tile. Rows behind the last whole tile have an op of their
// own.
//
// CHECK-LABEL: func @bias_and_relu
// CHECK-NOT: linalg
// CHECK: scf.parallel
// CHECK: %[[TILE:.*]] = memref.alloca() {alignment = 64 : i64, ascend.thread_buffer} : memref<256xf32>
// CHECK: scf.for
// CHECK: scf.for {{.*}} = %c0 to %c64 {{.*}} iter_args({{.*}} = %{{cst.*}},
// CHECK: vector.store {{.*}}, %[[TILE]][%c240]
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: scf.if %[[INSIDE]]
// CHECK: scf.for {{.*}} = %c0 to %c8
// CHECK: vector.load %[[TILE]]
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: arith.truncf
// CHECK: vector.store
// CHECK: scf.if
// CHECK: scf.for {{.*}} = %c0 to %c4
// CHECK: vector.load %[[TILE]]
func.func @bias_and_relu(%ctx: !llvm.ptr, %a: memref<129x64x8x1xf32>, %b: memref<8x64x32x1xf32>, %bias: memref<256xf32>,
                         %out: memref<1028x256xf16>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<129x8x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<129x8x8x32xf32>)
  linalg.mmt4d ins(%a, %b : memref<129x64x8x1xf32>, memref<8x64x32x1xf32>) outs(%c : memref<129x8x8x32xf32>)
  %full = memref.subview %c[0, 0, 0, 0] [128, 8, 8, 32] [1, 1, 1, 1] : memref<129x8x8x32xf32> to memref<128x8x8x32xf32, strided<[2048, 256, 32, 1]>>
  %bias2 = memref.expand_shape %bias [[0, 1]] output_shape [8, 32] : memref<256xf32> into memref<8x32xf32>
  %top = memref.subview %out[0, 0] [1024, 256] [1, 1] : memref<1028x256xf16> to memref<1024x256xf16, strided<[256, 1]>>
  %top4 = memref.expand_shape %top [[0, 1], [2, 3]] output_shape [128, 8, 8, 32] : memref<1024x256xf16, strided<[256, 1]>> into memref<128x8x8x32xf16, strided<[2048, 256, 32, 1]>>
  linalg.generic {indexing_maps = [#tiles, #channel, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%full, %bias2 : memref<128x8x8x32xf32, strided<[2048, 256, 32, 1]>>, memref<8x32xf32>) outs(%top4 : memref<128x8x8x32xf16, strided<[2048, 256, 32, 1]>>) {
  ^bb0(%sum: f32, %addend: f32, %old: f16):
    %0 = arith.addf %sum, %addend : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  }
  %rest = memref.subview %c[128, 0, 0, 0] [1, 8, 4, 32] [1, 1, 1, 1] : memref<129x8x8x32xf32> to memref<1x8x4x32xf32, strided<[2048, 256, 32, 1], offset: 262144>>
  %bottom = memref.subview %out[1024, 0] [4, 256] [1, 1] : memref<1028x256xf16> to memref<4x256xf16, strided<[256, 1], offset: 262144>>
  %bottom4 = memref.expand_shape %bottom [[0, 1], [2, 3]] output_shape [1, 4, 8, 32] : memref<4x256xf16, strided<[256, 1], offset: 262144>> into memref<1x4x8x32xf16, strided<[1024, 256, 32, 1], offset: 262144>>
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%rest : memref<1x8x4x32xf32, strided<[2048, 256, 32, 1], offset: 262144>>) outs(%bottom4 : memref<1x4x8x32xf16, strided<[1024, 256, 32, 1], offset: 262144>>) {
  ^bb0(%sum: f32, %old: f16):
    %0 = arith.truncf %sum : f32 to f16
    linalg.yield %0 : f16
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// Two chunks of k: the buffer holds the tiles of a piece, and is filled before.
//
// CHECK-LABEL: func @two_runs
// CHECK: %[[TILES:.*]] = memref.alloca() {alignment = 64 : i64, ascend.thread_buffer} : memref<1024xf32>
// CHECK: scf.for
// CHECK-NEXT: vector.store %{{.*}}, %[[TILES]]
// CHECK: scf.for {{.*}} = %c0 to %c1500 step %c1024
// CHECK: vector.load %[[TILES]]
// CHECK: math.fma
// CHECK: vector.store {{.*}}, %[[TILES]]
// CHECK: scf.for
// CHECK: vector.load %[[TILES]]
// CHECK: vector.store {{.*}} : memref<16384xf32>
func.func @two_runs(%ctx: !llvm.ptr, %a: memref<16x1500x8x1xf32>, %b: memref<4x1500x32x1xf32>, %out: memref<128x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<16x4x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x4x8x32xf32>)
  linalg.mmt4d ins(%a, %b : memref<16x1500x8x1xf32>, memref<4x1500x32x1xf32>) outs(%c : memref<16x4x8x32xf32>)
  %out4 = memref.expand_shape %out [[0, 1], [2, 3]] output_shape [16, 8, 4, 32] : memref<128x128xf32> into memref<16x8x4x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<16x4x8x32xf32>) outs(%out4 : memref<16x8x4x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// The addend is made after the product: its reader stays behind it.
//
// CHECK-LABEL: func @later_addend
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @later_addend(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %addend: memref<16x64xf32>,
                        %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.mmt4d ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>)
  linalg.fill ins(%zero : f32) outs(%addend : memref<16x64xf32>)
  %addend4 = memref.expand_shape %addend [[0, 1], [2, 3]] output_shape [2, 8, 2, 32] : memref<16x64xf32> into memref<2x8x2x32xf32>
  %out4 = memref.expand_shape %out [[0, 1], [2, 3]] output_shape [2, 8, 2, 32] : memref<16x64xf32> into memref<2x8x2x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %addend4 : memref<2x2x8x32xf32>, memref<2x8x2x32xf32>) outs(%out4 : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %x: f32, %old: f32):
    %0 = arith.addf %sum, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// The result is a buffer that others may use before.
//
// CHECK-LABEL: func @own_result
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @own_result(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.mmt4d ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>)
  %own = memref.alloc() : memref<2x8x2x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%own : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  %flat = memref.collapse_shape %own [[0, 1], [2, 3]] : memref<2x8x2x32xf32> into memref<16x64xf32>
  memref.copy %flat, %out : memref<16x64xf32> to memref<16x64xf32>
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// A reader that takes what another one writes stays behind the product, so does
// one that writes over a factor.
//
// CHECK-LABEL: func @reads_results
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @reads_results(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.mmt4d ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>)
  %out4 = memref.expand_shape %out [[0, 1], [2, 3]] output_shape [2, 8, 2, 32] : memref<16x64xf32> into memref<2x8x2x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %out4 : memref<2x2x8x32xf32>, memref<2x8x2x32xf32>) outs(%out4 : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %x: f32, %old: f32):
    %0 = arith.addf %sum, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @writes_factor
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @writes_factor(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.mmt4d ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>)
  %flat = memref.collapse_shape %a [[0, 1, 2, 3]] : memref<2x64x8x1xf32> into memref<1024xf32>
  %out4 = memref.expand_shape %flat [[0, 1, 2, 3]] output_shape [2, 8, 2, 32] : memref<1024xf32> into memref<2x8x2x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out4 : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// Tiles with gaps between them, and slices with steps, stay in memory.
//
// CHECK-LABEL: func @sparse_tiles
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @sparse_tiles(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32, strided<[1024, 512, 64, 1]>>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32, strided<[1024, 512, 64, 1]>>)
  linalg.mmt4d ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32, strided<[1024, 512, 64, 1]>>)
  %out4 = memref.expand_shape %out [[0, 1], [2, 3]] output_shape [2, 8, 2, 32] : memref<16x64xf32> into memref<2x8x2x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32, strided<[1024, 512, 64, 1]>>) outs(%out4 : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// CHECK-LABEL: func @every_second_row
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @every_second_row(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<8x64xf32>, %step: index) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.mmt4d ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>)
  %some = memref.subview %c[0, 0, 0, 0] [2, 2, 4, 32] [1, 1, %step, 1] : memref<2x2x8x32xf32> to memref<2x2x4x32xf32, strided<[512, 256, ?, 1]>>
  %out4 = memref.expand_shape %out [[0, 1], [2, 3]] output_shape [2, 4, 2, 32] : memref<8x64xf32> into memref<2x4x2x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%some : memref<2x2x4x32xf32, strided<[512, 256, ?, 1]>>) outs(%out4 : memref<2x4x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// Tiles without elements: nothing to do.
//
// CHECK-LABEL: func @empty_tiles
// CHECK-NEXT: return
func.func @empty_tiles(%ctx: !llvm.ptr, %a: memref<2x64x0x1xf32>, %b: memref<2x64x32x1xf32>, %c: memref<2x2x0x32xf32>) {
  linalg.mmt4d ins(%a, %b : memref<2x64x0x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x0x32xf32>)
  return
}

// -----

// CHECK-LABEL: func @copy_of_itself
// CHECK-NEXT: return
func.func @copy_of_itself(%x: memref<?x32xf32, strided<[48, 1], offset: ?>>, %n: index) {
  %split = memref.expand_shape %x [[0, 1], [2]] output_shape [1, %n, 32] : memref<?x32xf32, strided<[48, 1], offset: ?>> into memref<1x?x32xf32, strided<[?, 48, 1], offset: ?>>
  %merged = memref.collapse_shape %split [[0, 1], [2]] : memref<1x?x32xf32, strided<[?, 48, 1], offset: ?>> into memref<?x32xf32, strided<[?, 1], offset: ?>>
  memref.copy %merged, %x : memref<?x32xf32, strided<[?, 1], offset: ?>> to memref<?x32xf32, strided<[48, 1], offset: ?>>
  linalg.copy ins(%merged : memref<?x32xf32, strided<[?, 1], offset: ?>>) outs(%x : memref<?x32xf32, strided<[48, 1], offset: ?>>)
  return
}
