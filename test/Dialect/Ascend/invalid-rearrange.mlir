// Operands and attributes of ops that lay out data that contradict each other.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<4x6xf32>) -> tensor<4x3xf32> {
  %d = ascend.constant dense<1> : tensor<1xi32>
  // expected-error@+1 {{'ge.num_split' is not the number of its results, 2}}
  %a, %b = ascend.split %d, %x {ge.num_split = 3 : i64} : (tensor<1xi32>, tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return %a : tensor<4x3xf32>
}

// -----

func.func @f(%x: tensor<4x6xf32>) {
  %d = ascend.constant dense<1> : tensor<1xi32>
  // expected-error@+1 {{needs at least one result}}
  "ascend.split"(%d, %x) : (tensor<1xi32>, tensor<4x6xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>) {
  %d = ascend.constant dense<2> : tensor<1xi32>
  // expected-error@+1 {{split_dim is no axis of rank 2}}
  %a, %b = ascend.split %d, %x : (tensor<1xi32>, tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %d = ascend.constant dense<1> : tensor<1xi32>
  // expected-error@+1 {{axis 1 of extent 5 has no 2 equal parts}}
  %a, %b = ascend.split %d, %x : (tensor<1xi32>, tensor<4x5xf32>) -> (tensor<4x3xf32>, tensor<4x2xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %d = ascend.constant dense<1> : tensor<1xi32>
  %s = ascend.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+1 {{size_splits sums to 6, axis 1 has extent 5}}
  %a, %b = ascend.split_v %x, %s, %d : (tensor<4x5xf32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<4x2xf32>, tensor<4x4xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %d = ascend.constant dense<1> : tensor<1xi32>
  %s = ascend.constant dense<[-1, -1]> : tensor<2xi64>
  // expected-error@+1 {{size_splits has the entry -1}}
  %a, %b = ascend.split_v %x, %s, %d : (tensor<4x5xf32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<4x2xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %d = ascend.constant dense<1> : tensor<1xi32>
  %s = ascend.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+1 {{has 2 results, size_splits has 3 entries}}
  %a, %b = ascend.split_v %x, %s, %d : (tensor<4x5xf32>, tensor<3xi64>, tensor<1xi32>) -> (tensor<4x2xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %m = ascend.constant dense<2> : tensor<1xi64>
  // expected-error@+1 {{multiples has 1 entries for 2 axes}}
  %a = ascend.tile %x, %m : (tensor<4x5xf32>, tensor<1xi64>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %m = ascend.constant dense<[1, -2]> : tensor<2xi64>
  // expected-error@+1 {{multiples has the negative entry -2}}
  %a = ascend.tile %x, %m : (tensor<4x5xf32>, tensor<2xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %m = ascend.constant dense<[1, 9223372036854775807]> : tensor<2xi64>
  // expected-error@+1 {{an extent overflows}}
  %a = ascend.tile %x, %m : (tensor<4x5xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%v: tensor<2xf32>) {
  %d = ascend.constant dense<[4, 5]> : tensor<2xi64>
  // expected-error@+1 {{value must have one element}}
  %a = ascend.fill %d, %v : (tensor<2xi64>, tensor<2xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%v: tensor<f32>) {
  %d = ascend.constant dense<[4, -5]> : tensor<2xi64>
  // expected-error@+1 {{dims has the negative extent -5}}
  %a = ascend.fill %d, %v : (tensor<2xi64>, tensor<f32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %p = ascend.constant dense<1> : tensor<3xi64>
  // expected-error@+1 {{paddings needs two entries for each of 2 axes}}
  %a = ascend.pad_v3 %x, %p : (tensor<4x5xf32>, tensor<3xi64>) -> tensor<6x7xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>, %p: tensor<4xi64>) {
  // expected-error@+1 {{'ge.mode' must be "constant", "edge", "reflect", "symmetric" or "circular", is "mirror"}}
  %a = ascend.pad_v3 %x, %p {ge.mode = "mirror"} : (tensor<4x5xf32>, tensor<4xi64>) -> tensor<6x7xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %p = ascend.constant dense<[0, 0, 5, 0]> : tensor<4xi64>
  // expected-error@+1 {{a border of 5 mirrors more than axis 1 of extent 5 has}}
  %a = ascend.pad_v3 %x, %p {ge.mode = "reflect"} : (tensor<4x5xf32>, tensor<4xi64>) -> tensor<4x10xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  %p = ascend.constant dense<[-5, 0, 0, 0]> : tensor<4xi64>
  // expected-error@+1 {{paddings takes more away than axis 0 of extent 4 has}}
  %a = ascend.pad_v3 %x, %p : (tensor<4x5xf32>, tensor<4xi64>) -> tensor<4x10xf32>
  return
}

// -----

func.func @f(%x: tensor<4x0xf32>) {
  %p = ascend.constant dense<[0, 0, 0, 2]> : tensor<4xi64>
  // expected-error@+1 {{there is nothing to repeat along axis 1}}
  %a = ascend.pad_v3 %x, %p {ge.mode = "edge"} : (tensor<4x0xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>, %p: tensor<4xi64>) {
  // expected-error@+1 {{'ge.mode' must be "REFLECT" or "SYMMETRIC", is "edge"}}
  %a = ascend.mirror_pad %x, %p {ge.mode = "edge"} : (tensor<4x5xf32>, tensor<4xi64>) -> tensor<4x10xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{'ge.axis' lies outside rank 2}}
  %a = ascend.flatten %x {ge.axis = 3 : i64} : (tensor<4x5xf32>) -> tensor<20x1xf32>
  return
}

// -----

func.func @f(%x: tensor<1x6x2x2xf32>) {
  // expected-error@+1 {{axis 1 of extent 6 has no blocks of 4}}
  %a = ascend.depth_to_space %x {ge.block_size = 2 : i64, ge.data_format = "NCHW"} : (tensor<1x6x2x2xf32>) -> tensor<1x1x4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x6x2x2xf32>) {
  // expected-error@+1 {{'ge.block_size' must be at least 1, is 0}}
  %a = ascend.space_to_depth %x {ge.block_size = 0 : i64} : (tensor<1x6x2x2xf32>) -> tensor<1x1x4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x6x2x2xf32>) {
  // expected-error@+1 {{'ge.data_format' must be "NCHW" or "NHWC", is "HWCN"}}
  %a = ascend.space_to_depth %x {ge.block_size = 2 : i64, ge.data_format = "HWCN"} : (tensor<1x6x2x2xf32>) -> tensor<1x1x4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<6xf32>) {
  // expected-error@+1 {{x of rank 1 has no matrices}}
  %a = ascend.trilu %x : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @f(%x: tensor<4x5xf32>, %l: tensor<5xi64>) {
  // expected-error@+1 {{seq_lengths needs one length per sequence}}
  %a = ascend.reverse_sequence %x, %l {ge.seq_dim = 1 : i64} : (tensor<4x5xf32>, tensor<5xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @split_v_axis(%a0: tensor<4x5xf32>) {
  %c1 = ascend.constant dense<[2, 3]> : tensor<2xi64>
  %c2 = ascend.constant dense<2> : tensor<1xi32>
  // expected-error @+1 {{split_dim is no axis of rank 2}}
  %0:2 = ascend.split_v %a0, %c1, %c2 : (tensor<4x5xf32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<4x2xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @flat_rows(%a0: tensor<4294967296x4294967296x1xf32>) {
  // expected-error @+1 {{an extent overflows}}
  %0 = ascend.flatten %a0 {ge.axis = 2 : i64} : (tensor<4294967296x4294967296x1xf32>) -> tensor<?x1xf32>
  return
}

// -----

func.func @flat_columns(%a0: tensor<1x4294967296x4294967296xf32>) {
  // expected-error @+1 {{an extent overflows}}
  %0 = ascend.flatten %a0 {ge.axis = 1 : i64} : (tensor<1x4294967296x4294967296xf32>) -> tensor<1x?xf32>
  return
}

// -----

func.func @long_blocks(%a0: tensor<1x4611686018427387904x2x4xf32>) {
  // expected-error @+1 {{axis 1 of extent 4611686018427387904 is too long}}
  %0 = ascend.depth_to_space %a0 {ge.block_size = 2 : i64} : (tensor<1x4611686018427387904x2x4xf32>) -> tensor<1x?x4x1xf32>
  return
}

// -----

// What has no rank says nothing of the results, and no result contradicts it.
func.func @any_rank(%a0: tensor<*xf32>, %a1: tensor<4x5xf32>, %a2: tensor<*xi64>, %a3: tensor<4xi64>) {
  %0 = ascend.flatten %a0 : (tensor<*xf32>) -> tensor<7xf32>
  %1 = ascend.depth_to_space %a0 {ge.block_size = 2 : i64} : (tensor<*xf32>) -> tensor<7xf32>
  %2 = ascend.space_to_depth %a0 {ge.block_size = 2 : i64} : (tensor<*xf32>) -> tensor<7xf32>
  %3 = ascend.trilu %a0 : (tensor<*xf32>) -> tensor<7xf32>
  %4 = ascend.reverse_sequence %a1, %a2 {ge.seq_dim = 1 : i64} : (tensor<4x5xf32>, tensor<*xi64>) -> tensor<7xf32>
  %5 = ascend.reverse_sequence %a0, %a3 {ge.seq_dim = 1 : i64} : (tensor<*xf32>, tensor<4xi64>) -> tensor<7xf32>
  return
}
