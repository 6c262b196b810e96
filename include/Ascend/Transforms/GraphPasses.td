//===- GraphPasses.td - Passes over a typed graph ----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What is decided on the whole graph, until ascend-outline-kernels cuts it.

#ifndef ASCEND_TRANSFORMS_GRAPHPASSES_TD
#define ASCEND_TRANSFORMS_GRAPHPASSES_TD

include "Ascend/Transforms/ExpandPasses.td"

def SpecializeShapesPass : Pass<"ascend-specialize-shapes", "::mlir::func::FuncOp"> {
  let summary = "Make the code for inputs of these shapes";
  let description = [{
    Arguments get the shapes of `inputs`, and what is behind them the shapes that
    follow; integers that become known, such as those of a Shape, are constants
    from then on ([Shapes.md](Shapes.md)). Which ops there are, and what they were
    decided to round, stays: a product that was open is marked, for chips on which
    its bias joins behind the rounding (`was_open`), and an op whose sums
    would be in another order where all extents are known stays open, between two
    casts. A branch of an `scf.if` that such inputs make impossible, as one that
    squeezes an axis of another extent than 1 is, becomes a check that it is not
    taken (`ascend.require`). An error where the model refuses such inputs, and where
    a tensor would have no elements.

    Without `inputs` the arguments keep the shapes that they have, and a tensor
    without elements stays open.

    **Pre-condition:** types are final. **Post-condition:** arguments have the
    shapes of `inputs`, and other shapes are static where they follow from those.

    <!-- example ascend-specialize-shapes -->
    ```mlir
    func.func @main(%x: tensor<?x?xf16>) -> tensor<?xf16> {
      %0 = ascend.relu %x {node_name = "r"} : (tensor<?x?xf16>) -> tensor<?x?xf16>
      %1 = ascend.shape %x {node_name = "s"} : (tensor<?x?xf16>) -> tensor<2xi64>
      %2 = ascend.constant dense<0> : tensor<1xi64>
      %3 = ascend.reduce_prod %1, %2 {ge.keep_dims = true, node_name = "p"}
             : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
      %4 = ascend.reshape %0, %3 {node_name = "f"}
             : (tensor<?x?xf16>, tensor<1xi64>) -> tensor<?xf16>
      return %4 : tensor<?xf16>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-specialize-shapes="inputs=2x3"
    ```
    ```mlir
    func.func @main(%arg0: tensor<2x3xf16>) -> tensor<6xf16> {
      %0 = ascend.relu %arg0 {node_name = "r"} : (tensor<2x3xf16>) -> tensor<2x3xf16>
      %1 = ascend.constant dense<6> : tensor<1xi64>
      %2 = ascend.reshape %0, %1 {node_name = "f"}
             : (tensor<2x3xf16>, tensor<1xi64>) -> tensor<6xf16>
      return %2 : tensor<6xf16>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let options = [
    ListOption<"inputs", "inputs", "std::string",
               "The shapes of the inputs, such as 1x3x224x224; nothing for a scalar's.">,
  ];
}

def BoundResultsPass : Pass<"ascend-bound-results", "::mlir::func::FuncOp"> {
  let summary = "Give results whose sizes depend on data the largest they have";
  let description = [{
    Only NonZero itself determines how long its result is, and a kernel writes
    into memory that somebody else has allocated. So an op of that kind
    (AscendCountOps.td) computes the largest result that there may be, and how
    much of it counts; slices of that size take its place. Nothing is computed
    twice, as it would be by a kernel that counts before another one fills.

    **Pre-condition:** types are final; the shape of the largest result follows from
    those of the operands, or it is an error. **Post-condition:** every op of that
    kind has the result `size`.

    <!-- example ascend-bound-results -->
    ```mlir
    func.func @main(%x: tensor<2x3xf32>) -> tensor<?x2xi64> {
      %y = ascend.non_zero %x {node_name = "n"} : (tensor<2x3xf32>) -> tensor<?x2xi64>
      return %y : tensor<?x2xi64>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-bound-results
    ```
    ```mlir
    func.func @main(%arg0: tensor<2x3xf32>) -> tensor<?x2xi64> {
      %y, %size = ascend.non_zero %arg0 {node_name = "n"}
          : (tensor<2x3xf32>) -> (tensor<6x2xi64>, tensor<1xi64>)
      %0 = ascend.constant dense<0> : tensor<1xi64>
      %1 = ascend.constant dense<0> : tensor<1xi64>
      %2 = ascend.strided_slice_v2 %y, %0, %size, %1 {node_name = "n/slice"}
          : (tensor<6x2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
          -> tensor<?x2xi64>
      return %2 : tensor<?x2xi64>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def AssignFormatsPass : Pass<"ascend-assign-formats", "::mlir::func::FuncOp"> {
  let summary = "Give convolutions, and what lies between them, NC1HWC0";
  let description = [{
    A convolution is fastest where the channels of a block lie next to each
    other, as they do in the cube unit's format NC1HWC0: [N, C/C0, H, W, C0]. So
    a Conv2D of float tensors, or of bytes with sums of int32, gives and takes
    that (`ge.y_c0`), with a C0 of 16 or, where that does not divide the
    channels, 8; up to four channels are read from NCHW. So does a transposed
    convolution of floats that is at most sixteen ordinary ones. What such
    tensors go through follows: elementwise ops, depthwise convolutions,
    normalizations, pools, concatenations, splits into whole blocks, borders of
    H and W, other sizes of them and their sums and extrema (`ge.x_c0`). What is
    left of changes of the format lies at the edges: a Reshape, which costs
    nothing, and a Transpose; where blocks of 16 meet such of 8, those are
    divided. Results are the same bits.

    The number of images, their height and their width may be dynamic;
    sums over such images stay, as their order is that of so many pixels. What
    has other numbers of channels, or a dynamic one, stays; so do average pools
    of more than 64 elements that are not all of an image: their sums run in
    another order. A convolution of floats with a window of one pixel stays,
    too, where it alone would have blocks: its pixels are columns in place.

    **Pre-condition:** types are final. **Post-condition:** the function has the
    types of before, and who reads a tensor in NC1HWC0 takes that, or reads it
    behind a Transpose. With a `cube_k_block` in the module's `ascend.options`
    nothing changes.

    <!-- example ascend-assign-formats -->
    ```mlir
    func.func @main(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x3x3xf32>, %v: tensor<32x16x1x1xf32>)
        -> tensor<1x32x3x3xf32> {
      %0 = ascend.conv2d %x, %w {node_name = "a"}
             : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x6x6xf32>
      %1 = ascend.relu %0 {node_name = "r"} : (tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
      %2 = ascend.max_pool_v3 %1 {ge.ksize = array<i64: 1, 1, 2, 2>,
             ge.strides = array<i64: 1, 1, 2, 2>, node_name = "p"}
             : (tensor<1x16x6x6xf32>) -> tensor<1x16x3x3xf32>
      %3 = ascend.conv2d %2, %v {node_name = "b"}
             : (tensor<1x16x3x3xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x3x3xf32>
      return %3 : tensor<1x32x3x3xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-assign-formats --canonicalize
    ```
    ```mlir
    func.func @main(%arg0: tensor<1x3x8x8xf32>, %arg1: tensor<16x3x3x3xf32>,
                    %arg2: tensor<32x16x1x1xf32>) -> tensor<1x32x3x3xf32> {
      %0 = ascend.conv2d %arg0, %arg1 {ge.y_c0 = 16 : i64, node_name = "a"}
             : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x1x6x6x16xf32>
      %1 = ascend.relu %0 {node_name = "r"} : (tensor<1x1x6x6x16xf32>) -> tensor<1x1x6x6x16xf32>
      %2 = ascend.max_pool3d %1 {ge.ksize = array<i64: 1, 1, 2, 2, 1>,
             ge.strides = array<i64: 1, 1, 2, 2, 1>, node_name = "p"}
             : (tensor<1x1x6x6x16xf32>) -> tensor<1x1x3x3x16xf32>
      %3 = ascend.conv2d %2, %arg2 {ge.y_c0 = 16 : i64, node_name = "b"}
             : (tensor<1x1x3x3x16xf32>, tensor<32x16x1x1xf32>) -> tensor<1x2x3x3x16xf32>
      %4 = ascend.constant dense<[0, 1, 4, 2, 3]> : tensor<5xi64>
      %5 = ascend.transpose %3, %4 : (tensor<1x2x3x3x16xf32>, tensor<5xi64>)
             -> tensor<1x2x16x3x3xf32>
      %6 = ascend.constant dense<[1, 32, 3, 3]> : tensor<4xi64>
      %7 = ascend.reshape %5, %6 : (tensor<1x2x16x3x3xf32>, tensor<4xi64>) -> tensor<1x32x3x3xf32>
      return %7 : tensor<1x32x3x3xf32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def FlushSubnormalsPass : Pass<"ascend-flush-subnormals", "::mlir::ModuleOp"> {
  let summary = "Make weights 0 that no sum notices, but the CPU does";
  let description = [{
    An element of a constant float32 or bfloat16 operand of a product or convolution
    whose magnitude is below 2^-126 becomes the zero of its sign, where the constant
    has one of at least 2^-100, too. Channels that training has left behind are full
    of such numbers, and some CPUs take a hundred cycles for each product of one. No
    product changes by more than 2^-126 times the largest of the other factor, which
    is less than what one with the constant's largest element loses by rounding.
    Constants of nothing but small numbers stay, as do those of other ops and types.

    **Pre-condition:** types are final: a weight is a constant of the dtype in which
    it is multiplied. **Post-condition:** no constant operand of float32 or bfloat16
    of a product or convolution has subnormal elements next to one of at least
    2^-100; other ops read the constant that they read before.

    <!-- example ascend-flush-subnormals -->
    ```mlir
    func.func @main(%x: tensor<4x3xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
      %w = ascend.constant dense<[[0.5], [1.0e-39], [-1.0e-39]]> : tensor<3x1xf32>
      %s = ascend.constant dense<[[1.0e-39], [0.0], [2.0e-39]]> : tensor<3x1xf32>
      %y = ascend.mat_mul_v2 %x, %w {node_name = "y"}
          : (tensor<4x3xf32>, tensor<3x1xf32>) -> tensor<4x1xf32>
      %z = ascend.mat_mul_v2 %x, %s {node_name = "z"}
          : (tensor<4x3xf32>, tensor<3x1xf32>) -> tensor<4x1xf32>
      return %y, %z : tensor<4x1xf32>, tensor<4x1xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-flush-subnormals
    ```
    ```mlir
    func.func @main(%arg0: tensor<4x3xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
      %0 = ascend.constant dense<[[5.000000e-01], [0.000000e+00], [-0.000000e+00]]> : tensor<3x1xf32>
      %1 = ascend.constant dense<[[1.000000e-39], [0.000000e+00], [2.000000e-39]]> : tensor<3x1xf32>
      %2 = ascend.mat_mul_v2 %arg0, %0 {node_name = "y"}
          : (tensor<4x3xf32>, tensor<3x1xf32>) -> tensor<4x1xf32>
      %3 = ascend.mat_mul_v2 %arg0, %1 {node_name = "z"}
          : (tensor<4x3xf32>, tensor<3x1xf32>) -> tensor<4x1xf32>
      return %2, %3 : tensor<4x1xf32>, tensor<4x1xf32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def NarrowProductsPass : Pass<"ascend-narrow-products", "::mlir::func::FuncOp"> {
  let summary = "Multiply bytes as bytes, not as int32";
  let description = [{
    A product or convolution in int32 whose factors are cast from int8 or uint8
    takes what was cast. A zero point that was subtracted first goes where it is 0,
    or into the second factor if that is a constant whose differences are bytes
    again; that of the first factor becomes, with a constant second one, a multiple
    of the sums of its columns or filters that is subtracted after the product. The
    border of a convolution, which is 0 after the subtraction, then becomes a
    `PadV3` by the zero point. All is exact modulo 2^32, as the product in int32 is.
    Other products stay.

    **Pre-condition:** types are final: a factor of bytes is behind a cast.
    **Post-condition:** results have the bits of before; casts that nobody reads any
    more are still there.

    <!-- example ascend-narrow-products -->
    ```mlir
    func.func @main(%x: tensor<4x2xui8>, %zero: tensor<i32>) -> tensor<4x3xi32> {
      %w = ascend.constant dense<[[1, 2, 3], [4, 5, -6]]> : tensor<2x3xi8>
      %a = ascend.cast %x {node_name = "a"} : (tensor<4x2xui8>) -> tensor<4x2xi32>
      %s = ascend.sub %a, %zero {node_name = "s"}
          : (tensor<4x2xi32>, tensor<i32>) -> tensor<4x2xi32>
      %b = ascend.cast %w {node_name = "b"} : (tensor<2x3xi8>) -> tensor<2x3xi32>
      %y = ascend.mat_mul_v2 %s, %b {node_name = "y"}
          : (tensor<4x2xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
      return %y : tensor<4x3xi32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir --ascend-narrow-products --canonicalize
    ```
    ```mlir
    func.func @main(%arg0: tensor<4x2xui8>, %arg1: tensor<i32>) -> tensor<4x3xi32> {
      %0 = ascend.constant dense<[[1, 2, 3], [4, 5, -6]]> : tensor<2x3xi8>
      %1 = ascend.constant dense<[5, 7, -3]> : tensor<3xi32>
      %2 = ascend.mul %arg1, %1 {node_name = "y/zero_times_columns"}
          : (tensor<i32>, tensor<3xi32>) -> tensor<3xi32>
      %3 = ascend.mat_mul_v2 %arg0, %0 {node_name = "y"}
          : (tensor<4x2xui8>, tensor<2x3xi8>) -> tensor<4x3xi32>
      %4 = ascend.sub %3, %2 {node_name = "y/shifted"}
          : (tensor<4x3xi32>, tensor<3xi32>) -> tensor<4x3xi32>
      return %4 : tensor<4x3xi32>
    }
    ```
    <!-- end of example -->
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect"];
}

def PlanCubePass : Pass<"ascend-plan-cube", "::mlir::func::FuncOp"> {
  let summary = "Choose how ops of the cube unit are computed";
  let description = [{
    Each product of matrices and each convolution gets `cube_form`, the first form
    of its table that fits and is worth it, and whether elementwise ops behind it
    may join its kernel; ascend-outline-kernels and convert-ascend-to-linalg do as
    it says.

    MatMulV2, BatchMatMulV2 and FullyConnection (docs/Kernels.md, Products of
    matrices):

    | form | when |
    |---|---|
    | `plain` | float64 |
    | `strassen` | for `emulation` `fast` in the module's `ascend.options`, of one right factor: m and k are even, n is a multiple of 32, and an eighth of the products takes longer than the sums of quarters that stand for it; a larger error (docs/Numerics.md) |
    | `lanes` | up to four columns; or up to four rows of a right factor that is no constant and stored by columns |
    | `right_rows` | the latter, stored by rows |
    | `rows` | all others: rows of the left factor times panels of columns |

    Few rows take as long as to read the right factor, token by token in front of
    the keys and values of those before it; to pack it first would take longer. A
    constant is packed beforehand, which a kernel would not see.

    Conv2D, Conv3D and transposed ones (docs/Kernels.md, Convolutions):

    | form | when |
    |---|---|
    | `by_elements` | not in NC1HWC0: few outputs, whose elements of the window are fewer than the channels |
    | `transposed` | a transposed one: an ordinary one for each residue class of its pixels |
    | `depthwise` | each channel by itself, a window of up to 64 elements |
    | `winograd` | in NC1HWC0, for `emulation` `fast`: 3x3 of step one, many channels and pixels; a larger error |
    | `seen` | parts of the result see few elements of the window, such as of a large dilation: one for each part |
    | `blocks` | in NC1HWC0, all others |
    | `byte_dots` | bytes that the CPU's dots take, of a static shape |
    | `direct` | sums of float32 one by one, rows of pixels that are no shorter than a vector |
    | `packed` | all others |

    What a convolution outside of NC1HWC0 is parted into (`transposed`, `seen`) has
    forms of its own, of the last four or `depthwise`.

    `form` names a form that is taken wherever it fits, for tests.

    **Pre-condition:** the graph is not cut into kernels, and types are final.
    **Post-condition:** every product of matrices and every convolution whose types
    have a lowering has `cube_form`, and no other one; nothing else changed.

    <!-- example ascend-plan-cube -->
    ```mlir
    func.func @main(%query: tensor<1x64xf32>, %keys: tensor<512x64xf32>)
        -> tensor<1x8xf32> {
      %scores = ascend.mat_mul_v2 %query, %keys
          {ge.transpose_x2 = true, node_name = "scores"}
          : (tensor<1x64xf32>, tensor<512x64xf32>) -> tensor<1x512xf32>
      %w = ascend.constant dense<0.5> : tensor<512x8xf32>
      %y = ascend.mat_mul_v2 %scores, %w {node_name = "y"}
          : (tensor<1x512xf32>, tensor<512x8xf32>) -> tensor<1x8xf32>
      return %y : tensor<1x8xf32>
    }
    ```

    becomes, with
    ```sh
    ascend-opt before.mlir \
      --pass-pipeline='builtin.module(func.func(ascend-plan-cube))'
    ```
    ```mlir
    func.func @main(%arg0: tensor<1x64xf32>, %arg1: tensor<512x64xf32>)
        -> tensor<1x8xf32> {
      %0 = ascend.mat_mul_v2 %arg0, %arg1
          {cube_form = #ascend.product_form<lanes>, ge.transpose_x2 = true, node_name = "scores"}
          : (tensor<1x64xf32>, tensor<512x64xf32>) -> tensor<1x512xf32>
      %1 = ascend.constant dense<5.000000e-01> : tensor<512x8xf32>
      %2 = ascend.mat_mul_v2 %0, %1 {cube_form = #ascend.product_form<rows>, node_name = "y"}
          : (tensor<1x512xf32>, tensor<512x8xf32>) -> tensor<1x8xf32>
      return %2 : tensor<1x8xf32>
    }
    ```
    <!-- end of example -->
  }];
  let options = [
    Option<"tileRows", "tile-rows", "int64_t", /*default=*/"8",
           "As of convert-ascend-to-linalg">,
    Option<"tileColumns", "tile-columns", "int64_t", /*default=*/"32",
           "As of convert-ascend-to-linalg">,
    Option<"byteDepth", "byte-depth", "int64_t", /*default=*/"1",
           "As of convert-ascend-to-linalg">,
    Option<"bfloatDots", "bfloat-dots", "bool", /*default=*/"false",
           "As of convert-ascend-to-linalg">,
    Option<"fewerProducts", "fewer-products", "bool", /*default=*/"true",
           "Whether Strassen's algorithm may be taken">,
    Option<"form", "form", "std::string", /*default=*/"",
           "The form that is taken wherever it fits">,
  ];
}

#endif // ASCEND_TRANSFORMS_GRAPHPASSES_TD
