// The compiler checks each kernel that it lowers.
// RUN: not ascend-opt %s --ascend-kernels-pipeline 2>&1 | FileCheck %s

// CHECK: verified.mlir:[[#@LINE+2]]:8: error: 'math.tanh' op is none of the ops of a kernel (VerifyKernel.cpp)
func.func @k(%x: f32) -> f32 attributes {ascend.kernel} {
  %0 = math.tanh %x : f32
  return %0 : f32
}
