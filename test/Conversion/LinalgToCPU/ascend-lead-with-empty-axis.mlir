// RUN: ascend-opt %s --ascend-lead-with-empty-axis | FileCheck %s

// Calls follow their functions; other layouts and shapes stay.
// CHECK-LABEL: func.func @callee(%arg0: memref<0x1xf32>, %arg1: memref<0xi8>, %arg2: memref<3x4xf32>,
// CHECK-SAME: %arg3: memref<4x0xf32, strided<[1, 4]>>)
func.func @callee(%a: memref<4x0xf32>, %b: memref<0xi8>, %c: memref<3x4xf32>, %d: memref<4x0xf32, strided<[1, 4]>>) {
  return
}

// CHECK-LABEL: func.func @caller
func.func @caller(%a: memref<4x0xf32>, %b: memref<0xi8>, %c: memref<3x4xf32>, %d: memref<4x0xf32, strided<[1, 4]>>) {
  // CHECK: call @callee({{.*}}) : (memref<0x1xf32>, memref<0xi8>, memref<3x4xf32>, memref<4x0xf32, strided<[1, 4]>>) -> ()
  call @callee(%a, %b, %c, %d) : (memref<4x0xf32>, memref<0xi8>, memref<3x4xf32>, memref<4x0xf32, strided<[1, 4]>>) -> ()
  return
}
