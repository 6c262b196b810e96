// Constants at the ends of what is folded and counted.
// RUN: split-file %s %t
// RUN: ascend-opt %t/integers.mlir --ascend-precision-pipeline="precision-mode=must_keep_origin_dtype ops-info=%t/ops.json customize-dtypes=%t/c.cfg" 2>&1 | FileCheck %t/integers.mlir
// RUN: ascend-opt %t/half.mlir --ascend-precision-pipeline="precision-mode=force_fp16" 2>&1 | FileCheck %t/half.mlir
// RUN: ascend-opt %t/bf16.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision_bf16" 2>&1 | FileCheck %t/bf16.mlir

// Of more than 4096 bytes the result is a resource.
// DEFINE: %{fold} = ascend-opt --ascend-precision-pipeline | FileCheck %t/integers.mlir --check-prefix
// RUN: %python %S/Inputs/ramp_constant.py 2048 | %{fold}=DENSE
// RUN: %python %S/Inputs/ramp_constant.py 2049 | %{fold}=RESOURCE

//--- ops.json
{"T": {"input0": {"name": "x", "dtype": "bool,int64,float16"}, "output0": {"name": "y", "dtype": "float,float,float"}}}
//--- c.cfg
b:InputDtype:bool
l:InputDtype:int64
h:InputDtype:float16
//--- integers.mlir
// DENSE: ascend.constant {node_name = "c"} dense<"0x
// RESOURCE: ascend.constant {node_name = "c"} dense_resource<

// Each element of a splat counts.
// CHECK: warning: 8 of 8 elements of constant 'splat' overflow float16
// Nine bools are two bytes of the file.
// CHECK: ascend.constants = [{bytes = 2 : i64, dtype = "bool"
// CHECK-LABEL: func @integers
func.func @integers() {
  // An even number is true.
  // CHECK: dense<[false, true, true, true, false, true, true, true, true]> : tensor<9xi1>
  %b = ascend.constant {node_name = "bools"} dense<[0, 1, 2, 3, 0, 256, -2, 4, 8]> : tensor<9xi32>
  %0 = ascend.ge_op "T"(%b) {node_name = "b"} : (tensor<9xi32>) -> tensor<9xf32>
  // CHECK: dense<[-1, 2]> : tensor<2xi64>
  %l = ascend.constant {node_name = "longs"} dense<[-1, 2]> : tensor<2xi32>
  %1 = ascend.ge_op "T"(%l) {node_name = "l"} : (tensor<2xi32>) -> tensor<2xf32>
  %h = ascend.constant {node_name = "splat"} dense<100000> : tensor<8xi32>
  %2 = ascend.ge_op "T"(%h) {node_name = "h"} : (tensor<8xi32>) -> tensor<8xf32>
  return
}

//--- half.mlir
// What is rounded to the largest number does not overflow; what is rounded past it does.
// CHECK: warning: 2 of 6 elements of constant 'w' overflow float16
// CHECK: dense<[6.550400e+04, 6.550400e+04, 6.550400e+04, 6.550400e+04, -6.550400e+04, -6.550400e+04]> : tensor<6xf16>
func.func @half(%x: tensor<6xf32>) -> tensor<6xf32> {
  %w = ascend.constant {node_name = "w"} dense<[65504.0, 65504.01, 65519.99, 65520.0, -65519.99, -65520.0]> : tensor<6xf32>
  %0 = ascend.mul %x, %w {node_name = "m"} : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

//--- bf16.mlir
// Only float16 is clipped.
// CHECK: warning: 1 of 4 elements of constant 'w' overflow bfloat16 and become infinite (node 'm')
func.func @bf16(%x: tensor<2x2xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[[3.38e38, 1.0], [2.0, 3.40282347e38]]> : tensor<2x2xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
