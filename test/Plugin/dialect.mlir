// An uninstrumented program cannot load it.
// UNSUPPORTED: sanitizers
//
// The stock mlir-opt takes the dialect from the plugin.
// RUN: %mlir-opt --load-dialect-plugin=%ascend_libs/AscendPlugin.so %s | FileCheck %s
// RUN: %mlir-opt --load-dialect-plugin=%ascend_libs/AscendPlugin.so --emit-bytecode %s | ascend-opt | FileCheck %s

// Without the plugin it does not know the ops.
// RUN: not %mlir-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: Dialect `ascend' not found for custom op 'ascend.mat_mul_v2'

// Stock passes and plugged-in ones run in one pipeline.
// RUN: %mlir-opt --load-dialect-plugin=%ascend_libs/AscendPlugin.so \
// RUN:   --load-pass-plugin=%ascend_libs/AscendPlugin.so --pass-pipeline="builtin.module(canonicalize,cse)" %s | FileCheck %s

// CHECK-LABEL: func @fc
func.func @fc(%x: tensor<8x4xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  // CHECK: ascend.mat_mul_v2 %{{.*}}, %{{.*}} {ge.transpose_x1 = true, impl_mode = #ascend.impl_mode<high_precision>, node_name = "fc"}
  %y = ascend.mat_mul_v2 %x, %w {ge.transpose_x1 = true, impl_mode = #ascend.impl_mode<high_precision>, node_name = "fc"}
         : (tensor<8x4xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}
