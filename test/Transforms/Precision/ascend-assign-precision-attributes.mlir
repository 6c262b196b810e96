// What stands on the ops themselves and in modify_mixlist, and what becomes of
// it.
// RUN: split-file %s %t
// RUN: ascend-opt %t/keep.mlir --ascend-precision-pipeline | FileCheck %t/keep.mlir
// RUN: ascend-opt %t/casts.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision merge-casts=never" | FileCheck %t/casts.mlir
// RUN: ascend-opt %t/casts.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision merge-casts=never modify-mixlist=%t/m.json" 2>&1 | FileCheck %t/casts.mlir --check-prefixes=LISTED
// RUN: ascend-opt %t/white.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision_bf16 modify-mixlist=%t/m.json" 2>&1 | FileCheck %t/white.mlir --implicit-check-not="16-bit kernel"

//--- m.json
{"black-list": {"to-add": ["Cast"]}, "white-list": {"to-add": ["Relu"]}}

//--- keep.mlir
// GE's attribute is a bool or the integer 1.
// CHECK-LABEL: func @keep
func.func @keep(%x: tensor<4xf32>) {
  // CHECK: <(f32) -> (f32), {{.*}}rule = keep_dtype, source = "builtin"
  %0 = ascend.relu %x {node_name = "a", ge.keep_dtype = true} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: <(f32) -> (f32), {{.*}}rule = keep_dtype
  %1 = ascend.relu %x {node_name = "b", ge.keep_dtype = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: <(f16) -> (f16), {{.*}}rule = force_fp16
  %2 = ascend.relu %x {node_name = "c", ge.keep_dtype = 2 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: <(f16) -> (f16), {{.*}}rule = force_fp16
  %3 = ascend.relu %x {node_name = "d", ge.keep_dtype = false} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// A cube op accumulates integers in int32.
// CHECK-LABEL: func @accumulates
func.func @accumulates(%x: tensor<4x4xi8>, %y: tensor<4x4xf32>) {
  // CHECK: unit = cube, accumulate = i32
  %0 = ascend.ge_op "MatMulV2"(%x, %x) {node_name = "i"} : (tensor<4x4xi8>, tensor<4x4xi8>) -> tensor<4x4xi32>
  // CHECK: unit = cube, accumulate = f32
  %1 = ascend.ge_op "MatMulV2"(%y, %y) {node_name = "f"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

//--- casts.mlir
// Ops look through a Cast from float16 into another float, but not through one
// from bfloat16, nor where Cast itself is on the black list.
// CHECK-LABEL: func @through
// LISTED-LABEL: func @through
func.func @through(%h: tensor<2xf16>, %b: tensor<2xbf16>) {
  %0 = ascend.cast %h {node_name = "f16"} : (tensor<2xf16>) -> tensor<2xf32>
  // CHECK: "Reshape"{{.*}}<(f16) -> (f16)
  // LISTED: "Reshape"{{.*}}<(f32) -> (f32)
  %1 = ascend.ge_op "Reshape"(%0) {node_name = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = ascend.cast %h {node_name = "f16b"} : (tensor<2xf16>) -> tensor<2xbf16>
  // CHECK: "Reshape"{{.*}}<(f16) -> (f16)
  // LISTED: "Reshape"{{.*}}<(bf16) -> (bf16)
  %3 = ascend.ge_op "Reshape"(%2) {node_name = "b"} : (tensor<2xbf16>) -> tensor<2xbf16>
  %4 = ascend.cast %b {node_name = "bf16"} : (tensor<2xbf16>) -> tensor<2xf32>
  // CHECK: "Reshape"{{.*}}<(f32) -> (f32)
  // LISTED: "Reshape"{{.*}}<(f32) -> (f32)
  %5 = ascend.ge_op "Reshape"(%4) {node_name = "c"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

//--- white.mlir
// A kernel for bfloat16 is one for 16 bits; an op without a float names its
// list's line, too.
// CHECK-LABEL: func @white
func.func @white(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // CHECK: <(bf16) -> (bf16), {{.*}}rule = white_lowers, source = "{{.*}}m.json:1"
  %0 = ascend.relu %x {node_name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: <(i32) -> (i32), {{.*}}rule = white_keeps_non_float, source = "{{.*}}m.json:1"
  %1 = ascend.relu %i {node_name = "i"} : (tensor<4xi32>) -> tensor<4xi32>
  return
}
