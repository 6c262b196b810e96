// RUN: ascend-opt %s --ascend-outline-kernels -split-input-file | FileCheck %s --check-prefix=OUTLINE
// RUN: ascend-opt %s --ascend-outline-kernels --convert-ascend-to-linalg --ascend-pack-weights --ascend-bufferize --ascend-plan-arena --ascend-lower-entry -split-input-file | FileCheck %s --check-prefix=LOWER

// All tensors are shown by one call, so that none is freed before the last was
// seen; what is shown has a kernel of its own.
// OUTLINE-LABEL: func.func @main(
// OUTLINE-SAME:    ascend.observed = [{index = 1 : i64, kind = "output", op = "n", op_type = "Elu", type = tensor<4xf32>, value = "first"}, {index = 1 : i64, kind = "output", op = "n", op_type = "Elu", type = tensor<4xf16>, value = "second"}]
// OUTLINE:         %[[E:.*]] = call @exp_
// OUTLINE:         %[[C:.*]] = call @cast_
// OUTLINE:         %[[N:.*]] = arith.constant 0 : i64
// OUTLINE:         call @ascend.observe.4xf32.4xf16(%{{.*}}, %[[N]], %[[E]], %[[C]])
// OUTLINE:         call @cast_
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.exp %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.cast %0 {node_name = "c"} : (tensor<4xf32>) -> tensor<4xf16>
  ascend.observe %0, %1 {index = 1, names = ["first", "second"], node = "n", op_type = "Elu"} : tensor<4xf32>, tensor<4xf16>
  %2 = ascend.cast %1 {node_name = "d"} : (tensor<4xf16>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Where sizes are dynamic, memory is given back behind both.
// OUTLINE:         call @"ascend.observe.?xf32.?xf16"(
// LOWER:           %[[A:.*]] = call @ascendrt_allocate(
// LOWER:           %[[B:.*]] = call @ascendrt_allocate(
// LOWER:           call @ascendrt_observe(
// LOWER-NOT:       ascendrt_release
// LOWER:           call @ascendrt_observe(
// LOWER:           call @ascendrt_release(%{{.*}}, %[[A]])
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = ascend.exp %x {node_name = "e"} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = ascend.cast %0 {node_name = "c"} : (tensor<?xf32>) -> tensor<?xf16>
  ascend.observe %0, %1 {index = 1, names = ["first", "second"], node = "n", op_type = "Elu"} : tensor<?xf32>, tensor<?xf16>
  %2 = ascend.cast %1 {node_name = "d"} : (tensor<?xf16>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
