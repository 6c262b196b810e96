// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Element types that pools, grids, regions and resizing have no loops for.
func.func @max_of_complex(%a: tensor<1x8x6x6xcomplex<f32>>) -> tensor<1x8x3x3xcomplex<f32>> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): not for element types complex<f32> -> complex<f32>}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xcomplex<f32>>) -> tensor<1x8x3x3xcomplex<f32>>
  return %0 : tensor<1x8x3x3xcomplex<f32>>
}

// -----

func.func @max_of_bools(%a: tensor<1x8x6x6xi1>) -> tensor<1x8x3x3xi1> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): not for element types i1 -> i1}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xi1>) -> tensor<1x8x3x3xi1>
  return %0 : tensor<1x8x3x3xi1>
}

// -----

func.func @max_of_hif8(%a: tensor<1x8x6x6x!ascend.hif8>) -> tensor<1x8x3x3x!ascend.hif8> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): not for element types !ascend.hif8 -> !ascend.hif8}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6x!ascend.hif8>) -> tensor<1x8x3x3x!ascend.hif8>
  return %0 : tensor<1x8x3x3x!ascend.hif8>
}

// -----

func.func @max_to_float(%a: tensor<1x8x6x6xi32>) -> tensor<1x8x3x3xf32> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): not for element types i32 -> f32}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xi32>) -> tensor<1x8x3x3xf32>
  return %0 : tensor<1x8x3x3xf32>
}

// -----

func.func @max_to_integer(%a: tensor<1x8x6x6xf32>) -> tensor<1x8x3x3xi32> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): not for element types f32 -> i32}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xf32>) -> tensor<1x8x3x3xi32>
  return %0 : tensor<1x8x3x3xi32>
}

// -----

func.func @wider_max(%a: tensor<1x8x6x6xi32>) -> tensor<1x8x3x3xi64> {
  // expected-error@+1 {{op type 'MaxPoolV3' has no CPU lowering (node 'n'): not for element types i32 -> i64}}
  %0 = ascend.max_pool_v3 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xi32>) -> tensor<1x8x3x3xi64>
  return %0 : tensor<1x8x3x3xi64>
}

// -----

func.func @max_of_volumes(%a: tensor<1x8x1x6x6xi8>) -> tensor<1x8x1x3x3xi32> {
  // expected-error@+1 {{op type 'MaxPool3D' has no CPU lowering (node 'n'): not for element types i8 -> i32}}
  %0 = ascend.max_pool3d %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xi8>) -> tensor<1x8x1x3x3xi32>
  return %0 : tensor<1x8x1x3x3xi32>
}

// -----

func.func @mean_of_integers(%a: tensor<1x8x6x6xi32>) -> tensor<1x8x3x3xi32> {
  // expected-error@+1 {{op type 'AvgPoolV2' has no CPU lowering (node 'n'): not for element types i32 -> i32}}
  %0 = ascend.avg_pool_v2 %a {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x6x6xi32>) -> tensor<1x8x3x3xi32>
  return %0 : tensor<1x8x3x3xi32>
}

// -----

func.func @mean_of_volumes(%a: tensor<1x8x1x6x6xui8>) -> tensor<1x8x1x3x3xui8> {
  // expected-error@+1 {{op type 'AvgPool3D' has no CPU lowering (node 'n'): not for element types ui8 -> ui8}}
  %0 = ascend.avg_pool3d %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xui8>) -> tensor<1x8x1x3x3xui8>
  return %0 : tensor<1x8x1x3x3xui8>
}

// -----

func.func @positions_of_complex(%a: tensor<1x8x1x6x6xcomplex<f32>>) -> (tensor<1x8x1x3x3xcomplex<f32>>, tensor<1x8x1x3x3xi64>) {
  // expected-error@+1 {{op type 'MaxPool3DWithArgmaxV2' has no CPU lowering (node 'n'): not for element types complex<f32> -> complex<f32>, i64}}
  %0:2 = ascend.max_pool3d_with_argmax_v2 %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xcomplex<f32>>) -> (tensor<1x8x1x3x3xcomplex<f32>>, tensor<1x8x1x3x3xi64>)
  return %0#0, %0#1 : tensor<1x8x1x3x3xcomplex<f32>>, tensor<1x8x1x3x3xi64>
}

// -----

func.func @positions_of_bools(%a: tensor<1x8x1x6x6xi1>) -> (tensor<1x8x1x3x3xi1>, tensor<1x8x1x3x3xi64>) {
  // expected-error@+1 {{op type 'MaxPool3DWithArgmaxV2' has no CPU lowering (node 'n'): not for element types i1 -> i1, i64}}
  %0:2 = ascend.max_pool3d_with_argmax_v2 %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xi1>) -> (tensor<1x8x1x3x3xi1>, tensor<1x8x1x3x3xi64>)
  return %0#0, %0#1 : tensor<1x8x1x3x3xi1>, tensor<1x8x1x3x3xi64>
}

// -----

func.func @positions_narrow(%a: tensor<1x8x1x6x6xf32>) -> (tensor<1x8x1x3x3xf16>, tensor<1x8x1x3x3xi64>) {
  // expected-error@+1 {{op type 'MaxPool3DWithArgmaxV2' has no CPU lowering (node 'n'): not for element types f32 -> f16, i64}}
  %0:2 = ascend.max_pool3d_with_argmax_v2 %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xf32>) -> (tensor<1x8x1x3x3xf16>, tensor<1x8x1x3x3xi64>)
  return %0#0, %0#1 : tensor<1x8x1x3x3xf16>, tensor<1x8x1x3x3xi64>
}

// -----

func.func @short_positions(%a: tensor<1x8x1x6x6xf32>) -> (tensor<1x8x1x3x3xf32>, tensor<1x8x1x3x3xi16>) {
  // expected-error@+1 {{op type 'MaxPool3DWithArgmaxV2' has no CPU lowering (node 'n'): not for element types f32 -> f32, i16}}
  %0:2 = ascend.max_pool3d_with_argmax_v2 %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xf32>) -> (tensor<1x8x1x3x3xf32>, tensor<1x8x1x3x3xi16>)
  return %0#0, %0#1 : tensor<1x8x1x3x3xf32>, tensor<1x8x1x3x3xi16>
}

// -----

func.func @unsigned_positions(%a: tensor<1x8x1x6x6xf32>) -> (tensor<1x8x1x3x3xf32>, tensor<1x8x1x3x3xui32>) {
  // expected-error@+1 {{op type 'MaxPool3DWithArgmaxV2' has no CPU lowering (node 'n'): not for element types f32 -> f32, ui32}}
  %0:2 = ascend.max_pool3d_with_argmax_v2 %a {ge.ksize = array<i64: 1, 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 2, 2>, node_name = "n"} : (tensor<1x8x1x6x6xf32>) -> (tensor<1x8x1x3x3xf32>, tensor<1x8x1x3x3xui32>)
  return %0#0, %0#1 : tensor<1x8x1x3x3xf32>, tensor<1x8x1x3x3xui32>
}

// -----

func.func @grid_narrows(%a: tensor<1x2x4x4xf32>, %b: tensor<1x6x6x2xf32>) -> tensor<1x2x6x6xf16> {
  // expected-error@+1 {{op type 'GridSampler2D' has no CPU lowering (node 'n'): not for element types f32, f32 -> f16}}
  %0 = ascend.grid_sampler2d %a, %b {node_name = "n"} : (tensor<1x2x4x4xf32>, tensor<1x6x6x2xf32>) -> tensor<1x2x6x6xf16>
  return %0 : tensor<1x2x6x6xf16>
}

// -----

func.func @grid_doubles(%a: tensor<1x2x4x4xf64>, %b: tensor<1x6x6x2xf32>) -> tensor<1x2x6x6xf64> {
  // expected-error@+1 {{op type 'GridSampler2D' has no CPU lowering (node 'n'): not for element types f64, f32 -> f64}}
  %0 = ascend.grid_sampler2d %a, %b {node_name = "n"} : (tensor<1x2x4x4xf64>, tensor<1x6x6x2xf32>) -> tensor<1x2x6x6xf64>
  return %0 : tensor<1x2x6x6xf64>
}

// -----

func.func @grid_integers(%a: tensor<1x2x4x4xi32>, %b: tensor<1x6x6x2xf32>) -> tensor<1x2x6x6xi32> {
  // expected-error@+1 {{op type 'GridSampler2D' has no CPU lowering (node 'n'): not for element types i32, f32 -> i32}}
  %0 = ascend.grid_sampler2d %a, %b {node_name = "n"} : (tensor<1x2x4x4xi32>, tensor<1x6x6x2xf32>) -> tensor<1x2x6x6xi32>
  return %0 : tensor<1x2x6x6xi32>
}

// -----

func.func @grid_double_points(%a: tensor<1x2x4x4xf32>, %b: tensor<1x6x6x2xf64>) -> tensor<1x2x6x6xf32> {
  // expected-error@+1 {{op type 'GridSampler2D' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32}}
  %0 = ascend.grid_sampler2d %a, %b {node_name = "n"} : (tensor<1x2x4x4xf32>, tensor<1x6x6x2xf64>) -> tensor<1x2x6x6xf32>
  return %0 : tensor<1x2x6x6xf32>
}

// -----

func.func @grid_whole_points(%a: tensor<1x2x4x4xf32>, %b: tensor<1x6x6x2xi32>) -> tensor<1x2x6x6xf32> {
  // expected-error@+1 {{op type 'GridSampler2D' has no CPU lowering (node 'n'): not for element types f32, i32 -> f32}}
  %0 = ascend.grid_sampler2d %a, %b {node_name = "n"} : (tensor<1x2x4x4xf32>, tensor<1x6x6x2xi32>) -> tensor<1x2x6x6xf32>
  return %0 : tensor<1x2x6x6xf32>
}

// -----

func.func @volume_narrows(%a: tensor<1x2x4x4x4xf32>, %b: tensor<1x3x6x6x3xf32>) -> tensor<1x2x3x6x6xf16> {
  // expected-error@+1 {{op type 'GridSampler3D' has no CPU lowering (node 'n'): not for element types f32, f32 -> f16}}
  %0 = ascend.grid_sampler3d %a, %b {node_name = "n"} : (tensor<1x2x4x4x4xf32>, tensor<1x3x6x6x3xf32>) -> tensor<1x2x3x6x6xf16>
  return %0 : tensor<1x2x3x6x6xf16>
}

// -----

func.func @affine_narrows(%a: tensor<1x2x3xf32>) -> tensor<1x4x6x2xf16> {
  %k = ascend.constant dense<[1, 2, 4, 6]> : tensor<4xi64>
  // expected-error@+1 {{op type 'AffineGrid' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.affine_grid %a, %k {node_name = "n"} : (tensor<1x2x3xf32>, tensor<4xi64>) -> tensor<1x4x6x2xf16>
  return %0 : tensor<1x4x6x2xf16>
}

// -----

func.func @affine_doubles(%a: tensor<1x2x3xf64>) -> tensor<1x4x6x2xf64> {
  %k = ascend.constant dense<[1, 2, 4, 6]> : tensor<4xi64>
  // expected-error@+1 {{op type 'AffineGrid' has no CPU lowering (node 'n'): not for element types f64, i64 -> f64}}
  %0 = ascend.affine_grid %a, %k {node_name = "n"} : (tensor<1x2x3xf64>, tensor<4xi64>) -> tensor<1x4x6x2xf64>
  return %0 : tensor<1x4x6x2xf64>
}

// -----

func.func @affine_integers(%a: tensor<1x2x3xi32>) -> tensor<1x4x6x2xi32> {
  %k = ascend.constant dense<[1, 2, 4, 6]> : tensor<4xi64>
  // expected-error@+1 {{op type 'AffineGrid' has no CPU lowering (node 'n'): not for element types i32, i64 -> i32}}
  %0 = ascend.affine_grid %a, %k {node_name = "n"} : (tensor<1x2x3xi32>, tensor<4xi64>) -> tensor<1x4x6x2xi32>
  return %0 : tensor<1x4x6x2xi32>
}

// -----

func.func @roi_narrows(%a: tensor<1x3x8x8xf32>, %b: tensor<5x5xf32>) -> tensor<5x3x2x2xf16> {
  // expected-error@+1 {{op type 'ROIAlign' has no CPU lowering (node 'n'): not for element types f32, f32 -> f16}}
  %0 = ascend.roi_align %a, %b {ge.pooled_height = 2 : i64, ge.pooled_width = 2 : i64, node_name = "n"} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<5x3x2x2xf16>
  return %0 : tensor<5x3x2x2xf16>
}

// -----

func.func @roi_doubles(%a: tensor<1x3x8x8xf64>, %b: tensor<5x5xf32>) -> tensor<5x3x2x2xf64> {
  // expected-error@+1 {{op type 'ROIAlign' has no CPU lowering (node 'n'): not for element types f64, f32 -> f64}}
  %0 = ascend.roi_align %a, %b {ge.pooled_height = 2 : i64, ge.pooled_width = 2 : i64, node_name = "n"} : (tensor<1x3x8x8xf64>, tensor<5x5xf32>) -> tensor<5x3x2x2xf64>
  return %0 : tensor<5x3x2x2xf64>
}

// -----

func.func @roi_integers(%a: tensor<1x3x8x8xi32>, %b: tensor<5x5xf32>) -> tensor<5x3x2x2xi32> {
  // expected-error@+1 {{op type 'ROIAlign' has no CPU lowering (node 'n'): not for element types i32, f32 -> i32}}
  %0 = ascend.roi_align %a, %b {ge.pooled_height = 2 : i64, ge.pooled_width = 2 : i64, node_name = "n"} : (tensor<1x3x8x8xi32>, tensor<5x5xf32>) -> tensor<5x3x2x2xi32>
  return %0 : tensor<5x3x2x2xi32>
}

// -----

func.func @roi_double_corners(%a: tensor<1x3x8x8xf32>, %b: tensor<5x5xf64>) -> tensor<5x3x2x2xf32> {
  // expected-error@+1 {{op type 'ROIAlign' has no CPU lowering (node 'n'): not for element types f32, f64 -> f32}}
  %0 = ascend.roi_align %a, %b {ge.pooled_height = 2 : i64, ge.pooled_width = 2 : i64, node_name = "n"} : (tensor<1x3x8x8xf32>, tensor<5x5xf64>) -> tensor<5x3x2x2xf32>
  return %0 : tensor<5x3x2x2xf32>
}

// -----

func.func @roi_whole_corners(%a: tensor<1x3x8x8xf32>, %b: tensor<5x5xi32>) -> tensor<5x3x2x2xf32> {
  // expected-error@+1 {{op type 'ROIAlign' has no CPU lowering (node 'n'): not for element types f32, i32 -> f32}}
  %0 = ascend.roi_align %a, %b {ge.pooled_height = 2 : i64, ge.pooled_width = 2 : i64, node_name = "n"} : (tensor<1x3x8x8xf32>, tensor<5x5xi32>) -> tensor<5x3x2x2xf32>
  return %0 : tensor<5x3x2x2xf32>
}

// -----

func.func @col2im_narrows(%a: tensor<1x1x25xf32>) -> tensor<1x1x5x5xf16> {
  %k = ascend.constant dense<5> : tensor<2xi64>
  %k1 = ascend.constant dense<1> : tensor<2xi64>
  // expected-error@+1 {{op type 'Col2ImV2' has no CPU lowering (node 'n'): not for element types f32, i64, i64 -> f16}}
  %0 = ascend.col2im_v2 %a, %k, %k1 {node_name = "n"} : (tensor<1x1x25xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x5x5xf16>
  return %0 : tensor<1x1x5x5xf16>
}

// -----

func.func @col2im_integers(%a: tensor<1x1x25xi32>) -> tensor<1x1x5x5xi32> {
  %k = ascend.constant dense<5> : tensor<2xi64>
  %k1 = ascend.constant dense<1> : tensor<2xi64>
  // expected-error@+1 {{op type 'Col2ImV2' has no CPU lowering (node 'n'): not for element types i32, i64, i64 -> i32}}
  %0 = ascend.col2im_v2 %a, %k, %k1 {node_name = "n"} : (tensor<1x1x25xi32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x5x5xi32>
  return %0 : tensor<1x1x5x5xi32>
}

// -----

// Elements that are weighed are floats.
func.func @resize_narrows(%a: tensor<1x1x4x4xf32>) -> tensor<1x1x8x8xf16> {
  %n = ascend.none : none
  %k = ascend.constant dense<[1, 1, 8, 8]> : tensor<4xi64>
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): not for element types f32, none, none, i64 -> f16}}
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "linear", node_name = "n"} : (tensor<1x1x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x1x8x8xf16>
  return %0 : tensor<1x1x8x8xf16>
}

// -----

func.func @resize_nearest_narrows(%a: tensor<1x1x4x4xf32>) -> tensor<1x1x8x8xf16> {
  %n = ascend.none : none
  %k = ascend.constant dense<[1, 1, 8, 8]> : tensor<4xi64>
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): not for element types f32, none, none, i64 -> f16}}
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "nearest", node_name = "n"} : (tensor<1x1x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x1x8x8xf16>
  return %0 : tensor<1x1x8x8xf16>
}

// -----

func.func @resize_linear(%a: tensor<1x1x4x4xi32>) -> tensor<1x1x8x8xi32> {
  %n = ascend.none : none
  %k = ascend.constant dense<[1, 1, 8, 8]> : tensor<4xi64>
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): not for element types i32, none, none, i64 -> i32}}
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "linear", node_name = "n"} : (tensor<1x1x4x4xi32>, none, none, tensor<4xi64>) -> tensor<1x1x8x8xi32>
  return %0 : tensor<1x1x8x8xi32>
}

// -----

func.func @resize_cubic(%a: tensor<1x1x4x4xui8>) -> tensor<1x1x8x8xui8> {
  %n = ascend.none : none
  %k = ascend.constant dense<[1, 1, 8, 8]> : tensor<4xi64>
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): not for element types ui8, none, none, i64 -> ui8}}
  %0 = ascend.resize %a, %n, %n, %k {ge.mode = "cubic", node_name = "n"} : (tensor<1x1x4x4xui8>, none, none, tensor<4xi64>) -> tensor<1x1x8x8xui8>
  return %0 : tensor<1x1x8x8xui8>
}

// -----

func.func @resize_crop(%a: tensor<1x1x4x4xi32>) -> tensor<1x1x8x8xi32> {
  %k = ascend.constant dense<[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf32>
  %n = ascend.none : none
  %k1 = ascend.constant dense<[1, 1, 8, 8]> : tensor<4xi64>
  // expected-error@+1 {{op type 'Resize' has no CPU lowering (node 'n'): not for element types i32, f32, none, i64 -> i32}}
  %0 = ascend.resize %a, %k, %n, %k1 {ge.coordinate_transformation_mode = "tf_crop_and_resize", ge.mode = "nearest", node_name = "n"} : (tensor<1x1x4x4xi32>, tensor<8xf32>, none, tensor<4xi64>) -> tensor<1x1x8x8xi32>
  return %0 : tensor<1x1x8x8xi32>
}

// -----

func.func @nearest_narrows(%a: tensor<1x1x4x4xf32>) -> tensor<1x1x8x8xf16> {
  %k = ascend.constant dense<8> : tensor<2xi32>
  // expected-error@+1 {{op type 'ResizeNearestNeighborV2' has no CPU lowering (node 'n'): not for element types f32, i32 -> f16}}
  %0 = ascend.resize_nearest_neighbor_v2 %a, %k {node_name = "n"} : (tensor<1x1x4x4xf32>, tensor<2xi32>) -> tensor<1x1x8x8xf16>
  return %0 : tensor<1x1x8x8xf16>
}

// -----

func.func @nearest_d_narrows(%a: tensor<1x1x4x4xf32>) -> tensor<1x1x8x8xf16> {
  // expected-error@+1 {{op type 'ResizeNearestNeighborV2D' has no CPU lowering (node 'n'): not for element types f32 -> f16}}
  %0 = ascend.resize_nearest_neighbor_v2d %a {ge.size = array<i64: 8, 8>, node_name = "n"} : (tensor<1x1x4x4xf32>) -> tensor<1x1x8x8xf16>
  return %0 : tensor<1x1x8x8xf16>
}
