// RUN: ascend-opt %s --ascend-load-config="precision-mode=allow_mix_precision modify-mixlist=%S/Inputs/mix.json" --ascend-propagate-mixlist 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN < %t

// CHECK-LABEL: func @lists
func.func @lists(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: ascend.relu {{.*}}ascend.list = "black", ascend.list_source = "{{.*}}mix.json:1"
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.tanh
  // CHECK-NOT: ascend.list
  %1 = ascend.tanh %0 {node_name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// WARN-DAG: no op store has the type 'Rellu'
// WARN-DAG: the nearest known type is 'Relu'
// WARN-DAG: warning: The remove list for op_type [Tanh] does not match the precision_reduce [gray]
