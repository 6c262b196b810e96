// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Normalizations compute in f32: what they read and write is f16, bf16 or f32.
func.func @lrn_doubles(%a: tensor<1x8x7x7xf64>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): not for element types f64 -> f32}}
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7xf64>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @lrn_integers(%a: tensor<1x8x7x7xi32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): not for element types i32 -> f32}}
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7xi32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @lrn_bools(%a: tensor<1x8x7x7xi1>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): not for element types i1 -> f32}}
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7xi1>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @lrn_hif8(%a: tensor<1x8x7x7x!ascend.hif8>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): not for element types !ascend.hif8 -> f32}}
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7x!ascend.hif8>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @lrn_to_doubles(%a: tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xf64> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): not for element types f32 -> f64}}
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xf64>
  return %0 : tensor<1x8x7x7xf64>
}

// -----

func.func @lrn_to_integers(%a: tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xi32> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): not for element types f32 -> i32}}
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xi32>
  return %0 : tensor<1x8x7x7xi32>
}

// -----

func.func @lrn_to_small(%a: tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xf8E5M2> {
  // expected-error@+1 {{op type 'LRN' has no CPU lowering (node 'n'): not for element types f32 -> f8E5M2}}
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xf8E5M2>
  return %0 : tensor<1x8x7x7xf8E5M2>
}

// -----

func.func @batch_norm_x(%a: tensor<1x8x7x7xf64>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'BatchNorm' has no CPU lowering (node 'n'): not for element types f64, f32, f32, f32, f32 -> f32}}
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf64>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @batch_norm_scale(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf64>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'BatchNorm' has no CPU lowering (node 'n'): not for element types f32, f64, f32, f32, f32 -> f32}}
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf64>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @batch_norm_offset(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf64>, %d: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'BatchNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f64, f32, f32 -> f32}}
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf64>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @batch_norm_mean(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf64>, %e: tensor<8xf32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'BatchNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f64, f32 -> f32}}
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf64>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @batch_norm_variance(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf64>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'BatchNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, f64 -> f32}}
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf64>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @batch_norm_y(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<1x8x7x7xf64> {
  // expected-error@+1 {{op type 'BatchNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, f32 -> f64}}
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf64>
  return %0 : tensor<1x8x7x7xf64>
}

// -----

func.func @bn_infer_x(%a: tensor<1x8x7x7xf64>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'BNInfer' has no CPU lowering (node 'n'): not for element types f64, f32, f32, f32, f32 -> f32}}
  %0 = ascend.bn_infer %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf64>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @bn_infer_y(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<1x8x7x7xf64> {
  // expected-error@+1 {{op type 'BNInfer' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, f32 -> f64}}
  %0 = ascend.bn_infer %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf64>
  return %0 : tensor<1x8x7x7xf64>
}

// -----

func.func @bn_inference_momentum(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<i32>, %e: tensor<8xf32>, %f: tensor<8xf32>) -> tensor<1x8x7x7xf32> {
  // expected-error@+1 {{op type 'BNInference' has no CPU lowering (node 'n'): not for element types f32, f32, f32, i32, f32, f32 -> f32}}
  %0 = ascend.bn_inference %a, %b, %c, %d, %e, %f {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<i32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// -----

func.func @bn_inference_y(%a: tensor<1x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<f32>, %e: tensor<8xf32>, %f: tensor<8xf32>) -> tensor<1x8x7x7xf64> {
  // expected-error@+1 {{op type 'BNInference' has no CPU lowering (node 'n'): not for element types f32, f32, f32, f32, f32, f32 -> f64}}
  %0 = ascend.bn_inference %a, %b, %c, %d, %e, %f {node_name = "n"} : (tensor<1x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf64>
  return %0 : tensor<1x8x7x7xf64>
}

// -----

func.func @layer_norm_gamma(%a: tensor<4x6xf32>, %b: tensor<6xf64>, %c: tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xf32>) {
  // expected-error@+1 {{op type 'LayerNorm' has no CPU lowering (node 'n'): not for element types f32, f64, f32 -> f32, f32, f32}}
  %0:3 = ascend.layer_norm %a, %b, %c {ge.begin_norm_axis = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<6xf64>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xf32>
}

// -----

func.func @layer_norm_mean(%a: tensor<4x6xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf64>, tensor<4x1xf32>) {
  // expected-error@+1 {{op type 'LayerNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f32, f64, f32}}
  %0:3 = ascend.layer_norm %a, %b, %c {ge.begin_norm_axis = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf64>, tensor<4x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x6xf32>, tensor<4x1xf64>, tensor<4x1xf32>
}

// -----

func.func @layer_norm_variance(%a: tensor<4x6xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xi32>) {
  // expected-error@+1 {{op type 'LayerNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f32, f32, i32}}
  %0:3 = ascend.layer_norm %a, %b, %c {ge.begin_norm_axis = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xi32>)
  return %0#0, %0#1, %0#2 : tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xi32>
}

// -----

func.func @instance_norm_beta(%a: tensor<2x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf64>) -> (tensor<2x8x7x7xf32>, tensor<2x8x1x1xf32>, tensor<2x8x1x1xf32>) {
  // expected-error@+1 {{op type 'InstanceNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f64 -> f32, f32, f32}}
  %0:3 = ascend.instance_norm %a, %b, %c {node_name = "n"} : (tensor<2x8x7x7xf32>, tensor<8xf32>, tensor<8xf64>) -> (tensor<2x8x7x7xf32>, tensor<2x8x1x1xf32>, tensor<2x8x1x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x8x7x7xf32>, tensor<2x8x1x1xf32>, tensor<2x8x1x1xf32>
}

// -----

func.func @instance_norm_y(%a: tensor<2x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<2x8x7x7xf64>, tensor<2x8x1x1xf32>, tensor<2x8x1x1xf32>) {
  // expected-error@+1 {{op type 'InstanceNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f64, f32, f32}}
  %0:3 = ascend.instance_norm %a, %b, %c {node_name = "n"} : (tensor<2x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x8x7x7xf64>, tensor<2x8x1x1xf32>, tensor<2x8x1x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x8x7x7xf64>, tensor<2x8x1x1xf32>, tensor<2x8x1x1xf32>
}

// -----

func.func @group_norm_x(%a: tensor<3x8x7x7xf64>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<3x8x7x7xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  // expected-error@+1 {{op type 'GroupNorm' has no CPU lowering (node 'n'): not for element types f64, f32, f32 -> f32, f32, f32}}
  %0:3 = ascend.group_norm %a, %b, %c {ge.num_groups = 2 : i64, node_name = "n"} : (tensor<3x8x7x7xf64>, tensor<8xf32>, tensor<8xf32>) -> (tensor<3x8x7x7xf32>, tensor<3x2xf32>, tensor<3x2xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x8x7x7xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

func.func @group_norm_mean(%a: tensor<3x8x7x7xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<3x8x7x7xf32>, tensor<3x2xf64>, tensor<3x2xf32>) {
  // expected-error@+1 {{op type 'GroupNorm' has no CPU lowering (node 'n'): not for element types f32, f32, f32 -> f32, f64, f32}}
  %0:3 = ascend.group_norm %a, %b, %c {ge.num_groups = 2 : i64, node_name = "n"} : (tensor<3x8x7x7xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<3x8x7x7xf32>, tensor<3x2xf64>, tensor<3x2xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x8x7x7xf32>, tensor<3x2xf64>, tensor<3x2xf32>
}

// -----

func.func @rms_norm_gamma(%a: tensor<4x6xf32>, %b: tensor<6xf64>) -> (tensor<4x6xf32>, tensor<4x1xf32>) {
  // expected-error@+1 {{op type 'RmsNorm' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32, f32}}
  %0:2 = ascend.rms_norm %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<6xf64>) -> (tensor<4x6xf32>, tensor<4x1xf32>)
  return %0#0, %0#1 : tensor<4x6xf32>, tensor<4x1xf32>
}

// -----

func.func @rms_norm_rstd(%a: tensor<4x6xf32>, %b: tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf64>) {
  // expected-error@+1 {{op type 'RmsNorm' has no CPU lowering (node 'n'): not for element types f32, f32 -> f32, f64}}
  %0:2 = ascend.rms_norm %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf64>)
  return %0#0, %0#1 : tensor<4x6xf32>, tensor<4x1xf64>
}

// -----

func.func @mvn_x(%a: tensor<3x8x7x7xf64>) -> tensor<3x8x7x7xf32> {
  // expected-error@+1 {{op type 'MVNV2' has no CPU lowering (node 'n'): not for element types f64 -> f32}}
  %0 = ascend.mvnv2 %a {node_name = "n"} : (tensor<3x8x7x7xf64>) -> tensor<3x8x7x7xf32>
  return %0 : tensor<3x8x7x7xf32>
}

// -----

func.func @mvn_y(%a: tensor<3x8x7x7xf32>) -> tensor<3x8x7x7xf64> {
  // expected-error@+1 {{op type 'MVNV2' has no CPU lowering (node 'n'): not for element types f32 -> f64}}
  %0 = ascend.mvnv2 %a {node_name = "n"} : (tensor<3x8x7x7xf32>) -> tensor<3x8x7x7xf64>
  return %0 : tensor<3x8x7x7xf64>
}

// -----

func.func @l2_normalize_x(%a: tensor<4x6xi32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'L2Normalize' has no CPU lowering (node 'n'): not for element types i32 -> f32}}
  %0 = ascend.l2_normalize %a {ge.axis = array<i64: 1>, node_name = "n"} : (tensor<4x6xi32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @l2_normalize_y(%a: tensor<4x6xf32>) -> tensor<4x6xf64> {
  // expected-error@+1 {{op type 'L2Normalize' has no CPU lowering (node 'n'): not for element types f32 -> f64}}
  %0 = ascend.l2_normalize %a {ge.axis = array<i64: 1>, node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

// -----

// A softmax is in f64 from end to end, or in f32.
func.func @softmax_v2_narrows(%a: tensor<4x6xf64>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'SoftmaxV2' has no CPU lowering (node 'n'): not for element types f64 -> f32}}
  %0 = ascend.softmax_v2 %a {node_name = "n"} : (tensor<4x6xf64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @softmax_v2_widens(%a: tensor<4x6xf32>) -> tensor<4x6xf64> {
  // expected-error@+1 {{op type 'SoftmaxV2' has no CPU lowering (node 'n'): not for element types f32 -> f64}}
  %0 = ascend.softmax_v2 %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

// -----

func.func @softmax_v2_integers(%a: tensor<4x6xi32>) -> tensor<4x6xi32> {
  // expected-error@+1 {{op type 'SoftmaxV2' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.softmax_v2 %a {node_name = "n"} : (tensor<4x6xi32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// -----

func.func @log_softmax_v2_narrows(%a: tensor<4x6xf64>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'LogSoftmaxV2' has no CPU lowering (node 'n'): not for element types f64 -> f32}}
  %0 = ascend.log_softmax_v2 %a {node_name = "n"} : (tensor<4x6xf64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @log_softmax_v2_widens(%a: tensor<4x6xf32>) -> tensor<4x6xf64> {
  // expected-error@+1 {{op type 'LogSoftmaxV2' has no CPU lowering (node 'n'): not for element types f32 -> f64}}
  %0 = ascend.log_softmax_v2 %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

// -----

func.func @log_softmax_v2_integers(%a: tensor<4x6xi32>) -> tensor<4x6xi32> {
  // expected-error@+1 {{op type 'LogSoftmaxV2' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.log_softmax_v2 %a {node_name = "n"} : (tensor<4x6xi32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// -----

func.func @softmax_to_integers(%a: tensor<4x6xf32>) -> tensor<4x6xi32> {
  // expected-error@+1 {{op type 'SoftmaxV2' has no CPU lowering (node 'n'): not for element types f32 -> i32}}
  %0 = ascend.softmax_v2 %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// -----

func.func @hard_max_to_integers(%a: tensor<4x6xf32>) -> tensor<4x6xi32> {
  // expected-error@+1 {{op type 'HardMax' has no CPU lowering (node 'n'): not for element types f32 -> i32}}
  %0 = ascend.hard_max %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
