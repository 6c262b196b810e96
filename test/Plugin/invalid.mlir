// An uninstrumented program cannot load it.
// UNSUPPORTED: sanitizers
//
// The verifiers come with the dialect.
// RUN: not %mlir-opt --load-dialect-plugin=%ascend_libs/AscendPlugin.so %s 2>&1 | FileCheck %s

func.func @shapes(%x: tensor<4xf32>) -> tensor<5xf32> {
  // CHECK: 'ascend.relu' op result 0 has shape [5], the operands give [4]
  %y = ascend.relu %x : (tensor<4xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}
