// RUN: ascend-opt %s --pass-pipeline='builtin.module(func.func(convert-ascend-to-linalg))' --split-input-file --verify-diagnostics

// Element types that change where indices pick and place elements, and indices that are neither int32 nor int64.
func.func @gather(%a: tensor<4x6xf32>, %b: tensor<2xi64>) -> tensor<2x6xf16> {
  %k = ascend.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{op type 'GatherV2' has no CPU lowering (node 'n'): not for element types f32, i64, i64 -> f16}}
  %0 = ascend.gather_v2 %a, %b, %k {node_name = "n"} : (tensor<4x6xf32>, tensor<2xi64>, tensor<1xi64>) -> tensor<2x6xf16>
  return %0 : tensor<2x6xf16>
}

// -----

func.func @gather_elements(%a: tensor<4x6xf32>, %b: tensor<4x2xi64>) -> tensor<4x2xf16> {
  // expected-error@+1 {{op type 'GatherElements' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.gather_elements %a, %b {ge.dim = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<4x2xi64>) -> tensor<4x2xf16>
  return %0 : tensor<4x2xf16>
}

// -----

func.func @unsigned_index(%a: tensor<4x6xf32>, %b: tensor<4x2xui32>) -> tensor<4x2xf32> {
  // expected-error@+1 {{op type 'GatherElements' has no CPU lowering (node 'n'): not for element types f32, ui32 -> f32}}
  %0 = ascend.gather_elements %a, %b {ge.dim = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<4x2xui32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @gather_nd(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>) -> tensor<3x6xf16> {
  // expected-error@+1 {{op type 'GatherNd' has no CPU lowering (node 'n'): not for element types f32, i64 -> f16}}
  %0 = ascend.gather_nd %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf16>
  return %0 : tensor<3x6xf16>
}

// -----

func.func @tuples_of_bytes(%a: tensor<4x6xf32>, %b: tensor<3x1xi8>) -> tensor<3x6xf32> {
  // expected-error@+1 {{op type 'GatherNd' has no CPU lowering (node 'n'): not for element types f32, i8 -> f32}}
  %0 = ascend.gather_nd %a, %b {node_name = "n"} : (tensor<4x6xf32>, tensor<3x1xi8>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

// -----

func.func @one_hot_of_bools(%a: tensor<4xi1>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<4x6xf32> {
  %k = ascend.constant dense<6> : tensor<1xi64>
  // expected-error@+1 {{op type 'OneHot' has no CPU lowering (node 'n'): not for element types i1, i64, f32, f32 -> f32}}
  %0 = ascend.one_hot %a, %k, %b, %c {node_name = "n"} : (tensor<4xi1>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @one_hot_of_complex(%a: tensor<4xcomplex<f32>>, %b: tensor<1xf32>, %c: tensor<1xf32>) -> tensor<4x6xf32> {
  %k = ascend.constant dense<6> : tensor<1xi64>
  // expected-error@+1 {{op type 'OneHot' has no CPU lowering (node 'n'): not for element types complex<f32>, i64, f32, f32 -> f32}}
  %0 = ascend.one_hot %a, %k, %b, %c {node_name = "n"} : (tensor<4xcomplex<f32>>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @on_value(%a: tensor<4xi64>, %b: tensor<1xf16>, %c: tensor<1xf32>) -> tensor<4x6xf32> {
  %k = ascend.constant dense<6> : tensor<1xi64>
  // expected-error@+1 {{op type 'OneHot' has no CPU lowering (node 'n'): not for element types i64, i64, f16, f32 -> f32}}
  %0 = ascend.one_hot %a, %k, %b, %c {node_name = "n"} : (tensor<4xi64>, tensor<1xi64>, tensor<1xf16>, tensor<1xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @off_value(%a: tensor<4xi64>, %b: tensor<1xf32>, %c: tensor<1xf16>) -> tensor<4x6xf32> {
  %k = ascend.constant dense<6> : tensor<1xi64>
  // expected-error@+1 {{op type 'OneHot' has no CPU lowering (node 'n'): not for element types i64, i64, f32, f16 -> f32}}
  %0 = ascend.one_hot %a, %k, %b, %c {node_name = "n"} : (tensor<4xi64>, tensor<1xi64>, tensor<1xf32>, tensor<1xf16>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// Updates are of the type of what they go to, ...
func.func @scatter_result(%a: tensor<4x6xf32>, %b: tensor<4x2xi64>, %c: tensor<4x2xf32>) -> tensor<4x6xf16> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types f32, i64, f32 -> f16}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x6xf16>
  return %0 : tensor<4x6xf16>
}

// -----

func.func @scatter_data(%a: tensor<4x6xf16>, %b: tensor<4x2xi64>, %c: tensor<4x2xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types f16, i64, f32 -> f32}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, node_name = "n"} : (tensor<4x6xf16>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @scatter_updates(%a: tensor<4x6xf32>, %b: tensor<4x2xi64>, %c: tensor<4x2xf16>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types f32, i64, f16 -> f32}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<4x2xi64>, tensor<4x2xf16>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @scatter_indices(%a: tensor<4x6xf32>, %b: tensor<4x2xi16>, %c: tensor<4x2xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types f32, i16, f32 -> f32}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, node_name = "n"} : (tensor<4x6xf32>, tensor<4x2xi16>, tensor<4x2xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// ... which is a number where they are joined.
func.func @scatter_add(%a: tensor<4x6xcomplex<f32>>, %b: tensor<4x2xi64>, %c: tensor<4x2xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types complex<f32>, i64, complex<f32> -> complex<f32>}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, ge.reduction = "add", node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<4x2xi64>, tensor<4x2xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// -----

func.func @scatter_mul(%a: tensor<4x6xsi32>, %b: tensor<4x2xi64>, %c: tensor<4x2xsi32>) -> tensor<4x6xsi32> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types si32, i64, si32 -> si32}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, ge.reduction = "mul", node_name = "n"} : (tensor<4x6xsi32>, tensor<4x2xi64>, tensor<4x2xsi32>) -> tensor<4x6xsi32>
  return %0 : tensor<4x6xsi32>
}

// -----

func.func @scatter_max(%a: tensor<4x6xf8E4M3FN>, %b: tensor<4x2xi64>, %c: tensor<4x2xf8E4M3FN>) -> tensor<4x6xf8E4M3FN> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types f8E4M3FN, i64, f8E4M3FN -> f8E4M3FN}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, ge.reduction = "max", node_name = "n"} : (tensor<4x6xf8E4M3FN>, tensor<4x2xi64>, tensor<4x2xf8E4M3FN>) -> tensor<4x6xf8E4M3FN>
  return %0 : tensor<4x6xf8E4M3FN>
}

// -----

func.func @scatter_min(%a: tensor<4x6x!ascend.hif8>, %b: tensor<4x2xi64>, %c: tensor<4x2x!ascend.hif8>) -> tensor<4x6x!ascend.hif8> {
  // expected-error@+1 {{op type 'ScatterElements' has no CPU lowering (node 'n'): not for element types !ascend.hif8, i64, !ascend.hif8 -> !ascend.hif8}}
  %0 = ascend.scatter_elements %a, %b, %c {ge.axis = 1 : i64, ge.reduction = "min", node_name = "n"} : (tensor<4x6x!ascend.hif8>, tensor<4x2xi64>, tensor<4x2x!ascend.hif8>) -> tensor<4x6x!ascend.hif8>
  return %0 : tensor<4x6x!ascend.hif8>
}

// -----

func.func @nd_var_update(%a: tensor<4x6xf16>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterNdUpdate' has no CPU lowering (node 'n'): not for element types f16, i64, f32 -> f32}}
  %0 = ascend.scatter_nd_update %a, %b, %c {node_name = "n"} : (tensor<4x6xf16>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @nd_var_add(%a: tensor<4x6xf16>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterNdAdd' has no CPU lowering (node 'n'): not for element types f16, i64, f32 -> f32}}
  %0 = ascend.scatter_nd_add %a, %b, %c {node_name = "n"} : (tensor<4x6xf16>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @nd_var_mul(%a: tensor<4x6xf16>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterNdMul' has no CPU lowering (node 'n'): not for element types f16, i64, f32 -> f32}}
  %0 = ascend.scatter_nd_mul %a, %b, %c {node_name = "n"} : (tensor<4x6xf16>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @nd_var_max(%a: tensor<4x6xf16>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterNdMax' has no CPU lowering (node 'n'): not for element types f16, i64, f32 -> f32}}
  %0 = ascend.scatter_nd_max %a, %b, %c {node_name = "n"} : (tensor<4x6xf16>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @nd_var_min(%a: tensor<4x6xf16>, %b: tensor<3x1xi64>, %c: tensor<3x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterNdMin' has no CPU lowering (node 'n'): not for element types f16, i64, f32 -> f32}}
  %0 = ascend.scatter_nd_min %a, %b, %c {node_name = "n"} : (tensor<4x6xf16>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @nd_updates(%a: tensor<4x6xf32>, %b: tensor<3x1xi64>, %c: tensor<3x6xf16>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterNdUpdate' has no CPU lowering (node 'n'): not for element types f32, i64, f16 -> f32}}
  %0 = ascend.scatter_nd_update %a, %b, %c {node_name = "n"} : (tensor<4x6xf32>, tensor<3x1xi64>, tensor<3x6xf16>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @nd_indices(%a: tensor<4x6xf32>, %b: tensor<3x1xi16>, %c: tensor<3x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{op type 'ScatterNdUpdate' has no CPU lowering (node 'n'): not for element types f32, i16, f32 -> f32}}
  %0 = ascend.scatter_nd_update %a, %b, %c {node_name = "n"} : (tensor<4x6xf32>, tensor<3x1xi16>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @nd_add_of_complex(%a: tensor<4x6xcomplex<f32>>, %b: tensor<3x1xi64>, %c: tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  // expected-error@+1 {{op type 'ScatterNdAdd' has no CPU lowering (node 'n'): not for element types complex<f32>, i64, complex<f32> -> complex<f32>}}
  %0 = ascend.scatter_nd_add %a, %b, %c {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<3x1xi64>, tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// -----

func.func @nd_mul_of_complex(%a: tensor<4x6xcomplex<f32>>, %b: tensor<3x1xi64>, %c: tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  // expected-error@+1 {{op type 'ScatterNdMul' has no CPU lowering (node 'n'): not for element types complex<f32>, i64, complex<f32> -> complex<f32>}}
  %0 = ascend.scatter_nd_mul %a, %b, %c {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<3x1xi64>, tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// -----

func.func @nd_max_of_complex(%a: tensor<4x6xcomplex<f32>>, %b: tensor<3x1xi64>, %c: tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  // expected-error@+1 {{op type 'ScatterNdMax' has no CPU lowering (node 'n'): not for element types complex<f32>, i64, complex<f32> -> complex<f32>}}
  %0 = ascend.scatter_nd_max %a, %b, %c {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<3x1xi64>, tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}

// -----

func.func @nd_min_of_complex(%a: tensor<4x6xcomplex<f32>>, %b: tensor<3x1xi64>, %c: tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  // expected-error@+1 {{op type 'ScatterNdMin' has no CPU lowering (node 'n'): not for element types complex<f32>, i64, complex<f32> -> complex<f32>}}
  %0 = ascend.scatter_nd_min %a, %b, %c {node_name = "n"} : (tensor<4x6xcomplex<f32>>, tensor<3x1xi64>, tensor<3x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %0 : tensor<4x6xcomplex<f32>>
}
