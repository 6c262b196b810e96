// gray_strategy: which gray ops are a choice, and what a cast counts.
// RUN: split-file %s %t
// DEFINE: %{mode} = allow_mix_precision
// DEFINE: %{strategy} = min-casts
// DEFINE: %{file} = choices
// DEFINE: %{decide} = ascend-opt %t/%{file}.mlir --split-input-file --ascend-precision-pipeline="precision-mode=%{mode} gray-strategy=%{strategy} ops-info=%t/ops.json" | FileCheck %t/%{file}.mlir
// RUN: %{decide}
// REDEFINE: %{mode} = allow_mix_precision_bf16
// REDEFINE: %{file} = bf16
// RUN: %{decide}
// REDEFINE: %{strategy} = min-cast-bytes
// REDEFINE: %{mode} = allow_mix_precision
// REDEFINE: %{file} = bytes
// RUN: %{decide}

//--- ops.json
{"OneOutput": {"input0": {"name": "x", "dtype": "float16,float"}, "output0": {"name": "y", "dtype": "float16,int32"}},
 "Mixed": {"input0": {"name": "a", "dtype": "float16,float,float16"}, "input1": {"name": "b", "dtype": "float16,float,float"}, "output0": {"name": "y", "dtype": "float16,float,float"}}}

//--- choices.mlir
// One cast of the input is better than one behind each op, though both ops
// change for it: a gray one, and one that has no kernel. A decision of an
// earlier run does not stay.
// CHECK: ascend.min_casts = {after = 1 : i64, before = 2 : i64}
// CHECK-LABEL: func @shared
func.func @shared(%x: tensor<4x4xf32>, %w: tensor<4x4xf16>) {
  // CHECK: ascend.relu {{.*}}ascend.faithful = #ascend.precision<(f32){{.*}}<(f16) -> (f16), {{.*}}rule = min_casts
  %r = ascend.relu %x {node_name = "r"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "Reshape"{{.*}}<(f16) -> (f16), {{.*}}rule = min_casts
  %s = ascend.ge_op "Reshape"(%x) {node_name = "s"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = ascend.mat_mul_v2 %r, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf16>) -> tensor<4x4xf16>
  %n = ascend.mat_mul_v2 %s, %w {node_name = "n"} : (tensor<4x4xf32>, tensor<4x4xf16>) -> tensor<4x4xf16>
  return
}

// -----

// A constant is re-encoded, which is no cast, also where nothing else feeds an
// op.
// CHECK: ascend.min_casts = {after = 0 : i64, before = 1 : i64}
// CHECK-LABEL: func @constants
func.func @constants(%w: tensor<4x4xf16>) {
  %c = ascend.constant {node_name = "c"} dense<1.0> : tensor<4x4xf32>
  // CHECK: ascend.relu {{.*}}<(f16) -> (f16), {{.*}}rule = min_casts
  %r = ascend.relu %c {node_name = "r"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = ascend.mat_mul_v2 %r, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf16>) -> tensor<4x4xf16>
  return
}

// -----

// What an earlier run noted goes, where CANN's choice is kept.
// CHECK-LABEL: func @stale
func.func @stale(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: ascend.relu
  // CHECK-NOT: faithful
  // CHECK: return
  %r = ascend.relu %x {node_name = "r", ascend.faithful = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An op whose columns differ in more than float and float16 is no choice, nor
// one that CANN's rule puts between the two.
// CHECK-LABEL: func @no_choice
func.func @no_choice(%x: tensor<4xf32>, %h: tensor<4xf16>) {
  // CHECK: "OneOutput"{{.*}}rule = gray_follows_producer
  %o = ascend.ge_op "OneOutput"(%x) {node_name = "o"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "Mixed"{{.*}} {node_name = "m", precision = #ascend.precision<(f16, f32) -> (f32), {{.*}}column = 2, {{.*}}rule = gray_follows_producer
  %m = ascend.ge_op "Mixed"(%h, %x) {node_name = "m"} : (tensor<4xf16>, tensor<4xf32>) -> tensor<4xf32>
  return
}

//--- bf16.mlir
// The other way round, and in bfloat16: one cast of what a white op gives.
// CHECK: ascend.min_casts = {after = 2 : i64, before = 3 : i64}
// CHECK-LABEL: func @widened
func.func @widened(%x: tensor<4x4xf32>, %w: tensor<4x4xbf16>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %m = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  // CHECK: ascend.relu {{.*}}<(f32) -> (f32), {{.*}}rule = min_casts
  %r = ascend.relu %m {node_name = "r"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: ascend.relu {{.*}}<(f32) -> (f32), {{.*}}rule = min_casts
  %s = ascend.relu %m {node_name = "s"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r, %s : tensor<4x4xf32>, tensor<4x4xf32>
}

//--- bytes.mlir
// An unknown dimension counts as 1: 8 columns of float16.
// CHECK: ascend.min_casts = {after = 16 : i64, before = 16 : i64}
// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: tensor<?x8xf32>, %w: tensor<8x8xf16>) {
  %m = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<?x8xf32>, tensor<8x8xf16>) -> tensor<?x8xf16>
  return
}
