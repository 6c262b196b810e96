// RUN: split-file %s %t
// DEFINE: %{options} = unset
// DEFINE: %{load} = not ascend-opt %t/empty.mlir --ascend-load-config="%{options}" 2>&1 | FileCheck %s --check-prefix
// DEFINE: %{atc} = not ascend-atc --model=%t/empty.mlir
// DEFINE: %{check} = 2>&1 | FileCheck %s --check-prefix

// RUN: not ascend-opt %t/empty.mlir --ascend-select-implmode 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: the module has no 'ascend.options': run ascend-load-config before this pass

// REDEFINE: %{options} = op-precision-mode=%t/nowhere.ini
// RUN: %{load}=NOWHERE
// RUN: %{atc} --op_precision_mode=%t/nowhere.ini %{check}=NOWHERE
// NOWHERE: error: [E10001] Value {{.*}}nowhere.ini for parameter op_precision_mode is invalid. Reason: Path defined by op_precision_mode is not found.

// REDEFINE: %{options} = op-precision-mode=%t/nul.ini
// RUN: %python -c "open(r'%t/nul.ini', 'wb').write(b'Exp = high_precision\nTanh\0')"
// RUN: %{load}=NUL
// NUL: error: the file holds a NUL byte: it is not a text file ({{.*}}nul.ini:2:5)

// REDEFINE: %{options} = op-select-implmode=high
// RUN: %{load}=SELECT
// RUN: %{atc} --op_select_implmode=high %{check}=SELECT
// SELECT: error: [E10001] {{.*}}The value must be high_performance, high_precision, high_precision_for_all, high_performance_for_all.

// The command line of CANN lets these two through, its engine does not.
// REDEFINE: %{options} = op-select-implmode=enable_hi_float_32_execution
// RUN: %{load}=ENGINE
// REDEFINE: %{options} = op-select-implmode=enable_float_32_execution
// RUN: %{load}=ENGINE
// RUN: %{atc} --op_select_implmode=enable_float_32_execution %{check}=ENGINE
// ENGINE: error: [E20101]

// REDEFINE: %{options} = optypelist-for-implmode=Pooling
// RUN: %{load}=ALONE
// RUN: %{atc} --optypelist_for_implmode=Pooling %{check}=ALONE
// ALONE: error: [E10001] {{.*}}Parameters --op_select_implmode and --optypelist_for_implmode must be set at the same time.

// A session says digits, a command line true or false.
// REDEFINE: %{options} = allow-hf32=true
// RUN: %{load}=DIGITS
// DIGITS: error: [E20101] {{.*}}ge.exec.allow_hf32
// RUN: %{atc} --allow_hf32=10 %{check}=WORDS
// WORDS: error: [E10005]

// REDEFINE: %{options} = impl-mode-dir=%t
// RUN: %{load}=DIR
// DIR: error: impl_mode_dir '{{.*}}' holds none of the lists of implementation modes

// A mode that the op came with.
// RUN: not ascend-opt %t/own.mlir --split-input-file --ascend-load-config="" --ascend-select-implmode 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not=error:
// OWN: own.mlir:2:8: error: 'ascend.exp' op has impl_mode 'enable_hi_float_32_execution', and Exp offers 'high_performance', 'high_precision'
// OWN: own.mlir:7:8: error: 'ascend.ge_op' op has impl_mode 'high_precision', and Transpose has no modes

//--- own.mlir
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.exp %x {node_name = "k", impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @none(%x: tensor<4x2xf32>) -> tensor<*xf32> {
  %0 = ascend.ge_op "Transpose"(%x) {node_name = "t", impl_mode = #ascend.impl_mode<high_precision>} : (tensor<4x2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
func.func @its_own(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.exp %x {node_name = "k", impl_mode = #ascend.impl_mode<high_performance>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- empty.mlir
func.func @empty() {
  return
}
