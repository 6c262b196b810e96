// What tuning says of a kernel takes the place of what the lowering works out, number by number.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse | FileCheck %s

// By itself: 14 rows of two vectors, on threads, all of k in one chunk.
//
// CHECK-LABEL: func @none(
// CHECK: scf.parallel
// CHECK: :28 = scf.for %{{.*}} = %c0 to %c64 
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @none(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A schedule without numbers says nothing.
//
// CHECK-LABEL: func @of_no_numbers(
// CHECK: scf.parallel
// CHECK: :28 = scf.for %{{.*}} = %c0 to %c64 
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @of_no_numbers(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Three vectors, of which there are registers for 9 rows.
//
// CHECK-LABEL: func @vectors(
// CHECK: scf.parallel
// CHECK: :27 = scf.for
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @vectors(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<vectors = 3>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// More than there are columns for, and than there are registers for: all six in rows of two.
//
// CHECK-LABEL: func @most_vectors(
// CHECK: scf.parallel
// CHECK: :12 = scf.for
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @most_vectors(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<vectors = 8>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Half as many rows.
//
// CHECK-LABEL: func @rows(
// CHECK: scf.parallel
// CHECK: :14 = scf.for %{{.*}} = %c0 to %c64 
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @rows(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<rows = 7>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Not more than there are registers for.
//
// CHECK-LABEL: func @most_rows(
// CHECK: scf.parallel
// CHECK: :28 = scf.for
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @most_rows(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<rows = 64>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A panel of 32 columns and 64 rows takes 8 KiB: two chunks of k.
//
// CHECK-LABEL: func @panel(
// CHECK: scf.parallel
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c32 
// CHECK: :28 = scf.for
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @panel(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<panel_bytes = 4096>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// On one thread.
//
// CHECK-LABEL: func @serial(
// CHECK-NOT: scf.parallel
// CHECK: :28 = scf.for %{{.*}} = %c0 to %c64 
// CHECK-NOT: scf.parallel
// CHECK: return
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @serial(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<serial = true>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Less of the left factor fits: half of the rows at a time, and a chunk of k.
//
// CHECK-LABEL: func @piece(
// CHECK-NOT: scf.parallel
// CHECK: scf.for %{{.*}} = %c0 to %c2 step %c1 
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c13 
// CHECK: :28 = scf.for
// CHECK: return
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @piece(%a: memref<280x64xf32>, %b: memref<64x96xf32>, %c: memref<280x96xf32>) attributes {ascend.kernel, ascend.schedule = #ascend.schedule<serial = true, piece_bytes = 8192>} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<280x64xf32>, memref<64x96xf32>) outs(%c : memref<280x96xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = math.fma %x, %y, %z : f32
    linalg.yield %0 : f32
  }
  return
}
