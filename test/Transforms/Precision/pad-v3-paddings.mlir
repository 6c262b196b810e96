// PadV3 runs on the AI Core with paddings of int64 too, as in models that ATC compiled.
// RUN: ascend-atc --model=%s --soc_version=Ascend310P3 --precision_mode=force_fp16 --report=%t.txt && FileCheck %s < %t.txt
// RUN: ascend-atc --model=%s --soc_version=Ascend910B1 --precision_mode=force_fp16 --report=%t.txt && FileCheck %s < %t.txt
// RUN: ascend-atc --model=%s --soc_version=Ascend910A --precision_mode=force_fp16 --report=%t.txt && FileCheck %s < %t.txt
// CHECK: wide {{ *}}PadV3 {{ *}}aicore f16,i64,f16>f16 {{ *}}force_fp16
// CHECK: narrow {{ *}}PadV3 {{ *}}aicore f16,i32,f16>f16 {{ *}}force_fp16
func.func @main(%x: tensor<1x2x4x4xf32>, %p: tensor<8xi64>, %q: tensor<8xi32>, %v: tensor<f32>) -> (tensor<1x2x?x?xf32>, tensor<1x2x?x?xf32>) {
  %0 = ascend.pad_v3 %x, %p, %v {node_name = "wide"} : (tensor<1x2x4x4xf32>, tensor<8xi64>, tensor<f32>) -> tensor<1x2x?x?xf32>
  %1 = ascend.pad_v3 %x, %q, %v {node_name = "narrow"} : (tensor<1x2x4x4xf32>, tensor<8xi32>, tensor<f32>) -> tensor<1x2x?x?xf32>
  return %0, %1 : tensor<1x2x?x?xf32>, tensor<1x2x?x?xf32>
}
