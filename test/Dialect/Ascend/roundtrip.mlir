// Every op prints what it parses, as text, in generic form and as bytecode.
// RUN: ascend-opt %s | FileCheck %s
// RUN: ascend-opt %s | ascend-opt | FileCheck %s
// RUN: ascend-opt %s --mlir-print-op-generic | ascend-opt | FileCheck %s
// RUN: ascend-opt %s --emit-bytecode | ascend-opt | FileCheck %s

// CHECK-LABEL: func @core
func.func @core(%x: tensor<4xf32>, %v: tensor<?x8xf32>) {
  // CHECK: %[[W:.*]] = ascend.constant {node_name = "w"} dense<1.000000e+00> : tensor<4xf32>
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4xf32>
  // CHECK: ascend.constant {node_name = "big", original_names = ["a", "b"]} dense_resource<blob> : tensor<2xf32>
  %big = ascend.constant {node_name = "big", original_names = ["a", "b"]} dense_resource<blob> : tensor<2xf32>
  // CHECK: ascend.constant dense<[1, -2]> : tensor<2xi64>
  %unnamed = ascend.constant dense<[1, -2]> : tensor<2xi64>
  // CHECK: %[[N:.*]] = ascend.none : none
  %n = ascend.none : none
  // CHECK: ascend.cast %{{.*}} {node_name = "c", origin = #ascend.cast_origin<user>} : (tensor<4xf32>) -> tensor<4xf16>
  %c0 = ascend.cast %x {node_name = "c", origin = #ascend.cast_origin<user>} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: ascend.cast {{.*}} {origin = #ascend.cast_origin<inserted>, round_mode = #ascend.round_mode<rint>}
  %c1 = ascend.cast %x {origin = #ascend.cast_origin<inserted>, round_mode = #ascend.round_mode<rint>} : (tensor<4xf32>) -> tensor<4xbf16>
  // CHECK: ascend.cast {{.*}} {origin = #ascend.cast_origin<boundary>} : (tensor<4xf32>) -> tensor<4x!ascend.hif8>
  %c2 = ascend.cast %x {origin = #ascend.cast_origin<boundary>} : (tensor<4xf32>) -> tensor<4x!ascend.hif8>
  // CHECK: ascend.ge_op "ScatterNdUpdate"(%{{.*}}, %[[W]]) {node_name = "s"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = ascend.ge_op "ScatterNdUpdate"(%x, %w) {node_name = "s"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.ge_op "Two"(%{{.*}}, %[[N]], %{{.*}}) {ge.axis = 1 : i64, node_name = "t", operand_groups = array<i32: 2, 1>} : (tensor<4xf32>, none, tensor<4xf32>) -> (tensor<4xf32>, tensor<?xi1>)
  %t:2 = ascend.ge_op "Two"(%x, %n, %x) {ge.axis = 1 : i64, node_name = "t", operand_groups = array<i32: 2, 1>} : (tensor<4xf32>, none, tensor<4xf32>) -> (tensor<4xf32>, tensor<?xi1>)
  // CHECK: ascend.ge_op "Variable"() {node_name = "v"} : () -> tensor<*xf32>
  %var = ascend.ge_op "Variable"() {node_name = "v"} : () -> tensor<*xf32>
  // CHECK: ascend.ge_op "NoOp"() : () -> ()
  ascend.ge_op "NoOp"() : () -> ()
  return
}

// CHECK-LABEL: func @identity_attributes
func.func @identity_attributes(%x: tensor<4xf32>) {
  // CHECK: ascend.exp {{.*}} {impl_mode = #ascend.impl_mode<high_performance>, node_name = "r", original_names = ["p", "q"]}
  %0 = ascend.exp %x {impl_mode = #ascend.impl_mode<high_performance>, node_name = "r", original_names = ["p", "q"]} : (tensor<4xf32>) -> tensor<4xf32>
  // An op has a mode that its type offers; the word of a file is any.
  // CHECK: ascend.requested_impl_mode = #ascend.impl_mode<high_precision>
  %1 = ascend.relu %x {ascend.requested_impl_mode = #ascend.impl_mode<high_precision>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.requested_impl_mode = #ascend.impl_mode<super_performance>
  %2 = ascend.relu %x {ascend.requested_impl_mode = #ascend.impl_mode<super_performance>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.requested_impl_mode = #ascend.impl_mode<support_out_of_bound_index>
  %3 = ascend.relu %x {ascend.requested_impl_mode = #ascend.impl_mode<support_out_of_bound_index>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.requested_impl_mode = #ascend.impl_mode<enable_float_32_execution>
  %4 = ascend.relu %x {ascend.requested_impl_mode = #ascend.impl_mode<enable_float_32_execution>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.requested_impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>
  %5 = ascend.relu %x {ascend.requested_impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.requested_impl_mode = #ascend.impl_mode<keep_fp16>
  %6 = ascend.relu %x {ascend.requested_impl_mode = #ascend.impl_mode<keep_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.requested_impl_mode = #ascend.impl_mode<norm_class>
  %7 = ascend.relu %x {ascend.requested_impl_mode = #ascend.impl_mode<norm_class>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: round_mode = #ascend.round_mode<floor>
  %8 = ascend.cast %x {round_mode = #ascend.round_mode<floor>} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: round_mode = #ascend.round_mode<ceil>
  %9 = ascend.cast %x {round_mode = #ascend.round_mode<ceil>} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: round_mode = #ascend.round_mode<away>
  %10 = ascend.cast %x {round_mode = #ascend.round_mode<away>} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: round_mode = #ascend.round_mode<trunc>
  %11 = ascend.cast %x {round_mode = #ascend.round_mode<trunc>} : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// CHECK-LABEL: func @cube
func.func @cube(%a: tensor<8x4x6xf16>, %b: tensor<6x5xf16>, %m: tensor<4x6xf32>, %bias: tensor<5xf32>,
                %x: tensor<1x8x7x7xf32>, %f: tensor<4x4x3x3xf32>, %o: tensor<5xi8>) {
  %n = ascend.none : none
  // CHECK: ascend.batch_mat_mul_v2 %{{.*}}, %{{.*}} {node_name = "bmm"} : (tensor<8x4x6xf16>, tensor<6x5xf16>) -> tensor<8x4x5xf32>
  %0 = ascend.batch_mat_mul_v2 %a, %b {node_name = "bmm"} : (tensor<8x4x6xf16>, tensor<6x5xf16>) -> tensor<8x4x5xf32>
  // CHECK: ascend.batch_mat_mul_v2 %{{.*}}, %{{.*}} {ge.adj_x1 = true, ge.adj_x2 = false} :
  %1 = ascend.batch_mat_mul_v2 %a, %a {ge.adj_x1 = true, ge.adj_x2 = false} : (tensor<8x4x6xf16>, tensor<8x4x6xf16>) -> tensor<8x6x6xf16>
  // CHECK: ascend.mat_mul_v2 %{{.*}}, %{{.*}}, %{{.*}} {ge.transpose_x2 = false, node_name = "fc"} : (tensor<4x6xf32>, tensor<6x5xf16>, tensor<5xf32>) -> tensor<4x5xf32>
  %2 = ascend.mat_mul_v2 %m, %b, %bias {ge.transpose_x2 = false, node_name = "fc"} : (tensor<4x6xf32>, tensor<6x5xf16>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.mat_mul_v2 %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<6x5xf16>, none, tensor<5xi8>) -> tensor<4x5xf32>
  %3 = ascend.mat_mul_v2 %m, %b, %n, %o : (tensor<4x6xf32>, tensor<6x5xf16>, none, tensor<5xi8>) -> tensor<4x5xf32>
  // CHECK: ascend.fully_connection %{{.*}}, %{{.*}}, %{{.*}} {ge.num_output = 5 : i64, ge.transpose = true, node_name = "fc"} : (tensor<4x6xf32>, tensor<6x5xf16>, tensor<5xf32>) -> tensor<4x5xf32>
  %fc = ascend.fully_connection %m, %b, %bias {ge.num_output = 5 : i64, ge.transpose = true, node_name = "fc"} : (tensor<4x6xf32>, tensor<6x5xf16>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.conv2d %{{.*}}, %{{.*}} {ge.dilations = array<i64: 1, 1, 1, 1>, ge.groups = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "conv"} : (tensor<1x8x7x7xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x4x4xf32>
  %4 = ascend.conv2d %x, %f {ge.dilations = array<i64: 1, 1, 1, 1>, ge.groups = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "conv"} : (tensor<1x8x7x7xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x4x4xf32>
  return
}

// CHECK-LABEL: func @vector
func.func @vector(%x: tensor<4x5xf32>, %y: tensor<5xf32>, %c: tensor<4x1xi1>) {
  %axes = ascend.constant dense<1> : tensor<1xi32>
  // CHECK: ascend.relu %{{.*}} {node_name = "n"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %0 = ascend.relu %x {node_name = "n"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.tanh %{{.*}} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = ascend.tanh %x : (tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.exp %{{.*}} {ge.base = -1.000000e+00 : f32, ge.scale = 1.000000e+00 : f32, ge.shift = 0.000000e+00 : f32} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.exp %x {ge.base = -1.0 : f32, ge.scale = 1.0 : f32, ge.shift = 0.0 : f32} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.sqrt %{{.*}} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = ascend.sqrt %x : (tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.reciprocal %{{.*}} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = ascend.reciprocal %x : (tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.add %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %5 = ascend.add %x, %y : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.sub %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %6 = ascend.sub %x, %y : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.mul %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %7 = ascend.mul %x, %y : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.real_div %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %8 = ascend.real_div %x, %y : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.maximum %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %9 = ascend.maximum %x, %y : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.minimum %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %10 = ascend.minimum %x, %y : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.equal %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xi1>
  %11 = ascend.equal %x, %y : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xi1>
  // CHECK: ascend.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x1xi1>, tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %12 = ascend.select %c, %x, %y : (tensor<4x1xi1>, tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.reduce_sum %{{.*}}, %{{.*}} {ge.keep_dims = true} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %13 = ascend.reduce_sum %x, %axes {ge.keep_dims = true} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  // CHECK: ascend.reduce_max %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
  %14 = ascend.reduce_max %x, %axes : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @move
func.func @move(%x: tensor<4x6xf32>, %u: tensor<4x1xf32>) {
  %shape = ascend.constant dense<[8, -1]> : tensor<2xi64>
  %one = ascend.constant dense<1> : tensor<1xi64>
  %three = ascend.constant dense<3> : tensor<1xi64>
  %perm = ascend.constant dense<[1, 0]> : tensor<2xi64>
  %wide = ascend.constant dense<[4, 6]> : tensor<2xi64>
  %n = ascend.none : none
  // CHECK: ascend.identity %{{.*}} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = ascend.identity %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: ascend.reshape %{{.*}}, %{{.*}} {ge.allowzero = 0 : i64} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf32>
  %1 = ascend.reshape %x, %shape {ge.allowzero = 0 : i64} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x3xf32>
  // CHECK: ascend.squeeze_v3 %{{.*}}, %{{.*}} : (tensor<4x1xf32>, tensor<1xi64>) -> tensor<4xf32>
  %2 = ascend.squeeze_v3 %u, %one : (tensor<4x1xf32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: ascend.squeeze_v3 %{{.*}} : (tensor<4x1xf32>) -> tensor<4xf32>
  %3 = ascend.squeeze_v3 %u : (tensor<4x1xf32>) -> tensor<4xf32>
  // CHECK: ascend.unsqueeze_v3 %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<4x1x6xf32>
  %4 = ascend.unsqueeze_v3 %x, %one : (tensor<4x6xf32>, tensor<1xi64>) -> tensor<4x1x6xf32>
  // CHECK: ascend.squeeze %{{.*}} {ge.axis = array<i64: 1>} : (tensor<4x1xf32>) -> tensor<4xf32>
  %5 = ascend.squeeze %u {ge.axis = array<i64: 1>} : (tensor<4x1xf32>) -> tensor<4xf32>
  // CHECK: ascend.unsqueeze %{{.*}} {ge.axes = array<i64: 0>} : (tensor<4x6xf32>) -> tensor<1x4x6xf32>
  %6 = ascend.unsqueeze %x {ge.axes = array<i64: 0>} : (tensor<4x6xf32>) -> tensor<1x4x6xf32>
  // CHECK: ascend.transpose %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<6x4xf32>
  %7 = ascend.transpose %x, %perm : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<6x4xf32>
  // CHECK: ascend.expand %{{.*}}, %{{.*}} : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  %8 = ascend.expand %u, %wide : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x6xf32>
  // CHECK: ascend.concat_d %{{.*}}, %{{.*}} {ge.concat_dim = -1 : i64} : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x7xf32>
  %9 = ascend.concat_d %x, %u {ge.concat_dim = -1 : i64} : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x7xf32>
  // CHECK: ascend.strided_slice_v2 %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4x2xf32>
  %10 = ascend.strided_slice_v2 %x, %one, %three, %one, %one : (tensor<4x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4x2xf32>
  // CHECK: ascend.strided_slice_v2 %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<1xi64>, tensor<1xi64>, none, tensor<1xi64>) -> tensor<1x6xf32>
  %11 = ascend.strided_slice_v2 %x, %one, %three, %n, %three : (tensor<4x6xf32>, tensor<1xi64>, tensor<1xi64>, none, tensor<1xi64>) -> tensor<1x6xf32>
  // CHECK: ascend.shape %{{.*}} : (tensor<4x6xf32>) -> tensor<2xi64>
  %12 = ascend.shape %x : (tensor<4x6xf32>) -> tensor<2xi64>
  return
}

// CHECK-LABEL: func @static
func.func @static(%x: tensor<4x6xf32>, %n: tensor<*xf32>, %l: tensor<2xi64>) {
  // CHECK: ascend.reduce_max_d %{{.*}} {ge.axes = array<i64: 1>, ge.keep_dims = true, node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x1xf32>
  %0 = ascend.reduce_max_d %x {ge.axes = array<i64: 1>, ge.keep_dims = true, node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x1xf32>
  // Without a rank everything goes.
  // CHECK: ascend.transpose_d %{{.*}} : (tensor<*xf32>) -> tensor<*xf32>
  %1 = ascend.transpose_d %n : (tensor<*xf32>) -> tensor<*xf32>
  %2 = ascend.softmax_v2 %n {ge.axes = array<i64: 7>} : (tensor<*xf32>) -> tensor<*xf32>
  %3 = ascend.expand_d %n {ge.shape = array<i64: 4>} : (tensor<*xf32>) -> tensor<*xf32>
  %4 = ascend.strided_slice %x, %l, %l, %l : (tensor<4x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: ascend.strided_slice_d %{{.*}} -> tensor<4x3xf32>
  %5 = ascend.strided_slice_d %x {ge.begin = array<i64: 0, -1>, ge.end = array<i64: 100, -7>, ge.strides = array<i64: 1, -2>} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  // CHECK: ascend.reverse_v2d
  %6 = ascend.reverse_v2d %x {ge.axis = array<i64: -1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: ascend.muls %{{.*}} {ge.value = 5.000000e-01 : f32}
  %7 = ascend.muls %x {ge.value = 0.5 : f32} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: ascend.gelu
  %8 = ascend.gelu %x : (tensor<4x6xf32>) -> tensor<4x6xf16>
  // CHECK: ascend.arg_max_d %{{.*}} {ge.dimension = 1 : i64} : (tensor<4x6xf32>) -> tensor<4xi32>
  %9 = ascend.arg_max_d %x {ge.dimension = 1 : i64} : (tensor<4x6xf32>) -> tensor<4xi32>
  // CHECK: ascend.cumsum_d
  %10 = ascend.cumsum_d %x {ge.axis = -1 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: ascend.layer_norm {{.*}} -> (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  %g = ascend.constant dense<1.0> : tensor<6xf32>
  %11:3 = ascend.layer_norm %x, %g, %g {ge.begin_norm_axis = -1 : i64} : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<4x1xf32>, tensor<4x1xf32>)
  %m = ascend.constant dense<1.0> : tensor<f32>
  // CHECK: ascend.bn_inference
  %12 = ascend.bn_inference %x, %g, %g, %m, %g, %g : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<f32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// A resource without the bytes that its type needs tells nothing of a shape.
// CHECK-LABEL: func @short_resources
func.func @short_resources(%x: tensor<1x8x4x9xf32>, %none: none) {
  %scales = ascend.constant dense_resource<floats> : tensor<4xf32>
  // CHECK: ascend.resize {{.*}} -> tensor<1x8x8x22xf32>
  %0 = ascend.resize %x, %none, %scales : (tensor<1x8x4x9xf32>, none, tensor<4xf32>) -> tensor<1x8x8x22xf32>
  %sizes = ascend.constant dense_resource<integers> : tensor<4xi64>
  // CHECK: ascend.resize {{.*}} -> tensor<1x8x9x22xf32>
  %1 = ascend.resize %x, %none, %none, %sizes : (tensor<1x8x4x9xf32>, none, none, tensor<4xi64>) -> tensor<1x8x9x22xf32>
  return
}

// Locations, which are the ONNX node of an op, stay as well.
// RUN: ascend-opt %s --emit-bytecode | ascend-opt --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// LOC-LABEL: func @location
func.func @location(%x: tensor<4xf32>) -> tensor<4xf32> {
  // LOC: ascend.relu {{.*}} loc(#[[RELU:.*]])
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32> loc("model.onnx:r")
  return %0 : tensor<4xf32>
}
// LOC: #[[RELU]] = loc("model.onnx:r")

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F00000040",
      floats: "0x040000000000803F",
      integers: "0x080000000100000000000000"
    }
  }
#-}
