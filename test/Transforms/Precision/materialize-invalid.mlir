// RUN: ascend-opt %s --split-input-file --verify-diagnostics --ascend-load-config="" --ascend-materialize-precision

// A decision that was written by hand and does not belong to its op.
func.func @absent() -> tensor<4xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{node 'r' (Relu): input 0 is absent, decided was 'f16'}}
  %0 = ascend.ge_op "Relu"(%n) {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (none) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @present(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{node 'r' (Relu): input 0 is there, but decided was 'none'}}
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(none) -> (f16), origin = (none) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{node 'r' (Relu): input 0 cannot be 'tensor<4xf16>', as was decided}}
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(tensor<4xf16>) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @dtype(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{node 'r' (Relu): output 0 cannot be 'index', as was decided}}
  %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (index), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
