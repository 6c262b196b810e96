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
