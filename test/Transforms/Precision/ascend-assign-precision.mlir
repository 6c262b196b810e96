// RUN: ascend-opt %s --ascend-load-config="precision-mode=allow_mix_precision" --ascend-propagate-mixlist --ascend-assign-precision | FileCheck %s
// RUN: not ascend-opt %s --ascend-load-config="keep-dtype=%S/Inputs/keep.cfg" --ascend-assign-precision 2>&1 | FileCheck %s --check-prefix=PIN

// PIN: error: run ascend-pin-keep-dtype before ascend-assign-precision

// White lowers, gray follows its producer, black keeps.
// CHECK-LABEL: func @chain
func.func @chain(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %axes: tensor<1xi64>) -> tensor<4x4xf32> {
  // CHECK: ascend.mat_mul_v2 {{.*}}#ascend.precision<(f16, f16) -> (f16), origin = (f32, f32) -> (f32), column = {{[0-9]+}}, engine = aicore, unit = cube, accumulate = f32, rule = white_lowers, source = "builtin">
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: ascend.relu {{.*}}<(f16) -> (f16), origin = (f32) -> (f32), {{.*}}unit = vector, rule = gray_follows_producer
  %1 = ascend.relu %0 {node_name = "r"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: ascend.reduce_sum {{.*}}<(f32, i64) -> (f32), {{.*}}rule = black_keeps
  %2 = ascend.reduce_sum %1, %axes {ge.keep_dims = true, node_name = "s"} : (tensor<4x4xf32>, tensor<1xi64>) -> tensor<4x1xf32>
  // The first input decides.
  // CHECK: ascend.add {{.*}}<(f32, f32) -> (f32), {{.*}}rule = gray_follows_producer
  %3 = ascend.add %2, %1 {node_name = "a"} : (tensor<4x1xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
