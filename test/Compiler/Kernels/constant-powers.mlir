// RUN: ascend-opt %s --ascend-outline-kernels | FileCheck %s
// RUN: ascend-opt %s --ascend-outline-kernels --convert-ascend-to-linalg | FileCheck %s --check-prefix=BODY

// A power that is one constant number is a part of the kernel, as a sum's axes are:
// each number has a kernel of its own. Powers that differ from element to element, one
// that something else reads and a base are data.

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[CTX:[a-z0-9]+]]: !llvm.ptr, %[[X:[a-z0-9]+]]: tensor<2x3xf32>
// CHECK:         %[[A:.*]] = call @[[CUBE:pow_[0-9a-f]+]](%[[CTX]], %[[X]], %{{[^,]*}}) {{.*}}"a"
// CHECK:         %[[B:.*]] = call @[[CUBE]](%[[CTX]], %[[A]], %{{[^,]*}}) {{.*}}"b"
// CHECK-NOT:     call @[[CUBE]]
// CHECK:         %[[C:.*]] = call @pow_{{[0-9a-f]+}}(%[[CTX]], %[[B]], %{{[^,]*}}) {{.*}}"c"
// CHECK:         %[[D:.*]] = call @[[DATA:pow_[0-9a-f]+]](%[[CTX]], %[[C]], %{{[^,]*}}, %{{[^,]*}}) {{.*}}"d"
// CHECK:         %[[E:.*]] = call @pow_{{[0-9a-f]+}}(%[[CTX]], %[[D]], %{{[^,]*}}, %{{[^,]*}}) {{.*}}"e"
// CHECK:         call @pow_{{[0-9a-f]+}}(%[[CTX]], %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}) {{.*}}"g"

// x * x * x in doubles, and no logarithm.
// BODY:      func.func private @pow_
// BODY:      %[[WIDE:.*]] = arith.extf %{{.*}} : f32 to f64
// BODY-NEXT: %[[SQUARE:.*]] = arith.mulf %[[WIDE]], %[[WIDE]] : f64
// BODY-NEXT: %[[CUBE:.*]] = arith.mulf %[[WIDE]], %[[SQUARE]] : f64
// BODY-NEXT: arith.truncf %[[CUBE]] : f64 to f32
// BODY-NEXT: linalg.yield
func.func @main(%x: tensor<2x3xf32> {ascend.name = "x"}) -> (tensor<2x3xf32> {ascend.name = "y"}) {
  %three = ascend.constant dense<3.0> : tensor<f32>
  %again = ascend.constant {node_name = "other"} dense<3.0> : tensor<f32>
  %broken = ascend.constant dense<2.5> : tensor<1xf32>
  %many = ascend.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = ascend.constant dense<2.0> : tensor<f32>
  %base = ascend.constant dense<10.0> : tensor<f32>
  %a = ascend.pow %x, %three {node_name = "a"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %b = ascend.pow %a, %again {node_name = "b"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c = ascend.pow %b, %broken {node_name = "c"} : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  %d = ascend.pow %c, %many {node_name = "d"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %e = ascend.pow %d, %two {node_name = "e"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %f = ascend.mul %e, %two {node_name = "f"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %g = ascend.pow %base, %f {node_name = "g"} : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %g : tensor<2x3xf32>
}
