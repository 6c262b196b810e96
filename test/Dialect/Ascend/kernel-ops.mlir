// RUN: ascend-opt %s | ascend-opt | FileCheck %s

// CHECK-LABEL: func.func @concat
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>, %d: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK: ascend.concat_into dim(1) %{{.*}}, %{{.*}} into %{{.*}} : tensor<2x3xf32>, tensor<2x1xf32> into tensor<2x4xf32>
  %r = ascend.concat_into dim(1) %a, %b into %d : tensor<2x3xf32>, tensor<2x1xf32> into tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// Dynamic extents may fit.
// CHECK-LABEL: func.func @dynamic
func.func @dynamic(%a: tensor<?x3xi8>, %b: tensor<2x?xi8>, %d: tensor<?x3xi8>) -> tensor<?x3xi8> {
  // CHECK: ascend.concat_into dim(0)
  %r = ascend.concat_into dim(0) %a, %b into %d : tensor<?x3xi8>, tensor<2x?xi8> into tensor<?x3xi8>
  return %r : tensor<?x3xi8>
}

// CHECK-LABEL: func.func @split
func.func @split(%x: tensor<2x4xf32>, %a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> tensor<2x1xf32> {
  // CHECK: %{{.*}}:2 = ascend.split_into dim(1) %{{.*}} into %{{.*}}, %{{.*}} : tensor<2x4xf32> into tensor<2x3xf32>, tensor<2x1xf32>
  %r:2 = ascend.split_into dim(1) %x into %a, %b : tensor<2x4xf32> into tensor<2x3xf32>, tensor<2x1xf32>
  return %r#1 : tensor<2x1xf32>
}

// CHECK-LABEL: func.func @launch
func.func @launch(%a: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<2xi8>, %n: index) -> tensor<4xf32> {
  // CHECK: %{{.*}}:2 = ascend.launch @kernel(%{{.*}}) {first_destination = 1 : i64} : (tensor<4xf32>, tensor<4xf32>, tensor<2xi8>, index) -> (tensor<4xf32>, tensor<2xi8>)
  %r:2 = ascend.launch @kernel(%a, %d, %e, %n) {first_destination = 1 : i64} : (tensor<4xf32>, tensor<4xf32>, tensor<2xi8>, index) -> (tensor<4xf32>, tensor<2xi8>)
  return %r#0 : tensor<4xf32>
}
