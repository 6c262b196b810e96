// RUN: ascend-opt %s --ascend-ge-fusions | FileCheck %s
// RUN: ascend-opt %s --ascend-ge-fusions="fusion-switch-file=%S/Inputs/all-off.json" 2>/dev/null | FileCheck %s --check-prefix=OFF

// OFF-NOT: ascend.gelu

// x Φ(x) with erf; half of x, or half of the product.
// CHECK-LABEL: func @erf
func.func @erf(%x: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %root = ascend.constant {node_name = "root"} dense<1.41421354> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  %0 = ascend.real_div %x, %root {node_name = "a.div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %1 = ascend.ge_op "Erf"(%0) {node_name = "a.erf"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.add %1, %one {node_name = "a.add"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %3 = ascend.mul %x, %2 {node_name = "a.mul"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.gelu %arg0 {{.*}}node_name = "a.last/Gelu", original_names = ["a.div", "a.erf", "a.add", "a.mul", "a.last"]}
  %4 = ascend.mul %3, %half {node_name = "a.last"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %5 = ascend.real_div %x, %root {node_name = "b.div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %6 = ascend.ge_op "Erf"(%5) {node_name = "b.erf"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %7 = ascend.add %one, %6 {node_name = "b.add"} : (tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %8 = ascend.mul %half, %x {node_name = "b.mul"} : (tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: ascend.gelu %arg0 {{.*}}node_name = "b.last/Gelu"
  %9 = ascend.mul %8, %7 {node_name = "b.last"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK-NEXT: return
  return %4, %9 : tensor<4x5xf32>, tensor<4x5xf32>
}

// Another divisor; another summand; a node with a second user; another x.
// CHECK-LABEL: func @erf_stays
// CHECK-NOT: ascend.gelu
func.func @erf_stays(%x: tensor<4x5xf32>, %z: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %root = ascend.constant {node_name = "root"} dense<1.41421354> : tensor<f32>
  %other = ascend.constant {node_name = "other"} dense<1.5> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  %0 = ascend.real_div %x, %other {node_name = "a.div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %1 = ascend.ge_op "Erf"(%0) {node_name = "a.erf"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.add %1, %one {node_name = "a.add"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %3 = ascend.mul %x, %2 {node_name = "a.mul"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = ascend.mul %3, %half {node_name = "a.last"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %5 = ascend.real_div %x, %root {node_name = "b.div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %6 = ascend.ge_op "Erf"(%5) {node_name = "b.erf"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %7 = ascend.add %6, %other {node_name = "b.add"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %8 = ascend.mul %x, %7 {node_name = "b.mul"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %9 = ascend.mul %8, %half {node_name = "b.last"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %10 = ascend.real_div %x, %root {node_name = "c.div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %11 = ascend.ge_op "Erf"(%10) {node_name = "c.erf"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %12 = ascend.add %11, %one {node_name = "c.add"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %13 = ascend.mul %z, %12 {node_name = "c.mul"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %14 = ascend.mul %13, %half {node_name = "c.last"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %4, %9, %14, %11 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}

// CHECK-LABEL: func @tanh
func.func @tanh(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %three = ascend.constant {node_name = "three"} dense<3.0> : tensor<f32>
  %c = ascend.constant {node_name = "c"} dense<0.044715> : tensor<f32>
  %s = ascend.constant {node_name = "s"} dense<0.797884583> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  %0 = ascend.ge_op "Pow"(%x, %three) {node_name = "pow"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %1 = ascend.mul %0, %c {node_name = "m0"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %2 = ascend.add %x, %1 {node_name = "a0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = ascend.mul %s, %2 {node_name = "m1"} : (tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = ascend.tanh %3 {node_name = "t"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %5 = ascend.add %4, %one {node_name = "a1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %6 = ascend.mul %5, %half {node_name = "m2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  // CHECK: ascend.gelu %arg0 {{.*}}node_name = "pow/Gelu", original_names = ["pow", "m0", "a0", "m1", "t", "a1", "m2", "m3"]}
  %7 = ascend.mul %x, %6 {node_name = "m3"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return %7 : tensor<4x5xf32>
}

// The cube by products instead of Pow is no pattern of CANN's; nor is another
// constant here.
// CHECK-LABEL: func @tanh_stays
// CHECK-NOT: ascend.gelu
func.func @tanh_stays(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %c = ascend.constant {node_name = "c"} dense<0.044715> : tensor<f32>
  %s = ascend.constant {node_name = "s"} dense<0.797884583> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  %k = ascend.mul %c, %x {node_name = "k"} : (tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %0 = ascend.mul %x, %k {node_name = "kk"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = ascend.mul %x, %0 {node_name = "m0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.add %x, %1 {node_name = "a0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = ascend.mul %s, %2 {node_name = "m1"} : (tensor<f32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = ascend.tanh %3 {node_name = "t"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %5 = ascend.add %4, %one {node_name = "a1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %6 = ascend.mul %5, %half {node_name = "m2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %7 = ascend.mul %x, %6 {node_name = "m3"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return %7 : tensor<4x5xf32>
}

// Another exponent, factor, scale, summand or half, each alone.
// CHECK-LABEL: func @tanh_others
// CHECK-NOT: ascend.gelu
func.func @tanh_others(%x: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %three = ascend.constant {node_name = "three"} dense<3.0> : tensor<f32>
  %c = ascend.constant {node_name = "c"} dense<0.044715> : tensor<f32>
  %s = ascend.constant {node_name = "s"} dense<0.797884583> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  %other = ascend.constant {node_name = "other"} dense<0.75> : tensor<f32>
  %b0 = ascend.ge_op "Pow"(%x, %other) {node_name = "b.pow"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %b1 = ascend.mul %b0, %c {node_name = "b.m0"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %b2 = ascend.add %x, %b1 {node_name = "b.a0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %b3 = ascend.mul %b2, %s {node_name = "b.m1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %b4 = ascend.tanh %b3 {node_name = "b.t"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %b5 = ascend.add %b4, %one {node_name = "b.a1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %b6 = ascend.mul %b5, %half {node_name = "b.m2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %b7 = ascend.mul %x, %b6 {node_name = "b.m3"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %c0 = ascend.ge_op "Pow"(%x, %three) {node_name = "c.pow"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %c1 = ascend.mul %c0, %other {node_name = "c.m0"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %c2 = ascend.add %x, %c1 {node_name = "c.a0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %c3 = ascend.mul %c2, %s {node_name = "c.m1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %c4 = ascend.tanh %c3 {node_name = "c.t"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %c5 = ascend.add %c4, %one {node_name = "c.a1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %c6 = ascend.mul %c5, %half {node_name = "c.m2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %c7 = ascend.mul %x, %c6 {node_name = "c.m3"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %d0 = ascend.ge_op "Pow"(%x, %three) {node_name = "d.pow"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %d1 = ascend.mul %d0, %c {node_name = "d.m0"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %d2 = ascend.add %x, %d1 {node_name = "d.a0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %d3 = ascend.mul %d2, %other {node_name = "d.m1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %d4 = ascend.tanh %d3 {node_name = "d.t"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %d5 = ascend.add %d4, %one {node_name = "d.a1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %d6 = ascend.mul %d5, %half {node_name = "d.m2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %d7 = ascend.mul %x, %d6 {node_name = "d.m3"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %e0 = ascend.ge_op "Pow"(%x, %three) {node_name = "e.pow"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %e1 = ascend.mul %e0, %c {node_name = "e.m0"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %e2 = ascend.add %x, %e1 {node_name = "e.a0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %e3 = ascend.mul %e2, %s {node_name = "e.m1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %e4 = ascend.tanh %e3 {node_name = "e.t"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %e5 = ascend.add %e4, %other {node_name = "e.a1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %e6 = ascend.mul %e5, %half {node_name = "e.m2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %e7 = ascend.mul %x, %e6 {node_name = "e.m3"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %f0 = ascend.ge_op "Pow"(%x, %three) {node_name = "f.pow"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %f1 = ascend.mul %f0, %c {node_name = "f.m0"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %f2 = ascend.add %x, %f1 {node_name = "f.a0"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %f3 = ascend.mul %f2, %s {node_name = "f.m1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %f4 = ascend.tanh %f3 {node_name = "f.t"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %f5 = ascend.add %f4, %one {node_name = "f.a1"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %f6 = ascend.mul %f5, %other {node_name = "f.m2"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %f7 = ascend.mul %x, %f6 {node_name = "f.m3"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return %b7, %c7, %d7, %e7, %f7 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}

// A divisor that is the root of 2 to four digits only.
// CHECK-LABEL: func @erf_near
// CHECK-NOT: ascend.gelu
func.func @erf_near(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %near = ascend.constant {node_name = "near"} dense<1.41424> : tensor<f32>
  %one = ascend.constant {node_name = "one"} dense<1.0> : tensor<f32>
  %half = ascend.constant {node_name = "half"} dense<0.5> : tensor<f32>
  %0 = ascend.real_div %x, %near {node_name = "div"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %1 = ascend.ge_op "Erf"(%0) {node_name = "erf"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.add %1, %one {node_name = "add"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %3 = ascend.mul %x, %2 {node_name = "mul"} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = ascend.mul %3, %half {node_name = "last"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %4 : tensor<4x5xf32>
}
