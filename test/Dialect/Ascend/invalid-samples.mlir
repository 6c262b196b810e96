// Operands of ops that sample at positions, and of pools that say where, that contradict each other.
// RUN: ascend-opt %s -split-input-file -verify-diagnostics

func.func @f0(%x: tensor<1x2x4x4xf32>, %g: tensor<1x3x3x2xf32>) {
  // expected-error @+1 {{'ge.interpolation_mode' must be "bilinear", "nearest" or "bicubic", is "other"}}
  %0 = ascend.grid_sampler2d %x, %g {ge.interpolation_mode = "other"} : (tensor<1x2x4x4xf32>, tensor<1x3x3x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f1(%x: tensor<2x4x4xf32>, %g: tensor<1x3x3x2xf32>) {
  // expected-error @+1 {{x and grid must have rank 4}}
  %0 = ascend.grid_sampler2d %x, %g : (tensor<2x4x4xf32>, tensor<1x3x3x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f2(%x: tensor<1x2x4x4xf32>, %g: tensor<1x3x3x3xf32>) {
  // expected-error @+1 {{positions need 2 coordinates, and have 3}}
  %0 = ascend.grid_sampler2d %x, %g : (tensor<1x2x4x4xf32>, tensor<1x3x3x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f3(%x: tensor<2x2x4x?xf32>, %g: tensor<3x?x3x2xf32>) {
  // expected-error @+1 {{x has 2 images, grid has 3}}
  %0 = ascend.grid_sampler2d %x, %g : (tensor<2x2x4x?xf32>, tensor<3x?x3x2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f4(%x: tensor<1x2x4x0x4xf32>, %g: tensor<1x3x3x3x3xf32>) {
  // expected-error @+1 {{an image has no elements}}
  %0 = ascend.grid_sampler3d %x, %g : (tensor<1x2x4x0x4xf32>, tensor<1x3x3x3x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f5(%t: tensor<1x2x3xf32>) {
  %s = ascend.constant dense<[1, 2, 3]> : tensor<3xi32>
  // expected-error @+1 {{output_size needs four or five entries, has 3}}
  %0 = ascend.affine_grid %t, %s : (tensor<1x2x3xf32>, tensor<3xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f6(%t: tensor<2x3xf32>) {
  %s = ascend.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // expected-error @+1 {{theta must have rank 3, has 2}}
  %0 = ascend.affine_grid %t, %s : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f7(%t: tensor<?x2x4xf32>) {
  %s = ascend.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // expected-error @+1 {{theta has the extent 4 at axis 2, needs 3}}
  %0 = ascend.affine_grid %t, %s : (tensor<?x2x4xf32>, tensor<4xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f8(%t: tensor<1x2x3xf32>) {
  %s = ascend.constant dense<[1, 2, -3, 4]> : tensor<4xi32>
  // expected-error @+1 {{output_size has the extent -3}}
  %0 = ascend.affine_grid %t, %s : (tensor<1x2x3xf32>, tensor<4xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f9(%x: tensor<1x2x4x4xf32>, %r: tensor<?x4xf32>) {
  // expected-error @+1 {{a row of rois has 4 numbers instead of 5}}
  %0 = ascend.roi_align %x, %r : (tensor<1x2x4x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f10(%x: tensor<1x2x4xf32>, %r: tensor<3x5xf32>) {
  // expected-error @+1 {{features must be [N, C, H, W] and rois [n, 5]}}
  %0 = ascend.roi_align %x, %r : (tensor<1x2x4xf32>, tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f11(%x: tensor<1x2x0x4xf32>, %r: tensor<3x5xf32>) {
  // expected-error @+1 {{an image has no elements}}
  %0 = ascend.roi_align %x, %r : (tensor<1x2x0x4xf32>, tensor<3x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f12(%x: tensor<?x?x4xf32>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf32>
  // expected-error @+1 {{scales must be positive}}
  %0 = ascend.resize %x, %n, %c {ge.mode = "linear"} : (tensor<?x?x4xf32>, none, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f13(%x: tensor<?x?x4xf32>, %c: tensor<2xf32>) {
  %n = ascend.none : none
  // expected-error @+1 {{scales needs an entry per axis}}
  %0 = ascend.resize %x, %n, %c {ge.mode = "linear"} : (tensor<?x?x4xf32>, none, tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f14(%x: tensor<1x1x5xf32>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[1.0, 1.0, 1.0e30]> : tensor<3xf32>
  // expected-error @+1 {{gives no extent}}
  %0 = ascend.resize %x, %n, %c {ge.mode = "linear"} : (tensor<1x1x5xf32>, none, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f15(%x: tensor<?x7x5xf32>) {
  %i = ascend.constant dense<[3, 3]> : tensor<2xi64>
  %b = ascend.constant dense<[2, 2]> : tensor<2xi64>
  // expected-error @+1 {{x has 7 elements per block, needs a multiple of 4}}
  %0 = ascend.col2im_v2 %x, %i, %b : (tensor<?x7x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f16(%x: tensor<?x8x5xf32>) {
  %i = ascend.constant dense<[3, 3]> : tensor<2xi64>
  %b = ascend.constant dense<[2, 2]> : tensor<2xi64>
  // expected-error @+1 {{x has 5 blocks, needs 4}}
  %0 = ascend.col2im_v2 %x, %i, %b : (tensor<?x8x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f17(%x: tensor<1x2x70000x70000x1xf32>) {
  // expected-error @+1 {{positions among 4900000000 elements do not fit int32}}
  %0:2 = ascend.max_pool3d_with_argmax_v2 %x : (tensor<1x2x70000x70000x1xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  return
}

// -----

func.func @f15(%x: tensor<4x6xf32>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error @+1 {{'ge.keep_aspect_ratio_policy' must be "stretch", "not_larger" or "not_smaller", is "larger"}}
  %0 = ascend.resize %x, %n, %n, %c {ge.keep_aspect_ratio_policy = "larger"} : (tensor<4x6xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f16(%x: tensor<4x6xf32>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[2.0, 3.0]> : tensor<2xf32>
  // expected-error @+1 {{'ge.keep_aspect_ratio_policy' needs sizes}}
  %0 = ascend.resize %x, %n, %c {ge.keep_aspect_ratio_policy = "not_larger"} : (tensor<4x6xf32>, none, tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f17(%x: tensor<4x6xf32>, %s: tensor<2xf32>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error @+1 {{'ge.keep_aspect_ratio_policy' takes no scales}}
  %0 = ascend.resize %x, %n, %s, %c {ge.keep_aspect_ratio_policy = "not_larger"} : (tensor<4x6xf32>, none, tensor<2xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f18(%x: tensor<0x6xf32>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error @+1 {{x has the extent 0 at axis 0, needs at least 1}}
  %0 = ascend.resize %x, %n, %n, %c {ge.keep_aspect_ratio_policy = "not_larger"} : (tensor<0x6xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f19(%x: tensor<4x6xf32>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[2, 1073741824]> : tensor<2xi64>
  // expected-error @+1 {{sizes has the extent 1073741824 at axis 1, which is too large}}
  %0 = ascend.resize %x, %n, %n, %c {ge.keep_aspect_ratio_policy = "not_smaller"} : (tensor<4x6xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @short_roi(%x: tensor<2x4xf32>, %roi: tensor<3xf32>) -> tensor<2x8xf32> {
  %n = ascend.none : none
  %k = ascend.constant dense<[2, 8]> : tensor<2xi64>
  // expected-error@+1 {{'ascend.resize' op roi has 3 entries, needs two per axis}}
  %0 = ascend.resize %x, %roi, %n, %k {ge.coordinate_transformation_mode = "tf_crop_and_resize", node_name = "n"} : (tensor<2x4xf32>, tensor<3xf32>, none, tensor<2xi64>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

func.func @table_of_roi(%x: tensor<2x4xf32>, %roi: tensor<4x1xf32>) -> tensor<2x8xf32> {
  %n = ascend.none : none
  %k = ascend.constant dense<[2, 8]> : tensor<2xi64>
  // expected-error@+1 {{'ascend.resize' op roi must have rank 1, has 2}}
  %0 = ascend.resize %x, %roi, %n, %k {ge.coordinate_transformation_mode = "tf_crop_and_resize", node_name = "n"} : (tensor<2x4xf32>, tensor<4x1xf32>, none, tensor<2xi64>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// The right count; a roi that the mode does not read; one of any length.
func.func @roi(%x: tensor<2x4xf32>, %a: tensor<4xf16>, %b: tensor<3xf32>, %c: tensor<?xf64>) -> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {
  %n = ascend.none : none
  %k = ascend.constant dense<[2, 8]> : tensor<2xi64>
  %0 = ascend.resize %x, %a, %n, %k {ge.coordinate_transformation_mode = "tf_crop_and_resize", node_name = "a"} : (tensor<2x4xf32>, tensor<4xf16>, none, tensor<2xi64>) -> tensor<2x8xf32>
  %1 = ascend.resize %x, %b, %n, %k {node_name = "b"} : (tensor<2x4xf32>, tensor<3xf32>, none, tensor<2xi64>) -> tensor<2x8xf32>
  %2 = ascend.resize %x, %c, %n, %k {ge.coordinate_transformation_mode = "tf_crop_and_resize", node_name = "c"} : (tensor<2x4xf32>, tensor<?xf64>, none, tensor<2xi64>) -> tensor<2x8xf32>
  return %0, %1, %2 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
}

// -----

func.func @whole_roi(%x: tensor<2x4xf32>, %roi: tensor<4xi64>) -> tensor<2x8xf32> {
  %n = ascend.none : none
  %k = ascend.constant dense<[2, 8]> : tensor<2xi64>
  // expected-error@+1 {{'ascend.resize' op roi must be of floats, is of 'i64'}}
  %0 = ascend.resize %x, %roi, %n, %k {node_name = "n"} : (tensor<2x4xf32>, tensor<4xi64>, none, tensor<2xi64>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

func.func @complex_scales(%x: tensor<2x4xf32>, %scales: tensor<2xcomplex<f32>>) -> tensor<2x8xf32> {
  %n = ascend.none : none
  // expected-error@+1 {{'ascend.resize' op scales must be of floats, is of 'complex<f32>'}}
  %0 = ascend.resize %x, %n, %scales {node_name = "n"} : (tensor<2x4xf32>, none, tensor<2xcomplex<f32>>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// What the types alone say where output_size comes with the run.
func.func @grids(%x: tensor<2x2x3xf32>, %y: tensor<2x3x4xf32>, %size: tensor<?xi64>) -> (tensor<2x4x6x2xf32>, tensor<2x4x6x5x3xf32>) {
  %0 = ascend.affine_grid %x, %size {node_name = "a"} : (tensor<2x2x3xf32>, tensor<?xi64>) -> tensor<2x4x6x2xf32>
  %1 = ascend.affine_grid %y, %size {node_name = "b"} : (tensor<2x3x4xf32>, tensor<?xi64>) -> tensor<2x4x6x5x3xf32>
  return %0, %1 : tensor<2x4x6x2xf32>, tensor<2x4x6x5x3xf32>
}

// -----

func.func @theta(%x: tensor<2x5x3xf32>, %size: tensor<?xi64>) -> tensor<2x4x6x2xf32> {
  // expected-error@+1 {{'ascend.affine_grid' op theta has the extent 5 at axis 1, needs 2}}
  %0 = ascend.affine_grid %x, %size {node_name = "n"} : (tensor<2x5x3xf32>, tensor<?xi64>) -> tensor<2x4x6x2xf32>
  return %0 : tensor<2x4x6x2xf32>
}

// -----

func.func @images(%x: tensor<2x2x3xf32>, %size: tensor<?xi64>) -> tensor<3x4x6x2xf32> {
  // expected-error@+1 {{'ascend.affine_grid' op theta has the extent 2 at axis 0, needs 3}}
  %0 = ascend.affine_grid %x, %size {node_name = "n"} : (tensor<2x2x3xf32>, tensor<?xi64>) -> tensor<3x4x6x2xf32>
  return %0 : tensor<3x4x6x2xf32>
}

// -----

func.func @flat_grid(%x: tensor<2x2x3xf32>, %size: tensor<?xi64>) -> tensor<2x4x2xf32> {
  // expected-error@+1 {{'ascend.affine_grid' op its result must have rank 4 or 5, has 3}}
  %0 = ascend.affine_grid %x, %size {node_name = "n"} : (tensor<2x2x3xf32>, tensor<?xi64>) -> tensor<2x4x2xf32>
  return %0 : tensor<2x4x2xf32>
}

// -----

func.func @part_of_unknown_scales(%a0: tensor<4x6xf32>, %a2: tensor<2xf32>) {
  %c1 = ascend.constant dense<[0.0, 0.0, 1.0, 0.5]> : tensor<4xf32>
  // expected-error @+1 {{scales that are not constant do not take a part}}
  %0 = ascend.resize %a0, %c1, %a2 {ge.coordinate_transformation_mode = "tf_crop_and_resize", ge.mode = "linear"} : (tensor<4x6xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @many_blocks(%a0: tensor<1x4x5xf32>) {
  %c1 = ascend.constant dense<[2147483647, 2147483647, 2147483647]> : tensor<3xi64>
  %c2 = ascend.constant dense<[1, 1, 1]> : tensor<3xi64>
  // expected-error @+1 {{has too many blocks}}
  %0 = ascend.col2im_v2 %a0, %c1, %c2 : (tensor<1x4x5xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<*xf32>
  return
}

// -----

// What has no rank says nothing of the results, and no result contradicts it.
func.func @any_rank(%a0: tensor<*xf32>, %a1: tensor<1x3x3x2xf32>, %a2: tensor<1x2x4x4xf32>, %a3: tensor<?xi32>, %a4: tensor<1x2x3xf32>, %a5: tensor<3x5xf32>) {
  %0 = ascend.resize_nearest_neighbor_v2d %a0 {ge.size = array<i64: 2, 3>} : (tensor<*xf32>) -> tensor<7xf32>
  %1 = ascend.grid_sampler2d %a0, %a1 : (tensor<*xf32>, tensor<1x3x3x2xf32>) -> tensor<7xf32>
  %2 = ascend.grid_sampler2d %a2, %a0 : (tensor<1x2x4x4xf32>, tensor<*xf32>) -> tensor<7xf32>
  %3 = ascend.affine_grid %a0, %a3 : (tensor<*xf32>, tensor<?xi32>) -> tensor<7xf32>
  %4 = ascend.affine_grid %a4, %a3 : (tensor<1x2x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  %5 = ascend.roi_align %a0, %a5 : (tensor<*xf32>, tensor<3x5xf32>) -> tensor<7xf32>
  %6 = ascend.roi_align %a2, %a0 : (tensor<1x2x4x4xf32>, tensor<*xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @resize_of_any_rank(%x: tensor<*xf32>, %y: tensor<4x6xf32>, %s: tensor<*xi64>) {
  %n = ascend.none : none
  %c = ascend.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %0 = ascend.resize %x, %n, %c : (tensor<*xf32>, none, tensor<2xf32>) -> tensor<7xf32>
  %1 = ascend.resize %y, %n, %n, %s : (tensor<4x6xf32>, none, none, tensor<*xi64>) -> tensor<7xf32>
  return
}
