// Averages with a filter, and where a part of a join is written.
// RUN: ascend-opt %s --ascend-expand-forms | FileCheck %s

// CHECK-LABEL: func @averages
func.func @averages(%x: tensor<1x2x4x4xf16>, %y: tensor<1x2x4x4xf32>, %f: tensor<2x1x3x3xf16>) -> (tensor<1x2x4x4xf16>, tensor<1x2x4x4xf16>, tensor<1x2x2x2xf16>, tensor<1x2x4x4xf32>, tensor<1x2x3x3xf32>) {
  %ones = ascend.constant {node_name = "o"} dense<1.0> : tensor<2x1x3x3xf16>
  // CHECK: ascend.avg_pool_v2 %arg0 {ge.divisor_override = 1 : i64, ge.ksize = array<i64: 1, 1, 3, 3>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "sums", original_names = ["p"]}
  %0 = ascend.ge_op "AvgPoolV2"(%x, %ones) {ge.exclusive = true, ge.ksize = array<i64: 1, 1, 3, 3>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "sums", original_names = ["p"]} : (tensor<1x2x4x4xf16>, tensor<2x1x3x3xf16>) -> tensor<1x2x4x4xf16>
  // CHECK: ascend.conv2d %arg0, %arg2 {ge.groups = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "any"}
  %1 = ascend.ge_op "AvgPoolV2"(%x, %f) {ge.ksize = array<i64: 1, 1, 3, 3>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "any"} : (tensor<1x2x4x4xf16>, tensor<2x1x3x3xf16>) -> tensor<1x2x4x4xf16>
  // CHECK: ascend.conv2d %arg0, %arg2 {ge.auto_pad = "SAME_UPPER", ge.groups = 2 : i64, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "same"}
  %2 = ascend.ge_op "AvgPoolV2"(%x, %f) {ge.auto_pad = "SAME_UPPER", ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "same"} : (tensor<1x2x4x4xf16>, tensor<2x1x3x3xf16>) -> tensor<1x2x2x2xf16>
  // One number everywhere is one of x's type; of others of two types there is none.
  // CHECK: %[[F:.*]] = ascend.constant dense<2.500000e-01> : tensor<2x1x2x2xf32>
  // CHECK: ascend.conv2d %arg1, %[[F]] {ge.groups = 2 : i64, node_name = "float"}
  %q = ascend.constant {node_name = "q"} dense<0.25> : tensor<2x1x2x2xf16>
  %4 = ascend.ge_op "AvgPoolV2"(%y, %q) {ge.ksize = array<i64: 1, 1, 2, 2>, node_name = "float"} : (tensor<1x2x4x4xf32>, tensor<2x1x2x2xf16>) -> tensor<1x2x3x3xf32>
  // CHECK: ascend.ge_op "AvgPoolV2"(%arg1, %arg2)
  %3 = ascend.ge_op "AvgPoolV2"(%y, %f) {ge.ksize = array<i64: 1, 1, 3, 3>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "mixed"} : (tensor<1x2x4x4xf32>, tensor<2x1x3x3xf16>) -> tensor<1x2x4x4xf32>
  return %0, %1, %2, %3, %4 : tensor<1x2x4x4xf16>, tensor<1x2x4x4xf16>, tensor<1x2x2x2xf16>, tensor<1x2x4x4xf32>, tensor<1x2x3x3xf32>
}

// CHECK-LABEL: func @write
func.func @write(%x: tensor<1x16x4x4xf16>) -> tensor<1x16x4x4xf16> {
  // CHECK: ascend.identity %arg0 {node_name = "w"}
  %0 = ascend.ge_op "StridedWrite"(%x) {ge.axis = 1 : i64, ge.stride = 2 : i64, node_name = "w"} : (tensor<1x16x4x4xf16>) -> tensor<1x16x4x4xf16>
  return %0 : tensor<1x16x4x4xf16>
}

// Float16 is widened first; the grid is that of the attributes.
// CHECK-LABEL: func @resized
func.func @resized(%x: tensor<1x2x4x4xf16>, %y: tensor<1x2x4x4xf32>) -> (tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>) {
  // CHECK: %[[X:.*]] = ascend.cast %arg0 {node_name = "a/Cast"} : (tensor<1x2x4x4xf16>) -> tensor<1x2x4x4xf32>
  // CHECK: %[[S:.*]] = ascend.constant dense<[1, 2, 8, 8]> : tensor<4xi64>
  // CHECK: ascend.resize %[[X]], {{.*}}, %[[S]] {ge.coordinate_transformation_mode = "half_pixel", ge.mode = "linear", node_name = "a"
  // CHECK: ascend.resize %arg1, {{.*}}ge.coordinate_transformation_mode = "align_corners"
  %0 = ascend.ge_op "ResizeBilinearV2D"(%x) {ge.half_pixel_centers = true, ge.size = array<i64: 8, 8>, node_name = "a"} : (tensor<1x2x4x4xf16>) -> tensor<1x2x8x8xf32>
  %1 = ascend.ge_op "ResizeBilinearV2D"(%y) {ge.align_corners = true, ge.size = array<i64: 8, 8>, node_name = "b"} : (tensor<1x2x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %0, %1 : tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>
}
