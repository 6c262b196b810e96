// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s

// CHECK-LABEL: func @forms
func.func @forms(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %four = ascend.constant {node_name = "four"} dense<4.0> : tensor<1xf32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  // CHECK: ascend.muls %arg0 {{.*}}ge.value = 2.500000e-01 : f32, node_name = "d/Muls", original_names = ["d"]}
  %0 = ascend.real_div %x, %four {node_name = "d"} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  // CHECK: ascend.square %arg0 {{.*}}node_name = "p/Square", original_names = ["p"]}
  %1 = ascend.ge_op "Pow"(%x, %two) {node_name = "p"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Nearly 0; several numbers; the constant first; float16; another exponent.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<4xf32>, %h: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf32>) {
  %tiny = ascend.constant {node_name = "tiny"} dense<1.0e-7> : tensor<f32>
  %four = ascend.constant {node_name = "four"} dense<4.0> : tensor<4xf32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f16>
  // CHECK-COUNT-4: ascend.real_div
  %0 = ascend.real_div %x, %tiny {node_name = "a"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = ascend.real_div %x, %four {node_name = "b"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = ascend.real_div %one, %x {node_name = "c"} : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = ascend.real_div %h, %half {node_name = "d"} : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  // CHECK: "Pow"
  %4 = ascend.ge_op "Pow"(%x, %one) {node_name = "p"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf32>
}

// The pass runs before ConstToAttrPass, which makes ReduceMeanD of its ReduceMean.
// CHECK-LABEL: func @average
func.func @average(%x: tensor<1x3x4x5xf32>) -> tensor<1x3x1x1xf32> {
  // CHECK: ascend.reduce_mean_d %arg0 {{.*}}ge.axes = array<i64: 2, 3>, ge.keep_dims = true, node_name = "g"
  %0 = ascend.ge_op "GlobalAveragePool"(%x) {node_name = "g"} : (tensor<1x3x4x5xf32>) -> tensor<1x3x1x1xf32>
  return %0 : tensor<1x3x1x1xf32>
}

// A negative divisor; at the smallest number that is not taken for 0, and just above.
// An exponent is 2 within as much on either side.
// CHECK-LABEL: func @edges
func.func @edges(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %minus = ascend.constant {node_name = "minus"} dense<-4.0> : tensor<f32>
  %least = ascend.constant {node_name = "least"} dense<1.0e-6> : tensor<f32>
  %above = ascend.constant {node_name = "above"} dense<-1.1e-6> : tensor<f32>
  %near = ascend.constant {node_name = "near"} dense<1.9999995> : tensor<f32>
  %below = ascend.constant {node_name = "below"} dense<1.999998> : tensor<f32>
  %beyond = ascend.constant {node_name = "beyond"} dense<2.000002> : tensor<f32>
  // CHECK: ascend.muls %arg0 {{.*}}ge.value = -2.500000e-01 : f32, node_name = "a/Muls"
  %0 = ascend.real_div %x, %minus {node_name = "a"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: ascend.real_div {{.*}}node_name = "b"
  %1 = ascend.real_div %x, %least {node_name = "b"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: ascend.muls {{.*}}node_name = "c/Muls"
  %2 = ascend.real_div %x, %above {node_name = "c"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: ascend.square {{.*}}node_name = "d/Square"
  %3 = ascend.ge_op "Pow"(%x, %near) {node_name = "d"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-COUNT-2: "Pow"
  %4 = ascend.ge_op "Pow"(%x, %below) {node_name = "e"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = ascend.ge_op "Pow"(%x, %beyond) {node_name = "f"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
