// Entries beside `main`, or without it, share kernels and weights; each has a symbol of its own.
// RUN: ascend-opt %s --ascend-outline-kernels | FileCheck %s --check-prefix=OUTLINE
// RUN: ascend-opt %s --ascend-outline-kernels --convert-ascend-to-linalg --ascend-pack-weights | FileCheck %s --check-prefix=WEIGHTS
// RUN: ascend-opt %s --ascend-outline-kernels --convert-ascend-to-linalg --ascend-pack-weights --ascend-bufferize --cse --canonicalize --ascend-plan-arena --ascend-lower-entry | FileCheck %s --check-prefix=ENTRY

// The product is one kernel of both, the sum has one for each.
// OUTLINE-LABEL: func.func @b(
// OUTLINE: call @[[ONE:mul_[0-9a-f]+]](
// OUTLINE: call @[[LARGE:add_[0-9a-f]+]](
// OUTLINE-LABEL: func.func @a(
// OUTLINE: call @[[ONE]](
// OUTLINE-NOT: call @[[LARGE]](
// OUTLINE: call @[[SMALL:add_[0-9a-f]+]](
// OUTLINE-COUNT-3: func.func private
// OUTLINE-NOT: func.func

// One table, the same for both; what one of them alone reads is in it, too.
// WEIGHTS: func.func @b({{.*}}memref<80xi8>{{.*}}ascend.weights = [{offset = 0 : i64, value = dense<{{.*}}> : tensor<4xf32>}, {offset = 64 : i64, value = dense<{{.*}}> : tensor<4xf32>}], ascend.weights_bytes = 80
// WEIGHTS: func.func @a({{.*}}memref<80xi8>{{.*}}ascend.weights = [{offset = 0 : i64, value = dense<{{.*}}> : tensor<4xf32>}, {offset = 64 : i64, value = dense<{{.*}}> : tensor<4xf32>}], ascend.weights_bytes = 80

// ENTRY-DAG: module @ascend_entry_0
// ENTRY-DAG: llvm.func @ascend_entry_0(
// ENTRY-DAG: module @ascend_entry_1
// ENTRY-DAG: llvm.func @ascend_entry_1(
func.func @b(%x: tensor<4xf32>, %y: tensor<9x4xf32>) -> (tensor<4xf32>, tensor<9x4xf32>) attributes {ascend.profile = 1 : i64} {
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %v = ascend.constant {node_name = "v"} dense<[5.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = ascend.mul %x, %w {node_name = "m"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.add %y, %v {node_name = "a"} : (tensor<9x4xf32>, tensor<4xf32>) -> tensor<9x4xf32>
  return %0, %1 : tensor<4xf32>, tensor<9x4xf32>
}
func.func @a(%x: tensor<4xf32>, %y: tensor<2x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>) attributes {ascend.profile = 0 : i64} {
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = ascend.mul %x, %w {node_name = "m"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.add %y, %w {node_name = "a"} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %0, %1 : tensor<4xf32>, tensor<2x4xf32>
}
