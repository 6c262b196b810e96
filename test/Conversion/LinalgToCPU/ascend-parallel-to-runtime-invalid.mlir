// RUN: ascend-opt --ascend-parallel-to-runtime --split-input-file --verify-diagnostics %s

func.func @step(%ctx: !llvm.ptr, %m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  // expected-error@+1 {{is not one loop from 0 by 1 without results}}
  scf.parallel (%i) = (%c0) to (%c64) step (%c2) {
    memref.store %x, %m[%i] : memref<64xf32>
    scf.reduce
  }
  return
}

// -----

func.func @two_loops(%ctx: !llvm.ptr, %m: memref<8x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{is not one loop from 0 by 1 without results}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<8x8xf32>
    scf.reduce
  }
  return
}
