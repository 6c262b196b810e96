// RUN: ascend-opt %s --ascend-specialize-shapes="inputs=3x4,," --split-input-file --verify-diagnostics | FileCheck %s

// Branches that make one shape give it.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf32>{{.*}} -> tensor<3x4xf32>
// CHECK:         %[[R:.*]] = ascend.relu %[[X]] {{.*}} -> tensor<3x4xf32>
// CHECK:         %[[Y:.*]] = scf.if %{{.*}} -> (tensor<3x4xf32>) {
// CHECK:           scf.yield %{{.*}} : tensor<3x4xf32>
// CHECK:           scf.yield %[[R]] : tensor<3x4xf32>
// CHECK:         ascend.neg %[[Y]] {{.*}} -> tensor<3x4xf32>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %r = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %b = tensor.extract %c[] : tensor<i1>
  %y = scf.if %b -> tensor<?x4xf32> {
    %a = ascend.abs %r {node_name = "a"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  } else {
    scf.yield %r : tensor<?x4xf32>
  }
  %z = ascend.neg %y {node_name = "n"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// -----

// Other branches, and loops, have the types that they had.
// CHECK-LABEL: func.func @main(
// CHECK:         %[[R:.*]] = ascend.relu {{.*}} -> tensor<3x4xf32>
// CHECK:         %[[OPEN:.*]] = tensor.cast %[[R]] : tensor<3x4xf32> to tensor<?x?xf32>
// CHECK:         scf.if %{{.*}} -> (tensor<?x?xf32>) {
// CHECK:           %[[T:.*]] = ascend.transpose {{.*}} -> tensor<4x3xf32>
// CHECK:           %[[CAST:.*]] = tensor.cast %[[T]] : tensor<4x3xf32> to tensor<?x?xf32>
// CHECK:           scf.yield %[[CAST]]
// CHECK:           scf.yield %[[OPEN]]
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<?x?xf32>)
// CHECK:         return %{{.*}} : tensor<?x?xf32>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x?xf32> {
  %r = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x?xf32>
  %b = tensor.extract %c[] : tensor<i1>
  %p = ascend.constant dense<[1, 0]> : tensor<2xi64>
  %y = scf.if %b -> tensor<?x?xf32> {
    %t = ascend.transpose %r, %p {node_name = "t"} : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    scf.yield %t : tensor<?x?xf32>
  } else {
    scf.yield %r : tensor<?x?xf32>
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.extract %n[] : tensor<i64>
  %end = arith.index_cast %m : i64 to index
  %z = scf.for %i = %c0 to %end step %c1 iter_args(%v = %y) -> (tensor<?x?xf32>) {
    %w = ascend.neg %v {node_name = "w"} : (tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %w : tensor<?x?xf32>
  }
  return %z : tensor<?x?xf32>
}

// -----

// A branch that such inputs make impossible is not taken: here the second, ...
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf32>, %[[C:.*]]: tensor<i1>
// CHECK:         %[[B:.*]] = tensor.extract %[[C]]
// CHECK:         ascend.require %[[B]], "Add 'b{ }': operands do not broadcast: extent 3 against 2 at axis 0"()
// CHECK-NOT:     scf.if
// CHECK:         %[[A:.*]] = ascend.abs %[[X]] {{.*}} -> tensor<3x4xf32>
// CHECK:         %[[Z:.*]] = ascend.neg %[[A]] {{.*}} -> tensor<3x4xf32>
// CHECK:         return %[[Z]] : tensor<3x4xf32>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %b = tensor.extract %c[] : tensor<i1>
  %y = scf.if %b -> tensor<?x4xf32> {
    %a = ascend.abs %x {node_name = "a"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  } else {
    %a = ascend.add %x, %k {node_name = "b{}"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  }
  %z = ascend.neg %y {node_name = "n"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// -----

// ... and here the first, in which neither branch of another one can be.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf32>, %[[C:.*]]: tensor<i1>
// CHECK:         %[[B:.*]] = tensor.extract %[[C]]
// CHECK:         %[[TRUE:.*]] = arith.constant true
// CHECK:         %[[NOT:.*]] = arith.xori %[[B]], %[[TRUE]]
// CHECK:         ascend.require %[[NOT]], "Add 'a': operands do not broadcast: extent 3 against 2 at axis 0"()
// CHECK-NOT:     scf.if
// CHECK:         return %[[X]] : tensor<3x4xf32>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %b = tensor.extract %c[] : tensor<i1>
  %y = scf.if %b -> tensor<?x4xf32> {
    %v = scf.if %b -> tensor<?x4xf32> {
      %a = ascend.add %x, %k {node_name = "a"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
      scf.yield %a : tensor<?x4xf32>
    } else {
      %a = ascend.mul %x, %k {node_name = "b"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
      scf.yield %a : tensor<?x4xf32>
    }
    scf.yield %v : tensor<?x4xf32>
  } else {
    scf.yield %x : tensor<?x4xf32>
  }
  return %y : tensor<?x4xf32>
}

// -----

// A branch may make numbers, too.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf32>
// CHECK:         %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         ascend.require
// CHECK-NOT:     scf.if
// CHECK:         tensor.dim %[[X]], %[[ONE]]
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> index {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %b = tensor.extract %c[] : tensor<i1>
  %axis, %y = scf.if %b -> (index, tensor<?x4xf32>) {
    scf.yield %one, %x : index, tensor<?x4xf32>
  } else {
    %a = ascend.add %x, %k {node_name = "a"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    scf.yield %zero, %a : index, tensor<?x4xf32>
  }
  %size = tensor.dim %y, %axis : tensor<?x4xf32>
  return %size : index
}

// -----

// A branch without another one: it is refined, or nothing takes its place.
// CHECK-LABEL: func.func @main(
// CHECK:         scf.if %{{.*}} {
// CHECK:           ascend.abs %{{.*}} -> tensor<3x4xf32>
// CHECK:         arith.xori
// CHECK:         ascend.require %{{.*}}, "Add 'b': operands do not broadcast: extent 3 against 2 at axis 0"()
// CHECK-NEXT:    return
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %b = tensor.extract %c[] : tensor<i1>
  scf.if %b {
    %a = ascend.abs %x {node_name = "a"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  }
  scf.if %b {
    %a = ascend.add %x, %k {node_name = "b"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  }
  return %x : tensor<?x4xf32>
}

// -----

// What the branch gave was more open than what it read: a sum along its rows is still as in the open model,
// where they might have been columns.
// CHECK-LABEL: func.func @main(
// CHECK:         %[[U:.*]] = ascend.reshape {{.*}} -> tensor<12x1xf32>
// CHECK:         ascend.require
// CHECK:         %[[SAME:.*]] = tensor.cast %[[U]] : tensor<12x1xf32> to tensor<12x1xf32>
// CHECK:         ascend.softmax_v2 %[[U]] {{.*}}node_name = "known"{{.*}} -> tensor<12x1xf32>
// CHECK:         %[[OPEN:.*]] = tensor.cast %[[SAME]] : tensor<12x1xf32> to tensor<?x?xf32>
// CHECK:         ascend.softmax_v2 %[[OPEN]] {{.*}}node_name = "open"{{.*}} -> tensor<?x?xf32>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %column = ascend.constant dense<[-1, 1]> : tensor<2xi64>
  %b = tensor.extract %c[] : tensor<i1>
  %u = ascend.reshape %x, %column {node_name = "u"} : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x1xf32>
  %y = scf.if %b -> tensor<?x?xf32> {
    %v = tensor.cast %u : tensor<?x1xf32> to tensor<?x?xf32>
    scf.yield %v : tensor<?x?xf32>
  } else {
    %a = ascend.add %x, %k {node_name = "a"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    %v = tensor.cast %a : tensor<?x4xf32> to tensor<?x?xf32>
    scf.yield %v : tensor<?x?xf32>
  }
  %0 = ascend.softmax_v2 %u {ge.axes = array<i64: 0>, node_name = "known"} : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %1 = ascend.softmax_v2 %y {ge.axes = array<i64: 0>, node_name = "open"} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x1xf32>, tensor<?x?xf32>
}

// -----

// A result without a rank stays without one, and so do integers.
// CHECK-LABEL: func.func @main(
// CHECK:         ascend.relu {{.*}} -> tensor<*xf32>
// CHECK:         ascend.shape {{.*}} -> tensor<*xi64>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> (tensor<*xf32>, tensor<*xi64>) {
  %r = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<*xf32>
  %s = ascend.shape %x {node_name = "s"} : (tensor<?x4xf32>) -> tensor<*xi64>
  return %r, %s : tensor<*xf32>, tensor<*xi64>
}

// -----

// A product keeps the rounding of open shapes; what is dynamic stays open;
// integers that are known are constants, others are computed.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    -> (tensor<3x8xf32>, tensor<?x2xi64>, tensor<2xi64>, tensor<i64>)
// CHECK-DAG:     %[[S:.*]] = ascend.constant dense<[3, 8]> : tensor<2xi64>
// CHECK-DAG:     ascend.mat_mul_v2 {{.*}} {node_name = "m", was_open} {{.*}} -> tensor<3x8xf32>
// CHECK-DAG:     ascend.non_zero {{.*}} -> tensor<?x2xi64>
// CHECK-DAG:     %[[A:.*]] = ascend.add {{.*}} -> tensor<i64>
// CHECK-NOT:     ascend.shape
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>)
    -> (tensor<?x8xf32>, tensor<?x2xi64>, tensor<2xi64>, tensor<i64>) {
  %w = ascend.constant dense<1.0> : tensor<4x8xf32>
  %m = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %f = ascend.non_zero %x {node_name = "f"} : (tensor<?x4xf32>) -> tensor<?x2xi64>
  %s = ascend.shape %m {node_name = "s"} : (tensor<?x8xf32>) -> tensor<2xi64>
  %a = ascend.add %n, %n {node_name = "a"} : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return %m, %f, %s, %a : tensor<?x8xf32>, tensor<?x2xi64>, tensor<2xi64>, tensor<i64>
}

// -----

// Few rows of a right factor that is no constant, stored by columns, would add up
// in lanes: a dynamic number of them stays open. Those of a constant would not.
// CHECK-LABEL: func.func @main(
// CHECK:         %[[ROW:.*]] = ascend.reshape {{.*}} -> tensor<1x12xf32>
// CHECK:         %[[OPEN:.*]] = tensor.cast %[[ROW]] : tensor<1x12xf32> to tensor<?x12xf32>
// CHECK:         ascend.mat_mul_v2 %[[OPEN]], {{.*}} {ge.transpose_x2 = true, node_name = "keys"} {{.*}} -> tensor<?x20xf32>
// CHECK:         ascend.mat_mul_v2 %[[ROW]], {{.*}} node_name = "weights", was_open} {{.*}} -> tensor<1x20xf32>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>)
    -> (tensor<?x20xf32>, tensor<?x20xf32>) {
  %s = ascend.constant dense<[-1, 12]> : tensor<2xi64>
  %w = ascend.constant dense<1.0> : tensor<20x12xf32>
  %k = ascend.relu %w {node_name = "k"} : (tensor<20x12xf32>) -> tensor<20x12xf32>
  %q = ascend.reshape %x, %s {node_name = "q"} : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x12xf32>
  %0 = ascend.mat_mul_v2 %q, %k {ge.transpose_x2 = true, node_name = "keys"} : (tensor<?x12xf32>, tensor<20x12xf32>) -> tensor<?x20xf32>
  %1 = ascend.mat_mul_v2 %q, %w {ge.transpose_x2 = true, node_name = "weights"} : (tensor<?x12xf32>, tensor<20x12xf32>) -> tensor<?x20xf32>
  return %0, %1 : tensor<?x20xf32>, tensor<?x20xf32>
}

// -----

// A sum over two axes that others part, and a product of a dynamic number of
// few columns, add up in the order of open shapes: they stay open. So does a
// sum whose other axes are 1; one along all that is behind is a sum along rows
// anyway.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<3x4xf32>
// CHECK:         %[[V:.*]] = ascend.reshape {{.*}} -> tensor<3x1x4xf32>
// CHECK:         %[[P:.*]] = tensor.cast %[[V]] : tensor<3x1x4xf32> to tensor<?x1x?xf32>
// CHECK:         %[[PARTED:.*]] = ascend.reduce_sum %[[P]], {{.*}} -> tensor<1xf32>
// CHECK:         %[[U:.*]] = ascend.reshape {{.*}} -> tensor<3x4x1xf32>
// CHECK:         %[[Q:.*]] = tensor.cast %[[U]] : tensor<3x4x1xf32> to tensor<?x?x?xf32>
// CHECK:         %[[LAST:.*]] = ascend.reduce_sum %[[Q]], {{.*}} -> tensor<?x?xf32>
// CHECK:         tensor.cast %[[LAST]] : tensor<?x?xf32> to tensor<3x1xf32>
// CHECK:         ascend.reduce_sum %[[U]], {{.*}} : (tensor<3x4x1xf32>, tensor<2xi64>) -> tensor<3xf32>
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>)
    -> (tensor<1xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  %s = ascend.shape %x {node_name = "s"} : (tensor<?x4xf32>) -> tensor<2xi64>
  %one = ascend.constant dense<1> : tensor<1xi64>
  %zero = ascend.constant dense<0> : tensor<1xi64>
  %h = ascend.gather_v2 %s, %zero, %zero {node_name = "h"} : (tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %w = ascend.gather_v2 %s, %one, %zero {node_name = "w"} : (tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %t = ascend.concat_d %h, %one, %w {ge.N = 3 : i64, ge.concat_dim = 0 : i64, node_name = "t"}
         : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %v = ascend.reshape %x, %t {node_name = "v"} : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x1x?xf32>
  %ends = ascend.constant dense<[0, 2]> : tensor<2xi64>
  %p = ascend.reduce_sum %v, %ends {ge.keep_dims = false, node_name = "p"} : (tensor<?x1x?xf32>, tensor<2xi64>) -> tensor<1xf32>
  %l = ascend.concat_d %h, %w, %one {ge.N = 3 : i64, ge.concat_dim = 0 : i64, node_name = "l"}
         : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %u = ascend.reshape %x, %l {node_name = "u"} : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %q = ascend.reduce_sum %u, %one {ge.keep_dims = false, node_name = "q"} : (tensor<?x?x?xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  %rows = ascend.constant dense<[1, 2]> : tensor<2xi64>
  %r = ascend.reduce_sum %u, %rows {ge.keep_dims = false, node_name = "r"} : (tensor<?x?x?xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %p, %q, %r : tensor<1xf32>, tensor<?x?xf32>, tensor<?xf32>
}

// -----

// expected-error @+1 {{input 0 of type 'tensor<?x5xf32>' cannot have the shape [3, 4]}}
func.func @main(%x: tensor<?x5xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x5xf32> {
  return %x : tensor<?x5xf32>
}

// -----

// expected-error @+1 {{has 2 inputs, and there are 3 shapes}}
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>) -> tensor<?x4xf32> {
  return %x : tensor<?x4xf32>
}

// -----

// expected-error @+1 {{has inputs with the extents 3 and 4, both called 'n'}}
func.func @main(%x: tensor<?x?xf32> {ascend.dims = ["n", "n"]}, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

// -----

func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  // expected-error @+1 {{operands do not broadcast: extent 3 against 2 at axis 0}}
  %y = ascend.add %x, %k {node_name = "a"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %b = tensor.extract %c[] : tensor<i1>
  %y = scf.if %b -> tensor<?x4xf32> {
    // expected-error @+1 {{operands do not broadcast: extent 3 against 2 at axis 0}}
    %a = ascend.add %x, %k {node_name = "a"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  } else {
    %a = ascend.mul %x, %k {node_name = "b"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  }
  return %y : tensor<?x4xf32>
}

// -----

func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<2x4xf32> {
  // expected-error @+1 {{its result has the extent 3, and the model says 2}}
  %y = ascend.relu %x {node_name = "a"} : (tensor<?x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %p = ascend.constant dense<[3, 0]> : tensor<2xi64>
  %e = ascend.constant dense<[3, 4]> : tensor<2xi64>
  // expected-error @+1 {{its result has no elements for such inputs}}
  %y = ascend.strided_slice_v2 %x, %p, %e {node_name = "a"} : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// expected-error @+1 {{has an input with the extent 3 at axis 0, which is not in 4~8}}
func.func @main(%x: tensor<?x?xf32> {ascend.ranges = array<i64: 4, 8, 4, 4>}, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

// -----

// Each turn of a loop would refuse it.
func.func @main(%x: tensor<?x4xf32>, %c: tensor<i1>, %n: tensor<i64>) -> tensor<?x4xf32> {
  %k = ascend.constant dense<1.0> : tensor<2x4xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %one step %one {
    // expected-error @+1 {{operands do not broadcast: extent 3 against 2 at axis 0}}
    %a = ascend.add %x, %k {node_name = "a"} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  }
  return %x : tensor<?x4xf32>
}
