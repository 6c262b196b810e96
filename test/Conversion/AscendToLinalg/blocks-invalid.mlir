// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// What is computed in NC1HWC0: convolutions whose groups are whole blocks of channels, and sums up to whole images.
func.func @whole_blocks(%a: tensor<1x6x8x8xf32>, %b: tensor<16x3x3x3xf32>) -> tensor<1x2x6x6x8xf32> {
  %0 = ascend.conv2d %a, %b {ge.groups = 2 : i64, ge.y_c0 = 8 : i64, node_name = "n"} : (tensor<1x6x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x2x6x6x8xf32>
  return %0 : tensor<1x2x6x6x8xf32>
}

// -----

func.func @split_blocks(%a: tensor<1x6x8x8xf32>, %b: tensor<16x3x3x3xf32>) -> tensor<1x1x6x6x16xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): it has no form in NC1HWC0}}
  %0 = ascend.conv2d %a, %b {ge.groups = 2 : i64, ge.y_c0 = 16 : i64, node_name = "n"} : (tensor<1x6x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x1x6x6x16xf32>
  return %0 : tensor<1x1x6x6x16xf32>
}

// -----

func.func @read_whole_blocks(%a: tensor<1x2x8x8x8xf32>, %b: tensor<16x8x3x3xf32>) -> tensor<1x2x6x6x8xf32> {
  %0 = ascend.conv2d %a, %b {ge.groups = 2 : i64, ge.y_c0 = 8 : i64, node_name = "n"} : (tensor<1x2x8x8x8xf32>, tensor<16x8x3x3xf32>) -> tensor<1x2x6x6x8xf32>
  return %0 : tensor<1x2x6x6x8xf32>
}

// -----

func.func @read_split_blocks(%a: tensor<1x1x8x8x16xf32>, %b: tensor<16x8x3x3xf32>) -> tensor<1x2x6x6x8xf32> {
  // expected-error@+1 {{op type 'Conv2D' has no CPU lowering (node 'n'): it has no form in NC1HWC0}}
  %0 = ascend.conv2d %a, %b {ge.groups = 2 : i64, ge.y_c0 = 8 : i64, node_name = "n"} : (tensor<1x1x8x8x16xf32>, tensor<16x8x3x3xf32>) -> tensor<1x2x6x6x8xf32>
  return %0 : tensor<1x2x6x6x8xf32>
}

// -----

func.func @transposed_blocks(%a: tensor<1x6x8x8xf32>, %b: tensor<6x8x3x3xf32>) -> tensor<1x1x10x10x16xf32> {
  // expected-error@+1 {{op type 'Conv2DTransposeD' has no CPU lowering (node 'n'): it has no form in NC1HWC0}}
  %0 = ascend.conv2d_transpose_d %a, %b {ge.groups = 2 : i64, ge.y_c0 = 16 : i64, node_name = "n"} : (tensor<1x6x8x8xf32>, tensor<6x8x3x3xf32>) -> tensor<1x1x10x10x16xf32>
  return %0 : tensor<1x1x10x10x16xf32>
}

// -----

// A mean is of 64 elements at most, or of all of an image: ...
func.func @window(%a: tensor<1x1x9x9x16xf32>) -> tensor<1x1x2x2x16xf32> {
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 8, 8, 1>, ge.pads = array<i64: 0, 0, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x9x9x16xf32>) -> tensor<1x1x2x2x16xf32>
  return %0 : tensor<1x1x2x2x16xf32>
}

// -----

func.func @longer_window(%a: tensor<1x1x9x9x16xf32>) -> tensor<1x1x2x1x16xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): in NC1HWC0 a window of more than 64 elements is all of a static image}}
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 8, 9, 1>, ge.pads = array<i64: 0, 0, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x9x9x16xf32>) -> tensor<1x1x2x1x16xf32>
  return %0 : tensor<1x1x2x1x16xf32>
}

// -----

func.func @image(%a: tensor<1x1x8x9x16xf32>) -> tensor<1x1x1x1x16xf32> {
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 8, 9, 1>, ge.pads = array<i64: 0, 0, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x8x9x16xf32>) -> tensor<1x1x1x1x16xf32>
  return %0 : tensor<1x1x1x1x16xf32>
}

// -----

// ... without a border, gaps, rows that are not seen, or an extent that is not known.
func.func @border_before(%a: tensor<1x1x8x9x16xf32>) -> tensor<1x1x1x1x16xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): in NC1HWC0 a window of more than 64 elements is all of a static image}}
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 9, 9, 1>, ge.pads = array<i64: 1, 0, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x8x9x16xf32>) -> tensor<1x1x1x1x16xf32>
  return %0 : tensor<1x1x1x1x16xf32>
}

// -----

func.func @border_after(%a: tensor<1x1x8x9x16xf32>) -> tensor<1x1x1x1x16xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): in NC1HWC0 a window of more than 64 elements is all of a static image}}
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 9, 9, 1>, ge.pads = array<i64: 0, 1, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x8x9x16xf32>) -> tensor<1x1x1x1x16xf32>
  return %0 : tensor<1x1x1x1x16xf32>
}

// -----

func.func @columns_before(%a: tensor<1x1x9x8x16xf32>) -> tensor<1x1x1x1x16xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): in NC1HWC0 a window of more than 64 elements is all of a static image}}
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 9, 9, 1>, ge.pads = array<i64: 0, 0, 1, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x9x8x16xf32>) -> tensor<1x1x1x1x16xf32>
  return %0 : tensor<1x1x1x1x16xf32>
}

// -----

func.func @gaps(%a: tensor<1x1x17x9x16xf32>) -> tensor<1x1x1x1x16xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): in NC1HWC0 a window of more than 64 elements is all of a static image}}
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 2, 1, 1>, ge.ksize = array<i64: 1, 1, 9, 9, 1>, ge.pads = array<i64: 0, 0, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x17x9x16xf32>) -> tensor<1x1x1x1x16xf32>
  return %0 : tensor<1x1x1x1x16xf32>
}

// -----

func.func @unseen_row(%a: tensor<1x1x10x9x16xf32>) -> tensor<1x1x1x1x16xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): in NC1HWC0 a window of more than 64 elements is all of a static image}}
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 9, 9, 1>, ge.pads = array<i64: 0, 0, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 2, 1, 1>, node_name = "n"} : (tensor<1x1x10x9x16xf32>) -> tensor<1x1x1x1x16xf32>
  return %0 : tensor<1x1x1x1x16xf32>
}

// -----

func.func @open_rows(%a: tensor<1x1x?x9x16xf32>) -> tensor<1x1x?x1x16xf32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): in NC1HWC0 a window of more than 64 elements is all of a static image}}
  %0 = ascend.avg_pool_v2 %a {ge.dilations = array<i64: 1, 1, 1, 1, 1>, ge.ksize = array<i64: 1, 1, 9, 9, 1>, ge.pads = array<i64: 0, 0, 0, 0, 0, 0>, ge.strides = array<i64: 1, 1, 1, 1, 1>, node_name = "n"} : (tensor<1x1x?x9x16xf32>) -> tensor<1x1x?x1x16xf32>
  return %0 : tensor<1x1x?x1x16xf32>
}

// -----

// A reduction is a sum, or a mean, of floats of at most 32 bits, over H and W of static images.
func.func @sums(%a: tensor<1x2x7x7x16xf32>) -> tensor<1x2x1x1x16xf32> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  %0 = ascend.reduce_sum %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7x16xf32>, tensor<2xi64>) -> tensor<1x2x1x1x16xf32>
  return %0 : tensor<1x2x1x1x16xf32>
}

// -----

func.func @means(%a: tensor<?x2x7x7x16xf16>) -> tensor<?x2x1x1x16xf16> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  %0 = ascend.reduce_mean %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<?x2x7x7x16xf16>, tensor<2xi64>) -> tensor<?x2x1x1x16xf16>
  return %0 : tensor<?x2x1x1x16xf16>
}

// -----

func.func @no_blocks(%a: tensor<1x2x7x7xf32>) -> tensor<1x2x1x1xf32> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_sum %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7xf32>, tensor<2xi64>) -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}

// -----

func.func @open_images(%a: tensor<1x2x?x7x16xf32>) -> tensor<1x2x1x1x16xf32> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_sum %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x?x7x16xf32>, tensor<2xi64>) -> tensor<1x2x1x1x16xf32>
  return %0 : tensor<1x2x1x1x16xf32>
}

// -----

func.func @sums_of_integers(%a: tensor<1x2x7x7x16xi32>) -> tensor<1x2x1x1x16xi32> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_sum %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7x16xi32>, tensor<2xi64>) -> tensor<1x2x1x1x16xi32>
  return %0 : tensor<1x2x1x1x16xi32>
}

// -----

func.func @sums_of_doubles(%a: tensor<1x2x7x7x16xf64>) -> tensor<1x2x1x1x16xf64> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_sum %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7x16xf64>, tensor<2xi64>) -> tensor<1x2x1x1x16xf64>
  return %0 : tensor<1x2x1x1x16xf64>
}

// -----

func.func @maxima(%a: tensor<1x2x7x7x16xf32>) -> tensor<1x2x1x1x16xf32> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{op type 'ReduceMax' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_max %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7x16xf32>, tensor<2xi64>) -> tensor<1x2x1x1x16xf32>
  return %0 : tensor<1x2x1x1x16xf32>
}

// -----

func.func @products(%a: tensor<1x2x7x7x16xf32>) -> tensor<1x2x1x1x16xf32> {
  %k = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{op type 'ReduceProd' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_prod %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7x16xf32>, tensor<2xi64>) -> tensor<1x2x1x1x16xf32>
  return %0 : tensor<1x2x1x1x16xf32>
}

// -----

func.func @rows(%a: tensor<1x2x7x7x16xf32>) -> tensor<1x2x1x7x16xf32> {
  %k = ascend.constant dense<[2]> : tensor<1xi64>
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_sum %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7x16xf32>, tensor<1xi64>) -> tensor<1x2x1x7x16xf32>
  return %0 : tensor<1x2x1x7x16xf32>
}

// -----

func.func @columns_in_blocks(%a: tensor<1x2x7x7x16xf32>) -> tensor<1x2x1x1x1xf32> {
  %k = ascend.constant dense<[2, 3, 4]> : tensor<3xi64>
  // expected-error@+1 {{op type 'ReduceSum' has no CPU lowering (node 'n'): in NC1HWC0 it sums up H and W of static images}}
  %0 = ascend.reduce_sum %a, %k {ge.keep_dims = true, ge.x_c0 = 16 : i64, node_name = "n"} : (tensor<1x2x7x7x16xf32>, tensor<3xi64>) -> tensor<1x2x1x1x1xf32>
  return %0 : tensor<1x2x1x1x1xf32>
}
