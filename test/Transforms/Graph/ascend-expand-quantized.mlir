// Where the ops of quantized models round, in each form.
// RUN: ascend-opt %s --ascend-expand-quantized | FileCheck %s

// Of the reference AscendQuant computes in float32, and truncating is the cast's.
// CHECK-LABEL: func @reference
// CHECK: %[[S:.*]] = ascend.constant dense<3.000000e-01> : tensor<f32>
// CHECK: %[[M:.*]] = ascend.mul %arg0, %[[S]] {node_name = "q/mul"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK: %[[M2:.*]] = ascend.mul %[[M]]
// CHECK: %[[C:.*]] = ascend.clip_by_value %[[M2]], %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
// CHECK: ascend.cast %[[C]] {node_name = "q", original_names = ["a"]} : (tensor<4xf32>) -> tensor<4xi8>
func.func @reference(%x: tensor<4xf32>) -> tensor<4xi8> {
  %0 = ascend.ascend_quant %x {ge.offset = 0.0 : f32, ge.round_mode = "Trunc", ge.scale = 0.3 : f32, ge.sqrt_mode = true, node_name = "q", original_names = ["a"]} : (tensor<4xf32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// Decided it computes in float16; a scale of 1 and an offset of 0 are no steps.
// CHECK-LABEL: func @decided
// CHECK: %[[X:.*]] = ascend.cast %arg0 {{.*}} : (tensor<4xf32>) -> tensor<4xf16>
// CHECK-NEXT: %[[F:.*]] = ascend.floor %[[X]]
// CHECK: %[[L:.*]] = ascend.constant dense<-8.000000e+00> : tensor<f16>
// CHECK: %[[H:.*]] = ascend.constant dense<7.000000e+00> : tensor<f16>
// CHECK: %[[C:.*]] = ascend.clip_by_value %[[F]], %[[L]], %[[H]]
// CHECK: ascend.cast %[[C]] {node_name = "q"} : (tensor<4xf16>) -> tensor<4xi4>
func.func @decided(%x: tensor<4xf32>) -> tensor<4xi4> {
  %0 = ascend.ascend_quant %x {ge.dst_type = 29 : i64, ge.offset = 0.0 : f32, ge.round_mode = "Floor", ge.scale = 1.0 : f32, node_name = "q", precision = #ascend.precision<(f32) -> (i4), origin = (f32) -> (i4), column = 0, engine = aicore, unit = vector, rule = force_fp16, source = "builtin">} : (tensor<4xf32>) -> tensor<4xi4>
  return %0 : tensor<4xi4>
}

// The unit takes the high 19 bits of the scale (0.1 is 0x3DCCCCCD), the reference all; both multiply exactly.
// CHECK-LABEL: func @exact
// CHECK: %[[W:.*]] = ascend.constant dense<[{{\[\[}}0.099975{{.*}}]], {{\[\[}}2.5{{.*}}]]]> : tensor<2x1x1xf64>
// CHECK: %[[X:.*]] = ascend.cast %arg0 {{.*}} -> tensor<1x2x3x3xf64>
// CHECK: %[[M:.*]] = ascend.mul %[[X]], %[[W]]
// CHECK: ascend.cast %[[M]] {node_name = "d"} : (tensor<1x2x3x3xf64>) -> tensor<1x2x3x3xf16>
// CHECK: ascend.constant dense<{{.*}}0.100000001490{{.*}}> : tensor<2x1x1xf64>
func.func @exact(%x: tensor<1x2x3x3xi32>) -> (tensor<1x2x3x3xf16>, tensor<1x2x3x3xf32>) {
  %s = ascend.constant {node_name = "s"} dense<[1036831949, 1075838976]> : tensor<2xui64>
  %0 = ascend.ascend_dequant %x, %s {node_name = "d", precision = #ascend.precision<(i32, ui64) -> (f16), origin = (i32, ui64) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16, source = "builtin">} : (tensor<1x2x3x3xi32>, tensor<2xui64>) -> tensor<1x2x3x3xf16>
  %1 = ascend.ascend_dequant %x, %s {node_name = "r"} : (tensor<1x2x3x3xi32>, tensor<2xui64>) -> tensor<1x2x3x3xf32>
  return %0, %1 : tensor<1x2x3x3xf16>, tensor<1x2x3x3xf32>
}

// Nine bits hold the sum when the offset, here -1 of bits 37 to 45, joins; Relu comes before it. Columns of a product are its channels.
// CHECK-LABEL: func @requant
// CHECK: ascend.constant dense<[5.000000e-01, 1.000000e+00]> : tensor<2xf64>
// CHECK: %[[R:.*]] = ascend.relu
// CHECK: %[[N:.*]] = ascend.round %[[R]]
// CHECK: ascend.clip_by_value %[[N]]
// CHECK: %[[O:.*]] = ascend.constant dense<[-1.000000e+00, 0.000000e+00]> : tensor<2xf64>
// CHECK: ascend.add %{{.*}}, %[[O]]
// CHECK: ascend.clip_by_value
// CHECK: ascend.cast %{{.*}} {node_name = "q"} : (tensor<3x2xf64>) -> tensor<3x2xi8>
func.func @requant(%x: tensor<3x2xi32>) -> tensor<3x2xi8> {
  %s = ascend.constant {node_name = "s"} dense<[70232362188800, 1065353216]> : tensor<2xui64>
  %0 = ascend.ascend_requant %x, %s {ge.relu_flag = true, node_name = "q"} : (tensor<3x2xi32>, tensor<2xui64>) -> tensor<3x2xi8>
  return %0 : tensor<3x2xi8>
}

// Around x is the offset. Where it is known only at run time how much of it,
// and where a scale is no constant, the op stays.
// CHECK-LABEL: func @border
// CHECK: %[[P:.*]] = ascend.pad_v3 %arg0, %{{.*}}, %{{.*}} {{.*}} : (tensor<1x2x4x4xi8>, tensor<8xi64>, tensor<i8>) -> tensor<1x2x7x4xi8>
// CHECK: ascend.conv2d %[[P]], %arg1 {node_name = "c"} : (tensor<1x2x7x4xi8>, tensor<3x2x3x3xi8>) -> tensor<1x3x5x2xi32>
// CHECK: ascend.conv2d %arg0, %arg1 {ge.auto_pad = "SAME_UPPER", ge.offset_x = 5 : i64, node_name = "same"}
// CHECK: ascend.ascend_dequant %{{.*}}, %arg2
func.func @border(%x: tensor<1x2x4x4xi8>, %w: tensor<3x2x3x3xi8>, %s: tensor<3xui64>) -> (tensor<1x3x5x2xi32>, tensor<1x3x4x4xf16>) {
  %0 = ascend.conv2d %x, %w {ge.offset_x = 5 : i64, ge.pads = array<i64: 1, 2, 0, 0>, node_name = "c"} : (tensor<1x2x4x4xi8>, tensor<3x2x3x3xi8>) -> tensor<1x3x5x2xi32>
  %1 = ascend.conv2d %x, %w {ge.auto_pad = "SAME_UPPER", ge.offset_x = 5 : i64, node_name = "same"} : (tensor<1x2x4x4xi8>, tensor<3x2x3x3xi8>) -> tensor<1x3x4x4xi32>
  %2 = ascend.ascend_dequant %1, %s {node_name = "d"} : (tensor<1x3x4x4xi32>, tensor<3xui64>) -> tensor<1x3x4x4xf16>
  return %0, %2 : tensor<1x3x5x2xi32>, tensor<1x3x4x4xf16>
}

// A cube op of the reference multiplies what the int8 stand for.
// CHECK-LABEL: func @shifted
// CHECK: %[[Q:.*]] = ascend.cast %{{.*}} {node_name = "q"} : (tensor<2x3xf32>) -> tensor<2x3xi8>
// CHECK: %[[I:.*]] = ascend.cast %[[Q]] {{.*}} -> tensor<2x3xi32>
// CHECK: %[[S:.*]] = ascend.sub %[[I]]
// CHECK: ascend.mat_mul_v2 %[[S]], %{{.*}} {node_name = "m"} : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
func.func @shifted(%x: tensor<2x3xf32>, %w: tensor<3x4xi8>) -> tensor<2x4xi32> {
  %0 = ascend.ascend_quant %x {ge.offset = 3.0 : f32, ge.scale = 4.0 : f32, node_name = "q"} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %1 = ascend.mat_mul_v2 %0, %w {node_name = "m"} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}

// Round and Ceil are ops, an offset is added, and what is left has eight bits;
// one multiplication where the scale is no root.
// CHECK-LABEL: func @rounded
// CHECK-COUNT-1: ascend.mul
// CHECK-NOT: ascend.mul
// CHECK: %[[O:.*]] = ascend.constant dense<-5.000000e-01> : tensor<f32>
// CHECK: %[[A:.*]] = ascend.add %{{.*}}, %[[O]]
// CHECK: %[[R:.*]] = ascend.round %[[A]]
// CHECK: %[[L:.*]] = ascend.constant dense<-1.280000e+02> : tensor<f32>
// CHECK: %[[H:.*]] = ascend.constant dense<1.270000e+02> : tensor<f32>
// CHECK: ascend.clip_by_value %[[R]], %[[L]], %[[H]]
// CHECK: ascend.ceil
// CHECK-NOT: ascend.round
// CHECK: return
func.func @rounded(%x: tensor<4xf32>) -> (tensor<4xi8>, tensor<4xi8>) {
  %0 = ascend.ascend_quant %x {ge.offset = -0.5 : f32, ge.scale = 2.0 : f32, node_name = "round"} : (tensor<4xf32>) -> tensor<4xi8>
  %1 = ascend.ascend_quant %x {ge.offset = 0.0 : f32, ge.round_mode = "Ceil", ge.scale = 1.0 : f32, node_name = "ceil"} : (tensor<4xf32>) -> tensor<4xi8>
  return %0, %1 : tensor<4xi8>, tensor<4xi8>
}

// A scale of float multiplies what is a float16 already, or in the reference a
// float32; twice where it is a root, with Relu between.
// CHECK-LABEL: func @halves
// CHECK: %[[S:.*]] = ascend.cast %{{.*}} : (tensor<2x1x1xf32>) -> tensor<2x1x1xf16>
// CHECK: %[[X:.*]] = ascend.cast %arg0 {{.*}} -> tensor<1x2x3x3xf16>
// CHECK: %[[M:.*]] = ascend.mul %[[X]], %[[S]]
// CHECK: %[[R:.*]] = ascend.relu %[[M]]
// CHECK: ascend.mul %[[R]], %[[S]] {node_name = "root"
// CHECK: %[[Y:.*]] = ascend.cast %arg0 {{.*}} -> tensor<1x2x3x3xf32>
// CHECK: ascend.mul %[[Y]], %{{.*}} {node_name = "plain"
// CHECK-NOT: ascend.relu
// CHECK: return
func.func @halves(%x: tensor<1x2x3x3xi32>, %s: tensor<2xf32>, %t: tensor<1xf32>) -> (tensor<1x2x3x3xf16>, tensor<1x2x3x3xf32>) {
  %0 = ascend.ascend_dequant %x, %s {ge.relu_flag = true, ge.sqrt_mode = true, node_name = "root", precision = #ascend.precision<(i32, f32) -> (f16), origin = (i32, f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16, source = "builtin">} : (tensor<1x2x3x3xi32>, tensor<2xf32>) -> tensor<1x2x3x3xf16>
  %1 = ascend.ascend_dequant %x, %t {node_name = "plain"} : (tensor<1x2x3x3xi32>, tensor<1xf32>) -> tensor<1x2x3x3xf32>
  return %0, %1 : tensor<1x2x3x3xf16>, tensor<1x2x3x3xf32>
}

// A product has no border, and an offset of 0 makes none; what is no int8 stays.
// CHECK-LABEL: func @offsets
// CHECK: ascend.mat_mul_v2 %arg0, %arg1 {node_name = "product"} : (tensor<2x3xi8>, tensor<3x4xi8>)
// CHECK: ascend.conv2d %arg2, %arg3 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "none"}
// CHECK: ascend.conv2d %arg2, %arg3 {node_name = "inside"}
// CHECK: ascend.conv2d %arg4, %arg5 {ge.offset_x = 5 : i64, node_name = "unsigned"}
func.func @offsets(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %x: tensor<1x2x4x4xi8>, %w: tensor<3x2x3x3xi8>, %u: tensor<1x2x4x4xui8>, %v: tensor<3x2x3x3xui8>)
    -> (tensor<2x4xi32>, tensor<1x3x4x4xi32>, tensor<1x3x2x2xi32>, tensor<1x3x2x2xi32>) {
  %0 = ascend.mat_mul_v2 %a, %b {ge.offset_x = 5 : i64, node_name = "product"} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  %1 = ascend.conv2d %x, %w {ge.offset_x = 0 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "none"} : (tensor<1x2x4x4xi8>, tensor<3x2x3x3xi8>) -> tensor<1x3x4x4xi32>
  %2 = ascend.conv2d %x, %w {ge.offset_x = 5 : i64, node_name = "inside"} : (tensor<1x2x4x4xi8>, tensor<3x2x3x3xi8>) -> tensor<1x3x2x2xi32>
  %4 = ascend.conv2d %u, %v {ge.offset_x = 5 : i64, node_name = "unsigned"} : (tensor<1x2x4x4xui8>, tensor<3x2x3x3xui8>) -> tensor<1x3x2x2xi32>
  return %0, %1, %2, %4 : tensor<2x4xi32>, tensor<1x3x4x4xi32>, tensor<1x3x2x2xi32>, tensor<1x3x2x2xi32>
}

// A cube op that is decided, one whose offset CANN put beside it, one of no
// offset, and what multiplies no int8 take the bytes as they are.
// CHECK-LABEL: func @not_shifted
// CHECK: ascend.mat_mul_v2 %{{.*}}node_name = "decided"{{.*}} : (tensor<2x3xi8>, tensor<3x4xi8>)
// CHECK: ascend.mat_mul_v2 %{{.*}}node_name = "beside"} : (tensor<2x3xi8>, tensor<3x4xi8>)
// CHECK: ascend.mat_mul_v2 %{{.*}}node_name = "words"} : (tensor<2x3xi8>, tensor<3x4xi32>)
// CHECK: ascend.mat_mul_v2 %{{.*}}node_name = "none"} : (tensor<2x3xi8>, tensor<3x4xi8>)
func.func @not_shifted(%x: tensor<2x3xf32>, %w: tensor<3x4xi8>, %i: tensor<3x4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>, tensor<2x4xi32>, tensor<2x4xi32>) {
  %q = ascend.ascend_quant %x {ge.offset = 3.0 : f32, ge.scale = 4.0 : f32, node_name = "q"} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %0 = ascend.mat_mul_v2 %q, %w {node_name = "decided", precision = #ascend.precision<(i8, i8) -> (i32), origin = (i8, i8) -> (i32), column = 0, engine = aicore, unit = cube, rule = force_fp16, source = "builtin">} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  %1 = ascend.mat_mul_v2 %q, %w {ge.offset_x = 3 : i64, node_name = "beside"} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  %2 = ascend.mat_mul_v2 %q, %i {node_name = "words"} : (tensor<2x3xi8>, tensor<3x4xi32>) -> tensor<2x4xi32>
  %p = ascend.ascend_quant %x {ge.offset = 0.0 : f32, ge.scale = 4.0 : f32, node_name = "p"} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %3 = ascend.mat_mul_v2 %p, %w {node_name = "none"} : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  return %0, %1, %2, %3 : tensor<2x4xi32>, tensor<2x4xi32>, tensor<2x4xi32>, tensor<2x4xi32>
}
