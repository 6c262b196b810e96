// Borders, parts, joints and other sizes of images in blocks.
//
// RUN: ascend-opt %s --split-input-file --ascend-assign-formats --canonicalize | FileCheck %s

// A block has no border: in pairs of each axis, and in lists of what is before
// all axes and behind them, of which the second and the sixth are of channels.
// CHECK-LABEL: func @borders
// CHECK: %[[PAIRS:.*]] = ascend.constant dense<[1, 0, 0, 0, 1, 2, 3, 0, 0, 0]>
// CHECK: ascend.pad_v3 %{{.*}}, %[[PAIRS]] {node_name = "pairs"} : {{.*}} -> tensor<2x1x7x7x16xf32>
// CHECK: %[[LISTS:.*]] = ascend.constant dense<[1, 0, 1, 3, 0, 0, 0, 2, 0, 0]>
// CHECK: ascend.pad_v3 %{{.*}}, %[[LISTS]] {ge.paddings_contiguous = false, node_name = "lists"} : {{.*}} -> tensor<2x1x7x7x16xf32>
// CHECK: ascend.pad_v3 {{.*}} {ge.paddings_contiguous = false, node_name = "before"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.pad_v3 {{.*}} {ge.paddings_contiguous = false, node_name = "behind"} : (tensor<1x16x4x4xf32>,
func.func @borders(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>)
    -> (tensor<2x16x7x7xf32>, tensor<2x16x7x7xf32>, tensor<1x18x4x4xf32>, tensor<1x18x4x4xf32>) {
  %pairs = ascend.constant dense<[1, 0, 0, 0, 1, 2, 3, 0]> : tensor<8xi64>
  %lists = ascend.constant dense<[1, 0, 1, 3, 0, 0, 2, 0]> : tensor<8xi64>
  %before = ascend.constant dense<[0, 2, 0, 0, 0, 0, 0, 0]> : tensor<8xi64>
  %behind = ascend.constant dense<[0, 0, 0, 0, 0, 2, 0, 0]> : tensor<8xi64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.pad_v3 %0, %pairs {node_name = "pairs"} : (tensor<1x16x4x4xf32>, tensor<8xi64>) -> tensor<2x16x7x7xf32>
  %2 = ascend.pad_v3 %0, %lists {ge.paddings_contiguous = false, node_name = "lists"} : (tensor<1x16x4x4xf32>, tensor<8xi64>) -> tensor<2x16x7x7xf32>
  %3 = ascend.pad_v3 %0, %before {ge.paddings_contiguous = false, node_name = "before"} : (tensor<1x16x4x4xf32>, tensor<8xi64>) -> tensor<1x18x4x4xf32>
  %4 = ascend.pad_v3 %0, %behind {ge.paddings_contiguous = false, node_name = "behind"} : (tensor<1x16x4x4xf32>, tensor<8xi64>) -> tensor<1x18x4x4xf32>
  return %1, %2, %3, %4 : tensor<2x16x7x7xf32>, tensor<2x16x7x7xf32>, tensor<1x18x4x4xf32>, tensor<1x18x4x4xf32>
}

// -----

// Of corners or centers that lie on each other halves go up.
// CHECK-LABEL: func @nearest
// CHECK: ascend.resize {{.*}} {ge.axes = array<i64: 2, 3>, ge.coordinate_transformation_mode = "align_corners", ge.mode = "nearest", ge.nearest_mode = "round_prefer_ceil", node_name = "corners"} : {{.*}} -> tensor<1x1x8x6x16xf32>
// CHECK: ascend.resize {{.*}} {ge.axes = array<i64: 2, 3>, ge.coordinate_transformation_mode = "half_pixel", ge.mode = "nearest", ge.nearest_mode = "round_prefer_ceil", node_name = "centers"} : {{.*}} -> tensor<1x1x8x6x16xf32>
// CHECK: ascend.resize {{.*}} {ge.axes = array<i64: 2, 3>, ge.coordinate_transformation_mode = "asymmetric", ge.mode = "nearest", ge.nearest_mode = "floor", node_name = "sized"} : {{.*}} -> tensor<1x1x8x6x16xf32>
func.func @nearest(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>) -> (tensor<1x16x8x6xf32>, tensor<1x16x8x6xf32>, tensor<1x16x8x6xf32>) {
  %size = ascend.constant dense<[8, 6]> : tensor<2xi32>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.resize_nearest_neighbor_v2 %0, %size {ge.align_corners = true, node_name = "corners"} : (tensor<1x16x4x4xf32>, tensor<2xi32>) -> tensor<1x16x8x6xf32>
  %2 = ascend.resize_nearest_neighbor_v2 %0, %size {ge.half_pixel_centers = true, node_name = "centers"} : (tensor<1x16x4x4xf32>, tensor<2xi32>) -> tensor<1x16x8x6xf32>
  %3 = ascend.resize_nearest_neighbor_v2d %0 {ge.size = array<i64: 8, 6>, node_name = "sized"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x8x6xf32>
  return %1, %2, %3 : tensor<1x16x8x6xf32>, tensor<1x16x8x6xf32>, tensor<1x16x8x6xf32>
}

// -----

// Sizes and scales get one more, of the block; only height and width have
// another size, whichever axes are named.
// CHECK-LABEL: func @resized
// CHECK: %[[SIZES:.*]] = ascend.constant dense<[1, 1, 8, 6, 16]>
// CHECK: ascend.resize {{.*}}, %[[SIZES]] {ge.axes = array<i64: 2, 3>, ge.mode = "linear", node_name = "sizes"} : {{.*}} -> tensor<1x1x8x6x16xf32>
// CHECK: ascend.resize {{.*}} {ge.axes = array<i64: 2>, ge.mode = "linear", node_name = "height"} : {{.*}} -> tensor<1x1x8x4x16xf32>
// CHECK: ascend.resize {{.*}} {node_name = "images"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.resize {{.*}} {node_name = "channels"} : (tensor<1x16x4x4xf32>,
func.func @resized(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>)
    -> (tensor<1x16x8x6xf32>, tensor<1x16x8x4xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %none = ascend.none : none
  %sizes = ascend.constant dense<[1, 16, 8, 6]> : tensor<4xi64>
  %height = ascend.constant dense<[1, 16, 8, 4]> : tensor<4xi64>
  %images = ascend.constant dense<[1.5, 1.0, 2.0, 2.0]> : tensor<4xf32>
  %channels = ascend.constant dense<[1.0, 1.03125, 2.0, 2.0]> : tensor<4xf32>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.resize %0, %none, %none, %sizes {ge.mode = "linear", node_name = "sizes"} : (tensor<1x16x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x16x8x6xf32>
  %2 = ascend.resize %0, %none, %none, %height {ge.axes = array<i64: 2>, ge.mode = "linear", node_name = "height"} : (tensor<1x16x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x16x8x4xf32>
  %3 = ascend.resize %0, %none, %images {node_name = "images"} : (tensor<1x16x4x4xf32>, none, tensor<4xf32>) -> tensor<1x16x8x8xf32>
  %4 = ascend.resize %0, %none, %channels {node_name = "channels"} : (tensor<1x16x4x4xf32>, none, tensor<4xf32>) -> tensor<1x16x8x8xf32>
  return %1, %2, %3, %4 : tensor<1x16x8x6xf32>, tensor<1x16x8x4xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>
}

// -----

// Rows of all channels are parted and joined, counted from either end, and the
// largest of them is in a vector where no axes of 1 are kept.
// CHECK-LABEL: func @rows
// CHECK: %[[SIZES:.*]] = ascend.constant dense<[1, 3]> : tensor<2xi64>
// CHECK: %[[AXIS:.*]] = ascend.constant dense<2> : tensor<1xi64>
// CHECK: %[[P:.*]]:2 = ascend.split_v %{{.*}}, %[[SIZES]], %[[AXIS]] {node_name = "p"} : {{.*}} -> (tensor<1x1x1x4x16xf32>, tensor<1x1x3x4x16xf32>)
// CHECK: ascend.concat_d %[[P]]#1, %[[P]]#0 {ge.concat_dim = 2 : i64, node_name = "j"} : {{.*}} -> tensor<1x1x4x4x16xf32>
// CHECK: %[[AXES:.*]] = ascend.constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[M:.*]] = ascend.reduce_max %{{.*}}, %[[AXES]] {ge.keep_dims = true, node_name = "m"} : {{.*}} -> tensor<1x1x1x1x16xf32>
// CHECK: ascend.reshape %[[M]], {{.*}} -> tensor<1x16xf32>
func.func @rows(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>) -> tensor<1x16xf32> {
  %axis = ascend.constant dense<-2> : tensor<i64>
  %sizes = ascend.constant dense<[1, 3]> : tensor<2xi64>
  %axes = ascend.constant dense<[-2, 3]> : tensor<2xi64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1:2 = ascend.split_v %0, %sizes, %axis {node_name = "p"} : (tensor<1x16x4x4xf32>, tensor<2xi64>, tensor<i64>) -> (tensor<1x16x1x4xf32>, tensor<1x16x3x4xf32>)
  %2 = ascend.concat_d %1#1, %1#0 {ge.concat_dim = -2 : i64, node_name = "j"} : (tensor<1x16x3x4xf32>, tensor<1x16x1x4xf32>) -> tensor<1x16x4x4xf32>
  %3 = ascend.reduce_max %2, %axes {node_name = "m"} : (tensor<1x16x4x4xf32>, tensor<2xi64>) -> tensor<1x16xf32>
  return %3 : tensor<1x16xf32>
}

// -----

// Blocks of 8 channels, joined to three of 16, are put side by side in those.
// CHECK-LABEL: func @joined_blocks
// CHECK: %[[J:.*]] = ascend.concat_d {{.*}} -> tensor<1x6x4x4x8xf32>
// CHECK: %[[PARTS:.*]] = ascend.reshape %[[J]], %{{.*}} -> tensor<1x3x2x4x4x8xf32>
// CHECK: %[[PERM:.*]] = ascend.constant dense<[0, 1, 3, 4, 2, 5]>
// CHECK: %[[MOVED:.*]] = ascend.transpose %[[PARTS]], %[[PERM]] {{.*}} -> tensor<1x3x4x4x2x8xf32>
// CHECK: %[[WHOLE:.*]] = ascend.reshape %[[MOVED]], %{{.*}} -> tensor<1x3x4x4x16xf32>
// CHECK: ascend.conv2d %[[WHOLE]], {{.*}}node_name = "b"
func.func @joined_blocks(%x: tensor<1x3x4x4xf32>, %w: tensor<24x3x1x1xf32>, %v: tensor<16x48x1x1xf32>) -> tensor<1x16x4x4xf32> {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<24x3x1x1xf32>) -> tensor<1x24x4x4xf32>
  %1 = ascend.concat_d %0, %0 {ge.concat_dim = 1 : i64, node_name = "j"} : (tensor<1x24x4x4xf32>, tensor<1x24x4x4xf32>) -> tensor<1x48x4x4xf32>
  %2 = ascend.conv2d %1, %v {node_name = "b"} : (tensor<1x48x4x4xf32>, tensor<16x48x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %2 : tensor<1x16x4x4xf32>
}
