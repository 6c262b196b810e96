// RUN: ascend-opt --ascend-narrow-products --canonicalize %s | FileCheck %s

// CHECK-LABEL: func @casts(
// CHECK-NEXT:    ascend.batch_mat_mul_v2 %arg0, %arg1 {{.*}} : (tensor<?x8xi8>, tensor<8x?xui8>) -> tensor<?x?xi32>
func.func @casts(%x: tensor<?x8xi8>, %w: tensor<8x?xui8>) -> tensor<?x?xi32> {
  %a = ascend.cast %x {node_name = "a"} : (tensor<?x8xi8>) -> tensor<?x8xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<8x?xui8>) -> tensor<8x?xi32>
  %y = ascend.batch_mat_mul_v2 %a, %b {node_name = "y"} : (tensor<?x8xi32>, tensor<8x?xi32>) -> tensor<?x?xi32>
  return %y : tensor<?x?xi32>
}

// A factor of int32, another cast: nothing changes.
// CHECK-LABEL: func @wide(
// CHECK:         ascend.mat_mul_v2 {{.*}} : (tensor<4x8xi32>, tensor<8x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}} : (tensor<4x8xi32>, tensor<8x2xi32>)
func.func @wide(%x: tensor<4x8xi8>, %w: tensor<8x2xi32>, %v: tensor<8x2xi16>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x8xi8>) -> tensor<4x8xi32>
  %b = ascend.cast %v {node_name = "b"} : (tensor<8x2xi16>) -> tensor<8x2xi32>
  %y = ascend.mat_mul_v2 %a, %w {node_name = "y"} : (tensor<4x8xi32>, tensor<8x2xi32>) -> tensor<4x2xi32>
  %z = ascend.mat_mul_v2 %a, %b {node_name = "z"} : (tensor<4x8xi32>, tensor<8x2xi32>) -> tensor<4x2xi32>
  return %y, %z : tensor<4x2xi32>, tensor<4x2xi32>
}

// Less a zero point that is 0.
// CHECK-LABEL: func @zero(
// CHECK-NEXT:    ascend.mat_mul_v2 %arg0, %arg1 {{.*}} : (tensor<4x8xi8>, tensor<8x2xi8>) -> tensor<4x2xi32>
func.func @zero(%x: tensor<4x8xi8>, %w: tensor<8x2xi8>) -> tensor<4x2xi32> {
  %none = ascend.constant dense<0> : tensor<i8>
  %zero = ascend.cast %none {node_name = "zero"} : (tensor<i8>) -> tensor<i32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x8xi8>) -> tensor<4x8xi32>
  %s = ascend.sub %a, %zero {node_name = "s"} : (tensor<4x8xi32>, tensor<i32>) -> tensor<4x8xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<8x2xi8>) -> tensor<8x2xi32>
  %y = ascend.mat_mul_v2 %s, %b {node_name = "y"} : (tensor<4x8xi32>, tensor<8x2xi32>) -> tensor<4x2xi32>
  return %y : tensor<4x2xi32>
}

// A zero point for each row is one for each k where the factor is transposed.
// CHECK-LABEL: func @transposed_rows(
// CHECK:         ascend.mat_mul_v2 %arg0, {{.*}}node_name = "y"} : (tensor<4x4xui8>, tensor<4x2xi8>)
// CHECK:         ascend.mat_mul_v2 %{{.*}}node_name = "z"} : (tensor<4x4xi32>, tensor<4x2xi32>)
func.func @transposed_rows(%x: tensor<4x4xui8>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %w = ascend.constant dense<[[1, 2], [3, 4], [5, 6], [7, -8]]> : tensor<4x2xi8>
  %zeros = ascend.constant dense<[[1], [2], [3], [4]]> : tensor<4x1xi32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x4xui8>) -> tensor<4x4xi32>
  %s = ascend.sub %a, %zeros {node_name = "s"} : (tensor<4x4xi32>, tensor<4x1xi32>) -> tensor<4x4xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %y = ascend.mat_mul_v2 %s, %b {node_name = "y"} : (tensor<4x4xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
  %z = ascend.mat_mul_v2 %s, %b {ge.transpose_x1 = true, node_name = "z"} : (tensor<4x4xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
  return %y, %z : tensor<4x2xi32>, tensor<4x2xi32>
}

// The constant less its zero point: 127, 126, 0 and -128.
// CHECK-LABEL: func @constant(
// CHECK:         %[[W:.*]] = ascend.constant dense_resource<[[NAME:.*]]> : tensor<2x2xi8>
// CHECK:         ascend.mat_mul_v2 %arg0, %[[W]]
func.func @constant(%x: tensor<4x2xui8>) -> tensor<4x2xi32> {
  %w = ascend.constant dense<[[255, 254], [128, 0]]> : tensor<2x2xui8>
  %middle = ascend.constant dense<128> : tensor<i32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2xui8>) -> tensor<2x2xi32>
  %t = ascend.sub %b, %middle {node_name = "t"} : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %y = ascend.mat_mul_v2 %a, %t {node_name = "y"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %y : tensor<4x2xi32>
}

// The differences are no bytes.
// CHECK-LABEL: func @far(
// CHECK:         ascend.mat_mul_v2 {{.*}} : (tensor<4x2xi32>, tensor<2x2xi32>)
func.func @far(%x: tensor<4x2xui8>) -> tensor<4x2xi32> {
  %w = ascend.constant dense<[[255, 254], [128, 0]]> : tensor<2x2xui8>
  %less = ascend.constant dense<100> : tensor<i32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2xui8>) -> tensor<2x2xi32>
  %t = ascend.sub %b, %less {node_name = "t"} : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %y = ascend.mat_mul_v2 %a, %t {node_name = "y"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %y : tensor<4x2xi32>
}

// A zero point for each row; the constant's columns are its rows.
// CHECK-LABEL: func @rows(
// CHECK:         %[[SUMS:.*]] = ascend.constant dense<[3, 7, -11]> : tensor<3xi32>
// CHECK:         %[[M:.*]] = ascend.mul %arg1, %[[SUMS]] {{.*}} : (tensor<4x1xi32>, tensor<3xi32>) -> tensor<4x3xi32>
// CHECK:         %[[Y:.*]] = ascend.mat_mul_v2 %arg0, {{.*}}ge.transpose_x2 = true{{.*}} : (tensor<4x2xui8>, tensor<3x2xi8>)
// CHECK:         %[[R:.*]] = ascend.sub %[[Y]], %[[M]]
// CHECK:         return %[[R]]
func.func @rows(%x: tensor<4x2xui8>, %zero: tensor<4x1xi32>) -> tensor<4x3xi32> {
  %w = ascend.constant dense<[[1, 2], [3, 4], [-5, -6]]> : tensor<3x2xi8>
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %s = ascend.sub %a, %zero {node_name = "s"} : (tensor<4x2xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<3x2xi8>) -> tensor<3x2xi32>
  %y = ascend.mat_mul_v2 %s, %b {node_name = "y", ge.transpose_x2 = true} : (tensor<4x2xi32>, tensor<3x2xi32>) -> tensor<4x3xi32>
  return %y : tensor<4x3xi32>
}

// A zero point for each k, and one beside a factor that is no constant, stay.
// CHECK-LABEL: func @others(
// CHECK:         ascend.mat_mul_v2 {{.*}} : (tensor<4x2xi32>, tensor<2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}} : (tensor<4x2xi32>, tensor<2x2xi32>)
func.func @others(%x: tensor<4x2xui8>, %v: tensor<2x2xi8>, %each: tensor<2xi32>, %zero: tensor<i32>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %w = ascend.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %s = ascend.sub %a, %each {node_name = "s"} : (tensor<4x2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %t = ascend.sub %a, %zero {node_name = "t"} : (tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %c = ascend.cast %v {node_name = "c"} : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %y = ascend.mat_mul_v2 %s, %b {node_name = "y"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %z = ascend.mat_mul_v2 %t, %c {node_name = "z"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %y, %z : tensor<4x2xi32>, tensor<4x2xi32>
}

// The border of a convolution stands for 0: bytes get one of the zero point.
// CHECK-LABEL: func @border(
// CHECK-DAG:     %[[PADS:.*]] = ascend.constant dense<[0, 0, 0, 0, 1, 0, 2, 1]> : tensor<8xi64>
// CHECK-DAG:     %[[SUMS:.*]] = ascend.constant dense<{{\[\[\[}}3]], {{\[\[}}-11{{\]\]\]}}> : tensor<2x1x1xi32>
// CHECK-DAG:     %[[ZERO:.*]] = ascend.cast %arg1
// CHECK-DAG:     %[[X:.*]] = ascend.pad_v3 %arg0, %[[PADS]], %arg1 {node_name = "y/padded"} : (tensor<1x2x4x4xui8>, tensor<8xi64>, tensor<ui8>) -> tensor<1x2x5x7xui8>
// CHECK:         %[[M:.*]] = ascend.mul %[[ZERO]], %[[SUMS]] {{.*}} : (tensor<i32>, tensor<2x1x1xi32>) -> tensor<2x1x1xi32>
// CHECK:         %[[Y:.*]] = ascend.conv2d %[[X]], %{{.*}} {ge.pads = array<i64: 0, 0, 0, 0>, node_name = "y"} : (tensor<1x2x5x7xui8>, tensor<2x2x1x1xi8>)
// CHECK:         %[[R:.*]] = ascend.sub %[[Y]], %[[M]]
// CHECK:         return %[[R]]
func.func @border(%x: tensor<1x2x4x4xui8>, %z: tensor<ui8>) -> tensor<1x2x5x7xi32> {
  %w = ascend.constant dense<[[[[1]], [[2]]], [[[-5]], [[-6]]]]> : tensor<2x2x1x1xi8>
  %zero = ascend.cast %z {node_name = "zero"} : (tensor<ui8>) -> tensor<i32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi32>
  %s = ascend.sub %a, %zero {node_name = "s"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xi32>
  %y = ascend.conv2d %s, %b {node_name = "y", ge.pads = array<i64: 1, 0, 2, 1>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x5x7xi32>
  return %y : tensor<1x2x5x7xi32>
}

// A zero point for each filter leaves bytes. x has none: its border is 0.
// CHECK-LABEL: func @filters(
// CHECK:         %[[W:.*]] = ascend.constant dense_resource<[[FILTERS:.*]]> : tensor<2x2x1x1xi8>
// CHECK-NEXT:    ascend.conv2d %arg0, %[[W]] {ge.auto_pad = "SAME_UPPER", node_name = "y"} : (tensor<1x2x4x4xi8>, tensor<2x2x1x1xi8>)
func.func @filters(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32> {
  %w = ascend.constant dense<[[[[129]], [[130]]], [[[9]], [[8]]]]> : tensor<2x2x1x1xui8>
  %zeros = ascend.constant dense<[[[[128]]], [[[10]]]]> : tensor<2x1x1x1xi32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2x1x1xui8>) -> tensor<2x2x1x1xi32>
  %t = ascend.sub %b, %zeros {node_name = "t"} : (tensor<2x2x1x1xi32>, tensor<2x1x1x1xi32>) -> tensor<2x2x1x1xi32>
  %y = ascend.conv2d %a, %t {node_name = "y", ge.auto_pad = "SAME_UPPER"} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x4x4xi32>
  return %y : tensor<1x2x4x4xi32>
}

// A border of what is no byte, and one of dynamic width, stay.
// CHECK-LABEL: func @no_border(
// CHECK:         ascend.conv2d {{.*}} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>)
// CHECK:         ascend.conv2d {{.*}} : (tensor<1x2x?x4xi32>, tensor<2x2x1x1xi32>)
func.func @no_border(%x: tensor<1x2x4x4xui8>, %o: tensor<1x2x?x4xui8>) -> (tensor<1x2x6x4xi32>, tensor<1x2x?x2xi32>) {
  %w = ascend.constant dense<1> : tensor<2x2x1x1xi8>
  %far = ascend.constant dense<256> : tensor<i32>
  %near = ascend.constant dense<3> : tensor<i32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xi32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi32>
  %s = ascend.sub %a, %far {node_name = "s"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %y = ascend.conv2d %s, %b {node_name = "y", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  %c = ascend.cast %o {node_name = "c"} : (tensor<1x2x?x4xui8>) -> tensor<1x2x?x4xi32>
  %t = ascend.sub %c, %near {node_name = "t"} : (tensor<1x2x?x4xi32>, tensor<i32>) -> tensor<1x2x?x4xi32>
  %z = ascend.conv2d %t, %b {node_name = "z", ge.strides = array<i64: 1, 1, 2, 2>, ge.auto_pad = "SAME_UPPER"} : (tensor<1x2x?x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x?x2xi32>
  return %y, %z : tensor<1x2x6x4xi32>, tensor<1x2x?x2xi32>
}

// CHECK: [[NAME]]: "0x{{[0-9]+}}7F7E0080"
