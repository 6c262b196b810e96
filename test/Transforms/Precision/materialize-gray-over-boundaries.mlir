// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=allow_mix_precision" | FileCheck %s

// What a gray op follows: the producer's decided dtype, through the border of a
// region; the dtype of the model where the operand is an argument of a function
// or a region, or a result of a region, a call or a foreign op.
func.func private @callee(tensor<4x4xf32>) -> tensor<4x4xf32>

// CHECK-LABEL: func @main
func.func @main(%x: tensor<4x4xf32>, %c: i1, %n: index) -> tensor<4x4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4x4xf32>
  // CHECK: %[[M:.*]] = ascend.mat_mul_v2 {{.*}} (f16)
  %m = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: scf.if
  %if = scf.if %c -> tensor<4x4xf32> {
    // CHECK: ascend.relu %[[M]] {node_name = "inside", {{.*}}<(f16) -> (f16)
    %0 = ascend.relu %m {node_name = "inside"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %0 : tensor<4x4xf32>
  } else {
    scf.yield %x : tensor<4x4xf32>
  }
  // CHECK: node_name = "behind_if", {{.*}}<(f32) -> (f32)
  %1 = ascend.relu %if {node_name = "behind_if"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: node_name = "behind_argument", {{.*}}<(f32) -> (f32)
  %2 = ascend.relu %x {node_name = "behind_argument"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %call = call @callee(%m) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: node_name = "behind_call", {{.*}}<(f32) -> (f32)
  %3 = ascend.relu %call {node_name = "behind_call"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %foreign = arith.negf %m : tensor<4x4xf32>
  // CHECK: node_name = "behind_foreign", {{.*}}<(f32) -> (f32)
  %4 = ascend.relu %foreign {node_name = "behind_foreign"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %for = scf.for %i = %zero to %n step %one iter_args(%acc = %m) -> tensor<4x4xf32> {
    // CHECK: node_name = "behind_iteration", {{.*}}<(f32) -> (f32)
    %5 = ascend.relu %acc {node_name = "behind_iteration"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %5 : tensor<4x4xf32>
  }
  return %for : tensor<4x4xf32>
}
