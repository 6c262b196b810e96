// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg,canonicalize,cse))' --split-input-file | FileCheck %s

// Sizes are those that the function's attributes name.
// CHECK-LABEL: func private @named
// CHECK-NOT: tensor.dim
// CHECK: tensor.empty(%arg2) : tensor<?x4xf32>
func.func private @named(%x: tensor<?x4xf32> {ascend.sizes = array<i64: 2, -1>}, %y: tensor<?x4xf32> {ascend.sizes = array<i64: 2, -1>}, %n: index) -> tensor<?x4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ID:.*]], #[[ID]], #[[ID]]]
  %0 = ascend.mul %x, %y {node_name = "n"} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// An extent of 1 that a type tells is read at 0.
// CHECK: affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: func @known
// CHECK-NOT: scf.if
func.func @known(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = ascend.add %x, %y {node_name = "n"} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %axes = ascend.constant {node_name = "c"} dense<1> : tensor<1xi32>
  %1 = ascend.reduce_max %0, %axes {ge.keep_dims = true, node_name = "m"} : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?x1xf32>
  %2 = ascend.sub %0, %1 {node_name = "s"} : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

// One that is known only at run time has two loops: as large as the result, or
// with the stride that the run needs.
// CHECK-LABEL: func private @unknown
// CHECK: scf.if
// CHECK: bufferization.to_buffer %arg0 read_only
// CHECK: %[[S:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[N:.*]]], strides: [%{{.*}}] : memref<?xf32> to memref<?xf32, strided<[?]>>
// CHECK: bufferization.to_tensor %[[S]] restrict
// CHECK: linalg.generic
// CHECK: } else {
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 :
func.func private @unknown(%x: tensor<?xf32> {ascend.sizes = array<i64: 2>}, %y: tensor<?xf32> {ascend.sizes = array<i64: 3>}, %n: index, %m: index) -> tensor<?xf32> {
  %0 = ascend.add %x, %y {node_name = "n"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A mean divides by a dynamic number.
// CHECK-LABEL: func private @mean
// CHECK: %[[I:.*]] = arith.index_cast %arg1 : index to i64
// CHECK: %[[COUNT:.*]] = arith.sitofp %[[I]] : i64 to f32
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[COUNT]] : tensor<4xf32>, f32)
func.func private @mean(%x: tensor<?x4xf32> {ascend.sizes = array<i64: 1, -1>}, %n: index) -> tensor<4xf32> {
  %axes = ascend.constant {node_name = "c"} dense<0> : tensor<1xi32>
  %0 = ascend.reduce_mean %x, %axes {node_name = "m"} : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Rows of integers, however many, in a copy of their own.
// CHECK-LABEL: func private @product
// CHECK: linalg.generic {{.*}}"reduction"]} {{.*}} : tensor<?x16xi32>, tensor<1x16x32xi32>) outs(%{{.*}} : tensor<?x1x32xi32>)
// CHECK: return
func.func private @product(%x: tensor<?x16xi8> {ascend.sizes = array<i64: 2, -1>}, %w: tensor<16x32xi8>, %m: index) -> tensor<?x32xi32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<?x16xi8>, tensor<16x32xi8>) -> tensor<?x32xi32>
  return %0 : tensor<?x32xi32>
}

// -----

// Rows of floats, however many, are read in place, and columns are laid out as
// rows first.
// CHECK: #[[TURN:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func private @rows
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%arg0, %{{.*}} : tensor<?x16xf32>, tensor<1x16x32xf32>) outs(%{{.*}} : tensor<?x1x32xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[TURN]], {{.*}} ins(%arg1 : tensor<16x?xf32>) outs(%{{.*}} : tensor<?x16xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}}, %{{.*}} : tensor<?x16xf32>, tensor<1x16x32xf32>) outs(%{{.*}} : tensor<?x1x32xf32>)
// CHECK: return
func.func private @rows(%x: tensor<?x16xf32> {ascend.sizes = array<i64: 3, -1>}, %t: tensor<16x?xf32> {ascend.sizes = array<i64: -1, 3>}, %w: tensor<16x32xf32>, %m: index) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  %1 = ascend.mat_mul_v2 %t, %w {node_name = "t", ge.transpose_x1 = true} : (tensor<16x?xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  return %0, %1 : tensor<?x32xf32>, tensor<?x32xf32>
}

// -----

// A window of integers that sees more than one pixel: what the windows see is
// laid out first, and tiles run over all pixels of an image.
// CHECK: #[[SEEN:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2 + d5, d6 * 2 + d3, d4 + d7)>
// CHECK-LABEL: func private @convolution
// CHECK: linalg.generic {indexing_maps = [#[[SEEN]],
// CHECK: linalg.generic {{.*}}"reduction"]} {{.*}} : tensor<1x8x24xi32>, tensor<1x?x1x?x24x32xi32>)
// CHECK: return
func.func private @convolution(%x: tensor<?x4x?x?xi8> {ascend.sizes = array<i64: 2, -1, 3, 4>}, %w: tensor<8x4x3x2xi8>, %n: index, %h: index, %c: index) -> tensor<?x8x?x?xi32> {
  %0 = ascend.conv2d %x, %w {ge.strides = array<i64: 1, 1, 2, 1>, node_name = "c"} : (tensor<?x4x?x?xi8>, tensor<8x4x3x2xi8>) -> tensor<?x8x?x?xi32>
  return %0 : tensor<?x8x?x?xi32>
}

// -----

// An index is held against the extent, and where there is no element none is
// read. Of no indices none is wrong.
// CHECK-LABEL: func private @gather
// CHECK: %[[WORST:.*]] = tensor.extract
// CHECK: %[[OUTSIDE:.*]] = arith.cmpi uge, %[[WORST]]
// CHECK: %[[SOME:.*]] = arith.cmpi sgt, %arg5, %c0
// CHECK: %[[FAILS:.*]] = arith.andi %[[OUTSIDE]], %[[SOME]]
// CHECK: scf.if %[[FAILS]] {
// CHECK: ascend.fail_index {{.*}} {op_type = "GatherV2"}
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %arg4, %c0
// CHECK: scf.if %[[NONE]]
// CHECK: linalg.fill
// CHECK: } else {
// CHECK: linalg.generic {{.*}} ins(%arg2 : tensor<?xi64>)
// CHECK: tensor.extract
func.func private @gather(%ctx: !llvm.ptr, %x: tensor<?x4xf32> {ascend.sizes = array<i64: 4, -1>}, %i: tensor<?xi64> {ascend.sizes = array<i64: 5>}, %y: tensor<?x4xf32> {ascend.sizes = array<i64: 5, -1>}, %n: index, %m: index) -> tensor<?x4xf32> attributes {ascend.kernel} {
  %axis = ascend.constant {node_name = "a"} dense<0> : tensor<1xi32>
  %0 = ascend.gather_v2 %x, %i, %axis {node_name = "n"} : (tensor<?x4xf32>, tensor<?xi64>, tensor<1xi32>) -> tensor<?x4xf32>
  %1 = bufferization.materialize_in_destination %0 in %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// Pixels are read where they are, however many a row has, by windows and by one
// that sees one pixel and has few outputs; for many outputs they are packed.
// CHECK-LABEL: func private @direct
// CHECK-NOT: tensor<?x1x4x3x2x?x?xf32>
// CHECK: linalg.generic {{.*}}"reduction"]} {{.*}} : tensor<1x8x4x3x2x1xf32>, tensor<?x1x4x?x?xf32>) outs(%{{.*}} : tensor<?x1x8x?x?xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} {{.*}} : tensor<1x8x4x1x1xf32>, tensor<?x1x4x?xf32>) outs(%{{.*}} : tensor<?x1x8x?xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} {{.*}} : tensor<1x32x4xf32>, tensor<1x?x1x?x4x32xf32>)
// CHECK: return
func.func private @direct(%x: tensor<?x4x?x?xf32> {ascend.sizes = array<i64: 3, -1, 4, 5>}, %w: tensor<8x4x3x2xf32>, %p: tensor<8x4x1x1xf32>, %q: tensor<32x4x1x1xf32>, %n: index, %h: index, %v: index) -> (tensor<?x8x?x?xf32>, tensor<?x8x?x?xf32>, tensor<?x32x?x?xf32>) {
  %0 = ascend.conv2d %x, %w {node_name = "c"} : (tensor<?x4x?x?xf32>, tensor<8x4x3x2xf32>) -> tensor<?x8x?x?xf32>
  %1 = ascend.conv2d %x, %p {node_name = "p"} : (tensor<?x4x?x?xf32>, tensor<8x4x1x1xf32>) -> tensor<?x8x?x?xf32>
  %2 = ascend.conv2d %x, %q {node_name = "q"} : (tensor<?x4x?x?xf32>, tensor<32x4x1x1xf32>) -> tensor<?x32x?x?xf32>
  return %0, %1, %2 : tensor<?x8x?x?xf32>, tensor<?x8x?x?xf32>, tensor<?x32x?x?xf32>
}

// -----

// A kernel does not read the sizes that it is called with.
// CHECK-LABEL: func private @fill
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic {{.*}} outs(%arg2 : tensor<?xf32>)
func.func private @fill(%ctx: !llvm.ptr, %d: tensor<1xi64>, %y: tensor<?xf32> {ascend.sizes = array<i64: 3>}, %n: index) -> tensor<?xf32> attributes {ascend.kernel} {
  %v = ascend.constant {node_name = "a"} dense<1.0> : tensor<f32>
  %0 = ascend.fill %d, %v {node_name = "n"} : (tensor<1xi64>, tensor<f32>) -> tensor<?xf32>
  %1 = bufferization.materialize_in_destination %0 in %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The elements of a window that lie in x are counted while the model runs.
// CHECK-LABEL: func private @pool
// CHECK: linalg.index 0
// CHECK: %[[COUNT:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: arith.sitofp %[[COUNT]] : i64 to f32
// CHECK: return
func.func private @pool(%x: tensor<1x4x?x8xf32> {ascend.sizes = array<i64: -1, -1, 1, -1>}, %h: index) -> tensor<1x4x?x4xf32> {
  %0 = ascend.avg_pool_v2 %x {ge.auto_pad = "SAME_UPPER", ge.ksize = array<i64: 1, 1, 3, 2>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"} : (tensor<1x4x?x8xf32>) -> tensor<1x4x?x4xf32>
  return %0 : tensor<1x4x?x4xf32>
}

// -----

// Of a function that is no kernel, it does.
// CHECK-LABEL: func @tile
// CHECK: %[[TIMES:.*]] = tensor.extract %arg1
// CHECK: %[[COUNT:.*]] = arith.index_cast %[[TIMES]]
// CHECK: tensor.empty(%[[COUNT]]) : tensor<?x3xf32>
func.func @tile(%x: tensor<3xf32>, %r: tensor<1xi64>) -> tensor<?xf32> {
  %0 = ascend.tile %x, %r {node_name = "n"} : (tensor<3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A result may know more than its operand does.
// CHECK-LABEL: func @depthwise
// CHECK-NOT: unrealized_conversion_cast
// CHECK: return {{.*}} : tensor<1x4x6x6xf32>
func.func @depthwise(%x: tensor<?x4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %y = ascend.conv2d %x, %w {ge.groups = 4 : i64, ge.strides = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 0, 0, 0, 0>, node_name = "c"} : (tensor<?x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}

// -----

// A scale that is a power of two, up to 2^15 and down to 2^-15, is a product or a quotient of whole numbers; others are floats'.
// CHECK-LABEL: func @scales
// CHECK-DAG: arith.muli %{{.*}}, %c32768
// CHECK-DAG: arith.divui %{{.*}}, %c32768
// CHECK: linalg.generic
func.func @scales(%x: tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32> {
  %n = ascend.none : none
  %s = ascend.constant dense<[1.0, 1.0, 32768.0, 0.000030517578125]> : tensor<4xf32>
  %0 = ascend.resize %x, %n, %s {ge.mode = "nearest", ge.coordinate_transformation_mode = "asymmetric", ge.nearest_mode = "floor", node_name = "n"} : (tensor<1x1x?x?xf32>, none, tensor<4xf32>) -> tensor<1x1x?x?xf32>
  return %0 : tensor<1x1x?x?xf32>
}

// -----

// CHECK-LABEL: func @other_scales
// CHECK-NOT: arith.muli
// CHECK-NOT: arith.divui
// CHECK: linalg.generic
func.func @other_scales(%x: tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32> {
  %n = ascend.none : none
  %s = ascend.constant dense<[1.0, 1.0, 3.0, 0.0000152587890625]> : tensor<4xf32>
  %0 = ascend.resize %x, %n, %s {ge.mode = "nearest", ge.coordinate_transformation_mode = "asymmetric", ge.nearest_mode = "floor", node_name = "n"} : (tensor<1x1x?x?xf32>, none, tensor<4xf32>) -> tensor<1x1x?x?xf32>
  return %0 : tensor<1x1x?x?xf32>
}
