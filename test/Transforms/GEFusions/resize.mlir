// A linear Resize of images is a ResizeBilinearV2D where the store has that.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF
// Where it has not, what CANN does is not known, and the report says so.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" | FileCheck %s --check-prefixes=OFF,UNKNOWN
// OFF-NOT: "ResizeBilinearV2D"
// UNKNOWN: ascend.unmodelled_fusions = [{pass = "ResizeFusionPass", types = ["Resize"]}]

// CHECK-LABEL: func @grids
func.func @grids(%x: tensor<1x2x4x5xf32>) -> (tensor<1x2x8x10xf32>, tensor<1x2x8x7xf32>, tensor<1x2x8x10xf32>, tensor<1x2x8x10xf32>) {
  %none = ascend.none : none
  %two = ascend.constant {node_name = "two"} dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
  %sizes = ascend.constant {node_name = "sizes"} dense<[1, 2, 8, 7]> : tensor<4xi64>
  // CHECK: ascend.ge_op "ResizeBilinearV2D"(%arg0) {{.*}}ge.align_corners = false, ge.half_pixel_centers = true, ge.size = array<i64: 8, 10>, node_name = "a", original_names = ["a"]} : (tensor<1x2x4x5xf32>) -> tensor<1x2x8x10xf32>
  // CHECK: "ResizeBilinearV2D"{{.*}}ge.align_corners = true, ge.half_pixel_centers = false, ge.size = array<i64: 8, 7>, node_name = "b"
  // CHECK: "ResizeBilinearV2D"{{.*}}ge.align_corners = false, ge.half_pixel_centers = false, {{.*}}node_name = "c"
  // CHECK: "ResizeBilinearV2D"{{.*}}ge.align_corners = false, ge.half_pixel_centers = true, {{.*}}node_name = "d"
  %0 = ascend.resize %x, %none, %two {ge.mode = "linear", node_name = "a"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x2x8x10xf32>
  %1 = ascend.resize %x, %none, %none, %sizes {ge.coordinate_transformation_mode = "align_corners", ge.mode = "linear", node_name = "b"} : (tensor<1x2x4x5xf32>, none, none, tensor<4xi64>) -> tensor<1x2x8x7xf32>
  %2 = ascend.resize %x, %none, %two {ge.coordinate_transformation_mode = "asymmetric", ge.mode = "linear", node_name = "c"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x2x8x10xf32>
  %3 = ascend.resize %x, %none, %two {ge.coordinate_transformation_mode = "pytorch_half_pixel", ge.mode = "linear", node_name = "d"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x2x8x10xf32>
  return %0, %1, %2, %3 : tensor<1x2x8x10xf32>, tensor<1x2x8x7xf32>, tensor<1x2x8x10xf32>, tensor<1x2x8x10xf32>
}

// Another mode; a grid that only Resize has; one row of PyTorch's; scales that are
// no quotients; antialias; channels; open extents.
// CHECK-LABEL: func @stays
// CHECK-NOT: ResizeBilinearV2D
func.func @stays(%x: tensor<1x2x4x5xf32>, %y: tensor<1x2x?x5xf32>) -> (tensor<1x2x8x10xf32>, tensor<1x2x8x10xf32>, tensor<1x2x1x10xf32>, tensor<1x2x5x6xf32>, tensor<1x2x8x10xf32>, tensor<1x4x8x10xf32>, tensor<1x2x?x10xf32>) {
  %none = ascend.none : none
  %two = ascend.constant {node_name = "two"} dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
  %odd = ascend.constant {node_name = "odd"} dense<[1.0, 1.0, 1.3, 1.3]> : tensor<4xf32>
  %all = ascend.constant {node_name = "all"} dense<[1.0, 2.0, 2.0, 2.0]> : tensor<4xf32>
  %row = ascend.constant {node_name = "row"} dense<[1, 2, 1, 10]> : tensor<4xi64>
  %0 = ascend.resize %x, %none, %two {ge.mode = "cubic", node_name = "a"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x2x8x10xf32>
  %1 = ascend.resize %x, %none, %two {ge.coordinate_transformation_mode = "half_pixel_symmetric", ge.mode = "linear", node_name = "b"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x2x8x10xf32>
  %2 = ascend.resize %x, %none, %none, %row {ge.coordinate_transformation_mode = "pytorch_half_pixel", ge.mode = "linear", node_name = "c"} : (tensor<1x2x4x5xf32>, none, none, tensor<4xi64>) -> tensor<1x2x1x10xf32>
  %3 = ascend.resize %x, %none, %odd {ge.mode = "linear", node_name = "d"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x2x5x6xf32>
  %4 = ascend.resize %x, %none, %two {ge.antialias = 1 : i64, ge.mode = "linear", node_name = "e"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x2x8x10xf32>
  %5 = ascend.resize %x, %none, %all {ge.mode = "linear", node_name = "f"} : (tensor<1x2x4x5xf32>, none, tensor<4xf32>) -> tensor<1x4x8x10xf32>
  %6 = ascend.resize %y, %none, %two {ge.mode = "linear", node_name = "g"} : (tensor<1x2x?x5xf32>, none, tensor<4xf32>) -> tensor<1x2x?x10xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1x2x8x10xf32>, tensor<1x2x8x10xf32>, tensor<1x2x1x10xf32>, tensor<1x2x5x6xf32>, tensor<1x2x8x10xf32>, tensor<1x4x8x10xf32>, tensor<1x2x?x10xf32>
}
