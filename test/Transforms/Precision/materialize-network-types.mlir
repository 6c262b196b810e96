// RUN: ascend-opt %s --ascend-precision-pipeline="precision-mode=allow_mix_precision input-fp16-nodes=x output-type=a:0:FP16;x:0:INT8" --ascend-verify-precision | FileCheck %s
// RUN: ascend-opt %s --ascend-precision-pipeline="output-type=FP16" | FileCheck %s --check-prefix=ALL
// RUN: ascend-opt %s --ascend-precision-pipeline="input-fp16-nodes=x" --ascend-precision-pipeline="input-fp16-nodes=x" | FileCheck %s --check-prefix=TWICE

// An input in fp16 is what its gray users follow, a wish for an output is one
// cast or none, and an output without a wish keeps the model's dtype.
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf16> {ascend.name = "x"}, %[[Y:.*]]: tensor<4xf32> {ascend.name = "y"})
// CHECK-SAME: -> (tensor<4xf16>, tensor<4xf32>, tensor<4xi8>)
// CHECK: %[[I8:.*]] = ascend.cast %[[X]] {{.*}}<boundary>} : (tensor<4xf16>) -> tensor<4xi8>
// CHECK: %[[R:.*]] = ascend.relu %[[X]] {{.*}}<(f16) -> (f16), origin = (f32) -> (f32)
// CHECK: %[[R32:.*]] = ascend.cast %[[R]] {{.*}}<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
// CHECK: %[[A:.*]] = ascend.add %[[R]], %{{.*}} -> tensor<4xf16>
// CHECK: return %[[A]], %[[R32]], %[[I8]]

// ALL-LABEL: func @main
// ALL-SAME: (%{{.*}}: tensor<4xf32> {ascend.name = "x"}, %{{.*}}: tensor<4xf32> {ascend.name = "y"}) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>)

// TWICE-LABEL: func @main
// TWICE-SAME: (%{{.*}}: tensor<4xf16> {ascend.name = "x"}, %{{.*}}: tensor<4xf32> {ascend.name = "y"}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @main(%x: tensor<4xf32> {ascend.name = "x"}, %y: tensor<4xf32> {ascend.name = "y"}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = ascend.add %0, %y {node_name = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %0, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
