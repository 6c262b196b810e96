// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="ops-info=%t/store.json" | FileCheck %s

// An absent optional operand stays; an integer beside floats keeps its dtype.
// CHECK-LABEL: func @optional
// CHECK: %[[NONE:.*]] = ascend.none : none
// CHECK: ascend.ge_op "Opt"(%{{[^,]*}}, %[[NONE]], %{{[^)]*}})
// CHECK-SAME: <(f16, none, i32) -> (f16)
// CHECK-SAME: (tensor<4xf16>, none, tensor<4xi32>) -> tensor<4xf16>

// Each operand of a dynamic slot takes the slot's dtype.
// CHECK-LABEL: func @variadic
// CHECK: ascend.ge_op "Groups"
// CHECK-SAME: operand_groups = array<i32: 2, 1>
// CHECK-SAME: <(f16, f16, f32) -> (f16)

// CHECK-LABEL: func @concat
// CHECK: ascend.concat_d
// CHECK-SAME: (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<12xf16>

//--- graph.mlir
func.func @optional(%x: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %n = ascend.none : none
  %0 = ascend.ge_op "Opt"(%x, %n, %i) {node_name = "o"} : (tensor<4xf32>, none, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @variadic(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.ge_op "Groups"(%x, %x, %x) {node_name = "g", operand_groups = array<i32: 2, 1>} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @concat(%x: tensor<4xf32>) -> tensor<12xf32> {
  %0 = ascend.concat_d %x, %x, %x {ge.concat_dim = 0 : i64, node_name = "c"} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

//--- store.json
{"Opt": {
  "input0": {"name": "x", "paramType": "required", "dtype": "float16,float"},
  "input1": {"name": "bias", "paramType": "optional", "dtype": "float16,float"},
  "input2": {"name": "index", "paramType": "required", "dtype": "int32,int32"},
  "output0": {"name": "y", "paramType": "required", "dtype": "float16,float"}},
 "Groups": {
  "input0": {"name": "x", "paramType": "dynamic", "dtype": "float16,float"},
  "input1": {"name": "z", "paramType": "dynamic", "dtype": "float,float"},
  "output0": {"name": "y", "paramType": "required", "dtype": "float16,float"}}}
