// RUN: ascend-opt %s --split-input-file --verify-diagnostics --ascend-ge-fusions | FileCheck %s

// What each fusion does is in the other files of this folder.

// The lists are there, also where there was nothing to do.
// CHECK: module attributes {ascend.fusions = [], ascend.unmodelled_fusions = []}
// CHECK-LABEL: func.func @nothing(
// CHECK-NEXT:    ascend.relu %arg0 {node_name = "r"}
module {
func.func @nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

// What a run before this one did stays in front, and counts go on.
// CHECK: module attributes {
// CHECK-SAME: ascend.fusion_matches = {{.*}}RealDiv2MulsFusionPass = 4 : i64
// CHECK-SAME: ascend.fusions = [{pass = "Before"}, {{.*}}pass = "RealDiv2MulsFusionPass"
// CHECK-LABEL: func.func @again(
// CHECK:         ascend.muls
module attributes {ascend.fusions = [{pass = "Before"}], ascend.fusion_matches = {RealDiv2MulsFusionPass = 3 : i64}} {
func.func @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %0 = ascend.real_div %x, %two {node_name = "d"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

// The pass ends there: nothing is printed of it.
// CHECK-NOT: func.func @decided(
// expected-error@+1 {{the decision is made already: run ascend-ge-fusions before ascend-load-config}}
module attributes {ascend.materialized} {
func.func @decided(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %0 = ascend.real_div %x, %two {node_name = "d"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

// What is no count adds nothing, and a sum ends at the greatest integer.
// CHECK: module attributes {
// CHECK-SAME: ascend.fusion_matches = {ClipFusionRule0 = 7 : i64, {{.*}}Pow2SquareFusionPass = 9223372036854775807 : i64{{.*}}RealDiv2MulsFusionPass = 1 : i64
// CHECK-LABEL: func.func @counts(
module attributes {ascend.fusion_matches = {ClipFusionRule0 = 7 : i64, ClipFusionRule1 = 7 : i32, Pow2SquareFusionPass = 9223372036854775807 : i64, RealDiv2MulsFusionPass = -3 : i64}} {
func.func @counts(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %0 = ascend.real_div %x, %two {node_name = "d"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = ascend.ge_op "Pow"(%x, %two) {node_name = "p"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
}
