//===- AscendSampleOps.td - Ops that sample at positions ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SAMPLE_OPS_TD
#define ASCEND_SAMPLE_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_ResizeOp : Ascend_ShapedOp<"resize", "Resize"> {
  let geAttributes = [GEString<"mode", "nearest",
                        ["nearest", "linear", "cubic"]>,
                      GEString<"nearest_mode", "round_prefer_floor",
                        ["round_prefer_floor", "round_prefer_ceil", "floor",
                         "ceil"]>,
                      GEString<"coordinate_transformation_mode", "half_pixel",
                        ["half_pixel", "half_pixel_symmetric",
                         "pytorch_half_pixel", "align_corners", "asymmetric",
                         "tf_crop_and_resize"]>,
                      GEFloat<"cubic_coeff_a", "-0.75">,
                      GEInt<"exclude_outside">,
                      GEFloat<"extrapolation_value", "0.0">, GEInt<"antialias">,
                      GEInts<"axes">,
                      GEString<"keep_aspect_ratio_policy", "stretch",
                        ["stretch", "not_larger", "not_smaller"]>];
  let summary = "x on a coarser or finer grid (ONNX Resize)";
  let description = [{
    The operands after x may be absent: `roi` (the starts of all axes, then the
    ends, as parts of their extents; a constant where there are scales),
    `scales` (floats) and `sizes` (integers); at least one of the last two has
    an entry per axis.
    Sizes are the result's extents; where there are no scales, these are the
    quotients of the extents. `ge.axes` (list, all axes) says along which axes
    anything happens; with `ge.keep_aspect_ratio_policy` ("not_larger" or
    "not_smaller") the least or the greatest of their quotients is the scale of
    them all. The other attributes are ONNX's, with its defaults:
    `ge.mode` ("nearest", "linear", "cubic"), `ge.nearest_mode`,
    `ge.coordinate_transformation_mode`, `ge.cubic_coeff_a` (float),
    `ge.exclude_outside` (int), `ge.extrapolation_value` (float) and
    `ge.antialias` (int). Axes are interpolated one after another in float32;
    positions and weights are computed in float64.
    ```mlir
    %n = ascend.none : none
    %y = ascend.resize %x, %n, %scales {ge.mode = "linear", node_name = "n"}
           : (tensor<1x1x4x4xf32>, none, tensor<4xf32>) -> tensor<1x1x8x8xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, Variadic<Ascend_TensorOrNone>:$optionals),
                       identityArgs);
  let hasVerifier = 1;
}

def Ascend_ResizeNearestNeighborV2Op
    : Ascend_ShapedOp<"resize_nearest_neighbor_v2", "ResizeNearestNeighborV2"> {
  let geAttributes = [GEBool<"align_corners">, GEBool<"half_pixel_centers">];
  let summary = "The nearest elements of x on another grid";
  let description = [{
    x is [N, C, H, W]; `size` has the new H and W. Positions are
    scaled by the quotients of the extents: at `ge.half_pixel_centers` (bool,
    false) from center to center, or at `ge.align_corners` (bool, false) from
    corner to corner, rounded there, else cut off.
    ```mlir
    %y = ascend.resize_nearest_neighbor_v2 %x, %size {node_name = "n"}
           : (tensor<1x1x4x4xf32>, tensor<2xi32>) -> tensor<1x1x8x8xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$size), identityArgs);
}

class Ascend_GridSamplerOp<string mnemonic, string geType, string shape,
                           string example> : Ascend_ShapedOp<mnemonic, geType> {
  let geAttributes = [GEString<"interpolation_mode", "bilinear",
                        ["bilinear", "nearest", "bicubic"]>,
                      GEString<"padding_mode", "zeros",
                        ["zeros", "border", "reflection"]>,
                      GEBool<"align_corners">];
  let summary = "x at the positions of a grid";
  let description = [{
    x is }] # shape # [{; the last axis of grid is a position whose first
    coordinate is that along the last axis of x, from -1 to 1.
    `ge.interpolation_mode` (string): "bilinear" (default), "nearest" or
    "bicubic"; `ge.padding_mode` (string): "zeros" (default),
    "border" or "reflection"; `ge.align_corners` (bool, false): -1 and 1 are
    centers of elements.
    ```mlir
    %y = ascend.}] # mnemonic # [{ %x, %grid {node_name = "n"}
           : }] # example # [{
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$grid), identityArgs);
}

def Ascend_GridSampler2DOp : Ascend_GridSamplerOp<"grid_sampler2d", "GridSampler2D",
  "[N, C, H, W]",
  "(tensor<1x2x4x4xf32>, tensor<1x6x6x2xf32>) -> tensor<1x2x6x6xf32>">;
def Ascend_GridSampler3DOp : Ascend_GridSamplerOp<"grid_sampler3d", "GridSampler3D",
  "[N, C, D, H, W]",
  "(tensor<1x2x4x4x4xf32>, tensor<1x3x6x6x3xf32>) -> tensor<1x2x3x6x6xf32>">;

def Ascend_AffineGridOp : Ascend_ShapedOp<"affine_grid", "AffineGrid"> {
  let geAttributes = [GEBool<"align_corners">];
  let summary = "The positions that affine maps give for a grid";
  let description = [{
    theta has a matrix of d rows and d + 1 columns per image; `output_size` is
    [N, C, …] with d extents. A point of the grid, its coordinates
    from -1 to 1 in reverse order of the axes and a 1, times the matrix is a
    position. `ge.align_corners` (bool, false): -1 and 1 are centers of
    elements.
    ```mlir
    %y = ascend.affine_grid %theta, %size {node_name = "n"}
           : (tensor<1x2x3xf32>, tensor<4xi64>) -> tensor<1x4x6x2xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$theta, AnyTensor:$output_size),
                       identityArgs);
}

def Ascend_ROIAlignOp : Ascend_ShapedOp<"roi_align", "ROIAlign"> {
  let geAttributes = [GEFloat<"spatial_scale", "1.0">,
                      GEInt<"pooled_height", "1">, GEInt<"pooled_width", "1">,
                      GEInt<"sample_num">, GEInt<"roi_end_mode">,
                      GEString<"pool_mode", "avg", ["avg", "max"]>];
  let summary = "Means (or maxima) of samples in regions";
  let description = [{
    features is [N, C, H, W]; a row of rois is the number of an image and two
    corners, x before y, which `ge.spatial_scale` (float, 1) scales. Each region
    is `ge.pooled_height` times `ge.pooled_width` (int, 1) bins, a bin
    `ge.sample_num` (int, 0: as many as it has elements) samples along each
    axis. `ge.roi_end_mode` (int, 0): 2 moves regions by half an element and
    lets them be small, 0 makes them at least 1 long. `ge.pool_mode` (string):
    "avg" (default) or "max", of the samples' four products. A number of no
    image ends the run.
    ```mlir
    %y = ascend.roi_align %x, %rois {ge.pooled_height = 2 : i64, ge.pooled_width = 2 : i64,
           node_name = "n"} : (tensor<1x3x8x8xf32>, tensor<5x5xf32>) -> tensor<5x3x2x2xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$features, AnyTensor:$rois), identityArgs);
}

def Ascend_Col2ImV2Op : Ascend_ShapedOp<"col2im_v2", "Col2ImV2"> {
  let geAttributes = [GEInts<"strides">, GEInts<"pads">, GEInts<"dilations">];
  let summary = "The sum of blocks at their places";
  let description = [{
    x is [N, C · elements of a block, blocks]; `image_shape` and `block_shape`
    (constants) are the extents of the spatial axes. `ge.strides`,
    `ge.dilations` (lists, 1) and `ge.pads` (two lists, before and behind, 0)
    place the blocks as a convolution's windows.
    ```mlir
    %y = ascend.col2im_v2 %x, %image, %block {node_name = "n"}
           : (tensor<1x5x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x5x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$image_shape,
                            AnyTensor:$block_shape), identityArgs);
}

#endif // ASCEND_SAMPLE_OPS_TD
