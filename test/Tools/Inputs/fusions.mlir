func.func @main(%x: tensor<8x16xf32> {ascend.name = "x"}, %w: tensor<16x12xf32> {ascend.name = "w"}) -> (tensor<8x12xf32> {ascend.name = "y"}, tensor<12x8xf32> {ascend.name = "z"}) {
  %axes = ascend.constant {node_name = "axes"} dense<1> : tensor<1xi32>
  %perm = ascend.constant {node_name = "perm"} dense<[1, 0]> : tensor<2xi64>
  %bias = ascend.constant {node_name = "bias"} dense<0.25> : tensor<12xf32>
  %three = ascend.constant {node_name = "three"} dense<3.0> : tensor<f32>
  %i = ascend.identity %x {node_name = "same"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = ascend.batch_mat_mul_v2 %i, %w {node_name = "fc"} : (tensor<8x16xf32>, tensor<16x12xf32>) -> tensor<8x12xf32>
  %1 = ascend.add %0, %bias {node_name = "add"} : (tensor<8x12xf32>, tensor<12xf32>) -> tensor<8x12xf32>
  %2 = ascend.real_div %1, %three {node_name = "third"} : (tensor<8x12xf32>, tensor<f32>) -> tensor<8x12xf32>
  %3 = ascend.reduce_max %2, %axes {ge.keep_dims = true, node_name = "max"} : (tensor<8x12xf32>, tensor<1xi32>) -> tensor<8x1xf32>
  %4 = ascend.sub %2, %3 {node_name = "sub"} : (tensor<8x12xf32>, tensor<8x1xf32>) -> tensor<8x12xf32>
  %5 = ascend.exp %4 {node_name = "exp"} : (tensor<8x12xf32>) -> tensor<8x12xf32>
  %6 = ascend.reduce_sum %5, %axes {ge.keep_dims = true, node_name = "sum"} : (tensor<8x12xf32>, tensor<1xi32>) -> tensor<8x1xf32>
  %7 = ascend.real_div %5, %6 {node_name = "softmax"} : (tensor<8x12xf32>, tensor<8x1xf32>) -> tensor<8x12xf32>
  %8 = ascend.transpose %2, %perm {node_name = "turn"} : (tensor<8x12xf32>, tensor<2xi64>) -> tensor<12x8xf32>
  return %7, %8 : tensor<8x12xf32>, tensor<12x8xf32>
}
