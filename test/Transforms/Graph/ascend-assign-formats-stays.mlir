// What stays in [N, C, H, W]: ops that a format's change would cost more than it
// saves, or whose form in blocks would be another op.
//
// RUN: ascend-opt %s --split-input-file --ascend-assign-formats --canonicalize | FileCheck %s

// No images, no pixels, no rows: nothing to put into blocks.
// CHECK-LABEL: func @empty
// CHECK: ascend.conv2d %arg0, %arg2 {node_name = "images"}
// CHECK: ascend.conv2d %arg1, %arg2 {{{.*}}node_name = "rows"}
// CHECK-NOT: ge.y_c0
func.func @empty(%x: tensor<0x16x8x8xf32>, %y: tensor<1x16x0x8xf32>, %w: tensor<16x16x1x1xf32>)
    -> (tensor<0x16x8x8xf32>, tensor<1x16x2x10xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "images"} : (tensor<0x16x8x8xf32>, tensor<16x16x1x1xf32>) -> tensor<0x16x8x8xf32>
  %1 = ascend.conv2d %y, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "rows"} : (tensor<1x16x0x8xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x2x10xf32>
  return %0, %1 : tensor<0x16x8x8xf32>, tensor<1x16x2x10xf32>
}

// -----

// float64 has no blocks, nor have integers of other widths, and bytes only in
// convolutions that are not transposed.
// CHECK-LABEL: func @types
// CHECK: ascend.conv2d {{.*}} {node_name = "double"}
// CHECK: ascend.conv2d {{.*}} {node_name = "words"}
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "bytes"}
// CHECK: ascend.conv2d_transpose {{.*}} {node_name = "turned"}
func.func @types(%x: tensor<1x16x4x4xf64>, %w: tensor<16x16x1x1xf64>, %i: tensor<1x16x4x4xi8>, %j: tensor<16x16x1x1xi8>,
    %k: tensor<16x16x1x1xi32>) -> (tensor<1x16x4x4xf64>, tensor<1x16x4x4xi32>, tensor<1x16x4x4xi32>, tensor<1x16x4x4xi32>) {
  %size = ascend.constant dense<0> : tensor<4xi32>
  %0 = ascend.conv2d %x, %w {node_name = "double"} : (tensor<1x16x4x4xf64>, tensor<16x16x1x1xf64>) -> tensor<1x16x4x4xf64>
  %1 = ascend.conv2d %i, %k {node_name = "words"} : (tensor<1x16x4x4xi8>, tensor<16x16x1x1xi32>) -> tensor<1x16x4x4xi32>
  %2 = ascend.conv2d %i, %j {node_name = "bytes"} : (tensor<1x16x4x4xi8>, tensor<16x16x1x1xi8>) -> tensor<1x16x4x4xi32>
  %3 = ascend.conv2d_transpose %size, %i, %j {node_name = "turned"} : (tensor<4xi32>, tensor<1x16x4x4xi8>, tensor<16x16x1x1xi8>) -> tensor<1x16x4x4xi32>
  return %0, %1, %2, %3 : tensor<1x16x4x4xf64>, tensor<1x16x4x4xi32>, tensor<1x16x4x4xi32>, tensor<1x16x4x4xi32>
}

// -----

// A dynamic filter, and one with an offset, which has no lowering, stay; what
// has blocks already is as it was.
// CHECK-LABEL: func @refused
// CHECK: ascend.conv2d %arg0, %arg1 {node_name = "filter"}
// CHECK: ascend.conv2d %arg0, %arg2, %{{.*}}, %arg3 {node_name = "offset"}
// CHECK: ascend.conv2d %arg4, %arg2 {ge.y_c0 = 16 : i64, node_name = "blocks"} : (tensor<1x1x4x4x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x2x2x16xf32>
func.func @refused(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x?x3xf32>, %v: tensor<16x16x3x3xf32>, %offset: tensor<16xi8>,
    %blocks: tensor<1x1x4x4x16xf32>) -> (tensor<1x16x?x2xf32>, tensor<1x16x2x2xf32>, tensor<1x1x2x2x16xf32>) {
  %none = ascend.none : none
  %0 = ascend.conv2d %x, %w {node_name = "filter"} : (tensor<1x16x4x4xf32>, tensor<16x16x?x3xf32>) -> tensor<1x16x?x2xf32>
  %1 = ascend.conv2d %x, %v, %none, %offset {node_name = "offset"} : (tensor<1x16x4x4xf32>, tensor<16x16x3x3xf32>, none, tensor<16xi8>) -> tensor<1x16x2x2xf32>
  %2 = ascend.conv2d %blocks, %v {ge.y_c0 = 16 : i64, node_name = "blocks"} : (tensor<1x1x4x4x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x2x2x16xf32>
  return %0, %1, %2 : tensor<1x16x?x2xf32>, tensor<1x16x2x2xf32>, tensor<1x1x2x2x16xf32>
}

// -----

// Up to four channels (GraphCosts::smallChannels) are read one by one, if there
// is one group; five make no block.
// CHECK-LABEL: func @channels
// CHECK: ascend.conv2d %arg0, %arg1 {ge.y_c0 = 16 : i64, node_name = "four"}
// CHECK: ascend.conv2d %arg2, %arg3 {node_name = "five"}
// CHECK: ascend.conv2d %arg4, %arg1 {ge.groups = 2 : i64, node_name = "groups"}
func.func @channels(%x: tensor<1x4x6x6xf32>, %w: tensor<32x4x3x3xf32>, %y: tensor<1x5x6x6xf32>, %v: tensor<32x5x3x3xf32>, %z: tensor<1x8x6x6xf32>)
    -> (tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "four"} : (tensor<1x4x6x6xf32>, tensor<32x4x3x3xf32>) -> tensor<1x32x4x4xf32>
  %1 = ascend.conv2d %y, %v {node_name = "five"} : (tensor<1x5x6x6xf32>, tensor<32x5x3x3xf32>) -> tensor<1x32x4x4xf32>
  %2 = ascend.conv2d %z, %w {ge.groups = 2 : i64, node_name = "groups"} : (tensor<1x8x6x6xf32>, tensor<32x4x3x3xf32>) -> tensor<1x32x4x4xf32>
  return %0, %1, %2 : tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>
}

// -----

// Each channel by itself follows blocks that are there; two outputs for each
// channel make none, and a transposed one of each channel has none.
// CHECK-LABEL: func @each_channel
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "a"}
// CHECK: ascend.conv2d {{.*}} {ge.groups = 16 : i64, node_name = "two"} : (tensor<1x16x4x4xf32>, tensor<32x1x3x3xf32>)
// CHECK: ascend.conv2d_transpose {{.*}} {ge.groups = 16 : i64, node_name = "turned"} : (tensor<4xi32>, tensor<1x16x4x4xf32>, tensor<16x1x3x3xf32>)
func.func @each_channel(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>, %two: tensor<32x1x3x3xf32>, %each: tensor<16x1x3x3xf32>)
    -> (tensor<1x32x2x2xf32>, tensor<1x16x6x6xf32>) {
  %size = ascend.constant dense<0> : tensor<4xi32>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.conv2d %0, %two {ge.groups = 16 : i64, node_name = "two"} : (tensor<1x16x4x4xf32>, tensor<32x1x3x3xf32>) -> tensor<1x32x2x2xf32>
  %2 = ascend.conv2d_transpose %size, %0, %each {ge.groups = 16 : i64, node_name = "turned"} : (tensor<4xi32>, tensor<1x16x4x4xf32>, tensor<16x1x3x3xf32>) -> tensor<1x16x6x6xf32>
  return %1, %2 : tensor<1x32x2x2xf32>, tensor<1x16x6x6xf32>
}

// -----

// A convolution of whole planes stands alone with at most two channels for each
// output (GraphCosts::channelsOfOutput).
// CHECK-LABEL: func @outputs
// CHECK: ascend.conv2d {{.*}} {node_name = "half"}
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "less"}
func.func @outputs(%x: tensor<1x32x16x16xf32>, %w: tensor<16x32x1x1xf32>, %y: tensor<1x48x16x16xf32>, %v: tensor<16x48x1x1xf32>)
    -> (tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "half"} : (tensor<1x32x16x16xf32>, tensor<16x32x1x1xf32>) -> tensor<1x16x16x16xf32>
  %1 = ascend.conv2d %y, %v {node_name = "less"} : (tensor<1x48x16x16xf32>, tensor<16x48x1x1xf32>) -> tensor<1x16x16x16xf32>
  return %0, %1 : tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>
}

// -----

// It does not with a border, a larger window or groups, nor of bytes.
// CHECK-LABEL: func @others_of_planes
// CHECK: ascend.conv2d {{.*}} {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "border"}
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "window"}
// CHECK: ascend.conv2d {{.*}} {ge.groups = 2 : i64, ge.y_c0 = 16 : i64, node_name = "groups"}
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "bytes"}
func.func @others_of_planes(%x: tensor<1x16x16x16xf32>, %w: tensor<32x16x1x1xf32>, %y: tensor<1x16x16x16xf32>, %v: tensor<32x16x1x3xf32>,
    %z: tensor<1x32x16x16xf32>, %i: tensor<1x16x16x16xi8>, %j: tensor<32x16x1x1xi8>)
    -> (tensor<1x32x18x18xf32>, tensor<1x32x16x14xf32>, tensor<1x32x16x16xf32>, tensor<1x32x16x16xi32>) {
  %0 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "border"} : (tensor<1x16x16x16xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x18x18xf32>
  %1 = ascend.conv2d %y, %v {node_name = "window"} : (tensor<1x16x16x16xf32>, tensor<32x16x1x3xf32>) -> tensor<1x32x16x14xf32>
  %2 = ascend.conv2d %z, %w {ge.groups = 2 : i64, node_name = "groups"} : (tensor<1x32x16x16xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x16x16xf32>
  %3 = ascend.conv2d %i, %j {node_name = "bytes"} : (tensor<1x16x16x16xi8>, tensor<32x16x1x1xi8>) -> tensor<1x32x16x16xi32>
  return %0, %1, %2, %3 : tensor<1x32x18x18xf32>, tensor<1x32x16x14xf32>, tensor<1x32x16x16xf32>, tensor<1x32x16x16xi32>
}

// -----

// Nor where x is there in blocks, or somebody else reads it.
// CHECK-LABEL: func @not_alone
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "follows"}
// CHECK: ascend.conv2d {{.*}} {ge.y_c0 = 16 : i64, node_name = "shares"}
func.func @not_alone(%x: tensor<1x3x16x16xf32>, %w: tensor<16x3x3x3xf32>, %v: tensor<16x16x1x1xf32>, %y: tensor<1x16x16x16xf32>)
    -> (tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>) {
  %0 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "a"} : (tensor<1x3x16x16xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x16x16xf32>
  %1 = ascend.conv2d %0, %v {node_name = "follows"} : (tensor<1x16x16x16xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x16x16xf32>
  %2 = ascend.conv2d %y, %v {node_name = "shares"} : (tensor<1x16x16x16xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x16x16xf32>
  %3 = ascend.neg %y {node_name = "n"} : (tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %1, %2, %3 : tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>
}

// -----

// Elementwise ops follow an operand of the result's shape, not a factor of
// channels that is there in blocks; and not where another operand's axes are
// dynamic and no image's.
// CHECK-LABEL: func @elementwise
// CHECK: ascend.mul %arg0, %{{.*}} {node_name = "factor"} : (tensor<1x16x4x4xf32>, tensor<1x16x1x1xf32>)
// CHECK: ascend.add %{{.*}}, %arg1 {node_name = "open"} : (tensor<1x16x?x4xf32>, tensor<16x?x4xf32>)
// CHECK: %[[P:.*]] = ascend.reshape %arg2, %{{.*}} -> tensor<1x16x4x4xf32>
// CHECK: %[[S:.*]] = ascend.reshape %[[P]], %{{.*}} -> tensor<1x1x16x4x4xf32>
// CHECK: %[[B:.*]] = ascend.transpose %[[S]], %{{.*}} -> tensor<1x1x4x4x16xf32>
// CHECK: ascend.add %{{.*}}, %[[B]] {node_name = "planes"} : (tensor<1x1x4x4x16xf32>, tensor<1x1x4x4x16xf32>)
func.func @elementwise(%x: tensor<1x16x4x4xf32>, %y: tensor<16x?x4xf32>, %z: tensor<16x4x4xf32>, %s: tensor<1x3x1x1xf32>, %u: tensor<1x3x?x4xf32>,
    %w: tensor<16x3x1x1xf32>, %v: tensor<1x3x4x4xf32>) -> (tensor<1x16x4x4xf32>, tensor<1x16x?x4xf32>, tensor<1x16x4x4xf32>) {
  %0 = ascend.conv2d %s, %w {node_name = "a"} : (tensor<1x3x1x1xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x1x1xf32>
  %1 = ascend.mul %x, %0 {node_name = "factor"} : (tensor<1x16x4x4xf32>, tensor<1x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.conv2d %u, %w {ge.strides = array<i64: 1, 1, 2, 1>, node_name = "b"} : (tensor<1x3x?x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x?x4xf32>
  %3 = ascend.add %2, %y {node_name = "open"} : (tensor<1x16x?x4xf32>, tensor<16x?x4xf32>) -> tensor<1x16x?x4xf32>
  %4 = ascend.conv2d %v, %w {node_name = "c"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %5 = ascend.add %4, %z {node_name = "planes"} : (tensor<1x16x4x4xf32>, tensor<16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %1, %3, %5 : tensor<1x16x4x4xf32>, tensor<1x16x?x4xf32>, tensor<1x16x4x4xf32>
}

// -----

// Pools whose border CANN computes, and averages whose windows are too large to
// be written out (FormCosts::mostWrittenWindow), but for those of a whole image
// without a border or steps.
// CHECK-LABEL: func @pools
// CHECK: ascend.max_pool_v3 %{{.*}}node_name = "same"} : (tensor<1x16x9x8xf32>)
// CHECK: ascend.avg_pool_v2 %{{.*}}node_name = "average"} : (tensor<1x16x9x8xf32>)
// CHECK: ascend.avg_pool_v2 %{{.*}}node_name = "border"} : (tensor<1x16x9x8xf32>)
// CHECK: ascend.avg_pool_v2 %{{.*}}node_name = "apart"} : (tensor<1x16x9x8xf32>)
// CHECK: ascend.avg_pool_v2 %{{.*}}node_name = "rows"} : (tensor<1x16x9x8xf32>)
// CHECK: ascend.avg_pool_v2 %{{.*}}node_name = "all"} : (tensor<1x1x9x8x16xf32>)
func.func @pools(%x: tensor<1x3x9x8xf32>, %w: tensor<16x3x1x1xf32>)
    -> (tensor<1x16x9x8xf32>, tensor<1x16x9x8xf32>, tensor<1x16x3x3xf32>, tensor<1x16x3x1xf32>, tensor<1x16x3x1xf32>, tensor<1x16x1x1xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x9x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x9x8xf32>
  %1 = ascend.max_pool_v3 %0 {ge.auto_pad = "SAME_UPPER", ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 1, 1>, node_name = "same"} : (tensor<1x16x9x8xf32>) -> tensor<1x16x9x8xf32>
  %2 = ascend.avg_pool_v2 %0 {ge.auto_pad = "SAME_UPPER", ge.ksize = array<i64: 1, 1, 3, 3>, node_name = "average"} : (tensor<1x16x9x8xf32>) -> tensor<1x16x9x8xf32>
  %3 = ascend.avg_pool_v2 %0 {ge.ksize = array<i64: 1, 1, 9, 8>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "border"} : (tensor<1x16x9x8xf32>) -> tensor<1x16x3x3xf32>
  %4 = ascend.avg_pool_v2 %0 {ge.dilations = array<i64: 1, 1, 2, 1>, ge.ksize = array<i64: 1, 1, 9, 8>, ge.pads = array<i64: 5, 5, 0, 0>, node_name = "apart"} : (tensor<1x16x9x8xf32>) -> tensor<1x16x3x1xf32>
  %5 = ascend.avg_pool_v2 %0 {ge.ksize = array<i64: 1, 1, 9, 8>, ge.pads = array<i64: 1, 1, 0, 0>, node_name = "rows"} : (tensor<1x16x9x8xf32>) -> tensor<1x16x3x1xf32>
  %6 = ascend.avg_pool_v2 %0 {ge.ksize = array<i64: 1, 1, 9, 8>, ge.pads = array<i64: 0, 0, 0, 0>, node_name = "all"} : (tensor<1x16x9x8xf32>) -> tensor<1x16x1x1xf32>
  return %1, %2, %3, %4, %5, %6 : tensor<1x16x9x8xf32>, tensor<1x16x9x8xf32>, tensor<1x16x3x3xf32>, tensor<1x16x3x1xf32>, tensor<1x16x3x1xf32>, tensor<1x16x1x1xf32>
}

// -----

// Vectors of dynamic size; reductions of other axes than height and width, and
// of integers.
// CHECK-LABEL: func @reductions
// CHECK: ascend.batch_norm %{{.*}} {node_name = "n"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.reduce_max_d %{{.*}}node_name = "rows"} : (tensor<1x16x4x4xf32>)
// CHECK: ascend.reduce_max_d %{{.*}}node_name = "all"} : (tensor<1x16x4x4xf32>)
// CHECK: ascend.reduce_max_d %{{.*}}node_name = "integers"} : (tensor<1x16x4x4xi32>)
// CHECK: ascend.reduce_max %{{.*}}node_name = "unknown"} : (tensor<1x16x4x4xf32>, tensor<2xi64>)
func.func @reductions(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>, %v: tensor<?xf32>, %i: tensor<1x3x4x4xi8>, %j: tensor<16x3x1x1xi8>, %axes: tensor<2xi64>)
    -> (tensor<1x16x4x4xf32>, tensor<1x16x1x4xf32>, tensor<1x1x1x1xf32>, tensor<1x16x1x1xi32>, tensor<1x16x1x1xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.batch_norm %0, %v, %v, %v, %v {node_name = "n"} : (tensor<1x16x4x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.reduce_max_d %0 {ge.axes = array<i64: 2>, ge.keep_dims = true, node_name = "rows"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x1x4xf32>
  %3 = ascend.reduce_max_d %0 {ge.axes = array<i64: 1, 2, 3>, ge.keep_dims = true, node_name = "all"} : (tensor<1x16x4x4xf32>) -> tensor<1x1x1x1xf32>
  %4 = ascend.conv2d %i, %j {node_name = "b"} : (tensor<1x3x4x4xi8>, tensor<16x3x1x1xi8>) -> tensor<1x16x4x4xi32>
  %5 = ascend.reduce_max_d %4 {ge.axes = array<i64: 2, 3>, ge.keep_dims = true, node_name = "integers"} : (tensor<1x16x4x4xi32>) -> tensor<1x16x1x1xi32>
  %6 = ascend.reduce_max %0, %axes {ge.keep_dims = true, node_name = "unknown"} : (tensor<1x16x4x4xf32>, tensor<2xi64>) -> tensor<1x16x1x1xf32>
  return %1, %2, %3, %5, %6 : tensor<1x16x4x4xf32>, tensor<1x16x1x4xf32>, tensor<1x1x1x1xf32>, tensor<1x16x1x1xi32>, tensor<1x16x1x1xf32>
}

// -----

// A joint follows where half of its elements are there, in blocks that all of
// its operands have whole, and are images.
// CHECK-LABEL: func @joints
// CHECK: ascend.concat_d {{.*}}node_name = "half"} : (tensor<1x1x4x4x16xf32>, tensor<1x1x4x4x16xf32>)
// CHECK: ascend.concat_d {{.*}}node_name = "third"} : (tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>)
// CHECK: ascend.concat_d {{.*}}node_name = "odd"} : (tensor<1x16x4x4xf32>, tensor<1x8x4x4xf32>)
// CHECK: ascend.concat_d {{.*}}node_name = "empty"} : (tensor<1x16x4x4xf32>, tensor<1x16x0x4xf32>)
func.func @joints(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>, %h: tensor<1x16x4x4xf32>, %t: tensor<1x32x4x4xf32>, %o: tensor<1x8x4x4xf32>, %e: tensor<1x16x0x4xf32>)
    -> (tensor<1x32x4x4xf32>, tensor<1x48x4x4xf32>, tensor<1x24x4x4xf32>, tensor<1x16x4x4xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.concat_d %0, %h {ge.concat_dim = 1 : i64, node_name = "half"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x32x4x4xf32>
  %2 = ascend.concat_d %0, %t {ge.concat_dim = 1 : i64, node_name = "third"} : (tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>) -> tensor<1x48x4x4xf32>
  %3 = ascend.concat_d %0, %o {ge.concat_dim = 1 : i64, node_name = "odd"} : (tensor<1x16x4x4xf32>, tensor<1x8x4x4xf32>) -> tensor<1x24x4x4xf32>
  %4 = ascend.concat_d %0, %e {ge.concat_dim = 2 : i64, node_name = "empty"} : (tensor<1x16x4x4xf32>, tensor<1x16x0x4xf32>) -> tensor<1x16x4x4xf32>
  return %1, %2, %3, %4 : tensor<1x32x4x4xf32>, tensor<1x48x4x4xf32>, tensor<1x24x4x4xf32>, tensor<1x16x4x4xf32>
}

// -----

// Parts along an axis, or of sizes, that only a run knows; borders of channels,
// before them or behind, and those that only a run knows.
// CHECK-LABEL: func @parts
// CHECK: ascend.split %{{.*}}node_name = "axis"} : (tensor<i64>, tensor<1x16x?x4xf32>)
// CHECK: ascend.split %{{.*}}node_name = "rows"} : (tensor<i64>, tensor<1x16x?x4xf32>)
// CHECK: ascend.pad_v3 %{{.*}}node_name = "before"} : (tensor<1x16x?x4xf32>,
// CHECK: ascend.pad_v3 %{{.*}}node_name = "behind"} : (tensor<1x16x?x4xf32>,
// CHECK: ascend.pad_v3 %{{.*}}node_name = "unknown"} : (tensor<1x16x?x4xf32>,
func.func @parts(%x: tensor<1x3x?x4xf32>, %w: tensor<16x3x1x1xf32>, %axis: tensor<i64>, %border: tensor<8xi64>)
    -> (tensor<1x16x?x4xf32>, tensor<1x16x?x4xf32>, tensor<1x18x?x4xf32>, tensor<1x18x?x4xf32>, tensor<1x16x?x8xf32>) {
  %rows = ascend.constant dense<2> : tensor<i64>
  %before = ascend.constant dense<[0, 0, 2, 0, 0, 0, 0, 0]> : tensor<8xi64>
  %behind = ascend.constant dense<[0, 0, 0, 2, 0, 0, 0, 0]> : tensor<8xi64>
  %0 = ascend.conv2d %x, %w {ge.strides = array<i64: 1, 1, 2, 1>, node_name = "a"} : (tensor<1x3x?x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x?x4xf32>
  %1:2 = ascend.split %axis, %0 {node_name = "axis"} : (tensor<i64>, tensor<1x16x?x4xf32>) -> (tensor<1x16x?x4xf32>, tensor<1x16x?x4xf32>)
  %2:2 = ascend.split %rows, %0 {node_name = "rows"} : (tensor<i64>, tensor<1x16x?x4xf32>) -> (tensor<1x16x?x4xf32>, tensor<1x16x?x4xf32>)
  %3 = ascend.pad_v3 %0, %before {node_name = "before"} : (tensor<1x16x?x4xf32>, tensor<8xi64>) -> tensor<1x18x?x4xf32>
  %4 = ascend.pad_v3 %0, %behind {node_name = "behind"} : (tensor<1x16x?x4xf32>, tensor<8xi64>) -> tensor<1x18x?x4xf32>
  %5 = ascend.pad_v3 %0, %border {node_name = "unknown"} : (tensor<1x16x?x4xf32>, tensor<8xi64>) -> tensor<1x16x?x8xf32>
  return %1#0, %2#0, %3, %4, %5 : tensor<1x16x?x4xf32>, tensor<1x16x?x4xf32>, tensor<1x18x?x4xf32>, tensor<1x18x?x4xf32>, tensor<1x16x?x8xf32>
}

// -----

// Other sizes that only a run knows, a region, other channels or images, and a
// ratio that is kept.
// CHECK-LABEL: func @sizes
// CHECK: ascend.resize_nearest_neighbor_v2 %{{.*}}node_name = "open"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.resize %{{.*}}node_name = "sizes"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.resize %{{.*}}node_name = "scales"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.resize %{{.*}}node_name = "region"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.resize %{{.*}}node_name = "channels"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.resize %{{.*}}node_name = "images"} : (tensor<1x16x4x4xf32>,
// CHECK: ascend.resize %{{.*}}node_name = "ratio"} : (tensor<1x16x4x4xf32>,
func.func @sizes(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>, %size: tensor<2xi32>, %sizes: tensor<4xi64>, %scales: tensor<4xf32>, %region: tensor<8xf32>)
    -> (tensor<1x16x?x?xf32>, tensor<1x16x?x?xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x32x8x8xf32>, tensor<2x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %none = ascend.none : none
  %eight = ascend.constant dense<[1, 16, 8, 8]> : tensor<4xi64>
  %channels = ascend.constant dense<[1, 32, 8, 8]> : tensor<4xi64>
  %images = ascend.constant dense<[2, 16, 8, 8]> : tensor<4xi64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.resize_nearest_neighbor_v2 %0, %size {node_name = "open"} : (tensor<1x16x4x4xf32>, tensor<2xi32>) -> tensor<1x16x?x?xf32>
  %2 = ascend.resize %0, %none, %none, %sizes {node_name = "sizes"} : (tensor<1x16x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x16x?x?xf32>
  %3 = ascend.resize %0, %none, %scales {node_name = "scales"} : (tensor<1x16x4x4xf32>, none, tensor<4xf32>) -> tensor<1x16x8x8xf32>
  %4 = ascend.resize %0, %region, %none, %eight {ge.coordinate_transformation_mode = "tf_crop_and_resize", node_name = "region"} : (tensor<1x16x4x4xf32>, tensor<8xf32>, none, tensor<4xi64>) -> tensor<1x16x8x8xf32>
  %5 = ascend.resize %0, %none, %none, %channels {node_name = "channels"} : (tensor<1x16x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x32x8x8xf32>
  %6 = ascend.resize %0, %none, %none, %images {node_name = "images"} : (tensor<1x16x4x4xf32>, none, none, tensor<4xi64>) -> tensor<2x16x8x8xf32>
  %7 = ascend.resize %0, %none, %none, %eight {ge.axes = array<i64: 2, 3>, ge.keep_aspect_ratio_policy = "not_larger", node_name = "ratio"} : (tensor<1x16x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x16x8x8xf32>
  return %1, %2, %3, %4, %5, %6, %7 : tensor<1x16x?x?xf32>, tensor<1x16x?x?xf32>, tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>, tensor<1x32x8x8xf32>, tensor<2x16x8x8xf32>, tensor<1x16x8x8xf32>
}

// -----

// What sums whole blocks in the order of the cube unit is for packed products.
module attributes {ascend.options = {values = [["cube_k_block", "16"]]}} {
// CHECK-LABEL: func @whole_blocks
// CHECK: ascend.conv2d %arg0, %arg1 {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
func.func @whole_blocks(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32> {
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %0 : tensor<1x16x4x4xf32>
}
}

// -----

// A result of which not even the rank is known.
// CHECK-LABEL: func @unranked
// CHECK: ascend.reduce_max %{{.*}} : (tensor<1x16x4x4xf32>, tensor<2xi64>) -> tensor<*xf32>
func.func @unranked(%x: tensor<1x3x4x4xf32>, %w: tensor<16x3x1x1xf32>) -> tensor<*xf32> {
  %axes = ascend.constant dense<[2, 3]> : tensor<2xi64>
  %0 = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.reduce_max %0, %axes {node_name = "b"} : (tensor<1x16x4x4xf32>, tensor<2xi64>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}
