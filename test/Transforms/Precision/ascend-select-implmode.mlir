// RUN: ascend-opt %s --ascend-load-config="" --ascend-select-implmode | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: ascend-opt %s --ascend-load-config="op-select-implmode=high_precision_for_all allow-hf32=00" --ascend-select-implmode | FileCheck %s --check-prefixes=CHECK,PRECISE
// RUN: ascend-opt %s --ascend-load-config="allow-hf32=11 soc=Ascend910A" --ascend-select-implmode | FileCheck %s --check-prefix=NOHF32
// RUN: ascend-opt %s --ascend-load-config="op-select-implmode=high_performance_for_all soc=Ascend910A" --ascend-select-implmode 2>%t.said | FileCheck %s --check-prefix=VAIN
// RUN: FileCheck %s --check-prefix=SAID < %t.said
// SAID: warning: Ascend910A has no HF32: the list high_performance_for_all has no effect on Conv2D, DepthwiseConv2D
// SAID-NOT: HF32

// CHECK-LABEL: func @modes
func.func @modes(%x: tensor<1x4x4x4xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32> {
  // With allow_hf32 unset, convolutions take HF32 where the SoC has it.
  // DEFAULT: ascend.conv2d {{.*}}impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>
  // PRECISE: ascend.conv2d {{.*}}impl_mode = #ascend.impl_mode<enable_float_32_execution>
  // NOHF32: ascend.conv2d
  // NOHF32-NOT: enable_hi_float_32_execution
  // VAIN: ascend.conv2d {{.*}}ascend.requested_impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>, node_name = "c"}
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  // DEFAULT: ascend.exp {{.*}}impl_mode = #ascend.impl_mode<high_performance>
  // PRECISE: ascend.exp {{.*}}impl_mode = #ascend.impl_mode<high_precision>
  %1 = ascend.exp %0 {node_name = "e"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // high_performance.ini has Tanh as high_precision.
  // CHECK: ascend.tanh {{.*}}impl_mode = #ascend.impl_mode<high_precision>
  %2 = ascend.tanh %1 {node_name = "t"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // CHECK: ascend.add
  // CHECK-NOT: impl_mode
  %3 = ascend.add %2, %2 {node_name = "a"} : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %3 : tensor<1x4x4x4xf32>
}
