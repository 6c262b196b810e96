// A size that stands at the start of the entry already is the one that is compared where inputs share a name.
// RUN: ascend-opt %s --ascend-outline-kernels | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-DAG: %[[X:.*]] = tensor.dim %arg1, %c0
// CHECK-DAG: %[[Y:.*]] = tensor.dim %arg2, %c0
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[X]], %[[Y]] : index
// CHECK: ascend.require %[[SAME]], "input 'x' at axis 0 has the extent {}, and input 'y' at axis 0 {}
// CHECK: ascend.require %{{.*}}, "as said"
func.func @main(%x: tensor<?x3xf32> {ascend.dims = ["B", ""], ascend.name = "x"},
                %y: tensor<?x3xf32> {ascend.dims = ["B", ""], ascend.name = "y"}) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x3xf32>
  %c7 = arith.constant 7 : index
  %few = arith.cmpi ult, %rows, %c7 : index
  ascend.require %few, "as said"()
  %0 = ascend.add %x, %y {node_name = "a"} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
