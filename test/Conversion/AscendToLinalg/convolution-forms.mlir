// What each form of a convolution is made of, whichever is planned.

// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube{form=packed},convert-ascend-to-linalg))' | FileCheck %s --check-prefix=PACKED
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube{form=direct},convert-ascend-to-linalg))' | FileCheck %s --check-prefix=DIRECT
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube{form=seen},convert-ascend-to-linalg))' | FileCheck %s --check-prefix=SEEN
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube{form=by_elements},convert-ascend-to-linalg))' | FileCheck %s --check-prefix=ELEMENTS
// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(ascend-plan-cube{form=depthwise},convert-ascend-to-linalg))' | FileCheck %s --check-prefix=DEPTHWISE

// A product of packed factors.
// PACKED-LABEL: func @dilated(
// PACKED:         ins(%{{.*}}, %{{.*}} : tensor<1x5x36xf32>, tensor<1x1x33x1x36x32xf32>)
// PACKED:           math.fma
// PACKED-LABEL: func @few(
// PACKED:         ins(%{{.*}}, %{{.*}} : tensor<1x1x144xf32>, tensor<1x1x1x3x144x32xf32>)
// PACKED-LABEL: func @channels(
// PACKED:         ins(%{{.*}}, %{{.*}} : tensor<6x1x9xf32>, tensor<6x1x1x3x9x32xf32>)

// One loop, of which the pixels are the last parallel one.
// DIRECT-LABEL: func @dilated(
// DIRECT:         ins(%{{.*}}, %{{.*}} : tensor<1x5x4x3x3x1xf32>, tensor<1x1x4x69x69xf32>)
// DIRECT:         math.fma
// DIRECT-LABEL: func @few(
// DIRECT:         math.fma
// DIRECT-LABEL: func @channels(
// DIRECT:         math.fma

// Pixels of the first 15 lines see the last two elements of the window along
// each axis, and no border.
// SEEN-LABEL: func @dilated(
// SEEN-NOT:     linalg.fill {{.*}} tensor<1x4x69x69xf32>
// SEEN:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 0] [1, 5, 15, 15]
// SEEN:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 18, 18] [1, 5, 15, 15]

// Nine rows for the nine elements of the window, of sums of 16 channels.
// ELEMENTS-LABEL: func @few(
// ELEMENTS:         tensor<1x1x9x16xf32>

// No products of matrices: nine products and sums in one body.
// DEPTHWISE-LABEL: func @channels(
// DEPTHWISE:         linalg.generic
// DEPTHWISE-SAME:      iterator_types = ["parallel", "parallel", "parallel", "parallel"]
// DEPTHWISE-COUNT-9: math.fma
// DEPTHWISE-NOT:     math.fma
// DEPTHWISE:         return

func.func @dilated(%x: tensor<1x4x33x33xf32>, %w: tensor<5x4x3x3xf32>) -> tensor<1x5x33x33xf32> {
  %0 = ascend.conv2d %x, %w {ge.dilations = array<i64: 1, 1, 18, 18>, ge.pads = array<i64: 18, 18, 18, 18>, node_name = "c"} : (tensor<1x4x33x33xf32>, tensor<5x4x3x3xf32>) -> tensor<1x5x33x33xf32>
  return %0 : tensor<1x5x33x33xf32>
}

func.func @few(%x: tensor<1x16x9x13xf32>, %w: tensor<1x16x3x3xf32>) -> tensor<1x1x9x13xf32> {
  %0 = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c"} : (tensor<1x16x9x13xf32>, tensor<1x16x3x3xf32>) -> tensor<1x1x9x13xf32>
  return %0 : tensor<1x1x9x13xf32>
}

func.func @channels(%x: tensor<1x6x9x13xf32>, %w: tensor<6x1x3x3xf32>) -> tensor<1x6x9x13xf32> {
  %0 = ascend.conv2d %x, %w {ge.groups = 6 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c"} : (tensor<1x6x9x13xf32>, tensor<6x1x3x3xf32>) -> tensor<1x6x9x13xf32>
  return %0 : tensor<1x6x9x13xf32>
}
