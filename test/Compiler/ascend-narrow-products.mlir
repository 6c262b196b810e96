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

// CHECK: [[NAME]]: "0x{{[0-9]+}}7F7E0080"
