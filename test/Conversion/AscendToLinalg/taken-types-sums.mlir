// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' | FileCheck %s

// Element types next to those that are refused, of ops that sum up or sample: each op is lowered.
// Normalizations read and write f16, bf16 and f32.
// CHECK-LABEL: func.func @responses(
// CHECK-NOT: = ascend.
func.func @responses(%a: tensor<1x8x7x7xbf16>) -> tensor<1x8x7x7xf16> {
  %0 = ascend.lrn %a {ge.depth_radius = 2 : i64, node_name = "n"} : (tensor<1x8x7x7xbf16>) -> tensor<1x8x7x7xf16>
  return %0 : tensor<1x8x7x7xf16>
}

// CHECK-LABEL: func.func @channels(
// CHECK-NOT: = ascend.
func.func @channels(%a: tensor<1x8x7x7xf16>, %b: tensor<8xf32>, %c: tensor<8xbf16>, %d: tensor<8xf32>, %e: tensor<8xbf16>) -> tensor<1x8x7x7xf32> {
  %0 = ascend.batch_norm %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x8x7x7xf16>, tensor<8xf32>, tensor<8xbf16>, tensor<8xf32>, tensor<8xbf16>) -> tensor<1x8x7x7xf32>
  return %0 : tensor<1x8x7x7xf32>
}

// CHECK-LABEL: func.func @layer(
// CHECK-NOT: = ascend.
func.func @layer(%a: tensor<4x6xbf16>, %b: tensor<6xf32>, %c: tensor<6xf16>) -> (tensor<4x6xf16>, tensor<4x1xf32>, tensor<4x1xbf16>) {
  %0:3 = ascend.layer_norm %a, %b, %c {ge.begin_norm_axis = 1 : i64, node_name = "n"} : (tensor<4x6xbf16>, tensor<6xf32>, tensor<6xf16>) -> (tensor<4x6xf16>, tensor<4x1xf32>, tensor<4x1xbf16>)
  return %0#0, %0#1, %0#2 : tensor<4x6xf16>, tensor<4x1xf32>, tensor<4x1xbf16>
}

// CHECK-LABEL: func.func @squares(
// CHECK-NOT: = ascend.
func.func @squares(%a: tensor<4x6xf16>, %b: tensor<6xbf16>) -> (tensor<4x6xf32>, tensor<4x1xf16>) {
  %0:2 = ascend.rms_norm %a, %b {node_name = "n"} : (tensor<4x6xf16>, tensor<6xbf16>) -> (tensor<4x6xf32>, tensor<4x1xf16>)
  return %0#0, %0#1 : tensor<4x6xf32>, tensor<4x1xf16>
}

// CHECK-LABEL: func.func @unit(
// CHECK-NOT: = ascend.
func.func @unit(%a: tensor<4x6xbf16>) -> tensor<4x6xf32> {
  %0 = ascend.l2_normalize %a {ge.axis = array<i64: 1>, node_name = "n"} : (tensor<4x6xbf16>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// A softmax is in f64 from end to end, or in f32.
// CHECK-LABEL: func.func @wide_softmax(
// CHECK-NOT: = ascend.
func.func @wide_softmax(%a: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %0 = ascend.softmax_v2 %a {node_name = "n"} : (tensor<4x6xf64>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: = ascend.
func.func @softmax(%a: tensor<4x6xf16>) -> tensor<4x6xf32> {
  %0 = ascend.log_softmax_v2 %a {node_name = "n"} : (tensor<4x6xf16>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @first_maximum(
// CHECK-NOT: = ascend.
func.func @first_maximum(%a: tensor<4x6xf64>) -> tensor<4x6xf16> {
  %0 = ascend.hard_max %a {node_name = "n"} : (tensor<4x6xf64>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// Sums of losses, of elements and of all before each.
// CHECK-LABEL: func.func @loss(
// CHECK-NOT: = ascend.
func.func @loss(%a: tensor<3x5xf16>, %b: tensor<3xi32>, %c: tensor<5xbf16>) -> (tensor<f32>, tensor<f16>) {
  %0:2 = ascend.nll_loss %a, %b, %c {node_name = "n"} : (tensor<3x5xf16>, tensor<3xi32>, tensor<5xbf16>) -> (tensor<f32>, tensor<f16>)
  return %0#0, %0#1 : tensor<f32>, tensor<f16>
}

// CHECK-LABEL: func.func @loss_without_weights(
// CHECK-NOT: = ascend.
func.func @loss_without_weights(%a: tensor<3x5xbf16>, %b: tensor<3xi64>) -> (tensor<f32>, tensor<3x5xf16>) {
  %n = ascend.none : none
  %0:2 = ascend.softmax_cross_entropy_loss %a, %b, %n {node_name = "n"} : (tensor<3x5xbf16>, tensor<3xi64>, none) -> (tensor<f32>, tensor<3x5xf16>)
  return %0#0, %0#1 : tensor<f32>, tensor<3x5xf16>
}

// CHECK-LABEL: func.func @determinant(
// CHECK-NOT: = ascend.
func.func @determinant(%a: tensor<2x3x3xbf16>) -> tensor<2xf16> {
  %0 = ascend.matrix_determinant %a {node_name = "n"} : (tensor<2x3x3xbf16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// CHECK-LABEL: func.func @any(
// CHECK-NOT: = ascend.
func.func @any(%a: tensor<4x6xi1>) -> tensor<6xi1> {
  %0 = ascend.reduce_max_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

// CHECK-LABEL: func.func @all(
// CHECK-NOT: = ascend.
func.func @all(%a: tensor<4x6xi1>) -> tensor<6xi1> {
  %0 = ascend.reduce_min_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xi1>) -> tensor<6xi1>
  return %0 : tensor<6xi1>
}

// CHECK-LABEL: func.func @sum(
// CHECK-NOT: = ascend.
func.func @sum(%a: tensor<4x6xui8>) -> tensor<6xui8> {
  %0 = ascend.reduce_sum_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xui8>) -> tensor<6xui8>
  return %0 : tensor<6xui8>
}

// CHECK-LABEL: func.func @narrower_sum(
// CHECK-NOT: = ascend.
func.func @narrower_sum(%a: tensor<4x6xf64>) -> tensor<6xf16> {
  %0 = ascend.reduce_sum_d %a {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "n"} : (tensor<4x6xf64>) -> tensor<6xf16>
  return %0 : tensor<6xf16>
}

// CHECK-LABEL: func.func @norm(
// CHECK-NOT: = ascend.
func.func @norm(%a: tensor<4x5xf64>) -> tensor<4xf64> {
  %0 = ascend.lp_norm_v2 %a {ge.axes = array<i64: 1>, ge.p = 1.0 : f32, node_name = "n"} : (tensor<4x5xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @log_sum(
// CHECK-NOT: = ascend.
func.func @log_sum(%a: tensor<4x6xf64>) -> tensor<6xf64> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  %0 = ascend.reduce_log_sum_exp %a, %k {node_name = "n"} : (tensor<4x6xf64>, tensor<1xi64>) -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// CHECK-LABEL: func.func @far_position(
// CHECK-NOT: = ascend.
func.func @far_position(%a: tensor<4x6xf64>) -> tensor<6xi64> {
  %0 = ascend.arg_max_d %a {ge.dimension = 0 : i64, node_name = "n"} : (tensor<4x6xf64>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

// CHECK-LABEL: func.func @sums(
// CHECK-NOT: = ascend.
func.func @sums(%a: tensor<4x6xf16>) -> tensor<4x6xf32> {
  %0 = ascend.cumsum_d %a {ge.axis = 0 : i64, node_name = "n"} : (tensor<4x6xf16>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @products(
// CHECK-NOT: = ascend.
func.func @products(%a: tensor<4x6xui32>) -> tensor<4x6xui32> {
  %0 = ascend.cumprod_d %a {ge.axis = 0 : i64, node_name = "n"} : (tensor<4x6xui32>) -> tensor<4x6xui32>
  return %0 : tensor<4x6xui32>
}

// Recurrent networks are as normalizations.
// CHECK-LABEL: func.func @lstm(
// CHECK-NOT: = ascend.
func.func @lstm(%a: tensor<5x2x4xf16>, %b: tensor<1x12x4xbf16>, %c: tensor<1x12x3xf32>, %d: tensor<2xi32>, %e: tensor<1x2x3xf16>) -> (tensor<5x1x2x3xf16>, tensor<1x2x3xf32>, tensor<1x2x3xbf16>) {
  %n = ascend.none : none
  %0:3 = ascend.common_lstm %a, %b, %c, %n, %d, %e {ge.hidden_size = 3 : i64, node_name = "n"} : (tensor<5x2x4xf16>, tensor<1x12x4xbf16>, tensor<1x12x3xf32>, none, tensor<2xi32>, tensor<1x2x3xf16>) -> (tensor<5x1x2x3xf16>, tensor<1x2x3xf32>, tensor<1x2x3xbf16>)
  return %0#0, %0#1, %0#2 : tensor<5x1x2x3xf16>, tensor<1x2x3xf32>, tensor<1x2x3xbf16>
}

// CHECK-LABEL: func.func @dynamic_gru(
// CHECK-NOT: = ascend.
func.func @dynamic_gru(%a: tensor<5x2x4xf16>, %b: tensor<4x9xf32>, %c: tensor<3x9xbf16>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf16>) {
  %0:2 = ascend.dynamic_gru_v2 %a, %b, %c {node_name = "n"} : (tensor<5x2x4xf16>, tensor<4x9xf32>, tensor<3x9xbf16>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf16>)
  return %0#0, %0#1 : tensor<5x2x3xf32>, tensor<5x2x3xf16>
}

// CHECK-LABEL: func.func @delta_rule(
// CHECK-NOT: = ascend.
func.func @delta_rule(%a: tensor<2x5x4x8xbf16>, %b: tensor<2x5x2x8xf16>, %c: tensor<2x5x2x6xf32>, %d: tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf16>, tensor<2x2x8x6xbf16>) {
  %0:2 = ascend.recurrent_gated_delta_rule %a, %b, %c, %d {node_name = "n"} : (tensor<2x5x4x8xbf16>, tensor<2x5x2x8xf16>, tensor<2x5x2x6xf32>, tensor<2x2x8x6xf32>) -> (tensor<2x5x4x6xf16>, tensor<2x2x8x6xbf16>)
  return %0#0, %0#1 : tensor<2x5x4x6xf16>, tensor<2x2x8x6xbf16>
}

// Products are in f32, f64 or int32.
// CHECK-LABEL: func.func @wide_product(
// CHECK-NOT: = ascend.
func.func @wide_product(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// CHECK-LABEL: func.func @product(
// CHECK-NOT: = ascend.
func.func @product(%a: tensor<2x3xf16>, %b: tensor<3x4x!ascend.hif8>, %c: tensor<4xf16>) -> tensor<2x4xbf16> {
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xf16>, tensor<3x4x!ascend.hif8>, tensor<4xf16>) -> tensor<2x4xbf16>
  return %0 : tensor<2x4xbf16>
}

// CHECK-LABEL: func.func @product_of_bytes(
// CHECK-NOT: = ascend.
func.func @product_of_bytes(%a: tensor<2x3xi8>, %b: tensor<3x4xui8>, %c: tensor<4xi32>) -> tensor<2x4xi32> {
  %0 = ascend.mat_mul_v2 %a, %b, %c {node_name = "n"} : (tensor<2x3xi8>, tensor<3x4xui8>, tensor<4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @product_of_shorts(
// CHECK-NOT: = ascend.
func.func @product_of_shorts(%a: tensor<2x3xui16>, %b: tensor<3x4xi16>) -> tensor<2x4xi32> {
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xui16>, tensor<3x4xi16>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @product_of_integers(
// CHECK-NOT: = ascend.
func.func @product_of_integers(%a: tensor<2x3xi32>, %b: tensor<3x4xi32>) -> tensor<2x4xi32> {
  %0 = ascend.mat_mul_v2 %a, %b {node_name = "n"} : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// CHECK-LABEL: func.func @convolution(
// CHECK-NOT: = ascend.
func.func @convolution(%a: tensor<1x2x5x5xi8>, %b: tensor<3x2x3x3xui8>, %c: tensor<3xi32>) -> tensor<1x3x3x3xi32> {
  %0 = ascend.conv2d %a, %b, %c {node_name = "n"} : (tensor<1x2x5x5xi8>, tensor<3x2x3x3xui8>, tensor<3xi32>) -> tensor<1x3x3x3xi32>
  return %0 : tensor<1x3x3x3xi32>
}

// CHECK-LABEL: func.func @einsum_of_f64(
// CHECK-NOT: = ascend.
func.func @einsum_of_f64(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// CHECK-LABEL: func.func @einsum_of_ui8(
// CHECK-NOT: = ascend.
func.func @einsum_of_ui8(%a: tensor<2x3xui8>, %b: tensor<3x4xui8>) -> tensor<2x4xui8> {
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xui8>, tensor<3x4xui8>) -> tensor<2x4xui8>
  return %0 : tensor<2x4xui8>
}

// CHECK-LABEL: func.func @einsum_of_i64(
// CHECK-NOT: = ascend.
func.func @einsum_of_i64(%a: tensor<2x3xi64>, %b: tensor<3x4xi64>) -> tensor<2x4xi64> {
  %0 = ascend.einsum %a, %b {ge.N = 2 : i64, ge.equation = "ij,jk->ik", node_name = "n"} : (tensor<2x3xi64>, tensor<3x4xi64>) -> tensor<2x4xi64>
  return %0 : tensor<2x4xi64>
}

// CHECK-LABEL: func.func @bias(
// CHECK-NOT: = ascend.
func.func @bias(%a: tensor<4x6xf16>, %b: tensor<6xf32>) -> tensor<4x6xbf16> {
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xf16>, tensor<6xf32>) -> tensor<4x6xbf16>
  return %0 : tensor<4x6xbf16>
}

// CHECK-LABEL: func.func @bias_of_integers(
// CHECK-NOT: = ascend.
func.func @bias_of_integers(%a: tensor<4x6xi64>, %b: tensor<6xi64>) -> tensor<4x6xi64> {
  %0 = ascend.bias_add %a, %b {node_name = "n"} : (tensor<4x6xi64>, tensor<6xi64>) -> tensor<4x6xi64>
  return %0 : tensor<4x6xi64>
}

// Windows, points and regions.
// CHECK-LABEL: func.func @maxima(
// CHECK-NOT: = ascend.
func.func @maxima(%a: tensor<1x8x6x6xui8>) -> tensor<1x8x3x3xui8> {
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xui8>) -> tensor<1x8x3x3xui8>
  return %0 : tensor<1x8x3x3xui8>
}

// CHECK-LABEL: func.func @means(
// CHECK-NOT: = ascend.
func.func @means(%a: tensor<1x8x6x6xf64>) -> tensor<1x8x3x3xf16> {
  %0 = ascend.avg_pool_v2 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xf64>) -> tensor<1x8x3x3xf16>
  return %0 : tensor<1x8x3x3xf16>
}

// CHECK-LABEL: func.func @positions_of_maxima(
// CHECK-NOT: = ascend.
func.func @positions_of_maxima(%a: tensor<1x8x1x6x6xi8>) -> (tensor<1x8x1x3x3xi8>, tensor<1x8x1x3x3xi32>) {
  %0:2 = ascend.max_pool3d_with_argmax_v2 %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xi8>) -> (tensor<1x8x1x3x3xi8>, tensor<1x8x1x3x3xi32>)
  return %0#0, %0#1 : tensor<1x8x1x3x3xi8>, tensor<1x8x1x3x3xi32>
}

// CHECK-LABEL: func.func @points(
// CHECK-NOT: = ascend.
func.func @points(%a: tensor<1x2x4x4xbf16>, %b: tensor<1x6x6x2xf16>) -> tensor<1x2x6x6xbf16> {
  %0 = ascend.grid_sampler2d %a, %b {node_name = "n"} : (tensor<1x2x4x4xbf16>, tensor<1x6x6x2xf16>) -> tensor<1x2x6x6xbf16>
  return %0 : tensor<1x2x6x6xbf16>
}

// CHECK-LABEL: func.func @affine_points(
// CHECK-NOT: = ascend.
func.func @affine_points(%a: tensor<1x2x3xf16>) -> tensor<1x4x6x2xf16> {
  %k = ascend.constant dense<[1, 2, 4, 6]> : tensor<4xi64>
  %0 = ascend.affine_grid %a, %k {node_name = "n"} : (tensor<1x2x3xf16>, tensor<4xi64>) -> tensor<1x4x6x2xf16>
  return %0 : tensor<1x4x6x2xf16>
}

// CHECK-LABEL: func.func @regions(
// CHECK-NOT: = ascend.
func.func @regions(%a: tensor<1x3x8x8xf16>, %b: tensor<5x5xf32>) -> tensor<5x3x2x2xf16> {
  %0 = ascend.roi_align %a, %b {ge.pooled_height = 2 : i64, ge.pooled_width = 2 : i64, node_name = "n"} : (tensor<1x3x8x8xf16>, tensor<5x5xf32>) -> tensor<5x3x2x2xf16>
  return %0 : tensor<5x3x2x2xf16>
}

// CHECK-LABEL: func.func @blocks(
// CHECK-NOT: = ascend.
func.func @blocks(%a: tensor<1x1x25xf64>) -> tensor<1x1x5x5xf64> {
  %k = ascend.constant dense<5> : tensor<2xi64>
  %k1 = ascend.constant dense<1> : tensor<2xi64>
  %0 = ascend.col2im_v2 %a, %k, %k1 {node_name = "n"} : (tensor<1x1x25xf64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x5x5xf64>
  return %0 : tensor<1x1x5x5xf64>
}

// CHECK-LABEL: func.func @weighed(
// CHECK-NOT: = ascend.
func.func @weighed(%a: tensor<1x1x4x4xf64>) -> tensor<1x1x8x8xf64> {
  %n = ascend.none : none
  %k = ascend.constant dense<[1, 1, 8, 8]> : tensor<4xi64>
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "linear", node_name = "n"} : (tensor<1x1x4x4xf64>, none, none, tensor<4xi64>) -> tensor<1x1x8x8xf64>
  return %0 : tensor<1x1x8x8xf64>
}

// CHECK-LABEL: func.func @nearest(
// CHECK-NOT: = ascend.
func.func @nearest(%a: tensor<1x1x4x4xcomplex<f32>>) -> tensor<1x1x8x8xcomplex<f32>> {
  %n = ascend.none : none
  %k = ascend.constant dense<[1, 1, 8, 8]> : tensor<4xi64>
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "nearest", node_name = "n"} : (tensor<1x1x4x4xcomplex<f32>>, none, none, tensor<4xi64>) -> tensor<1x1x8x8xcomplex<f32>>
  return %0 : tensor<1x1x8x8xcomplex<f32>>
}

// CHECK-LABEL: func.func @nearest_bools(
// CHECK-NOT: = ascend.
func.func @nearest_bools(%a: tensor<1x1x4x4xi1>) -> tensor<1x1x8x8xi1> {
  %0 = ascend.resize_nearest_neighbor_v2d %a {ge.size = array<i64: 8, 8>, node_name = "n"} : (tensor<1x1x4x4xi1>) -> tensor<1x1x8x8xi1>
  return %0 : tensor<1x1x8x8xi1>
}
