// RUN: ascend-opt %s --ascend-load-config="customize-dtypes=%S/Inputs/customize.cfg" --ascend-override-customize-dtypes 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN < %t

// A name beats a type. That of an op that a fusion ate names nothing.
// CHECK-LABEL: func @custom
func.func @custom(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: ascend.relu {{.*}}ascend.custom_dtypes = 1 : i64{{.*}}node_name = "first"
  %0 = ascend.relu %x {node_name = "first"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ascend.relu {{.*}}ascend.custom_dtypes = 2 : i64{{.*}}node_name = "second"
  %1 = ascend.relu %0 {node_name = "second", original_names = ["eaten"]} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// WARN: no op has the name 'eaten' ({{.*}}customize.cfg:1)
// WARN: did you mean 'second'?
// WARN: no op has the name 'absent' ({{.*}}customize.cfg:4)
