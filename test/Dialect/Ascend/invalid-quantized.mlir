// Scales of sums: one, or one for each channel.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

// Axis 1 of images where it fits, else the last: both are right.
func.func @channels(%x: tensor<1x3x4x5xi32>, %c: tensor<3xui64>, %l: tensor<5xui64>, %o: tensor<1xui64>, %s: tensor<ui64>, %any: tensor<?xui64>) {
  %0 = ascend.ascend_dequant %x, %c : (tensor<1x3x4x5xi32>, tensor<3xui64>) -> tensor<1x3x4x5xf16>
  %1 = ascend.ascend_dequant %x, %l : (tensor<1x3x4x5xi32>, tensor<5xui64>) -> tensor<1x3x4x5xf16>
  %2 = ascend.ascend_dequant %x, %o : (tensor<1x3x4x5xi32>, tensor<1xui64>) -> tensor<1x3x4x5xf16>
  %3 = ascend.ascend_requant %x, %s : (tensor<1x3x4x5xi32>, tensor<ui64>) -> tensor<1x3x4x5xi8>
  %4 = ascend.ascend_requant %x, %any : (tensor<1x3x4x5xi32>, tensor<?xui64>) -> tensor<1x3x4x5xi8>
  return
}

// -----

func.func @length(%x: tensor<1x3x4x5xi32>, %s: tensor<4xui64>) {
  // expected-error @+1 {{'ascend.ascend_dequant' op its scale has 4 elements, x has 5 channels}}
  %0 = ascend.ascend_dequant %x, %s : (tensor<1x3x4x5xi32>, tensor<4xui64>) -> tensor<1x3x4x5xf16>
  return
}

// -----

func.func @rows(%x: tensor<4x5xi32>, %s: tensor<4xui64>) {
  // expected-error @+1 {{'ascend.ascend_requant' op its scale has 4 elements, x has 5 channels}}
  %0 = ascend.ascend_requant %x, %s : (tensor<4x5xi32>, tensor<4xui64>) -> tensor<4x5xi8>
  return
}

// -----

func.func @rank(%x: tensor<4x5xi32>, %s: tensor<1x5xui64>) {
  // expected-error @+1 {{its scale has rank 2, needs one element or one for each channel}}
  %0 = ascend.ascend_dequant %x, %s : (tensor<4x5xi32>, tensor<1x5xui64>) -> tensor<4x5xf16>
  return
}

// -----

func.func @scalar(%x: tensor<i32>, %s: tensor<2xui64>) {
  // expected-error @+1 {{x has no channels, its scale has rank 1}}
  %0 = ascend.ascend_dequant %x, %s : (tensor<i32>, tensor<2xui64>) -> tensor<f16>
  return
}

// -----

func.func @required(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ge.scale'}}
  %0 = ascend.ascend_quant %x {ge.offset = 0.0 : f32} : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @mode(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ge.round_mode'}}
  %0 = ascend.ascend_quant %x {ge.offset = 0.0 : f32, ge.scale = 1.0 : f32, ge.round_mode = "Rint"} : (tensor<4xf32>) -> tensor<4xi8>
  return
}
