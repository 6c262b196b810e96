// RUN: ascend-opt %s --split-input-file --ascend-load-config="" | sed 's/{ascend.options/{ascend.materialized, ascend.options/' > %t.mlir
// RUN: not ascend-opt %t.mlir --split-input-file --ascend-verify-precision 2>&1 | FileCheck %s --implicit-check-not=error:

// Every way in which types may not fit a decision, one case each.

func.func @input(%x: tensor<4xf32>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): input 0 is 'f32', decided was 'f16'
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @output(%x: tensor<4xf16>) -> tensor<4xf32> {
  // CHECK: error: node 'r' (Relu): output 0 is 'f32', decided was 'f16'
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @integer(%x: tensor<4xi16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): input 0 is 'i16', decided was 'f16'
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xi16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @absent(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): input 0 is there, but decided was 'none'
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(none) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @no_dtype(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): output 0 cannot be 'index', as was decided
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (index), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @other_column(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): input 0 was decided as 'f16', column 1 of the op store has float
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 1, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @output_of_column(%x: tensor<4xf16>) -> tensor<4xf32> {
  // CHECK: error: node 'r' (Relu): output 0 was decided as 'f32', column 0 of the op store has float16
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f32), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_such_column(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): the op store has no column 99 for it
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 99, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// The columns of Relu end at 5.
func.func @column_behind_the_last(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): the op store has no column 6 for it
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 6, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// Of GE's own ops those that keep their dtypes have no column.
func.func @local_column(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Reshape) runs on local, which has no columns, but its decision names one
  %0 = ascend.ge_op "Reshape"(%x) {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f16) -> (f16), column = 0, engine = local, unit = none, rule = local_keeps>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @negative_column(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu): the op store has no column -1 for it
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = -1, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @missing_column(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu) runs on aicore, but its decision names no column
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @ai_cpu_column(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu) runs on aicpu, which has no columns, but its decision names one
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicpu, unit = none, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @none(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'r' (Relu) has no decision
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @user_cast(%x: tensor<4xf16>) -> tensor<4xf32> {
  // CHECK: error: node 'c' (Cast) has no decision
  %0 = ascend.cast %x {node_name = "c", origin = #ascend.cast_origin<user>} : (tensor<4xf16>) -> tensor<4xf32>
  // What the decision inserted has none.
  %1 = ascend.cast %0 {node_name = "i", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
  %2 = ascend.cast %1 {node_name = "b", origin = #ascend.cast_origin<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @unknown_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 'u' (NoSuchOp): the op store has no column 0 for it
  %0 = ascend.ge_op "NoSuchOp"(%x) {node_name = "u", precision = #ascend.precision<(f16) -> (f16), origin = (f16) -> (f16), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @slots(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: error: node 's' (Relu): its inputs do not fit the slots of the op store
  %0 = ascend.ge_op "Relu"(%x, %x) {node_name = "s", precision = #ascend.precision<(f16, f16) -> (f16), origin = (f16, f16) -> (f16), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @in_a_region(%x: tensor<4xf16>, %c: i1) {
  scf.if %c {
    // CHECK: error: node 'r' (Relu): input 0 is 'f16', decided was 'f32'
    %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f32) -> (f32), origin = (f32) -> (f32), column = 1, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf16>) -> tensor<4xf32>
  }
  return
}
