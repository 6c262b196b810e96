func.func @main(%x: tensor<4xf32> {ascend.name = "x"}) -> (tensor<4xf32> {ascend.name = "y"}) {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
