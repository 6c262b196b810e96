// Nodes whose inputs are all constants are computed where GE has a kernel of the
// host for the type, one behind the other.
// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions=oo-constant-folding=true | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions=oo-constant-folding=false | FileCheck %s --check-prefix=OFF
// RUN: ascend-opt %s --ascend-ge-fusions=oo-constant-folding=False | FileCheck %s --check-prefix=OFF
// Other ways to close it do not reach it.
// RUN: ascend-opt %s --ascend-ge-fusions=optimization-switch=ConstantFoldingPass:off 2>/dev/null | FileCheck %s

// OFF-LABEL: func @moves
// OFF: ascend.expand
// OFF: ascend.transpose
// OFF: "UnsqueezeV3"

// One that says so stays.
// CHECK-LABEL: func @exempt
func.func @exempt() -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  // CHECK: ascend.transpose_d {{.*}}node_name = "stays"
  // CHECK-NOT: ascend.transpose
  // CHECK: ascend.constant {node_name = "goes"}
  %m = ascend.constant {node_name = "m"} dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %perm = ascend.constant {node_name = "perm"} dense<[1, 0]> : tensor<2xi32>
  %a = ascend.transpose %m, %perm {ge._do_not_constant_folding = true, node_name = "stays"} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  %b = ascend.transpose %m, %perm {ge._do_not_constant_folding = false, node_name = "goes"} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  return %a, %b : tensor<3x2xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: func @moves
func.func @moves(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x1xf32>, tensor<3x1x1xf32>) {
  %c = ascend.constant {node_name = "c"} dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %m = ascend.constant {node_name = "m"} dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %row = ascend.constant {node_name = "row"} dense<[7.0, 8.0, 9.0]> : tensor<3xf32>
  %shape = ascend.constant {node_name = "shape"} dense<[2, 3]> : tensor<2xi64>
  %perm = ascend.constant {node_name = "perm"} dense<[1, 0]> : tensor<2xi32>
  %axes = ascend.constant {node_name = "axes"} dense<[1, 2]> : tensor<2xi64>
  // CHECK-DAG: %[[E:.*]] = ascend.constant {node_name = "e"} dense<{{\[\[}}1.000000e+00, 1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00, 2.000000e+00]]>
  // CHECK-DAG: %[[T:.*]] = ascend.constant {node_name = "t"} dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]>
  // CHECK-DAG: %[[S:.*]] = ascend.constant {node_name = "s"} dense<{{\[\[}}3.000000e+00], [6.000000e+00]]>
  // CHECK-DAG: %[[U:.*]] = ascend.constant {node_name = "u"} {{.*}} : tensor<3x1x1xf32>
  // CHECK: return %[[E]], %[[T]], %[[S]], %[[U]]
  %e = ascend.expand %c, %shape {node_name = "e"} : (tensor<2x1xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %t = ascend.transpose %m, %perm {node_name = "t"} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  %s = ascend.strided_slice_d %m {ge.begin = array<i64: 0, 2>, ge.end = array<i64: 2, 3>, ge.strides = array<i64: 1, 1>, node_name = "s"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %u = ascend.ge_op "UnsqueezeV3"(%row, %axes) {node_name = "u"} : (tensor<3xf32>, tensor<2xi64>) -> tensor<3x1x1xf32>
  return %e, %t, %s, %u : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x1xf32>, tensor<3x1x1xf32>
}

// Arithmetic of float, rounded as the host rounds; integers become float.
// CHECK-LABEL: func @numbers
func.func @numbers() -> (tensor<2x2xf32>, tensor<2xf32>, tensor<1xf32>) {
  %a = ascend.constant {node_name = "a"} dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %b = ascend.constant {node_name = "b"} dense<[3.0, 5.0]> : tensor<2xf32>
  %i = ascend.constant {node_name = "i"} dense<16777217> : tensor<1xi64>
  // CHECK-DAG: %[[D:.*]] = ascend.constant {node_name = "d"} dense<{{\[\[}}0.333333343, 2.000000e-01], [0.666666686, 4.000000e-01]]>
  // CHECK-DAG: %[[R:.*]] = ascend.constant {node_name = "r"} dense<[1.73205078, 2.23606801]>
  // CHECK-DAG: %[[F:.*]] = ascend.constant {node_name = "f"} dense<0x4B800000>
  // CHECK: return %[[D]], %[[R]], %[[F]]
  %d = ascend.real_div %a, %b {node_name = "d"} : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %r = ascend.sqrt %b {node_name = "r"} : (tensor<2xf32>) -> tensor<2xf32>
  %f = ascend.cast %i {node_name = "f"} : (tensor<1xi64>) -> tensor<1xf32>
  return %d, %r, %f : tensor<2x2xf32>, tensor<2xf32>, tensor<1xf32>
}

// What the graph knows of a shape, also of what is no constant, and what is made of that.
// CHECK-LABEL: func @dimensions
func.func @dimensions(%x: tensor<2x3xf32>, %o: tensor<?x3xf32>) -> (tensor<2xi32>, tensor<i64>, tensor<i32>, tensor<i32>, tensor<2x1xi64>, tensor<2xi64>, tensor<i64>) {
  %axis = ascend.constant {node_name = "axis"} dense<1> : tensor<1xi64>
  // CHECK-DAG: %[[A:.*]] = ascend.constant {node_name = "shape"} dense<[2, 3]> : tensor<2xi32>
  // CHECK-DAG: %[[B:.*]] = ascend.constant {node_name = "size"} dense<6> : tensor<i64>
  // CHECK-DAG: %[[C:.*]] = ascend.constant {node_name = "rank"} dense<2> : tensor<i32>
  // CHECK-DAG: %[[D:.*]] = ascend.constant {node_name = "open_rank"} dense<2> : tensor<i32>
  // CHECK-DAG: %[[E:.*]] = ascend.constant {node_name = "column"} {{.*}} : tensor<2x1xi64>
  // CHECK-DAG: %[[F:.*]] = ascend.shape %arg1 {{.*}}node_name = "open_shape"
  // CHECK-DAG: %[[G:.*]] = ascend.size %arg0 {ge._do_not_constant_folding = true
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]], %[[G]]
  %a = ascend.shape %x {node_name = "shape"} : (tensor<2x3xf32>) -> tensor<2xi32>
  %b = ascend.size %x {node_name = "size"} : (tensor<2x3xf32>) -> tensor<i64>
  %c = ascend.ge_op "Rank"(%x) {node_name = "rank"} : (tensor<2x3xf32>) -> tensor<i32>
  %d = ascend.ge_op "Rank"(%o) {node_name = "open_rank"} : (tensor<?x3xf32>) -> tensor<i32>
  %s = ascend.shape %x {node_name = "s"} : (tensor<2x3xf32>) -> tensor<2xi64>
  %e = ascend.ge_op "UnsqueezeV3"(%s, %axis) {node_name = "column"} : (tensor<2xi64>, tensor<1xi64>) -> tensor<2x1xi64>
  %f = ascend.shape %o {node_name = "open_shape"} : (tensor<?x3xf32>) -> tensor<2xi64>
  %g = ascend.size %x {ge._do_not_constant_folding = true, node_name = "stays"} : (tensor<2x3xf32>) -> tensor<i64>
  return %a, %b, %c, %d, %e, %f, %g : tensor<2xi32>, tensor<i64>, tensor<i32>, tensor<i32>, tensor<2x1xi64>, tensor<2xi64>, tensor<i64>
}

// Numbers that do not fit, one of them into no integer; a shape without extents.
// CHECK-LABEL: func @wide_dimensions
func.func @wide_dimensions(%x: tensor<65536x32768xi8>, %y: tensor<4294967296x4294967296xi8>, %z: tensor<f32>) -> (tensor<i32>, tensor<i64>, tensor<i64>, tensor<0xi32>) {
  // CHECK: ascend.size %arg0
  // CHECK: ascend.size %arg1
  // CHECK-NOT: ascend.size
  // CHECK: ascend.constant {node_name = "none"} dense<> : tensor<0xi32>
  %a = ascend.size %x {node_name = "narrow"} : (tensor<65536x32768xi8>) -> tensor<i32>
  %b = ascend.size %x {node_name = "wide"} : (tensor<65536x32768xi8>) -> tensor<i64>
  %c = ascend.size %y {node_name = "endless"} : (tensor<4294967296x4294967296xi8>) -> tensor<i64>
  %d = ascend.shape %z {node_name = "none"} : (tensor<f32>) -> tensor<0xi32>
  return %a, %b, %c, %d : tensor<i32>, tensor<i64>, tensor<i64>, tensor<0xi32>
}

// Exp and Tile have no kernel of the host; arithmetic of float16 is not done here;
// an operand that is no constant.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<2xf16>, tensor<2xf32>) {
  %b = ascend.constant {node_name = "b"} dense<[3.0, 5.0]> : tensor<2xf32>
  %h = ascend.constant {node_name = "h"} dense<[3.0, 5.0]> : tensor<2xf16>
  %n = ascend.constant {node_name = "n"} dense<2> : tensor<1xi64>
  // CHECK: ascend.exp
  // CHECK: ascend.tile
  // CHECK: ascend.add
  // CHECK: ascend.add
  %0 = ascend.exp %b {node_name = "e"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = ascend.tile %b, %n {node_name = "t"} : (tensor<2xf32>, tensor<1xi64>) -> tensor<4xf32>
  %2 = ascend.add %h, %h {node_name = "a"} : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %3 = ascend.add %b, %x {node_name = "c"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<4xf32>, tensor<2xf16>, tensor<2xf32>
}

// What contradicts itself is left for its own refusal: shapes that do not broadcast, other types, and
// lists that nothing has checked, as the ops are not those of the dialect.
// CHECK-LABEL: func @contradicts
// CHECK-COUNT-9: ascend.ge_op
// CHECK-NOT: ascend.ge_op
// CHECK: return
func.func @contradicts() {
  %m = ascend.constant {node_name = "m"} dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %v = ascend.constant {node_name = "v"} dense<[1.0, 2.0]> : tensor<2xf32>
  %u = ascend.constant {node_name = "u"} dense<[1, 2]> : tensor<2xui32>
  %h = ascend.constant {node_name = "h"} dense<[1.0, 2.0]> : tensor<2xf16>
  %far = ascend.constant {node_name = "far"} dense<[0, 2]> : tensor<2xi32>
  %0 = ascend.ge_op "Add"(%m, %v) {node_name = "a0"} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  %1 = ascend.ge_op "Add"(%m, %v) {node_name = "a1"} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = ascend.ge_op "Mul"(%v, %h) {node_name = "a2"} : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  %3 = ascend.ge_op "Sub"(%v) {node_name = "a3"} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = ascend.ge_op "Neg"(%v) {node_name = "a4"} : (tensor<2xf32>) -> tensor<3xf32>
  %5 = ascend.ge_op "Cast"(%u) {node_name = "a5"} : (tensor<2xui32>) -> tensor<2xf32>
  %6 = ascend.ge_op "Transpose"(%m, %far) {node_name = "a6"} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %8 = ascend.ge_op "Transpose"(%m, %far) {node_name = "a8"} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf16>
  %9 = ascend.ge_op "StridedSliceD"(%m) {ge.begin = array<i64: 0, 2>, ge.end = array<i64: 2, 3>, ge.strides = array<i64: 1, 1>, node_name = "a9"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}
