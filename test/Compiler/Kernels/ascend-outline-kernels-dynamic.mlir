// RUN: ascend-opt %s --ascend-outline-kernels --split-input-file | FileCheck %s
// RUN: ascend-opt %s --ascend-outline-kernels=fuse=true --split-input-file | FileCheck %s --check-prefix=FUSE

// Sizes that are the same are one argument, here and in the kernel; a result of
// dynamic shape has the buffer that the runtime gives.
// CHECK-LABEL: func @main(%arg0: !llvm.ptr, %arg1: tensor<?x4xf32>
// CHECK-SAME: %arg2: tensor<?x4xf32> {ascend.name = "y"})
// CHECK-NOT: ->
// CHECK: %[[N:.*]] = tensor.dim %arg1
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
// CHECK: %[[R:.*]] = call @relu_{{.*}}(%arg0, %arg1, %[[E]], %[[N]])
// CHECK: %[[E2:.*]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
// CHECK: %[[O:.*]] = call @ascend.output.0(%arg0, %[[N]]) : (!llvm.ptr, index) -> memref<?x4xf32>
// CHECK: %[[Y:.*]] = call @abs_{{.*}}(%arg0, %[[R]], %[[E2]], %[[N]])
// CHECK: bufferization.materialize_in_destination %[[Y]] in restrict writable %[[O]]
// CHECK: return
// CHECK: func private @relu_{{.*}}(%arg0: !llvm.ptr, %arg1: tensor<?x4xf32> {ascend.sizes = array<i64: 3, -1>, {{.*}}}, %arg2: tensor<?x4xf32> {ascend.sizes = array<i64: 3, -1>}, %arg3: index)
// FUSE-LABEL: func @main
// FUSE: call @fused_{{.*}}(%arg0, %arg1, %{{.*}}, %{{.*}})
func.func @main(%x: tensor<?x4xf32> {ascend.name = "x"}) -> (tensor<?x4xf32> {ascend.name = "y"}) {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = ascend.abs %0 {node_name = "a"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// Operands that have to fit are checked, and what may broadcast is not fused.
// CHECK-LABEL: func @main
// CHECK-DAG: %[[A:.*]] = tensor.dim %arg1
// CHECK-DAG: %[[B:.*]] = tensor.dim %arg2
// CHECK: %[[IS1:.*]] = arith.cmpi eq, %[[A]], %c1
// CHECK: ascend.require %{{.*}}, "Add 'n': operands do not broadcast: extent {} against {} at axis 0"(%[[A]], %[[B]])
// CHECK: %[[R:.*]] = arith.select %[[IS1]], %[[B]], %[[A]]
// CHECK: tensor.empty(%[[R]])
// CHECK: call @add_{{.*}}(%arg0, %arg1, %arg2, %{{.*}}, %[[A]], %[[B]], %[[R]])
// FUSE-LABEL: func @main
// FUSE: call @add_
// FUSE: call @abs_
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = ascend.abs %0 {node_name = "m"} : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Extents of one name are checked; from then on they are the same.
// CHECK-LABEL: func @main
// CHECK-DAG: %[[A:.*]] = tensor.dim %arg1
// CHECK-DAG: %[[B:.*]] = tensor.dim %arg2
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[A]], %[[B]]
// CHECK: ascend.require %[[SAME]], "input 'a{ }' at axis 0 has the extent {}, and input 'b' at axis 1 {}: the model calls both 'N'; if they may differ, compile with an --input_shape that gives them"(%[[A]], %[[B]])
// CHECK: call @add_{{.*}}(%arg0, %arg1, %arg2, %{{.*}}, %[[A]], %{{.*}})
// CHECK: func private @add_{{.*}}(%arg0: !llvm.ptr, %arg1: tensor<?xf32> {ascend.sizes = array<i64: 4>, {{.*}}}, %arg2: tensor<?x?xf32> {ascend.sizes = array<i64: 5, 4>, {{.*}}}, %arg3: tensor<?x?xf32> {ascend.sizes = array<i64: 5, 4>}, %arg4: index, %arg5: index)
// FUSE-LABEL: func @main
// FUSE: call @fused_
func.func @main(%a: tensor<?xf32> {ascend.name = "a{}", ascend.dims = ["N"]}, %b: tensor<?x?xf32> {ascend.name = "b", ascend.dims = ["", "N"]}) -> tensor<?x?xf32> {
  %0 = ascend.add %a, %b {node_name = "n"} : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = ascend.abs %0 {node_name = "m"} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// What shapes are computed with is not computed.
// CHECK-LABEL: func @main
// CHECK-NOT: call @{{concat|strided}}
// CHECK: %[[N:.*]] = tensor.dim %arg1
// CHECK: tensor.expand_shape %arg1 {{\[\[}}0], [1, 2]] output_shape [%[[N]], 2, 3] {{.*}} : tensor<?x6xf32> into tensor<?x2x3xf32>
// CHECK-NOT: call @{{concat|strided}}
// CHECK: return
func.func @main(%x: tensor<?x6xf32>) -> tensor<?x2x3xf32> {
  %zero = ascend.constant {node_name = "zero"} dense<0> : tensor<1xi64>
  %one = ascend.constant {node_name = "one"} dense<1> : tensor<1xi64>
  %rest = ascend.constant {node_name = "rest"} dense<[2, 3]> : tensor<2xi64>
  %s = ascend.shape %x {node_name = "s"} : (tensor<?x6xf32>) -> tensor<2xi64>
  %n = ascend.strided_slice_v2 %s, %zero, %one {node_name = "l"} : (tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %t = ascend.concat_d %n, %rest {ge.concat_dim = 0 : i64, node_name = "c"} : (tensor<1xi64>, tensor<2xi64>) -> tensor<3xi64>
  %y = ascend.reshape %x, %t {node_name = "y"} : (tensor<?x6xf32>, tensor<3xi64>) -> tensor<?x2x3xf32>
  return %y : tensor<?x2x3xf32>
}

// -----

// The number of elements is the product of sizes, and a number of them that a
// tensor tells is checked.
// CHECK-LABEL: func @main
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg1
// CHECK-DAG: %[[I:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: %[[COUNT:.*]] = arith.muli %{{.*}}, %{{.*}} : i64
// CHECK: tensor.from_elements %{{.*}} : tensor<i64>
// CHECK: ascend.require %{{.*}}, "Fill 'f': dims has the negative extent {}"
func.func @main(%x: tensor<?x4xf32>, %d: tensor<1xi64>) -> (tensor<i64>, tensor<?xf32>) {
  %0 = ascend.size %x {node_name = "s"} : (tensor<?x4xf32>) -> tensor<i64>
  %v = ascend.constant {node_name = "v"} dense<1.0> : tensor<f32>
  %1 = ascend.fill %d, %v {node_name = "f"} : (tensor<1xi64>, tensor<f32>) -> tensor<?xf32>
  return %0, %1 : tensor<i64>, tensor<?xf32>
}

// -----

// What the model says of a result holds: of each axis that it knows, at run time.
// CHECK-LABEL: func @main
// CHECK: %[[N:.*]] = tensor.dim %arg1, %c0
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[N]], %c3
// CHECK: ascend.require %[[IS]], "Relu 'n': its result has the extent {} at axis 0, and the model says 3"(%[[N]])
// CHECK-NOT: ascend.require
// CHECK: call @relu_
func.func @main(%x: tensor<?x?xf32>) -> tensor<3x?xf32> {
  %0 = ascend.relu %x {node_name = "n"} : (tensor<?x?xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
