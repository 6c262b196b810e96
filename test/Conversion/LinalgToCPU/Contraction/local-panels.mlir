// Panels of a right factor that are packed right before they are multiplied.
//
// RUN: ascend-opt %s --split-input-file --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse | FileCheck %s

// Two of the 32 panels for each of 16 pieces: row by row of x, of which both lie
// side by side. As many rows as the cache holds are multiplied with the one, then
// with the other.
//
// CHECK-LABEL: func @whole
// CHECK-NOT: memref.alloc()
// CHECK: scf.parallel (%[[PIECE:.*]]) = (%c0) to (%c16)
// CHECK: %[[PANELS:.*]] = memref.alloca() {{.*}} memref<2048xf32>
// CHECK: scf.for {{.*}} to %c64
// CHECK: scf.for {{.*}} to %c2
// CHECK: vector.store {{.*}} %[[PANELS]]{{.*}} vector<16xf32>
// CHECK: scf.for {{.*}} to %c22 step %c11
// CHECK: scf.for {{.*}} to %c2
// CHECK: scf.for {{.*}} to %c11
// CHECK: vector.load %[[PANELS]]{{.*}} vector<8xf32>
// CHECK-NOT: scf.parallel
// CHECK: return
#pack = affine_map<(panel, k, column) -> (k, panel * 16 + column)>
#panel = affine_map<(panel, k, column) -> (panel, k, column)>
func.func @whole(%x: memref<64x512xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %p = memref.alloc() : memref<32x64x16xf32>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x512xf32>) outs(%p : memref<32x64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}

// -----

// A last panel of which five columns are filled, and the others with zeros: a
// piece does what it has of each.
//
// CHECK-LABEL: func @rest
// CHECK: scf.parallel
// CHECK: %[[PANELS:.*]] = memref.alloca() {{.*}} memref<2048xf32>
// CHECK: arith.minui {{.*}} %c31
// CHECK: vector.maskedload
// CHECK: vector.store {{.*}} %[[PANELS]]{{.*}} vector<4xf32>
// CHECK: vector.store %cst{{.*}}, %[[PANELS]]{{.*}} vector<8xf32>
// CHECK: vector.load %[[PANELS]]
// CHECK-NOT: scf.parallel
// CHECK: return
#pack = affine_map<(panel, k, column) -> (k, panel * 16 + column)>
#panel = affine_map<(panel, k, column) -> (panel, k, column)>
func.func @rest(%x: memref<64x501xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<32x64x16xf32>
  %whole = memref.subview %p[0, 0, 0] [31, 64, 16] [1, 1, 1] : memref<32x64x16xf32> to memref<31x64x16xf32, strided<[1024, 16, 1]>>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x501xf32>) outs(%whole : memref<31x64x16xf32, strided<[1024, 16, 1]>>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %last = memref.subview %x[0, 496] [64, 5] [1, 1] : memref<64x501xf32> to memref<64x5xf32, strided<[501, 1], offset: 496>>
  %there = memref.subview %p[31, 0, 0] [1, 64, 5] [1, 1, 1] : memref<32x64x16xf32> to memref<64x5xf32, strided<[16, 1], offset: 31744>>
  linalg.copy ins(%last : memref<64x5xf32, strided<[501, 1], offset: 496>>)
      outs(%there : memref<64x5xf32, strided<[16, 1], offset: 31744>>)
  %idle = memref.subview %p[31, 0, 5] [1, 64, 11] [1, 1, 1] : memref<32x64x16xf32> to memref<64x11xf32, strided<[16, 1], offset: 31749>>
  linalg.fill ins(%zero : f32) outs(%idle : memref<64x11xf32, strided<[16, 1], offset: 31749>>)
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}

// -----

// What the panels are packed from changes before they are multiplied: they are
// packed where they were.
//
// CHECK-LABEL: func @changes
// CHECK: %[[PACKED:.*]] = memref.alloc() {{.*}}32x64x16xf32
// CHECK: vector.store {{.*}} vector<16xf32>
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
#pack = affine_map<(panel, k, column) -> (k, panel * 16 + column)>
#panel = affine_map<(panel, k, column) -> (panel, k, column)>
func.func @changes(%x: memref<64x512xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<32x64x16xf32>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x512xf32>) outs(%p : memref<32x64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.fill ins(%zero : f32) outs(%x : memref<64x512xf32>)
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}

// -----

// The same where the panels, or what they are packed from, change by an op that
// is no linalg op, in a branch, or behind the product, or where the product has
// the panels as both factors.
//
// CHECK-LABEL: func @stored
// CHECK: memref.alloc() {{.*}}32x64x16xf32
// CHECK: memref.store
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
#pack = affine_map<(panel, k, column) -> (k, panel * 16 + column)>
#panel = affine_map<(panel, k, column) -> (panel, k, column)>
func.func @stored(%x: memref<64x512xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %p = memref.alloc() : memref<32x64x16xf32>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x512xf32>) outs(%p : memref<32x64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  memref.store %zero, %x[%c0, %c0] : memref<64x512xf32>
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}

// CHECK-LABEL: func @in_a_branch
// CHECK: memref.alloc() {{.*}}32x64x16xf32
// CHECK: scf.if
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @in_a_branch(%if: i1, %x: memref<64x512xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<32x64x16xf32>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x512xf32>) outs(%p : memref<32x64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  scf.if %if {
    linalg.fill ins(%zero : f32) outs(%p : memref<32x64x16xf32>)
  }
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}

// CHECK-LABEL: func @written_again
// CHECK: memref.alloc() {{.*}}32x64x16xf32
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @written_again(%x: memref<64x512xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<32x64x16xf32>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x512xf32>) outs(%p : memref<32x64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  linalg.fill ins(%zero : f32) outs(%p : memref<32x64x16xf32>)
  return
}

// CHECK-LABEL: func @both_factors
// CHECK: memref.alloc() {{.*}}64x64x8xf32
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
#pack_8 = affine_map<(panel, k, column) -> (k, panel * 8 + column)>
func.func @both_factors(%x: memref<64x512xf32>, %c: memref<64x64x8x8xf32>) {
  %p = memref.alloc() : memref<64x64x8xf32>
  linalg.generic {indexing_maps = [#pack_8, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x512xf32>) outs(%p : memref<64x64x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [64, 64, 8, 1] : memref<64x64x8xf32> into memref<64x64x8x1xf32>
  linalg.mmt4d ins(%b, %b : memref<64x64x8x1xf32>, memref<64x64x8x1xf32>) outs(%c : memref<64x64x8x8xf32>)
  return
}

// -----

// Panels that were not zeros before, and a copy that does not go panel by panel.
//
// CHECK-LABEL: func @added
// CHECK: memref.alloc() {{.*}}32x64x16xf32
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
#pack = affine_map<(panel, k, column) -> (k, panel * 16 + column)>
#panel = affine_map<(panel, k, column) -> (panel, k, column)>
func.func @added(%x: memref<64x512xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %p = memref.alloc() : memref<32x64x16xf32>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x512xf32>) outs(%p : memref<32x64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %out : f32
    linalg.yield %sum : f32
  }
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}

// What they are packed from is freed before.
//
// CHECK-LABEL: func @freed
// CHECK: memref.alloc() {{.*}}32x64x16xf32
// CHECK: memref.dealloc
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @freed(%x: memref<64x512xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %y = memref.alloc() : memref<64x512xf32>
  linalg.copy ins(%x : memref<64x512xf32>) outs(%y : memref<64x512xf32>)
  %p = memref.alloc() : memref<32x64x16xf32>
  linalg.generic {indexing_maps = [#pack, #panel], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y : memref<64x512xf32>) outs(%p : memref<32x64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  memref.dealloc %y : memref<64x512xf32>
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}

// CHECK-LABEL: func @flat
// CHECK: memref.alloc() {{.*}}32x64x16xf32
// CHECK: scf.parallel
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @flat(%x: memref<32768xf32>, %a: memref<22x64x6x1xf32>, %c: memref<22x32x6x16xf32>) {
  %p = memref.alloc() : memref<32x64x16xf32>
  %all = memref.collapse_shape %p [[0, 1, 2]] : memref<32x64x16xf32> into memref<32768xf32>
  linalg.copy ins(%x : memref<32768xf32>) outs(%all : memref<32768xf32>)
  %b = memref.expand_shape %p [[0], [1], [2, 3]] output_shape [32, 64, 16, 1] : memref<32x64x16xf32> into memref<32x64x16x1xf32>
  linalg.mmt4d ins(%a, %b : memref<22x64x6x1xf32>, memref<32x64x16x1xf32>) outs(%c : memref<22x32x6x16xf32>)
  return
}
