// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=must_keep_origin_dtype" | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=force_fp16" | FileCheck %s --check-prefixes=CHECK,FP16
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=force_fp32" | FileCheck %s --check-prefixes=CHECK,FP32
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=allow_fp32_to_fp16" | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=allow_fp32_to_bf16" | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=allow_mix_precision" | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=allow_mix_precision_bf16" | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode-v2=mixed_hif8 soc=Ascend950" | FileCheck %s --check-prefixes=CHECK,KEEP

// A model that is typed in 16-bit floats already.
// CHECK-LABEL: func @half
// CHECK-SAME: -> tensor<4xf16>
// CHECK: node_name = "h"
// KEEP-SAME: <(f16) -> (f16), origin = (f16) -> (f16)
// FP16-SAME: <(f16) -> (f16), origin = (f16) -> (f16)
// FP32-SAME: <(f32) -> (f32), origin = (f16) -> (f16)
func.func @half(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = ascend.relu %x {node_name = "h"} : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: func @brain
// CHECK-SAME: -> tensor<4xbf16>
// CHECK: node_name = "b"
// KEEP-SAME: <(bf16) -> (bf16), origin = (bf16) -> (bf16)
// FP16-SAME: <(f16) -> (f16), origin = (bf16) -> (bf16)
// FP32-SAME: <(f32) -> (f32), origin = (bf16) -> (bf16)
func.func @brain(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = ascend.relu %x {node_name = "b"} : (tensor<4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
