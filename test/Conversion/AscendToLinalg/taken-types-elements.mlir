// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' | FileCheck %s

// Element types next to those that are refused: each op is lowered.
// CHECK-LABEL: func.func @sum_of_floats(
// CHECK-NOT: = ascend.
func.func @sum_of_floats(%a: tensor<4x6xf16>, %b: tensor<4x6xf32>) -> tensor<4x6xbf16> {
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4x6xf16>, tensor<4x6xf32>) -> tensor<4x6xbf16>
  return %0 : tensor<4x6xbf16>
}

// CHECK-LABEL: func.func @sum_of_hif8(
// CHECK-NOT: = ascend.
func.func @sum_of_hif8(%a: tensor<4x6x!ascend.hif8>, %b: tensor<4x6xf64>) -> tensor<4x6xf32> {
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<4x6x!ascend.hif8>, tensor<4x6xf64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @negated_bytes(
// CHECK-NOT: = ascend.
func.func @negated_bytes(%a: tensor<4x6xui8>) -> tensor<4x6xui8> {
  %0 = ascend.neg %a {node_name = "n"} : (tensor<4x6xui8>) -> tensor<4x6xui8>
  return %0 : tensor<4x6xui8>
}

// CHECK-LABEL: func.func @bits_of_bools(
// CHECK-NOT: = ascend.
func.func @bits_of_bools(%a: tensor<4x6xi1>, %b: tensor<4x6xi1>) -> tensor<4x6xi1> {
  %0 = ascend.bitwise_and %a, %b {node_name = "n"} : (tensor<4x6xi1>, tensor<4x6xi1>) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}

// CHECK-LABEL: func.func @order(
// CHECK-NOT: = ascend.
func.func @order(%a: tensor<4x6xui32>, %b: tensor<4x6xui32>) -> tensor<4x6xi1> {
  %0 = ascend.less %a, %b {node_name = "n"} : (tensor<4x6xui32>, tensor<4x6xui32>) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}

// CHECK-LABEL: func.func @exponentials(
// CHECK-NOT: = ascend.
func.func @exponentials(%a: tensor<4x6xf64>) -> tensor<4x6xf32> {
  %0 = ascend.exp %a {node_name = "n"} : (tensor<4x6xf64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @activation(
// CHECK-NOT: = ascend.
func.func @activation(%a: tensor<4x6xbf16>) -> tensor<4x6xf16> {
  %0 = ascend.elu %a {node_name = "n"} : (tensor<4x6xbf16>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// CHECK-LABEL: func.func @third_float(
// CHECK-NOT: = ascend.
func.func @third_float(%a: tensor<4x6xf32>, %b: tensor<4x6xf16>, %c: tensor<4x6xf64>) -> tensor<4x6xf32> {
  %0 = ascend.clip_by_value %a, %b, %c {node_name = "n"} : (tensor<4x6xf32>, tensor<4x6xf16>, tensor<4x6xf64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @choice_of_any(
// CHECK-NOT: = ascend.
func.func @choice_of_any(%a: tensor<4x6xi1>, %b: tensor<4x6xcomplex<f32>>, %c: tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %0 = ascend.select %a, %b, %c {node_name = "n"} : (tensor<4x6xi1>, tensor<4x6xcomplex<f32>>, tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// CHECK-LABEL: func.func @choice_of_floats(
// CHECK-NOT: = ascend.
func.func @choice_of_floats(%a: tensor<4x6xi1>, %b: tensor<4x6xf16>, %c: tensor<4x6xf64>) -> tensor<4x6xf32> {
  %0 = ascend.select_v2 %a, %b, %c {node_name = "n"} : (tensor<4x6xi1>, tensor<4x6xf16>, tensor<4x6xf64>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @cast_to_small(
// CHECK-NOT: = ascend.
func.func @cast_to_small(%a: tensor<4x6xf32>) -> tensor<4x6xf8E4M3FN> {
  %0 = ascend.cast %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xf8E4M3FN>
  return %0 : tensor<4x6xf8E4M3FN>
}

// CHECK-LABEL: func.func @cast_to_nibbles(
// CHECK-NOT: = ascend.
func.func @cast_to_nibbles(%a: tensor<4x6xf32>) -> tensor<4x6xi4> {
  %0 = ascend.cast %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xi4>
  return %0 : tensor<4x6xi4>
}

// CHECK-LABEL: func.func @cast_away(
// CHECK-NOT: = ascend.
func.func @cast_away(%a: tensor<4x6xf32>) -> tensor<4x6x!ascend.hif8> {
  %0 = ascend.cast %a {round_mode = #ascend.round_mode<away>, node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6x!ascend.hif8>
  return %0 : tensor<4x6x!ascend.hif8>
}

// CHECK-LABEL: func.func @cast_up(
// CHECK-NOT: = ascend.
func.func @cast_up(%a: tensor<4x6xf32>) -> tensor<4x6xf8E8M0FNU> {
  %0 = ascend.cast %a {round_mode = #ascend.round_mode<ceil>, node_name = "n"} : (tensor<4x6xf32>) -> tensor<4x6xf8E8M0FNU>
  return %0 : tensor<4x6xf8E8M0FNU>
}

// Elements that only move are of any type.
// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: = ascend.
func.func @transposed(%a: tensor<4x6xcomplex<f32>>) -> tensor<6x4xcomplex<f32>> {
  %k = ascend.constant dense<[1, 0]> : tensor<2xi64>
  %0 = ascend.transpose %a, %k {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<2xi64>) -> tensor<6x4xcomplex<f32>>
  return %0 : tensor<6x4xcomplex<f32>>
}

// CHECK-LABEL: func.func @reshaped(
// CHECK-NOT: = ascend.
func.func @reshaped(%a: tensor<4x6xi7>) -> tensor<8x3xi7> {
  %k = ascend.constant dense<[8, 3]> : tensor<2xi64>
  %0 = ascend.reshape %a, %k {node_name = "n"} : (tensor<4x6xi7>, tensor<2xi64>) -> tensor<8x3xi7>
  return %0 : tensor<8x3xi7>
}

// CHECK-LABEL: func.func @sliced(
// CHECK-NOT: = ascend.
func.func @sliced(%a: tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>> {
  %0 = ascend.reverse_v2d %a {ge.axis = array<i64: 0>, node_name = "n"} : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  return %0 : tensor<8xcomplex<f64>>
}

// CHECK-LABEL: func.func @expanded(
// CHECK-NOT: = ascend.
func.func @expanded(%a: tensor<4x1xf8E5M2>) -> tensor<4x6xf8E5M2> {
  %0 = ascend.expand_d %a {ge.shape = array<i64: 4, 6>, node_name = "n"} : (tensor<4x1xf8E5M2>) -> tensor<4x6xf8E5M2>
  return %0 : tensor<4x6xf8E5M2>
}

// CHECK-LABEL: func.func @extents(
// CHECK-NOT: = ascend.
func.func @extents(%a: tensor<4x6xf32>) -> tensor<2xi32> {
  %0 = ascend.shape %a {node_name = "n"} : (tensor<4x6xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func.func @count(
// CHECK-NOT: = ascend.
func.func @count(%a: tensor<4x6xi1>) -> tensor<i8> {
  %0 = ascend.size %a {node_name = "n"} : (tensor<4x6xi1>) -> tensor<i8>
  return %0 : tensor<i8>
}

// CHECK-LABEL: func.func @tiled(
// CHECK-NOT: = ascend.
func.func @tiled(%a: tensor<4x6xcomplex<f32>>) -> tensor<8x6xcomplex<f32>> {
  %0 = ascend.tile_d %a {ge.multiples = array<i64: 2, 1>, node_name = "n"} : (tensor<4x6xcomplex<f32>>) -> tensor<8x6xcomplex<f32>>
  return %0 : tensor<8x6xcomplex<f32>>
}

// CHECK-LABEL: func.func @filled(
// CHECK-NOT: = ascend.
func.func @filled(%a: tensor<1xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %0 = ascend.fill_d %a {ge.dims = array<i64: 4, 6>, node_name = "n"} : (tensor<1xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// CHECK-LABEL: func.func @border(
// CHECK-NOT: = ascend.
func.func @border(%a: tensor<4x!ascend.hif8>, %b: tensor<1x!ascend.hif8>) -> tensor<6x!ascend.hif8> {
  %k = ascend.constant dense<[0, 2]> : tensor<2xi64>
  %0 = ascend.pad_v3 %a, %k, %b {node_name = "n"} : (tensor<4x!ascend.hif8>, tensor<2xi64>, tensor<1x!ascend.hif8>) -> tensor<6x!ascend.hif8>
  return %0 : tensor<6x!ascend.hif8>
}

// CHECK-LABEL: func.func @mirrored(
// CHECK-NOT: = ascend.
func.func @mirrored(%a: tensor<4xcomplex<f32>>) -> tensor<6xcomplex<f32>> {
  %k = ascend.constant dense<[0, 2]> : tensor<2xi64>
  %0 = ascend.mirror_pad %a, %k {ge.mode = "REFLECT", node_name = "n"} : (tensor<4xcomplex<f32>>, tensor<2xi64>) -> tensor<6xcomplex<f32>>
  return %0 : tensor<6xcomplex<f32>>
}

// CHECK-LABEL: func.func @triangle(
// CHECK-NOT: = ascend.
func.func @triangle(%a: tensor<4x4xi1>, %b: tensor<1xi32>) -> tensor<4x4xi1> {
  %0 = ascend.trilu %a, %b {node_name = "n"} : (tensor<4x4xi1>, tensor<1xi32>) -> tensor<4x4xi1>
  return %0 : tensor<4x4xi1>
}

// CHECK-LABEL: func.func @wide_diagonal(
// CHECK-NOT: = ascend.
func.func @wide_diagonal(%a: tensor<4x4xf32>, %b: tensor<1xi64>) -> tensor<4x4xf32> {
  %0 = ascend.trilu %a, %b {node_name = "n"} : (tensor<4x4xf32>, tensor<1xi64>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @lengths(
// CHECK-NOT: = ascend.
func.func @lengths(%a: tensor<4x6xf32>, %b: tensor<4xi32>) -> tensor<4x6xf32> {
  %0 = ascend.reverse_sequence %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<4xi32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @bits(
// CHECK-NOT: = ascend.
func.func @bits(%a: tensor<4xf32>) -> tensor<4xi32> {
  %0 = ascend.bitcast %a {node_name = "n"} : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @bool_as_byte(
// CHECK-NOT: = ascend.
func.func @bool_as_byte(%a: tensor<4xi1>) -> tensor<4xi8> {
  %0 = ascend.bitcast %a {node_name = "n"} : (tensor<4xi1>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// Indices are int32 or int64.
// CHECK-LABEL: func.func @gathered(
// CHECK-NOT: = ascend.
func.func @gathered(%a: tensor<4x6xcomplex<f32>>, %b: tensor<4x2xi32>) -> tensor<4x2xcomplex<f32>> {
  %0 = ascend.gather_elements %a, %b {ge.dim = 1 : i64, node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<4x2xi32>) -> tensor<4x2xcomplex<f32>>
  return %0 : tensor<4x2xcomplex<f32>>
}

// CHECK-LABEL: func.func @gathered_tuples(
// CHECK-NOT: = ascend.
func.func @gathered_tuples(%a: tensor<4x6xi1>, %b: tensor<3x1xi64>) -> tensor<3x6xi1> {
  %0 = ascend.gather_nd %a, %b {node_name = "n"} : (tensor<4x6xi1>, tensor<3x1xi64>) -> tensor<3x6xi1>
  return %0 : tensor<3x6xi1>
}

// CHECK-LABEL: func.func @one_hot(
// CHECK-NOT: = ascend.
func.func @one_hot(%a: tensor<4xui8>, %b: tensor<1xcomplex<f32>>, %c: tensor<1xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %k = ascend.constant dense<6> : tensor<1xi64>
  %0 = ascend.one_hot %a, %k, %b, %c {node_name = "n"} : (tensor<4xui8>, tensor<1xi64>, tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// CHECK-LABEL: func.func @placed(
// CHECK-NOT: = ascend.
func.func @placed(%a: tensor<4x6xcomplex<f32>>, %b: tensor<4x2xi32>, %c: tensor<4x2xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<4x2xi32>, tensor<4x2xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// CHECK-LABEL: func.func @added(
// CHECK-NOT: = ascend.
func.func @added(%a: tensor<4x6xui8>, %b: tensor<4x2xi64>, %c: tensor<4x2xui8>) -> tensor<4x6xui8> {
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, ge.reduction = "add", node_name = "n"} : (tensor<4x6xui8>, tensor<4x2xi64>, tensor<4x2xui8>) -> tensor<4x6xui8>
  return %0 : tensor<4x6xui8>
}

// CHECK-LABEL: func.func @placed_tuples(
// CHECK-NOT: = ascend.
func.func @placed_tuples(%a: tensor<4x6xcomplex<f32>>, %b: tensor<3x1xi32>, %c: tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %0 = ascend.scatter_nd_update %a, %b, %c {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<3x1xi32>, tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// CHECK-LABEL: func.func @raised_tuples(
// CHECK-NOT: = ascend.
func.func @raised_tuples(%a: tensor<4x6xi1>, %b: tensor<3x1xi64>, %c: tensor<3x6xi1>) -> tensor<4x6xi1> {
  %0 = ascend.scatter_nd_max %a, %b, %c {node_name = "n"} : (tensor<4x6xi1>, tensor<3x1xi64>, tensor<3x6xi1>) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}

// What has an order, or is true.
// CHECK-LABEL: func.func @greatest(
// CHECK-NOT: = ascend.
func.func @greatest(%a: tensor<4xui8>, %b: tensor<8192xf16>) -> (tensor<2xui8>, tensor<2xi64>) {
  %0:2 = ascend.top_k_d %a, %b {ge.k = 2 : i64, node_name = "n"} : (tensor<4xui8>, tensor<8192xf16>) -> (tensor<2xui8>, tensor<2xi64>)
  return %0#0, %0#1 : tensor<2xui8>, tensor<2xi64>
}

// CHECK-LABEL: func.func @steps(
// CHECK-NOT: = ascend.
func.func @steps(%a: tensor<ui8>, %b: tensor<ui8>, %c: tensor<ui8>) -> tensor<3xui8> {
  %0 = ascend.range %a, %b, %c {node_name = "n"} : (tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// CHECK-LABEL: func.func @positions(
// CHECK-NOT: = ascend.
func.func @positions(%a: tensor<8xi1>) -> (tensor<8x1xi32>, tensor<1xi64>) {
  %0:2 = ascend.non_zero %a {node_name = "n"} : (tensor<8xi1>) -> (tensor<8x1xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<8x1xi32>, tensor<1xi64>
}

// CHECK-LABEL: func.func @true(
// CHECK-NOT: = ascend.
func.func @true(%a: tensor<8xbf16>) -> (tensor<8x1xi64>, tensor<1xi64>) {
  %0:2 = ascend.where %a {node_name = "n"} : (tensor<8xbf16>) -> (tensor<8x1xi64>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<8x1xi64>, tensor<1xi64>
}

// CHECK-LABEL: func.func @different(
// CHECK-NOT: = ascend.
func.func @different(%a: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi32>, tensor<4xi64>, tensor<4xi32>, tensor<1xi64>) {
  %k = ascend.constant dense<0> : tensor<1xi64>
  %0:5 = ascend.unique_with_counts_ext2 %a, %k {node_name = "n"} : (tensor<4xi1>, tensor<1xi64>) -> (tensor<4xi1>, tensor<4xi32>, tensor<4xi64>, tensor<4xi32>, tensor<1xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4xi1>, tensor<4xi32>, tensor<4xi64>, tensor<4xi32>, tensor<1xi64>
}

// CHECK-LABEL: func.func @best(
// CHECK-NOT: = ascend.
func.func @best(%a: tensor<1x6x4xf16>, %b: tensor<1x2x6xbf16>, %c: tensor<1xi32>, %d: tensor<1xf32>, %e: tensor<1xf16>) -> (tensor<12x3xi64>, tensor<1xi64>) {
  %0:2 = ascend.non_max_suppression_v6 %a, %b, %c, %d, %e {node_name = "n"} : (tensor<1x6x4xf16>, tensor<1x2x6xbf16>, tensor<1xi32>, tensor<1xf32>, tensor<1xf16>) -> (tensor<12x3xi64>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi64>, tensor<1xi64>
}

// CHECK-LABEL: func.func @best_of_all(
// CHECK-NOT: = ascend.
func.func @best_of_all(%a: tensor<1x6x4xf32>, %b: tensor<1x2x6xf32>, %c: tensor<1xi64>) -> (tensor<12x3xi32>, tensor<1xi64>) {
  %n = ascend.none : none
  %0:2 = ascend.non_max_suppression_v7 %a, %b, %c, %n {node_name = "n"} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, none) -> (tensor<12x3xi32>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<12x3xi32>, tensor<1xi64>
}
