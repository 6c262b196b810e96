// RUN: ascend-opt --lower-linalg-to-cpu --split-input-file --verify-diagnostics %s
// RUN: not ascend-opt --lower-linalg-to-cpu=vector-bytes=24 --split-input-file %s 2>&1 | FileCheck --check-prefix=BYTES %s
// BYTES: error: vector-bytes must be 16, 32 or 64
// RUN: not ascend-opt --lower-linalg-to-cpu=first-cache-bytes=0 --split-input-file %s 2>&1 | FileCheck --check-prefix=CACHES %s
// RUN: not ascend-opt --lower-linalg-to-cpu=second-cache-bytes=-1 --split-input-file %s 2>&1 | FileCheck --check-prefix=CACHES %s
// CACHES: error: caches have more bytes than 0

#id = affine_map<(d0) -> (d0)>

func.func @bits(%a: memref<8xi1>, %o: memref<8xi1>) {
  // expected-error@+1 {{has an i1 memref; booleans are i8 in memory}}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xi1>) outs(%o : memref<8xi1>) {
  ^bb0(%x: i1, %z: i1):
    linalg.yield %x : i1
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

func.func @library_call(%a: memref<8xf32>, %o: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%o : memref<8xf32>) {
  ^bb0(%x: f32, %z: f32):
    // expected-error@+1 {{'math.exp' op has no vector form on the CPU}}
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

func.func @control_flow(%a: memref<8xi32>, %o: memref<8xi32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xi32>) outs(%o : memref<8xi32>) {
  ^bb0(%x: i32, %z: i32):
    %c = arith.trunci %x : i32 to i1
    // expected-error@+1 {{'scf.if' op has no vector form on the CPU}}
    %0 = scf.if %c -> i32 {
      scf.yield %x : i32
    } else {
      scf.yield %z : i32
    }
    linalg.yield %0 : i32
  }
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

func.func @not_linear(%a: memref<2x4xf32>, %o: memref<8xf32>) {
  // expected-error@+1 {{has an indexing map that is not linear}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, #id], iterator_types = ["parallel"]}
      ins(%a : memref<2x4xf32>) outs(%o : memref<8xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @tensors(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant 0.0 : f32
  // expected-error@+1 {{is on tensors; bufferize it first}}
  %0 = linalg.fill ins(%c : f32) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @blocks_of_integers(%a: memref<4x10x8x1xi8>, %b: memref<3x10x32x1xi8>, %c: memref<4x3x8x32xi32>) {
  // expected-error@+1 {{has 'ascend.k_block' = 16 : index: it takes 1 to 64, and a contraction of float32 in one loop}}
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<4x10x8x1xi8>, memref<3x10x32x1xi8>) outs(%c : memref<4x3x8x32xi32>) attrs = {ascend.k_block = 16 : index} {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  }
  return
}

// -----

func.func @blocks_in_words(%a: memref<4x10x8x1xf32>, %b: memref<3x10x32x1xf32>, %c: memref<4x3x8x32xf32>) {
  // expected-error@+1 {{'ascend.k_block' must be an integer}}
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<4x10x8x1xf32>, memref<3x10x32x1xf32>) outs(%c : memref<4x3x8x32xf32>) attrs = {ascend.k_block = "16"} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @two_axes(%x: memref<4x4xf32>) {
  %f = arith.constant 0.0 : f32
  // expected-error@+1 {{is not one loop from 0 by 1 over buffers; bufferize it first}}
  scf.forall (%i, %j) in (4, 4) {
    memref.store %f, %x[%i, %j] : memref<4x4xf32>
  }
  return
}

// -----

func.func @blocks_of_none(%a: memref<8x10xf32>, %b: memref<10x16xf32>, %c: memref<8x16xf32>) {
  // expected-error@+1 {{has 'ascend.k_block' = 0 : index: it takes 1 to 64, and a contraction of float32 in one loop}}
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x10xf32>, memref<10x16xf32>) outs(%c : memref<8x16xf32>) attrs = {ascend.k_block = 0 : index} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @blocks_of_one(%a: memref<8x10xf32>, %b: memref<10x16xf32>, %c: memref<8x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x10xf32>, memref<10x16xf32>) outs(%c : memref<8x16xf32>) attrs = {ascend.k_block = 1 : index} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @blocks_of_64(%a: memref<8x10xf32>, %b: memref<10x16xf32>, %c: memref<8x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x10xf32>, memref<10x16xf32>) outs(%c : memref<8x16xf32>) attrs = {ascend.k_block = 64 : index} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @blocks_of_65(%a: memref<8x10xf32>, %b: memref<10x16xf32>, %c: memref<8x16xf32>) {
  // expected-error@+1 {{has 'ascend.k_block' = 65 : index: it takes 1 to 64, and a contraction of float32 in one loop}}
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x10xf32>, memref<10x16xf32>) outs(%c : memref<8x16xf32>) attrs = {ascend.k_block = 65 : index} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @blocks_of_doubles(%a: memref<8x10xf64>, %b: memref<10x16xf64>, %c: memref<8x16xf64>) {
  // expected-error@+1 {{has 'ascend.k_block' = 16 : index: it takes 1 to 64, and a contraction of float32 in one loop}}
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<8x10xf64>, memref<10x16xf64>) outs(%c : memref<8x16xf64>) attrs = {ascend.k_block = 16 : index} {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %s = math.fma %x, %y, %z : f64
    linalg.yield %s : f64
  }
  return
}

// -----

// The same in two loops.
func.func @blocks_of_two_loops(%a: memref<8x5x2xf32>, %b: memref<5x2x16xf32>, %c: memref<8x16xf32>) {
  // expected-error@+1 {{it takes 1 to 64, and a contraction of float32 in one loop}}
  linalg.generic {indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (k, l, n)>, affine_map<(m, n, k, l) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<8x5x2xf32>, memref<5x2x16xf32>) outs(%c : memref<8x16xf32>) attrs = {ascend.k_block = 4 : index} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = math.fma %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Which of its elements is the last one is not said.
func.func @still(%a: memref<8x4xf32>, %o: memref<8xf32>) {
  // expected-error@+1 {{is parallel along d1, which does not move in its output}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<8x4xf32>) outs(%o : memref<8xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
