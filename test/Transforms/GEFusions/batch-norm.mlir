// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s --check-prefix=APART
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 fusion-switch-file=%S/Inputs/conv-bn-off.cfg" | FileCheck %s --check-prefix=APART

// filter * scale / sqrt(variance + epsilon), and
// (bias - mean) * scale / sqrt(variance + epsilon) + offset. 910B lacks it.
// CHECK-LABEL: func @folded
// APART-LABEL: func @folded
func.func @folded(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %w = ascend.constant {node_name = "w"} dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %b = ascend.constant {node_name = "b"} dense<[1.0, 0.0]> : tensor<2xf32>
  %scale = ascend.constant {node_name = "scale"} dense<[4.0, 6.0]> : tensor<2xf32>
  %offset = ascend.constant {node_name = "offset"} dense<[10.0, 20.0]> : tensor<2xf32>
  %mean = ascend.constant {node_name = "mean"} dense<[3.0, 1.0]> : tensor<2xf32>
  %variance = ascend.constant {node_name = "variance"} dense<[3.5, 8.5]> : tensor<2xf32>
  // CHECK-DAG: %[[W:.*]] = ascend.constant {node_name = "w"} dense<{{\[\[\[\[}}2.000000e+00{{.*}}4.000000e+00
  // CHECK-DAG: %[[B:.*]] = ascend.constant {node_name = "b"} dense<[6.000000e+00, 1.800000e+01]>
  // CHECK: ascend.conv2d %{{.*}}, %[[W]], %[[B]] {ascend.fused_members = {{\[\[}}"c", "Conv2D"], ["bn", "BatchNorm"]], node_name = "c", original_names = ["c", "bn"]}
  // APART: ascend.conv2d
  // APART: ascend.ge_op "BNInferenceD"
  %0 = ascend.conv2d %x, %w, %b {node_name = "c"} : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %1:5 = ascend.ge_op "BatchNorm"(%0, %scale, %offset, %mean, %variance) {ge.epsilon = 0.5 : f32, ge.is_training = false, node_name = "bn"} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %1#0 : tensor<1x2x4x4xf32>
}

// Two operands more: mean and variance alone; no bias before.
// CHECK-LABEL: func @two
func.func @two(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32> {
  %w = ascend.constant {node_name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %mean = ascend.constant {node_name = "mean"} dense<3.0> : tensor<1xf32>
  %variance = ascend.constant {node_name = "variance"} dense<3.5> : tensor<1xf32>
  // CHECK-DAG: ascend.constant {node_name = "w"} dense<1.000000e+00>
  // CHECK-DAG: ascend.constant {node_name = "c/bias"} dense<-1.500000e+00>
  // CHECK: ascend.conv2d
  // CHECK-NOT: ge_op "BNInferenceD"
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %1 = ascend.ge_op "BNInferenceD"(%0, %mean, %variance) {ge.epsilon = 0.5 : f32, node_name = "bn"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4x4xf32>
  return %1 : tensor<1x1x4x4xf32>
}

// The convolution is used twice: BatchNorm of constants alone is BNInference and
// then BNInferenceD, of others BNInfer; one that trains stays, as does one whose mean is used.
// CHECK-LABEL: func @alone
func.func @alone(%x: tensor<1x1x4x4xf32>, %s: tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1xf32>) {
  %w = ascend.constant {node_name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %c = ascend.constant {node_name = "one"} dense<1.0> : tensor<1xf32>
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  // CHECK: ascend.ge_op "BNInferenceD"{{.*}}node_name = "a_BNInferenceD"
  %1:3 = ascend.ge_op "BatchNorm"(%0, %c, %c, %c, %c) {ge.epsilon = 0.5 : f32, ge.is_training = false, node_name = "a"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
  // CHECK: ascend.bn_infer {{.*}}node_name = "b"
  %2:3 = ascend.ge_op "BatchNorm"(%0, %s, %c, %c, %c) {ge.epsilon = 0.5 : f32, ge.is_training = false, node_name = "b"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
  // CHECK: ascend.ge_op "BatchNorm"
  %3:3 = ascend.ge_op "BatchNorm"(%0, %c, %c, %c, %c) {ge.is_training = true, node_name = "d"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
  // CHECK: ascend.ge_op "BatchNorm"
  %4:3 = ascend.ge_op "BatchNorm"(%0, %c, %c, %c, %c) {ge.is_training = false, node_name = "e"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
  return %1#0, %2#0, %3#0, %4#0, %4#1 : tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1xf32>
}

// The variance is 0: the filter is 1 / sqrt(epsilon). Left out, that is 1e-4 for
// BatchNorm and 1e-5 for the others; 1e-5 stands for what is below 1e-8.
// CHECK-LABEL: func @epsilon
func.func @epsilon(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<1xf32>
  %none = ascend.constant {node_name = "none"} dense<0.0> : tensor<1xf32>
  // CHECK: %[[A:.*]] = ascend.constant {node_name = "w"} dense<1.000000e+02>
  // CHECK: ascend.conv2d %{{.*}}, %[[A]], {{.*}}node_name = "a"
  // CHECK: %[[B:.*]] = ascend.constant {node_name = "w"} dense<316.2
  // CHECK: ascend.conv2d %{{.*}}, %[[B]], {{.*}}node_name = "b"
  // CHECK: %[[C:.*]] = ascend.constant {node_name = "w"} dense<316.2
  // CHECK: ascend.conv2d %{{.*}}, %[[C]], {{.*}}node_name = "c"
  // CHECK: %[[D:.*]] = ascend.constant {node_name = "w"} dense<7071.0
  // CHECK: ascend.conv2d %{{.*}}, %[[D]], {{.*}}node_name = "d"
  %a = ascend.conv2d %x, %w {node_name = "a"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %an:5 = ascend.ge_op "BatchNorm"(%a, %one, %one, %none, %none) {ge.is_training = false, node_name = "a.bn"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  %b = ascend.conv2d %x, %w {node_name = "b"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %bn = ascend.ge_op "BNInferenceD"(%b, %none, %none) {node_name = "b.bn"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4x4xf32>
  %c = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %cn:5 = ascend.ge_op "BatchNorm"(%c, %one, %one, %none, %none) {ge.epsilon = 9.0e-9 : f32, ge.is_training = false, node_name = "c.bn"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  %d = ascend.conv2d %x, %w {node_name = "d"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %dn:5 = ascend.ge_op "BatchNorm"(%d, %one, %one, %none, %none) {ge.epsilon = 2.0e-8 : f32, ge.is_training = false, node_name = "d.bn"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %an#0, %bn, %cn#0, %dn#0 : tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>
}

// Of a depthwise convolution the form with a scale stays.
// CHECK-LABEL: func @depthwise
func.func @depthwise(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<1xf32>
  // CHECK: ascend.ge_op "DepthwiseConv2D"({{.*}}["a.bn", "BNInferenceD"]
  %0 = ascend.ge_op "DepthwiseConv2D"(%x, %w) {node_name = "a"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %1 = ascend.ge_op "BNInferenceD"(%0, %one, %one) {node_name = "a.bn"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4x4xf32>
  // CHECK: ascend.ge_op "BNInferenceD"
  %2 = ascend.ge_op "DepthwiseConv2D"(%x, %w) {node_name = "b"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %3 = ascend.ge_op "BNInferenceD"(%2, %one, %one, %one, %one) {node_name = "b.bn"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4x4xf32>
  return %1, %3 : tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>
}

// One that trains is folded into no convolution; alone, one trains that does not say.
// CHECK-LABEL: func @trains
func.func @trains(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<1xf32>
  // CHECK: ascend.ge_op "BatchNorm"({{.*}}node_name = "a"
  // CHECK: ascend.ge_op "BatchNorm"({{.*}}node_name = "b"
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %1:3 = ascend.ge_op "BatchNorm"(%0, %one, %one, %one, %one) {ge.is_training = true, node_name = "a"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
  %2:3 = ascend.ge_op "BatchNorm"(%x, %one, %one, %one, %one) {node_name = "b"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
  return %1#0, %2#0 : tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>
}

// BnHost folds the constants: alpha is (offset / scale) * d - mean and beta scale
// / d, d the root of variance + epsilon. The epsilon of BatchNorm counts, also where
// it is left out: 1e-4, and not the 1e-5 of BNInference.
// CHECK-LABEL: func @host
func.func @host(%x: tensor<1x2x4xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>) {
  %scale = ascend.constant {node_name = "scale"} dense<[4.0, 6.0]> : tensor<2xf32>
  %offset = ascend.constant {node_name = "offset"} dense<[10.0, 24.0]> : tensor<2xf32>
  %mean = ascend.constant {node_name = "mean"} dense<[3.0, 1.0]> : tensor<2xf32>
  %variance = ascend.constant {node_name = "variance"} dense<[3.5, 8.5]> : tensor<2xf32>
  %none = ascend.constant {node_name = "none"} dense<0.0> : tensor<2xf32>
  // CHECK-DAG: %[[A:.*]] = ascend.constant {node_name = "bn_BnHost/alpha"} dense<[2.000000e+00, 1.100000e+01]> : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = ascend.constant {node_name = "bn_BnHost/beta"} dense<2.000000e+00> : tensor<2xf32>
  // CHECK: ascend.ge_op "BNInferenceD"(%arg0, %[[A]], %[[B]]) {{.*}}ge.epsilon = 5.000000e-01 : f32, {{.*}}node_name = "bn_BNInferenceD", original_names = ["scale", "offset", "mean", "variance", "bn"]}
  %0:3 = ascend.ge_op "BatchNorm"(%x, %scale, %offset, %mean, %variance) {ge.epsilon = 0.5 : f32, ge.is_training = false, node_name = "bn"} : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  // CHECK-DAG: ascend.constant {node_name = "e_BnHost/beta"} dense<[4.000000e+02, 6.000000e+02]>
  // CHECK: ascend.ge_op "BNInferenceD"{{.*}}ge.epsilon = 9.99999974E-5 : f32{{.*}}node_name = "e_BNInferenceD"
  %1:3 = ascend.ge_op "BatchNorm"(%0#0, %scale, %offset, %mean, %none) {ge.is_training = false, node_name = "e"} : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %1#0 : tensor<1x2x4xf32>, tensor<1x2x4xf32>
}

// A channel of scale 0 and an offset stays BNInference: BnHost would divide by 0.
// Without scale and offset the momentum says how often the statistics were added.
// CHECK-LABEL: func @host_edges
func.func @host_edges(%x: tensor<1x1x4xf32>) -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>) {
  %zero = ascend.constant {node_name = "zero"} dense<0.0> : tensor<1xf32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<1xf32>
  %six = ascend.constant {node_name = "six"} dense<6.0> : tensor<1xf32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  // CHECK: ascend.bn_inference {{.*}}node_name = "a"
  %0 = ascend.bn_inference %x, %one, %one, %two, %zero, %one {ge.epsilon = 1.0 : f32, node_name = "a"} : (tensor<1x1x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
  // CHECK: ascend.constant {node_name = "b_BnHost/alpha"} dense<-1.000000e+00>
  // CHECK: ascend.constant {node_name = "b_BnHost/beta"} dense<0.000000e+00>
  %1 = ascend.bn_inference %x, %one, %one, %two, %zero, %zero {ge.epsilon = 1.0 : f32, node_name = "b"} : (tensor<1x1x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
  // CHECK: ascend.constant {node_name = "c_BnHost/alpha"} dense<-3.000000e+00>
  // CHECK: ascend.constant {node_name = "c_BnHost/beta"} dense<5.000000e-01>
  %2 = ascend.ge_op "BNInference"(%x, %six, %six, %two) {ge.epsilon = 1.0 : f32, node_name = "c"} : (tensor<1x1x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f32>) -> tensor<1x1x4xf32>
  return %0, %1, %2 : tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1x1x4xf32>
}
