// RUN: ascend-opt --lower-linalg-to-cpu --canonicalize --cse %s | FileCheck %s

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#reverse = affine_map<(d0) -> (69 - d0)>
#scalar = affine_map<(d0, d1) -> ()>

// Rows that follow each other are one row; f16 is widened and rounded once; what
// no block of 64 covers is one masked block.
// CHECK-LABEL: func @f16_add(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c320 step %c64 {
// CHECK:           %[[A:.*]] = vector.load %{{.*}}[%[[I]]] : memref<350xi16>, vector<64xi16>
// CHECK:           %[[B:.*]] = vector.load
// CHECK:           %[[HALF:.*]] = arith.bitcast %[[A]] : vector<64xi16> to vector<64xf16>
// CHECK:           %[[WIDE:.*]] = arith.extf %[[HALF]] : vector<64xf16> to vector<64xf32>
// CHECK:           arith.addf %[[WIDE]], %{{.*}} : vector<64xf32>
// CHECK:           arith.truncf %{{.*}} : vector<64xf32> to vector<64xf16>
// CHECK-NOT:       masked
// CHECK:           vector.store
// CHECK:         }
// CHECK:         %[[MASK:.*]] = vector.constant_mask [30] : vector<32xi1>
// CHECK:         vector.maskedload %{{.*}}, %[[MASK]]
// CHECK:         vector.maskedstore %{{.*}}, %[[MASK]]
// CHECK-NOT:     linalg
func.func @f16_add(%a: memref<5x70xf16>, %b: memref<5x70xf16>, %o: memref<5x70xf16>) {
  linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<5x70xf16>, memref<5x70xf16>) outs(%o : memref<5x70xf16>) {
  ^bb0(%x: f16, %y: f16, %z: f16):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  }
  return
}

// No mask where the lanes divide the row; a value that the row shares is read
// once, before it.
// CHECK-LABEL: func @broadcast(
// CHECK-SAME:    %{{.*}}: memref<3x128xf32>, %[[B:.*]]: memref<3x1xf32>
// CHECK-NOT:     mask
// CHECK:         scf.for
// CHECK:           %[[SHARED:.*]] = memref.load
// CHECK:           scf.for
// CHECK:             %[[SPLAT:.*]] = vector.broadcast %[[SHARED]] : f32 to vector<64xf32>
// CHECK:             arith.mulf %{{.*}}, %[[SPLAT]] : vector<64xf32>
func.func @broadcast(%a: memref<3x128xf32>, %b: memref<3x1xf32>, %o: memref<3x128xf32>) {
  linalg.generic {indexing_maps = [#id2, affine_map<(d0, d1) -> (d0, 0)>, #id2],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<3x128xf32>, memref<3x1xf32>) outs(%o : memref<3x128xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @fill(
// CHECK:         %[[C:.*]] = arith.constant dense<1.500000e+00> : vector<32xf32>
// CHECK:         vector.store %[[C]]
func.func @fill(%o: memref<4x8xf32>) {
  %c = arith.constant 1.5 : f32
  linalg.fill ins(%c : f32) outs(%o : memref<4x8xf32>)
  return
}

// A slice keeps its strides; rows of it are contiguous.
// CHECK-LABEL: func @copy_from_slice(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [143], strides: [1]
// CHECK:         scf.for
// CHECK:           vector.load %{{.*}} : memref<143xf32>, vector<16xf32>
// CHECK:           vector.store
func.func @copy_from_slice(%a: memref<4x16xf32, strided<[40, 1], offset: 7>>, %o: memref<4x16xf32>) {
  memref.copy %a, %o : memref<4x16xf32, strided<[40, 1], offset: 7>> to memref<4x16xf32>
  return
}

// Squares of 16 are read along the input's rows and turned in four steps.
// CHECK-LABEL: func @transpose(
// CHECK-NOT:     gather
// CHECK-COUNT-16: vector.load %{{.*}} : memref<2048xf32>, vector<16xf32>
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: vector.store
// CHECK-NOT:     vector.store
// CHECK:         return
func.func @transpose(%a: memref<64x32xf32>, %o: memref<32x64xf32>) {
  linalg.generic {indexing_maps = [#swap, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<64x32xf32>) outs(%o : memref<32x64xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// Elements three apart are taken out of three vectors, of which each begins with
// the last element of the one before, and the third ends with the last of all.
// CHECK-LABEL: func @every_third(
// CHECK:         vector.load %{{.*}}[%c0{{.*}}] : memref<46xf32>, vector<16xf32>
// CHECK:         vector.load %{{.*}}[%c15{{.*}}] : memref<46xf32>, vector<16xf32>
// CHECK:         vector.load %{{.*}}[%c30{{.*}}] : memref<46xf32>, vector<16xf32>
// CHECK:         vector.shuffle {{.*}} [0, 3, 6, 9, 12, 16, 19, 22, 25, 28, -1, -1, -1, -1, -1, -1]
// CHECK:         vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31]
// CHECK:         return
func.func @every_third(%a: memref<16xf32, strided<[3]>>, %o: memref<16xf32>) {
  memref.copy %a, %o : memref<16xf32, strided<[3]>> to memref<16xf32>
  return
}

// Twenty of them end within the second of two longer vectors.
// CHECK-LABEL: func @twenty(
// CHECK:         vector.load %{{.*}} : memref<58xf32>, vector<32xf32>
// CHECK:         %[[MASK:.*]] = vector.constant_mask [27] : vector<32xi1>
// CHECK:         vector.maskedload %{{.*}}[%c31], %[[MASK]]
// CHECK:         vector.shuffle {{.*}} [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 34, 37, 40, 43, 46, 49, 52, 55, 58, 58,
// CHECK-NOT:     shuffle
// CHECK:         return
func.func @twenty(%a: memref<20xf32, strided<[3]>>, %o: memref<20xf32>) {
  memref.copy %a, %o : memref<20xf32, strided<[3]>> to memref<20xf32>
  return
}

// CHECK-LABEL: func @every_fourth(
// CHECK-NOT:     gather
// CHECK-COUNT-3: vector.shuffle
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @every_fourth(%a: memref<16xf32, strided<[4]>>, %o: memref<16xf32>) {
  memref.copy %a, %o : memref<16xf32, strided<[4]>> to memref<16xf32>
  return
}

// CHECK-LABEL: func @every_fifth(
// CHECK-NOT:     shuffle
// CHECK:         vector.gather
func.func @every_fifth(%a: memref<16xf32, strided<[5]>>, %o: memref<16xf32>) {
  memref.copy %a, %o : memref<16xf32, strided<[5]>> to memref<16xf32>
  return
}

// CHECK-LABEL: func @reverse(
// CHECK:         vector.gather
func.func @reverse(%a: memref<70xf32>, %o: memref<70xf32>) {
  linalg.generic {indexing_maps = [#reverse, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<70xf32>) outs(%o : memref<70xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// 64 lanes of sums, then halves onto halves; the start value comes last.
// CHECK-LABEL: func @row_sum(
// CHECK:         scf.for
// CHECK:           %[[SUMS:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<64xf32>) {
// CHECK:             %[[V:.*]] = vector.load
// CHECK:             arith.addf %[[V]], %[[ACC]] : vector<64xf32>
// CHECK:           %[[MASK:.*]] = vector.constant_mask [8] : vector<64xi1>
// CHECK:           %[[ALL:.*]] = arith.select %[[MASK]], %{{.*}}, %[[SUMS]]
// CHECK:           vector.extract_strided_slice %[[ALL]] {offsets = [0], sizes = [32]
// CHECK:           arith.addf %{{.*}} : vector<32xf32>
// CHECK:           arith.addf %{{.*}} : vector<1xf32>
// CHECK:           memref.load
// CHECK:           arith.addf %{{.*}} : f32
// CHECK:           memref.store
func.func @row_sum(%a: memref<5x200xf32>, %o: memref<5xf32>) {
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<5x200xf32>) outs(%o : memref<5xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// Each lane is a column. Four terms are summed before they join what is there;
// the fifth follows alone.
// CHECK-LABEL: func @column_sum(
// CHECK:         scf.for %{{.*}} = %c0 to %c192 step %c64 {
// CHECK:           %[[START:.*]] = vector.load
// CHECK:           %[[GROUP:.*]] = scf.for %{{.*}} = %c0 to %c4 step %c1 iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<64xf32>)
// CHECK:             arith.addf %{{.*}}, %[[ACC]] : vector<64xf32>
// CHECK:           %[[SUM:.*]] = arith.addf %[[GROUP]], %[[START]] : vector<64xf32>
// CHECK:           vector.store %[[SUM]]
// CHECK:         scf.for %{{.*}} = %c0 to %c192 step %c64 {
// CHECK:           %[[SUM4:.*]] = vector.load
// CHECK:           %[[TERM:.*]] = vector.load
// CHECK:           arith.addf %[[TERM]], %[[SUM4]] : vector<64xf32>
func.func @column_sum(%a: memref<5x200xf32>, %o: memref<200xf32>) {
  linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<5x200xf32>) outs(%o : memref<200xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// 14 x 2 accumulators; per k two vectors of B, fourteen scalars of A, 28 FMAs.
// CHECK-LABEL: func @product(
// CHECK-COUNT-28: vector.load %{{.*}} : memref<2688xf32>, vector<16xf32>
// CHECK:         scf.for %{{.*}} = %c0 to %c100 step %c1 iter_args
// CHECK-COUNT-2:   vector.load %{{.*}} : memref<9600xf32>, vector<16xf32>
// CHECK-COUNT-28:  math.fma %{{.*}} : vector<16xf32>
// CHECK-NOT:     math.fma
// CHECK:           scf.yield
// CHECK-COUNT-28: vector.store
// CHECK-NOT:     linalg
#left = affine_map<(m, p, n, k) -> (m, k)>
#right = affine_map<(m, p, n, k) -> (p, k, n)>
#sums = affine_map<(m, p, n, k) -> (m, p, n)>
func.func @product(%a: memref<28x100xf32>, %b: memref<3x100x32xf32>, %c: memref<28x3x32xf32>) {
  linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<28x100xf32>, memref<3x100x32xf32>) outs(%c : memref<28x3x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: func @int8_product(
// CHECK:         arith.extsi %{{.*}} : vector<16xi8> to vector<16xi32>
// CHECK:         arith.extsi %{{.*}} : i8 to i32
// CHECK:         arith.muli %{{.*}} : vector<16xi32>
// CHECK:         arith.addi %{{.*}} : vector<16xi32>
func.func @int8_product(%a: memref<2x4x10x8x1xi8>, %b: memref<2x3x10x16x1xi8>, %c: memref<2x4x3x8x16xi32>) {
  linalg.generic {indexing_maps = [affine_map<(g, m, n, r, c, k, d) -> (g, m, k, r, d)>, affine_map<(g, m, n, r, c, k, d) -> (g, n, k, c, d)>, affine_map<(g, m, n, r, c, k, d) -> (g, m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<2x4x10x8x1xi8>, memref<2x3x10x16x1xi8>) outs(%c : memref<2x4x3x8x16xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  }
  return
}

// Enough to do for several threads, and not.
// CHECK-LABEL: func @rows_on_threads(
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%c1000) step (%c1)
// CHECK:           arith.addf %{{.*}} : vector<64xf32>
func.func @rows_on_threads(%a: memref<1000x2000xf32>, %b: memref<2000xf32>, %o: memref<1000x2000xf32>) {
  linalg.generic {indexing_maps = [#id2, #column, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<1000x2000xf32>, memref<2000xf32>) outs(%o : memref<1000x2000xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @row_on_threads(
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%c31) step (%c1)
// CHECK:         scf.for
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @row_on_threads(%a: memref<1000003xf32>, %o: memref<1000003xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<1000003xf32>) outs(%o : memref<1000003xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// Integer division is done lane by lane: idle lanes divide by one.
// CHECK-LABEL: func @division(
// CHECK:         %[[ONE:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK:         %[[MASK:.*]] = vector.constant_mask [7]
// CHECK:         %[[D:.*]] = arith.select %[[MASK]], %{{.*}}, %[[ONE]]
// CHECK:         arith.divsi %{{.*}}, %[[D]]
func.func @division(%a: memref<7xi32>, %b: memref<7xi32>, %o: memref<7xi32>) {
  linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%a, %b : memref<7xi32>, memref<7xi32>) outs(%o : memref<7xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %0 = arith.divsi %x, %y : i32
    linalg.yield %0 : i32
  }
  return
}

// Nothing to do; a reduction of nothing leaves what is there.
// CHECK-LABEL: func @no_elements(
// CHECK-NEXT:    return
func.func @no_elements(%a: memref<4x0xf32>, %o: memref<4xf32>, %p: memref<4x0xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%p : memref<4x0xf32>)
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x0xf32>) outs(%o : memref<4xf32>) {
  ^bb0(%v: f32, %z: f32):
    %0 = arith.addf %v, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// One row of nine panels: four of them at once, so that memory has four places
// to read from, twice, and the last by itself.
// CHECK-LABEL: func @one_row(
// CHECK:         scf.for %{{.*}} = %c0 to %c2 step %c1 {
// CHECK:           scf.for %{{.*}} = %c0 to %c50 {{.*}} iter_args
// CHECK-COUNT-8:     vector.load %{{.*}} : memref<14400xf32>, vector<16xf32>
// CHECK-COUNT-8:     math.fma
// CHECK-NOT:         math.fma
// CHECK-COUNT-8:   vector.store
// CHECK:         scf.for %{{.*}} = %c0 to %c50 {{.*}} iter_args
// CHECK-COUNT-2:   math.fma
// CHECK-NOT:       math.fma
// CHECK:           scf.yield
func.func @one_row(%a: memref<1x50xf32>, %b: memref<9x50x32xf32>, %c: memref<1x9x32xf32>) {
  linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1x50xf32>, memref<9x50x32xf32>) outs(%c : memref<1x9x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}
