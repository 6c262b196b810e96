// What several turns of the loop around the columns read is read once.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse | FileCheck %s
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s --check-prefix=MASKS

// A column of three elements over 17 rows: six rows need eight reads, each of
// which is followed by the sums that waited for it; 17 rows are 6, 6 and 5.
//
// CHECK-LABEL: func @windows
// CHECK-SAME: %[[X:.*]]: memref<19x16xf32>, %[[W:.*]]: memref<3xf32>
// CHECK-COUNT-3: memref.load %{{.*}} : memref<3xf32>
// CHECK: scf.for {{.*}} = %c0 to %c12 step %c6
// CHECK: scf.for {{.*}} = %c0 to %c16 step %c8
// CHECK: %[[ROW0:.*]] = vector.load
// CHECK: %[[A0:.*]] = math.fma %[[ROW0]], %[[W0:.*]], %cst
// CHECK: %[[ROW1:.*]] = vector.load
// CHECK: %[[A1:.*]] = math.fma %[[ROW1]], %[[W1:.*]], %[[A0]]
// CHECK: %[[B1:.*]] = math.fma %[[ROW1]], %[[W0]], %cst
// CHECK: %[[ROW2:.*]] = vector.load
// CHECK: %[[A2:.*]] = math.fma %[[ROW2]], %[[W2:.*]], %[[A1]]
// CHECK: vector.store %[[A2]]
// CHECK: math.fma %[[ROW2]], %[[W1]], %[[B1]]
// CHECK: math.fma %[[ROW2]], %[[W0]], %cst
// CHECK-COUNT-5: vector.load
// CHECK-NOT: vector.load
// CHECK: scf.for {{.*}} = %c0 to %c16 step %c8
// CHECK-COUNT-7: vector.load
// CHECK-NOT: vector.load
// CHECK: return
#id = affine_map<(h, w) -> (h, w)>
#w0 = affine_map<(h, w) -> (0)>
#w1 = affine_map<(h, w) -> (1)>
#w2 = affine_map<(h, w) -> (2)>
func.func @windows(%x: memref<19x16xf32>, %w: memref<3xf32>, %y: memref<17x16xf32, strided<[24, 1]>>) {
  %a = memref.subview %x[0, 0] [17, 16] [1, 1] : memref<19x16xf32> to memref<17x16xf32, strided<[16, 1]>>
  %b = memref.subview %x[1, 0] [17, 16] [1, 1] : memref<19x16xf32> to memref<17x16xf32, strided<[16, 1], offset: 16>>
  %c = memref.subview %x[2, 0] [17, 16] [1, 1] : memref<19x16xf32> to memref<17x16xf32, strided<[16, 1], offset: 32>>
  linalg.generic {indexing_maps = [#id, #w0, #id, #w1, #id, #w2, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %w, %b, %w, %c, %w : memref<17x16xf32, strided<[16, 1]>>, memref<3xf32>, memref<17x16xf32, strided<[16, 1], offset: 16>>, memref<3xf32>, memref<17x16xf32, strided<[16, 1], offset: 32>>, memref<3xf32>)
      outs(%y : memref<17x16xf32, strided<[24, 1]>>) {
  ^bb0(%p: f32, %f: f32, %q: f32, %g: f32, %r: f32, %h: f32, %o: f32):
    %zero = arith.constant 0.0 : f32
    %0 = math.fma %p, %f, %zero : f32
    %1 = math.fma %q, %g, %0 : f32
    %2 = math.fma %r, %h, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

// Every second element, for each of two rows: one vector is read and split. Of
// 45 pairs, the last 13 are stored as two halves that overlap.
//
// CHECK-LABEL: func @pairs
// CHECK: vector.load {{.*}} vector<64xf32>
// CHECK: %[[EVEN:.*]], %[[ODD:.*]] = vector.deinterleave
// CHECK: vector.store %[[EVEN]]
// CHECK: vector.store %[[ODD]]
// CHECK: vector.constant_mask [26] : vector<32xi1>
// CHECK: vector.deinterleave
// CHECK-COUNT-4: vector.store {{.*}} vector<8xf32>
// CHECK-NOT: vector.maskedstore
// CHECK: return
// MASKS-LABEL: func @pairs
// MASKS: vector.constant_mask [45] : vector<64xi1>
// MASKS-COUNT-2: vector.maskedstore
func.func @pairs(%x: memref<5x90xf32>, %y: memref<5x2x45xf32>) {
  %pairs = memref.expand_shape %x [[0], [1, 2]] output_shape [5, 45, 2] : memref<5x90xf32> into memref<5x45x2xf32>
  linalg.generic {indexing_maps = [affine_map<(h, s, w) -> (h, w, s)>, affine_map<(h, s, w) -> (h, s, w)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%pairs : memref<5x45x2xf32>) outs(%y : memref<5x2x45xf32>) {
  ^bb0(%p: f32, %o: f32):
    linalg.yield %p : f32
  }
  return
}

// -----

// The length of the rows is dynamic: eight pixels at a time see nine of each of
// two rows, and those that are left are done one by one.
//
// CHECK-LABEL: func @open_windows
// CHECK: %[[REST:.*]] = arith.remui %arg4, %c8
// CHECK: %[[WHOLE:.*]] = arith.subi %arg4, %[[REST]]
// CHECK: scf.for {{.*}} = %c0 to %[[WHOLE]] step %c8
// CHECK-COUNT-18: vector.load
// CHECK-NOT: vector.load
// CHECK: scf.for {{.*}} = %c0 to %[[REST]] step %c1
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK: return
#id = affine_map<(h, w, c) -> (h, w, c)>
func.func @open_windows(%memory: memref<1xf32>, %w: memref<4x8xf32>, %y: memref<?x?x8xf32>, %h: index, %n: index, %rows: index, %columns: index, %line: index) {
  %x = memref.reinterpret_cast %memory to offset: [0], sizes: [%rows, %columns, 8], strides: [%line, 8, 1] : memref<1xf32> to memref<?x?x8xf32, strided<[?, 8, 1]>>
  %a = memref.subview %x[0, 0, 0] [%h, %n, 8] [1, 1, 1] : memref<?x?x8xf32, strided<[?, 8, 1]>> to memref<?x?x8xf32, strided<[?, 8, 1]>>
  %b = memref.subview %x[0, 1, 0] [%h, %n, 8] [1, 1, 1] : memref<?x?x8xf32, strided<[?, 8, 1]>> to memref<?x?x8xf32, strided<[?, 8, 1], offset: 8>>
  %c = memref.subview %x[1, 0, 0] [%h, %n, 8] [1, 1, 1] : memref<?x?x8xf32, strided<[?, 8, 1]>> to memref<?x?x8xf32, strided<[?, 8, 1], offset: ?>>
  %d = memref.subview %x[1, 1, 0] [%h, %n, 8] [1, 1, 1] : memref<?x?x8xf32, strided<[?, 8, 1]>> to memref<?x?x8xf32, strided<[?, 8, 1], offset: ?>>
  linalg.generic {indexing_maps = [#id, affine_map<(h, w, c) -> (0, c)>, #id, affine_map<(h, w, c) -> (1, c)>, #id, affine_map<(h, w, c) -> (2, c)>, #id, affine_map<(h, w, c) -> (3, c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %w, %b, %w, %c, %w, %d, %w : memref<?x?x8xf32, strided<[?, 8, 1]>>, memref<4x8xf32>, memref<?x?x8xf32, strided<[?, 8, 1], offset: 8>>, memref<4x8xf32>, memref<?x?x8xf32, strided<[?, 8, 1], offset: ?>>, memref<4x8xf32>, memref<?x?x8xf32, strided<[?, 8, 1], offset: ?>>, memref<4x8xf32>)
      outs(%y : memref<?x?x8xf32>) {
  ^bb0(%p: f32, %f: f32, %q: f32, %g: f32, %r: f32, %i: f32, %s: f32, %j: f32, %o: f32):
    %zero = arith.constant 0.0 : f32
    %0 = math.fma %p, %f, %zero : f32
    %1 = math.fma %q, %g, %0 : f32
    %2 = math.fma %r, %i, %1 : f32
    %3 = math.fma %s, %j, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// -----

// Eight rows at once, of up to 240 operations: eight times 30, ...
//
// CHECK-LABEL: func @eight_rows(
// CHECK:         scf.for {{.*}} = %c0 to %c56 step %c8
// CHECK-COUNT-9: vector.load
// CHECK-NOT:     vector.load
// CHECK:         return
#id = affine_map<(h, w) -> (h, w)>
func.func @eight_rows(%x: memref<57x16xf32>, %y: memref<56x16xf32, strided<[24, 1]>>) {
  %a = memref.subview %x[0, 0] [56, 16] [1, 1] : memref<57x16xf32> to memref<56x16xf32, strided<[16, 1]>>
  %b = memref.subview %x[1, 0] [56, 16] [1, 1] : memref<57x16xf32> to memref<56x16xf32, strided<[16, 1], offset: 16>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<56x16xf32, strided<[16, 1]>>, memref<56x16xf32, strided<[16, 1], offset: 16>>) outs(%y : memref<56x16xf32, strided<[24, 1]>>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.addf %p, %q : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.mulf %1, %1 : f32
    %3 = arith.mulf %2, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = arith.mulf %4, %4 : f32
    %6 = arith.mulf %5, %5 : f32
    %7 = arith.mulf %6, %6 : f32
    %8 = arith.mulf %7, %7 : f32
    %9 = arith.mulf %8, %8 : f32
    %10 = arith.mulf %9, %9 : f32
    %11 = arith.mulf %10, %10 : f32
    %12 = arith.mulf %11, %11 : f32
    %13 = arith.mulf %12, %12 : f32
    %14 = arith.mulf %13, %13 : f32
    %15 = arith.mulf %14, %14 : f32
    %16 = arith.mulf %15, %15 : f32
    %17 = arith.mulf %16, %16 : f32
    %18 = arith.mulf %17, %17 : f32
    %19 = arith.mulf %18, %18 : f32
    %20 = arith.mulf %19, %19 : f32
    %21 = arith.mulf %20, %20 : f32
    %22 = arith.mulf %21, %21 : f32
    %23 = arith.mulf %22, %22 : f32
    %24 = arith.mulf %23, %23 : f32
    %25 = arith.mulf %24, %24 : f32
    %26 = arith.mulf %25, %25 : f32
    %27 = arith.mulf %26, %26 : f32
    %28 = arith.mulf %27, %27 : f32
    linalg.yield %28 : f32
  }
  return
}

// -----

// ... but seven times 31.
//
// CHECK-LABEL: func @seven_rows(
// CHECK:         scf.for {{.*}} = %c0 to %c56 step %c7
// CHECK-COUNT-8: vector.load
// CHECK-NOT:     vector.load
// CHECK:         return
#id = affine_map<(h, w) -> (h, w)>
func.func @seven_rows(%x: memref<57x16xf32>, %y: memref<56x16xf32, strided<[24, 1]>>) {
  %a = memref.subview %x[0, 0] [56, 16] [1, 1] : memref<57x16xf32> to memref<56x16xf32, strided<[16, 1]>>
  %b = memref.subview %x[1, 0] [56, 16] [1, 1] : memref<57x16xf32> to memref<56x16xf32, strided<[16, 1], offset: 16>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<56x16xf32, strided<[16, 1]>>, memref<56x16xf32, strided<[16, 1], offset: 16>>) outs(%y : memref<56x16xf32, strided<[24, 1]>>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.addf %p, %q : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.mulf %1, %1 : f32
    %3 = arith.mulf %2, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = arith.mulf %4, %4 : f32
    %6 = arith.mulf %5, %5 : f32
    %7 = arith.mulf %6, %6 : f32
    %8 = arith.mulf %7, %7 : f32
    %9 = arith.mulf %8, %8 : f32
    %10 = arith.mulf %9, %9 : f32
    %11 = arith.mulf %10, %10 : f32
    %12 = arith.mulf %11, %11 : f32
    %13 = arith.mulf %12, %12 : f32
    %14 = arith.mulf %13, %13 : f32
    %15 = arith.mulf %14, %14 : f32
    %16 = arith.mulf %15, %15 : f32
    %17 = arith.mulf %16, %16 : f32
    %18 = arith.mulf %17, %17 : f32
    %19 = arith.mulf %18, %18 : f32
    %20 = arith.mulf %19, %19 : f32
    %21 = arith.mulf %20, %20 : f32
    %22 = arith.mulf %21, %21 : f32
    %23 = arith.mulf %22, %22 : f32
    %24 = arith.mulf %23, %23 : f32
    %25 = arith.mulf %24, %24 : f32
    %26 = arith.mulf %25, %25 : f32
    %27 = arith.mulf %26, %26 : f32
    %28 = arith.mulf %27, %27 : f32
    %29 = arith.mulf %28, %28 : f32
    linalg.yield %29 : f32
  }
  return
}
