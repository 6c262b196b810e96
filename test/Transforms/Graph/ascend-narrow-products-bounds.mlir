// Which integers are bytes, at either end of both types, and which ops multiply.
//
// RUN: ascend-opt --ascend-narrow-products --canonicalize %s | FileCheck %s

// A constant of int32 is bytes where all of its numbers are, signed if they can.
// CHECK-LABEL: func @constants(
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "signed"} : (tensor<4x2xui8>, tensor<2x2xi8>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "unsigned"} : (tensor<4x2xui8>, tensor<2x2xui8>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "above"} : (tensor<4x2xi32>, tensor<2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "below"} : (tensor<4x2xi32>, tensor<2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "both"} : (tensor<4x2xi32>, tensor<2x2xi32>)
func.func @constants(%x: tensor<4x2xui8>) -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) {
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %signed = ascend.constant dense<[[-128, 127], [0, 1]]> : tensor<2x2xi32>
  %unsigned = ascend.constant dense<[[0, 255], [128, 1]]> : tensor<2x2xi32>
  %above = ascend.constant dense<[[0, 256], [128, 1]]> : tensor<2x2xi32>
  %below = ascend.constant dense<[[-129, 127], [0, 1]]> : tensor<2x2xi32>
  %both = ascend.constant dense<[[-1, 128], [0, 1]]> : tensor<2x2xi32>
  %0 = ascend.mat_mul_v2 %a, %signed {node_name = "signed"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %1 = ascend.mat_mul_v2 %a, %unsigned {node_name = "unsigned"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %2 = ascend.mat_mul_v2 %a, %above {node_name = "above"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %3 = ascend.mat_mul_v2 %a, %below {node_name = "below"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %4 = ascend.mat_mul_v2 %a, %both {node_name = "both"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %0, %1, %2, %3, %4 : tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>
}

// A constant without elements, and a product of elements, stay.
// CHECK-LABEL: func @other_products(
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "empty"} : (tensor<4x0xi32>, tensor<0x2xi32>)
// CHECK:         ascend.mul {{.*}} : (tensor<4x2xi32>, tensor<4x2xi32>)
func.func @other_products(%x: tensor<4x0xui8>, %y: tensor<4x2xui8>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x0xui8>) -> tensor<4x0xi32>
  %none = ascend.constant dense<> : tensor<0x2xi32>
  %0 = ascend.mat_mul_v2 %a, %none {node_name = "empty"} : (tensor<4x0xi32>, tensor<0x2xi32>) -> tensor<4x2xi32>
  %b = ascend.cast %y {node_name = "b"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %1 = ascend.mul %b, %b {node_name = "square"} : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
  return %0, %1 : tensor<4x2xi32>, tensor<4x2xi32>
}

// A border of the least and the largest byte of each type, and of those next to
// them.
// CHECK-LABEL: func @border_of_unsigned(
// CHECK-DAG:     ascend.constant dense<255> : tensor<ui8>
// CHECK-DAG:     ascend.conv2d {{.*}}node_name = "most"} : (tensor<1x2x6x4xui8>, tensor<2x2x1x1xi8>)
// CHECK-DAG:     ascend.conv2d {{.*}}node_name = "below"} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>)
func.func @border_of_unsigned(%x: tensor<1x2x4x4xui8>) -> (tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>) {
  %w = ascend.constant dense<1> : tensor<2x2x1x1xi8>
  %most = ascend.constant dense<255> : tensor<i32>
  %below = ascend.constant dense<-1> : tensor<i32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xi32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi32>
  %s = ascend.sub %a, %most {node_name = "s"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %0 = ascend.conv2d %s, %b {node_name = "most", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  %t = ascend.sub %a, %below {node_name = "t"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %1 = ascend.conv2d %t, %b {node_name = "below", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  return %0, %1 : tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>
}

// CHECK-LABEL: func @border_of_signed(
// CHECK-DAG:     ascend.constant dense<-128> : tensor<i8>
// CHECK-DAG:     ascend.constant dense<127> : tensor<i8>
// CHECK-DAG:     ascend.conv2d {{.*}}node_name = "least"} : (tensor<1x2x6x4xi8>, tensor<2x2x1x1xi8>)
// CHECK-DAG:     ascend.conv2d {{.*}}node_name = "most"} : (tensor<1x2x6x4xi8>, tensor<2x2x1x1xi8>)
// CHECK-DAG:     ascend.conv2d {{.*}}node_name = "below"} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>)
// CHECK-DAG:     ascend.conv2d {{.*}}node_name = "above"} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>)
// CHECK-DAG:     ascend.conv2d {{.*}}node_name = "other"} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>)
func.func @border_of_signed(%x: tensor<1x2x4x4xi8>, %z: tensor<ui8>)
    -> (tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>) {
  %w = ascend.constant dense<1> : tensor<2x2x1x1xi8>
  %least = ascend.constant dense<-128> : tensor<i32>
  %most = ascend.constant dense<127> : tensor<i32>
  %below = ascend.constant dense<-129> : tensor<i32>
  %above = ascend.constant dense<128> : tensor<i32>
  %other = ascend.cast %z {node_name = "z"} : (tensor<ui8>) -> tensor<i32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xi32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32>
  %s0 = ascend.sub %a, %least {node_name = "s0"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %0 = ascend.conv2d %s0, %b {node_name = "least", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  %s1 = ascend.sub %a, %most {node_name = "s1"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %1 = ascend.conv2d %s1, %b {node_name = "most", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  %s2 = ascend.sub %a, %below {node_name = "s2"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %2 = ascend.conv2d %s2, %b {node_name = "below", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  %s3 = ascend.sub %a, %above {node_name = "s3"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %3 = ascend.conv2d %s3, %b {node_name = "above", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  %s4 = ascend.sub %a, %other {node_name = "s4"} : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %4 = ascend.conv2d %s4, %b {node_name = "other", ge.pads = array<i64: 1, 1, 0, 0>} : (tensor<1x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x6x4xi32>
  return %0, %1, %2, %3, %4 : tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>, tensor<1x2x6x4xi32>
}

// In three dimensions, too: a sum for each filter, and six borders of none.
// CHECK-LABEL: func @volume(
// CHECK-DAG:     %[[SUMS:.*]] = ascend.constant dense<{{.*}}3]]], {{.*}}7{{.*}}> : tensor<2x1x1x1xi32>
// CHECK-DAG:     %[[X:.*]] = ascend.pad_v3 {{.*}} {node_name = "y/padded"} : {{.*}} -> tensor<1x2x3x4x5xui8>
// CHECK:         %[[M:.*]] = ascend.mul %{{.*}}, %[[SUMS]] {node_name = "y/zero_times_filters"}
// CHECK:         %[[Y:.*]] = ascend.conv3d %[[X]], %{{.*}} {ge.pads = array<i64: 0, 0, 0, 0, 0, 0>, node_name = "y"} : (tensor<1x2x3x4x5xui8>, tensor<2x2x1x1x1xi8>)
// CHECK:         ascend.sub %[[Y]], %[[M]] {node_name = "y/shifted"}
func.func @volume(%x: tensor<1x2x2x4x4xui8>, %z: tensor<ui8>) -> tensor<1x2x3x4x5xi32> {
  %w = ascend.constant dense<[[[[[1]]], [[[2]]]], [[[[3]]], [[[4]]]]]> : tensor<2x2x1x1x1xi8>
  %zero = ascend.cast %z {node_name = "zero"} : (tensor<ui8>) -> tensor<i32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<1x2x2x4x4xui8>) -> tensor<1x2x2x4x4xi32>
  %s = ascend.sub %a, %zero {node_name = "s"} : (tensor<1x2x2x4x4xi32>, tensor<i32>) -> tensor<1x2x2x4x4xi32>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2x1x1x1xi8>) -> tensor<2x2x1x1x1xi32>
  %y = ascend.conv3d %s, %b {node_name = "y", ge.pads = array<i64: 1, 0, 0, 0, 0, 1>} : (tensor<1x2x2x4x4xi32>, tensor<2x2x1x1x1xi32>) -> tensor<1x2x3x4x5xi32>
  return %y : tensor<1x2x3x4x5xi32>
}

// A zero point that bytes broadcast to, one for each image beside filters, and
// one beside several constant matrices stay; that of a reshaped constant is
// known.
// CHECK-LABEL: func @zeros(
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "wide"} : (tensor<4x2xi32>, tensor<2x2xi32>)
// CHECK:         ascend.conv2d {{.*}}node_name = "images"} : (tensor<2x2x4x4xi32>, tensor<2x2x1x1xi32>)
// CHECK:         ascend.batch_mat_mul_v2 {{.*}}node_name = "batch"} : (tensor<4x2xi32>, tensor<3x2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "reshaped"} : (tensor<4x2xui8>, tensor<2x2xi8>)
func.func @zeros(%x: tensor<1x2xui8>, %y: tensor<2x2x4x4xui8>, %u: tensor<4x2xui8>, %rows: tensor<4x2xi32>, %each: tensor<2x1x1x1xi32>, %z: tensor<i32>)
    -> (tensor<4x2xi32>, tensor<2x2x4x4xi32>, tensor<3x4x2xi32>, tensor<4x2xi32>) {
  %w = ascend.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<1x2xui8>) -> tensor<1x2xi32>
  %s = ascend.sub %a, %rows {node_name = "s"} : (tensor<1x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
  %0 = ascend.mat_mul_v2 %s, %b {node_name = "wide"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %filters = ascend.constant dense<1> : tensor<2x2x1x1xi8>
  %f = ascend.cast %filters {node_name = "f"} : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xi32>
  %c = ascend.cast %y {node_name = "c"} : (tensor<2x2x4x4xui8>) -> tensor<2x2x4x4xi32>
  %t = ascend.sub %c, %each {node_name = "t"} : (tensor<2x2x4x4xi32>, tensor<2x1x1x1xi32>) -> tensor<2x2x4x4xi32>
  %1 = ascend.conv2d %t, %f {node_name = "images"} : (tensor<2x2x4x4xi32>, tensor<2x2x1x1xi32>) -> tensor<2x2x4x4xi32>
  %ws = ascend.constant dense<1> : tensor<3x2x2xi8>
  %v = ascend.cast %ws {node_name = "v"} : (tensor<3x2x2xi8>) -> tensor<3x2x2xi32>
  %d = ascend.cast %u {node_name = "d"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %e = ascend.sub %d, %z {node_name = "e"} : (tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  %2 = ascend.batch_mat_mul_v2 %e, %v {node_name = "batch"} : (tensor<4x2xi32>, tensor<3x2x2xi32>) -> tensor<3x4x2xi32>
  %flat = ascend.constant dense<[128, 255, 0, 1]> : tensor<4xui8>
  %wide = ascend.cast %flat {node_name = "wide"} : (tensor<4xui8>) -> tensor<4xi32>
  %size = ascend.constant dense<2> : tensor<2xi64>
  %square = ascend.reshape %wide, %size {node_name = "square"} : (tensor<4xi32>, tensor<2xi64>) -> tensor<2x2xi32>
  %middle = ascend.constant dense<128> : tensor<i32>
  %g = ascend.sub %square, %middle {node_name = "g"} : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %3 = ascend.mat_mul_v2 %d, %g {node_name = "reshaped"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %0, %1, %2, %3 : tensor<4x2xi32>, tensor<2x2x4x4xi32>, tensor<3x4x2xi32>, tensor<4x2xi32>
}

// What is not known stays: bytes or a zero point without a rank, a constant whose
// data is missing or that is of other integers, one whose difference has more axes or longer ones.
// CHECK-LABEL: func @unknown(
// CHECK:         ascend.conv2d {{.*}}node_name = "bytes"} : (tensor<*xi32>, tensor<2x2x1x1xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "zero"} : (tensor<4x2xi32>, tensor<2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "missing"} : (tensor<4x2xi32>, tensor<2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "shorts"} : (tensor<4x2xi32>, tensor<2x2xi16>)
// CHECK:         ascend.batch_mat_mul_v2 {{.*}}node_name = "deeper"} : (tensor<4x2xi32>, tensor<1x2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "wider"} : (tensor<4x2xi32>, tensor<2x2xi32>)
// CHECK:         ascend.mat_mul_v2 {{.*}}node_name = "fits"} : (tensor<4x2xui8>, tensor<2x2xi8>)
func.func @unknown(%u: tensor<*xui8>, %x: tensor<4x2xui8>, %z: tensor<*xi32>)
    -> (tensor<1x2x4x4xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<1x4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) {
  %filters = ascend.constant dense<1> : tensor<2x2x1x1xi8>
  %f = ascend.cast %filters {node_name = "f"} : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xi32>
  %c = ascend.cast %u {node_name = "c"} : (tensor<*xui8>) -> tensor<*xi32>
  %one = ascend.constant dense<1> : tensor<i32>
  %s = ascend.sub %c, %one {node_name = "s"} : (tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  %0 = ascend.conv2d %s, %f {node_name = "bytes"} : (tensor<*xi32>, tensor<2x2x1x1xi32>) -> tensor<1x2x4x4xi32>
  %w = ascend.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %b = ascend.cast %w {node_name = "b"} : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
  %t = ascend.sub %a, %z {node_name = "t"} : (tensor<4x2xi32>, tensor<*xi32>) -> tensor<4x2xi32>
  %1 = ascend.mat_mul_v2 %t, %b {node_name = "zero"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %absent = ascend.constant dense_resource<absent> : tensor<2x2xi32>
  %2 = ascend.mat_mul_v2 %a, %absent {node_name = "missing"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %shorts = ascend.constant dense<1> : tensor<2x2xi16>
  %3 = ascend.mat_mul_v2 %a, %shorts {node_name = "shorts"} : (tensor<4x2xi32>, tensor<2x2xi16>) -> tensor<4x2xi32>
  %deep = ascend.constant dense<1> : tensor<1x2x2xi32>
  %d = ascend.sub %b, %deep {node_name = "d"} : (tensor<2x2xi32>, tensor<1x2x2xi32>) -> tensor<1x2x2xi32>
  %4 = ascend.batch_mat_mul_v2 %a, %d {node_name = "deeper"} : (tensor<4x2xi32>, tensor<1x2x2xi32>) -> tensor<1x4x2xi32>
  %row = ascend.constant dense<1> : tensor<1x2xi8>
  %r = ascend.cast %row {node_name = "r"} : (tensor<1x2xi8>) -> tensor<1x2xi32>
  %full = ascend.constant dense<1> : tensor<2x2xi32>
  %v = ascend.sub %r, %full {node_name = "v"} : (tensor<1x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %5 = ascend.mat_mul_v2 %a, %v {node_name = "wider"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %g = ascend.sub %b, %full {node_name = "g"} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %6 = ascend.mat_mul_v2 %a, %g {node_name = "fits"} : (tensor<4x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1x2x4x4xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<1x4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>
}
