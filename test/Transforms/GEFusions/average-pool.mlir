// Averages of windows become sums with a filter and a product.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF
// No kernel averages f32: the node stays one of the AI CPU.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 precision-mode=must_keep_origin_dtype" | FileCheck %s --check-prefix=PINNED
// RUN: echo pinned > %t.cfg && echo OpType::Mul >> %t.cfg
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 keep-dtype=%t.cfg" | FileCheck %s --check-prefix=PINNED
// Nor is there a filter where the chip's kernel has none.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend950" | FileCheck %s --check-prefix=OFF
// OFF-NOT: ascend.mul
// OFF-NOT: "AvgPoolV2"

// What a window lacks at the border it does not count.
// CHECK-LABEL: func @border
// CHECK: %[[ONES:.*]] = ascend.constant {node_name = "p/filter"} dense<1.000000e+00> : tensor<2x1x3x3xf16>
// CHECK: %[[S:.*]] = ascend.ge_op "AvgPoolV2"(%arg0, %[[ONES]]) {ascend.fused_members = {{\[}}["p", "AvgPoolV2"]], {{.*}}ge.pads = array<i64: 1, 1, 1, 1>, node_name = "p", original_names = ["p"]} : (tensor<1x2x3x3xf32>, tensor<2x1x3x3xf16>) -> tensor<1x2x3x3xf32>
// CHECK: %[[PARTS:.*]] = ascend.constant {node_name = "p/area"}
// CHECK-SAME{LITERAL}: dense<[[[[2.500000e-01, 1.666260e-01, 2.500000e-01],
// CHECK-SAME{LITERAL}: [1.666260e-01, 1.110840e-01, 1.666260e-01],
// CHECK-SAME{LITERAL}: [2.500000e-01, 1.666260e-01, 2.500000e-01]]]]> : tensor<1x1x3x3xf16>
// CHECK: ascend.mul %[[S]], %[[PARTS]] {ascend.part_of = "p", node_name = "p_mul_layer"} : (tensor<1x2x3x3xf32>, tensor<1x1x3x3xf16>) -> tensor<1x2x3x3xf32>
func.func @border(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32> {
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 3, 3>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

// Where the border counts the filter divides; a window that ends outside of it
// is divided by what it has, which no filter does.
// CHECK-LABEL: func @counted
func.func @counted(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>) {
  // CHECK: %[[F:.*]] = ascend.constant {node_name = "p/filter"} dense<1.110840e-01> : tensor<1x1x3x3xf16>
  // CHECK: ascend.ge_op "AvgPoolV2"(%arg0, %[[F]])
  // CHECK-NOT: ascend.mul
  // CHECK: ascend.avg_pool_v2
  %0 = ascend.avg_pool_v2 %x {ge.exclusive = false, ge.ksize = array<i64: 1, 1, 3, 3>, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "p"} : (tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %1 = ascend.avg_pool_v2 %x {ge.ceil_mode = true, ge.exclusive = false, ge.ksize = array<i64: 1, 1, 3, 3>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "q"} : (tensor<1x1x4x4xf32>) -> tensor<1x1x2x2xf32>
  return %0, %1 : tensor<1x1x4x4xf32>, tensor<1x1x2x2xf32>
}

// Windows of the rounding up, whose last ones are cut off; SAME_LOWER,
// whose odd row stands before.
// CHECK-LABEL: func @cut
func.func @cut(%x: tensor<1x1x4x2xf32>) -> (tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>) {
  // CHECK{LITERAL}: {node_name = "p/area"} dense<[[[[1.666260e-01], [2.500000e-01]]]]>
  // CHECK: ascend.mul
  // CHECK{LITERAL}: {node_name = "q/area"} dense<[[[[2.500000e-01], [1.666260e-01]]]]>
  // CHECK: ascend.mul
  %0 = ascend.avg_pool_v2 %x {ge.ceil_mode = true, ge.ksize = array<i64: 1, 1, 3, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"} : (tensor<1x1x4x2xf32>) -> tensor<1x1x2x1xf32>
  %1 = ascend.avg_pool_v2 %x {ge.auto_pad = "SAME_LOWER", ge.ksize = array<i64: 1, 1, 3, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "q"} : (tensor<1x1x4x2xf32>) -> tensor<1x1x2x1xf32>
  return %0, %1 : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
}

// A window that is the image, unless it is one of SAME; the longest step, and one
// more; another divisor; dilations; open extents.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<1x1x2x200xf32>, %y: tensor<1x1x?x4xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x2x200xf32>, tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>, tensor<1x1x1x199xf32>, tensor<1x1x2x198xf32>, tensor<1x1x?x3xf32>) {
  // CHECK: ascend.avg_pool_v2 {{.*}}"whole"
  // CHECK: ascend.ge_op "AvgPoolV2"{{.*}}"same"
  // CHECK: ascend.ge_op "AvgPoolV2"{{.*}}"step"
  // CHECK: ascend.avg_pool_v2 {{.*}}"far"
  // CHECK: ascend.avg_pool_v2 {{.*}}"divisor"
  // CHECK: ascend.avg_pool_v2 {{.*}}"dilated"
  // CHECK: ascend.avg_pool_v2 {{.*}}"open"
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 2, 200>, node_name = "whole"} : (tensor<1x1x2x200xf32>) -> tensor<1x1x1x1xf32>
  %1 = ascend.avg_pool_v2 %x {ge.auto_pad = "SAME_UPPER", ge.ksize = array<i64: 1, 1, 2, 200>, node_name = "same"} : (tensor<1x1x2x200xf32>) -> tensor<1x1x2x200xf32>
  %2 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 63>, node_name = "step"} : (tensor<1x1x2x200xf32>) -> tensor<1x1x1x4xf32>
  %3 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 2, 2>, ge.strides = array<i64: 1, 1, 1, 64>, node_name = "far"} : (tensor<1x1x2x200xf32>) -> tensor<1x1x1x4xf32>
  %4 = ascend.avg_pool_v2 %x {ge.divisor_override = 3 : i64, ge.ksize = array<i64: 1, 1, 2, 2>, node_name = "divisor"} : (tensor<1x1x2x200xf32>) -> tensor<1x1x1x199xf32>
  %5 = ascend.avg_pool_v2 %x {ge.dilations = array<i64: 1, 1, 1, 2>, ge.ksize = array<i64: 1, 1, 1, 2>, node_name = "dilated"} : (tensor<1x1x2x200xf32>) -> tensor<1x1x2x198xf32>
  %6 = ascend.avg_pool_v2 %y {ge.ksize = array<i64: 1, 1, 2, 2>, node_name = "open"} : (tensor<1x1x?x4xf32>) -> tensor<1x1x?x3xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1x1x1x1xf32>, tensor<1x1x2x200xf32>, tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>, tensor<1x1x1x199xf32>, tensor<1x1x2x198xf32>, tensor<1x1x?x3xf32>
}

// What keep_dtype pins stays one node. One of float16 has a kernel all the same.
// PINNED-LABEL: func @pinned
func.func @pinned(%x: tensor<1x1x4x4xf32>, %y: tensor<1x1x4x4xf16>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xf16>) {
  // PINNED: ascend.avg_pool_v2 %arg0 {{.*}}"pinned"
  // PINNED: ascend.ge_op "AvgPoolV2"(%arg1, {{.*}}"pinned"
  %0 = ascend.avg_pool_v2 %x {ge.ksize = array<i64: 1, 1, 2, 2>, node_name = "pinned"} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  %1 = ascend.avg_pool_v2 %y {ge.ksize = array<i64: 1, 1, 2, 2>, node_name = "pinned"} : (tensor<1x1x4x4xf16>) -> tensor<1x1x3x3xf16>
  return %0, %1 : tensor<1x1x3x3xf32>, tensor<1x1x3x3xf16>
}
