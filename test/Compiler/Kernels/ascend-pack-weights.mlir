// RUN: ascend-opt %s --ascend-pack-weights -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[POOL:.*]]: memref<144xi8>)
// CHECK-SAME:    ascend.weights = [
// CHECK-SAME:      {offset = 0 : i64, value = dense<{{\[}}1, 2, 3]> : tensor<3xi8>},
// CHECK-SAME:      {offset = 64 : i64, value = dense<2.000000e+00> : tensor<f32>},
// CHECK-SAME:      {offset = 128 : i64, value = dense_resource<blob> : tensor<4xf32>}]
// CHECK-SAME:    ascend.weights_bytes = 144 : i64
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[V0:.*]] = memref.view %[[POOL]][%[[C0]]][] : memref<144xi8> to memref<3xi8>
// CHECK-DAG:     %[[A:.*]] = bufferization.to_tensor %[[V0]] restrict : memref<3xi8> to tensor<3xi8>
// CHECK-DAG:     %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG:     %[[V1:.*]] = memref.view %[[POOL]][%[[C64]]][] : memref<144xi8> to memref<f32>
// CHECK-DAG:     %[[B:.*]] = bufferization.to_tensor %[[V1]] restrict : memref<f32> to tensor<f32>
// CHECK-DAG:     %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG:     %[[V2:.*]] = memref.view %[[POOL]][%[[C128]]][] : memref<144xi8> to memref<4xf32>
// CHECK-DAG:     %[[C:.*]] = bufferization.to_tensor %[[V2]] restrict : memref<4xf32> to tensor<4xf32>
// CHECK:         call @use(%[[A]], %[[A]], %[[B]], %[[C]])
// CHECK-NOT:     ascend.constant
// CHECK:       func.func private @kernel
// CHECK:         ascend.constant
func.func @main() attributes {ascend.entry} {
  %unused = ascend.constant {node_name = "unused"} dense<5> : tensor<100xi8>
  %a = ascend.constant {node_name = "a"} dense<[1, 2, 3]> : tensor<3xi8>
  %b = ascend.constant {node_name = "b"} dense<2.0> : tensor<f32>
  %same = ascend.constant {node_name = "same"} dense<[1, 2, 3]> : tensor<3xi8>
  %c = ascend.constant {node_name = "c"} dense_resource<blob> : tensor<4xf32>
  func.call @use(%a, %same, %b, %c) : (tensor<3xi8>, tensor<3xi8>, tensor<f32>, tensor<4xf32>) -> ()
  return
}
func.func private @use(tensor<3xi8>, tensor<3xi8>, tensor<f32>, tensor<4xf32>)
func.func private @kernel() -> tensor<3xi8> attributes {ascend.kernel} {
  %a = ascend.constant dense<[1, 2, 3]> : tensor<3xi8>
  return %a : tensor<3xi8>
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F000000400000404000008040"
    }
  }
#-}

// -----

// Without weights the argument is there all the same.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    memref<0xi8>) attributes {ascend.entry, ascend.weights = [], ascend.weights_bytes = 0 : i64}
func.func @main() attributes {ascend.entry} {
  return
}

// -----

// Large constants in pages of their own, behind the others: 1023 elements are
// small, 1024 are large.
// RUN: ascend-opt %s --ascend-pack-weights=pages=true -split-input-file | FileCheck %s --check-prefix=PAGES
// PAGES-LABEL: func.func @pages(
// PAGES-SAME:    %[[POOL:.*]]: memref<16386xi8>)
// PAGES-SAME:      {offset = 0 : i64, value = dense<2.000000e+00> : tensor<1023xf32>},
// PAGES-SAME:      {offset = 4096 : i64, value = dense<3> : tensor<2xi8>},
// PAGES-SAME:      {offset = 8192 : i64, value = dense<1.000000e+00> : tensor<1024xf32>},
// PAGES-SAME:      {offset = 12288 : i64, value = dense<4> : tensor<4098xi8>}]
// PAGES-SAME:    ascend.weights_bytes = 16386 : i64
// PAGES-DAG:     %[[C0:.*]] = arith.constant 0 : index
// PAGES-DAG:     %[[V0:.*]] = memref.view %[[POOL]][%[[C0]]][] : memref<16386xi8> to memref<1023xf32>
// PAGES-DAG:     %[[B:.*]] = bufferization.to_tensor %[[V0]] restrict
// PAGES-DAG:     %[[C8192:.*]] = arith.constant 8192 : index
// PAGES-DAG:     %[[V1:.*]] = memref.view %[[POOL]][%[[C8192]]][] : memref<16386xi8> to memref<1024xf32>
// PAGES-DAG:     %[[A:.*]] = bufferization.to_tensor %[[V1]] restrict
// PAGES:         call @use(%[[A]], %[[B]],
// CHECK-LABEL: func.func @pages(
// CHECK-SAME:      {offset = 0 : i64, value = dense<1.000000e+00> : tensor<1024xf32>},
// CHECK-SAME:      {offset = 4096 : i64, value = dense<2.000000e+00> : tensor<1023xf32>},
// CHECK-SAME:      {offset = 8192 : i64, value = dense<3> : tensor<2xi8>},
// CHECK-SAME:      {offset = 8256 : i64, value = dense<4> : tensor<4098xi8>}]
func.func @pages() attributes {ascend.entry} {
  %a = ascend.constant {node_name = "a"} dense<1.0> : tensor<1024xf32>
  %b = ascend.constant {node_name = "b"} dense<2.0> : tensor<1023xf32>
  %c = ascend.constant {node_name = "c"} dense<3> : tensor<2xi8>
  %d = ascend.constant {node_name = "d"} dense<4> : tensor<4098xi8>
  func.call @use(%a, %b, %c, %d) : (tensor<1024xf32>, tensor<1023xf32>, tensor<2xi8>, tensor<4098xi8>) -> ()
  return
}
func.func private @use(tensor<1024xf32>, tensor<1023xf32>, tensor<2xi8>, tensor<4098xi8>)

// -----

// Large constants as arguments of their own, behind a table of their addresses:
// each entry has all of them, in one order.
// RUN: ascend-opt %s --ascend-pack-weights=table=true -split-input-file | FileCheck %s --check-prefix=TABLE
// TABLE-LABEL: func.func @tabled(
// TABLE-SAME:    %[[A:.*]]: memref<1024xf32>, %[[D:.*]]: memref<4098xi8>, %[[POOL:.*]]: memref<12418xi8>)
// TABLE-SAME:    ascend.tabled_weights = 2 : i64
// TABLE-SAME:      {offset = 64 : i64, value = dense<2.000000e+00> : tensor<1023xf32>},
// TABLE-SAME:      {offset = 4160 : i64, value = dense<3> : tensor<2xi8>},
// TABLE-SAME:      {offset = 4224 : i64, value = dense<1.000000e+00> : tensor<1024xf32>},
// TABLE-SAME:      {offset = 8320 : i64, value = dense<4> : tensor<4098xi8>}]
// TABLE-SAME:    ascend.weights_bytes = 12418 : i64
// TABLE-DAG:     %[[TA:.*]] = bufferization.to_tensor %[[A]] restrict : memref<1024xf32>
// TABLE-DAG:     %[[C64:.*]] = arith.constant 64 : index
// TABLE-DAG:     %[[V:.*]] = memref.view %[[POOL]][%[[C64]]][] : memref<12418xi8> to memref<1023xf32>
// TABLE-DAG:     %[[TB:.*]] = bufferization.to_tensor %[[V]] restrict
// TABLE-DAG:     %[[TD:.*]] = bufferization.to_tensor %[[D]] restrict : memref<4098xi8>
// TABLE:         call @use(%[[TA]], %[[TB]], %{{.*}}, %[[TD]])
// TABLE-LABEL: func.func @profile(
// TABLE-SAME:    %{{.*}}: memref<1024xf32>, %[[D:.*]]: memref<4098xi8>, %{{.*}}: memref<12418xi8>)
// TABLE:         %[[TD:.*]] = bufferization.to_tensor %[[D]] restrict : memref<4098xi8>
// TABLE:         call @one(%[[TD]])
func.func @tabled() attributes {ascend.entry} {
  %a = ascend.constant {node_name = "a"} dense<1.0> : tensor<1024xf32>
  %b = ascend.constant {node_name = "b"} dense<2.0> : tensor<1023xf32>
  %c = ascend.constant {node_name = "c"} dense<3> : tensor<2xi8>
  %d = ascend.constant {node_name = "d"} dense<4> : tensor<4098xi8>
  func.call @use(%a, %b, %c, %d) : (tensor<1024xf32>, tensor<1023xf32>, tensor<2xi8>, tensor<4098xi8>) -> ()
  return
}
func.func @profile() attributes {ascend.entry} {
  %d = ascend.constant {node_name = "d"} dense<4> : tensor<4098xi8>
  func.call @one(%d) : (tensor<4098xi8>) -> ()
  return
}
func.func private @use(tensor<1024xf32>, tensor<1023xf32>, tensor<2xi8>, tensor<4098xi8>)
func.func private @one(tensor<4098xi8>)
