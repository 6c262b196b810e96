// Ops of other dialects and declarations stay as they are.
// RUN: ascend-opt %s --convert-ascend-to-linalg --split-input-file | FileCheck %s
// RUN: ascend-opt %s --convert-ascend-to-linalg --split-input-file | ascend-opt --split-input-file | FileCheck %s

// A module without ascend ops is not changed.
// CHECK: func.func private @bools(tensor<4xi1>, tensor<4xui8>) -> tensor<4xi1>
func.func private @bools(tensor<4xi1>, tensor<4xui8>) -> tensor<4xi1>
// CHECK-LABEL: func.func @foreign
// CHECK-SAME: (%[[C:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[U:.*]]: tensor<4xui8>, %[[OUT:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xf32>)
// CHECK-NEXT: %[[D:.*]] = arith.select %[[C]], %[[A]], %[[A]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = call @bools(%[[C]], %[[U]]) : (tensor<4xi1>, tensor<4xui8>) -> tensor<4xi1>
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %[[COPY:.*]] = linalg.copy ins(%[[D]] : tensor<4xf32>) outs(%[[EMPTY]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[DONE:.*]] = bufferization.materialize_in_destination %[[COPY]] in %[[OUT]]
// CHECK-NEXT: return %[[D]], %[[B]], %[[DONE]] : tensor<4xf32>, tensor<4xi1>, tensor<4xf32>
func.func @foreign(%c: tensor<4xi1>, %a: tensor<4xf32>, %u: tensor<4xui8>, %out: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xf32>) {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xf32>
  %1 = call @bools(%c, %u) : (tensor<4xi1>, tensor<4xui8>) -> tensor<4xi1>
  %e = tensor.empty() : tensor<4xf32>
  %2 = linalg.copy ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %3 = bufferization.materialize_in_destination %2 in %out : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<4xi1>, tensor<4xf32>
}

// -----

// Bools become bytes on the way to the emitted ops, and bools on the way back.
// CHECK-LABEL: func.func @bools
// CHECK-SAME: (%[[C:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[I:.*]]: index) -> (tensor<4xf32>, tensor<4xi1>, i1)
// CHECK: %[[BYTES:.*]] = arith.extui %[[C]] : tensor<4xi1> to tensor<4xi8>
// CHECK: %[[AND:.*]] = linalg.generic {{.*}} ins(%[[BYTES]], %{{.*}} : tensor<4xi8>, tensor<4xi8>)
// CHECK: %[[BOOLS:.*]] = arith.trunci %[[AND]] : tensor<4xi8> to tensor<4xi1>
// CHECK: %[[D:.*]] = arith.select %[[BOOLS]], %[[A]], %[[A]] : tensor<4xi1>, tensor<4xf32>
// CHECK: %[[BIT:.*]] = tensor.extract %[[BOOLS]][%[[I]]] : tensor<4xi1>
// CHECK: %[[R:.*]] = scf.if %[[BIT]] -> (tensor<4xi1>) {
// CHECK:   linalg.generic {{.*}} ins(%[[AND]] : tensor<4xi8>)
// CHECK:   %[[BACK:.*]] = arith.trunci %{{.*}} : tensor<4xi8> to tensor<4xi1>
// CHECK:   scf.yield %[[BACK]] : tensor<4xi1>
// CHECK: } else {
// CHECK:   scf.yield %[[BOOLS]] : tensor<4xi1>
// CHECK: return %[[D]], %[[R]], %[[BIT]] : tensor<4xf32>, tensor<4xi1>, i1
func.func @bools(%c: tensor<4xi1>, %a: tensor<4xf32>, %i: index) -> (tensor<4xf32>, tensor<4xi1>, i1) {
  %k = ascend.constant dense<[true, false, true, true]> : tensor<4xi1>
  %0 = ascend.logical_and %c, %k : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %1 = arith.select %0, %a, %a : tensor<4xi1>, tensor<4xf32>
  %2 = tensor.extract %0[%i] : tensor<4xi1>
  %3 = scf.if %2 -> tensor<4xi1> {
    %4 = ascend.logical_not %0 : (tensor<4xi1>) -> tensor<4xi1>
    scf.yield %4 : tensor<4xi1>
  } else {
    scf.yield %0 : tensor<4xi1>
  }
  return %1, %3, %2 : tensor<4xf32>, tensor<4xi1>, i1
}

// -----

// The other types have no such op.
// CHECK: func.func private @numbers(tensor<4xui8>)
func.func private @numbers(tensor<4xui8>)
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%[[U:.*]]: tensor<4xui8>) -> tensor<4xui8>
// CHECK: %[[BYTES:.*]] = builtin.unrealized_conversion_cast %[[U]] : tensor<4xui8> to tensor<4xi8>
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} ins(%[[BYTES]], %[[BYTES]] : tensor<4xi8>, tensor<4xi8>)
// CHECK: %[[BACK:.*]] = builtin.unrealized_conversion_cast %[[MAX]] : tensor<4xi8> to tensor<4xui8>
// CHECK: call @numbers(%[[BACK]]) : (tensor<4xui8>) -> ()
// CHECK: return %[[BACK]] : tensor<4xui8>
func.func @unsigned(%u: tensor<4xui8>) -> tensor<4xui8> {
  %0 = ascend.maximum %u, %u : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  call @numbers(%0) : (tensor<4xui8>) -> ()
  return %0 : tensor<4xui8>
}
