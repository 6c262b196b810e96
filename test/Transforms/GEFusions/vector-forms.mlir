// Vector ops of which two or three have one kernel.
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF

// Either order of the factors; the name is that of all three.
// CHECK-LABEL: func @mish
// OFF-LABEL: func @mish
func.func @mish(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: ascend.mish %arg0 {{.*}}node_name = "stm", original_names = ["s", "t", "m"]
  // OFF: ascend.softplus
  %0 = ascend.softplus %x {node_name = "s"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.tanh %0 {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = ascend.mul %x, %1 {node_name = "m"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.mish %{{.*}} {{.*}}node_name = "uvn"
  %3 = ascend.softplus %2 {node_name = "u"} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = ascend.tanh %3 {node_name = "v"} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = ascend.mul %4, %2 {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2, %5 : tensor<4xf32>, tensor<4xf32>
}

// Another factor; a Tanh that two use.
// CHECK-LABEL: func @no_mish
func.func @no_mish(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT: ascend.mish
  %0 = ascend.softplus %x {node_name = "s"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.tanh %0 {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = ascend.mul %y, %1 {node_name = "m"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = ascend.softplus %x {node_name = "u"} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = ascend.tanh %3 {node_name = "v"} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = ascend.mul %x, %4 {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return
  return %2, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @leaky
// OFF-LABEL: func @leaky
func.func @leaky(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = ascend.constant {node_name = "a"} dense<0.25> : tensor<f32>
  // CHECK: ascend.leaky_relu %arg0 {{.*}}ge.negative_slope = 2.500000e-01 : f32, node_name = "m", original_names = ["a", "m", "max"]
  // OFF: ascend.maximum
  %0 = ascend.mul %x, %a {node_name = "m"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = ascend.maximum %0, %x {node_name = "max"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.leaky_relu %{{.*}} {{.*}}node_name = "n"
  %2 = ascend.mul %a, %1 {node_name = "n"} : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = ascend.maximum %1, %2 {node_name = "max2"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// A slope of 1, which keeps the product and no more; a vector; another operand.
// CHECK-LABEL: func @no_leaky
func.func @no_leaky(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %list = ascend.constant {node_name = "list"} dense<0.5> : tensor<1xf32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  // CHECK-NOT: ascend.leaky_relu
  %0 = ascend.mul %x, %one {node_name = "a"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = ascend.maximum %0, %x {node_name = "am"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = ascend.mul %x, %list {node_name = "b"} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %3 = ascend.maximum %2, %x {node_name = "bm"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = ascend.mul %x, %half {node_name = "c"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = ascend.maximum %4, %y {node_name = "cm"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CANN numbers what its rules make; either place of the Minimum.
// CHECK-LABEL: func @clip
// OFF-LABEL: func @clip
func.func @clip(%x: tensor<4xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: ascend.clip_by_value %arg0, %arg1, %arg2 {{.*}}node_name = "min/ClipFusionRule0/ClipByValue0", original_names = ["min", "max"]
  // CHECK-DAG: ascend.clip_by_value %arg0, %arg1, %arg2 {{.*}}node_name = "min2/ClipFusionRule1/ClipByValue1", original_names = ["min2", "max2"]
  // OFF: ascend.minimum
  %0 = ascend.minimum %x, %high {node_name = "min"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = ascend.maximum %0, %low {node_name = "max"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = ascend.minimum %x, %high {node_name = "min2"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = ascend.maximum %low, %2 {node_name = "max2"} : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// The Minimum is used twice.
// CHECK-LABEL: func @no_clip
func.func @no_clip(%x: tensor<4xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT: ascend.clip_by_value
  %0 = ascend.minimum %x, %high {node_name = "min"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = ascend.maximum %0, %low {node_name = "max"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: return
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @square
// OFF-LABEL: func @square
func.func @square(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi64>) {
  // CHECK: ascend.square %arg0 {{.*}}node_name = "m/Square", original_names = ["m"]
  // OFF: ascend.mul
  %0 = ascend.mul %x, %x {node_name = "m"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.mul %arg0, %arg1
  %1 = ascend.mul %x, %y {node_name = "n"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.mul %arg2, %arg2
  %2 = ascend.mul %i, %i {node_name = "o"} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi64>
}
