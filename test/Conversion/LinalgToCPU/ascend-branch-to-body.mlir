// RUN: ascend-opt %s --ascend-branch-to-body | FileCheck %s

// Arguments stay where they are.
// CHECK-LABEL: func.func @one(
// CHECK-SAME:    %[[X:.*]]: f32)
// CHECK-NEXT:    cf.br ^[[BODY:.*]]
// CHECK-NEXT:  ^[[BODY]]:
// CHECK-NEXT:    %[[Y:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK-NEXT:    return %[[Y]] : f32
func.func @one(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @empty()
// CHECK-NEXT:    cf.br ^[[BODY:.*]]
// CHECK-NEXT:  ^[[BODY]]:
// CHECK-NEXT:    return
func.func @empty() {
  return
}

// A function of several blocks gets one more in front.
// CHECK-LABEL: func.func @several(
// CHECK-SAME:    %[[C:.*]]: i1)
// CHECK-NEXT:    cf.br ^[[FIRST:.*]]
// CHECK-NEXT:  ^[[FIRST]]:
// CHECK-NEXT:    cf.cond_br %[[C]], ^[[A:bb[0-9]+]], ^[[B:bb[0-9]+]]
// CHECK-NEXT:  ^[[A]]:
// CHECK-NEXT:    cf.br ^[[B]]
// CHECK-NEXT:  ^[[B]]:
// CHECK-NEXT:    return
func.func @several(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^b
^b:
  return
}

// A declaration has no block.
// CHECK-LABEL: func.func private @declared(f32)
// CHECK-NOT:     cf.br
func.func private @declared(f32)
