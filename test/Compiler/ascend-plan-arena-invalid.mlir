// RUN: ascend-opt %s --ascend-plan-arena -split-input-file -verify-diagnostics

func.func @k(%n: index) attributes {ascend.kernel} {
  %f = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-error@+1 {{a buffer is allocated inside 'scf.parallel', where several may be alive at once}}
    %a = memref.alloc() : memref<8xf32>
    memref.store %f, %a[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @main() attributes {ascend.entry} {
  // expected-error@+1 {{a call returns a buffer}}
  %a = call @f() : () -> memref<4xf32>
  return
}
func.func private @f() -> memref<4xf32>
