// Every field and every word of the precision attribute, as text and bytecode.
// RUN: ascend-opt %s | FileCheck %s
// RUN: ascend-opt %s --emit-bytecode | ascend-opt | FileCheck %s

// CHECK: module attributes {a.empty = #ascend.precision<() -> (), origin = () -> (), engine = none, unit = none, rule = no_column_fits>}
module attributes {a.empty = #ascend.precision<() -> (), origin = () -> (), rule = no_column_fits>} {

// CHECK-LABEL: func @fields
func.func @fields(%x: tensor<4xf16>, %a: tensor<4x6xf16>, %b: tensor<6x5xf16>) {
  // CHECK: #ascend.precision<(f16, f16) -> (f32), origin = (f32, f32) -> (f32), column = 3, engine = aicore, unit = cube, accumulate = f32, rule = gray_follows_producer, source = "mix.json:7">
  %0 = ascend.mat_mul_v2 %a, %b {precision = #ascend.precision<(f16, f16) -> (f32), origin = (f32, f32) -> (f32), column = 3, engine = aicore, unit = cube, accumulate = f32, rule = gray_follows_producer, source = "mix.json:7">} : (tensor<4x6xf16>, tensor<6x5xf16>) -> tensor<4x5xf32>
  // Fields in another order print in the one order.
  // CHECK: #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16, source = "builtin">
  %1 = ascend.relu %x {precision = #ascend.precision<(f16) -> (f16), source = "builtin", rule = force_fp16, unit = vector, engine = aicore, column = 0, origin = (f32) -> (f32)>} : (tensor<4xf16>) -> tensor<4xf16>
  // An absent optional operand is none; the AI CPU has no column.
  // CHECK: #ascend.precision<(f16, none, bf16) -> (i1, !ascend.hif8), origin = (f32, none, f32) -> (i1, f32), engine = aicpu, unit = none, rule = aicpu_fallback>
  %2 = ascend.identity %x {builtin.precision = #ascend.precision<(f16, none, bf16) -> (i1, !ascend.hif8), origin = (f32, none, f32) -> (i1, f32), engine = aicpu, rule = aicpu_fallback>} : (tensor<4xf16>) -> tensor<4xf16>
  // CHECK: engine = local
  %3 = ascend.identity %x {builtin.precision = #ascend.precision<() -> (), origin = () -> (), engine = local, rule = must_keep>} : (tensor<4xf16>) -> tensor<4xf16>
  // A source that holds quotes, a backslash and a newline.
  // CHECK: source = "a \22b\22\\\0A:1"
  %4 = ascend.identity %x {builtin.precision = #ascend.precision<() -> (), origin = () -> (), rule = must_keep, source = "a \22b\22\\\0A:1">} : (tensor<4xf16>) -> tensor<4xf16>
  return
}

// CHECK-LABEL: func @rules
func.func @rules() attributes {
  // CHECK-SAME: t.a = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = keep_dtype>
  t.a = #ascend.precision<() -> (), origin = () -> (), rule = keep_dtype>,
  // CHECK-SAME: t.b = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = cast_keeps_dtypes>
  t.b = #ascend.precision<() -> (), origin = () -> (), rule = cast_keeps_dtypes>,
  // CHECK-SAME: t.c = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = complex_keeps_dtypes>
  t.c = #ascend.precision<() -> (), origin = () -> (), rule = complex_keeps_dtypes>,
  // CHECK-SAME: t.d = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = no_kernel_follows>
  t.d = #ascend.precision<() -> (), origin = () -> (), rule = no_kernel_follows>,
  // CHECK-SAME: t.e = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = inherits_predecessor>
  t.e = #ascend.precision<() -> (), origin = () -> (), rule = inherits_predecessor>,
  // CHECK-SAME: t.f = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = force_fp16>
  t.f = #ascend.precision<() -> (), origin = () -> (), rule = force_fp16>,
  // CHECK-SAME: t.g = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = force_fp32>
  t.g = #ascend.precision<() -> (), origin = () -> (), rule = force_fp32>,
  // CHECK-SAME: t.h = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = cube_fp16_in_fp32_out>
  t.h = #ascend.precision<() -> (), origin = () -> (), rule = cube_fp16_in_fp32_out>,
  // CHECK-SAME: t.i = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = allow_reduce>
  t.i = #ascend.precision<() -> (), origin = () -> (), rule = allow_reduce>,
  // CHECK-SAME: t.j = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = cube_lowers>
  t.j = #ascend.precision<() -> (), origin = () -> (), rule = cube_lowers>,
  // CHECK-SAME: t.k = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = must_keep>
  t.k = #ascend.precision<() -> (), origin = () -> (), rule = must_keep>,
  // CHECK-SAME: t.l = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = black_keeps>
  t.l = #ascend.precision<() -> (), origin = () -> (), rule = black_keeps>,
  // CHECK-SAME: t.m = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = white_lowers>
  t.m = #ascend.precision<() -> (), origin = () -> (), rule = white_lowers>,
  // CHECK-SAME: t.n = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = white_keeps_non_float>
  t.n = #ascend.precision<() -> (), origin = () -> (), rule = white_keeps_non_float>,
  // CHECK-SAME: t.o = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = gray_follows_producer>
  t.o = #ascend.precision<() -> (), origin = () -> (), rule = gray_follows_producer>,
  // CHECK-SAME: t.p = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = gray_no_producer>
  t.p = #ascend.precision<() -> (), origin = () -> (), rule = gray_no_producer>,
  // CHECK-SAME: t.q = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = hif8_table>
  t.q = #ascend.precision<() -> (), origin = () -> (), rule = hif8_table>,
  // CHECK-SAME: t.r = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = promoted>
  t.r = #ascend.precision<() -> (), origin = () -> (), rule = promoted>,
  // CHECK-SAME: t.s = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = customized>
  t.s = #ascend.precision<() -> (), origin = () -> (), rule = customized>,
  // CHECK-SAME: t.t = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = aicpu_fallback>
  t.t = #ascend.precision<() -> (), origin = () -> (), rule = aicpu_fallback>,
  // CHECK-SAME: t.u = #ascend.precision<{{[^>]*>[^>]*>[^>]*}}, rule = no_column_fits>
  t.u = #ascend.precision<() -> (), origin = () -> (), rule = no_column_fits>
} {
  return
}

// On ops of other dialects the identity stands in discardable attributes.
// CHECK-LABEL: func @foreign
func.func @foreign(%x: tensor<4xf32>) {
  // CHECK: math.tanh %{{.*}} {ascend.impl_mode = #ascend.impl_mode<high_precision>, ascend.node_name = "t", ascend.precision = #ascend.precision<
  %0 = math.tanh %x {ascend.impl_mode = #ascend.impl_mode<high_precision>, ascend.node_name = "t", ascend.precision = #ascend.precision<(f32) -> (f32), origin = (f32) -> (f32), rule = must_keep>} : tensor<4xf32>
  return
}

}
