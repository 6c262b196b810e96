// RUN: ascend-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ascend-skip-roundings))' | FileCheck %s

#id = affine_map<(i) -> (i)>

module attributes {ascend.options = {values = [["emulation", "fast"]]}} {

// What is rounded between two ops goes on as it was, to all of its users.
// CHECK-LABEL: func.func @between(
// CHECK-SAME:    %[[X:[^:]*]]: f32, %[[Y:[^:]*]]: f32
// CHECK-NEXT:    %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[P]], %[[P]] : f32
// CHECK-NEXT:    %[[D:.*]] = arith.subf %[[S]], %[[P]] : f32
// CHECK-NEXT:    %[[R:.*]] = arith.truncf %[[D]] : f32 to f16
// CHECK-NEXT:    return %[[R]] : f16
func.func @between(%x: f32, %y: f32) -> f16 attributes {ascend.fused} {
  %p = arith.mulf %x, %y : f32
  %h = arith.truncf %p : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  %b = arith.truncf %s : f32 to bf16
  %v = arith.extf %b : bf16 to f32
  %d = arith.subf %v, %w : f32
  %r = arith.truncf %d : f32 to f16
  return %r : f16
}

// The body of a fused op, with the edges of it: what it takes, and what it
// yields.
// CHECK-LABEL: func.func @edges(
// CHECK:         ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[H:.*]] = arith.truncf %[[X]] : f32 to f16
// CHECK-NEXT:      %[[W:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[W]], %[[W]] : f32
// CHECK-NEXT:      %[[B:.*]] = arith.truncf %[[P]] : f32 to f16
// CHECK-NEXT:      %[[Y:.*]] = arith.extf %[[B]] : f16 to f32
// CHECK-NEXT:      linalg.yield %[[Y]] : f32
func.func @edges(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {ascend.fused} {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%out : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %h = arith.truncf %a : f32 to f16
    %w = arith.extf %h : f16 to f32
    %p = arith.mulf %w, %w : f32
    %b = arith.truncf %p : f32 to f16
    %y = arith.extf %b : f16 to f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What is yielded is rounded, and what else reads it is not.
// CHECK-LABEL: func.func @both(
// CHECK:         ^bb0(%[[X:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:      %[[H:.*]] = arith.truncf %[[P]] : f32 to f16
// CHECK-NEXT:      %[[W:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[P]], %[[X]] : f32
// CHECK-NEXT:      linalg.yield %[[W]], %[[S]] : f32, f32
func.func @both(%x: tensor<4xf32>, %out: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {ascend.fused} {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%out, %out : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32, %q: f32):
    %p = arith.mulf %a, %a : f32
    %h = arith.truncf %p : f32 to f16
    %w = arith.extf %h : f16 to f32
    %s = arith.addf %w, %a : f32
    linalg.yield %w, %s : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// Two conversions that are no rounding to 16 bits and back.
// CHECK-LABEL: func.func @others(
// CHECK:         %[[P:.*]] = arith.mulf %arg0, %arg0 : f64
// CHECK-NEXT:    %[[F:.*]] = arith.truncf %[[P]] : f64 to f32
// CHECK-NEXT:    %[[G:.*]] = arith.extf %[[F]] : f32 to f64
// CHECK-NEXT:    %[[A:.*]] = arith.addf %[[G]], %[[P]] : f64
// CHECK-NEXT:    %[[H:.*]] = arith.truncf %[[P]] : f64 to f16
// CHECK-NEXT:    %[[W:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK-NEXT:    %[[B:.*]] = arith.addf %[[W]], %[[W]] : f32
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @others(%x: f64) -> (f64, f32) attributes {ascend.fused} {
  %p = arith.mulf %x, %x : f64
  %f = arith.truncf %p : f64 to f32
  %g = arith.extf %f : f32 to f64
  %a = arith.addf %g, %p : f64
  %h = arith.truncf %p : f64 to f16
  %w = arith.extf %h : f16 to f32
  %b = arith.addf %w, %w : f32
  return %a, %b : f64, f32
}

// What ascend-saturate-halves made goes with the rounding; of what the body was
// given it stays.
// CHECK-LABEL: func.func @saturated(
// CHECK-SAME:    %[[X:[^:]*]]: f32
// CHECK-NEXT:    %[[P:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:    %[[S:.*]] = arith.addf %[[P]], %[[P]] : f32
// CHECK-NEXT:    return %[[S]] : f32
func.func @saturated(%x: f32) -> f32 attributes {ascend.fused} {
  %high = arith.constant 65504.0 : f32
  %low = arith.constant -65504.0 : f32
  %zero = arith.constant 0.0 : f32
  %p = arith.mulf %x, %x : f32
  %below = arith.cmpf olt, %p, %high : f32
  %upper = arith.select %below, %p, %high : f32
  %above = arith.cmpf ogt, %upper, %low : f32
  %bounded = arith.select %above, %upper, %low : f32
  %nan = arith.cmpf uno, %p, %p : f32
  %in = arith.select %nan, %zero, %bounded : f32
  %h = arith.truncf %in : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}

// CHECK-LABEL: func.func @given(
// CHECK:         arith.cmpf uno
// CHECK-NEXT:    %[[IN:.*]] = arith.select
// CHECK-NEXT:    %[[H:.*]] = arith.truncf %[[IN]] : f32 to f16
// CHECK-NEXT:    %[[W:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK-NEXT:    arith.addf %[[W]], %[[W]] : f32
func.func @given(%x: f32) -> f32 attributes {ascend.fused} {
  %high = arith.constant 65504.0 : f32
  %low = arith.constant -65504.0 : f32
  %zero = arith.constant 0.0 : f32
  %below = arith.cmpf olt, %x, %high : f32
  %upper = arith.select %below, %x, %high : f32
  %above = arith.cmpf ogt, %upper, %low : f32
  %bounded = arith.select %above, %upper, %low : f32
  %nan = arith.cmpf uno, %x, %x : f32
  %in = arith.select %nan, %zero, %bounded : f32
  %h = arith.truncf %in : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}

// A model's own bounds, next to those of f16 on either side, are not those.
// CHECK-LABEL: func.func @clipped_high(
// CHECK:         %[[IN:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK:         %[[BOUNDED:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK:         %[[CLIPPED:.*]] = arith.select %{{.*}}, %{{.*}}, %[[BOUNDED]] : f32
// CHECK-NEXT:    arith.addf %[[CLIPPED]], %[[CLIPPED]] : f32
func.func @clipped_high(%x: f32) -> f32 attributes {ascend.fused} {
  %high = arith.constant 65472.0 : f32
  %low = arith.constant -65504.0 : f32
  %zero = arith.constant 0.0 : f32
  %p = arith.mulf %x, %x : f32
  %below = arith.cmpf olt, %p, %high : f32
  %upper = arith.select %below, %p, %high : f32
  %above = arith.cmpf ogt, %upper, %low : f32
  %bounded = arith.select %above, %upper, %low : f32
  %nan = arith.cmpf uno, %p, %p : f32
  %in = arith.select %nan, %zero, %bounded : f32
  %h = arith.truncf %in : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}

// CHECK-LABEL: func.func @clipped_low(
// CHECK:         %[[BOUNDED:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK:         %[[CLIPPED:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK:         %[[IN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[CLIPPED]] : f32
// CHECK-NEXT:    arith.addf %[[IN]], %[[IN]] : f32
func.func @clipped_low(%x: f32) -> f32 attributes {ascend.fused} {
  %high = arith.constant 65504.0 : f32
  %low = arith.constant -65536.0 : f32
  %zero = arith.constant 0.0 : f32
  %p = arith.mulf %x, %x : f32
  %below = arith.cmpf olt, %p, %high : f32
  %upper = arith.select %below, %p, %high : f32
  %above = arith.cmpf ogt, %upper, %low : f32
  %bounded = arith.select %above, %upper, %low : f32
  %nan = arith.cmpf uno, %p, %p : f32
  %in = arith.select %nan, %zero, %bounded : f32
  %h = arith.truncf %in : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}

// A kernel of one op rounds between nothing.
// CHECK-LABEL: func.func @not_fused(
// CHECK:         %[[H:.*]] = arith.truncf
// CHECK-NEXT:    arith.extf %[[H]]
func.func @not_fused(%x: f32) -> f32 {
  %p = arith.mulf %x, %x : f32
  %h = arith.truncf %p : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}

// Nor does a reference leave anything out.
// CHECK-LABEL: func.func @reference(
// CHECK:         %[[H:.*]] = arith.truncf
// CHECK-NEXT:    arith.extf %[[H]]
func.func @reference(%x: f32) -> f32 attributes {ascend.fused, ascend.reference} {
  %p = arith.mulf %x, %x : f32
  %h = arith.truncf %p : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}

}

// -----

module attributes {ascend.options = {values = [["emulation", "exact"]]}} {

// CHECK-LABEL: func.func @exact(
// CHECK:         %[[H:.*]] = arith.truncf
// CHECK-NEXT:    arith.extf %[[H]]
func.func @exact(%x: f32) -> f32 attributes {ascend.fused} {
  %p = arith.mulf %x, %x : f32
  %h = arith.truncf %p : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}

}

// -----

// CHECK-LABEL: func.func @no_options(
// CHECK:         %[[H:.*]] = arith.truncf
// CHECK-NEXT:    arith.extf %[[H]]
func.func @no_options(%x: f32) -> f32 attributes {ascend.fused} {
  %p = arith.mulf %x, %x : f32
  %h = arith.truncf %p : f32 to f16
  %w = arith.extf %h : f16 to f32
  %s = arith.addf %w, %w : f32
  return %s : f32
}
