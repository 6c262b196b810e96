// RUN: ascend-opt %s --ascend-load-config="" --canonicalize --cse --inline --sccp --symbol-dce --ascend-select-implmode --canonicalize --cse --inline --sccp --symbol-dce --ascend-assign-precision --canonicalize --cse --inline --sccp --symbol-dce --ascend-materialize-precision --canonicalize --cse --inline --sccp --symbol-dce --ascend-verify-precision | FileCheck %s
// RUN: ascend-opt %s --ascend-load-config="" --ascend-select-implmode --ascend-assign-precision --inline --ascend-materialize-precision --ascend-verify-precision | FileCheck %s
// RUN: ascend-opt %s --ascend-precision-pipeline="" --inline --canonicalize --cse --ascend-verify-precision | FileCheck %s

// MLIR's own passes may run between any two of ours: names stay, and so do the
// roundings.
// CHECK-LABEL: func @main
// CHECK-DAG: ascend.constant {node_name = "w"}
// CHECK-DAG: ascend.constant {node_name = "v"}
// CHECK: node_name = "r"
// CHECK: scf.if
// CHECK: node_name = "i"
// CHECK: scf.for
// CHECK: node_name = "l"
// CHECK: ascend.tanh {{.*}}node_name = "t"
func.func private @callee(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.tanh %a {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %c: i1, %n: index) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4xf32>
  %v = ascend.constant {node_name = "v"} dense<1.0> : tensor<4xf32>
  %0 = ascend.add %x, %w {node_name = "r"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.if %c -> tensor<4xf32> {
    %2 = ascend.mul %0, %v {node_name = "i"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  } else {
    scf.yield %0 : tensor<4xf32>
  }
  %3 = scf.for %i = %zero to %n step %one iter_args(%acc = %1) -> tensor<4xf32> {
    %4 = ascend.add %acc, %0 {node_name = "l"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %4 : tensor<4xf32>
  }
  %5 = func.call @callee(%3) : (tensor<4xf32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}
