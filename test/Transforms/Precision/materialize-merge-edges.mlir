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

// A float holds the integers of as many bits as it has digits: eight of bfloat16 are those of uint8, not of int16.
// What hif8 holds, each wider float holds, and no integer.
// CHECK: ascend.merged_casts = [{lossy = false,{{.*}}int8 to bfloat16 and back{{.*}}}, {lossy = false,{{.*}}uint8 to bfloat16 and back{{.*}}}, {lossy = true,{{.*}}int16 to float16 and back{{.*}}}, {lossy = false,{{.*}}int16 to float and back{{.*}}}, {lossy = true,{{.*}}int32 to float and back{{.*}}}, {lossy = false,{{.*}}int32 to double and back{{.*}}}, {lossy = true,{{.*}}int64 to double and back{{.*}}}, {lossy = false,{{.*}}hifloat8 to float16 and back{{.*}}}, {lossy = true,{{.*}}hifloat8 to int16 and back{{.*}}
// CHECK-LABEL: func @digits
func.func @digits(%a0: tensor<4xi8>, %a1: tensor<4xui8>, %a2: tensor<4xi16>, %a3: tensor<4xi16>, %a4: tensor<4xi32>, %a5: tensor<4xi32>, %a6: tensor<4xi64>, %a7: tensor<4x!ascend.hif8>, %a8: tensor<4x!ascend.hif8>) -> (tensor<4xi8>, tensor<4xui8>, tensor<4xi16>, tensor<4xi16>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4x!ascend.hif8>, tensor<4x!ascend.hif8>) {
  %b0 = ascend.cast %a0 {node_name = "b0", origin = #ascend.cast_origin<inserted>} : (tensor<4xi8>) -> tensor<4xbf16>
  %c0 = ascend.cast %b0 {node_name = "c0", origin = #ascend.cast_origin<inserted>} : (tensor<4xbf16>) -> tensor<4xi8>
  %b1 = ascend.cast %a1 {node_name = "b1", origin = #ascend.cast_origin<inserted>} : (tensor<4xui8>) -> tensor<4xbf16>
  %c1 = ascend.cast %b1 {node_name = "c1", origin = #ascend.cast_origin<inserted>} : (tensor<4xbf16>) -> tensor<4xui8>
  %b2 = ascend.cast %a2 {node_name = "b2", origin = #ascend.cast_origin<inserted>} : (tensor<4xi16>) -> tensor<4xf16>
  %c2 = ascend.cast %b2 {node_name = "c2", origin = #ascend.cast_origin<inserted>} : (tensor<4xf16>) -> tensor<4xi16>
  %b3 = ascend.cast %a3 {node_name = "b3", origin = #ascend.cast_origin<inserted>} : (tensor<4xi16>) -> tensor<4xf32>
  %c3 = ascend.cast %b3 {node_name = "c3", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xi16>
  %b4 = ascend.cast %a4 {node_name = "b4", origin = #ascend.cast_origin<inserted>} : (tensor<4xi32>) -> tensor<4xf32>
  %c4 = ascend.cast %b4 {node_name = "c4", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xi32>
  %b5 = ascend.cast %a5 {node_name = "b5", origin = #ascend.cast_origin<inserted>} : (tensor<4xi32>) -> tensor<4xf64>
  %c5 = ascend.cast %b5 {node_name = "c5", origin = #ascend.cast_origin<inserted>} : (tensor<4xf64>) -> tensor<4xi32>
  %b6 = ascend.cast %a6 {node_name = "b6", origin = #ascend.cast_origin<inserted>} : (tensor<4xi64>) -> tensor<4xf64>
  %c6 = ascend.cast %b6 {node_name = "c6", origin = #ascend.cast_origin<inserted>} : (tensor<4xf64>) -> tensor<4xi64>
  %b7 = ascend.cast %a7 {node_name = "b7", origin = #ascend.cast_origin<inserted>} : (tensor<4x!ascend.hif8>) -> tensor<4xf16>
  %c7 = ascend.cast %b7 {node_name = "c7", origin = #ascend.cast_origin<inserted>} : (tensor<4xf16>) -> tensor<4x!ascend.hif8>
  %b8 = ascend.cast %a8 {node_name = "b8", origin = #ascend.cast_origin<inserted>} : (tensor<4x!ascend.hif8>) -> tensor<4xi16>
  %c8 = ascend.cast %b8 {node_name = "c8", origin = #ascend.cast_origin<inserted>} : (tensor<4xi16>) -> tensor<4x!ascend.hif8>
  // CHECK: return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8
  return %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8 : tensor<4xi8>, tensor<4xui8>, tensor<4xi16>, tensor<4xi16>, tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, tensor<4x!ascend.hif8>, tensor<4x!ascend.hif8>
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
