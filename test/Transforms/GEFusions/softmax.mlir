// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s --check-prefix=DEFAULT
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/softmax-on.json" | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="soc=Ascend910A fusion-switch-file=%S/Inputs/softmax-on.json" | FileCheck %s --check-prefix=DEFAULT

// The pass is off by default, and 910A lacks it.
// DEFAULT-NOT: ascend.softmax_v2

// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %axes = ascend.constant {node_name = "axes"} dense<-1> : tensor<1xi32>
  %0 = ascend.reduce_max %x, %axes {ge.keep_dims = true, node_name = "max"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  %1 = ascend.sub %x, %0 {node_name = "sub"} : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  %2 = ascend.exp %1 {node_name = "exp"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = ascend.reduce_sum %2, %axes {ge.keep_dims = true, node_name = "sum"} : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<4x1xf32>
  // CHECK: ascend.softmax_v2 %arg0 {ascend.fused_members = {{\[\[}}"max", "ReduceMax"], ["sub", "Sub"], ["exp", "Exp"], ["sum", "ReduceSum"], ["div", "RealDiv"]], ge.axes = array<i64: -1>
  %4 = ascend.real_div %2, %3 {node_name = "div"} : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  // CHECK-NEXT: return
  return %4 : tensor<4x5xf32>
}

// Other axes in the sum; axes that are not kept; a second user.
// CHECK-LABEL: func @stays
// CHECK-NOT: ascend.softmax_v2
func.func @stays(%x: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x1xf32>) {
  %one = ascend.constant {node_name = "one"} dense<1> : tensor<1xi32>
  %zero = ascend.constant {node_name = "zero"} dense<0> : tensor<1xi32>
  %0 = ascend.reduce_max %x, %one {ge.keep_dims = true, node_name = "a.max"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5x1xf32>
  %1 = ascend.sub %x, %0 {node_name = "a.sub"} : (tensor<5x5xf32>, tensor<5x1xf32>) -> tensor<5x5xf32>
  %2 = ascend.exp %1 {node_name = "a.exp"} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %3 = ascend.reduce_sum %2, %zero {ge.keep_dims = true, node_name = "a.sum"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<1x5xf32>
  %4 = ascend.real_div %2, %3 {node_name = "a.div"} : (tensor<5x5xf32>, tensor<1x5xf32>) -> tensor<5x5xf32>
  %5 = ascend.reduce_max %x, %zero {node_name = "b.max"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5xf32>
  %6 = ascend.sub %x, %5 {node_name = "b.sub"} : (tensor<5x5xf32>, tensor<5xf32>) -> tensor<5x5xf32>
  %7 = ascend.exp %6 {node_name = "b.exp"} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %8 = ascend.reduce_sum %7, %zero {node_name = "b.sum"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5xf32>
  %9 = ascend.real_div %7, %8 {node_name = "b.div"} : (tensor<5x5xf32>, tensor<5xf32>) -> tensor<5x5xf32>
  %10 = ascend.reduce_max %x, %one {ge.keep_dims = true, node_name = "c.max"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5x1xf32>
  %11 = ascend.sub %x, %10 {node_name = "c.sub"} : (tensor<5x5xf32>, tensor<5x1xf32>) -> tensor<5x5xf32>
  %12 = ascend.exp %11 {node_name = "c.exp"} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %13 = ascend.reduce_sum %12, %one {ge.keep_dims = true, node_name = "c.sum"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5x1xf32>
  %14 = ascend.real_div %12, %13 {node_name = "c.div"} : (tensor<5x5xf32>, tensor<5x1xf32>) -> tensor<5x5xf32>
  return %4, %9, %14, %13 : tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x1xf32>
}

// Only one of the two reductions keeps its axis: on a square the other runs along rows.
// CHECK-LABEL: func @half_kept
// CHECK-NOT: ascend.softmax_v2
func.func @half_kept(%x: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %one = ascend.constant {node_name = "one"} dense<1> : tensor<1xi32>
  %0 = ascend.reduce_max %x, %one {node_name = "a.max"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5xf32>
  %1 = ascend.sub %x, %0 {node_name = "a.sub"} : (tensor<5x5xf32>, tensor<5xf32>) -> tensor<5x5xf32>
  %2 = ascend.exp %1 {node_name = "a.exp"} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %3 = ascend.reduce_sum %2, %one {ge.keep_dims = true, node_name = "a.sum"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5x1xf32>
  %4 = ascend.real_div %2, %3 {node_name = "a.div"} : (tensor<5x5xf32>, tensor<5x1xf32>) -> tensor<5x5xf32>
  %5 = ascend.reduce_max %x, %one {ge.keep_dims = true, node_name = "b.max"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5x1xf32>
  %6 = ascend.sub %x, %5 {node_name = "b.sub"} : (tensor<5x5xf32>, tensor<5x1xf32>) -> tensor<5x5xf32>
  %7 = ascend.exp %6 {node_name = "b.exp"} : (tensor<5x5xf32>) -> tensor<5x5xf32>
  %8 = ascend.reduce_sum %7, %one {node_name = "b.sum"} : (tensor<5x5xf32>, tensor<1xi32>) -> tensor<5xf32>
  %9 = ascend.real_div %7, %8 {node_name = "b.div"} : (tensor<5x5xf32>, tensor<5xf32>) -> tensor<5x5xf32>
  return %4, %9 : tensor<5x5xf32>, tensor<5x5xf32>
}
