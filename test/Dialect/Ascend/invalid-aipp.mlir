// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @no_format(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{needs 'ge.input_format'}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>} : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @no_features(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{needs 'ge.features'}}
  %0 = ascend.aipp %x {ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @floats(%x: tensor<1x4x6x3xf32>) {
  // expected-error @+1 {{takes bytes without a sign}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xf32>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @four_bytes(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{has no pictures of XRGB8888_U8 in 'tensor<1x4x6x3xui8>'}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.input_format = "XRGB8888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

// Four rows and two of colours are six, of which none are five.
func.func @yuv(%x: tensor<1x6x6x1xui8>, %y: tensor<1x5x6x1xui8>) {
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.input_format = "YUV420SP_U8"} : (tensor<1x6x6x1xui8>) -> tensor<1x3x4x6xf16>
  // expected-error @+1 {{has no pictures of YUV420SP_U8}}
  %1 = ascend.aipp %y {ge.features = array<i64: 3, 4, 6>, ge.input_format = "YUV420SP_U8"} : (tensor<1x5x6x1xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @crop(%x: tensor<1x4x6x3xui8>) {
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 2, 5>, ge.crop = array<i64: 2, 1, 2, 5>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x2x5xf16>
  // expected-error @+1 {{'ge.crop' lies outside of pictures of 4 x 6}}
  %1 = ascend.aipp %x {ge.features = array<i64: 3, 2, 5>, ge.crop = array<i64: 3, 1, 2, 5>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x2x5xf16>
  return
}

// -----

func.func @large_crop(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{'ge.crop' lies outside of pictures of 4 x 6}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 2, 5>, ge.crop = array<i64: 9223372036854775807, 0, 9223372036854775807, 5>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x2x5xf16>
  return
}

// -----

func.func @features(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{makes 5 x 6 pixels, and 'ge.features' has 4 x 6}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.padding = array<i64: 0, 1, 0, 0>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @lists(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{'ge.mean_chn' has 3 entries and needs 4}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.mean_chn = array<i64: 1, 2, 3>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @images(%x: tensor<2x100xui8>, %p: tensor<160xui8>) {
  // expected-error @+1 {{with params takes images of [1, bytes]}}
  %0 = ascend.aipp %x, %p {ge.features = array<i64: 3, 4, 6>} : (tensor<2x100xui8>, tensor<160xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @params(%x: tensor<1x100xui8>, %p: tensor<256xui8>, %q: tensor<255xui8>) {
  %0 = ascend.aipp %x, %p {ge.features = array<i64: 3, 4, 6>} : (tensor<1x100xui8>, tensor<256xui8>) -> tensor<2x3x4x6xf16>
  // expected-error @+1 {{they are 64 bytes and 96 for each picture}}
  %1 = ascend.aipp %x, %q {ge.features = array<i64: 3, 4, 6>} : (tensor<1x100xui8>, tensor<255xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @result(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{result 0 has shape [1, 4, 6, 3], the operands give [1, 3, 4, 6]}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x4x6x3xf16>
  return
}

// -----

func.func @large(%x: tensor<1x100xui8>, %p: tensor<160xui8>) {
  %0 = ascend.aipp %x, %p {ge.features = array<i64: 3, 8192, 1>} : (tensor<1x100xui8>, tensor<160xui8>) -> tensor<1x3x8192x1xf16>
  // expected-error @+1 {{'ge.features' are at most 8192}}
  %1 = ascend.aipp %x, %p {ge.features = array<i64: 3, 8193, 1>} : (tensor<1x100xui8>, tensor<160xui8>) -> tensor<1x3x8193x1xf16>
  return
}

// -----

func.func @many(%x: tensor<1x100xui8>, %p: tensor<12256xui8>, %q: tensor<12352xui8>) {
  %0 = ascend.aipp %x, %p {ge.features = array<i64: 3, 4, 6>} : (tensor<1x100xui8>, tensor<12256xui8>) -> tensor<127x3x4x6xf16>
  // expected-error @+1 {{has params of more than 127 pictures}}
  %1 = ascend.aipp %x, %q {ge.features = array<i64: 3, 4, 6>} : (tensor<1x100xui8>, tensor<12352xui8>) -> tensor<128x3x4x6xf16>
  return
}

// -----

func.func @two_features(%x: tensor<1x4x6x3xui8>) {
  // expected-error @+1 {{'ge.features' has 2 entries and needs 3}}
  %0 = ascend.aipp %x {ge.features = array<i64: 4, 6>, ge.input_format = "RGB888_U8"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @open_params(%x: tensor<1x100xui8>, %p: tensor<?xui8>) {
  // expected-error @+1 {{has params of 'tensor<?xui8>', and they are }}
  %0 = ascend.aipp %x, %p {ge.features = array<i64: 3, 4, 6>} : (tensor<1x100xui8>, tensor<?xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @unranked_params(%x: tensor<1x100xui8>, %p: tensor<*xui8>) {
  // expected-error @+1 {{has params of 'tensor<*xui8>', and they are }}
  %0 = ascend.aipp %x, %p {ge.features = array<i64: 3, 4, 6>} : (tensor<1x100xui8>, tensor<*xui8>) -> tensor<1x3x4x6xf16>
  return
}

// -----

func.func @unranked_images(%x: tensor<*xui8>) {
  // expected-error @+1 {{has no pictures of RGB888_U8 in 'tensor<*xui8>'}}
  %0 = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>, ge.input_format = "RGB888_U8"} : (tensor<*xui8>) -> tensor<1x3x4x6xf16>
  return
}
