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

// A window of one pixel stays as it is where nothing around it has blocks; a
// pool would, of small planes columns would be idle, and of few outputs both
// changes of the format take no longer than to pack x.
// CHECK-LABEL: func @alone
// CHECK: ascend.conv2d %arg0, %arg1 {node_name = "a"}
// CHECK-NEXT: ascend.relu %{{.*}} : (tensor<1x32x16x16xf32>)
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "b"}
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "c"}
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "d"}
func.func @alone(%x: tensor<1x16x16x16xf32>, %w: tensor<32x16x1x1xf32>, %y: tensor<1x16x16x16xf32>, %z: tensor<1x16x15x17xf32>,
                 %u: tensor<1x64x16x16xf32>, %v: tensor<16x64x1x1xf32>)
    -> (tensor<1x32x16x16xf32>, tensor<1x32x8x8xf32>, tensor<1x32x15x17xf32>, tensor<1x16x16x16xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x16x16x16xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x16x16xf32>
  %1 = ascend.relu %0 {node_name = "r"} : (tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %2 = ascend.conv2d %y, %w {node_name = "b"} : (tensor<1x16x16x16xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x16x16xf32>
  %3 = ascend.max_pool_v3 %2 {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"}
      : (tensor<1x32x16x16xf32>) -> tensor<1x32x8x8xf32>
  %4 = ascend.conv2d %z, %w {node_name = "c"} : (tensor<1x16x15x17xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x15x17xf32>
  %5 = ascend.conv2d %u, %v {node_name = "d"} : (tensor<1x64x16x16xf32>, tensor<16x64x1x1xf32>) -> tensor<1x16x16x16xf32>
  return %1, %3, %4, %5 : tensor<1x32x16x16xf32>, tensor<1x32x8x8xf32>, tensor<1x32x15x17xf32>, tensor<1x16x16x16xf32>
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
// wide integers, and a dynamic number of channels.
// CHECK-LABEL: func @depthwise
// CHECK: %[[A:.*]] = ascend.conv2d {{.*}} node_name = "a"
// CHECK: ascend.conv2d %[[A]], %arg2 {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "d"}
// CHECK: ascend.conv2d %arg3, %arg2 {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "alone"}
// CHECK: ascend.conv2d %arg3, %arg4 {node_name = "odd"}
// CHECK: ascend.conv2d %arg5, %arg6 {node_name = "integers"}
// CHECK: ascend.conv2d %arg7, %arg1 {node_name = "dynamic"}
func.func @depthwise(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xf32>, %d: tensor<16x1x3x3xf32>, %odd: tensor<1x16x4x4xf32>,
    %u: tensor<7x16x1x1xf32>, %i: tensor<1x16x4x4xi32>, %j: tensor<16x16x1x1xi32>, %open: tensor<1x?x4x4xf32>)
    -> (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x7x4x4xf32>, tensor<1x16x4x4xi32>, tensor<1x16x4x4xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.conv2d %0, %d {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "d"}
      : (tensor<1x16x4x4xf32>, tensor<16x1x3x3xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.conv2d %odd, %d {ge.groups = 16 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "alone"}
      : (tensor<1x16x4x4xf32>, tensor<16x1x3x3xf32>) -> tensor<1x16x4x4xf32>
  %3 = ascend.conv2d %odd, %u {node_name = "odd"} : (tensor<1x16x4x4xf32>, tensor<7x16x1x1xf32>) -> tensor<1x7x4x4xf32>
  %4 = ascend.conv2d %i, %j {node_name = "integers"} : (tensor<1x16x4x4xi32>, tensor<16x16x1x1xi32>) -> tensor<1x16x4x4xi32>
  %5 = ascend.conv2d %open, %w {node_name = "dynamic"} : (tensor<1x?x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %1, %2, %3, %4, %5 : tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x7x4x4xf32>, tensor<1x16x4x4xi32>, tensor<1x16x4x4xf32>
}

// -----

// Two of equal blocks are joined in them, and others in the smaller ones, into
// which larger ones are divided; a tensor from elsewhere is moved, and a factor
// of each image's channels is there.
// CHECK-LABEL: func @join
// CHECK: %[[R:.*]] = ascend.transpose %{{.*}} -> tensor<2x2x4x4x16xf32>
// CHECK: %[[A:.*]] = ascend.conv2d {{.*}} node_name = "a"
// CHECK: %[[PARTS:.*]] = ascend.reshape %[[A]], {{.*}} -> tensor<2x1x4x4x2x8xf32>
// CHECK: %[[MOVED:.*]] = ascend.transpose %[[PARTS]], {{.*}} -> tensor<2x1x2x4x4x8xf32>
// CHECK: %[[EIGHTS:.*]] = ascend.reshape %[[MOVED]], {{.*}} -> tensor<2x2x4x4x8xf32>
// CHECK: %[[J:.*]] = ascend.concat_d %[[A]], %[[A]] {ge.concat_dim = 1 : i64, node_name = "j"} : {{.*}} -> tensor<2x2x4x4x16xf32>
// CHECK: %[[S:.*]] = ascend.conv2d {{.*}} node_name = "s"
// CHECK: %[[M:.*]] = ascend.mul %[[J]], %[[S]] {{.*}} (tensor<2x2x4x4x16xf32>, tensor<2x2x1x1x16xf32>) -> tensor<2x2x4x4x16xf32>
// CHECK: ascend.add %[[M]], %[[R]] {{.*}} -> tensor<2x2x4x4x16xf32>
// CHECK: %[[B:.*]] = ascend.conv2d {{.*}} node_name = "b"
// CHECK: ascend.concat_d %[[EIGHTS]], %[[B]] {ge.concat_dim = 1 : i64, node_name = "k"} : {{.*}} -> tensor<2x3x4x4x8xf32>
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

// -----

// Vectors of a normalization are [C1, C0]; the window of an average pool has a
// third axis. One of more elements than are written out stays, if it is not all
// of the image.
// CHECK-LABEL: func @normalize
// CHECK: %[[V:.*]] = ascend.reshape %arg2, {{.*}} -> tensor<2x16xf32>
// CHECK: %[[N:.*]] = ascend.batch_norm %{{.*}}, %[[V]], %{{.*}} {node_name = "n"} : {{.*}} -> tensor<1x2x8x14x16xf32>
// CHECK: ascend.avg_pool_v2 %[[N]] {ge.ksize = array<i64: 1, 1, 2, 2, 1>, ge.strides = array<i64: 1, 1, 2, 2, 1>, node_name = "p"} : (tensor<1x2x8x14x16xf32>) -> tensor<1x2x4x7x16xf32>
// CHECK: ascend.avg_pool_v2 {{.*}} {ge.ksize = array<i64: 1, 1, 5, 13>, node_name = "q"}
// CHECK: ascend.avg_pool_v2 %[[N]] {ge.ksize = array<i64: 1, 1, 8, 8, 1>, node_name = "r"}
func.func @normalize(%x: tensor<1x3x8x14xf32>, %w: tensor<32x3x1x1xf32>, %v: tensor<32xf32>) -> (tensor<1x32x4x7xf32>, tensor<1x32x4x2xf32>, tensor<1x32x1x7xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x8x14xf32>, tensor<32x3x1x1xf32>) -> tensor<1x32x8x14xf32>
  %1 = ascend.batch_norm %0, %v, %v, %v, %v {node_name = "n"}
      : (tensor<1x32x8x14xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<1x32x8x14xf32>
  %2 = ascend.avg_pool_v2 %1 {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"}
      : (tensor<1x32x8x14xf32>) -> tensor<1x32x4x7xf32>
  %3 = ascend.avg_pool_v2 %1 {ge.ksize = array<i64: 1, 1, 5, 13>, node_name = "q"} : (tensor<1x32x8x14xf32>) -> tensor<1x32x4x2xf32>
  %4 = ascend.avg_pool_v2 %1 {ge.ksize = array<i64: 1, 1, 8, 8>, node_name = "r"} : (tensor<1x32x8x14xf32>) -> tensor<1x32x1x7xf32>
  return %2, %3, %4 : tensor<1x32x4x7xf32>, tensor<1x32x4x2xf32>, tensor<1x32x1x7xf32>
}

// -----

// Parts of whole blocks, of 16 or 8 channels; others are cut in NCHW. A factor
// of each pixel has one channel.
// CHECK-LABEL: func @split
// CHECK: ascend.split_v %{{.*}}, %{{.*}}, %{{.*}} {node_name = "s"} : (tensor<1x3x4x4x16xf32>, tensor<2xi64>, tensor<1xi64>) -> (tensor<1x1x4x4x16xf32>, tensor<1x2x4x4x16xf32>)
// CHECK: ascend.split {{.*}} {node_name = "odd"} : (tensor<i64>, tensor<1x48x4x4xf32>)
// CHECK: ascend.split_v {{.*}} {node_name = "e"} : (tensor<1x6x4x4x8xf32>, tensor<2xi64>, tensor<1xi64>) -> (tensor<1x3x4x4x8xf32>, tensor<1x3x4x4x8xf32>)
// CHECK: %[[P:.*]] = ascend.reshape %arg2, {{.*}} -> tensor<1x1x4x4x1xf32>
// CHECK: ascend.mul %{{.*}}, %[[P]] {{.*}} (tensor<1x3x4x4x8xf32>, tensor<1x1x4x4x1xf32>) -> tensor<1x3x4x4x8xf32>
func.func @split(%x: tensor<1x3x4x4xf32>, %w: tensor<48x3x1x1xf32>, %p: tensor<1x4x4xf32>)
    -> (tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x12x4x4xf32>, tensor<1x24x4x4xf32>, tensor<1x24x4x4xf32>) {
  %axis = ascend.constant dense<1> : tensor<i64>
  %sizes = ascend.constant dense<[16, 32]> : tensor<2xi64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<48x3x1x1xf32>) -> tensor<1x48x4x4xf32>
  %1:2 = ascend.split_v %0, %sizes, %axis {node_name = "s"} : (tensor<1x48x4x4xf32>, tensor<2xi64>, tensor<i64>) -> (tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>)
  %2:4 = ascend.split %axis, %0 {node_name = "odd"}
      : (tensor<i64>, tensor<1x48x4x4xf32>) -> (tensor<1x12x4x4xf32>, tensor<1x12x4x4xf32>, tensor<1x12x4x4xf32>, tensor<1x12x4x4xf32>)
  %3:2 = ascend.split %axis, %0 {node_name = "e"} : (tensor<i64>, tensor<1x48x4x4xf32>) -> (tensor<1x24x4x4xf32>, tensor<1x24x4x4xf32>)
  %4 = ascend.mul %3#0, %p {node_name = "m"} : (tensor<1x24x4x4xf32>, tensor<1x4x4xf32>) -> tensor<1x24x4x4xf32>
  return %1#0, %1#1, %2#0, %4, %3#1 : tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x12x4x4xf32>, tensor<1x24x4x4xf32>, tensor<1x24x4x4xf32>
}

// -----

// What was moved into blocks of 16 is divided into those of 8, behind that move.
// CHECK-LABEL: func @divided
// CHECK: %[[BLOCKS:.*]] = ascend.transpose {{.*}} -> tensor<1x3x4x4x16xf32>
// CHECK: %[[PARTS:.*]] = ascend.reshape %[[BLOCKS]], {{.*}} -> tensor<1x3x4x4x2x8xf32>
// CHECK: %[[MOVED:.*]] = ascend.transpose %[[PARTS]], {{.*}} -> tensor<1x3x2x4x4x8xf32>
// CHECK: %[[HALVES:.*]] = ascend.reshape %[[MOVED]], {{.*}} -> tensor<1x6x4x4x8xf32>
// CHECK: ascend.conv2d %[[BLOCKS]],
// CHECK: ascend.split_v %[[HALVES]], {{.*}} -> (tensor<1x3x4x4x8xf32>, tensor<1x3x4x4x8xf32>)
func.func @divided(%x: tensor<1x48x4x4xf32>, %w: tensor<16x48x1x1xf32>)
    -> (tensor<1x16x4x4xf32>, tensor<1x24x4x4xf32>, tensor<1x24x4x4xf32>) {
  %axis = ascend.constant dense<1> : tensor<i64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x48x4x4xf32>, tensor<16x48x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1:2 = ascend.split %axis, %x {node_name = "s"} : (tensor<i64>, tensor<1x48x4x4xf32>) -> (tensor<1x24x4x4xf32>, tensor<1x24x4x4xf32>)
  return %0, %1#0, %1#1 : tensor<1x16x4x4xf32>, tensor<1x24x4x4xf32>, tensor<1x24x4x4xf32>
}

// -----

// Nearest neighbours become a Resize, which has five axes; a border of channels
// stays in NCHW.
// CHECK-LABEL: func @size
// CHECK: %[[SIZES:.*]] = ascend.constant dense<[1, 1, 8, 8, 16]>
// CHECK: ascend.resize %{{.*}}, %{{.*}}, %{{.*}}, %[[SIZES]] {ge.axes = array<i64: 2, 3>, ge.coordinate_transformation_mode = "asymmetric", ge.mode = "nearest", ge.nearest_mode = "floor", node_name = "n"} : {{.*}} -> tensor<1x1x8x8x16xf32>
// CHECK: %[[SCALES:.*]] = ascend.constant dense<[1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 1.000000e+00]>
// CHECK: ascend.resize %{{.*}}, %{{.*}}, %[[SCALES]] {ge.axes = array<i64: 2, 3>, ge.mode = "linear", node_name = "l"} : {{.*}} -> tensor<1x1x8x8x16xf32>
// CHECK: %[[BORDER:.*]] = ascend.constant dense<[0, 0, 0, 0, 1, 1, 2, 2, 0, 0]>
// CHECK: ascend.pad_v3 %{{.*}}, %[[BORDER]] {node_name = "p"} : {{.*}} -> tensor<1x1x6x8x16xf32>
// CHECK: ascend.pad_v3 {{.*}} {node_name = "c"} : {{.*}} -> tensor<1x18x4x4xf32>
func.func @size(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>)
    -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x16x6x8xf32>, tensor<1x18x4x4xf32>) {
  %none = ascend.none : none
  %size = ascend.constant dense<[8, 8]> : tensor<2xi32>
  %scales = ascend.constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
  %border = ascend.constant dense<[0, 0, 0, 0, 1, 1, 2, 2]> : tensor<8xi64>
  %channels = ascend.constant dense<[0, 0, 1, 1, 0, 0, 0, 0]> : tensor<8xi64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.resize_nearest_neighbor_v2 %0, %size {node_name = "n"} : (tensor<1x16x4x4xf32>, tensor<2xi32>) -> tensor<1x16x8x8xf32>
  %2 = ascend.resize %0, %none, %scales {ge.mode = "linear", node_name = "l"} : (tensor<1x16x4x4xf32>, none, tensor<4xf32>) -> tensor<1x16x8x8xf32>
  %3 = ascend.pad_v3 %0, %border {node_name = "p"} : (tensor<1x16x4x4xf32>, tensor<8xi64>) -> tensor<1x16x6x8xf32>
  %4 = ascend.pad_v3 %0, %channels {node_name = "c"} : (tensor<1x16x4x4xf32>, tensor<8xi64>) -> tensor<1x18x4x4xf32>
  return %1, %2, %3, %4 : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x16x6x8xf32>, tensor<1x18x4x4xf32>
}

// -----

// Sums over H and W keep their order (ge.x_c0); of one pixel both formats are
// the same elements. Over other axes they stay.
// CHECK-LABEL: func @reduce
// CHECK: %[[A:.*]] = ascend.conv2d {{.*}} node_name = "a"
// CHECK: %[[MEAN:.*]] = ascend.reduce_mean %[[A]], {{.*}} {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "m"} : {{.*}} -> tensor<1x1x1x1x16xf32>
// CHECK: ascend.reshape %[[MEAN]], {{.*}} -> tensor<1x16xf32>
// CHECK: %[[MAX:.*]] = ascend.reduce_max_d %[[A]] {ge.axes = array<i64: 2, 3>, ge.keep_dims = true, node_name = "x"} : {{.*}} -> tensor<1x1x1x1x16xf32>
// CHECK-NOT: ascend.transpose
// CHECK: ascend.conv2d %[[MAX]], {{.*}} node_name = "b"
// CHECK: ascend.avg_pool_v2 %[[A]] {ge.ksize = array<i64: 1, 1, 6, 7, 1>, node_name = "p"} : {{.*}} -> tensor<1x1x1x1x16xf32>
// CHECK: ascend.reduce_sum_d {{.*}} {ge.axes = array<i64: 1, 2>, node_name = "c"} : (tensor<1x16x6x7xf32>) -> tensor<1x7xf32>
func.func @reduce(%x: tensor<1x3x6x7xf32>, %w: tensor<16x3x1x1xf32>, %v: tensor<16x16x1x1xf32>)
    -> (tensor<1x16xf32>, tensor<1x16x1x1xf32>, tensor<1x16x1x1xf32>, tensor<1x7xf32>) {
  %axes = ascend.constant dense<[-1, -2]> : tensor<2xi64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x6x7xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x6x7xf32>
  %1 = ascend.reduce_mean %0, %axes {node_name = "m"} : (tensor<1x16x6x7xf32>, tensor<2xi64>) -> tensor<1x16xf32>
  %2 = ascend.reduce_max_d %0 {ge.axes = array<i64: 2, 3>, ge.keep_dims = true, node_name = "x"} : (tensor<1x16x6x7xf32>) -> tensor<1x16x1x1xf32>
  %3 = ascend.conv2d %2, %v {node_name = "b"} : (tensor<1x16x1x1xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  %4 = ascend.avg_pool_v2 %0 {ge.ksize = array<i64: 1, 1, 6, 7>, node_name = "p"} : (tensor<1x16x6x7xf32>) -> tensor<1x16x1x1xf32>
  %5 = ascend.reduce_sum_d %0 {ge.axes = array<i64: 1, 2>, node_name = "c"} : (tensor<1x16x6x7xf32>) -> tensor<1x7xf32>
  return %1, %3, %4, %5 : tensor<1x16xf32>, tensor<1x16x1x1xf32>, tensor<1x16x1x1xf32>, tensor<1x7xf32>
}

// -----

// Bytes whose sums are int32, and what scales and rounds those; the border of
// the next one follows.
// CHECK-LABEL: func @bytes
// CHECK: %[[A:.*]] = ascend.conv2d %arg0, %arg1, %arg2 {ge.y_c0 = 16 : i64, node_name = "a"} : {{.*}} -> tensor<1x1x6x6x16xi32>
// CHECK: %[[F:.*]] = ascend.cast %[[A]] {{.*}} -> tensor<1x1x6x6x16xf32>
// CHECK: %[[M:.*]] = ascend.mul %[[F]], {{.*}} -> tensor<1x1x6x6x16xf32>
// CHECK: %[[C:.*]] = ascend.cast %[[M]] {{.*}} -> tensor<1x1x6x6x16xui8>
// CHECK: %[[P:.*]] = ascend.pad_v3 %[[C]], {{.*}} -> tensor<1x1x8x8x16xui8>
// CHECK: ascend.conv2d %[[P]], %arg4 {ge.y_c0 = 8 : i64, node_name = "b"} : {{.*}} -> tensor<1x1x6x6x8xi32>
func.func @bytes(%x: tensor<1x3x6x6xui8>, %w: tensor<16x3x1x1xi8>, %bias: tensor<16xi32>, %scale: tensor<16x1x1xf32>,
                 %v: tensor<8x16x3x3xi8>, %zero: tensor<ui8>) -> tensor<1x8x6x6xi32> {
  %border = ascend.constant dense<[0, 0, 0, 0, 1, 1, 1, 1]> : tensor<8xi64>
  %0 = ascend.conv2d %x, %w, %bias {node_name = "a"} : (tensor<1x3x6x6xui8>, tensor<16x3x1x1xi8>, tensor<16xi32>) -> tensor<1x16x6x6xi32>
  %1 = ascend.cast %0 {node_name = "f"} : (tensor<1x16x6x6xi32>) -> tensor<1x16x6x6xf32>
  %2 = ascend.mul %1, %scale {node_name = "m"} : (tensor<1x16x6x6xf32>, tensor<16x1x1xf32>) -> tensor<1x16x6x6xf32>
  %3 = ascend.cast %2 {node_name = "c"} : (tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xui8>
  %4 = ascend.pad_v3 %3, %border, %zero {node_name = "p"} : (tensor<1x16x6x6xui8>, tensor<8xi64>, tensor<ui8>) -> tensor<1x16x8x8xui8>
  %5 = ascend.conv2d %4, %v {node_name = "b"} : (tensor<1x16x8x8xui8>, tensor<8x16x3x3xi8>) -> tensor<1x8x6x6xi32>
  return %5 : tensor<1x8x6x6xi32>
}

// -----

// A transposed convolution takes blocks and gives them, unless it would be too
// many ordinary ones.
// CHECK-LABEL: func @transposed
// CHECK: %[[A:.*]] = ascend.conv2d {{.*}} node_name = "a"
// CHECK: %[[T:.*]] = ascend.conv2d_transpose %{{.*}}, %[[A]], %arg2 {{{.*}}ge.y_c0 = 8 : i64, node_name = "t"} : (tensor<4xi32>, tensor<1x2x4x4x16xf32>, tensor<32x8x2x2xf32>) -> tensor<1x1x8x8x8xf32>
// CHECK: %[[R:.*]] = ascend.relu %[[T]] {{.*}} -> tensor<1x1x8x8x8xf32>
// CHECK: ascend.conv2d_transpose_d %[[R]], %arg3, %arg5 {{{.*}}ge.y_c0 = 16 : i64, node_name = "d"} : (tensor<1x1x8x8x8xf32>, tensor<8x16x3x3xf32>, tensor<16xf32>) -> tensor<1x1x16x16x16xf32>
// CHECK: ascend.conv2d_transpose {{.*}} node_name = "many"} : {{.*}} -> tensor<1x8x16x16xf32>
func.func @transposed(%x: tensor<1x3x4x4xf32>, %w: tensor<32x3x1x1xf32>, %t: tensor<32x8x2x2xf32>, %d: tensor<8x16x3x3xf32>,
    %m: tensor<32x8x6x6xf32>, %b: tensor<16xf32>) -> (tensor<1x16x16x16xf32>, tensor<1x8x16x16xf32>) {
  %size = ascend.constant dense<0> : tensor<4xi32>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<32x3x1x1xf32>) -> tensor<1x32x4x4xf32>
  %1 = ascend.conv2d_transpose %size, %0, %t {ge.strides = array<i64: 1, 1, 2, 2>, node_name = "t"}
      : (tensor<4xi32>, tensor<1x32x4x4xf32>, tensor<32x8x2x2xf32>) -> tensor<1x8x8x8xf32>
  %2 = ascend.relu %1 {node_name = "r"} : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %3 = ascend.conv2d_transpose_d %2, %d, %b {ge.strides = array<i64: 1, 1, 2, 2>, ge.pads = array<i64: 1, 1, 1, 1>, ge.output_padding = array<i64: 0, 0, 1, 1>,
      ge.input_size = array<i64: 1, 16, 16, 16>, node_name = "d"}
      : (tensor<1x8x8x8xf32>, tensor<8x16x3x3xf32>, tensor<16xf32>) -> tensor<1x16x16x16xf32>
  %4 = ascend.conv2d_transpose %size, %0, %m {ge.strides = array<i64: 1, 1, 5, 5>, ge.pads = array<i64: 3, 2, 3, 2>, node_name = "many"}
      : (tensor<4xi32>, tensor<1x32x4x4xf32>, tensor<32x8x6x6xf32>) -> tensor<1x8x16x16xf32>
  return %3, %4 : tensor<1x16x16x16xf32>, tensor<1x8x16x16xf32>
}

// -----

// Where height and width are dynamic, all that is known of a format's change
// are channels: the others stay in their order. What may be one for all lines
// is, in blocks, too; a sum, whose order is that of pixels, has none.
// CHECK-LABEL: func @open
// CHECK: %[[ROOM:.*]] = ascend.unsqueeze %arg0 {ge.axes = array<i64: 1>} : (tensor<?x32x?x?xf32>) -> tensor<?x1x32x?x?xf32>
// CHECK: %[[SPLIT:.*]] = ascend.constant dense<[0, 2, 16, 0, 0]>
// CHECK: ascend.reshape %[[ROOM]], %[[SPLIT]] : {{.*}} -> tensor<?x2x16x?x?xf32>
// CHECK: %[[X:.*]] = ascend.transpose {{.*}} -> tensor<?x2x?x?x16xf32>
// CHECK: %[[A:.*]] = ascend.conv2d %[[X]], %arg1 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "a"} : (tensor<?x2x?x?x16xf32>, tensor<32x32x3x3xf32>) -> tensor<?x2x?x?x16xf32>
// CHECK: %[[S:.*]] = ascend.add %[[A]], %[[X]] {node_name = "s"} : {{.*}} -> tensor<?x2x?x?x16xf32>
// CHECK: %[[L:.*]] = ascend.reshape %arg2, {{.*}} : (tensor<1x1x?x1xf32>, tensor<5xi64>) -> tensor<1x1x?x1x1xf32>
// CHECK: %[[M:.*]] = ascend.mul %[[S]], %[[L]] {node_name = "m"} : {{.*}} -> tensor<?x2x?x?x16xf32>
// CHECK: %[[P:.*]] = ascend.max_pool3d %[[M]] {{.*}} -> tensor<?x2x?x?x16xf32>
// CHECK: ascend.concat_d %[[P]], %[[P]] {ge.concat_dim = 1 : i64, node_name = "j"} : {{.*}} -> tensor<?x4x?x?x16xf32>
// CHECK: %[[B:.*]] = ascend.transpose {{.*}} -> tensor<?x4x16x?x?xf32>
// CHECK: %[[JOIN:.*]] = ascend.constant dense<[0, 1, 64, 0, 0]>
// CHECK: %[[WHOLE:.*]] = ascend.reshape %[[B]], %[[JOIN]] : {{.*}} -> tensor<?x1x64x?x?xf32>
// CHECK: %[[Y:.*]] = ascend.squeeze %[[WHOLE]] {ge.axis = array<i64: 1>} : {{.*}} -> tensor<?x64x?x?xf32>
// CHECK: ascend.reduce_mean_d %[[Y]] {ge.axes = array<i64: 2, 3>
// CHECK: ascend.reduce_max_d {{.*}} : (tensor<?x4x?x?x16xf32>) -> tensor<?x4x1x1x16xf32>
func.func @open(%x: tensor<?x32x?x?xf32>, %w: tensor<32x32x3x3xf32>, %line: tensor<1x1x?x1xf32>)
    -> (tensor<?x64x1x1xf32>, tensor<?x64x1x1xf32>) {
  %0 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "a"} : (tensor<?x32x?x?xf32>, tensor<32x32x3x3xf32>) -> tensor<?x32x?x?xf32>
  %1 = ascend.add %0, %x {node_name = "s"} : (tensor<?x32x?x?xf32>, tensor<?x32x?x?xf32>) -> tensor<?x32x?x?xf32>
  %2 = ascend.mul %1, %line {node_name = "m"} : (tensor<?x32x?x?xf32>, tensor<1x1x?x1xf32>) -> tensor<?x32x?x?xf32>
  %3 = ascend.max_pool_v3 %2 {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"}
      : (tensor<?x32x?x?xf32>) -> tensor<?x32x?x?xf32>
  %4 = ascend.concat_d %3, %3 {ge.concat_dim = 1 : i64, node_name = "j"}
      : (tensor<?x32x?x?xf32>, tensor<?x32x?x?xf32>) -> tensor<?x64x?x?xf32>
  %5 = ascend.reduce_mean_d %4 {ge.axes = array<i64: 2, 3>, ge.keep_dims = true, node_name = "r"}
      : (tensor<?x64x?x?xf32>) -> tensor<?x64x1x1xf32>
  %6 = ascend.reduce_max_d %4 {ge.axes = array<i64: 2, 3>, ge.keep_dims = true, node_name = "q"}
      : (tensor<?x64x?x?xf32>) -> tensor<?x64x1x1xf32>
  return %5, %6 : tensor<?x64x1x1xf32>, tensor<?x64x1x1xf32>
}

// -----

// A window of one pixel stands alone there, too, but not with steps.
// CHECK-LABEL: func @open_alone
// CHECK: ascend.conv2d %arg0, %arg1 {node_name = "a"}
// CHECK: ascend.conv2d {{.*}} {ge.strides = array<i64: 1, 1, 2, 2>, ge.y_c0 = 16 : i64, node_name = "b"}
func.func @open_alone(%x: tensor<1x16x?x?xf32>, %w: tensor<32x16x1x1xf32>, %y: tensor<1x16x?x?xf32>)
    -> (tensor<1x32x?x?xf32>, tensor<1x32x?x?xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x16x?x?xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x?x?xf32>
  %1 = ascend.conv2d %y, %w {ge.strides = array<i64: 1, 1, 2, 2>, node_name = "b"}
      : (tensor<1x16x?x?xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x?x?xf32>
  return %0, %1 : tensor<1x32x?x?xf32>, tensor<1x32x?x?xf32>
}
