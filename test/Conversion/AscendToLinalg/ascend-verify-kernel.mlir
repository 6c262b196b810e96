// RUN: ascend-opt %s --ascend-verify-kernel --split-input-file --verify-diagnostics

// What each kind of lowering makes.
func.func @sums(%x: tensor<8xf16>, %w: tensor<3xf32>, %y: memref<6xf32>) attributes {ascend.kernel} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<8xf16>, tensor<3xf32>) outs(%start : tensor<6xf32>) {
  ^bb0(%in: f16, %factor: f32, %out: f32):
    %wide = arith.extf %in : f16 to f32
    %1 = math.fma %wide, %factor, %out : f32
    linalg.yield %1 : f32
  } -> tensor<6xf32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<6xf32>, memref<6xf32>) -> ()
  return
}

// -----

// Of other functions nothing is said.
func.func @other(%x: tensor<4xi1>) -> tensor<6xi1> {
  %false = arith.constant false
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %false : i1
  } : tensor<4xi1> to tensor<6xi1>
  return %0 : tensor<6xi1>
}

// -----

// expected-error @+1 {{has a value of type 'tensor<4xi1>', which is not as it is in memory}}
func.func @bools(%x: tensor<4xi1>) attributes {ascend.kernel} {
  return
}

// -----

func.func @signs() attributes {ascend.kernel} {
  // expected-error @+1 {{has a value of type 'tensor<4xui8>', which is not as it is in memory}}
  %0 = tensor.empty() : tensor<4xui8>
  return
}

// -----

func.func @other_op(%x: tensor<4xf32>) attributes {ascend.kernel} {
  // expected-error @+1 {{is none of the ops of a kernel (VerifyKernel.cpp)}}
  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @inside(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> attributes {ascend.kernel} {
  %0 = scf.if %c -> tensor<4xf32> {
    // expected-error @+1 {{is none of the ops of a kernel (VerifyKernel.cpp)}}
    %1 = linalg.copy ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @another_order(%a: f32) -> f32 attributes {ascend.kernel} {
  // expected-error @+1 {{has fastmath flags}}
  %0 = arith.addf %a, %a fastmath<reassoc> : f32
  return %0 : f32
}

// -----

func.func @library(%a: f32, %b: f64) -> f32 attributes {ascend.kernel} {
  %0 = math.exp %b : f64
  // expected-error @+1 {{is C's function, which computes in f64 alone here}}
  %1 = math.exp %a : f32
  return %1 : f32
}

// -----

func.func @no_view(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> attributes {ascend.kernel} {
  // expected-error @+1 {{has an operand that is no strided view: affine_map<(d0) -> (d0 floordiv 2)>}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @elsewhere(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> attributes {ascend.kernel} {
  // expected-error @+1 {{writes a result at other places than its loops: affine_map<(d0) -> (d0 * 2)>}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 * 2)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @cosine(%a: f32, %b: f64) -> f32 attributes {ascend.kernel} {
  %0 = math.cos %b : f64
  // expected-error @+1 {{is C's function, which computes in f64 alone here}}
  %1 = math.cos %a : f32
  return %1 : f32
}

// -----

func.func @logarithm(%a: f32, %b: f64) -> f32 attributes {ascend.kernel} {
  %0 = math.log %b : f64
  // expected-error @+1 {{is C's function, which computes in f64 alone here}}
  %1 = math.log %a : f32
  return %1 : f32
}

// -----

func.func @power(%a: f32, %b: f64) -> f32 attributes {ascend.kernel} {
  %0 = math.powf %b, %b : f64
  // expected-error @+1 {{is C's function, which computes in f64 alone here}}
  %1 = math.powf %a, %a : f32
  return %1 : f32
}

// -----

func.func @sine(%a: f16, %b: f64) -> f16 attributes {ascend.kernel} {
  %0 = math.sin %b : f64
  // expected-error @+1 {{is C's function, which computes in f64 alone here}}
  %1 = math.sin %a : f16
  return %1 : f16
}

// -----

// Functions that are instructions, sums in the order in which they stand, and whole bytes.
func.func @plain(%a: f32, %i: i64, %x: tensor<4xi8>, %y: memref<4xindex>, %z: tensor<4xf8E4M3FN>) -> f32 attributes {ascend.kernel} {
  %0 = arith.addf %a, %a fastmath<none> : f32
  %1 = math.absf %0 : f32
  %2 = math.ceil %1 : f32
  %3 = math.copysign %2, %a : f32
  %4 = math.floor %3 : f32
  %5 = math.roundeven %4 : f32
  %6 = math.sqrt %5 : f32
  %7 = math.trunc %6 : f32
  %8 = math.absi %i : i64
  %9 = math.ctlz %8 : i64
  return %7 : f32
}

// -----

func.func @contracted(%a: f32) -> f32 attributes {ascend.kernel} {
  // expected-error @+1 {{has fastmath flags}}
  %0 = arith.mulf %a, %a fastmath<contract> : f32
  return %0 : f32
}

// -----

// expected-error @+1 {{has a value of type 'tensor<4xi4>', which is not as it is in memory}}
func.func @nibbles(%x: tensor<4xi4>) attributes {ascend.kernel} {
  return
}

// -----

// expected-error @+1 {{has a value of type 'tensor<4xsi8>', which is not as it is in memory}}
func.func @signed(%x: tensor<4xsi8>) attributes {ascend.kernel} {
  return
}

// -----

// expected-error @+1 {{has a value of type 'tensor<4xcomplex<f32>>', which is not as it is in memory}}
func.func @complex(%x: tensor<4xcomplex<f32>>) attributes {ascend.kernel} {
  return
}

// -----

// Steps and distances are views, ...
func.func @views(%x: tensor<16xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {ascend.kernel} {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0 * 2 + 3)>, affine_map<(d0) -> (3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<16xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32, %same: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// ... and remainders are none.
func.func @remainder(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> attributes {ascend.kernel} {
  // expected-error @+1 {{has an operand that is no strided view: affine_map<(d0) -> (d0 mod 4)>}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0 mod 4)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @two_loops_as_one(%x: tensor<4x2xf32>, %y: tensor<8xf32>) -> tensor<8xf32> attributes {ascend.kernel} {
  // expected-error @+1 {{writes a result at other places than its loops: affine_map<(d0, d1) -> (d0 * 2 + d1)>}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 * 2 + d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x2xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
