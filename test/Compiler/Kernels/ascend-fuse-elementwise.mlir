// RUN: ascend-opt %s --ascend-fuse-elementwise | FileCheck %s

#id = affine_map<(i) -> (i)>

// What one op rounds, the next one widens; the value that is used twice is
// computed once.
// CHECK-LABEL: func.func @fused(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4xf16>
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : tensor<4xf16>) outs(
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT:      %[[A:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK-NEXT:      %[[B:.*]] = arith.addf %[[A]], %[[A]] : f32
// CHECK-NEXT:      %[[C:.*]] = arith.truncf %[[B]] : f32 to f16
// CHECK-NEXT:      %[[D:.*]] = arith.extf %[[C]] : f16 to f32
// CHECK-NEXT:      %[[E:.*]] = math.absf %[[D]] : f32
// CHECK-NEXT:      %[[F:.*]] = arith.truncf %[[E]] : f32 to f16
// CHECK-NEXT:      %[[G:.*]] = arith.mulf %[[F]], %[[C]] : f16
// CHECK-NEXT:      linalg.yield %[[G]] : f16
// CHECK-NOT:     linalg.generic
func.func @fused(%x: tensor<4xf16>, %out: tensor<4xf16>) -> tensor<4xf16> attributes {ascend.fused} {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%a: f16, %o: f16):
    %1 = arith.extf %a : f16 to f32
    %2 = arith.addf %1, %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  } -> tensor<4xf16>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%a: f16, %o: f16):
    %5 = arith.extf %a : f16 to f32
    %6 = math.absf %5 : f32
    %7 = arith.truncf %6 : f32 to f16
    linalg.yield %7 : f16
  } -> tensor<4xf16>
  %8 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%4, %0 : tensor<4xf16>, tensor<4xf16>) outs(%out : tensor<4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %9 = arith.mulf %a, %b : f16
    linalg.yield %9 : f16
  } -> tensor<4xf16>
  return %8 : tensor<4xf16>
}

// Other functions stay as they are.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-2: linalg.generic
func.func @apart(%x: tensor<4xf16>, %out: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%a: f16, %o: f16):
    %1 = arith.addf %a, %a : f16
    linalg.yield %1 : f16
  } -> tensor<4xf16>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf16>) outs(%out : tensor<4xf16>) {
  ^bb0(%a: f16, %o: f16):
    %5 = arith.mulf %a, %a : f16
    linalg.yield %5 : f16
  } -> tensor<4xf16>
  return %4 : tensor<4xf16>
}
