// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline="" 2>&1 | FileCheck %s
// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline="is-weight-clip=0" 2>&1 | FileCheck %s --check-prefix=NOCLIP

// The constant is named with its node and the word "overflow".
// CHECK: warning: 1 of 1 elements of constant 'w' overflow float16 and are clipped to 65504 (node 'r')
// CHECK: bytes = 2 : i64, {{.*}}overflow = 1 : i64
// CHECK-LABEL: func @rank_0
// CHECK: dense<6.550400e+04> : tensor<f16>
// NOCLIP: warning: 1 of 1 elements of constant 'w' overflow float16 and become infinite (node 'r')
// NOCLIP-LABEL: func @rank_0
// NOCLIP: dense<0x7C00> : tensor<f16>
func.func @rank_0() -> tensor<f32> {
  %w = ascend.constant {node_name = "w"} dense<1.0e5> : tensor<f32>
  %0 = ascend.relu %w {node_name = "r"} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: bytes = 0 : i64, {{.*}}overflow = 0 : i64
// CHECK-LABEL: func @empty
// CHECK-DAG: dense<> : tensor<0xf16>
// CHECK-DAG: dense<6.550400e+04> : tensor<2x0xf16>
func.func @empty() -> (tensor<0xf32>, tensor<2x0xf32>) {
  %w = ascend.constant {node_name = "w"} dense<> : tensor<0xf32>
  %v = ascend.constant {node_name = "v"} dense<1.0e5> : tensor<2x0xf32>
  %0 = ascend.relu %w {node_name = "r"} : (tensor<0xf32>) -> tensor<0xf32>
  %1 = ascend.relu %v {node_name = "s"} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return %0, %1 : tensor<0xf32>, tensor<2x0xf32>
}

// -----

// A splat stays one, however long it is; each of its elements counts.
// CHECK: bytes = 8589934592 : i64, {{.*}}subnormal = 4294967296 : i64
// CHECK-LABEL: func @splat
// CHECK: dense<1.192090e-07> : tensor<4294967296xf16>
func.func @splat() -> tensor<4294967296xf32> {
  %w = ascend.constant {node_name = "w"} dense<1.2e-7> : tensor<4294967296xf32>
  %0 = ascend.relu %w {node_name = "r"} : (tensor<4294967296xf32>) -> tensor<4294967296xf32>
  return %0 : tensor<4294967296xf32>
}

// -----

// A resource is read in place. One without data, or with too little or too much, is
// cast at run time. Attributes of the constant stay on the new one.
// CHECK-LABEL: func @resource
// CHECK-DAG: ascend.constant {ge.note = "n", node_name = "here"} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf16>
// CHECK-DAG: ascend.cast {{.*}}"absent:0/Cast_float16"
// CHECK-DAG: ascend.cast {{.*}}"short:0/Cast_float16"
// CHECK-DAG: ascend.cast {{.*}}"long:0/Cast_float16"
func.func @resource() -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<1xf32>) {
  %w = ascend.constant {node_name = "absent"} dense_resource<absent> : tensor<2xf32>
  %v = ascend.constant {ge.note = "n", node_name = "here"} dense_resource<here> : tensor<2xf32>
  %u = ascend.constant {node_name = "short"} dense_resource<short> : tensor<3xf32>
  %l = ascend.constant {node_name = "long"} dense_resource<long> : tensor<1xf32>
  %0 = ascend.relu %w {node_name = "r"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = ascend.relu %v {node_name = "s"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = ascend.relu %u {node_name = "t"} : (tensor<3xf32>) -> tensor<3xf32>
  %3 = ascend.relu %l {node_name = "u"} : (tensor<1xf32>) -> tensor<1xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<1xf32>
}
{-#
  dialect_resources: {
    builtin: {
      here: "0x040000000000803F00000040",
      short: "0x040000000000803F00000040",
      long: "0x040000000000803F00000040"
    }
  }
#-}

// -----

// What is neither dense nor a resource is cast at run time.
// CHECK-LABEL: func @sparse
// CHECK: ascend.constant {node_name = "few"} sparse<1, 2.000000e+00> : tensor<3xf32>
// CHECK: ascend.cast {{.*}}"few:0/Cast_float16"
func.func @sparse() -> tensor<3xf32> {
  %w = ascend.constant {node_name = "few"} sparse<[[1]], [2.0]> : tensor<3xf32>
  %0 = ascend.relu %w {node_name = "r"} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
