// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" 2>/dev/null | FileCheck %s --check-prefix=OFF

// OFF-NOT: ascend.layer_norm

// ONNX's form; with gamma and beta the node takes the name of the last Add.
// CHECK-LABEL: func @onnx
func.func @onnx(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %axes = ascend.constant {node_name = "axes"} dense<-1> : tensor<1xi32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %eps = ascend.constant {node_name = "eps"} dense<1.0e-5> : tensor<f32>
  %gamma = ascend.constant {node_name = "gamma"} dense<1.5> : tensor<8xf32>
  %beta = ascend.constant {node_name = "beta"} dense<0.5> : tensor<8xf32>
  %0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "mean"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %1 = ascend.sub %x, %0 {node_name = "sub"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = ascend.ge_op "Pow"(%1, %two) {node_name = "pow"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %3 = ascend.ge_op "ReduceMean"(%2, %axes) {ge.keep_dims = true, node_name = "var"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %4 = ascend.add %3, %eps {node_name = "add"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %5 = ascend.sqrt %4 {node_name = "sqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %6 = ascend.real_div %1, %5 {node_name = "div"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %7 = ascend.mul %6, %gamma {node_name = "mul"} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: %[[Y:[a-z0-9]+]], %{{.*}}, %{{.*}} = ascend.layer_norm %arg0, %{{.*}}, %{{.*}} {ascend.fused_members = {{\[\[}}"mean", "ReduceMean"], ["sub", "Sub"], ["pow", "Pow"], ["var", "ReduceMean"], ["add", "Add"], ["sqrt", "Sqrt"], ["div", "RealDiv"], ["mul", "Mul"], ["last", "Add"]], ge.begin_norm_axis = 1 : i64, ge.begin_params_axis = -1 : i64, ge.epsilon = 9.99999974E-6 : f32, node_name = "last/LayerNorm"
  // CHECK-SAME: -> (tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  %8 = ascend.add %7, %beta {node_name = "last"} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: return %[[Y]]
  return %8 : tensor<4x8xf32>
}

// Without gamma and beta the pass makes them; the difference may stand twice.
// CHECK-LABEL: func @plain
func.func @plain(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %axes = ascend.constant {node_name = "axes"} dense<1> : tensor<1xi32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %eps = ascend.constant {node_name = "eps"} dense<1.0e-5> : tensor<f32>
  // CHECK-DAG: ascend.constant {node_name = "div/Mul/gamma"} dense<1.000000e+00> : tensor<8xf32>
  // CHECK-DAG: ascend.constant {node_name = "div/Mul/Add/beta"} dense<0.000000e+00> : tensor<8xf32>
  // CHECK: ascend.layer_norm {{.*}}node_name = "div/Mul/Add/LayerNorm"
  %0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "mean"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %1 = ascend.sub %x, %0 {node_name = "sub"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %s = ascend.sub %x, %0 {node_name = "sub2"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = ascend.ge_op "Pow"(%s, %two) {node_name = "pow"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %3 = ascend.ge_op "ReduceMean"(%2, %axes) {ge.keep_dims = true, node_name = "var"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %4 = ascend.add %3, %eps {node_name = "add"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %5 = ascend.sqrt %4 {node_name = "sqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %6 = ascend.real_div %1, %5 {node_name = "div"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}

// An epsilon that is not close to 0; axes that are not the last ones.
// CHECK-LABEL: func @stays
// CHECK-NOT: ascend.layer_norm
func.func @stays(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %axes = ascend.constant {node_name = "axes"} dense<1> : tensor<1xi32>
  %first = ascend.constant {node_name = "first"} dense<0> : tensor<1xi32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %eps = ascend.constant {node_name = "eps"} dense<1.0e-5> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "a.mean"} : (tensor<8x8xf32>, tensor<1xi32>) -> tensor<8x1xf32>
  %1 = ascend.sub %x, %0 {node_name = "a.sub"} : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %2 = ascend.ge_op "Pow"(%1, %two) {node_name = "a.pow"} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %3 = ascend.ge_op "ReduceMean"(%2, %axes) {ge.keep_dims = true, node_name = "a.var"} : (tensor<8x8xf32>, tensor<1xi32>) -> tensor<8x1xf32>
  %4 = ascend.add %3, %one {node_name = "a.add"} : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
  %5 = ascend.sqrt %4 {node_name = "a.sqrt"} : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %6 = ascend.real_div %1, %5 {node_name = "a.div"} : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %7 = ascend.ge_op "ReduceMean"(%x, %first) {ge.keep_dims = true, node_name = "b.mean"} : (tensor<8x8xf32>, tensor<1xi32>) -> tensor<1x8xf32>
  %8 = ascend.sub %x, %7 {node_name = "b.sub"} : (tensor<8x8xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
  %9 = ascend.ge_op "Pow"(%8, %two) {node_name = "b.pow"} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %10 = ascend.ge_op "ReduceMean"(%9, %first) {ge.keep_dims = true, node_name = "b.var"} : (tensor<8x8xf32>, tensor<1xi32>) -> tensor<1x8xf32>
  %11 = ascend.add %10, %eps {node_name = "b.add"} : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  %12 = ascend.sqrt %11 {node_name = "b.sqrt"} : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %13 = ascend.real_div %8, %12 {node_name = "b.div"} : (tensor<8x8xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
  return %6, %13 : tensor<8x8xf32>, tensor<8x8xf32>
}

// TensorFlow's form.
// CHECK-LABEL: func @tensorflow
func.func @tensorflow(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %axes = ascend.constant {node_name = "axes"} dense<-1> : tensor<1xi32>
  %eps = ascend.constant {node_name = "eps"} dense<1.0e-5> : tensor<1xf32>
  %gamma = ascend.constant {node_name = "gamma"} dense<1.5> : tensor<8xf32>
  %beta = ascend.constant {node_name = "beta"} dense<0.5> : tensor<8xf32>
  %0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "mean"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %1 = ascend.ge_op "SquaredDifference"(%x, %0) {node_name = "sq"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = ascend.ge_op "ReduceMean"(%1, %axes) {ge.keep_dims = true, node_name = "var"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %3 = ascend.add %2, %eps {node_name = "add"} : (tensor<4x1xf32>, tensor<1xf32>) -> tensor<4x1xf32>
  %4 = ascend.ge_op "Rsqrt"(%3) {node_name = "rsqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %5 = ascend.mul %gamma, %4 {node_name = "scale"} : (tensor<8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %6 = ascend.sub %x, %0 {node_name = "sub"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %7 = ascend.mul %5, %6 {node_name = "mul"} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: ascend.layer_norm %arg0, %{{.*}}, %{{.*}} {{.*}}ge.begin_norm_axis = 1 : i64{{.*}}node_name = "last/LayerNorm"
  %8 = ascend.add %beta, %7 {node_name = "last"} : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}

// The largest epsilon that is close to 0; the next float; exponents on either side of 2.
// CHECK-LABEL: func @edges
func.func @edges(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %axes = ascend.constant {node_name = "axes"} dense<1> : tensor<1xi32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %three = ascend.constant {node_name = "three"} dense<3.0> : tensor<f32>
  %eps = ascend.constant {node_name = "eps"} dense<0.1> : tensor<f32>
  %next = ascend.constant {node_name = "next"} dense<0.100000009> : tensor<f32>
  // CHECK: ascend.layer_norm {{.*}}ge.epsilon = 1.000000e-01 : f32, node_name = "a.div/Mul/Add/LayerNorm"
  // CHECK-NOT: ascend.layer_norm
  %a0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "a.mean"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %a1 = ascend.sub %x, %a0 {node_name = "a.sub"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %a2 = ascend.ge_op "Pow"(%a1, %two) {node_name = "a.pow"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %a3 = ascend.ge_op "ReduceMean"(%a2, %axes) {ge.keep_dims = true, node_name = "a.var"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %a4 = ascend.add %a3, %eps {node_name = "a.add"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %a5 = ascend.sqrt %a4 {node_name = "a.sqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %a6 = ascend.real_div %a1, %a5 {node_name = "a.div"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %b0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "b.mean"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %b1 = ascend.sub %x, %b0 {node_name = "b.sub"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %b2 = ascend.ge_op "Pow"(%b1, %two) {node_name = "b.pow"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %b3 = ascend.ge_op "ReduceMean"(%b2, %axes) {ge.keep_dims = true, node_name = "b.var"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %b4 = ascend.add %b3, %next {node_name = "b.add"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %b5 = ascend.sqrt %b4 {node_name = "b.sqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %b6 = ascend.real_div %b1, %b5 {node_name = "b.div"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %c0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "c.mean"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %c1 = ascend.sub %x, %c0 {node_name = "c.sub"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %c2 = ascend.ge_op "Pow"(%c1, %one) {node_name = "c.pow"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %c3 = ascend.ge_op "ReduceMean"(%c2, %axes) {ge.keep_dims = true, node_name = "c.var"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %c4 = ascend.add %c3, %eps {node_name = "c.add"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %c5 = ascend.sqrt %c4 {node_name = "c.sqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %c6 = ascend.real_div %c1, %c5 {node_name = "c.div"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %d0 = ascend.ge_op "ReduceMean"(%x, %axes) {ge.keep_dims = true, node_name = "d.mean"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %d1 = ascend.sub %x, %d0 {node_name = "d.sub"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %d2 = ascend.ge_op "Pow"(%d1, %three) {node_name = "d.pow"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %d3 = ascend.ge_op "ReduceMean"(%d2, %axes) {ge.keep_dims = true, node_name = "d.var"} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %d4 = ascend.add %d3, %eps {node_name = "d.add"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %d5 = ascend.sqrt %d4 {node_name = "d.sqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %d6 = ascend.real_div %d1, %d5 {node_name = "d.div"} : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %a6, %b6, %c6, %d6 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// TensorFlow's form over an extent of 1 stays: all of it is beta.
// CHECK-LABEL: func @tensorflow_one
// CHECK-NOT: ascend.layer_norm
func.func @tensorflow_one(%x: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %axes = ascend.constant {node_name = "axes"} dense<-1> : tensor<1xi32>
  %eps = ascend.constant {node_name = "eps"} dense<1.0e-5> : tensor<1xf32>
  %gamma = ascend.constant {node_name = "gamma"} dense<1.5> : tensor<1xf32>
  %beta = ascend.constant {node_name = "beta"} dense<0.5> : tensor<1xf32>
  %0 = ascend.ge_op "ReduceMeanD"(%x) {ge.axes = array<i64: 1>, ge.keep_dims = true, node_name = "mean"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = ascend.ge_op "SquaredDifference"(%x, %0) {node_name = "sq"} : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %2 = ascend.ge_op "ReduceMeanD"(%1) {ge.axes = array<i64: 1>, ge.keep_dims = true, node_name = "var"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %3 = ascend.add %2, %eps {node_name = "add"} : (tensor<4x1xf32>, tensor<1xf32>) -> tensor<4x1xf32>
  %4 = ascend.ge_op "Rsqrt"(%3) {node_name = "rsqrt"} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %5 = ascend.mul %gamma, %4 {node_name = "scale"} : (tensor<1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %6 = ascend.sub %x, %0 {node_name = "sub"} : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %7 = ascend.mul %5, %6 {node_name = "mul"} : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %8 = ascend.add %beta, %7 {node_name = "last"} : (tensor<1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %8 : tensor<4x1xf32>
}
