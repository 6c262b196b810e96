// The graph of most tests here: one op, `r`, with float data.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
