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

func.func @packed_pairs(%a: memref<4x10x8x2xbf16>, %b: memref<3x10x32x2xbf16>, %c: memref<4x3x8x32xf32>) {
  // expected-error@+1 {{has no micro-kernel for 'bf16' x 'bf16' -> 'f32' packed by 2}}
  linalg.mmt4d ins(%a, %b : memref<4x10x8x2xbf16>, memref<3x10x32x2xbf16>) outs(%c : memref<4x3x8x32xf32>)
  return
}

// -----

func.func @narrow_sum(%a: memref<4x10x8x1xf16>, %b: memref<3x10x32x1xf16>, %c: memref<4x3x8x32xf16>) {
  // expected-error@+1 {{has no micro-kernel for 'f16' x 'f16' -> 'f16' packed by 1}}
  linalg.mmt4d ins(%a, %b : memref<4x10x8x1xf16>, memref<3x10x32x1xf16>) outs(%c : memref<4x3x8x32xf16>)
  return
}

// -----

func.func @blocks_of_integers(%a: memref<4x10x8x1xi8>, %b: memref<3x10x32x1xi8>, %c: memref<4x3x8x32xi32>) {
  // expected-error@+1 {{has 'ascend.k_block' = 16 : index: it takes 1 to 64, and a product of float32}}
  linalg.mmt4d {ascend.k_block = 16 : index} ins(%a, %b : memref<4x10x8x1xi8>, memref<3x10x32x1xi8>) outs(%c : memref<4x3x8x32xi32>)
  return
}

// -----

func.func @blocks_in_words(%a: memref<4x10x8x1xf32>, %b: memref<3x10x32x1xf32>, %c: memref<4x3x8x32xf32>) {
  // expected-error@+1 {{'ascend.k_block' must be an integer}}
  linalg.mmt4d {ascend.k_block = "16"} ins(%a, %b : memref<4x10x8x1xf32>, memref<3x10x32x1xf32>) outs(%c : memref<4x3x8x32xf32>)
  return
}

// -----

func.func @dynamic_sums(%a: memref<4x10x8x1xf32>, %b: memref<3x10x32x1xf32>, %c: memref<4x3x?x32xf32>) {
  // expected-error@+1 {{needs packed tiles of static size}}
  linalg.mmt4d ins(%a, %b : memref<4x10x8x1xf32>, memref<3x10x32x1xf32>) outs(%c : memref<4x3x?x32xf32>)
  return
}

// -----

func.func @dynamic_tiles(%a: memref<4x10x?x1xf32>, %b: memref<3x10x32x1xf32>, %c: memref<4x3x?x32xf32>) {
  // expected-error@+1 {{needs packed tiles of static size}}
  linalg.mmt4d ins(%a, %b : memref<4x10x?x1xf32>, memref<3x10x32x1xf32>) outs(%c : memref<4x3x?x32xf32>)
  return
}

// -----

func.func @scattered_tiles(%a: memref<4x10x8x1xf32>, %b: memref<3x10x32x1xf32>,
                           %c: memref<4x3x8x32xf32, strided<[1536, 512, 64, 2]>>) {
  // expected-error@+1 {{needs tiles whose rows are contiguous}}
  linalg.mmt4d ins(%a, %b : memref<4x10x8x1xf32>, memref<3x10x32x1xf32>)
      outs(%c : memref<4x3x8x32xf32, strided<[1536, 512, 64, 2]>>)
  return
}

// -----

// Bytes in groups of four want a CPU that has the dot, which wants one factor with a sign.
func.func @quads(%a: memref<4x10x8x4xi8>, %b: memref<3x10x32x4xi8>, %c: memref<4x3x8x32xi32>) {
  // expected-error@+1 {{has no micro-kernel for unsigned 'i8' x 'i8' -> 'i32' packed by 4 in tiles of 32 columns on this CPU}}
  linalg.mmt4d {ascend.unsigned = array<i1: true, false>} ins(%a, %b : memref<4x10x8x4xi8>, memref<3x10x32x4xi8>) outs(%c : memref<4x3x8x32xi32>)
  return
}

// -----

func.func @one_sign(%a: memref<4x10x8x1xi8>, %b: memref<3x10x32x1xi8>, %c: memref<4x3x8x32xi32>) {
  // expected-error@+1 {{has 'ascend.unsigned' = array<i1: true>: it takes two flags, and a product of integers}}
  linalg.mmt4d {ascend.unsigned = array<i1: true>} ins(%a, %b : memref<4x10x8x1xi8>, memref<3x10x32x1xi8>) outs(%c : memref<4x3x8x32xi32>)
  return
}

// -----

func.func @float_offset(%a: memref<4x10x8x1xf32>, %b: memref<3x10x32x1xf32>, %c: memref<4x3x8x32xf32>) {
  // expected-error@+1 {{has 'ascend.a_offset' = 128 : i32: it takes an i32, and a product of int32}}
  linalg.mmt4d {ascend.a_offset = 128 : i32} ins(%a, %b : memref<4x10x8x1xf32>, memref<3x10x32x1xf32>) outs(%c : memref<4x3x8x32xf32>)
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
