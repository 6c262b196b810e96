// What is just merged, just not, and what is said of it.
// RUN: split-file %s %t
// DEFINE: %{decide} = --split-input-file --ascend-precision-pipeline="precision-mode=must_keep_origin_dtype"
// RUN: ascend-opt %t/merged.mlir %{decide} | FileCheck %t/merged.mlir
// RUN: ascend-opt %t/stays.mlir --split-input-file --ascend-precision-pipeline="precision-mode=must_keep_origin_dtype customize-dtypes=%t/c.cfg" | FileCheck %t/stays.mlir

// A pair that begins a hundred casts before an op goes, one cast more and it
// stays.
// RUN: %python %S/Inputs/cast_chain.py 100 | ascend-opt %{decide} | FileCheck %t/merged.mlir --check-prefix=LONG
// RUN: %python %S/Inputs/cast_chain.py 101 | ascend-opt %{decide} | FileCheck %t/stays.mlir --check-prefix=LONGER
// LONG and LONGER stand in the two files.

//--- c.cfg
custom:InputDtype:float,OutputDtype:float
//--- merged.mlir
// LONG: merged_casts = [{{.*}}the casts 'c1' and 'c2' undo each other

// Each merge tells of the casts that went with it.
// CHECK: ascend.merged_casts = [{lossy = false, removed = [{node_name = "c"{{[^]]*}}}, {node_name = "b"{{[^]]*}}}], value = "arg0"{{.*}}}, {lossy = false, removed = [{node_name = "f"{{[^]]*}}}, {node_name = "e"{{[^]]*}}}], value = "arg1"
// CHECK-LABEL: func @two
func.func @two(%x: tensor<4xf16>, %y: tensor<4xbf16>) {
  %b = ascend.cast %x {node_name = "b"} : (tensor<4xf16>) -> tensor<4xf32>
  %c = ascend.cast %b {node_name = "c"} : (tensor<4xf32>) -> tensor<4xf16>
  %e = ascend.cast %y {node_name = "e"} : (tensor<4xbf16>) -> tensor<4xf32>
  %f = ascend.cast %e {node_name = "f"} : (tensor<4xf32>) -> tensor<4xbf16>
  // CHECK: ascend.relu %arg0
  %r = ascend.relu %c {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
  // CHECK: ascend.relu %arg1
  %s = ascend.relu %f {node_name = "s"} : (tensor<4xbf16>) -> tensor<4xbf16>
  return
}

// -----

// Double is a float as well; what it holds is not lost in it.
// CHECK: ascend.merged_casts = [{lossy = true,{{.*}}double to float and back{{.*}}}, {lossy = false,{{.*}}float to double and back{{.*}}}, {lossy = false,{{.*}}float16 to double and back
// CHECK-LABEL: func @doubles
func.func @doubles(%d: tensor<4xf64>, %f: tensor<4xf32>, %h: tensor<4xf16>) -> (tensor<4xf64>, tensor<4xf32>, tensor<4xf16>) {
  %0 = ascend.cast %d {node_name = "a"} : (tensor<4xf64>) -> tensor<4xf32>
  %1 = ascend.cast %0 {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf64>
  %2 = ascend.cast %f {node_name = "c"} : (tensor<4xf32>) -> tensor<4xf64>
  %3 = ascend.cast %2 {node_name = "d"} : (tensor<4xf64>) -> tensor<4xf32>
  %4 = ascend.cast %h {node_name = "e"} : (tensor<4xf16>) -> tensor<4xf64>
  %5 = ascend.cast %4 {node_name = "f"} : (tensor<4xf64>) -> tensor<4xf16>
  // CHECK: return %arg0, %arg1, %arg2
  return %1, %3, %5 : tensor<4xf64>, tensor<4xf32>, tensor<4xf16>
}

// -----

// Inserted casts of integers merge, too: what the inner dtype holds is not
// lost. A bool is 0 or 1, without a sign; int8 has one, which uint8 has not.
// CHECK: ascend.merged_casts = [{lossy = false,{{.*}}bool to uint8 and back{{.*}}}, {lossy = true,{{.*}}int8 to uint16 and back{{.*}}}, {lossy = false,{{.*}}uint8 to int16 and back{{.*}}}, {lossy = true,{{.*}}uint16 to int16 and back{{.*}}}, {lossy = true,{{.*}}float to int32 and back
// CHECK-LABEL: func @integers
func.func @integers(%b: tensor<4xi1>, %i: tensor<4xi8>, %u: tensor<4xui8>, %w: tensor<4xui16>, %f: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi8>, tensor<4xui8>, tensor<4xui16>, tensor<4xf32>) {
  %0 = ascend.cast %b {node_name = "a", origin = #ascend.cast_origin<inserted>} : (tensor<4xi1>) -> tensor<4xui8>
  %1 = ascend.cast %0 {node_name = "b", origin = #ascend.cast_origin<inserted>} : (tensor<4xui8>) -> tensor<4xi1>
  %2 = ascend.cast %i {node_name = "c", origin = #ascend.cast_origin<inserted>} : (tensor<4xi8>) -> tensor<4xui16>
  %3 = ascend.cast %2 {node_name = "d", origin = #ascend.cast_origin<inserted>} : (tensor<4xui16>) -> tensor<4xi8>
  %4 = ascend.cast %u {node_name = "e", origin = #ascend.cast_origin<inserted>} : (tensor<4xui8>) -> tensor<4xi16>
  %5 = ascend.cast %4 {node_name = "f", origin = #ascend.cast_origin<inserted>} : (tensor<4xi16>) -> tensor<4xui8>
  %6 = ascend.cast %w {node_name = "g", origin = #ascend.cast_origin<inserted>} : (tensor<4xui16>) -> tensor<4xi16>
  %7 = ascend.cast %6 {node_name = "h", origin = #ascend.cast_origin<inserted>} : (tensor<4xi16>) -> tensor<4xui16>
  %8 = ascend.cast %f {node_name = "i", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xi32>
  %9 = ascend.cast %8 {node_name = "j", origin = #ascend.cast_origin<inserted>} : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: return %arg0, %arg1, %arg2, %arg3, %arg4
  return %1, %3, %5, %7, %9 : tensor<4xi1>, tensor<4xi8>, tensor<4xui8>, tensor<4xui16>, tensor<4xf32>
}

// -----

// Two regions that now need the same cast share one in front of both.
// CHECK-LABEL: func @regions
func.func @regions(%x: tensor<4xf16>, %c: i1) {
  // CHECK: %[[R:.*]] = ascend.relu
  // CHECK-NEXT: %[[C:.*]] = ascend.cast %[[R]] {{.*}}<inserted>
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: ascend.exp %[[C]]
  // CHECK-NEXT: else
  // CHECK-NEXT: ascend.exp %[[C]]
  %r = ascend.relu %x {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
  scf.if %c {
    %0 = ascend.cast %r {node_name = "a", origin = #ascend.cast_origin<inserted>} : (tensor<4xf16>) -> tensor<4xf32>
    %1 = ascend.exp %0 {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  } else {
    %0 = ascend.cast %r {node_name = "b", origin = #ascend.cast_origin<inserted>} : (tensor<4xf16>) -> tensor<4xf32>
    %1 = ascend.exp %0 {node_name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
  }
  return
}

//--- stays.mlir
// LONGER-NOT: merged_casts

// A node that is to be dumped may be the second of the two.
// CHECK-NOT: merged_casts
// CHECK-LABEL: func @dumpable
func.func @dumpable(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-COUNT-2: ascend.cast
  %a = ascend.cast %x {node_name = "a"} : (tensor<4xf16>) -> tensor<4xf32>
  %b = ascend.cast %a {node_name = "b", ge._dump_able = true} : (tensor<4xf32>) -> tensor<4xf16>
  return %b : tensor<4xf16>
}

// -----

// An inserted cast and its inverse of the model convert no floats: they stay.
// CHECK-NOT: merged_casts
// CHECK-LABEL: func @one_is_the_models
func.func @one_is_the_models(%x: tensor<4xi32>) -> tensor<4xf32> {
  // CHECK: ascend.relu
  // CHECK: ascend.cast {{.*}}<inserted>
  // CHECK: ascend.cast {{.*}}node_name = "c"
  %0 = ascend.relu %x {node_name = "custom"} : (tensor<4xi32>) -> tensor<4xi32>
  %1 = ascend.cast %0 {node_name = "c"} : (tensor<4xi32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
