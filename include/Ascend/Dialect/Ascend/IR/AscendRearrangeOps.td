//===- AscendRearrangeOps.td - Ops that move or lay out data -*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_REARRANGE_OPS_TD
#define ASCEND_REARRANGE_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

//===----------------------------------------------------------------------===//
// Parts and copies
//===----------------------------------------------------------------------===//

def Ascend_SplitOp : Ascend_ShapedOp<"split", "Split", [Ascend_MovesData]> {
  let geAttributes = [GEOptionalInt<"num_split">];
  let summary = "Equal parts along an axis";
  let description = [{
    The axis `split_dim` (a constant of one integer) of x in as many parts as
    there are results, which `ge.num_split` repeats.
    ```mlir
    %a, %b = ascend.split %axis, %x {ge.num_split = 2 : i64, node_name = "n"}
           : (tensor<1xi32>, tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$split_dim, AnyTensor:$x), identityArgs);
  let results = (outs Variadic<AnyTensor>:$y);
  let hasVerifier = 1;
}

def Ascend_SplitVOp : Ascend_ShapedOp<"split_v", "SplitV", [Ascend_MovesData]> {
  let geAttributes = [GEOptionalInt<"num_split">];
  let summary = "Parts of given sizes along an axis";
  let description = [{
    The axis `split_dim` (a constant of one integer) of x in parts of
    `size_splits` elements; one of them may be -1: the rest.
    ```mlir
    %a, %b = ascend.split_v %x, %sizes, %axis {ge.num_split = 2 : i64, node_name = "n"}
           : (tensor<4x6xf32>, tensor<2xi64>, tensor<1xi32>)
           -> (tensor<4x2xf32>, tensor<4x4xf32>)
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$size_splits,
                            AnyTensor:$split_dim), identityArgs);
  let results = (outs Variadic<AnyTensor>:$y);
  let hasVerifier = 1;
}

def Ascend_TileOp : Ascend_ShapedOp<"tile", "Tile", [Ascend_MovesData]> {
  let summary = "x again and again along each axis";
  let description = [{
    `multiples` says how often, an integer per axis of x.
    ```mlir
    %y = ascend.tile %x, %multiples {node_name = "n"}
           : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<8x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$multiples), identityArgs);
}

def Ascend_FillOp : Ascend_ShapedOp<"fill", "Fill"> {
  let summary = "A tensor of one value";
  let description = [{
    `dims` is its shape, a vector of known length; `value` has one element.
    ```mlir
    %y = ascend.fill %dims, %value {node_name = "n"}
           : (tensor<2xi64>, tensor<1xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$dims, AnyTensor:$value), identityArgs);
}

def Ascend_TensorMoveOp : Ascend_ShapedOp<"tensor_move", "TensorMove", [Ascend_MovesData]> {
  let summary = "A copy of x";
  let description = [{
    ```mlir
    %y = ascend.tensor_move %x {node_name = "n"} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

def Ascend_PadV3Op : Ascend_ShapedOp<"pad_v3", "PadV3"> {
  let geAttributes = [GEString<"mode", "constant",
                        ["constant", "edge", "reflect", "symmetric",
                         "circular"]>,
                      GEBool<"paddings_contiguous", "true">];
  let summary = "A border around x";
  let description = [{
    `paddings` has two integers per axis: all that stand before it,
    then all behind it, where `ge.paddings_contiguous` (bool, true) is false;
    else those of each axis in a pair. A negative one takes elements away.
    `ge.mode` (string): "constant" (default; `constant_values`, of one element,
    or 0), "edge" (the nearest element), "reflect" (mirrored at the outermost
    element), "symmetric" (mirrored behind it) or "circular" (x repeated).
    ```mlir
    %y = ascend.pad_v3 %x, %paddings {ge.mode = "edge", ge.paddings_contiguous = false,
           node_name = "n"} : (tensor<4x6xf32>, tensor<4xi64>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$paddings,
                            Variadic<AnyTensor>:$constant_values), identityArgs);
  let hasVerifier = 1;
}

def Ascend_MirrorPadOp : Ascend_ShapedOp<"mirror_pad", "MirrorPad"> {
  let geAttributes = [GERequired<GEString<"mode", "", ["REFLECT", "SYMMETRIC"]>>];
  let summary = "A mirrored border around x";
  let description = [{
    `paddings` has a pair of integers per axis: before and behind
    it. `ge.mode` is "REFLECT" or "SYMMETRIC", as PadV3's words.
    ```mlir
    %y = ascend.mirror_pad %x, %paddings {ge.mode = "REFLECT", node_name = "n"}
           : (tensor<4x6xf32>, tensor<4xi64>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$paddings), identityArgs);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

def Ascend_FlattenOp : Ascend_ShapedOp<"flatten", "Flatten", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"axis", "1">];
  let summary = "x as a matrix";
  let description = [{
    The axes before `ge.axis` (int, 1) are its rows, the others its columns.
    ```mlir
    %y = ascend.flatten %x {ge.axis = 2 : i64, node_name = "n"}
           : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

class Ascend_BlockOp<string mnemonic, string geType, string what, string example>
    : Ascend_ShapedOp<mnemonic, geType, [Ascend_MovesData]> {
  let geAttributes = [GERequired<GEInt<"block_size", "0", "1">>,
                      GEString<"data_format", "NHWC", ["NCHW", "NHWC"]>,
                      GEString<"mode", "DCR", ["DCR", "CRD"]>];
  let summary = what;
  let description = [{
    By squares of `ge.block_size` (int) in the two spatial axes of x, which
    `ge.data_format` names: "NCHW" or "NHWC" (default). A square is its rows one
    after another; the deep channels are (square, channel), or (channel, square)
    where `ge.mode` (string, "DCR") is "CRD".
    ```mlir
    %y = ascend.}] # mnemonic # [{ %x {ge.block_size = 2 : i64, ge.data_format = "NCHW",
           node_name = "n"} : }] # example # [{
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

def Ascend_DepthToSpaceOp : Ascend_BlockOp<"depth_to_space", "DepthToSpace",
  "Channels become squares of elements",
  "(tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>">;
def Ascend_SpaceToDepthOp : Ascend_BlockOp<"space_to_depth", "SpaceToDepth",
  "Squares of elements become channels",
  "(tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>">;

def Ascend_TriluOp : Ascend_ShapedOp<"trilu", "Trilu"> {
  let geAttributes = [GEBool<"upper", "true">];
  let summary = "One triangle of matrices";
  let description = [{
    What lies on or above (`ge.upper`, bool, true) or on or below diagonal `k`
    (an integer, 0 where it is left out; above the main one where positive) of
    the last two axes; the rest is 0.
    ```mlir
    %y = ascend.trilu %x {ge.upper = false, node_name = "n"}
           : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, Variadic<AnyTensor>:$k), identityArgs);
  let hasVerifier = 1;
}

def Ascend_ReverseSequenceOp : Ascend_ShapedOp<"reverse_sequence", "ReverseSequence", [Ascend_MovesData]> {
  let geAttributes = [GEInt<"seq_dim", "1">, GEInt<"batch_dim">];
  let summary = "Turns round the first elements of each sequence";
  let description = [{
    Sequence b along `ge.batch_dim` (int, 0) has its first `seq_lengths`[b]
    elements along `ge.seq_dim` (int) in reverse order. A length outside of 0 to
    the extent ends the run.
    ```mlir
    %y = ascend.reverse_sequence %x, %lengths {ge.seq_dim = 1 : i64, node_name = "n"}
           : (tensor<4x6xf32>, tensor<4xi64>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$seq_lengths), identityArgs);
}

#endif // ASCEND_REARRANGE_OPS_TD
