// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=must_keep_origin_dtype" | FileCheck %s

// A cast outside and its inverse inside a region meet; what a region yields is
// a boundary, and there is nothing to merge over it.
// CHECK: ascend.merged_casts = [{lossy = false, removed = [{node_name = "b"
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf16>, %c: i1) -> tensor<4xf16> {
  // CHECK-NEXT: %[[A:.*]] = ascend.cast %arg0 {node_name = "a"
  %a = ascend.cast %x {node_name = "a"} : (tensor<4xf16>) -> tensor<4xf32>
  // CHECK-NEXT: %[[IF:.*]] = scf.if
  %0 = scf.if %c -> tensor<4xf32> {
    // CHECK-NEXT: ascend.relu %arg0
    // CHECK: scf.yield %[[A]]
    %b = ascend.cast %a {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf16>
    %r = ascend.relu %b {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
    ascend.ge_op "If"(%r) {node_name = "use"} : (tensor<4xf16>) -> ()
    scf.yield %a : tensor<4xf32>
  } else {
    // CHECK: else
    // CHECK-NEXT: scf.yield %[[A]]
    scf.yield %a : tensor<4xf32>
  }
  // CHECK: ascend.cast %[[IF]] {node_name = "d"
  %d = ascend.cast %0 {node_name = "d"} : (tensor<4xf32>) -> tensor<4xf16>
  return %d : tensor<4xf16>
}
