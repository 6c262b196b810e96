// Corners of the rules, found by comparing with an oracle (test/Property).
// RUN: split-file %s %t
// RUN: ascend-opt %t/engines.mlir --ascend-precision-pipeline="ops-info=%S/Inputs/corners.json" | FileCheck %t/engines.mlir
// RUN: ascend-opt %t/casts.mlir --ascend-precision-pipeline="ops-info=%S/Inputs/corners.json precision-mode-v2=mixed_bfloat16" | FileCheck %t/casts.mlir
// RUN: ascend-opt %t/forbidden.mlir --ascend-precision-pipeline="ops-info=%S/Inputs/corners.json precision-mode-v2=mixed_float16 customize-dtypes=%S/Inputs/corners.cfg" 2>&1 | FileCheck %t/forbidden.mlir
// RUN: not ascend-opt %t/nothing.mlir --ascend-precision-pipeline="ops-info=%S/Inputs/corners.json customize-dtypes=%S/Inputs/anything.cfg" 2>&1 | FileCheck %t/nothing.mlir

//--- engines.mlir
// CHECK-LABEL: func.func @inherits
// inherit_dtype_from_predecessor beats format_continuous, which would look at
// the black list: input 1 too takes the float16 of its producer.
func.func @inherits(%x: tensor<2xf16>, %y: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = ascend.ge_op "Narrow"(%y) {node_name = "n"} : (tensor<2xbf16>) -> tensor<2xbf16>
  // CHECK: "Two"{{.*}}<(f16, f16) -> (f16), {{.*}}column = 2
  %1 = ascend.ge_op "Two"(%x, %0) {ge.format_continuous = array<i64: 1>, ge.inherit_dtype_from_predecessor = true, node_name = "t"} : (tensor<2xf16>, tensor<2xbf16>) -> tensor<2xbf16>
  return %1 : tensor<2xbf16>
}

// CHECK-LABEL: func.func @local
// Without a column for its dtype an op without a kernel keeps it.
func.func @local(%x: tensor<2xf64>) -> tensor<2xf64> {
  // CHECK: "Reshape"{{.*}}<(f64) -> (f64), origin = (f64) -> (f64), engine = local, unit = none, rule = local_keeps
  %0 = ascend.ge_op "Reshape"(%x) {node_name = "r"} : (tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// CHECK-LABEL: func.func @promotes
func.func @promotes(%h: tensor<2xf16>, %i: tensor<2xi32>, %u: tensor<2xui32>, %b: tensor<2xbf16>) {
  // int32 becomes float16, which no column of `b` beside a float16 `a` but
  // column 3 has; column 0 absorbs both and comes after it.
  // CHECK: "Sum"{{.*}}<(f16, f16) -> (f16), {{.*}}column = 3, {{.*}}rule = promoted
  %0 = ascend.ge_op "Sum"(%h, %i) {node_name = "p"} : (tensor<2xf16>, tensor<2xi32>) -> tensor<2xf16>
  // CHECK: "Sum"{{.*}}<(f32, f32) -> (f32), {{.*}}column = 0, {{.*}}rule = promoted
  %1 = ascend.ge_op "Sum"(%h, %b) {node_name = "q"} : (tensor<2xf16>, tensor<2xbf16>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @groups
// The AI CPU too counts the operands of each slot.
func.func @groups(%i: tensor<2xi32>, %d: tensor<2xf64>) -> tensor<2xf64> {
  // CHECK: "Pair"{{.*}}engine = aicpu
  %0 = ascend.ge_op "Pair"(%i, %d, %d) {node_name = "g", operand_groups = array<i32: 1, 2>} : (tensor<2xi32>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

//--- casts.mlir
// In a bfloat16 mode an op without a kernel follows the float16 rule: it looks
// through a Cast from float16, which a gray op of that mode does not.
// CHECK-LABEL: func.func @through
func.func @through(%x: tensor<2xf16>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = ascend.ge_op "Cast"(%x) {node_name = "c"} : (tensor<2xf16>) -> tensor<2xf32>
  // CHECK: "Reshape"{{.*}}<(f16) -> (f16)
  %1 = ascend.ge_op "Reshape"(%0) {node_name = "r"} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: "Narrow"{{.*}}<(f32) -> (f32)
  %2 = ascend.ge_op "Narrow"(%0) {node_name = "n"} : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

//--- forbidden.mlir
// The mode forbids the one column that customize_dtypes leaves. CANN's outputs
// then start from all columns, and the entry is lost.
// CHECK: warning: customize_dtypes does not hold here: {{.*}}column 1 ({{.*}}corners.cfg:1, node 'w')
// CHECK: "White"{{.*}}<(f16) -> (f16), {{.*}}rule = white_lowers
func.func @forbidden(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = ascend.ge_op "White"(%x) {node_name = "w"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- nothing.mlir
// A Cast is checked before its entry is read: this one has no engine.
// CHECK-NOT: E29999
// CHECK: error: [EZ3003]
func.func @nothing(%x: tensor<2xi32>) {
  %0 = ascend.ge_op "Cast"(%x) {node_name = "c"} : (tensor<2xi32>) -> tensor<2xf32>
  return
}
