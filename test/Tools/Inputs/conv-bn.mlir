func.func @main(%x: tensor<1x2x6x6xf32> {ascend.name = "x"}) -> (tensor<1x3x6x6xf32> {ascend.name = "y"}) {
  %w = ascend.constant {node_name = "w"} dense<[[[[1.0]], [[2.0]]], [[[-1.0]], [[0.5]]], [[[3.0]], [[0.25]]]]> : tensor<3x2x1x1xf32>
  %b = ascend.constant {node_name = "b"} dense<[1.0, -1.0, 0.5]> : tensor<3xf32>
  %scale = ascend.constant {node_name = "scale"} dense<[2.0, 0.5, 1.0]> : tensor<3xf32>
  %offset = ascend.constant {node_name = "offset"} dense<[0.0, 1.0, -1.0]> : tensor<3xf32>
  %mean = ascend.constant {node_name = "mean"} dense<[0.5, 0.25, 2.0]> : tensor<3xf32>
  %variance = ascend.constant {node_name = "variance"} dense<[1.0, 4.0, 0.5]> : tensor<3xf32>
  %0 = ascend.conv2d %x, %w, %b {node_name = "conv"} : (tensor<1x2x6x6xf32>, tensor<3x2x1x1xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  %1:3 = ascend.ge_op "BatchNorm"(%0, %scale, %offset, %mean, %variance) {ge.epsilon = 1.0e-3 : f32, ge.is_training = false, node_name = "bn"} : (tensor<1x3x6x6xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<1x3x6x6xf32>, tensor<3xf32>, tensor<3xf32>)
  return %1#0 : tensor<1x3x6x6xf32>
}
