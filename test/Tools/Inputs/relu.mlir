func.func @main(%x: tensor<16x8xf32> {ascend.name = "in"}) -> (tensor<16x8xf32> {ascend.name = "out"}) {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %c = ascend.constant {node_name = "w"} dense<6.0e4> : tensor<f32>
  %1 = ascend.mul %0, %c {node_name = "m"} : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %2 = ascend.mul %1, %c {node_name = "big"} : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
