// Which kernels run side by side, by each of the options; a kernel is named
// after its unit.
// RUN: ascend-opt %s -split-input-file --ascend-group-kernels=cube-beside-vector | FileCheck %s --check-prefixes=CHECK,CV
// RUN: ascend-opt %s -split-input-file --ascend-group-kernels="ai-core=2" | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: ascend-opt %s -split-input-file --ascend-group-kernels="cube-beside-vector ai-core=2" | FileCheck %s --check-prefix=BOTH
// RUN: ascend-opt %s -split-input-file --ascend-group-kernels="ai-cpu-beside" | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: ascend-opt %s -split-input-file --ascend-group-kernels="ai-cpu=2" | FileCheck %s --check-prefixes=CHECK,CPUS
// RUN: ascend-opt %s -split-input-file --ascend-group-kernels="ai-cpu=2 ai-core=3 ai-cpu-beside" | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: ascend-opt %s -split-input-file --ascend-group-kernels | FileCheck %s --implicit-check-not=ascend.group

func.func private @cube(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @vector(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @cpu(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>

// Six that do not depend on each other.
// CHECK-LABEL: func.func @main(
// CV:      @cube({{.*}} {ascend.group = 0 : i64, ascend.unit = "cube"}
// CV:      @vector({{.*}} {ascend.group = 0 : i64, ascend.unit = "vector"}
// CV:      @cube({{.*}} {ascend.group = 1 : i64, ascend.unit = "cube"}
// CV:      @vector({{.*}} {ascend.group = 1 : i64, ascend.unit = "vector"}
// CV:      @cpu({{.*}} {ascend.unit
// CV:      @cpu({{.*}} {ascend.unit
// TWO:     @cube({{.*}} {ascend.group = 0
// TWO:     @cube({{.*}} {ascend.group = 0
// TWO:     @vector({{.*}} {ascend.group = 1
// TWO:     @vector({{.*}} {ascend.group = 1
// TWO:     @cpu({{.*}} {ascend.unit
// TWO:     @cpu({{.*}} {ascend.unit
// BOTH:    @cube({{.*}} {ascend.group = 0
// BOTH:    @cube({{.*}} {ascend.group = 0
// BOTH:    @vector({{.*}} {ascend.group = 1
// BOTH:    @vector({{.*}} {ascend.group = 1
// CPU:     @cube({{.*}} {ascend.group = 0
// CPU:     @cpu({{.*}} {ascend.group = 0
// CPU:     @cube({{.*}} {ascend.group = 1
// CPU:     @cpu({{.*}} {ascend.group = 1
// CPU:     @vector({{.*}} {ascend.unit
// CPU:     @vector({{.*}} {ascend.unit
// CPUS:    @cube({{.*}} {ascend.unit
// CPUS:    @cpu({{.*}} {ascend.group = 0
// CPUS:    @cpu({{.*}} {ascend.group = 0
// ALL:     @cube({{.*}} {ascend.group = 0
// ALL:     @cube({{.*}} {ascend.group = 0
// ALL:     @vector({{.*}} {ascend.group = 0
// ALL:     @cpu({{.*}} {ascend.group = 0
// ALL:     @cpu({{.*}} {ascend.group = 0
// ALL:     @vector({{.*}} {ascend.unit
// CHECK:   return
func.func @main(%c: !llvm.ptr, %x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {ascend.entry} {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = call @cube(%c, %x, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @cube(%c, %x, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = call @vector(%c, %x, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = call @vector(%c, %x, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = call @cpu(%c, %x, %e) {ascend.unit = "ai_cpu"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = call @cpu(%c, %x, %e) {ascend.unit = "ai_cpu"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// Each depends on the one before: nothing changes its place, nor where the
// kernels have no unit, or there is no entry.
func.func private @cube(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @vector(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-LABEL: func.func @main(
// CHECK-NOT:   ascend.group
// CHECK-LABEL: func.func @other(
// CHECK-NOT:   ascend.group
// CHECK:       return
func.func @main(%c: !llvm.ptr, %x: tensor<64x64xf32>) -> tensor<4096xf32> attributes {ascend.entry} {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = call @cube(%c, %x, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  // Through another shape, too.
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<64x64xf32> into tensor<4096xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %3 = call @vector(%c, %2, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = call @vector(%c, %x, %e) : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = call @vector(%c, %x, %e) {ascend.unit = "of a chip to come"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<4096xf32>
}
func.func @other(%c: !llvm.ptr, %x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = call @cube(%c, %x, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @vector(%c, %x, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// A tensor of 16 KiB is worth a thread, one of 4 bytes less is not.
func.func private @cube(!llvm.ptr, tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
func.func private @small(!llvm.ptr, tensor<4095xf32>, tensor<4095xf32>) -> tensor<4095xf32>
// CHECK-LABEL: func.func @main(
// CHECK-NOT:   ascend.group
// CHECK:       return
func.func @main(%c: !llvm.ptr, %x: tensor<4096xf32>, %y: tensor<4095xf32>) -> tensor<4096xf32> attributes {ascend.entry} {
  %e = tensor.empty() : tensor<4096xf32>
  %f = tensor.empty() : tensor<4095xf32>
  %0 = call @cube(%c, %x, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %1 = call @small(%c, %y, %f) {ascend.unit = "vector"} : (!llvm.ptr, tensor<4095xf32>, tensor<4095xf32>) -> tensor<4095xf32>
  %2 = call @small(%c, %y, %f) {ascend.unit = "cube"} : (!llvm.ptr, tensor<4095xf32>, tensor<4095xf32>) -> tensor<4095xf32>
  %3 = call @small(%c, %y, %f) {ascend.unit = "ai_cpu"} : (!llvm.ptr, tensor<4095xf32>, tensor<4095xf32>) -> tensor<4095xf32>
  return %0 : tensor<4096xf32>
}

// -----

// Dynamic sizes, and control flow.
func.func private @cube(!llvm.ptr, tensor<64x?xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @vector(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-LABEL: func.func @main(
// CHECK-NOT:   ascend.group
// CHECK-LABEL: func.func @branches(
// CHECK-NOT:   ascend.group
// CHECK:       return
func.func @main(%c: !llvm.ptr, %x: tensor<64x?xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {ascend.entry} {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = call @cube(%c, %x, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<64x?xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @vector(%c, %y, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @branches(%c: !llvm.ptr, %if: i1, %x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {ascend.entry} {
  %e = tensor.empty() : tensor<64x64xf32>
  %y = scf.if %if -> tensor<64x64xf32> {
    %0 = func.call @vector(%c, %x, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = func.call @vector(%c, %x, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %0 : tensor<64x64xf32>
  } else {
    scf.yield %x : tensor<64x64xf32>
  }
  return %y : tensor<64x64xf32>
}

// -----

// What the cube's kernel depends on comes before the vector's, which waits for
// a partner; the one that reads both comes behind them.
func.func private @cube(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @vector(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @before(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @both(!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-LABEL: func.func @main(
// CV:       @before(
// CV-SAME:  {ascend.unit = "vector"}
// CV:       @vector(
// CV-SAME:  ascend.group = 0
// CV:       @cube(
// CV-SAME:  ascend.group = 0
// CV:       @both(
// CV-SAME:  {ascend.unit = "vector"}
// CHECK:    return
func.func @main(%c: !llvm.ptr, %x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {ascend.entry} {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = call @vector(%c, %x, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @before(%c, %x, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = call @cube(%c, %1, %e) {ascend.unit = "cube"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = call @both(%c, %0, %2, %e) {ascend.unit = "vector"} : (!llvm.ptr, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
