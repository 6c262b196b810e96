// Which ops are given NC1HWC0, and where the format changes.
//
// RUN: ascend-opt %s --split-input-file --ascend-assign-formats --canonicalize | FileCheck %s

// Of three channels x is read as it is; a sum and a channel's factor follow.
// CHECK-LABEL: func @chain
// CHECK-NEXT: %[[A:.*]] = ascend.conv2d %arg0, %arg1 {ge.y_c0 = 16 : i64, node_name = "a"} : (tensor<1x3x8x8xf16>, tensor<32x3x1x1xf16>) -> tensor<1x2x8x8x16xf16>
// CHECK: %[[SCALE:.*]] = ascend.reshape %arg2, {{.*}} -> tensor<1x2x1x1x16xf16>
// CHECK: %[[M:.*]] = ascend.mul %[[A]], %[[SCALE]] {{.*}} -> tensor<1x2x8x8x16xf16>
// CHECK: %[[S:.*]] = ascend.add %[[M]], %arg3 {{.*}} -> tensor<1x2x8x8x16xf16>
// CHECK: %[[B:.*]] = ascend.conv2d %[[S]], %arg4 {ge.y_c0 = 8 : i64, node_name = "b"} : {{.*}} -> tensor<1x1x8x8x8xf16>
// CHECK: %[[T:.*]] = ascend.transpose %[[B]], {{.*}} -> tensor<1x1x8x8x8xf16>
// CHECK: ascend.reshape %[[T]], {{.*}} -> tensor<1x8x8x8xf16>
func.func @chain(%x: tensor<1x3x8x8xf16>, %a: tensor<32x3x1x1xf16>, %scale: tensor<32x1x1xf16>, %one: tensor<f16>,
                 %b: tensor<8x32x1x1xf16>) -> tensor<1x8x8x8xf16> {
  %0 = ascend.conv2d %x, %a {node_name = "a"} : (tensor<1x3x8x8xf16>, tensor<32x3x1x1xf16>) -> tensor<1x32x8x8xf16>
  %1 = ascend.mul %0, %scale {node_name = "m"} : (tensor<1x32x8x8xf16>, tensor<32x1x1xf16>) -> tensor<1x32x8x8xf16>
  %2 = ascend.add %1, %one {node_name = "s"} : (tensor<1x32x8x8xf16>, tensor<f16>) -> tensor<1x32x8x8xf16>
  %3 = ascend.conv2d %2, %b {node_name = "b"} : (tensor<1x32x8x8xf16>, tensor<8x32x1x1xf16>) -> tensor<1x8x8x8xf16>
  return %3 : tensor<1x8x8x8xf16>
}

// -----

// x of an input is moved once for both; a pool of theirs is one in three axes.
// CHECK-LABEL: func @pool
// CHECK: ascend.reshape %arg0, {{.*}} -> tensor<1x1x16x4x6xf32>
// CHECK: %[[X:.*]] = ascend.transpose {{.*}} -> tensor<1x1x4x6x16xf32>
// CHECK-NOT: ascend.transpose
// CHECK: ascend.conv2d %[[X]]
// CHECK: ascend.conv2d %[[X]]
// CHECK: ascend.add
// CHECK: ascend.max_pool3d {{.*}} {ge.ksize = array<i64: 1, 1, 3, 3, 1>, ge.pads = array<i64: 1, 1, 1, 1, 0, 0>, ge.strides = array<i64: 1, 1, 2, 2, 1>, node_name = "p"} : (tensor<1x1x4x6x16xf32>) -> tensor<1x1x2x3x16xf32>
func.func @pool(%x: tensor<1x16x4x6xf32>, %w: tensor<16x16x1x1xf32>, %v: tensor<16x16x1x1xf32>) -> tensor<1x16x2x3xf32> {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x16x4x6xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x6xf32>
  %1 = ascend.conv2d %x, %v {node_name = "b"} : (tensor<1x16x4x6xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x6xf32>
  %2 = ascend.add %0, %1 {node_name = "s"} : (tensor<1x16x4x6xf32>, tensor<1x16x4x6xf32>) -> tensor<1x16x4x6xf32>
  %3 = ascend.max_pool_v3 %2 {ge.ksize = array<i64: 1, 1, 3, 3>, ge.pads = array<i64: 1, 1, 1, 1>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"}
      : (tensor<1x16x4x6xf32>) -> tensor<1x16x2x3xf32>
  return %3 : tensor<1x16x2x3xf32>
}

// -----

// One of each channel follows; alone it stays. So do other numbers of channels,
// integers, and what only a run tells.
// CHECK-LABEL: func @depthwise
// CHECK: %[[A:.*]] = ascend.conv2d {{.*}} node_name = "a"
// CHECK: ascend.conv2d %[[A]], %arg2 {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "d"}
// CHECK: ascend.conv2d %arg3, %arg2 {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "alone"}
// CHECK: ascend.conv2d %arg3, %arg4 {node_name = "odd"}
// CHECK: ascend.conv2d %arg5, %arg6 {node_name = "integers"}
// CHECK: ascend.conv2d %arg7, %arg1 {node_name = "dynamic"}
func.func @depthwise(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %d: tensor<16x1x3x3xf32>, %odd: tensor<1x16x4x4xf32>,
    %u: tensor<7x16x1x1xf32>, %i: tensor<1x16x4x4xi8>, %j: tensor<16x16x1x1xi8>, %open: tensor<1x16x?x4xf32>)
    -> (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x7x4x4xf32>, tensor<1x16x4x4xi32>, tensor<1x16x?x4xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.conv2d %0, %d {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "d"}
      : (tensor<1x16x4x4xf32>, tensor<16x1x3x3xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.conv2d %odd, %d {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "alone"}
      : (tensor<1x16x4x4xf32>, tensor<16x1x3x3xf32>) -> tensor<1x16x4x4xf32>
  %3 = ascend.conv2d %odd, %u {node_name = "odd"} : (tensor<1x16x4x4xf32>, tensor<7x16x1x1xf32>) -> tensor<1x7x4x4xf32>
  %4 = ascend.conv2d %i, %j {node_name = "integers"} : (tensor<1x16x4x4xi8>, tensor<16x16x1x1xi8>) -> tensor<1x16x4x4xi32>
  %5 = ascend.conv2d %open, %w {node_name = "dynamic"} : (tensor<1x16x?x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x?x4xf32>
  return %1, %2, %3, %4, %5 : tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x7x4x4xf32>, tensor<1x16x4x4xi32>, tensor<1x16x?x4xf32>
}

// -----

// Two of equal blocks are joined in them, of other ones in NCHW; a tensor from
// elsewhere is moved, and a factor of each image's channels is there.
// CHECK-LABEL: func @join
// CHECK: %[[R:.*]] = ascend.transpose
// CHECK: %[[A:.*]] = ascend.conv2d {{.*}} node_name = "a"
// CHECK: %[[J:.*]] = ascend.concat_d %[[A]], %[[A]] {ge.concat_dim = 1 : i64, node_name = "j"} : {{.*}} -> tensor<2x2x4x4x16xf32>
// CHECK: %[[S:.*]] = ascend.conv2d {{.*}} node_name = "s"
// CHECK: ascend.mul %[[J]], %[[S]] {{.*}} (tensor<2x2x4x4x16xf32>, tensor<2x2x1x1x16xf32>) -> tensor<2x2x4x4x16xf32>
// CHECK: ascend.add {{.*}} -> tensor<2x2x4x4x16xf32>
// CHECK: %[[B:.*]] = ascend.conv2d {{.*}} node_name = "b"
// CHECK: ascend.concat_d {{.*}} {ge.concat_dim = -3 : i64, node_name = "k"} : {{.*}} -> tensor<2x24x4x4xf32>
func.func @join(%x: tensor<2x3x4x4xf32>, %w: tensor<16x3x1x1xf32>, %s: tensor<2x16x1x1xf32>, %v: tensor<32x16x1x1xf32>,
    %r: tensor<2x32x4x4xf32>, %b: tensor<8x32x1x1xf32>) -> tensor<2x24x4x4xf32> {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<2x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<2x16x4x4xf32>
  %1 = ascend.concat_d %0, %0 {ge.concat_dim = -3 : i64, node_name = "j"}
      : (tensor<2x16x4x4xf32>, tensor<2x16x4x4xf32>) -> tensor<2x32x4x4xf32>
  %2 = ascend.conv2d %s, %v {node_name = "s"} : (tensor<2x16x1x1xf32>, tensor<32x16x1x1xf32>) -> tensor<2x32x1x1xf32>
  %3 = ascend.mul %1, %2 {node_name = "m"} : (tensor<2x32x4x4xf32>, tensor<2x32x1x1xf32>) -> tensor<2x32x4x4xf32>
  %4 = ascend.add %3, %r {node_name = "r"} : (tensor<2x32x4x4xf32>, tensor<2x32x4x4xf32>) -> tensor<2x32x4x4xf32>
  %5 = ascend.conv2d %4, %b {node_name = "b"} : (tensor<2x32x4x4xf32>, tensor<8x32x1x1xf32>) -> tensor<2x8x4x4xf32>
  %6 = ascend.concat_d %0, %5 {ge.concat_dim = -3 : i64, node_name = "k"}
      : (tensor<2x16x4x4xf32>, tensor<2x8x4x4xf32>) -> tensor<2x24x4x4xf32>
  return %6 : tensor<2x24x4x4xf32>
}
