// Which function, value and result the wishes for the network's types are for.
// RUN: split-file %s %t
// DEFINE: %{options} = unset
// DEFINE: %{decide} = ascend-opt %t/net.mlir --ascend-precision-pipeline="%{options}"
// DEFINE: %{check} = 2>&1 | FileCheck %t/net.mlir --check-prefix
// REDEFINE: %{options} = output-type=FP16
// RUN: %{decide} %{check}=ALL
// REDEFINE: %{options} = output-type=inner:0:FP16
// RUN: not %{decide} %{check}=INNER
// REDEFINE: %{options} = input-fp16-nodes=flag
// RUN: not %{decide} %{check}=FLAG
// Attributes of a file that nobody decided are no types.
// RUN: ascend-opt %t/attributes.mlir --ascend-precision-pipeline="precision-mode=allow_mix_precision" | FileCheck %t/attributes.mlir

//--- net.mlir
// A function without a body is none, and a result that is no tensor stays.
func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
// ALL-LABEL: func @net
// ALL-SAME: -> (tensor<4xf16>, i1)
// ALL: return %{{.*}}, %{{.*}} : tensor<4xf16>, i1
func.func @net(%x: tensor<4xf32>, %flag: i1 {ascend.name = "flag"}) -> (tensor<4xf32>, i1) {
  %0 = scf.if %flag -> tensor<4xf32> {
    %1 = ascend.relu %x {node_name = "inner"} : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0, %flag : tensor<4xf32>, i1
}
// What a region yields is no output of the network.
// INNER: error: [E10001] Value inner:0 for parameter output_type is invalid.
// INNER: note: the network's outputs are: scf.if:0, flag:0
// FLAG: error: [E10016] Op name flag specified in --input_fp16_nodes is not found

//--- attributes.mlir
// CHECK-LABEL: func @tensor
// CHECK-SAME: (%{{.*}}: tensor<4xf32>)
func.func @tensor(%x: tensor<4xf32> {ascend.decided_type = tensor<4xf16>}) {
  // CHECK-NEXT: ascend.relu
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// Only the first block's arguments are the function's, and have its names.
// CHECK-LABEL: func @blocks
// CHECK-SAME: (%[[X:.*]]: tensor<4x4xf16> {ascend.name = "x"})
func.func @blocks(%x: tensor<4x4xf32> {ascend.decided_type = f16, ascend.name = "x"}) {
  // CHECK: cf.br ^bb1(%{{.*}} : tensor<4x4xf32>)
  cf.br ^bb1(%x : tensor<4x4xf32>)
// CHECK: ^bb1(%{{.*}}: tensor<4x4xf32>):
^bb1(%y: tensor<4x4xf32>):
  // CHECK: ascend.cast {{.*}}node_name = "arg0/Cast_float16"
  // CHECK: ascend.relu {{.*}}<(f32) -> (f32)
  %0 = ascend.relu %y {node_name = "r"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.mat_mul_v2 %y, %y {node_name = "m"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
