//===- AscendCubeOps.td - Operators of the cube unit -------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CUBE_OPS_TD
#define ASCEND_CUBE_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

/// An op of the cube unit, computed in a form of attribute `form`.
class Ascend_CubeOp<string mnemonic, string geType, Attr form, int biasAt,
                    code declarations>
    : Ascend_ShapedOp<mnemonic, geType,
                      [DeclareOpInterfaceMethods<Ascend_CubeWorkOpInterface>], [{
  /// The bias, or null.
  ::mlir::Value getBias() {
    return ::mlir::ascend::optionalOperand(*this, }] # biasAt # [{);
  }
}] # declarations> {
  dag cubeArgs = !con(identityArgs, (ins OptionalAttr<form>:$cube_form,
                                         UnitAttr:$was_open));
  let hasVerifier = 1;
}

class Ascend_ProductOp<string mnemonic, string geType, code declarations = "">
    : Ascend_CubeOp<mnemonic, geType, Ascend_ProductFormAttr, 2, declarations>;

class Ascend_ConvolutionOp<string mnemonic, string geType, int biasAt = 2>
    : Ascend_CubeOp<mnemonic, geType, Ascend_ConvolutionFormAttr, biasAt, "">;

def Ascend_BatchMatMulV2Op : Ascend_ProductOp<"batch_mat_mul_v2", "BatchMatMulV2"> {
  let geAttributes = [GEBool<"adj_x1">, GEBool<"adj_x2">,
                      GEFixed<GEInt<"offset_x">>];
  let summary = "Product of two batches of matrices";
  let description = [{
    x1 is [..., M, K], x2 is [..., K, N]; leading extents broadcast as in numpy.
    `ge.adj_x1` and `ge.adj_x2` (bool, default false) transpose the last two
    extents. A vector x1 is [1, K], a vector x2 [K, 1], without that 1 in the
    result. `optionals` are bias [N] and offset_w, both optional.

    ```mlir
    %y = ascend.batch_mat_mul_v2 %a, %b {node_name = "mm"}
           : (tensor<8x4x6xf32>, tensor<6x5xf32>) -> tensor<8x4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x1, AnyTensor:$x2,
                            Variadic<Ascend_TensorOrNone>:$optionals), cubeArgs);
}

def Ascend_MatMulV2Op : Ascend_ProductOp<"mat_mul_v2", "MatMulV2"> {
  let geAttributes = [GEBool<"transpose_x1">, GEBool<"transpose_x2">,
                      GEFixed<GEInt<"offset_x">>];
  let summary = "Product of two matrices";
  let description = [{
    x1 is [M, K], x2 is [K, N]; `ge.transpose_x1` and `ge.transpose_x2` (bool,
    default false) say that one is stored transposed. `optionals` are bias [N]
    and offset_w, both optional.

    ```mlir
    %y = ascend.mat_mul_v2 %a, %b, %bias {node_name = "fc"}
           : (tensor<4x6xf32>, tensor<6x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x1, AnyTensor:$x2,
                            Variadic<Ascend_TensorOrNone>:$optionals), cubeArgs);
}

def Ascend_FullyConnectionOp : Ascend_ProductOp<"fully_connection", "FullyConnection", [{
  /// The axis of x at which K begins, counted from the first.
  int64_t getAxisOfK();
}]> {
  let geAttributes = [GEOptionalInt<"num_output">, GEBool<"transpose">,
                      GEInt<"axis", "1">, GEFixed<GEInt<"offset_x">>];
  let summary = "Product of a batch of vectors and a matrix of weights";
  let description = [{
    x is [M, …], or [B, M, …] where `ge.axis` (1 or 2, default 1; negative
    values count from the end) is 2; what follows is flattened to K. w is
    [N, K], with `ge.transpose` (bool, default false) [K, N]. The result is
    [M, N] or [B, M, N]; where a fixed M is 1 and the axis 1, it is
    [1, N, 1, 1], as in GE. `ge.num_output` is N, where present. `optionals` are
    bias [N] and offset_w, both optional.

    ```mlir
    %y = ascend.fully_connection %x, %w, %b
           {ge.num_output = 5 : i64, node_name = "fc"}
           : (tensor<4x2x3xf32>, tensor<5x6xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$w,
                            Variadic<Ascend_TensorOrNone>:$optionals), cubeArgs);
}

def Ascend_Conv2DOp : Ascend_ConvolutionOp<"conv2d", "Conv2D"> {
  let geAttributes = [GEInts<"strides">, GEInts<"pads">, GEInts<"dilations">,
                      GEInt<"groups", "1">, Ascend_AutoPad, GEInt<"y_c0">,
                      GEFixed<GEInt<"offset_x">>];
  let summary = "Two-dimensional convolution";
  let description = [{
    x is [N, C, H, W], filter is [O, C/groups, R, S], result [N, O, H', W'].
    `ge.strides` and `ge.dilations` are lists of four in NCHW order (default
    ones), `ge.pads` is top, bottom, left, right (default zeros), `ge.groups`
    an integer (default 1). `ge.auto_pad` (string) may be SAME_UPPER or
    SAME_LOWER instead of pads: as many windows as steps begin in x, and what
    they need outside it half at either side, the odd one after or before.
    `optionals` are bias [O] and offset_w.

    Where `ge.y_c0` (int, 0) is not 0, the result is in the format NC1HWC0,
    [N, O/C0, H', W', C0], and x may be in it, too, with a C0 of its own that
    divides C/groups (ascend-assign-formats). The sums are the same.

    ```mlir
    %y = ascend.conv2d %x, %w {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "c"}
           : (tensor<1x8x7x7xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$filter,
                            Variadic<Ascend_TensorOrNone>:$optionals), cubeArgs);
}

def Ascend_BiasAddOp : Ascend_ShapedOp<"bias_add", "BiasAdd"> {
  let geAttributes = [GEString<"data_format", "NHWC",
                        ["NHWC", "NCHW", "NDHWC", "NCDHW"]>];
  let summary = "x plus a vector along its channels";
  let description = [{
    The channels are axis 1, or the last where `ge.data_format` ends in C:
    "NHWC" (the default, as in GE) or "NDHWC". bias has an element for each.

    ```mlir
    %y = ascend.bias_add %x, %bias {ge.data_format = "NCHW", node_name = "n"}
           : (tensor<1x8x7x7xf32>, tensor<8xf32>) -> tensor<1x8x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$bias), identityArgs);
}

class Ascend_TransposedConvOp<string mnemonic, string geType,
                              string example>
    : Ascend_ConvolutionOp<mnemonic, geType, /*biasAt=*/3> {
  let geAttributes = [GEInts<"strides">, GEInts<"pads">, GEInts<"dilations">,
                      GEInt<"groups", "1">, GEInts<"output_padding">,
                      GEFixed<GEInt<"offset_x">>]
    # !if(!eq(geType, "Conv2DTranspose"), [GEInt<"y_c0">], []);
  let summary = "Transposed convolution";
  let description = [{
    What a convolution with these attributes maps to x: x is [N, C, …], filter
    [C, O/groups, …], the result [N, O, …] with the extents
    (e - 1) stride + dilation (window - 1) + 1 - pads + output_padding.
    `input_size` is a constant with the result's extents, or with zeros, which
    say nothing. `ge.strides`, `ge.dilations` and `ge.output_padding` are lists
    with an entry per axis (of N and C: 1, 1 and 0), `ge.pads` has two per
    spatial axis, `ge.groups` is an integer (1). `optionals` are bias [O] and
    offset_w.

    ```mlir
    }] # example # [{
    ```
  }];
  let arguments = !con((ins AnyTensor:$input_size, AnyTensor:$x,
                            AnyTensor:$filter,
                            Variadic<Ascend_TensorOrNone>:$optionals), cubeArgs);
}

def Ascend_Conv2DTransposeOp
    : Ascend_TransposedConvOp<"conv2d_transpose", "Conv2DTranspose", [{
    %y = ascend.conv2d_transpose %size, %x, %w
           {ge.strides = array<i64: 1, 1, 2, 2>, node_name = "c"}
           : (tensor<4xi32>, tensor<1x8x7x7xf32>, tensor<8x4x3x3xf32>)
           -> tensor<1x4x15x15xf32>}]>;
def Ascend_Conv3DTransposeOp
    : Ascend_TransposedConvOp<"conv3d_transpose", "Conv3DTranspose", [{
    %y = ascend.conv3d_transpose %size, %x, %w {node_name = "c"}
           : (tensor<5xi32>, tensor<1x8x7x7x7xf32>, tensor<8x4x3x3x3xf32>)
           -> tensor<1x4x9x9x9xf32>}]>;

def Ascend_Conv3DOp : Ascend_ConvolutionOp<"conv3d", "Conv3D"> {
  let geAttributes = [GEInts<"strides">, GEInts<"pads">, GEInts<"dilations">,
                      GEInt<"groups", "1">, Ascend_AutoPad,
                      GEFixed<GEInt<"offset_x">>];
  let summary = "Three-dimensional convolution";
  let description = [{
    As Conv2D with x [N, C, D, H, W]: `ge.strides` and `ge.dilations` are lists
    of five, `ge.pads` has two entries for each of D, H and W. `ge.auto_pad`
    stands for pads there too.

    ```mlir
    %y = ascend.conv3d %x, %w {ge.pads = array<i64: 1, 1, 1, 1, 1, 1>, node_name = "c"}
           : (tensor<1x8x7x7x7xf32>, tensor<4x8x3x3x3xf32>) -> tensor<1x4x7x7x7xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$filter,
                            Variadic<Ascend_TensorOrNone>:$optionals), cubeArgs);
}

#endif // ASCEND_CUBE_OPS_TD
