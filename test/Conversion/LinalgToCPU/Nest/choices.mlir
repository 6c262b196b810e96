// Which loops an op gets, on both sides of each limit (Costs/CpuCosts.h).
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s

#id1 = affine_map<(d0) -> (d0)>

// Up to 8 operations are done on four registers at once, up to 24 on two;
// constants are no work.
// CHECK-LABEL: func @short(
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c64
func.func @short(%a: memref<256xf32>, %o: memref<256xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<256xf32>) outs(%o : memref<256xf32>) {
  ^bb0(%x: f32, %z: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.addf %x, %one : f32
    %1 = arith.mulf %0, %one : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %one : f32
    %4 = arith.addf %3, %one : f32
    %5 = arith.mulf %4, %one : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %6, %one : f32
    linalg.yield %7 : f32
  }
  return
}

// CHECK-LABEL: func @medium(
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c32
func.func @medium(%a: memref<256xf32>, %o: memref<256xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<256xf32>) outs(%o : memref<256xf32>) {
  ^bb0(%x: f32, %z: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.addf %x, %one : f32
    %1 = arith.mulf %0, %one : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %one : f32
    %4 = arith.addf %3, %one : f32
    %5 = arith.mulf %4, %one : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %6, %one : f32
    %8 = arith.addf %7, %one : f32
    linalg.yield %8 : f32
  }
  return
}

// CHECK-LABEL: func @long(
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c32
func.func @long(%a: memref<256xf32>, %o: memref<256xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<256xf32>) outs(%o : memref<256xf32>) {
  ^bb0(%x: f32, %z: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.addf %x, %one : f32
    %1 = arith.mulf %0, %one : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %one : f32
    %4 = arith.addf %3, %one : f32
    %5 = arith.mulf %4, %one : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %6, %one : f32
    %8 = arith.addf %7, %one : f32
    %9 = arith.mulf %8, %one : f32
    %10 = arith.addf %9, %one : f32
    %11 = arith.mulf %10, %one : f32
    %12 = arith.addf %11, %one : f32
    %13 = arith.mulf %12, %one : f32
    %14 = arith.addf %13, %one : f32
    %15 = arith.mulf %14, %one : f32
    %16 = arith.addf %15, %one : f32
    %17 = arith.mulf %16, %one : f32
    %18 = arith.addf %17, %one : f32
    %19 = arith.mulf %18, %one : f32
    %20 = arith.addf %19, %one : f32
    %21 = arith.mulf %20, %one : f32
    %22 = arith.addf %21, %one : f32
    %23 = arith.mulf %22, %one : f32
    linalg.yield %23 : f32
  }
  return
}

// CHECK-LABEL: func @longest(
// CHECK: scf.for %{{.*}} = %c0 to %c256 step %c16
func.func @longest(%a: memref<256xf32>, %o: memref<256xf32>) {
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<256xf32>) outs(%o : memref<256xf32>) {
  ^bb0(%x: f32, %z: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.addf %x, %one : f32
    %1 = arith.mulf %0, %one : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %one : f32
    %4 = arith.addf %3, %one : f32
    %5 = arith.mulf %4, %one : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %6, %one : f32
    %8 = arith.addf %7, %one : f32
    %9 = arith.mulf %8, %one : f32
    %10 = arith.addf %9, %one : f32
    %11 = arith.mulf %10, %one : f32
    %12 = arith.addf %11, %one : f32
    %13 = arith.mulf %12, %one : f32
    %14 = arith.addf %13, %one : f32
    %15 = arith.mulf %14, %one : f32
    %16 = arith.addf %15, %one : f32
    %17 = arith.mulf %16, %one : f32
    %18 = arith.addf %17, %one : f32
    %19 = arith.mulf %18, %one : f32
    %20 = arith.addf %19, %one : f32
    %21 = arith.mulf %20, %one : f32
    %22 = arith.addf %21, %one : f32
    %23 = arith.mulf %22, %one : f32
    %24 = arith.addf %23, %one : f32
    linalg.yield %24 : f32
  }
  return
}

// -----

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>

// Threads wake for ten microseconds: 25000 times 8 bytes at 20 of them in a
// nanosecond.
// CHECK-LABEL: func @threads(
// CHECK: scf.parallel
// CHECK-LABEL: func @no_threads(
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @threads(%a: memref<25000xf32>, %o: memref<25000xf32>) {
  memref.copy %a, %o : memref<25000xf32> to memref<25000xf32>
  return
}
func.func @no_threads(%a: memref<24999xf32>, %o: memref<24999xf32>) {
  memref.copy %a, %o : memref<24999xf32> to memref<24999xf32>
  return
}

// Eight long rows go to threads as they are; of seven, 31 pieces each of 6272
// elements do, and what is left over is done by one thread.
// CHECK-LABEL: func @eight_rows(
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c8) step (%c1)
// CHECK-NOT: scf.parallel
// CHECK-LABEL: func @seven_rows(
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c217) step (%c1)
// CHECK: scf.for %{{.*}} = %c0 to %c6272 step %c64
// CHECK-NOT: scf.parallel
// CHECK: scf.for %{{.*}} = %c0 to %c7 step %c1
// CHECK: return
func.func @eight_rows(%a: memref<8x200000xf32>, %o: memref<8x200000xf32, strided<[200064, 1]>>) {
  memref.copy %a, %o : memref<8x200000xf32> to memref<8x200000xf32, strided<[200064, 1]>>
  return
}
func.func @seven_rows(%a: memref<7x200000xf32>, %o: memref<7x200000xf32, strided<[200064, 1]>>) {
  memref.copy %a, %o : memref<7x200000xf32> to memref<7x200000xf32, strided<[200064, 1]>>
  return
}

// -----

#in = affine_map<(d0, d1) -> (d1, d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>

// Squares have four rows at least; of fewer, elements are gathered. So they are
// where rows have three elements; two or four of them are interleaved.
// CHECK-LABEL: func @four_rows(
// CHECK-NOT: vector.gather
// CHECK: vector.shuffle
// CHECK-NOT: vector.gather
// CHECK-LABEL: func @three_rows(
// CHECK-NOT: vector.shuffle
// CHECK: vector.gather
// CHECK-NOT: vector.shuffle
// CHECK-LABEL: func @three_columns(
// CHECK-NOT: {{shuffle|interleave}}
// CHECK: vector.gather
// CHECK-NOT: {{shuffle|interleave}}
// CHECK-LABEL: func @four_columns(
// CHECK-COUNT-3: vector.interleave
// CHECK-NOT: vector.interleave
// CHECK-LABEL: func @two_columns(
// CHECK-COUNT-1: vector.interleave
// CHECK-NOT: vector.interleave
// CHECK: return
func.func @four_rows(%a: memref<8x4xf32, strided<[40, 1]>>, %o: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<8x4xf32, strided<[40, 1]>>) outs(%o : memref<4x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @three_rows(%a: memref<8x3xf32, strided<[40, 1]>>, %o: memref<3x8xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<8x3xf32, strided<[40, 1]>>) outs(%o : memref<3x8xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @three_columns(%a: memref<3x8xf32, strided<[40, 1]>>, %o: memref<8x3xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<3x8xf32, strided<[40, 1]>>) outs(%o : memref<8x3xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @four_columns(%a: memref<4x8xf32, strided<[40, 1]>>, %o: memref<8x4xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x8xf32, strided<[40, 1]>>) outs(%o : memref<8x4xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @two_columns(%a: memref<2x8xf32, strided<[40, 1]>>, %o: memref<8x2xf32>) {
  linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<2x8xf32, strided<[40, 1]>>) outs(%o : memref<8x2xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

#x = affine_map<(m, n) -> (m, n)>
#y = affine_map<(m, n) -> (n)>

// Four terms of a column are joined before they join the sum; three, and those
// whose order is given, follow one by one.
// CHECK-LABEL: func @four_terms(
// CHECK: scf.for {{.*}} to %c4 step %c1 iter_args(%{{.*}} = %cst) -> (vector<16xf32>)
// CHECK-LABEL: func @three_terms(
// CHECK: %[[BEFORE:.*]] = vector.load
// CHECK: scf.for {{.*}} to %c3 step %c1 iter_args(%{{.*}} = %[[BEFORE]]) -> (vector<16xf32>)
// CHECK-LABEL: func @in_order(
// CHECK: %[[START:.*]] = vector.load
// CHECK: scf.for {{.*}} to %c8 step %c1 iter_args(%{{.*}} = %[[START]]) -> (vector<16xf32>)
func.func @four_terms(%a: memref<4x16xf32>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#x, #y], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<4x16xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @three_terms(%a: memref<3x16xf32>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#x, #y], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<3x16xf32>) outs(%o : memref<16xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @in_order(%a: memref<8x16xf32>, %o: memref<16xf32>) {
  linalg.generic {indexing_maps = [#x, #y], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<8x16xf32>) outs(%o : memref<16xf32>) attrs = {in_order} {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %z : f32
    linalg.yield %0 : f32
  }
  return
}
