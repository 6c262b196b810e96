// RUN: ascend-opt %s --ascend-load-config="" --ascend-materialize-precision --ascend-report-precision="text=-" -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// What an earlier tool left is no more trusted than anything: a cast that it
// called inserted keeps its own type, and notes of a wrong content are left out.
module attributes {ascend.merged_casts = [{removed = 2}, {removed = [3, {node_name = 4, precision = 5, original_names = [6], a.b = 7}]}]} {
  // CHECK-LABEL: func @main
  func.func @main(%x: tensor<4xf32> {ascend.decided_type = none}) -> (tensor<4xf64> {ascend.decided_type = tensor<4xf16>}) {
    // CHECK: %[[R:.*]] = ascend.relu
    // CHECK: %[[R32:.*]] = ascend.cast %[[R]] {{.*}}<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
    // CHECK: ascend.cast %[[R32]] {origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf64>
    %0 = ascend.relu %x {node_name = "r", precision = #ascend.precision<(f16) -> (f16), origin = (f32) -> (f32), column = 0, engine = aicore, unit = vector, rule = force_fp16>} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = ascend.cast %0 {origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf64>
    return %1 : tensor<4xf64>
  }
}
