// RUN: ascend-opt %s --ascend-plan-arena --allow-unregistered-dialect -split-input-file -verify-diagnostics

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

// -----

func.func @main(%n: index) attributes {ascend.entry} {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32>
  // expected-error@+1 {{a buffer has two owners}}
  %r:2 = scf.for %i = %c0 to %n step %n iter_args(%s = %a, %t = %a) -> (memref<?xf32>, memref<?xf32>) {
    scf.yield %s, %t : memref<?xf32>, memref<?xf32>
  }
  return
}

// -----

func.func @main(%n: index, %c: i1) attributes {ascend.entry} {
  %a = memref.alloc(%n) : memref<?xf32>
  // expected-error@+1 {{a buffer is handed over by another block}}
  %r = scf.if %c -> memref<?xf32> {
    scf.yield %a : memref<?xf32>
  } else {
    %b = memref.alloc(%n) : memref<?xf32>
    scf.yield %b : memref<?xf32>
  }
  return
}

// -----

func.func @k(%n: index, %x: memref<8xf32>) attributes {ascend.kernel} {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %n iter_args(%s = %x) -> memref<8xf32> {
    // expected-error@+1 {{a kernel's buffer outlives the region that it is allocated in}}
    %b = memref.alloc() : memref<8xf32>
    scf.yield %b : memref<8xf32>
  }
  return
}

// -----

func.func @main() attributes {ascend.entry} {
  // expected-error@+1 {{a buffer of type 'memref<4xf32, strided<[2]>>' has no size that is known when compiling}}
  %a = memref.alloc() : memref<4xf32, strided<[2]>>
  "use"(%a) : (memref<4xf32, strided<[2]>>) -> ()
  return
}

// -----

func.func @main() attributes {ascend.entry} {
  // expected-error@+1 {{a buffer of type 'memref<4294967296x4294967296xf32>' has no size that is known when compiling}}
  %a = memref.alloc() : memref<4294967296x4294967296xf32>
  "use"(%a) : (memref<4294967296x4294967296xf32>) -> ()
  return
}

// -----

// Two of 64 TiB are as many bytes as addresses have, three are more.
func.func @most() attributes {ascend.entry} {
  %a = memref.alloc() : memref<17592186044416xf32>
  %b = memref.alloc() : memref<17592186044416xf32>
  "use"(%a, %b) : (memref<17592186044416xf32>, memref<17592186044416xf32>) -> ()
  return
}
// expected-error@+1 {{the work memory is too large}}
func.func @main() attributes {ascend.entry} {
  %a = memref.alloc() : memref<17592186044416xf32>
  %b = memref.alloc() : memref<17592186044416xf32>
  %c = memref.alloc() : memref<17592186044416xf32>
  "use"(%a, %b, %c) : (memref<17592186044416xf32>, memref<17592186044416xf32>, memref<17592186044416xf32>) -> ()
  return
}

// -----

func.func @main(%n: index) attributes {ascend.entry} {
  %a = memref.alloc(%n) : memref<?xf32>
  // expected-error@+1 {{a buffer is used by the end of its block}}
  cf.br ^next(%a : memref<?xf32>)
^next(%b: memref<?xf32>):
  return
}
