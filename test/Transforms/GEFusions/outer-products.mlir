// A product over one step is a Mul, on Ascend910B.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend310P3" | FileCheck %s --check-prefix=NONE
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910B1 fusion-switch-file=%S/Inputs/all-off.json" | FileCheck %s --check-prefix=NONE
// Without a batch alone on Ascend950.
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend950" | FileCheck %s --check-prefix=NEWER
// NONE-NOT: ascend.mul
// NEWER-COUNT-4: ascend.mul
// NEWER-NOT: ascend.mul

// CHECK-LABEL: func @outer
func.func @outer(%x: tensor<4x1xf32>, %y: tensor<1x5xf32>, %a: tensor<2x1x4xf16>, %b: tensor<3x2x5x1xf16>) -> (tensor<4x5xf32>, tensor<3x2x4x5xf16>) {
  // CHECK: ascend.mul %arg0, %arg1 {{.*}}node_name = "n_to_mul", original_names = ["n"]
  %0 = ascend.mat_mul_v2 %x, %y {node_name = "n"} : (tensor<4x1xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
  // CHECK: %[[A:.*]] = ascend.reshape %arg2, {{.*}}node_name = "m/x1", original_names = ["m"]{{.*}} -> tensor<2x4x1xf16>
  // CHECK: %[[B:.*]] = ascend.reshape %arg3, {{.*}}node_name = "m/x2"{{.*}} -> tensor<3x2x1x5xf16>
  // CHECK: ascend.mul %[[A]], %[[B]] {{.*}}node_name = "m_to_mul"
  %1 = ascend.batch_mat_mul_v2 %a, %b {ge.adj_x1 = true, ge.adj_x2 = true, node_name = "m"} : (tensor<2x1x4xf16>, tensor<3x2x5x1xf16>) -> tensor<3x2x4x5xf16>
  return %0, %1 : tensor<4x5xf32>, tensor<3x2x4x5xf16>
}

// bfloat16 by its size.
// CHECK-LABEL: func @sizes
func.func @sizes(%x: tensor<100x1xbf16>, %y: tensor<1x100xbf16>, %z: tensor<1x99xbf16>, %w: tensor<1x4000xbf16>, %a: tensor<2x4x1xbf16>, %b: tensor<2x1x5xbf16>) -> (tensor<100x100xbf16>, tensor<100x99xbf16>, tensor<100x4000xbf16>, tensor<2x4x5xbf16>) {
  // CHECK: ascend.mul %arg0, %arg1
  // CHECK: ascend.mat_mul_v2 %arg0, %arg2
  // CHECK: ascend.mat_mul_v2 %arg0, %arg3
  // CHECK: ascend.mul %arg4, %arg5
  %0 = ascend.mat_mul_v2 %x, %y {node_name = "a"} : (tensor<100x1xbf16>, tensor<1x100xbf16>) -> tensor<100x100xbf16>
  %1 = ascend.mat_mul_v2 %x, %z {node_name = "b"} : (tensor<100x1xbf16>, tensor<1x99xbf16>) -> tensor<100x99xbf16>
  %2 = ascend.mat_mul_v2 %x, %w {node_name = "c"} : (tensor<100x1xbf16>, tensor<1x4000xbf16>) -> tensor<100x4000xbf16>
  %3 = ascend.batch_mat_mul_v2 %a, %b {node_name = "d"} : (tensor<2x4x1xbf16>, tensor<2x1x5xbf16>) -> tensor<2x4x5xbf16>
  return %0, %1, %2, %3 : tensor<100x100xbf16>, tensor<100x99xbf16>, tensor<100x4000xbf16>, tensor<2x4x5xbf16>
}

// More steps than one; a bias; a sum behind; open extents.
// CHECK-LABEL: func @stays
// CHECK-NOT: ascend.mul
func.func @stays(%x: tensor<4x2xf32>, %y: tensor<2x5xf32>, %c: tensor<4x1xf32>, %r: tensor<1x5xf32>, %bias: tensor<5xf32>, %a: tensor<2x4x1xf32>, %b: tensor<2x1x5xf32>, %o: tensor<?x1xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<?x5xf32>) {
  %axes = ascend.constant {node_name = "axes"} dense<0> : tensor<1xi32>
  %0 = ascend.mat_mul_v2 %x, %y {node_name = "a"} : (tensor<4x2xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
  %1 = ascend.mat_mul_v2 %c, %r, %bias {node_name = "b"} : (tensor<4x1xf32>, tensor<1x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %2 = ascend.batch_mat_mul_v2 %a, %b {node_name = "d"} : (tensor<2x4x1xf32>, tensor<2x1x5xf32>) -> tensor<2x4x5xf32>
  %3 = ascend.reduce_sum %2, %axes {node_name = "s"} : (tensor<2x4x5xf32>, tensor<1xi32>) -> tensor<4x5xf32>
  %4 = ascend.mat_mul_v2 %o, %r {node_name = "e"} : (tensor<?x1xf32>, tensor<1x5xf32>) -> tensor<?x5xf32>
  return %0, %1, %3, %4 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<?x5xf32>
}
