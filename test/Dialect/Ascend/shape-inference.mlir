// The verifier holds every result against the shape that the operands give.
// Here all fit: unknown extents and ranks are compatible with anything that
// they may turn out to be. invalid-shapes.mlir has the cases that do not fit.
// RUN: ascend-opt %s -o %t.mlir
// RUN: ascend-opt %t.mlir | diff %t.mlir -

func.func @broadcast(%a: tensor<4x1xf32>, %b: tensor<5xf32>, %d: tensor<?x5xf32>, %u: tensor<*xf32>, %s: tensor<f32>, %e: tensor<0x5xf32>) {
  %0 = ascend.add %a, %b : (tensor<4x1xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // A result may say less than is known, also nothing.
  %1 = ascend.add %a, %b : (tensor<4x1xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  %2 = ascend.add %a, %b : (tensor<4x1xf32>, tensor<5xf32>) -> tensor<*xf32>
  // An unknown extent against 4 is 1 or 4: the result has 4.
  %3 = ascend.add %a, %d : (tensor<4x1xf32>, tensor<?x5xf32>) -> tensor<4x5xf32>
  %4 = ascend.add %d, %b : (tensor<?x5xf32>, tensor<5xf32>) -> tensor<7x5xf32>
  // Nothing is known of an unranked operand.
  %5 = ascend.add %u, %b : (tensor<*xf32>, tensor<5xf32>) -> tensor<2x3x5xf32>
  // Scalars and empty tensors.
  %6 = ascend.mul %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = ascend.mul %s, %b : (tensor<f32>, tensor<5xf32>) -> tensor<5xf32>
  %8 = ascend.mul %e, %b : (tensor<0x5xf32>, tensor<5xf32>) -> tensor<0x5xf32>
  return
}

func.func @matmul(%a: tensor<?x4x6xf32>, %b: tensor<8x1x6x5xf32>, %t: tensor<6x4xf32>, %m: tensor<6x5xf32>, %k: tensor<4x?xf32>) {
  // Batch extents broadcast.
  %0 = ascend.batch_mat_mul_v2 %a, %b : (tensor<?x4x6xf32>, tensor<8x1x6x5xf32>) -> tensor<8x?x4x5xf32>
  %1 = ascend.mat_mul_v2 %t, %m {ge.transpose_x1 = true} : (tensor<6x4xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.mat_mul_v2 %t, %t {ge.transpose_x1 = true, ge.transpose_x2 = false} : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  // An unknown inner extent fits.
  %3 = ascend.mat_mul_v2 %k, %m : (tensor<4x?xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  return
}

func.func @fully_connection(%x: tensor<4x2x3xf32>, %one: tensor<1x6xf32>, %open: tensor<?x2x3xf32>, %w: tensor<5x6xf32>, %t: tensor<6x5xf32>, %v: tensor<5x3xf32>) {
  %0 = ascend.fully_connection %x, %w : (tensor<4x2x3xf32>, tensor<5x6xf32>) -> tensor<4x5xf32>
  %1 = ascend.fully_connection %x, %t {ge.axis = 1 : i64, ge.num_output = 5 : i64, ge.transpose = true} : (tensor<4x2x3xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.fully_connection %x, %v {ge.axis = 2 : i64} : (tensor<4x2x3xf32>, tensor<5x3xf32>) -> tensor<4x2x5xf32>
  // From the last axis on.
  %3 = ascend.fully_connection %x, %v {ge.axis = -1 : i64} : (tensor<4x2x3xf32>, tensor<5x3xf32>) -> tensor<4x2x5xf32>
  // One row gives an image.
  %4 = ascend.fully_connection %one, %w : (tensor<1x6xf32>, tensor<5x6xf32>) -> tensor<1x5x1x1xf32>
  %5 = ascend.fully_connection %open, %w : (tensor<?x2x3xf32>, tensor<5x6xf32>) -> tensor<?x5xf32>
  return
}

func.func @conv(%x: tensor<?x8x7x9xf32>, %f: tensor<4x8x3x3xf32>, %g: tensor<16x1x3x3xf32>, %d: tensor<1x?x?x9xf32>) {
  %0 = ascend.conv2d %x, %f : (tensor<?x8x7x9xf32>, tensor<4x8x3x3xf32>) -> tensor<?x4x5x7xf32>
  // floor((7 + 1 + 0 - 3) / 2) + 1 = 3; floor((9 + 2 + 0 - 3) / 3) + 1 = 3.
  %1 = ascend.conv2d %x, %f {ge.pads = array<i64: 1, 0, 2, 0>, ge.strides = array<i64: 1, 1, 2, 3>} : (tensor<?x8x7x9xf32>, tensor<4x8x3x3xf32>) -> tensor<?x4x3x3xf32>
  // Windows of 2 * (3 - 1) + 1 = 5.
  %2 = ascend.conv2d %x, %f {ge.dilations = array<i64: 1, 1, 2, 2>} : (tensor<?x8x7x9xf32>, tensor<4x8x3x3xf32>) -> tensor<?x4x3x5xf32>
  // Depthwise with two filters a channel.
  %3 = ascend.conv2d %x, %g {ge.groups = 8 : i64} : (tensor<?x8x7x9xf32>, tensor<16x1x3x3xf32>) -> tensor<?x16x5x7xf32>
  %4 = ascend.conv2d %d, %f : (tensor<1x?x?x9xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x?x7xf32>
  // As many windows as steps: ceil(7 / 2) = 4, ceil(9 / 3) = 3.
  %5 = ascend.conv2d %x, %f {ge.auto_pad = "SAME_UPPER", ge.strides = array<i64: 1, 1, 2, 3>} : (tensor<?x8x7x9xf32>, tensor<4x8x3x3xf32>) -> tensor<?x4x4x3xf32>
  %6 = ascend.conv2d %d, %f {ge.auto_pad = "SAME_LOWER", ge.strides = array<i64: 1, 1, 2, 3>} : (tensor<1x?x?x9xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x?x3xf32>
  return
}

func.func @sizes(%x: tensor<?x8x?x9xf32>, %k: tensor<7x8x2x9xf32>, %s: tensor<4xf32>, %n: tensor<4xi64>, %two: tensor<2xi32>) {
  %none = ascend.none : none
  // floor(9 * 2.5) = 22
  %scales = ascend.constant dense<[1.0, 1.0, 2.0, 2.5]> : tensor<4xf32>
  %0 = ascend.resize %x, %none, %scales : (tensor<?x8x?x9xf32>, none, tensor<4xf32>) -> tensor<?x8x?x22xf32>
  %sizes = ascend.constant dense<[3, 8, 5, 18]> : tensor<4xi64>
  %1 = ascend.resize %x, %none, %none, %sizes : (tensor<?x8x?x9xf32>, none, none, tensor<4xi64>) -> tensor<3x8x5x18xf32>
  // Of axes that stay the sizes say nothing.
  %2 = ascend.resize %x, %none, %none, %sizes {ge.axes = array<i64: 3>} : (tensor<?x8x?x9xf32>, none, none, tensor<4xi64>) -> tensor<7x8x2x18xf32>
  %3 = ascend.resize %x, %none, %none, %n : (tensor<?x8x?x9xf32>, none, none, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  // One scale: 18 / 9 is less than what 5 is to 2, and more than 3 to 7.
  %s2 = ascend.resize %k, %none, %none, %sizes {ge.axes = array<i64: 2, 3>, ge.keep_aspect_ratio_policy = "not_larger"} : (tensor<7x8x2x9xf32>, none, none, tensor<4xi64>) -> tensor<7x8x4x18xf32>
  %s3 = ascend.resize %k, %none, %none, %sizes {ge.axes = array<i64: 0, 3>, ge.keep_aspect_ratio_policy = "not_smaller"} : (tensor<7x8x2x9xf32>, none, none, tensor<4xi64>) -> tensor<14x8x2x18xf32>
  // 7 * 3 / 7, 9 * 3 / 7 = 3.86
  %s4 = ascend.resize %k, %none, %none, %sizes {ge.axes = array<i64: 0, 3>, ge.keep_aspect_ratio_policy = "not_larger"} : (tensor<7x8x2x9xf32>, none, none, tensor<4xi64>) -> tensor<3x8x2x4xf32>
  %4 = ascend.resize_nearest_neighbor_v2 %x, %two : (tensor<?x8x?x9xf32>, tensor<2xi32>) -> tensor<?x8x?x?xf32>
  %5 = ascend.flatten %x {ge.axis = 3 : i64} : (tensor<?x8x?x9xf32>) -> tensor<?x9xf32>
  %6 = ascend.depth_to_space %x {ge.block_size = 2 : i64, ge.data_format = "NCHW"} : (tensor<?x8x?x9xf32>) -> tensor<?x2x?x18xf32>
  %7 = ascend.space_to_depth %x {ge.block_size = 3 : i64, ge.data_format = "NCHW"} : (tensor<?x8x?x9xf32>) -> tensor<?x72x?x3xf32>
  return
}

func.func @reduce(%x: tensor<4x?x6xf32>, %runtime: tensor<1xi64>) {
  %last = ascend.constant dense<-1> : tensor<1xi32>
  %two = ascend.constant dense<[2, 0]> : tensor<2xi64>
  %none = ascend.constant dense<> : tensor<0xi64>
  %0 = ascend.reduce_sum %x, %last : (tensor<4x?x6xf32>, tensor<1xi32>) -> tensor<4x?xf32>
  %1 = ascend.reduce_max %x, %two {ge.keep_dims = true} : (tensor<4x?x6xf32>, tensor<2xi64>) -> tensor<1x?x1xf32>
  // No axes are all axes, unless told otherwise.
  %2 = ascend.reduce_sum %x, %none : (tensor<4x?x6xf32>, tensor<0xi64>) -> tensor<f32>
  %3 = ascend.reduce_sum %x, %none {ge.noop_with_empty_axes = true} : (tensor<4x?x6xf32>, tensor<0xi64>) -> tensor<4x?x6xf32>
  // Axes that are known at run time only: any shape.
  %4 = ascend.reduce_max %x, %runtime : (tensor<4x?x6xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  // A list that is longer than any rank counts as unknown, and costs nothing.
  %huge = ascend.constant dense<0> : tensor<1000000000000xi64>
  %6 = ascend.reduce_sum %x, %huge : (tensor<4x?x6xf32>, tensor<1000000000000xi64>) -> tensor<?xf32>
  // Axes through a cast between integers are known.
  %cast = ascend.cast %last : (tensor<1xi32>) -> tensor<1xi64>
  %5 = ascend.reduce_sum %x, %cast : (tensor<4x?x6xf32>, tensor<1xi64>) -> tensor<4x?xf32>
  return
}

func.func @reshape(%x: tensor<4x6xf32>, %d: tensor<?x6xf32>, %e: tensor<0x6xf32>, %runtime: tensor<2xi64>) {
  %rest = ascend.constant dense<[-1, 3]> : tensor<2xi64>
  %copy = ascend.constant dense<[0, 2, -1]> : tensor<3xi64>
  %zero = ascend.constant dense<[0, 5]> : tensor<2xi32>
  %scalar = ascend.constant dense<> : tensor<0xi64>
  %ones = ascend.constant dense<1.0> : tensor<1x1xf32>
  %0 = ascend.reshape %x, %rest : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf32>
  %1 = ascend.reshape %x, %copy : (tensor<4x6xf32>, tensor<3xi64>) -> tensor<4x2x3xf32>
  %2 = ascend.reshape %d, %rest : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %3 = ascend.reshape %e, %zero {ge.allowzero = 1 : i64} : (tensor<0x6xf32>, tensor<2xi32>) -> tensor<0x5xf32>
  %4 = ascend.reshape %ones, %scalar : (tensor<1x1xf32>, tensor<0xi64>) -> tensor<f32>
  %5 = ascend.reshape %x, %runtime : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return
}

func.func @unit_dims(%x: tensor<1x4x1xf32>, %d: tensor<?x4x1xf32>) {
  %first = ascend.constant dense<0> : tensor<1xi64>
  %ends = ascend.constant dense<[0, -1]> : tensor<2xi64>
  %0 = ascend.squeeze_v3 %x, %first : (tensor<1x4x1xf32>, tensor<1xi64>) -> tensor<4x1xf32>
  %1 = ascend.squeeze_v3 %x : (tensor<1x4x1xf32>) -> tensor<4xf32>
  // An unknown extent may be squeezed by name; unnamed, the rank is unknown.
  %2 = ascend.squeeze_v3 %d, %first : (tensor<?x4x1xf32>, tensor<1xi64>) -> tensor<4x1xf32>
  %3 = ascend.squeeze_v3 %d : (tensor<?x4x1xf32>) -> tensor<?x4xf32>
  %4 = ascend.squeeze %x {ge.axis = array<i64: -1, 0>} : (tensor<1x4x1xf32>) -> tensor<4xf32>
  %5 = ascend.squeeze %x : (tensor<1x4x1xf32>) -> tensor<4xf32>
  // Positions count in the result.
  %6 = ascend.unsqueeze_v3 %d, %ends : (tensor<?x4x1xf32>, tensor<2xi64>) -> tensor<1x?x4x1x1xf32>
  %7 = ascend.unsqueeze %d {ge.axes = array<i64: 1, -2>} : (tensor<?x4x1xf32>) -> tensor<?x1x4x1x1xf32>
  return
}

func.func @rearrange(%x: tensor<4x?x6xf32>, %y: tensor<?x2x6xf32>, %u: tensor<4x1xf32>) {
  %perm = ascend.constant dense<[2, 0, 1]> : tensor<3xi32>
  %shape = ascend.constant dense<[3, 1, 6]> : tensor<3xi64>
  %0 = ascend.transpose %x, %perm : (tensor<4x?x6xf32>, tensor<3xi32>) -> tensor<6x4x?xf32>
  %1 = ascend.expand %u, %shape : (tensor<4x1xf32>, tensor<3xi64>) -> tensor<3x4x6xf32>
  // Extents that one operand does not know come from the other.
  %2 = ascend.concat_d %x, %y {ge.concat_dim = 1 : i64} : (tensor<4x?x6xf32>, tensor<?x2x6xf32>) -> tensor<4x?x6xf32>
  %3 = ascend.concat_d %y, %y {ge.concat_dim = -2 : i64} : (tensor<?x2x6xf32>, tensor<?x2x6xf32>) -> tensor<?x4x6xf32>
  %4 = ascend.concat_d %u {ge.concat_dim = 0 : i64} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %5 = ascend.shape %x : (tensor<4x?x6xf32>) -> tensor<3xi64>
  return
}

// ONNX Slice: positions from the end, clamped; steps of either sign.
func.func @slice(%x: tensor<8x?xf32>) {
  %zero = ascend.constant dense<0> : tensor<1xi64>
  %one = ascend.constant dense<1> : tensor<1xi64>
  %six = ascend.constant dense<6> : tensor<1xi64>
  %back = ascend.constant dense<-3> : tensor<1xi64>
  %minus = ascend.constant dense<-2> : tensor<1xi64>
  %far = ascend.constant dense<9223372036854775807> : tensor<1xi64>
  %low = ascend.constant dense<-9223372036854775808> : tensor<1xi64>
  %n = ascend.none : none
  // 1 .. 6 by 1.
  %0 = ascend.strided_slice_v2 %x, %one, %six : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<5x?xf32>
  // -3 is 5: 5, 6, 7.
  %1 = ascend.strided_slice_v2 %x, %back, %far, %zero : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3x?xf32>
  // 6, 4, 2, 0.
  %2 = ascend.strided_slice_v2 %x, %six, %low, %zero, %minus : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4x?xf32>
  // Nothing between 6 and 1 going up.
  %3 = ascend.strided_slice_v2 %x, %six, %one, %n, %one : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, none, tensor<1xi64>) -> tensor<0x?xf32>
  // The widest steps take one element.
  %4 = ascend.strided_slice_v2 %x, %zero, %far, %zero, %far : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x?xf32>
  %5 = ascend.strided_slice_v2 %x, %far, %low, %zero, %low : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x?xf32>
  // A sliced axis of unknown extent stays unknown.
  %6 = ascend.strided_slice_v2 %x, %zero, %one, %one : (tensor<8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8x?xf32>
  return
}

func.func @elementwise(%a: tensor<4x1xf32>, %b: tensor<5xf32>, %c: tensor<2x1x1xf32>, %s: tensor<f32>) {
  %0 = ascend.erf %a : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = ascend.less %a, %b : (tensor<4x1xf32>, tensor<5xf32>) -> tensor<4x5xi1>
  %2 = ascend.accumulate_nv2 %a, %b, %c : (tensor<4x1xf32>, tensor<5xf32>, tensor<2x1x1xf32>) -> tensor<2x4x5xf32>
  %3 = ascend.clip_by_value %b, %s, %s : (tensor<5xf32>, tensor<f32>, tensor<f32>) -> tensor<5xf32>
  return
}

func.func @reductions(%x: tensor<4x?x6xf32>, %u: tensor<*xf32>, %runtime: tensor<1xi64>) {
  %axis = ascend.constant dense<-1> : tensor<i32>
  // Attributes have the axes of norms.
  %0 = ascend.lp_norm_v2 %x {ge.axes = array<i64: 0, -1>} : (tensor<4x?x6xf32>) -> tensor<?xf32>
  %1 = ascend.lp_norm_v2 %x {ge.axes = array<i64: 0>, ge.keepdim = true} : (tensor<4x?x6xf32>) -> tensor<1x?x6xf32>
  %2 = ascend.square_sum_v1 %x {ge.axis = array<i64: 2>} : (tensor<4x?x6xf32>) -> tensor<4x?x1xf32>
  %3 = ascend.square_sum_v1 %x {ge.axis = array<i64>, ge.keep_dims = false} : (tensor<4x?x6xf32>) -> tensor<f32>
  %4 = ascend.arg_max_v2 %x, %axis : (tensor<4x?x6xf32>, tensor<i32>) -> tensor<4x?xi64>
  %5 = ascend.arg_min %x, %runtime : (tensor<4x?x6xf32>, tensor<1xi64>) -> tensor<?x?xi32>
  %6 = ascend.cumsum %x, %runtime : (tensor<4x?x6xf32>, tensor<1xi64>) -> tensor<4x?x6xf32>
  %7 = ascend.expand_dims %x, %axis : (tensor<4x?x6xf32>, tensor<i32>) -> tensor<4x?x6x1xf32>
  %8 = ascend.global_average_pool %x : (tensor<4x?x6xf32>) -> tensor<4x?x1xf32>
  %9 = ascend.cumsum %u, %axis : (tensor<*xf32>, tensor<i32>) -> tensor<*xf32>
  return
}

func.func @pools(%x: tensor<?x8x7x9xf32>, %v: tensor<1x8x4x?x4xf32>, %c: tensor<8xf32>) {
  %0 = ascend.max_pool_v3 %x {ge.ksize = array<i64: 1, 1, 2, 3>} : (tensor<?x8x7x9xf32>) -> tensor<?x8x6x7xf32>
  // (7 - 2) / 2 + 1 = 3, and 4 in ceil mode.
  %1 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 2, 3>, ge.strides = array<i64: 1, 1, 2, 3>} : (tensor<?x8x7x9xf32>) -> tensor<?x8x3x3xf32>
  %2 = ascend.avg_pool_v2 %x {ge.ceil_mode = true, ge.ksize = array<i64: 1, 1, 2, 3>, ge.strides = array<i64: 1, 1, 2, 3>} : (tensor<?x8x7x9xf32>) -> tensor<?x8x4x3xf32>
  // The fourth window would begin in the border after the elements.
  %3 = ascend.max_pool_v3 %x {ge.ceil_mode = true, ge.ksize = array<i64: 1, 1, 2, 1>, ge.pads = array<i64: 0, 1, 0, 0>, ge.strides = array<i64: 1, 1, 7, 1>} : (tensor<?x8x7x9xf32>) -> tensor<?x8x1x9xf32>
  %4 = ascend.max_pool3d %v {ge.ksize = array<i64: 1, 1, 2, 2, 2>, ge.dilations = array<i64: 1, 1, 3, 1, 1>} : (tensor<1x8x4x?x4xf32>) -> tensor<1x8x1x?x3xf32>
  %6 = ascend.max_pool_v3 %x {ge.auto_pad = "SAME_UPPER", ge.ksize = array<i64: 1, 1, 2, 3>, ge.strides = array<i64: 1, 1, 2, 4>} : (tensor<?x8x7x9xf32>) -> tensor<?x8x4x3xf32>
  %5 = ascend.batch_norm %x, %c, %c, %c, %c : (tensor<?x8x7x9xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8x7x9xf32>
  return
}

func.func @indices(%x: tensor<4x?x6xf32>, %rows: tensor<?x6xf32>, %i: tensor<?x2xi64>, %scalar: tensor<i32>, %like: tensor<4x?x1xi64>, %u: tensor<?x2x6xf32>, %n: tensor<1xi64>) {
  %axis = ascend.constant dense<1> : tensor<1xi32>
  %0 = ascend.gather_v2 %x, %i, %axis : (tensor<4x?x6xf32>, tensor<?x2xi64>, tensor<1xi32>) -> tensor<4x?x2x6xf32>
  %1 = ascend.gather_v2 %x, %scalar, %axis : (tensor<4x?x6xf32>, tensor<i32>, tensor<1xi32>) -> tensor<4x6xf32>
  // Which axis is not known, nor is the rank.
  %2 = ascend.gather_v2 %x, %i, %n : (tensor<4x?x6xf32>, tensor<?x2xi64>, tensor<1xi64>) -> tensor<*xf32>
  %3 = ascend.gather_elements %x, %like {ge.dim = -1 : i64} : (tensor<4x?x6xf32>, tensor<4x?x1xi64>) -> tensor<4x?x1xf32>
  %4 = ascend.gather_nd %x, %i : (tensor<4x?x6xf32>, tensor<?x2xi64>) -> tensor<?x6xf32>
  %5 = ascend.scatter_elements %x, %like, %like {ge.axis = 2 : i64} : (tensor<4x?x6xf32>, tensor<4x?x1xi64>, tensor<4x?x1xi64>) -> tensor<4x?x6xf32>
  %6 = ascend.scatter_nd_add %u, %i, %rows : (tensor<?x2x6xf32>, tensor<?x2xi64>, tensor<?x6xf32>) -> tensor<?x2x6xf32>
  return
}

func.func @computed_sizes(%x: tensor<4x?x6xf32>, %n: tensor<1xi64>, %pair: tensor<2xi64>, %one: tensor<f32>) {
  %axis = ascend.constant dense<1> : tensor<1xi32>
  %last = ascend.constant dense<2> : tensor<1xi32>
  %zero = ascend.constant dense<0> : tensor<i64>
  %step = ascend.constant dense<1> : tensor<i64>
  %0:2 = ascend.split %axis, %x : (tensor<1xi32>, tensor<4x?x6xf32>) -> (tensor<4x?x6xf32>, tensor<4x?x6xf32>)
  %1:2 = ascend.split_v %x, %pair, %axis : (tensor<4x?x6xf32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<4x?x6xf32>, tensor<4x?x6xf32>)
  %2 = ascend.fill %pair, %one : (tensor<2xi64>, tensor<f32>) -> tensor<?x?xf32>
  // What is followed through the ops that compute shapes is known.
  %s = ascend.shape %x : (tensor<4x?x6xf32>) -> tensor<3xi64>
  %at = ascend.constant dense<2> : tensor<i64>
  %a0 = ascend.constant dense<0> : tensor<1xi32>
  %six = ascend.gather_v2 %s, %at, %a0 : (tensor<3xi64>, tensor<i64>, tensor<1xi32>) -> tensor<i64>
  %3 = ascend.range %zero, %six, %step : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<6xi64>
  %4 = ascend.fill %s, %one : (tensor<3xi64>, tensor<f32>) -> tensor<4x?x6xf32>
  %5 = ascend.tile %x, %s : (tensor<4x?x6xf32>, tensor<3xi64>) -> tensor<16x?x36xf32>
  %6 = ascend.size %x : (tensor<4x?x6xf32>) -> tensor<i64>
  %half = ascend.constant dense<2> : tensor<i64>
  %three = ascend.real_div %six, %half : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %7 = ascend.range %zero, %three, %step : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  %8 = ascend.trilu %x : (tensor<4x?x6xf32>) -> tensor<4x?x6xf32>
  %paddings = ascend.constant dense<[0, 1, 0, 0, 2, -1]> : tensor<6xi64>
  %9 = ascend.pad_v3 %x, %paddings {ge.paddings_contiguous = false} : (tensor<4x?x6xf32>, tensor<6xi64>) -> tensor<4x?x5xf32>
  return
}

func.func @recurrent(%x: tensor<?x?x4xf32>, %w: tensor<1x12x4xf32>, %r: tensor<1x12x3xf32>) {
  %y, %h, %c = ascend.common_lstm %x, %w, %r {ge.hidden_size = 3 : i64} : (tensor<?x?x4xf32>, tensor<1x12x4xf32>, tensor<1x12x3xf32>) -> (tensor<?x1x?x3xf32>, tensor<1x?x3xf32>, tensor<1x?x3xf32>)
  return
}

// The rest of nothing, no elements to begin with, and a quotient below 0, which
// truncates: (6 - 13) / 2 is -3.
func.func @edges(%x: tensor<4x6xf32>, %e: tensor<1x2x0x3xf32>, %f: tensor<2x1x3x3xf32>) {
  %axis = ascend.constant dense<1> : tensor<1xi32>
  %sizes = ascend.constant dense<[6, -1]> : tensor<2xi64>
  %0:2 = ascend.split_v %x, %sizes, %axis : (tensor<4x6xf32>, tensor<2xi64>, tensor<1xi32>) -> (tensor<4x6xf32>, tensor<4x0xf32>)
  %input = ascend.constant dense<0> : tensor<4xi32>
  %1 = ascend.conv2d_transpose %input, %e, %f : (tensor<4xi32>, tensor<1x2x0x3xf32>, tensor<2x1x3x3xf32>) -> tensor<1x1x0x5xf32>
  %zero = ascend.constant dense<0> : tensor<i64>
  %step = ascend.constant dense<1> : tensor<i64>
  %half = ascend.constant dense<2> : tensor<i64>
  %thirteen = ascend.constant dense<13> : tensor<i64>
  %s = ascend.shape %x : (tensor<4x6xf32>) -> tensor<2xi64>
  %a0 = ascend.constant dense<0> : tensor<1xi32>
  %six = ascend.gather_v2 %s, %step, %a0 : (tensor<2xi64>, tensor<i64>, tensor<1xi32>) -> tensor<i64>
  %difference = ascend.sub %six, %thirteen : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %quotient = ascend.real_div %difference, %half : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %2 = ascend.range %quotient, %zero, %step : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  return
}
