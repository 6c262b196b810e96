// RUN: ascend-opt %s --split-input-file --ascend-checks-to-runtime | FileCheck %s

// One text for each type, one declaration for all, and the context of the
// function in whatever region the check stands.
// CHECK-COUNT-1: llvm.mlir.global internal constant @ascend.type.GatherV2("GatherV2\00")
// CHECK-NOT:     GatherV2
// CHECK-LABEL: func.func @checks(
// CHECK-SAME:    %[[CONTEXT:[^:]*]]: !llvm.ptr, %[[I:[^:]*]]: i64, %[[LEAST:[^:]*]]: i64, %[[BOUND:[^:]*]]: i64
// CHECK-NEXT:    %[[GATHER:.*]] = llvm.mlir.addressof @ascend.type.GatherV2
// CHECK-NEXT:    call @ascendrt_fail_index(%[[CONTEXT]], %[[GATHER]], %[[I]], %[[LEAST]], %[[BOUND]])
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      %[[AGAIN:.*]] = llvm.mlir.addressof @ascend.type.GatherV2
// CHECK-NEXT:      func.call @ascendrt_fail_index(%[[CONTEXT]], %[[AGAIN]], %[[I]], %[[I]], %[[BOUND]])
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @checks(%context: !llvm.ptr, %i: i64, %least: i64, %bound: i64, %is: i1) {
  ascend.fail_index %i, %least, %bound {op_type = "GatherV2"}
  scf.if %is {
    ascend.fail_index %i, %i, %bound {op_type = "GatherV2"}
  }
  return
}

// CHECK-COUNT-1: func.func private @ascendrt_fail_index(!llvm.ptr, !llvm.ptr, i64, i64, i64)
// CHECK-NOT:     private

// -----

// CHECK-DAG: llvm.mlir.global internal constant @ascend.type.ScatterNd("ScatterNd\00")
// CHECK-DAG: llvm.mlir.global internal constant @ascend.type.GatherNd("GatherNd\00")
// CHECK-LABEL: func.func @gather(
// CHECK:         llvm.mlir.addressof @ascend.type.GatherNd
func.func @gather(%context: !llvm.ptr, %i: i64) {
  ascend.fail_index %i, %i, %i {op_type = "GatherNd"}
  return
}
// CHECK-LABEL: func.func @scatter(
// CHECK:         llvm.mlir.addressof @ascend.type.ScatterNd
func.func @scatter(%context: !llvm.ptr, %i: i64) {
  ascend.fail_index %i, %i, %i {op_type = "ScatterNd"}
  return
}

// -----

// What another op has declared is taken.
// CHECK-LABEL: func.func private @ascendrt_fail_index(
// CHECK-LABEL: func.func @declared(
// CHECK:         call @ascendrt_fail_index(
// CHECK-NOT:     func.func
func.func private @ascendrt_fail_index(!llvm.ptr, !llvm.ptr, i64, i64, i64)
func.func @declared(%context: !llvm.ptr, %i: i64) {
  ascend.fail_index %i, %i, %i {op_type = "GatherNd"}
  return
}

// -----

// A module without checks gets neither text nor declaration, and needs no
// context.
// CHECK-LABEL: func.func @none(
// CHECK-NOT:     ascendrt_fail_index
// CHECK-NOT:     llvm.mlir.global
func.func @none(%i: i64) {
  return
}
