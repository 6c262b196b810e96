// Operands and attributes of ops that use indices that contradict each other.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<4x6xf32>, %i: tensor<3xi64>) {
  %a = ascend.constant dense<2> : tensor<1xi32>
  // expected-error@+1 {{axis is no axis of rank 2}}
  %y = ascend.gather_v2 %x, %i, %a : (tensor<4x6xf32>, tensor<3xi64>, tensor<1xi32>) -> tensor<3x6xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<5x6xi64>) {
  // expected-error@+1 {{indices have 5 elements along axis 0, what they pick from 4}}
  %y = ascend.gather_elements %x, %i {ge.dim = 1 : i64} : (tensor<4x6xf32>, tensor<5x6xi64>) -> tensor<5x6xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<5xi64>) {
  // expected-error@+1 {{indices have rank 1, what they pick from 2}}
  %y = ascend.gather_elements %x, %i : (tensor<4x6xf32>, tensor<5xi64>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<5x3xi64>) {
  // expected-error@+1 {{tuples of 3 indices for 2 axes}}
  %y = ascend.gather_nd %x, %i : (tensor<4x6xf32>, tensor<5x3xi64>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<5x1xi64>) {
  // expected-error@+1 {{operands differ at the shared axis 0}}
  %y = ascend.gather_nd %x, %i {ge.batch_dims = 1 : i64} : (tensor<4x6xf32>, tensor<5x1xi64>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<2x6xi64>, %u: tensor<1x6xf32>) {
  // expected-error@+1 {{needs an update per index}}
  %y = ascend.scatter_elements %x, %i, %u : (tensor<4x6xf32>, tensor<2x6xi64>, tensor<1x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<2x6xi64>, %u: tensor<2x6xf32>) {
  // expected-error@+1 {{'ge.reduction' must be "none", "add", "mul", "max" or "min", is "sub"}}
  %y = ascend.scatter_elements %x, %i, %u {ge.reduction = "sub"} : (tensor<4x6xf32>, tensor<2x6xi64>, tensor<2x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %i: tensor<2x1xi64>, %u: tensor<2x5xf32>) {
  // expected-error@+1 {{needs a slice of updates per tuple of indices}}
  %y = ascend.scatter_nd_add %x, %i, %u : (tensor<4x6xf32>, tensor<2x1xi64>, tensor<2x5xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%x: tensor<4xi64>, %on: tensor<2xf32>, %off: tensor<1xf32>) {
  %d = ascend.constant dense<5> : tensor<1xi32>
  // expected-error@+1 {{on_value and off_value must have one element}}
  %y = ascend.one_hot %x, %d, %on, %off : (tensor<4xi64>, tensor<1xi32>, tensor<2xf32>, tensor<1xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %k = ascend.constant dense<5> : tensor<1xi64>
  // expected-error@+1 {{k lies outside of 0 to the extent of axis 0}}
  %v, %i = ascend.top_k %x, %k : (tensor<4xf32>, tensor<1xi64>) -> (tensor<5xf32>, tensor<5xi64>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %a = ascend.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{'axis' is no axis of rank 1}}
  %y = ascend.cumprod %x, %a : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  %n = ascend.constant dense<0> : tensor<i64>
  // expected-error@+1 {{delta is 0}}
  %y = ascend.range %n, %n, %n : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @no_tuples(%a0: tensor<4x6xf32>, %a1: tensor<i64>, %a2: tensor<6xf32>) {
  // expected-error @+1 {{indices are no tuples}}
  %0 = ascend.scatter_nd_add %a0, %a1, %a2 : (tensor<4x6xf32>, tensor<i64>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// What has no rank says nothing of the results, and no result contradicts it.
func.func @any_rank(%a0: tensor<*xf32>, %a1: tensor<5x6xi64>, %a2: tensor<4x6xf32>, %a3: tensor<*xi64>, %a4: tensor<5x1xi64>, %a5: tensor<5x?xi64>, %a6: tensor<5x6xf32>, %a7: tensor<i32>, %a8: tensor<f32>) {
  %0 = ascend.gather_elements %a0, %a1 : (tensor<*xf32>, tensor<5x6xi64>) -> tensor<7xf32>
  %1 = ascend.gather_elements %a2, %a3 : (tensor<4x6xf32>, tensor<*xi64>) -> tensor<7xf32>
  %2 = ascend.gather_nd %a0, %a4 : (tensor<*xf32>, tensor<5x1xi64>) -> tensor<7xf32>
  %3 = ascend.gather_nd %a2, %a3 : (tensor<4x6xf32>, tensor<*xi64>) -> tensor<7xf32>
  %4 = ascend.gather_nd %a2, %a5 : (tensor<4x6xf32>, tensor<5x?xi64>) -> tensor<7xf32>
  %5 = ascend.scatter_elements %a0, %a1, %a6 : (tensor<*xf32>, tensor<5x6xi64>, tensor<5x6xf32>) -> tensor<7xf32>
  %6 = ascend.scatter_elements %a2, %a3, %a6 : (tensor<4x6xf32>, tensor<*xi64>, tensor<5x6xf32>) -> tensor<7xf32>
  %7 = ascend.scatter_elements %a2, %a1, %a0 : (tensor<4x6xf32>, tensor<5x6xi64>, tensor<*xf32>) -> tensor<7xf32>
  %8 = ascend.scatter_nd_add %a2, %a3, %a6 : (tensor<4x6xf32>, tensor<*xi64>, tensor<5x6xf32>) -> tensor<7xf32>
  %9 = ascend.one_hot %a3, %a7, %a8, %a8 : (tensor<*xi64>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<7xf32>
  return
}
