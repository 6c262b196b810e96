// RUN: ascend-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: ascend-opt %s --split-input-file --verify-diagnostics | ascend-opt --split-input-file | FileCheck %s

// CHECK-LABEL: func @product(
// CHECK: {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "a", was_open}
// CHECK: {cube_form = #ascend.product_form<right_rows>, node_name = "b"}
func.func @product(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>) {
  %a = ascend.mat_mul_v2 %x, %w {cube_form = #ascend.product_form<rows, epilogue = true>, node_name = "a", was_open} : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  %b = ascend.batch_mat_mul_v2 %x, %w {cube_form = #ascend.product_form<right_rows, epilogue = false>, node_name = "b"} : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  return
}
// CHECK-LABEL: func @convolution(
// CHECK: {cube_form = #ascend.convolution_form<byte_dots>, node_name = "c"}
func.func @convolution(%x: tensor<1x5x8x8xi8>, %w: tensor<6x5x3x3xi8>) {
  %c = ascend.conv2d %x, %w {cube_form = #ascend.convolution_form<byte_dots>, node_name = "c"} : (tensor<1x5x8x8xi8>, tensor<6x5x3x3xi8>) -> tensor<1x6x6x6xi32>
  return
}

// -----

func.func @convolution_by_a_product(%x: tensor<1x5x8x8xf32>, %w: tensor<6x5x3x3xf32>) {
  // expected-error @+1 {{attribute 'cube_form' failed to satisfy constraint: How a convolution is computed}}
  %c = ascend.conv2d %x, %w {cube_form = #ascend.product_form<rows>} : (tensor<1x5x8x8xf32>, tensor<6x5x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @product_by_a_convolution(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>) {
  // expected-error @+1 {{attribute 'cube_form' failed to satisfy constraint: How a product of matrices is computed}}
  %y = ascend.fully_connection %x, %w {cube_form = #ascend.convolution_form<packed>} : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @name(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>) {
  // expected-error @+2 {{to be one of: plain, strassen, lanes, right_rows, rows}}
  // expected-error @+1 {{failed to parse Ascend_ProductFormAttr parameter 'value'}}
  %y = ascend.mat_mul_v2 %x, %w {cube_form = #ascend.product_form<columns>} : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @text(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>) {
  // expected-error @+1 {{has an unknown attribute 'ascend.cube_form'}}
  %y = ascend.mat_mul_v2 %x, %w {ascend.cube_form = "rows"} : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  return
}
