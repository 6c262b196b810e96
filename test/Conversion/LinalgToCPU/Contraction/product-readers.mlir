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

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// Of two readers both take the sums while they are in registers.
// CHECK-LABEL: func @two_readers(
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @two_readers(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2x32xf32>, %other: memref<2x8x2x32xf32>) {
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
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%other : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.negf %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// Sums that begin with what a buffer held are no sums of the product's own.
// CHECK-LABEL: func @not_filled(
// CHECK:         memref.alloc() : memref<2x2x8x32xf32>
// CHECK:         return
func.func @not_filled(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// It is not known which of two fills they begin with.
// CHECK-LABEL: func @filled_twice(
// CHECK:         memref.alloc() : memref<2x2x8x32xf32>
// CHECK:         return
func.func @filled_twice(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// Nor are sums read before they are there.
// CHECK-LABEL: func @read_before(
// CHECK:         memref.alloc() : memref<2x2x8x32xf32>
// CHECK:         return
func.func @read_before(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2x32xf32>, %other: memref<2x8x2x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2x8x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2x8x32xf32>)
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%other : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x64x8x1xf32>, memref<2x64x32x1xf32>) outs(%c : memref<2x2x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// A reader that takes each sum several times, or ...
// CHECK-LABEL: func @repeated(
// CHECK:         memref.alloc() : memref<2x2x8x32xf32>
// CHECK:         return
func.func @repeated(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2x32x3xf32>) {
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
  linalg.generic {indexing_maps = [affine_map<(i, r, j, c, e) -> (i, j, r, c)>, affine_map<(i, r, j, c, e) -> (i, r, j, c, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out : memref<2x8x2x32x3xf32>) {
  ^bb0(%sum: f32, %old: f32):
    linalg.yield %sum : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// ... adds them up, or ...
// CHECK-LABEL: func @added_up(
// CHECK:         memref.alloc() : memref<2x2x8x32xf32>
// CHECK:         return
func.func @added_up(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2xf32>) {
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
  linalg.generic {indexing_maps = [#tiles, affine_map<(i, r, j, c) -> (i, r, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%c : memref<2x2x8x32xf32>) outs(%out : memref<2x8x2xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %0 = arith.addf %old, %sum : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// ... takes what another loop makes, stays where it is.
// CHECK-LABEL: func @made_meanwhile(
// CHECK:         memref.alloc() : memref<2x2x8x32xf32>
// CHECK:         return
func.func @made_meanwhile(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2x32xf32>, %given: memref<2x8x2x32xf32>) {
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
  %made = memref.alloc() : memref<2x8x2x32xf32>
  linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%given : memref<2x8x2x32xf32>) outs(%made : memref<2x8x2x32xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#tiles, #rows, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %made : memref<2x2x8x32xf32>, memref<2x8x2x32xf32>) outs(%out : memref<2x8x2x32xf32>) {
  ^bb0(%sum: f32, %x: f32, %old: f32):
    %0 = arith.addf %sum, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#tiles = affine_map<(i, r, j, c) -> (i, j, r, c)>
#rows = affine_map<(i, r, j, c) -> (i, r, j, c)>

// As does one under a condition.
// CHECK-LABEL: func @elsewhere(
// CHECK:         memref.alloc() : memref<2x2x8x32xf32>
// CHECK:         return
func.func @elsewhere(%ctx: !llvm.ptr, %a: memref<2x64x8x1xf32>, %b: memref<2x64x32x1xf32>, %out: memref<2x8x2x32xf32>, %yes: i1) {
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
  scf.if %yes {
    linalg.generic {indexing_maps = [#tiles, #rows], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%c : memref<2x2x8x32xf32>) outs(%out : memref<2x8x2x32xf32>) {
    ^bb0(%sum: f32, %old: f32):
      linalg.yield %sum : f32
    }
  }
  return
}
