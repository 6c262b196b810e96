// RUN: ascend-opt --ascend-expand-half-floats %s | FileCheck --check-prefixes=CHECK,F16C %s
// RUN: ascend-opt --ascend-expand-half-floats=half-conversions=false %s | FileCheck --check-prefixes=CHECK,BITS %s
// RUN: not ascend-opt --ascend-expand-half-floats %S/Inputs/double-to-half.mlir 2>&1 | FileCheck --check-prefix=DOUBLE %s
// DOUBLE: 'arith.truncf' op converts a 16-bit float to or from another type than f32

// The values are tested where they are computed: elementwise.test.

// CHECK-LABEL: func @extend_bf16(
// CHECK:         %[[BITS:.*]] = arith.bitcast %{{.*}} : vector<16xbf16> to vector<16xi16>
// CHECK:         %[[WORD:.*]] = arith.extui %[[BITS]] : vector<16xi16> to vector<16xi32>
// CHECK:         %[[HIGH:.*]] = arith.shli %[[WORD]]
// CHECK:         arith.bitcast %[[HIGH]] : vector<16xi32> to vector<16xf32>
func.func @extend_bf16(%x: vector<16xbf16>) -> vector<16xf32> {
  %0 = arith.extf %x : vector<16xbf16> to vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: func @truncate_to_bf16(
// CHECK-NOT:     truncf
// CHECK:         arith.trunci %{{.*}} : i32 to i16
// CHECK-NOT:     truncf
// CHECK:         return
func.func @truncate_to_bf16(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func @f16(
// F16C:          arith.extf
// F16C:          arith.truncf
// BITS-NOT:      extf
// BITS-NOT:      truncf
// CHECK:         return
func.func @f16(%x: vector<8xf16>) -> vector<8xf16> {
  %0 = arith.extf %x : vector<8xf16> to vector<8xf32>
  %1 = arith.truncf %0 : vector<8xf32> to vector<8xf16>
  return %1 : vector<8xf16>
}

// CHECK-LABEL: func @double(
// CHECK:         arith.truncf %{{.*}} : f64 to f32
func.func @double(%x: f64) -> f32 {
  %0 = arith.truncf %x : f64 to f32
  return %0 : f32
}

// No library adds two f16.
// CHECK-LABEL: func @add(
// CHECK-NOT:     arith.addf {{.*}} : vector<8xf16>
// F16C:          %[[SUM:.*]] = arith.addf %{{.*}} : vector<8xf32>
// F16C:          arith.truncf %[[SUM]] : vector<8xf32> to vector<8xf16>
// BITS-NOT:      vector<8xf16> to vector<8xf32>
// BITS:          arith.addf %{{.*}} : vector<8xf32>
// CHECK-NOT:     arith.addf {{.*}} : vector<8xf16>
// CHECK:         return
func.func @add(%x: vector<8xf16>, %y: vector<8xf16>) -> vector<8xf16> {
  %0 = arith.addf %x, %y : vector<8xf16>
  return %0 : vector<8xf16>
}
