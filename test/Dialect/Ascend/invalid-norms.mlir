// Normalizations whose operands and attributes contradict each other.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @softmax(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'ge.axes' names an axis twice or outside rank 2}}
  %0 = ascend.log_softmax_v2 %x {ge.axes = array<i64: 1, -1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @hard_max(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'ge.axis' names an axis twice or outside rank 2}}
  %0 = ascend.hard_max %x {ge.axis = 2 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @mvn(%x: tensor<4x6xf32>) {
  // expected-error @+1 {{'ge.axes' names an axis twice or outside rank 2}}
  %0 = ascend.mvnv2 %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @instance(%x: tensor<2x4x6xf32>, %g: tensor<5xf32>) {
  // expected-error @+1 {{a vector has 5 elements, x has 4 channels}}
  %0:3 = ascend.instance_norm %x, %g, %g : (tensor<2x4x6xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @instance_rank(%x: tensor<2x4x6xf32>, %g: tensor<4x1xf32>) {
  // expected-error @+1 {{a parameter has rank 2, needs a vector with an element per channel}}
  %0:3 = ascend.instance_norm %x, %g, %g : (tensor<2x4x6xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @group(%x: tensor<2x4x6xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'ge.num_groups' is 3, x has 4 channels}}
  %0:3 = ascend.group_norm %x, %g, %g {ge.num_groups = 3 : i64} : (tensor<2x4x6xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @rms(%x: tensor<2x4x6xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{gamma has an extent of 4 where x has 6}}
  %0:2 = ascend.rms_norm %x, %g : (tensor<2x4x6xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @lrn(%x: tensor<2x4x6x6xf32>) {
  // expected-error @+1 {{'ge.local_size' is 7, which does not have 'ge.depth_radius' = 2 channels before each}}
  %0 = ascend.lrn %x {ge.depth_radius = 2 : i64, ge.local_size = 7 : i64} : (tensor<2x4x6x6xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @lrn_region(%x: tensor<2x4x6x6xf32>) {
  // expected-error @+1 {{'ge.norm_region' must be "ACROSS_CHANNELS", is "WITHIN_CHANNEL"}}
  %0 = ascend.lrn %x {ge.norm_region = "WITHIN_CHANNEL"} : (tensor<2x4x6x6xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @blocks_of_vectors(%x: tensor<2x4x6x6x16xf32>, %v: tensor<4x8xf32>) {
  // expected-error @+1 {{a vector has blocks of 8 channels, x of 16}}
  %0 = ascend.batch_norm %x, %v, %v, %v, %v
      : (tensor<2x4x6x6x16xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @instance_blocks(%x: tensor<2x4x6x6x16xf32>, %g: tensor<4x16xf32>) {
  // expected-error @+1 {{a parameter has rank 2, needs a vector with an element per channel}}
  %0:3 = ascend.instance_norm %x, %g, %g : (tensor<2x4x6x6x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @group_vectors(%a0: tensor<2x4x6xf32>, %a1: tensor<5xf32>, %a2: tensor<5xf32>) {
  // expected-error @+1 {{a vector has 5 elements, x has 4 channels}}
  %0:3 = ascend.group_norm %a0, %a1, %a2 {ge.num_groups = 2 : i64} : (tensor<2x4x6xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @no_groups(%a0: tensor<2x4x6xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{'ge.num_groups' is 0}}
  %0:3 = ascend.group_norm %a0, %a1, %a2 {ge.num_groups = 0 : i64} : (tensor<2x4x6xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

// What has no rank says nothing of the results, and no result contradicts it.
func.func @any_rank(%a0: tensor<*xf32>, %a1: tensor<4xf32>, %a2: tensor<2x3x4xf32>) {
  %0:3 = ascend.instance_norm %a0, %a1, %a1 : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>)
  %1:3 = ascend.group_norm %a0, %a1, %a1 {ge.num_groups = 2 : i64} : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>)
  %2:3 = ascend.layer_norm %a0, %a1, %a1 : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>)
  %3:2 = ascend.rms_norm %a0, %a1 : (tensor<*xf32>, tensor<4xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  %4:2 = ascend.rms_norm %a2, %a0 : (tensor<2x3x4xf32>, tensor<*xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  %5:3 = ascend.layer_norm %a2, %a0, %a0 {ge.begin_norm_axis = 2 : i64} : (tensor<2x3x4xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>)
  %6:3 = ascend.instance_norm %a2, %a0, %a0 : (tensor<2x3x4xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x1xf32>, tensor<2x3x1xf32>)
  return
}
