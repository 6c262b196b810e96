// RUN: ascend-opt %s --split-input-file --ascend-bufferize --verify-diagnostics

// expected-error@+1 {{result 0 of 'made' is not in its destination}}
func.func @made(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// Destinations of a kernel follow one another, in the order of the results.
// expected-error@+1 {{result 1 of 'crossed' is not in its destination}}
func.func @crossed(%a: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {ascend.kernel} {
  %0 = bufferization.materialize_in_destination %a in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = bufferization.materialize_in_destination %a in %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Those of the entry are where the runtime gives them.
func.func @main(%a: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {ascend.entry} {
  %0 = bufferization.materialize_in_destination %a in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = bufferization.materialize_in_destination %a in %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
