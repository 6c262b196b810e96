// What reads the sums of a product does so while they are in registers, where it
// may come before.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s


#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// A reader takes the sums while they are in registers, and no tile is in memory.
//
// CHECK-LABEL: func @moved
// CHECK-NOT: memref.alloc
// CHECK: arith.addf
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @moved(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %addend: memref<16x64xf32>,
                        %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
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

// The addend is made after the product: its reader stays behind it.
//
// CHECK-LABEL: func @later_addend
// CHECK: memref.alloc() : memref<2x2x8x32xf32>
// CHECK: return
func.func @later_addend(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %addend: memref<16x64xf32>,
                        %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
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
// CHECK: memref.alloc() : memref<2x2x8x32xf32>
// CHECK: return
func.func @own_result(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
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
// CHECK: memref.alloc() : memref<2x2x8x32xf32>
// CHECK: return
func.func @reads_results(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
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
// CHECK: memref.alloc() : memref<2x2x8x32xf32>
// CHECK: return
func.func @writes_factor(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  %flat = memref.collapse_shape %a [[0, 1, 2, 3]] : memref<2x64x8x1xf32> into memref<1024xf32>
  %out4 = memref.expand_shape %flat [[0, 1, 2, 3]] output_shape [2, 8, 2, 32] : memref<1024xf32> into memref<2x8x2x32xf32>
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out4 : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// Slices with steps stay in memory.
//
// CHECK-LABEL: func @every_second_row
// CHECK: memref.alloc() : memref<2x2x8x32xf32>
// CHECK: return
func.func @every_second_row(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<8x64xf32>, %step: index) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
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
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x0x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x0x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
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
