// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s

// StridedSliceV2 is in no op store.
// CHECK-LABEL: func @slices
func.func @slices(%x: tensor<8x6xf32>, %v: tensor<8xf32>) -> (tensor<8x2xf32>, tensor<8x6xf32>, tensor<4xf32>, tensor<8x3xf32>) {
  %one = ascend.constant {node_name = "one"} dense<1> : tensor<1xi64>
  %two = ascend.constant {node_name = "two"} dense<2> : tensor<1xi64>
  %five = ascend.constant {node_name = "five"} dense<5> : tensor<1xi64>
  %last = ascend.constant {node_name = "last"} dense<-1> : tensor<1xi64>
  %low = ascend.constant {node_name = "low"} dense<-100> : tensor<1xi64>
  %zero = ascend.constant {node_name = "zero"} dense<0> : tensor<1xi64>
  // CHECK: ascend.strided_slice_d %arg0 {{.*}}ge.begin = array<i64: 0, 1>{{.*}}ge.end = array<i64: 8, 4>{{.*}}ge.strides = array<i64: 1, 2>, node_name = "a", original_names = ["one", "five", "two", "a"]}
  %0 = ascend.strided_slice_v2 %x, %one, %five, %one, %two {node_name = "a"} : (tensor<8x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x2xf32>
  // A whole axis backwards.
  // CHECK: ascend.reverse_v2d %arg0 {{.*}}ge.axis = array<i64: 1>, node_name = "b"
  %1 = ascend.strided_slice_v2 %x, %last, %low, %one, %last {node_name = "b"} : (tensor<8x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x6xf32>
  // Vectors and other backward slices are for the AI CPU.
  // CHECK: ascend.strided_slice %arg1, %{{.*}} {{.*}}node_name = "c"
  %2 = ascend.strided_slice_v2 %v, %one, %five, %zero, %one {node_name = "c"} : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: ascend.constant {node_name = "d/end"} dense<[8, 0]>
  // CHECK: ascend.strided_slice %arg0, %{{.*}} {{.*}}node_name = "d"
  %step = ascend.constant {node_name = "step"} dense<-2> : tensor<1xi64>
  %3 = ascend.strided_slice_v2 %x, %five, %low, %one, %step {node_name = "d"} : (tensor<8x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x3xf32>
  return %0, %1, %2, %3 : tensor<8x2xf32>, tensor<8x6xf32>, tensor<4xf32>, tensor<8x3xf32>
}

// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: tensor<8x?xf32>, %b: tensor<1xi64>) -> tensor<8x?xf32> {
  // CHECK: ascend.strided_slice_v3 %arg0, %arg1, %arg1, %arg1
  %0 = ascend.strided_slice_v2 %x, %b, %b, %b {node_name = "a"} : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// A backward slice down to element 0 ends before it, counted from behind; a slice
// without elements is for the AI CPU, too.
// CHECK-LABEL: func @edges
func.func @edges(%x: tensor<8x6xf32>) -> (tensor<8x3xf32>, tensor<8x0xf32>) {
  %one = ascend.constant {node_name = "one"} dense<1> : tensor<1xi64>
  %two = ascend.constant {node_name = "two"} dense<2> : tensor<1xi64>
  %low = ascend.constant {node_name = "low"} dense<-100> : tensor<1xi64>
  %back = ascend.constant {node_name = "back"} dense<-1> : tensor<1xi64>
  // CHECK: ascend.constant {node_name = "a/begin"} dense<[0, 2]>
  // CHECK: ascend.constant {node_name = "a/end"} dense<[8, -7]>
  // CHECK: ascend.strided_slice %arg0, {{.*}}node_name = "a"
  %0 = ascend.strided_slice_v2 %x, %two, %low, %one, %back {node_name = "a"} : (tensor<8x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x3xf32>
  // CHECK: ascend.strided_slice %arg0, {{.*}}node_name = "b"
  %1 = ascend.strided_slice_v2 %x, %two, %two, %one, %one {node_name = "b"} : (tensor<8x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x0xf32>
  return %0, %1 : tensor<8x3xf32>, tensor<8x0xf32>
}
