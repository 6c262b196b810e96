// RUN: ascend-opt %s --ascend-outline-kernels -split-input-file -verify-diagnostics

// expected-error@+1 {{there is no function 'main' with a body}}
module {
  func.func private @main()
}

// -----

// expected-error@+1 {{there is no function 'main' with a body}}
module {
  func.func @f() {
    return
  }
}

// -----

// expected-error@+1 {{input 0 has the type 'tensor<?xf32, "layout">': only plain tensors of a known rank can be compiled}}
func.func @main(%x: tensor<?xf32, "layout">) -> tensor<4xf32> {
  // expected-error@+1 {{a result has the type 'tensor<*xf32>': only plain tensors of a known rank can be compiled}}
  %u = ascend.ge_op "A"(%x) : (tensor<?xf32, "layout">) -> tensor<*xf32>
  %z = ascend.ge_op "A"(%u) : (tensor<*xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{op type 'A' (node 'n') cannot be compiled with shapes that are not static: nothing says the shape of its result}}
  %y = ascend.ge_op "A"(%x) {node_name = "n"} : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<?x?xf32>, %perm: tensor<2xi32>) -> tensor<?x?xf32> {
  // expected-error@+1 {{op type 'Transpose' (node 't') cannot be compiled with shapes that are not static: its shape depends on values that are not constant}}
  %y = ascend.transpose %x, %perm {node_name = "t"} : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// expected-error@+1 {{input 0 has the type 'memref<4xf32>': only plain tensors of a known rank can be compiled}}
func.func @main(%x: memref<4xf32>) {
  return
}

// -----

// expected-error@+1 {{input 0 has elements of type 'i3', which have no place in memory}}
func.func @main(%x: tensor<4xi3>) -> tensor<4xi3> {
  return %x : tensor<4xi3>
}

// -----

// expected-error@+1 {{input 0 of type 'tensor<4294967296x4294967296xf32>' is too large}}
func.func @main(%x: tensor<4294967296x4294967296xf32>) {
  return
}

// -----

// expected-error@+1 {{input 0 has 33 dimensions: at most 32 can be compiled}}
func.func @main(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  return
}

// -----

// So many are possible.
func.func @main(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32> {
  %y = ascend.relu %x {node_name = "r"} : (tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return %y : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'arith.addf' is not an op of the ascend dialect: convert it first}}
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  // expected-error@+1 {{'func.call' cannot be compiled: calls and control flow other than scf.if, scf.for and scf.while have no CPU lowering}}
  %y = func.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'scf.execute_region' cannot be compiled: calls and control flow other than}}
  %r = scf.execute_region -> tensor<4xf32> {
    scf.yield %y : tensor<4xf32>
  }
  // expected-error@+1 {{'arith.constant' is not an op of the ascend dialect: convert it first}}
  %z = arith.constant dense<1.0> : tensor<4xf32>
  %s = ascend.add %r, %z : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %b = tensor.extract %c[] : tensor<i1>
  // expected-error@+1 {{a result has the type 'tensor<*xf32>': only plain tensors of a known rank can be compiled}}
  %z = scf.if %b -> tensor<*xf32> {
    // expected-error@+1 {{a result has the type 'tensor<*xf32>'}}
    %u = ascend.ge_op "A"(%x) : (tensor<4xf32>) -> tensor<*xf32>
    scf.yield %u : tensor<*xf32>
  } else {
    // expected-error@+1 {{a result has the type 'tensor<*xf32>'}}
    %u = ascend.ge_op "A"(%x) : (tensor<4xf32>) -> tensor<*xf32>
    scf.yield %u : tensor<*xf32>
  }
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{control flow between blocks cannot be compiled}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{the kernels were outlined before}}
func.func @main() attributes {ascend.entry} {
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<2xf32> {
  %c4 = arith.constant 4 : index
  %m1 = arith.constant -1 : index
  // expected-error@+1 {{reads place 4 of axis 0 of 'tensor<4xf32>'}}
  %0 = tensor.extract %x[%c4] : tensor<4xf32>
  // expected-error@+1 {{reads place -1 of axis 0 of 'tensor<?xf32>'}}
  %1 = tensor.extract %y[%m1] : tensor<?xf32>
  %2 = tensor.from_elements %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

func.func @main(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<i64> {
  %c0 = arith.constant 0 : index
  %number = tensor.extract %n[] : tensor<i64>
  %i = arith.index_cast %number : i64 to index
  // expected-error@+1 {{divides by zero}}
  %0 = arith.remui %i, %c0 : index
  // expected-error@+1 {{needs a constant from 0 to 0 as its axis}}
  %1 = tensor.dim %x, %i : tensor<4xf32>
  // expected-error@+1 {{steps by 0, which never ends}}
  scf.for %j = %0 to %1 step %c0 {
  }
  %2 = tensor.from_elements %number : tensor<i64>
  return %2 : tensor<i64>
}

// -----

func.func @main(%i32: tensor<i32>, %f32: tensor<f32>) -> tensor<2xi32> {
  %a = tensor.extract %i32[] : tensor<i32>
  %f = tensor.extract %f32[] : tensor<f32>
  // expected-error@+1 {{'arith.shli' cannot be compiled here: besides the model's ops numbers of the types index, i1 to i64, f32 and f64 are computed, without shifts and remf}}
  %0 = arith.shli %a, %a : i32
  // expected-error@+1 {{'arith.remf' cannot be compiled here: besides the model's ops numbers of the types index, i1 to i64, f32 and f64 are computed, without shifts and remf}}
  %1 = arith.remf %f, %f : f32
  %2 = arith.fptosi %1 : f32 to i32
  %3 = tensor.from_elements %0, %2 : tensor<2xi32>
  return %3 : tensor<2xi32>
}

// -----

// How many elements are not 0 is known when the op has run.
func.func @main(%x: tensor<?x6xf32>) -> tensor<?x2xi64> {
  // expected-error@+1 {{op type 'NonZero' (node 'n') cannot be compiled with shapes that are not static: the sizes of its result are known at run time only}}
  %0 = ascend.non_zero %x {node_name = "n"} : (tensor<?x6xf32>) -> tensor<?x2xi64>
  return %0 : tensor<?x2xi64>
}

// -----

func.func @main(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.extract %n[] : tensor<i64>
  %end = arith.index_cast %m : i64 to index
  // expected-error@+1 {{a result has the type 'tensor<*xf32>'}}
  %open = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  // expected-error@+2 {{a result has the type 'tensor<*xf32>': only plain tensors of a known rank can be compiled}}
  // expected-error@+1 {{a value of a loop has the type 'tensor<*xf32>': only plain tensors of a known rank can be compiled}}
  %z = scf.for %i = %c0 to %end step %c1 iter_args(%a = %open) -> (tensor<*xf32>) {
    scf.yield %a : tensor<*xf32>
  }
  return %x : tensor<4xf32>
}
