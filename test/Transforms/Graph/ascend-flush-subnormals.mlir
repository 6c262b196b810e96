// Constant factors lose what is subnormal beside numbers of 2^-100, and no others do.
// RUN: ascend-opt %s --ascend-flush-subnormals | FileCheck %s

// The largest subnormal number, of either sign, and the least normal one beside
// 2^-100; that one's neighbour below is not enough.
// CHECK-LABEL: func @bounds
// CHECK-DAG: %[[A:.*]] = ascend.constant {node_name = "a"} dense<{{\[\[}}0.000000e+00, -0.000000e+00], [1.17549435E-38, 7.88860905E-31]]>
// CHECK-DAG: %[[B:.*]] = ascend.constant {node_name = "b"} dense<{{\[\[}}1.17549421E-38, {{.*}}], [{{.*}}, {{.*}}]]>
// CHECK-DAG: ascend.mat_mul_v2 %arg0, %[[A]]
// CHECK-DAG: ascend.mat_mul_v2 %arg0, %[[B]]
func.func @bounds(%x: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %a = ascend.constant {node_name = "a"} dense<[[0x007FFFFF, 0x807FFFFF], [0x00800000, 0x0D800000]]> : tensor<2x2xf32>
  %b = ascend.constant {node_name = "b"} dense<[[0x007FFFFF, 0x807FFFFF], [0x00800000, 0x0D7FFFFF]]> : tensor<2x2xf32>
  %0 = ascend.mat_mul_v2 %x, %a {node_name = "m"} : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %1 = ascend.mat_mul_v2 %x, %b {node_name = "n"} : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}

// bfloat16 has the exponents of float32. float16's subnormal numbers are none of
// float32. An infinity is large, too.
// CHECK-LABEL: func @types
// CHECK-DAG: dense<{{\[\[}}0.000000e+00, 1.000000e+00]]> : tensor<1x2xbf16>
// CHECK-DAG: dense<{{\[\[}}5.960460e-08, 1.000000e+00]]> : tensor<1x2xf16>
// CHECK-DAG: dense<{{\[\[}}0.000000e+00, 0xFF800000]]> : tensor<1x2xf32>
func.func @types(%x: tensor<3x1xbf16>, %y: tensor<3x1xf16>, %z: tensor<3x1xf32>) -> (tensor<3x2xbf16>, tensor<3x2xf16>, tensor<3x2xf32>) {
  %b = ascend.constant dense<[[0x0001, 1.0]]> : tensor<1x2xbf16>
  %h = ascend.constant dense<[[0x0001, 1.0]]> : tensor<1x2xf16>
  %f = ascend.constant dense<[[0x00000001, 0xFF800000]]> : tensor<1x2xf32>
  %0 = ascend.mat_mul_v2 %x, %b {node_name = "b"} : (tensor<3x1xbf16>, tensor<1x2xbf16>) -> tensor<3x2xbf16>
  %1 = ascend.mat_mul_v2 %y, %h {node_name = "h"} : (tensor<3x1xf16>, tensor<1x2xf16>) -> tensor<3x2xf16>
  %2 = ascend.mat_mul_v2 %z, %f {node_name = "f"} : (tensor<3x1xf32>, tensor<1x2xf32>) -> tensor<3x2xf32>
  return %0, %1, %2 : tensor<3x2xbf16>, tensor<3x2xf16>, tensor<3x2xf32>
}

// Another op reads them as they are; two products share one constant, in all
// functions.
// CHECK-LABEL: func @readers
// CHECK: %[[OLD:.*]] = ascend.constant {node_name = "w"} dense<{{\[\[}}1.401300e-45, 1.000000e+00]]>
// CHECK: ascend.add %{{.*}}, %[[OLD]]
func.func @readers(%x: tensor<1x1xf32>, %y: tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = ascend.constant {node_name = "w"} dense<[[0x00000001, 1.0]]> : tensor<1x2xf32>
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = ascend.add %y, %w {node_name = "a"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<1x2xf32>
}
