// RUN: ascend-opt %s --ascend-bound-results -split-input-file -verify-diagnostics

// What is refused ends the pass: nothing is left of it.
// RUN: not ascend-opt %s --ascend-bound-results -split-input-file 2>/dev/null | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: func.func

func.func @main(%x: tensor<2x3xf32>) -> tensor<5x2xi64> {
  // expected-error@+1 {{result 0 has a fixed extent at axis 0, which its op counts}}
  %y = ascend.non_zero %x : (tensor<2x3xf32>) -> tensor<5x2xi64>
  return %y : tensor<5x2xi64>
}

// -----

func.func @main(%x: tensor<*xf32>) -> tensor<?x?xi64> {
  // expected-error@+1 {{the shape of its largest result is not known}}
  %y = ascend.non_zero %x : (tensor<*xf32>) -> tensor<?x?xi64>
  return %y : tensor<?x?xi64>
}
