// RUN: ascend-opt %s --split-input-file --ascend-outline-kernels --convert-ascend-to-linalg --ascend-pack-weights --ascend-bufferize --cse --canonicalize --ascend-plan-arena --ascend-lower-entry | FileCheck %s

// Before a kernel of open extents the code asks whether there is something to compute.
// CHECK-LABEL: func.func @ascend_entry(
// CHECK-NOT:     ascendrt_fail_with
// CHECK:         arith.cmpi ne, %{{.*}}, %c0
// CHECK-NEXT:    cf.cond_br
// CHECK:         call @relu_
func.func @main(%x: tensor<?x4xf32> {ascend.name = "x"}) -> tensor<?x4xf32> {
  %y = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// Where no tensor is empty it asks of the inputs alone, also where these have ranges.
// CHECK-LABEL: func.func @ascend_entry(
// CHECK:         llvm.mlir.addressof @[[X:.*]] :
// CHECK:         call @ascendrt_fail_with
// CHECK:         call @ascendrt_fail_with
// CHECK-NOT:     arith.cmpi ne
// CHECK:         call @relu_
func.func @main(%x: tensor<?x4xf32> {ascend.name = "x"},
                %y: tensor<?xf32> {ascend.name = "y", ascend.ranges = array<i64: 0, 8>}) -> (tensor<?x4xf32>, tensor<?xf32>)
    attributes {ascend.not_empty} {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = ascend.neg %y {node_name = "n"} : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?xf32>
}
