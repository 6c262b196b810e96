// Ops of other dialects that compute on float tensors are named, once.
// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline -o /dev/null --verify-diagnostics --allow-unregistered-dialect
// RUN: not ascend-opt %s --split-input-file --ascend-precision-pipeline="strict=on" --allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: unjudged-ops.mlir:[[#@LINE+4]]:8: error: --strict: 3 ops of other dialects are not judged and keep their types: 'arith.addf' 2 times, 'math.absf'
func.func @some(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-warning@+1 {{3 ops of other dialects are not judged and keep their types: 'arith.addf' 2 times, 'math.absf'}}
  %1 = arith.addf %0, %x : tensor<4xf32>
  %2 = math.absf %1 : tensor<4xf32>
  %3 = arith.addf %2, %x : tensor<4xf32>
  %4 = arith.addi %i, %i : tensor<4xi32>
  return %3, %4 : tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK: unjudged-ops.mlir:[[#@LINE+3]]:3: error: --strict: 1 op of another dialect is not judged and keeps its types: 'other.op'
func.func @unknown(%x: tensor<*xbf16>) {
  // expected-warning@+1 {{1 op of another dialect is not judged and keeps its types: 'other.op'}}
  "other.op"(%x) : (tensor<*xbf16>) -> ()
  return
}

// -----

// CHECK: error: --strict: 6 ops of other dialects are not judged and keep their types: 'a.a', 'a.b', 'a.c', 'a.d', 'a.e' and 1 more
func.func @many(%x: tensor<f32>) {
  // expected-warning@+1 {{6 ops of other dialects are not judged and keep their types: 'a.a', 'a.b', 'a.c', 'a.d', 'a.e' and 1 more}}
  "a.a"(%x) : (tensor<f32>) -> ()
  "a.b"(%x) : (tensor<f32>) -> ()
  "a.c"(%x) : (tensor<f32>) -> ()
  "a.d"(%x) : (tensor<f32>) -> ()
  "a.e"(%x) : (tensor<f32>) -> ()
  "a.f"(%x) : (tensor<f32>) -> ()
  return
}

// -----

// Moves of elements, calls, constants and control flow decide nothing.
func.func private @called(tensor<4xf32>) -> tensor<4xf32>
func.func @none(%x: tensor<4xf32>, %c: i1) -> tensor<?xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %1 = func.call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    %2 = arith.constant dense<1.0> : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  %3 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
  return %3 : tensor<?xf32>
}
