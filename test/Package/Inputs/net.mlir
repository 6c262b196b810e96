func.func @main(%x: tensor<2x3xf32> {ascend.name = "x"}) -> (tensor<2x3xf32> {ascend.name = "y"}) {
  %w = ascend.constant {node_name = "w"} dense<5.5> : tensor<3xf32>
  %y = ascend.add %x, %w {node_name = "a"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
