// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="soc=Ascend950 precision-mode-v2=mixed_hif8 ops-info=%t/store.json" | FileCheck %s

// CHECK-LABEL: func @hif8
// CHECK-DAG: ascend.constant {node_name = "w"} dense_resource<{{.*}}> : tensor<4x!ascend.hif8>
// CHECK-DAG: ascend.cast {{.*}} : (tensor<4xf32>) -> tensor<4x!ascend.hif8>
// CHECK: ascend.ge_op "White"
// CHECK-SAME: (tensor<4x!ascend.hif8>, tensor<4x!ascend.hif8>) -> tensor<4x!ascend.hif8>
// CHECK: ascend.cast {{.*}}<boundary>} : (tensor<4x!ascend.hif8>) -> tensor<4xf32>

// CHECK-LABEL: func @int4
// CHECK: ascend.ge_op "Int4"
// CHECK-SAME: (tensor<4xi4>, tensor<4xi4>) -> tensor<4xi32>

// CHECK-LABEL: func @complex
// CHECK: ascend.ge_op "Complex"
// CHECK-SAME: rule = complex_keeps_dtypes
// CHECK-SAME: (tensor<4xcomplex<f32>>) -> tensor<4xf32>

// CHECK-LABEL: func @double
// CHECK: ascend.ge_op "Double"
// CHECK-SAME: (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>

//--- graph.mlir
func.func @hif8(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = ascend.ge_op "White"(%x, %w) {node_name = "q"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @int4(%x: tensor<4xi4>) -> tensor<4xi32> {
  %w = ascend.constant {node_name = "w"} dense<[1, 2, -3, -8]> : tensor<4xi4>
  %0 = ascend.ge_op "Int4"(%x, %w) {node_name = "i"} : (tensor<4xi4>, tensor<4xi4>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = ascend.ge_op "Complex"(%x) {node_name = "z"} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @double(%x: tensor<4xf64>) -> tensor<4xf64> {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4xf64>
  %0 = ascend.ge_op "Double"(%x, %w) {node_name = "d"} : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

//--- store.json
{"White": {
  "precision_reduce": {"flag": "true"},
  "input0": {"name": "x", "paramType": "required", "dtype": "hifloat8,float"},
  "input1": {"name": "w", "paramType": "required", "dtype": "hifloat8,float"},
  "output0": {"name": "y", "paramType": "required", "dtype": "hifloat8,float"}},
 "Int4": {
  "input0": {"name": "x", "paramType": "required", "dtype": "int8,int4"},
  "input1": {"name": "w", "paramType": "required", "dtype": "int8,int4"},
  "output0": {"name": "y", "paramType": "required", "dtype": "int32,int32"}},
 "Complex": {
  "input0": {"name": "x", "paramType": "required", "dtype": "complex128,complex64"},
  "output0": {"name": "y", "paramType": "required", "dtype": "double,float"}},
 "Double": {
  "input0": {"name": "x", "paramType": "required", "dtype": "float,double"},
  "input1": {"name": "w", "paramType": "required", "dtype": "float,double"},
  "output0": {"name": "y", "paramType": "required", "dtype": "float,double"}}}
