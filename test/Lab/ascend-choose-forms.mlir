// RUN: ascend-opt %s --ascend-choose-forms -split-input-file -verify-diagnostics | FileCheck %s

// An op whose forms are alike stands once, and reads what both forms of its operand
// may give; of an inserted cast what it casts is read. Constants are those of the form.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32> {ascend.name = "x"}, %[[KEEP:.*]]: tensor<1xi1> {ascend.name = "keep"})
// CHECK-SAME:    -> (tensor<4xf16> {ascend.name = "y"})
// CHECK-DAG:     %[[W16:.*]] = ascend.constant dense<2.0{{.*}}> : tensor<4xf16>
// CHECK-DAG:     %[[W32:.*]] = ascend.constant dense<2.0{{.*}}> : tensor<4xf32>
// CHECK:         %[[BIT:.*]] = ascend.strided_slice_d %[[KEEP]] {ge.begin = array<i64: 0>, ge.end = array<i64: 1>
// CHECK-NEXT:    %[[K:.*]] = ascend.mul %[[X]], %[[W32]] {node_name = "a"}
// CHECK-NEXT:    %[[X16:.*]] = ascend.cast %[[X]]
// CHECK-NEXT:    %[[P:.*]] = ascend.mul %[[X16]], %[[W16]] {node_name = "a"}
// CHECK-NEXT:    %[[P32:.*]] = ascend.cast %[[P]]
// CHECK-NEXT:    %[[A:.*]] = ascend.select_v2 %[[BIT]], %[[K]], %[[P32]] : (tensor<1xi1>, tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[A16:.*]] = ascend.cast %[[A]]
// CHECK-NEXT:    %[[Y:.*]] = ascend.relu %[[A16]] {node_name = "r"}
// CHECK-NEXT:    return %[[Y]]
module {
  module @plain {
    func.func @main(%x: tensor<4xf32> {ascend.name = "x"}) -> (tensor<4xf16> {ascend.name = "y"}) {
      %h = ascend.cast %x {node_name = "x/Cast_float16", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
      %w = ascend.constant dense<2.0> : tensor<4xf16>
      %a = ascend.mul %h, %w {node_name = "a"} : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
      %r = ascend.relu %a {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
      return %r : tensor<4xf16>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xf32> {ascend.name = "x"}) -> (tensor<4xf16> {ascend.name = "y"}) {
      %w = ascend.constant dense<2.0> : tensor<4xf32>
      %a = ascend.mul %x, %w {node_name = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %h = ascend.cast %a {node_name = "a:0/Cast_float16", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
      %r = ascend.relu %h {node_name = "r"} : (tensor<4xf16>) -> tensor<4xf16>
      return %r : tensor<4xf16>
    }
  }
}

// -----

// What is no elementwise op, or has no axis along which the choice could be spread, is computed
// in one form. Of two modes of an op only the input's choice is different.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %{{.*}}: tensor<4xf32>, %[[KEEP:.*]]: tensor<2xi1> {ascend.name = "keep"}
// CHECK:         %[[BIT:.*]] = tensor.extract %[[KEEP]][%{{.*}}]
// CHECK-NEXT:    %[[P:.*]] = scf.if %[[BIT]] -> (tensor<4xf32>)
// CHECK-NEXT:      ascend.softmax_v2 %{{.*}} {ge.axes = array<i64: 0>, impl_mode = #ascend.impl_mode<high_precision>, node_name = "p"}
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      ascend.softmax_v2 %{{.*}} {ge.axes = array<i64: 0>, node_name = "p"}
// CHECK:         %[[S:.*]] = ascend.reduce_sum_d %[[P]]
// CHECK:         tensor.extract %[[KEEP]]
// CHECK-NEXT:    scf.if %{{.*}} -> (tensor<f32>)
// CHECK-NEXT:      ascend.exp %[[S]] {impl_mode = #ascend.impl_mode<high_precision>, node_name = "e"}
// CHECK:         } else {
// CHECK-NEXT:      ascend.exp %[[S]] {node_name = "e"}
module {
  module @plain {
    func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %p = ascend.softmax_v2 %x {ge.axes = array<i64: 0>, node_name = "p"} : (tensor<4xf32>) -> tensor<4xf32>
      %s = ascend.reduce_sum_d %p {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "s"} : (tensor<4xf32>) -> tensor<f32>
      %e = ascend.exp %s {node_name = "e"} : (tensor<f32>) -> tensor<f32>
      return %e : tensor<f32>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %p = ascend.softmax_v2 %x {ge.axes = array<i64: 0>, node_name = "p", impl_mode = #ascend.impl_mode<high_precision>} : (tensor<4xf32>) -> tensor<4xf32>
      %s = ascend.reduce_sum_d %p {ge.axes = array<i64: 0>, ge.keep_dims = false, node_name = "s"} : (tensor<4xf32>) -> tensor<f32>
      %e = ascend.exp %s {node_name = "e", impl_mode = #ascend.impl_mode<high_precision>} : (tensor<f32>) -> tensor<f32>
      return %e : tensor<f32>
    }
  }
}

// -----

// What stands for one node in several ops is one choice.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %{{.*}}: tensor<1xi1> {ascend.name = "keep"}
// CHECK:         %[[A:.*]] = scf.if %{{.*}} -> (tensor<4xf32>)
// CHECK-NEXT:      %[[K:.*]] = ascend.exp %[[X]] {node_name = "a"}
// CHECK-NEXT:      scf.yield %[[K]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[X16:.*]] = ascend.cast %[[X]]
// CHECK-NEXT:      %[[S:.*]] = ascend.exp %[[X16]] {node_name = "a"}
// CHECK:           %[[M:.*]] = ascend.mul %[[S]], %{{.*}} {ascend.part_of = "a", node_name = "a_mul_layer"}
// CHECK-NEXT:      %[[M32:.*]] = ascend.cast %[[M]]
// CHECK-NEXT:      scf.yield %[[M32]]
// CHECK:         ascend.relu %[[A]]
module {
  module @plain {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %h = ascend.cast %x {node_name = "x/Cast_float16", origin = #ascend.cast_origin<inserted>} : (tensor<4xf32>) -> tensor<4xf16>
      %s = ascend.exp %h {node_name = "a"} : (tensor<4xf16>) -> tensor<4xf16>
      %m = ascend.mul %s, %h {ascend.part_of = "a", node_name = "a_mul_layer"} : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
      %f = ascend.cast %m {node_name = "a:0/Cast_float", origin = #ascend.cast_origin<inserted>} : (tensor<4xf16>) -> tensor<4xf32>
      %r = ascend.relu %f {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %s = ascend.exp %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
      %r = ascend.relu %s {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }
  }
}

// -----

// A cast of the model that only one form has is in the other what it reads: what it
// rounded is rounded where it is read.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf16>, %{{.*}}: tensor<1xi1> {ascend.name = "keep"}
// CHECK:         %[[X32:.*]] = ascend.cast %[[X]] {{.*}} -> tensor<4xf32>
// CHECK-NEXT:    %[[K:.*]] = ascend.exp %[[X32]] {node_name = "e"}
// CHECK-NEXT:    %[[P:.*]] = ascend.exp %[[X]] {node_name = "e"}
// CHECK-NEXT:    %[[P32:.*]] = ascend.cast %[[P]]
// CHECK-NEXT:    %[[E:.*]] = ascend.select_v2 %{{.*}}, %[[K]], %[[P32]]
// CHECK-NEXT:    %[[E16:.*]] = ascend.cast %[[E]] {{.*}} -> tensor<4xf16>
// CHECK-NEXT:    return %[[E16]]
module {
  module @plain {
    func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
      %e = ascend.exp %x {node_name = "e"} : (tensor<4xf16>) -> tensor<4xf16>
      return %e : tensor<4xf16>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
      %up = ascend.cast %x {node_name = "up"} : (tensor<4xf16>) -> tensor<4xf32>
      %e = ascend.exp %up {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
      %down = ascend.cast %e {node_name = "down"} : (tensor<4xf32>) -> tensor<4xf16>
      return %down : tensor<4xf16>
    }
  }
}

// -----

// Constants behind such a cast stand before both forms, too, as others may read them.
// CHECK-LABEL: func.func @main(
// CHECK:         %[[W:.*]] = ascend.constant dense<2.0{{.*}}> : tensor<2x2xf16>
// CHECK:         scf.if
// CHECK-NOT:     ascend.constant
// CHECK:         scf.if
// CHECK-NOT:     ascend.constant
// CHECK:         return
module {
  module @plain {
    func.func @main(%x: tensor<2x2xf16>) -> tensor<2x2xf16> {
      %w = ascend.constant dense<2.0> : tensor<2x2xf16>
      %m = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
      %n = ascend.mat_mul_v2 %m, %w {node_name = "n"} : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
      return %n : tensor<2x2xf16>
    }
  }
  module @kept {
    func.func @main(%x: tensor<2x2xf16>) -> tensor<2x2xf16> {
      %x32 = ascend.cast %x {node_name = "x/Cast_float", origin = #ascend.cast_origin<inserted>} : (tensor<2x2xf16>) -> tensor<2x2xf32>
      %w = ascend.constant dense<2.0> : tensor<2x2xf16>
      %up = ascend.cast %w {node_name = "up"} : (tensor<2x2xf16>) -> tensor<2x2xf32>
      %m = ascend.mat_mul_v2 %x32, %up {node_name = "m"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      %n = ascend.mat_mul_v2 %m, %up {node_name = "n"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      %down = ascend.cast %n {node_name = "down"} : (tensor<2x2xf32>) -> tensor<2x2xf16>
      return %down : tensor<2x2xf16>
    }
  }
}

// -----

// A cast that is none of floats is an op of its own.
// expected-error@+1 {{the sets of ops cannot be tried by runs: the two decisions do not have the same ops from 'up' on}}
module {
  module @plain {
    func.func @main(%x: tensor<4xi32>) -> tensor<4xf32> {
      %up = ascend.cast %x {node_name = "up"} : (tensor<4xi32>) -> tensor<4xf32>
      return %up : tensor<4xf32>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xi32>) -> tensor<4xf32> {
      %up = ascend.cast %x {node_name = "other"} : (tensor<4xi32>) -> tensor<4xf32>
      return %up : tensor<4xf32>
    }
  }
}

// -----

// expected-error@+1 {{the sets of ops cannot be tried by runs: of the ops that stand for 'a_mul_layer' not only the last one is read}}
module {
  module @plain {
    func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %s = ascend.exp %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
      %m = ascend.mul %s, %x {ascend.part_of = "a", node_name = "a_mul_layer"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %m, %s : tensor<4xf32>, tensor<4xf32>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %s = ascend.exp %x {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
      return %s, %s : tensor<4xf32>, tensor<4xf32>
    }
  }
}

// -----

// expected-error@+1 {{there is no module 'kept' with a function 'main' of one block}}
module {
  module @plain {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
  }
}

// -----

// expected-error@+1 {{the sets of ops cannot be tried by runs: the two decisions do not have the same ops from 'e' on}}
module {
  module @plain {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %e = ascend.exp %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
      return %e : tensor<4xf32>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %e = ascend.exp %x {node_name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
      return %e : tensor<4xf32>
    }
  }
}

// -----

// expected-error@+1 {{the sets of ops cannot be tried by runs: 'e' has types of which none holds the other}}
module {
  module @plain {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
      %e = ascend.cast %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xi1>
      return %e : tensor<4xi1>
    }
  }
  module @kept {
    func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
      %e = ascend.cast %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xi8>
      %z = ascend.cast %e {node_name = "z", origin = #ascend.cast_origin<boundary>} : (tensor<4xi8>) -> tensor<4xi1>
      return %z : tensor<4xi1>
    }
  }
}

// -----

// Of both types that which holds the values of either, whichever form has it; the options are those of the plain form.
// CHECK:         module attributes {{.*}}ascend.options = {values = []}
// CHECK-LABEL: func.func @main(
// CHECK:         scf.if %{{.*}} -> (tensor<i32>)
// CHECK:         scf.if %{{.*}} -> (tensor<i16>)
// CHECK:         scf.if %{{.*}} -> (tensor<f64>)
// CHECK:         scf.if %{{.*}} -> (tensor<f64>)
// CHECK:         scf.if %{{.*}} -> (tensor<f32>)
module {
  module @plain attributes {ascend.options = {values = []}} {
    func.func @main(%x: tensor<i8>, %y: tensor<f16>) -> (tensor<i32>, tensor<i8>, tensor<f64>, tensor<f64>, tensor<f32>) {
      %a = ascend.abs %x {node_name = "a"} : (tensor<i8>) -> tensor<i8>
      %a32 = ascend.cast %a {node_name = "a:0/Cast_int32", origin = #ascend.cast_origin<inserted>} : (tensor<i8>) -> tensor<i32>
      %x16 = ascend.cast %x {node_name = "x/Cast_int16", origin = #ascend.cast_origin<inserted>} : (tensor<i8>) -> tensor<i16>
      %b = ascend.abs %x16 {node_name = "b"} : (tensor<i16>) -> tensor<i16>
      %b8 = ascend.cast %b {node_name = "b:0/Cast_int8", origin = #ascend.cast_origin<inserted>} : (tensor<i16>) -> tensor<i8>
      %c = ascend.abs %y {node_name = "c"} : (tensor<f16>) -> tensor<f16>
      %c64 = ascend.cast %c {node_name = "c:0/Cast_double", origin = #ascend.cast_origin<inserted>} : (tensor<f16>) -> tensor<f64>
      %y64 = ascend.cast %y {node_name = "y/Cast_double", origin = #ascend.cast_origin<inserted>} : (tensor<f16>) -> tensor<f64>
      %d = ascend.abs %y64 {node_name = "d"} : (tensor<f64>) -> tensor<f64>
      %e = ascend.abs %y {node_name = "e"} : (tensor<f16>) -> tensor<f16>
      %e32 = ascend.cast %e {node_name = "e:0/Cast_float", origin = #ascend.cast_origin<inserted>} : (tensor<f16>) -> tensor<f32>
      return %a32, %b8, %c64, %d, %e32 : tensor<i32>, tensor<i8>, tensor<f64>, tensor<f64>, tensor<f32>
    }
  }
  module @kept {
    func.func @main(%x: tensor<i8>, %y: tensor<f16>) -> (tensor<i32>, tensor<i8>, tensor<f64>, tensor<f64>, tensor<f32>) {
      %x32 = ascend.cast %x {node_name = "x/Cast_int32", origin = #ascend.cast_origin<inserted>} : (tensor<i8>) -> tensor<i32>
      %a = ascend.abs %x32 {node_name = "a"} : (tensor<i32>) -> tensor<i32>
      %b = ascend.abs %x {node_name = "b"} : (tensor<i8>) -> tensor<i8>
      %y64 = ascend.cast %y {node_name = "y/Cast_double", origin = #ascend.cast_origin<inserted>} : (tensor<f16>) -> tensor<f64>
      %c = ascend.abs %y64 {node_name = "c"} : (tensor<f64>) -> tensor<f64>
      %yb = ascend.cast %y {node_name = "y/Cast_bfloat16", origin = #ascend.cast_origin<inserted>} : (tensor<f16>) -> tensor<bf16>
      %d = ascend.abs %yb {node_name = "d"} : (tensor<bf16>) -> tensor<bf16>
      %d64 = ascend.cast %d {node_name = "d:0/Cast_double", origin = #ascend.cast_origin<inserted>} : (tensor<bf16>) -> tensor<f64>
      %e = ascend.abs %yb {node_name = "e"} : (tensor<bf16>) -> tensor<bf16>
      %e32 = ascend.cast %e {node_name = "e:0/Cast_float", origin = #ascend.cast_origin<inserted>} : (tensor<bf16>) -> tensor<f32>
      return %a, %b, %c, %d64, %e32 : tensor<i32>, tensor<i8>, tensor<f64>, tensor<f64>, tensor<f32>
    }
  }
}
