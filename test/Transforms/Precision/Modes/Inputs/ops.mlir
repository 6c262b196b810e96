// One graph for all modes: each file beside this folder says what one mode
// decides for it. Ops of the built-in stores; names as the checks call them.

// Origin float: cube and white, gray behind it, without a kernel, black, gray
// with two producers, 16-bit kernel only, float kernel only.
func.func @from_float(%x: tensor<4x4xf32>, %axes: tensor<1xi64>, %image: tensor<1x4x4x4xf32>, %shape: tensor<2xi64>) {
  %w = ascend.constant {node_name = "w"} dense<1.0> : tensor<4x4xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "matmul"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.relu %0 {node_name = "gray"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = ascend.reshape %0, %shape {node_name = "no_kernel"} : (tensor<4x4xf32>, tensor<2xi64>) -> tensor<2x8xf32>
  %3 = ascend.reduce_sum %1, %axes {ge.keep_dims = true, node_name = "black"} : (tensor<4x4xf32>, tensor<1xi64>) -> tensor<4x1xf32>
  %4 = ascend.add %3, %1 {node_name = "black_first"} : (tensor<4x1xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = ascend.add %w, %1 {node_name = "const_first"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = ascend.ge_op "AvgPool"(%image) {node_name = "half_only"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  %7 = ascend.ge_op "GridSampler2D"(%image, %image) {node_name = "float_only"} : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// Origin float16. The user's Cast keeps its dtypes; what follows may look
// through it.
func.func @from_half(%x: tensor<4x4xf16>, %image: tensor<1x4x4x4xf16>) {
  %0 = ascend.mat_mul_v2 %x, %x {node_name = "half_matmul"} : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  %1 = ascend.cast %0 {node_name = "cast", origin = #ascend.cast_origin<user>} : (tensor<4x4xf16>) -> tensor<4x4xf32>
  %2 = ascend.relu %1 {node_name = "behind_cast"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = ascend.ge_op "GridSampler2D"(%image, %image) {node_name = "half_to_float"} : (tensor<1x4x4x4xf16>, tensor<1x4x4x4xf16>) -> tensor<1x4x4x4xf16>
  return
}

// Origin bfloat16, and integers.
func.func @from_bfloat(%x: tensor<4x4xbf16>, %image: tensor<1x4x4x4xbf16>, %i: tensor<4xi32>) {
  %0 = ascend.mat_mul_v2 %x, %x {node_name = "bfloat_matmul"} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %1 = ascend.relu %0 {node_name = "bfloat_gray"} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %2 = ascend.ge_op "Log"(%1) {node_name = "bfloat_black"} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %3 = ascend.relu %i {node_name = "integer"} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// keep.cfg names `kept` and `kept_pool`, customize.cfg `custom` and
// `custom_pool`.
func.func @configured(%x: tensor<4x4xf32>, %image: tensor<1x4x4x4xf32>) {
  %0 = ascend.mat_mul_v2 %x, %x {node_name = "kept"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.ge_op "AvgPool"(%image) {node_name = "kept_pool"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  %2 = ascend.mat_mul_v2 %x, %x {node_name = "custom"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = ascend.ge_op "AvgPool"(%image) {node_name = "custom_pool"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  return
}

// Gelu: gray in the built-in stores, white in ascend950.json; never a cube op.
func.func @white(%x: tensor<4x4xf32>) {
  %0 = ascend.ge_op "Gelu"(%x) {node_name = "vector"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.add %0, %x {node_name = "behind_vector"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
