// RUN: split-file %s %t
// RUN: ascend-opt %t/graph.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision keep-dtype=%t/keep.cfg report=%t/r.json" -o /dev/null
// RUN: FileCheck %s < %t/r.json

// A Cast that was merged away was decided like any op: it has its row, and the
// config line that names it was applied.
// CHECK: "name": "g"
// CHECK: "name": "r"
// CHECK: "name": "c"
// CHECK: "rule": "keep_dtype"
// CHECK: "casts": [],
// CHECK: "merged_casts": [
// CHECK: "value": "g:0"
// CHECK: "lossy": false
// CHECK: "text": "c",
// CHECK-NEXT: "status": "applied"

//--- keep.cfg
c

//--- graph.mlir
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %g = ascend.relu %x {node_name = "g"} : (tensor<4xf16>) -> tensor<4xf16>
  %c = ascend.ge_op "Cast"(%g) {node_name = "c"} : (tensor<4xf16>) -> tensor<4xf32>
  %r = ascend.ge_op "Relu"(%c) {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
