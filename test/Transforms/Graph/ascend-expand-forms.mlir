// The ops that fusions of CANN make, as those that they are made of.
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

// Sizes and axes come from attributes.
// CHECK-LABEL: func @parts
func.func @parts(%x: tensor<4x6xf16>) -> (tensor<4x3xf16>, tensor<4x2xf16>, tensor<8x6xf16>) {
  // CHECK: %[[AXIS:.*]] = ascend.constant dense<1> : tensor<1xi64>
  // CHECK: ascend.split %[[AXIS]], %arg0 {node_name = "s"} : {{.*}} -> (tensor<4x3xf16>, tensor<4x3xf16>)
  %0:2 = ascend.ge_op "SplitD"(%x) {ge.split_dim = 1 : i64, ge.num_split = 2 : i64, node_name = "s"} : (tensor<4x6xf16>) -> (tensor<4x3xf16>, tensor<4x3xf16>)
  // CHECK: %[[DIM:.*]] = ascend.constant dense<1> : tensor<1xi64>
  // CHECK: %[[SIZES:.*]] = ascend.constant dense<[2, 4]> : tensor<2xi64>
  // CHECK: ascend.split_v %arg0, %[[SIZES]], %[[DIM]] {node_name = "v"} : {{.*}} -> (tensor<4x2xf16>, tensor<4x4xf16>)
  %1:2 = ascend.ge_op "SplitVD"(%x) {ge.split_dim = 1 : i64, ge.size_splits = array<i64: 2, 4>, node_name = "v"} : (tensor<4x6xf16>) -> (tensor<4x2xf16>, tensor<4x4xf16>)
  // CHECK: ascend.concat_d %arg0, %arg0 {ge.concat_dim = 0 : i64, node_name = "c"}
  %2 = ascend.ge_op "ConcatV2D"(%x, %x) {ge.concat_dim = 0 : i64, node_name = "c"} : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<8x6xf16>
  return %0#0, %1#0, %2 : tensor<4x3xf16>, tensor<4x2xf16>, tensor<8x6xf16>
}

// (x + alpha) * beta, whose vectors are of channels.
// CHECK-LABEL: func @norm
// CHECK: %[[A:.*]] = ascend.reshape %arg1, %{{.*}} {node_name = "n/Reshape"} : (tensor<3xf16>, tensor<3xi64>) -> tensor<3x1x1xf16>
// CHECK: %[[S:.*]] = ascend.add %arg0, %[[A]] {node_name = "n/Add"}
// CHECK: %[[B:.*]] = ascend.reshape %arg2, %{{.*}} {node_name = "n/Reshape"} : (tensor<3xf16>, tensor<3xi64>) -> tensor<3x1x1xf16>
// CHECK: ascend.mul %[[S]], %[[B]] {node_name = "n"}
// CHECK: %[[T:.*]] = ascend.add %arg3, %{{.*}} {node_name = "rows/Add"} : (tensor<2x3xf16>, tensor<3xf16>)
// CHECK: ascend.mul %[[T]], %{{.*}} {node_name = "rows"} : (tensor<2x3xf16>, tensor<3xf16>)
func.func @norm(%x: tensor<2x3x4x4xf16>, %alpha: tensor<3xf16>, %beta: tensor<3xf16>, %rows: tensor<2x3xf16>) -> (tensor<2x3x4x4xf16>, tensor<2x3xf16>) {
  %0 = ascend.ge_op "BNInferenceD"(%x, %alpha, %beta) {node_name = "n"} : (tensor<2x3x4x4xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<2x3x4x4xf16>
  %1 = ascend.ge_op "BNInferenceD"(%rows, %alpha, %beta) {node_name = "rows"} : (tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  return %0, %1 : tensor<2x3x4x4xf16>, tensor<2x3xf16>
}

// What lacks an attribute or an operand, or has one too many, is none of CANN's.
// CHECK-LABEL: func @others
// CHECK-NEXT: ascend.ge_op "SplitD"
// CHECK-NEXT: ascend.ge_op "SplitD"
// CHECK-NEXT: ascend.ge_op "SplitVD"
// CHECK-NEXT: ascend.ge_op "ConcatV2D"
// CHECK-NEXT: ascend.ge_op "ConcatV2D"
// CHECK-NEXT: ascend.ge_op "BNInferenceD"
// CHECK-NEXT: ascend.ge_op "BNInferenceD"
// CHECK-NEXT: ascend.ge_op "ResizeBilinearV2D"
// CHECK-NEXT: ascend.ge_op "ResizeBilinearV2D"
// CHECK-NEXT: ascend.ge_op "ResizeBilinearV2D"
// CHECK-NEXT: ascend.ge_op "StridedWrite"
// CHECK-NEXT: ascend.ge_op "StridedWrite"
// CHECK-NEXT: ascend.ge_op "AvgPoolV2"
// CHECK-NEXT: ascend.ge_op "AvgPoolV2"
// CHECK-NEXT: ascend.ge_op "Unknown"
// CHECK-NEXT: return
func.func @others(%x: tensor<4x6xf16>, %v: tensor<6xf16>, %i: tensor<1x2x4x4xf16>, %o: tensor<1x2x?x4xf16>) {
  %0:2 = ascend.ge_op "SplitD"(%x) {node_name = "axis"} : (tensor<4x6xf16>) -> (tensor<4x3xf16>, tensor<4x3xf16>)
  %1:2 = ascend.ge_op "SplitD"(%x, %v) {ge.split_dim = 1 : i64, node_name = "two"} : (tensor<4x6xf16>, tensor<6xf16>) -> (tensor<4x3xf16>, tensor<4x3xf16>)
  %2:2 = ascend.ge_op "SplitVD"(%x) {ge.split_dim = 1 : i64, node_name = "sizes"} : (tensor<4x6xf16>) -> (tensor<4x2xf16>, tensor<4x4xf16>)
  %3 = ascend.ge_op "ConcatV2D"(%x, %x) {node_name = "axis"} : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<8x6xf16>
  %4:2 = ascend.ge_op "ConcatV2D"(%x, %x) {ge.concat_dim = 0 : i64, node_name = "results"} : (tensor<4x6xf16>, tensor<4x6xf16>) -> (tensor<8x6xf16>, tensor<8x6xf16>)
  %5 = ascend.ge_op "BNInferenceD"(%x, %v) {node_name = "two"} : (tensor<4x6xf16>, tensor<6xf16>) -> tensor<4x6xf16>
  %6 = ascend.ge_op "BNInferenceD"(%v, %v, %v) {node_name = "vector"} : (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  %7 = ascend.ge_op "ResizeBilinearV2D"(%i, %v) {node_name = "two"} : (tensor<1x2x4x4xf16>, tensor<6xf16>) -> tensor<1x2x8x8xf32>
  %8 = ascend.ge_op "ResizeBilinearV2D"(%i) {node_name = "open"} : (tensor<1x2x4x4xf16>) -> tensor<1x2x?x8xf32>
  %9 = ascend.ge_op "ResizeBilinearV2D"(%x) {node_name = "rank"} : (tensor<4x6xf16>) -> tensor<8x6xf32>
  %10 = ascend.ge_op "StridedWrite"(%x) {node_name = "type"} : (tensor<4x6xf16>) -> tensor<4x3xf16>
  %11 = ascend.ge_op "StridedWrite"(%x, %v) {node_name = "two"} : (tensor<4x6xf16>, tensor<6xf16>) -> tensor<4x6xf16>
  %12 = ascend.ge_op "AvgPoolV2"(%i, %v) {node_name = "rank"} : (tensor<1x2x4x4xf16>, tensor<6xf16>) -> tensor<1x2x2x2xf16>
  %13 = ascend.ge_op "AvgPoolV2"(%i, %i, %v) {node_name = "three"} : (tensor<1x2x4x4xf16>, tensor<1x2x4x4xf16>, tensor<6xf16>) -> tensor<1x2x2x2xf16>
  %14 = ascend.ge_op "Unknown"(%x) {node_name = "type"} : (tensor<4x6xf16>) -> tensor<4x6xf16>
  return
}

// Neither corners nor centers lie on each other, also where that is said; x of the result's
// type is no Cast.
// CHECK-LABEL: func @asymmetric
// CHECK-NOT: ascend.cast
// CHECK: ascend.resize %arg0, {{.*}}ge.coordinate_transformation_mode = "asymmetric"
// CHECK: ascend.resize %arg0, {{.*}}ge.coordinate_transformation_mode = "asymmetric"
func.func @asymmetric(%x: tensor<1x2x4x4xf32>) -> (tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>) {
  %0 = ascend.ge_op "ResizeBilinearV2D"(%x) {ge.size = array<i64: 8, 8>, node_name = "a"} : (tensor<1x2x4x4xf32>) -> tensor<1x2x8x8xf32>
  %1 = ascend.ge_op "ResizeBilinearV2D"(%x) {ge.align_corners = false, ge.half_pixel_centers = false, ge.size = array<i64: 8, 8>, node_name = "b"} : (tensor<1x2x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %0, %1 : tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>
}
