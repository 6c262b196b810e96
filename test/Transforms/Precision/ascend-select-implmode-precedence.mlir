// RUN: split-file %s %t
// DEFINE: %{options} = unset
// DEFINE: %{select} = ascend-opt %t/graph.mlir --ascend-load-config="%{options}" --ascend-select-implmode
// DEFINE: %{check} = FileCheck %t/graph.mlir --check-prefix

// A name beats a type, the first line of a key wins, sections switch; nothing
// else of a built-in list is left.
// REDEFINE: %{options} = op-precision-mode=%t/p.ini
// RUN: %{select} 2>%t/err | %{check}=INI
// RUN: %{check}=WARN < %t/err
// allow_hf32 beats types, not names.
// REDEFINE: %{options} = op-precision-mode=%t/p.ini allow-hf32=11
// RUN: %{select} 2>/dev/null | %{check}=ELEVEN
// The left digit is for convolutions, the right one for matmuls.
// REDEFINE: %{options} = allow-hf32=01
// RUN: %{select} | %{check}=DIGITS
// Without a wish "10" holds, below everything else.
// REDEFINE: %{options} = op-select-implmode=high_performance
// RUN: %{select} | %{check}=DEFAULT
// optypelist_for_implmode: these types and no others, HF32's default apart.
// REDEFINE: %{options} = op-select-implmode=high_precision optypelist-for-implmode=Exp,Log
// RUN: %{select} | %{check}=TYPES
// A chip without HF32 says that allow_hf32 does nothing.
// REDEFINE: %{options} = allow-hf32=11 soc=Ascend310P3
// RUN: %{select} 2>%t/err | %{check}=OLDCHIP
// RUN: %{check}=OLDCHIP-WARN < %t/err
// impl_mode_dir: the folder's lists in place of the built-in ones; a list that
// it lacks is empty, HF32's lists stay.
// REDEFINE: %{options} = impl-mode-dir=%t/lists
// RUN: %{select} | %{check}=DIR
// REDEFINE: %{options} = impl-mode-dir=%t/lists op-select-implmode=high_precision
// RUN: %{select} 2>&1 | %{check}=DIR-LACKS

//--- p.ini
# comment = high_precision
Exp = high_precision
[ByNodeName]
c2 = high_precision
[ByOpType]
Exp = high_performance
Conv2D = enable_float_32_execution
MatMulV2 = high_performance
Tanh = fast
Relu = high_precision
Mish = high_precision
LayerNorm = norm_class
Conv3DBackpropInputV2 = high_precision
TransData = optional
[ByNodeName]
eaten = super_performance
bite = high_precision
crumb = high_performance

//--- lists/high_performance.ini
Exp = high_precision

//--- graph.mlir
func.func @graph(%x: tensor<1x4x4x4xf32>, %w: tensor<4x4x1x1xf32>, %m: tensor<4x4xf32>) -> (tensor<1x4x4x4xf32>, tensor<4x4xf32>) {
  // INI: ascend.conv2d {{.*}}p.ini:7", impl_mode = #ascend.impl_mode<enable_float_32_execution>{{.*}}"c1"
  // ELEVEN: ascend.conv2d {{.*}}"allow_hf32", impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>{{.*}}"c1"
  // DIGITS: ascend.conv2d {{.*}}impl_mode = #ascend.impl_mode<enable_float_32_execution>
  // DEFAULT: ascend.conv2d {{.*}}"allow_hf32", impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>
  // TYPES: ascend.conv2d {{.*}}enable_hi_float_32_execution
  // OLDCHIP: ascend.conv2d
  // OLDCHIP-NOT: float_32
  // DIR: ascend.conv2d {{.*}}enable_hi_float_32_execution
  %0 = ascend.conv2d %x, %w {node_name = "c1"} : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  // INI: ascend.conv2d {{.*}}p.ini:4", impl_mode = #ascend.impl_mode<high_precision>
  // ELEVEN: ascend.conv2d {{.*}}p.ini:4", impl_mode = #ascend.impl_mode<high_precision>
  %1 = ascend.conv2d %0, %w {node_name = "c2"} : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  // INI: ascend.exp {{.*}}p.ini:2", impl_mode = #ascend.impl_mode<high_precision>
  // DEFAULT: ascend.exp {{.*}}impl_mode = #ascend.impl_mode<high_performance>
  // TYPES: ascend.exp {{.*}}optypelist_for_implmode", impl_mode = #ascend.impl_mode<high_precision>
  // DIR: ascend.exp {{.*}}lists/high_performance.ini:1", impl_mode = #ascend.impl_mode<high_precision>
  %2 = ascend.exp %1 {node_name = "e"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // The unknown word is ignored, and so is the built-in list.
  // INI: ascend.tanh
  // INI-NOT: impl_mode
  // TYPES: ascend.tanh
  // TYPES-NOT: impl_mode
  // DIR: ascend.tanh
  // DIR-NOT: impl_mode
  // INI: ascend.relu
  %3 = ascend.tanh %2 {node_name = "t"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // Relu offers no mode: what is asked for is kept as requested, and no more.
  // INI-SAME: ascend.requested_impl_mode = #ascend.impl_mode<high_precision>
  // INI-NOT: {impl_mode = {{.*}}node_name = "r"
  %4 = ascend.relu %3 {node_name = "r"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // Of the ops that a fusion ate the one with the highest mode counts.
  // INI: "Mish"{{.*}}p.ini:17", impl_mode = #ascend.impl_mode<high_precision>
  %5 = ascend.ge_op "Mish"(%4) {node_name = "m", original_names = ["x", "eaten", "bite", "crumb"]} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // norm_class is a word of the grammar that no op offers.
  // INI: "LayerNorm"{{.*}}ascend.requested_impl_mode = #ascend.impl_mode<norm_class>
  %6 = ascend.ge_op "LayerNorm"(%5) {node_name = "l"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  // INI: ascend.mat_mul_v2 {{.*}}p.ini:8"
  // ELEVEN: ascend.mat_mul_v2 {{.*}}impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>
  // DIGITS: ascend.mat_mul_v2 {{.*}}impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>
  // DEFAULT: ascend.mat_mul_v2 {{.*}}impl_mode = #ascend.impl_mode<enable_float_32_execution>
  // TYPES: ascend.mat_mul_v2 {{.*}}"allow_hf32", impl_mode = #ascend.impl_mode<enable_float_32_execution>
  // DIR: ascend.mat_mul_v2 {{.*}}impl_mode = #ascend.impl_mode<enable_float_32_execution>
  %7 = ascend.mat_mul_v2 %m, %m {node_name = "mm"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %6, %7 : tensor<1x4x4x4xf32>, tensor<4x4xf32>
}
// WARN: warning: the line is ignored: 'fast' is no implementation mode ({{.*}}p.ini:9:8)
// WARN: warning: the line is ignored: 'optional' is no implementation mode ({{.*}}p.ini:14:13)
// OLDCHIP-WARN: warning: Ascend310P3 has no HF32: allow_hf32 has no effect
// DIR-LACKS: warning: there is no list high_precision.ini ({{.*}}lists/high_precision.ini)
// DIR-LACKS: ascend.exp
// DIR-LACKS-NOT: high_precision
// DIR-LACKS: return
