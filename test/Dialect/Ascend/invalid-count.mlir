// Ops whose sizes depend on data: operands, attributes and results that
// contradict each other.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<4x6xf32>) {
  // expected-error@+1 {{result 0 has shape [3, ?], the operands give [2, ?]}}
  %y = ascend.non_zero %x {ge.transpose = true} : (tensor<4x6xf32>) -> tensor<3x?xi64>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>) {
  // expected-error@+1 {{result 0 has shape [20, 2], the operands give [24, 2]}}
  %y, %size = ascend.where %x : (tensor<4x6xf32>) -> (tensor<20x2xi64>, tensor<1xi64>)
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>) {
  %axis = ascend.constant dense<2> : tensor<1xi64>
  // expected-error@+1 {{'axis' is no axis of rank 2}}
  %y:4 = ascend.unique_with_counts_ext2 %x, %axis : (tensor<4x6xf32>, tensor<1xi64>)
      -> (tensor<4x?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<6xi64>)
  return
}

// -----

func.func @f(%boxes: tensor<1x6x4xf32>, %scores: tensor<2x1x6xf32>) {
  // expected-error@+1 {{boxes and scores have 1 and 2 batches}}
  %y = ascend.non_max_suppression_v6 %boxes, %scores : (tensor<1x6x4xf32>, tensor<2x1x6xf32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @f(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x1x5xf32>) {
  // expected-error@+1 {{there are 6 boxes and 5 scores}}
  %y = ascend.non_max_suppression_v6 %boxes, %scores : (tensor<1x6x4xf32>, tensor<1x1x5xf32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @f(%boxes: tensor<1x6x3xf32>, %scores: tensor<1x1x6xf32>) {
  // expected-error@+1 {{a box has 3 numbers instead of 4}}
  %y = ascend.non_max_suppression_v6 %boxes, %scores : (tensor<1x6x3xf32>, tensor<1x1x6xf32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @f(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x1x6xf32>) {
  // expected-error@+1 {{'ge.center_point_box' must be 0 or 1}}
  %y = ascend.non_max_suppression_v6 %boxes, %scores {ge.center_point_box = 2 : i64}
      : (tensor<1x6x4xf32>, tensor<1x1x6xf32>) -> tensor<?x3xi32>
  return
}

// -----

func.func @f(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x1x6xf32>, %max: tensor<2xi64>) {
  // expected-error@+1 {{must have one element}}
  %y = ascend.non_max_suppression_v6 %boxes, %scores, %max
      : (tensor<1x6x4xf32>, tensor<1x1x6xf32>, tensor<2xi64>) -> tensor<?x3xi32>
  return
}
