// RUN: split-file %s %t
// RUN: cd %t
// RUN: ascend-opt in.mlir --ascend-ge-fusions --ascend-load-config="keep-dtype=keep.cfg op-precision-mode=modes.ini" --ascend-pin-keep-dtype --ascend-select-implmode 2>err | FileCheck in.mlir
// RUN: FileCheck %s --check-prefix=ERR < err
// RUN: ascend-opt priority.mlir --ascend-load-config="op-precision-mode=priority.ini" --ascend-select-implmode | FileCheck priority.mlir

// keep_dtype names nodes of the model: what a fusion made is not one.
// ERR-DAG: note: keep.cfg:3: no op has the type 'ReduceMaxD': no node of the model has this type: 'max' has it from a fusion, did you mean 'OpType::ReduceMax'?
// ERR-DAG: note: keep.cfg:4: no op has the name 'div/Muls', did you mean 'div'?
// ERR-DAG: warning: op_precision_mode: no op has the type 'RealDiv' (modes.ini:5)
// ERR: note: every node of type 'RealDiv' was fused into others: 'div/Muls' is Muls
// ERR-NEXT: note: did you mean 'Muls'?

// RUN: ascend-opt norm.mlir --ascend-ge-fusions --ascend-load-config="keep-dtype=norm.cfg" --ascend-pin-keep-dtype -o /dev/null 2>&1 | FileCheck %s --check-prefix=NORM
// What the fusions made on their way has the type that its nodes had in the model.
// NORM-DAG: norm.cfg:1: no op has the type 'BNInference': every node of type 'BNInference' was fused away by HostBNFusionPass, did you mean 'OpType::BatchNorm'?
// NORM-DAG: norm.cfg:2: no op has the type 'BNInferenceD': no node of the model has this type: 'a_BNInferenceD' has it from a fusion, did you mean 'OpType::BatchNorm'?
// NORM-DAG: norm.cfg:3: no op has the name 'a_BNInferenceD', did you mean 'a'?

//--- in.mlir
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>, %b: tensor<6xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %axes = ascend.constant {node_name = "axes"} dense<1> : tensor<1xi32>
  // By the type that it had in the model.
  // CHECK: ascend.reduce_sum_d {{.*}}ascend.keep_dtype = "keep.cfg:1"
  %0 = ascend.reduce_sum %x, %axes {node_name = "sum"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
  // CHECK: ascend.reduce_max_d
  // CHECK-NOT: keep_dtype
  %1 = ascend.reduce_max %x, %axes {node_name = "max"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
  // By the name of a member; the node that stayed keeps the mode of its type.
  // CHECK: ascend.batch_mat_mul_v2 {{.*}}ascend.keep_dtype = "keep.cfg:2"{{.*}}impl_mode = #ascend.impl_mode<enable_float_32_execution>
  %2 = ascend.batch_mat_mul_v2 %x, %w {node_name = "mm"} : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %3 = ascend.add %2, %b {node_name = "add"} : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %two = ascend.constant {node_name = "two"} dense<2.0> : tensor<f32>
  %4 = ascend.real_div %x, %two {node_name = "div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  // Of the modes that members have by name, the one of the highest rank; one by
  // type does not count in a node that is new.
  %root = ascend.constant {node_name = "root"} dense<1.41421354> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  %5 = ascend.real_div %x, %root {node_name = "g.div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %6 = ascend.ge_op "Erf"(%5) {node_name = "g.erf"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %7 = ascend.add %6, %one {node_name = "g.add"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %8 = ascend.mul %x, %7 {node_name = "g.mul"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "modes.ini:3"{{.*}}impl_mode = #ascend.impl_mode<high_precision>
  %9 = ascend.mul %8, %half {node_name = "g"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %0, %1, %3, %4, %9 : tensor<4xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}
//--- priority.mlir
// All pairs of neighbours in the order of priority, the lower one first; of
// modes by name only. Default stands for a name without a line.
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:2"
  %0 = ascend.gelu %x {node_name = "a", original_names = ["f32", "hf32"]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:3"
  %1 = ascend.gelu %0 {node_name = "b", original_names = ["precise", "f32"]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:4"
  %2 = ascend.gelu %1 {node_name = "c", original_names = ["fast", "nobody", "precise"]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:5"
  %3 = ascend.gelu %2 {node_name = "d", original_names = ["index", "fast"]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:6"
  %4 = ascend.gelu %3 {node_name = "e", original_names = ["super", "index"]} : (tensor<4xf32>) -> tensor<4xf32>
  // A word without a bit is below all.
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:7"
  %5 = ascend.gelu %4 {node_name = "f", original_names = ["half", "super"]} : (tensor<4xf32>) -> tensor<4xf32>
  // The op's own name beats all of them, they beat its type.
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:7"
  %6 = ascend.gelu %5 {node_name = "super", original_names = ["hf32"]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:8"
  %7 = ascend.gelu %6 {node_name = "g", original_names = ["half"]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.gelu {{.*}}ascend.impl_mode_source = "priority.ini:10"
  %8 = ascend.gelu %7 {node_name = "h", original_names = ["nobody"]} : (tensor<4xf32>) -> tensor<4xf32>
  return %8 : tensor<4xf32>
}
//--- priority.ini
[ByNodeName]
hf32 = enable_hi_float_32_execution
f32 = enable_float_32_execution
precise = high_precision
fast = high_performance
index = support_out_of_bound_index
super = super_performance
half = keep_fp16
[ByOpType]
Gelu = high_precision
//--- keep.cfg
OpType::ReduceSum
add
OpType::ReduceMaxD
div/Muls
//--- modes.ini
[ByNodeName]
g.erf = high_performance
g.mul = high_precision
[ByOpType]
RealDiv = high_performance
BatchMatMulV2 = enable_float_32_execution
//--- norm.mlir
func.func @main(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>) {
  %w = ascend.constant {node_name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %c = ascend.constant {node_name = "one"} dense<1.0> : tensor<1xf32>
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %1:3 = ascend.ge_op "BatchNorm"(%0, %c, %c, %c, %c) {ge.epsilon = 0.5 : f32, ge.is_training = false, node_name = "a"} : (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x1x4x4xf32>, tensor<1xf32>, tensor<1xf32>)
  return %1#0, %0 : tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>
}
//--- norm.cfg
OpType::BNInference
OpType::BNInferenceD
a_BNInferenceD
