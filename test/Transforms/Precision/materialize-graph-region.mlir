// RUN: ascend-opt %s --split-input-file --ascend-precision-pipeline="precision-mode=allow_mix_precision" | FileCheck %s

// A module's body is a graph region: producers may stand behind their users.
// CHECK-LABEL: module
// CHECK: ascend.relu %[[M:.*]] {node_name = "r", {{.*}}<(f16) -> (f16)
// CHECK: %[[M]] = ascend.mat_mul_v2
module {
  %r = ascend.relu %m {node_name = "r"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = ascend.mat_mul_v2 %w, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4x4xf32>
}

// -----

// A cycle is cut somewhere; nothing hangs.
// CHECK-LABEL: module
// CHECK-DAG: node_name = "a"
// CHECK-DAG: node_name = "b"
module {
  %a = ascend.relu %b {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  %b = ascend.relu %a {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
}

// -----

// Blocks may stand in any order that dominance allows; a block that nothing
// reaches is decided too.
// CHECK-LABEL: func @blocks
func.func @blocks(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  cf.br ^first
^second:
  // CHECK: ascend.relu {{.*}}node_name = "r", {{.*}}<(f16) -> (f16)
  %r = ascend.relu %m {node_name = "r"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
^first:
  %m = ascend.mat_mul_v2 %x, %x {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  cf.br ^second
^unreached:
  // CHECK: ascend.tanh {{.*}}node_name = "u", {{.*}}<(f32) -> (f32)
  %u = ascend.tanh %x {node_name = "u"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %u : tensor<4x4xf32>
}
