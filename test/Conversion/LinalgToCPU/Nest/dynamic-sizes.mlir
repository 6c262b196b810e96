// Loops of dynamic length: which of them threads share, pieces of a long one,
// and transposes.

// RUN: ascend-opt --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse %s | FileCheck %s

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#last = affine_map<(d0, d1, d2) -> (d2)>
#first = affine_map<(d0, d1, d2) -> (d0, d1)>

// A row of dynamic length goes to the threads in pieces of some microseconds;
// the mask of the last one is made at run time.
// CHECK-LABEL: func @long(
// CHECK-DAG:     %[[PIECE:.*]] = arith.constant 12544 : index
// CHECK-DAG:     %[[SIZE:.*]] = memref.dim
// CHECK:         %[[MORE:.*]] = arith.addi %[[SIZE]], %c12543
// CHECK:         %[[COUNT:.*]] = arith.divui %[[MORE]], %[[PIECE]]
// CHECK:         scf.parallel (%[[I:.*]]) = (%c0) to (%[[COUNT]])
// CHECK:           %[[BEGIN:.*]] = arith.muli %[[I]], %[[PIECE]]
// CHECK:           %[[LEFT:.*]] = arith.subi %[[SIZE]], %[[BEGIN]]
// CHECK:           %[[OWN:.*]] = arith.minui %[[LEFT]], %[[PIECE]]
// CHECK:           %[[REST:.*]] = arith.remui %[[OWN]], %c64
// CHECK:           %[[WHOLE:.*]] = arith.subi %[[OWN]], %[[REST]]
// CHECK:           scf.for %[[J:.*]] = %c0 to %[[WHOLE]] step %c64
// CHECK:             %[[AT:.*]] = arith.addi %[[BEGIN]], %[[J]]
// CHECK:             vector.load %{{.*}}[%[[AT]]] : memref<?xf32>, vector<64xf32>
// CHECK:           vector.create_mask %[[REST]] : vector<64xi1>
func.func @long(%a: memref<?xf32>, %o: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<?xf32>) outs(%o : memref<?xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// Eight rows are enough for threads as they are, seven are not.
// CHECK-LABEL: func @eight(
// CHECK-NOT:     arith.divui
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%c8)
// CHECK-LABEL: func @seven(
// CHECK:         %[[PIECES:.*]] = arith.divui
// CHECK:         %[[ALL:.*]] = arith.muli %[[PIECES]], %c7
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%[[ALL]])
#column = affine_map<(d0, d1) -> (d0, 0)>
func.func @eight(%a: memref<8x1xf32>, %o: memref<8x?xf32>) {
  linalg.generic {indexing_maps = [#column, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<8x1xf32>) outs(%o : memref<8x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @seven(%a: memref<7x1xf32>, %o: memref<7x?xf32>) {
  linalg.generic {indexing_maps = [#column, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<7x1xf32>) outs(%o : memref<7x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// A dynamic number of images may be one: threads share the 32 rows, too.
// CHECK-LABEL: func @images(
// CHECK:         %[[ROWS:.*]] = arith.muli %dim{{[_0-9]*}}, %c32
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%[[ROWS]])
func.func @images(%a: memref<?x32xf32>, %b: memref<?xf32>, %o: memref<?x32x40xf32>) {
  linalg.generic {indexing_maps = [#first, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<?x32xf32>) outs(%o : memref<?x32x40xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.mulf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// Two dynamic loops are hardly of one turn each: the third stays serial, so
// that a turn of the threads' loop is a long one.
// CHECK-LABEL: func @two(
// CHECK:         %[[BOTH:.*]] = arith.muli %dim{{[_0-9]*}}, %dim{{[_0-9]*}} : index
// CHECK-NEXT:    scf.parallel (%{{.*}}) = (%c0) to (%[[BOTH]])
// CHECK:           scf.for %{{.*}} = %c0 to %{{.*}} step %c1
#four = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#odd = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
func.func @two(%a: memref<?x?x?x20xf32>, %o: memref<?x?x?x20xf32>) {
  linalg.generic {indexing_maps = [#odd, #four], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : memref<?x?x?x20xf32>) outs(%o : memref<?x?x?x20xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// Squares of a loop of dynamic length, and what is left over of it element by
// element, if there is anything.
// CHECK-LABEL: func @to_rows(
// CHECK:         %[[SIZE:.*]] = memref.dim
// CHECK:         %[[SQUARES:.*]] = arith.divui %[[SIZE]], %c16
// CHECK:         %[[DONE:.*]] = arith.muli %[[SQUARES]], %c16
// CHECK:         %[[LEFT:.*]] = arith.subi %[[SIZE]], %[[DONE]]
// CHECK:         %[[ANY:.*]] = arith.cmpi ne, %[[LEFT]], %c0
// CHECK:         scf.if %[[ANY]] {
// CHECK:           scf.parallel (%{{.*}}) = (%c0) to (%c16)
// CHECK:             vector.gather
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%[[SQUARES]])
// CHECK-NOT:       gather
// CHECK-COUNT-64:  vector.shuffle
// CHECK-COUNT-16:  vector.store
// CHECK-NOT:       vector.store
// CHECK:         return
func.func @to_rows(%a: memref<?x16xf32>, %o: memref<16x?xf32>) {
  linalg.generic {indexing_maps = [#swap, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x16xf32>) outs(%o : memref<16x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-LABEL: func @to_columns(
// CHECK:         %[[SQUARES:.*]] = arith.divui %[[SIZE:.*]], %c16
// CHECK:         %[[DONE:.*]] = arith.muli %[[SQUARES]], %c16
// CHECK:         %[[LEFT:.*]] = arith.subi %[[SIZE]], %[[DONE]]
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%[[SQUARES]])
// CHECK-COUNT-64:  vector.shuffle
// CHECK:         arith.cmpi ne, %[[LEFT]], %c0
// CHECK:         scf.if
// CHECK:           scf.parallel (%{{.*}}) = (%c0) to (%[[LEFT]])
// CHECK:             vector.gather
func.func @to_columns(%a: memref<16x?xf32>, %o: memref<?x16xf32>) {
  linalg.generic {indexing_maps = [#swap, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<16x?xf32>) outs(%o : memref<?x16xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// Both of dynamic length.
// CHECK-LABEL: func @both(
// CHECK-COUNT-2: scf.if
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @both(%a: memref<?x?xf32>, %o: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#swap, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf32>) outs(%o : memref<?x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// A size that is a product of the other's, too, in memory without a gap: one
// row, whatever number the values are (n is 1, or m is 0).
// CHECK-LABEL: func @panels(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[O:.*]]: memref<?xf32>, %[[K:.*]]: index, %[[N:.*]]: index, %[[M:.*]]: index
// CHECK-DAG:     %[[BOTH:.*]] = arith.muli %[[N]], %[[M]]
// CHECK-DAG:     %[[ALL:.*]] = arith.muli %[[K]], %[[BOTH]]
// CHECK:         scf.parallel (%{{[^,]*}}) =
// CHECK:           arith.subi %[[ALL]]
// CHECK:           scf.for
// CHECK-NOT:       scf.for
// CHECK:         return
func.func @panels(%a: memref<?xf32>, %o: memref<?xf32>, %k: index, %n: index, %m: index) {
  %both = arith.muli %n, %m : index
  %x = memref.reinterpret_cast %a to offset: [0], sizes: [%k, %both], strides: [%both, 1]
      : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %y = memref.reinterpret_cast %o to offset: [0], sizes: [%k, %m], strides: [%m, 1]
      : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32, strided<[?, 1]>>) outs(%y : memref<?x?xf32, strided<[?, 1]>>) {
  ^bb0(%v: f32, %z: f32):
    %0 = arith.addf %v, %v : f32
    linalg.yield %0 : f32
  }
  return
}
