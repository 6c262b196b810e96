// RUN: ascend-opt %s --ascend-pair-with-reference -split-input-file -verify-diagnostics | FileCheck %s

// What a fusion made has the results of the last node that it stands for; the
// reference gets the values of the decided model's inputs; what moves is not
// shown, and what reads it reads the reference's.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[H:.*]]: tensor<2x3xf16> {ascend.name = "x"})
// CHECK-SAME:    -> (tensor<3x2xf32> {ascend.name = "y"}, tensor<3x2xf16> {ascend.name = "y"})
// CHECK-NEXT:    %[[X:.*]] = ascend.cast %[[H]] {{.*}} -> tensor<2x3xf32>
// CHECK-NEXT:    %[[A:.*]] = ascend.exp %[[X]] {ascend.reference, node_name = "a"}
// CHECK-NEXT:    %[[B:.*]] = ascend.relu %[[A]] {ascend.reference, node_name = "b"}
// CHECK-NEXT:    %[[F:.*]] = ascend.elu %[[H]] {ascend.fused_members = {{.*}}, node_name = "f"}
// Its operand is the input, in which nothing went wrong.
// CHECK-NEXT:    ascend.observe %[[B]], %[[F]], %[[F]] {index = 0 : i64, names = ["reference", "decided", "isolated"], node = "f", op_type = "Elu"}
// CHECK-NEXT:    %[[P:.*]] = ascend.constant dense<[1, 0]>
// CHECK-NEXT:    %[[P2:.*]] = ascend.constant dense<[1, 0]>
// CHECK-NEXT:    %[[T:.*]] = ascend.transpose %[[B]], %[[P2]] {ascend.reference, node_name = "t"}
// CHECK-NEXT:    %[[T2:.*]] = ascend.transpose %[[F]], %[[P]] {node_name = "t"}
// CHECK-NEXT:    %[[C:.*]] = ascend.tanh %[[T]] {ascend.reference, node_name = "c"}
// CHECK-NEXT:    %[[C2:.*]] = ascend.tanh %[[T2]] {node_name = "c"}
// CHECK-NEXT:    %[[T3:.*]] = ascend.cast %[[T]] {{.*}} -> tensor<3x2xf16>
// CHECK-NEXT:    %[[C3:.*]] = ascend.tanh %[[T3]] {node_name = "c"}
// CHECK-NEXT:    ascend.observe %[[C]], %[[C2]], %[[C3]] {{.*}}node = "c"
// CHECK-NEXT:    ascend.observe %[[C]], %[[C2]] {index = 0 : i64, names = ["reference", "decided"], node = "y", op_type = "NetOutput"}
// CHECK-NEXT:    return %[[C]], %[[C2]]
module @reference {
  func.func @main(%x: tensor<2x3xf32> {ascend.name = "x"}) -> (tensor<3x2xf32> {ascend.name = "y"}) {
    %a = ascend.exp %x {node_name = "a"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %b = ascend.relu %a {node_name = "b"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %p = ascend.constant dense<[1, 0]> : tensor<2xi64>
    %t = ascend.transpose %b, %p {node_name = "t"} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
    %c = ascend.tanh %t {node_name = "c"} : (tensor<3x2xf32>) -> tensor<3x2xf32>
    return %c : tensor<3x2xf32>
  }
}
module @decided {
  func.func @main(%x: tensor<2x3xf16> {ascend.name = "x"}) -> (tensor<3x2xf16> {ascend.name = "y"}) {
    %f = ascend.elu %x {node_name = "f", ascend.fused_members = [["a", "Exp"], ["b", "Relu"]]} : (tensor<2x3xf16>) -> tensor<2x3xf16>
    %p = ascend.constant dense<[1, 0]> : tensor<2xi64>
    %t = ascend.transpose %f, %p {node_name = "t"} : (tensor<2x3xf16>, tensor<2xi64>) -> tensor<3x2xf16>
    %c = ascend.tanh %t {node_name = "c"} : (tensor<3x2xf16>) -> tensor<3x2xf16>
    return %c : tensor<3x2xf16>
  }
}

// -----

// Without a partner (one of two that have one name vanished, and both are read by
// others) an op is not shown; what reads it reads the third form's.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>)
// CHECK:         %[[H:.*]] = ascend.cast %[[X]] {node_name = "x/Cast_float16"
// CHECK:         ascend.observe {{.*}}node = "x/Cast_float16"
// CHECK-NEXT:    %[[S:.*]] = ascend.exp %[[H]] {node_name = "same"}
// CHECK-NEXT:    %[[S1:.*]] = ascend.exp %[[X]] {ascend.reference, node_name = "same"}
// CHECK-NEXT:    %[[S2:.*]] = ascend.exp %[[X]] {ascend.reference, node_name = "same"}
// CHECK-NEXT:    %[[Y:.*]] = ascend.add %[[S1]], %[[S2]] {ascend.reference, node_name = "y"}
// CHECK-NEXT:    %[[Y2:.*]] = ascend.add %[[S]], %[[S]] {node_name = "y"}
// CHECK-NEXT:    ascend.observe %[[Y]], %[[Y2]], %[[Y2]] {{.*}}node = "y"
// A cast to more bits rounds nothing.
// CHECK-NEXT:    ascend.cast %[[Y2]]
// CHECK-NEXT:    ascend.observe {{.*}}"NetOutput"
module @reference {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = ascend.exp %x {node_name = "same"} : (tensor<4xf32>) -> tensor<4xf32>
    %b = ascend.exp %x {node_name = "same"} : (tensor<4xf32>) -> tensor<4xf32>
    %y = ascend.add %a, %b {node_name = "y"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
module @decided {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %h = ascend.cast %x {node_name = "x/Cast_float16", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
    %a = ascend.exp %h {node_name = "same"} : (tensor<4xf16>) -> tensor<4xf16>
    %y = ascend.add %a, %a {node_name = "y"} : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
    %z = ascend.cast %y {node_name = "y:0/Cast_float", origin = #ascend.cast_origin<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
    return %z : tensor<4xf32>
  }
}

// -----

// Where a node became several ops, what leaves them has its results: what a fusion made
// beside it, or the last of those that have its name, also through an inserted cast.
// CHECK-LABEL: func.func @main(
// CHECK:         %[[A:.*]] = ascend.exp %{{.*}} {ascend.reference, node_name = "a"}
// CHECK-NEXT:    %[[M:.*]] = ascend.mul %{{.*}} {ascend.part_of = "a", node_name = "a_mul_layer"}
// CHECK-NEXT:    ascend.observe %[[A]], %[[M]], %[[M]] {index = 0 : i64, names = ["reference", "decided", "isolated"], node = "a_mul_layer", op_type = "Mul"}
// CHECK-NOT:     ascend.observe
// CHECK:         %[[B:.*]] = ascend.tanh %{{.*}} {ascend.reference, node_name = "b"}
// CHECK-NEXT:    %[[R:.*]] = ascend.relu %{{.*}} {ascend.fused_members = {{.*}}node_name = "b_after"}
// CHECK-NEXT:    ascend.observe %[[B]], %[[R]], %[[R]] {{.*}}node = "b_after", op_type = "Relu"}
module @reference {
  func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %a = ascend.exp %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
    %b = ascend.tanh %x {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
    return %a, %b : tensor<4xf32>, tensor<4xf32>
  }
}
module @decided {
  func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %a = ascend.exp %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
    %m = ascend.mul %a, %x {node_name = "a_mul_layer", ascend.part_of = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %b = ascend.tanh %x {node_name = "b"} : (tensor<4xf32>) -> tensor<4xf32>
    %h = ascend.cast %b {node_name = "b:0/Cast_float16", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
    %r = ascend.relu %h {node_name = "b_after", ascend.fused_members = [["b", "Tanh"]]} : (tensor<4xf16>) -> tensor<4xf16>
    %z = ascend.cast %r {node_name = "b_after:0/Cast_float", origin = #ascend.cast_origin<boundary>} : (tensor<4xf16>) -> tensor<4xf32>
    return %m, %z : tensor<4xf32>, tensor<4xf32>
  }
}

// -----

// The two options of the decided model are the function's; a branch pairs with the
// branch in its place, and ops in it belong to the reference, too.
// CHECK-LABEL: module attributes {ascend.options = {values = {{\[\[}}"emulation", "fast"]]}}
// CHECK:         scf.if
// CHECK:           ascend.exp %{{.*}} {ascend.reference, node_name = "e"}
// CHECK:         scf.if
// CHECK:           ascend.exp %{{.*}} {node_name = "e"}
// CHECK:         ascend.observe %{{[^,]*}}, %{{[^,]*}} {index = 0 : i64, names = ["reference", "decided"], node = "choice", op_type = "If"}
// CHECK:         ascend.observe {{.*}}node = "y", op_type = "Relu"
module @reference {
  func.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
    %bit = tensor.extract %c[] : tensor<i1>
    %i = scf.if %bit -> tensor<4xf32> {
      %e = ascend.exp %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %e : tensor<4xf32>
    } else {
      scf.yield %x : tensor<4xf32>
    }
    %y = ascend.relu %i {node_name = "y"} : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
module @decided attributes {ascend.options = {values = [["emulation", "fast"]]}} {
  func.func @main(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
    %bit = tensor.extract %c[] : tensor<i1>
    %i = scf.if %bit -> tensor<4xf32> {
      %e = ascend.exp %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %e : tensor<4xf32>
    } else {
      scf.yield %x : tensor<4xf32>
    } {ascend.node_name = "choice", ascend.onnx_op = "If"}
    %y = ascend.relu %i {node_name = "y"} : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}

// -----

// expected-error@+1 {{there is no module 'decided' with a function 'main' of one block}}
module {
  module @reference {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
  }
}

// -----

// expected-error@+1 {{'reference' and 'decided' have different numbers of inputs or outputs}}
module {
  module @reference {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
  }
  module @decided {
    func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      return %x, %x : tensor<4xf32>, tensor<4xf32>
    }
  }
}

// -----

// Casts of the model that are merged away stand before the third form still, which
// is given what the op reads in the model; the other operand has none, and what
// is between other values is not its.
// CHECK-LABEL: func.func @main(%{{.*}}: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf16>,
// CHECK:         %[[R:.*]] = ascend.relu {{.*}} {ascend.reference, node_name = "r"}
// CHECK:         %[[R2:.*]] = ascend.relu {{.*}} {node_name = "r"}
// CHECK:         %[[D:.*]] = ascend.cast %[[R]] {ascend.reference, node_name = "down"
// CHECK:         %[[U:.*]] = ascend.cast %[[D]] {ascend.reference, node_name = "up"
// CHECK:         %[[Y:.*]] = ascend.sub %[[U]], %[[R]] {ascend.reference, node_name = "y"}
// CHECK-NEXT:    %[[Y2:.*]] = ascend.sub %[[R2]], %[[R2]] {node_name = "y"}
// CHECK-NEXT:    %[[Y3:.*]] = ascend.sub %[[U]], %[[R]] {node_name = "y"}
// CHECK-NEXT:    ascend.observe %[[Y]], %[[Y2]], %[[Y3]] {{.*}}node = "y"
// CHECK:         %[[Y4:.*]] = ascend.cast %[[Y]] {{.*}} -> tensor<4xf16>
// CHECK:         %[[Z:.*]] = ascend.exp %[[D]] {ascend.reference, node_name = "z"}
// CHECK-NEXT:    %[[Z2:.*]] = ascend.exp {{.*}} {node_name = "z"}
// CHECK-NEXT:    %[[Z3:.*]] = ascend.exp %[[Y4]] {node_name = "z"}
// CHECK-NEXT:    ascend.observe %[[Z]], %[[Z2]], %[[Z3]] {{.*}}node = "z"
module @reference {
  func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf16>) {
    %r = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
    %d = ascend.cast %r {node_name = "down", origin = #ascend.cast_origin<user>} : (tensor<4xf32>) -> tensor<4xf16>
    %u = ascend.cast %d {node_name = "up", origin = #ascend.cast_origin<user>} : (tensor<4xf16>) -> tensor<4xf32>
    %y = ascend.sub %u, %r {node_name = "y"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %z = ascend.exp %d {node_name = "z"} : (tensor<4xf16>) -> tensor<4xf16>
    return %y, %z : tensor<4xf32>, tensor<4xf16>
  }
}
module @decided {
  func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf16>) {
    %r = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
    %y = ascend.sub %r, %r {node_name = "y"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %c = ascend.cast %y {node_name = "y/Cast_float16", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
    %z = ascend.exp %c {node_name = "z"} : (tensor<4xf16>) -> tensor<4xf16>
    return %y, %z : tensor<4xf32>, tensor<4xf16>
  }
}
