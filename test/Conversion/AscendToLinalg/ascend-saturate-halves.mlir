// RUN: ascend-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ascend-saturate-halves))' | FileCheck %s

module attributes {ascend.options = {values = [["float_overflow_mode", "saturation"]]}} {

// The bounds are the largest finite number of f16, so that what rounds to it
// passes; NaN, which compares with neither, is 0.
// CHECK-LABEL: func.func @number(
// CHECK-SAME:    %[[X:.*]]: f32)
// CHECK-NEXT:    %[[HIGH:.*]] = arith.constant 6.550400e+04 : f32
// CHECK-NEXT:    %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[HIGH]] : f32
// CHECK-NEXT:    %[[UPPER:.*]] = arith.select %[[BELOW]], %[[X]], %[[HIGH]] : f32
// CHECK-NEXT:    %[[LOW:.*]] = arith.constant -6.550400e+04 : f32
// CHECK-NEXT:    %[[ABOVE:.*]] = arith.cmpf ogt, %[[UPPER]], %[[LOW]] : f32
// CHECK-NEXT:    %[[BOTH:.*]] = arith.select %[[ABOVE]], %[[UPPER]], %[[LOW]] : f32
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
// CHECK-NEXT:    %[[IN:.*]] = arith.select %[[NAN]], %[[ZERO]], %[[BOTH]] : f32
// CHECK-NEXT:    %[[Y:.*]] = arith.truncf %[[IN]] : f32 to f16
// CHECK-NEXT:    return %[[Y]] : f16
func.func @number(%x: f32) -> f16 {
  %y = arith.truncf %x : f32 to f16
  return %y : f16
}

// In the type of what is rounded.
// CHECK-LABEL: func.func @wider(
// CHECK-SAME:    %[[X:[^:]*]]: f64, %[[V:[^:]*]]: vector<4xf32>)
// CHECK:         arith.cmpf olt, %[[X]], %{{.*}} : f64
// CHECK:         arith.truncf %{{.*}} : f64 to f16
// CHECK:         %[[HIGH:.*]] = arith.constant dense<6.550400e+04> : vector<4xf32>
// CHECK:         arith.cmpf olt, %[[V]], %[[HIGH]] : vector<4xf32>
// CHECK:         arith.cmpf uno, %[[V]], %[[V]] : vector<4xf32>
// CHECK-NEXT:    %[[IN:.*]] = arith.select %{{.*}} : vector<4xi1>, vector<4xf32>
// CHECK-NEXT:    arith.truncf %[[IN]] : vector<4xf32> to vector<4xf16>
func.func @wider(%x: f64, %v: vector<4xf32>) -> (f16, vector<4xf16>) {
  %y = arith.truncf %x : f64 to f16
  %w = arith.truncf %v : vector<4xf32> to vector<4xf16>
  return %y, %w : f16, vector<4xf16>
}

// A body of linalg, too.
// CHECK-LABEL: func.func @body(
// CHECK:         linalg.generic
// CHECK:           arith.cmpf uno
// CHECK-NEXT:      %[[IN:.*]] = arith.select
// CHECK-NEXT:      arith.truncf %[[IN]] : f32 to f16
func.func @body(%x: tensor<4xf32>, %out: tensor<4xf16>) -> tensor<4xf16> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%out : tensor<4xf16>) {
  ^bb0(%a: f32, %o: f16):
    %y = arith.truncf %a : f32 to f16
    linalg.yield %y : f16
  } -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// Sums in f16 are marked; those of other floats and other ops in f16 are not.
// CHECK-LABEL: func.func @sums(
// CHECK:         arith.addf %{{.*}} {ascend.saturate} : f16
// CHECK:         arith.addf %{{.*}} {ascend.saturate} : vector<4xf16>
// CHECK:         arith.addf %arg2, %arg2 : f32
// CHECK:         arith.addf %arg3, %arg3 : bf16
// CHECK:         arith.mulf %arg0, %arg0 : f16
// CHECK-NOT:     arith.select
func.func @sums(%h: f16, %v: vector<4xf16>, %x: f32, %b: bf16) -> (f16, vector<4xf16>, f32, bf16, f16) {
  %0 = arith.addf %h, %h : f16
  %1 = arith.addf %v, %v : vector<4xf16>
  %2 = arith.addf %x, %x : f32
  %3 = arith.addf %b, %b : bf16
  %4 = arith.mulf %h, %h : f16
  return %0, %1, %2, %3, %4 : f16, vector<4xf16>, f32, bf16, f16
}

// Other roundings, and data that only moves or becomes wider.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     arith.cmpf
// CHECK:         arith.truncf %arg0 : f32 to bf16
// CHECK-NEXT:    arith.truncf %arg1 : f64 to f32
// CHECK-NEXT:    arith.extf %arg2 : f16 to f32
// CHECK-NEXT:    arith.bitcast %arg3 : i16 to f16
// CHECK-NEXT:    return
func.func @others(%x: f32, %d: f64, %h: f16, %bits: i16) -> (bf16, f32, f32, f16) {
  %0 = arith.truncf %x : f32 to bf16
  %1 = arith.truncf %d : f64 to f32
  %2 = arith.extf %h : f16 to f32
  %3 = arith.bitcast %bits : i16 to f16
  return %0, %1, %2, %3 : bf16, f32, f32, f16
}

// A reference overflows as IEEE 754 says.
// CHECK-LABEL: func.func @reference(
// CHECK-NEXT:    arith.truncf %arg0 : f32 to f16
// CHECK-NEXT:    arith.addf %arg1, %arg1 : f16
func.func @reference(%x: f32, %h: f16) -> (f16, f16) attributes {ascend.reference} {
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.addf %h, %h : f16
  return %0, %1 : f16, f16
}

}

// -----

module attributes {ascend.options = {values = [["float_overflow_mode", "inf_nan"]]}} {

// CHECK-LABEL: func.func @infinite(
// CHECK-NEXT:    arith.truncf %arg0 : f32 to f16
// CHECK-NEXT:    arith.addf %arg1, %arg1 : f16
func.func @infinite(%x: f32, %h: f16) -> (f16, f16) {
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.addf %h, %h : f16
  return %0, %1 : f16, f16
}

}

// -----

// CHECK-LABEL: func.func @no_options(
// CHECK-NEXT:    arith.truncf %arg0 : f32 to f16
// CHECK-NEXT:    arith.addf %arg1, %arg1 : f16
func.func @no_options(%x: f32, %h: f16) -> (f16, f16) {
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.addf %h, %h : f16
  return %0, %1 : f16, f16
}
