// Convolutions write at their place in what joins them.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=OFF
// Not where float stays float, which StridedWrite does not take.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 precision-mode=must_keep_origin_dtype" | FileCheck %s --check-prefix=NONE
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3 precision-mode=force_fp32" | FileCheck %s --check-prefix=NONE
// 910B has no StridedWrite, and its Mish comes behind.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" | FileCheck %s --check-prefixes=NONE,SPLIT
// OFF-NOT: StridedWrite
// NONE-NOT: StridedWrite
// The match counts as an effect where it changes nothing, too.
// SPLIT: module attributes {ascend.fusion_matches = {ConvConcatFusionPass = 9 : i64, {{.*}}ascend.fusions =
// SPLIT-SAME: {into = "cat", names = ["cat"], pass = "ConvConcatFusionPass", types = ["ConcatD"]}

// CHECK-LABEL: func @convolutions
func.func @convolutions(%x: tensor<1x3x4x4xf32>, %v: tensor<16x3x1x1xf32>, %w: tensor<5x3x1x1xf32>) -> tensor<1x37x4x4xf32> {
  // CHECK: %[[C:.*]] = ascend.conv2d
  // CHECK: %[[M:.*]] = ascend.max_pool_v3
  // CHECK: %[[CW:.*]] = ascend.ge_op "StridedWrite"(%[[C]]) {ge.axis = 1 : i64, ge.inherit_dtype_from_predecessor = true, ge.stride = 3 : i64, node_name = "c_StridedWrite"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  // CHECK: %[[MW:.*]] = ascend.ge_op "StridedWrite"(%[[M]]) {ge.axis = 1 : i64, ge.stride = 3 : i64, node_name = "m_StridedWrite"}
  // CHECK: %[[DW:.*]] = ascend.ge_op "StridedWrite"({{.*}}node_name = "d_StridedWrite"
  // CHECK: ascend.concat_d %[[CW]], %[[MW]], %[[DW]] {{.*}}node_name = "cat"
  %0 = ascend.conv2d %x, %v {node_name = "c"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.conv2d %x, %v {node_name = "e"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.max_pool_v3 %1 {node_name = "m"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %3 = ascend.conv2d %x, %w {node_name = "d"} : (tensor<1x3x4x4xf32>, tensor<5x3x1x1xf32>) -> tensor<1x5x4x4xf32>
  %4 = ascend.concat_d %0, %2, %3 {ge.concat_dim = 1 : i64, ge.N = 3 : i64, node_name = "cat"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x5x4x4xf32>) -> tensor<1x37x4x4xf32>
  return %4 : tensor<1x37x4x4xf32>
}

// What is between follows the convolution, too.
// CHECK-LABEL: func @activations
func.func @activations(%x: tensor<1x3x4x4xf32>, %v: tensor<16x3x1x1xf32>) -> tensor<1x32x4x4xf32> {
  // CHECK-COUNT-2: ascend.relu {{.*}}ge.inherit_dtype_from_predecessor = true
  // CHECK-COUNT-2: "StridedWrite"
  %0 = ascend.conv2d %x, %v {node_name = "c"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.relu %0 {node_name = "r"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.conv2d %x, %v {node_name = "d"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %3 = ascend.relu %2 {node_name = "s"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %4 = ascend.concat_d %1, %3 {ge.concat_dim = -3 : i64, ge.N = 2 : i64, node_name = "cat"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %4 : tensor<1x32x4x4xf32>
}

// CHECK-LABEL: func @mish
// SPLIT-LABEL: func @mish
func.func @mish(%x: tensor<1x3x4x4xf32>, %v: tensor<16x3x1x1xf32>) -> tensor<1x32x4x4xf32> {
  // CHECK-COUNT-2: ascend.mish {{.*}}ge.inherit_dtype_from_predecessor = true
  // SPLIT: %[[C:.*]] = ascend.conv2d
  // SPLIT-NOT: ascend.mish
  // SPLIT: %[[D:.*]] = ascend.conv2d
  // SPLIT: %[[J:.*]] = ascend.concat_d %[[C]], %[[D]]
  // SPLIT: ascend.mish %[[J]] {{.*}}node_name = "r_new", original_names = ["r", "s"]
  %0 = ascend.conv2d %x, %v {node_name = "c"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %1 = ascend.mish %0 {node_name = "r"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.conv2d %x, %v {node_name = "d"} : (tensor<1x3x4x4xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x4x4xf32>
  %3 = ascend.mish %2 {node_name = "s"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %4 = ascend.concat_d %1, %3 {ge.concat_dim = 1 : i64, ge.N = 2 : i64, node_name = "cat"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %4 : tensor<1x32x4x4xf32>
}

// Parts that fill no blocks; another axis; a convolution that is read twice; one
// kind beside another; one node alone; open extents.
// CHECK-LABEL: func @stays
// CHECK-NOT: StridedWrite
func.func @stays(%x: tensor<1x16x4x4xf32>, %v: tensor<16x16x1x1xf32>, %w: tensor<5x16x1x1xf32>, %y: tensor<1x16x?x4xf32>) -> (tensor<1x21x4x4xf32>, tensor<1x16x8x4xf32>, tensor<1x32x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x32x?x4xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "a0"} : (tensor<1x16x4x4xf32>, tensor<5x16x1x1xf32>) -> tensor<1x5x4x4xf32>
  %1 = ascend.conv2d %x, %v {node_name = "a1"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %2 = ascend.concat_d %0, %1 {ge.concat_dim = 1 : i64, ge.N = 2 : i64, node_name = "a"} : (tensor<1x5x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x21x4x4xf32>
  %3 = ascend.conv2d %x, %v {node_name = "b0"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %4 = ascend.conv2d %x, %v {node_name = "b1"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %5 = ascend.concat_d %3, %4 {ge.concat_dim = 2 : i64, ge.N = 2 : i64, node_name = "b"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x16x8x4xf32>
  %6 = ascend.conv2d %x, %v {node_name = "c0"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %7 = ascend.conv2d %x, %v {node_name = "c1"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %8 = ascend.concat_d %6, %7 {ge.concat_dim = 1 : i64, ge.N = 2 : i64, node_name = "c"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x32x4x4xf32>
  %9 = ascend.conv2d %x, %v {node_name = "d0"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %10 = ascend.conv2d %x, %v {node_name = "d1"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %11 = ascend.relu %10 {node_name = "dr"} : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %12 = ascend.concat_d %9, %11 {ge.concat_dim = 1 : i64, ge.N = 2 : i64, node_name = "d"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x32x4x4xf32>
  %13 = ascend.conv2d %x, %v {node_name = "e0"} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %14 = ascend.concat_d %13, %13 {ge.concat_dim = 1 : i64, ge.N = 2 : i64, node_name = "e"} : (tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>) -> tensor<1x32x4x4xf32>
  %15 = ascend.conv2d %y, %v {node_name = "f0"} : (tensor<1x16x?x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x?x4xf32>
  %16 = ascend.conv2d %y, %v {node_name = "f1"} : (tensor<1x16x?x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x?x4xf32>
  %17 = ascend.concat_d %15, %16 {ge.concat_dim = 1 : i64, ge.N = 2 : i64, node_name = "f"} : (tensor<1x16x?x4xf32>, tensor<1x16x?x4xf32>) -> tensor<1x32x?x4xf32>
  return %2, %5, %8, %7, %12, %14, %17 : tensor<1x21x4x4xf32>, tensor<1x16x8x4xf32>, tensor<1x32x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x32x?x4xf32>
}
