// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline="" | FileCheck %s
// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline="" | ascend-opt --split-input-file --canonicalize --cse --ascend-verify-precision | FileCheck %s
// RUN: not ascend-opt %s --split-input-file --ascend-load-config="" --ascend-materialize-precision 2>&1 | FileCheck %s --check-prefix=ORDER

// ORDER: error: run ascend-assign-precision before ascend-materialize-precision

// One cast for both users of %x; the boundary keeps its type.
// CHECK-LABEL: func @shared
// CHECK-SAME: -> tensor<4xf32>
func.func @shared(%x: tensor<4xf32> {ascend.name = "x"}) -> tensor<4xf32> {
  // CHECK: %[[X:.*]] = ascend.cast %{{.*}} {node_name = "x/Cast_float16", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK-NOT: ascend.cast
  // CHECK: ascend.relu %[[X]]
  // CHECK-SAME: (tensor<4xf16>) -> tensor<4xf16>
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[A:.*]] = ascend.add %{{.*}}, %[[X]]
  %1 = ascend.add %0, %x {node_name = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[OUT:.*]] = ascend.cast %[[A]] {{.*}}<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
  // CHECK: return %[[OUT]]
  return %1 : tensor<4xf32>
}

// -----

// A constant is re-encoded, clipped and counted; one in float stays for the
// user that wants it.
// CHECK: ascend.constants = [{bytes = 6 : i64, dtype = "float16", from = "float", largest = 1.000000e+05 : f64, name = "w", overflow = 1 : i64, subnormal = 0 : i64, underflow = 1 : i64, user = "a"}]
// CHECK-LABEL: func @constant
func.func @constant(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK-DAG: ascend.constant {node_name = "w"} dense<[1.000000e+05, 9.99999993E-9, 1.000000e+00]> : tensor<3xf32>
  // CHECK-DAG: ascend.constant {node_name = "w"} dense<[6.550400e+04, 0.000000e+00, 1.000000e+00]> : tensor<3xf16>
  %w = ascend.constant {node_name = "w"} dense<[1.0e5, 1.0e-8, 1.0]> : tensor<3xf32>
  %0 = ascend.add %x, %w {node_name = "a"} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0, %w : tensor<3xf32>, tensor<3xf32>
}
