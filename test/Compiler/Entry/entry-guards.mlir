// What the entry computes with numbers is checked where it could read outside of a
// tensor, give it another shape, or have no result.
// RUN: ascend-opt %s --split-input-file --ascend-outline-kernels | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{[^ ]*}}: !llvm.ptr, %[[X:[^ ]*]]: tensor<?x4xf32>
func.func @main(%x: tensor<?x4xf32>, %places: tensor<2xi64>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.extract %places[%c0] : tensor<2xi64>
  %i = arith.index_cast %p : i64 to index
  %q = tensor.extract %places[%c1] : tensor<2xi64>
  %j = arith.index_cast %q : i64 to index
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[ROW:.*]] = arith.cmpi ult, %[[I:.*]], %[[ROWS]] : index
  // CHECK: ascend.require %[[ROW]], "tensor.extract at {{.*}}entry-guards.mlir:[[#@LINE+4]]:8: reads place {} of axis 0, which has {} elements"(%[[I]], %[[ROWS]])
  // CHECK: %[[COLUMN:.*]] = arith.cmpi ult, %[[J:.*]], %{{.*}} : index
  // CHECK: ascend.require %[[COLUMN]], "tensor.extract at {{.*}}: reads place {} of axis 1, which has {} elements"(%[[J]], %{{.*}})
  // CHECK-NEXT: tensor.extract %[[X]][%[[I]], %[[J]]]
  %0 = tensor.extract %x[%i, %j] : tensor<?x4xf32>
  %1 = tensor.from_elements %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// The last place is one; of an open axis any constant may be.
// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<2xf32> {
  // CHECK-NOT: require
  // CHECK: tensor.extract
  // CHECK: ascend.require %{{.*}}, "tensor.extract at {{.*}}: reads place {} of axis 0, which has {} elements"
  // CHECK-NEXT: tensor.extract
  %c3 = arith.constant 3 : index
  %0 = tensor.extract %x[%c3] : tensor<4xf32>
  %1 = tensor.extract %y[%c3] : tensor<?xf32>
  %2 = tensor.from_elements %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  // CHECK: ascend.require %{{.*}}, "tensor.cast at {{.*}}: axis 1 has the extent {}, and it says {}"(%{{.*}}, %c3{{.*}})
  // CHECK-NOT: require
  // CHECK: tensor.cast
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<?x3xf32>
  %1 = tensor.cast %0 : tensor<?x3xf32> to tensor<?x?xf32>
  %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @main(
func.func @main(%i32: tensor<i32>, %f32: tensor<f32>) -> tensor<6xi32> {
  %a = tensor.extract %i32[] : tensor<i32>
  %b = arith.addi %a, %a : i32
  %f = tensor.extract %f32[] : tensor<f32>
  %n = arith.index_cast %a : i32 to index
  %c7 = arith.constant 7 : i32
  %m1 = arith.constant -1 : i32
  // By a number that is neither 0 nor -1.
  // CHECK-NOT: require
  // CHECK: arith.divsi %{{.*}}, %c7_i32
  %0 = arith.divsi %a, %c7 : i32
  // CHECK: ascend.require %{{.*}}, "arith.divsi at {{.*}}: the quotient is no number of its type"()
  // CHECK-NEXT: arith.divsi
  %1 = arith.divsi %a, %b : i32
  // CHECK: ascend.require %{{.*}}, "arith.remsi at
  // CHECK-NEXT: arith.remsi
  %2 = arith.remsi %a, %m1 : i32
  // CHECK-NOT: require
  // CHECK: arith.divui %{{.*}}, %c-1_i32
  %3 = arith.divui %a, %m1 : i32
  // CHECK: %[[LEAST:.*]] = arith.cmpf oge, %{{.*}}, %cst{{.*}} : f32
  // CHECK: %[[MOST:.*]] = arith.cmpf olt, %{{.*}}, %cst{{.*}} : f32
  // CHECK: ascend.require %{{.*}}, "arith.fptosi at {{.*}}: the float has no integer of the result's type"()
  %4 = arith.fptosi %f : f32 to i32
  // Promises go.
  // CHECK: arith.addi %{{.*}}, %{{[^ ]*}} : i32
  %5 = arith.addi %a, %b overflow<nsw> : i32
  // CHECK: arith.addf %{{.*}}, %{{[^ ]*}} : f32
  %6 = arith.addf %f, %f fastmath<nnan> : f32
  // CHECK: ascend.require %{{.*}}, "scf.for at {{.*}}: the step is not positive"()
  // CHECK-NEXT: scf.for
  %7 = scf.for %i = %n to %n step %n iter_args(%s = %5) -> i32 {
    scf.yield %s : i32
  }
  %g = arith.fptosi %6 : f32 to i32
  %h = arith.addi %g, %3 : i32
  %8 = tensor.from_elements %0, %1, %2, %h, %4, %7 : tensor<6xi32>
  return %8 : tensor<6xi32>
}
