// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=force_fp32" | FileCheck %s
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=force_fp32 merge-casts=never" | FileCheck %s --check-prefix=NEVER

// FE merges a cast with its inverse; the rounding between them goes with them.
// CHECK: ascend.merged_casts = [{lossy = true, removed = [{node_name = "c"{{.*}}}], value = "r:0"
// NEVER-NOT: merged_casts
// CHECK-LABEL: func @merge
// NEVER-LABEL: func @merge
func.func @merge(%x: tensor<4xf16>) -> tensor<4xf32> {
  // CHECK: %[[R:.*]] = ascend.relu
  // CHECK-NOT: ascend.cast
  // CHECK: return %[[R]]
  // NEVER: ascend.relu
  // NEVER: ascend.cast {{.*}}<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
  // NEVER: ascend.cast {{.*}}<user>{{.*}} : (tensor<4xf16>) -> tensor<4xf32>
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
  %1 = ascend.cast %0 {node_name = "c", origin = #ascend.cast_origin<user>} : (tensor<4xf16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
