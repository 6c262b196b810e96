// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline="precision-mode=allow_mix_precision_bf16" | FileCheck %s

// A weight is re-encoded once for each dtype that its users take, in front of
// all of them; the original goes when nobody uses it.
// CHECK: ascend.constants = [{bytes = 32 : i64, dtype = "bfloat16"
// CHECK-SAME: name = "w"
// CHECK-LABEL: func @regions
func.func @regions(%x: tensor<4x4xf32>, %c: i1) -> tensor<4x4xf32> {
  // CHECK-NOT: ascend.constant {{.*}} tensor<4x4xf32>
  // CHECK: %[[W:.*]] = ascend.constant {node_name = "w"} dense<1.000000e+00> : tensor<4x4xbf16>
  // CHECK-NOT: ascend.constant
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4x4xf32>
  // CHECK: scf.if
  %0 = scf.if %c -> tensor<4x4xf32> {
    // CHECK: ascend.mat_mul_v2 %{{.*}}, %[[W]]
    %1 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %1 : tensor<4x4xf32>
  } else {
    // CHECK: ascend.mat_mul_v2 %[[W]], %{{.*}}
    %2 = ascend.mat_mul_v2 %w, %x {node_name = "n"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %2 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func @dtypes
func.func @dtypes(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK-DAG: %[[F:.*]] = ascend.constant {node_name = "w"} {{.*}} tensor<4x4xf32>
  // CHECK-DAG: %[[B:.*]] = ascend.constant {node_name = "w"} {{.*}} tensor<4x4xbf16>
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4x4xf32>
  // CHECK: ascend.mat_mul_v2 %{{.*}}, %[[B]]
  // CHECK: ascend.add %{{.*}}, %[[F]]
  // CHECK: ascend.mat_mul_v2 %{{.*}}, %[[B]]
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.add %x, %w {node_name = "a"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = ascend.mat_mul_v2 %1, %w {node_name = "n"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}
