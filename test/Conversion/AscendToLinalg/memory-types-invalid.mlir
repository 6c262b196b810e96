// RUN: ascend-opt %s --convert-ascend-to-linalg=memory-types=true --split-input-file --verify-diagnostics

// Only ops that move elements take the types in memory.
func.func @select(%c: tensor<4xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'arith.select' has no CPU lowering}}
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A byte from memory is no ui8.
func.func @extract(%u: tensor<4xui8>, %i: index) -> tensor<ui8> {
  // expected-error@+1 {{'tensor.extract' has no CPU lowering}}
  %0 = tensor.extract %u[%i] : tensor<4xui8>
  // expected-error@+1 {{'tensor.from_elements' has no CPU lowering}}
  %1 = tensor.from_elements %0 : tensor<ui8>
  return %1 : tensor<ui8>
}
