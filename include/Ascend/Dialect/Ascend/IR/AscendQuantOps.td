//===- AscendQuantOps.td - To and from integers of 8 bits --*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What stands around the cube ops of a quantized model. `ascend-expand-quantized`
// computes them by other ops.

#ifndef ASCEND_QUANT_OPS_TD
#define ASCEND_QUANT_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_AscendQuantOp : Ascend_ElementwiseOp<"ascend_quant", "AscendQuant"> {
  let geAttributes = [GERequired<GEFloat<"scale", "1.0">>,
                      GERequired<GEFloat<"offset", "0.0">>,
                      GEBool<"sqrt_mode">,
                      GEString<"round_mode", "Round", ["Round", "Floor", "Ceil", "Trunc"]>,
                      GEInt<"dst_type", "2">];
  let summary = "Floats as integers of 8 or 4 bits";
  let description = [{
    round(x * `ge.scale` + `ge.offset`), within the range of the result's type.
    With `ge.sqrt_mode` (bool, false) it is x * scale * scale. `ge.round_mode`
    rounds to the nearest, ties to even (Round, the default), or as Floor, Ceil and
    Trunc do. The type of the result says what GE's `ge.dst_type` (int) repeats.

    ```mlir
    %y = ascend.ascend_quant %x {ge.offset = 0.0 : f32, ge.scale = 20.0 : f32, node_name = "n"}
           : (tensor<1x8x7x7xf16>) -> tensor<1x8x7x7xi8>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x), identityArgs);
}

/// Sums of a cube op, times a scale: one number, or one for each channel.
class Ascend_ScaledSumOp<string mnemonic, string geType>
    : Ascend_ShapedOp<mnemonic, geType, [], [{
  /// The axis of x that has an entry of a vector of `length` for each of its
  /// elements: that of the channels of an image or a volume, or the last one, of
  /// products, whose columns they are.
  int64_t getChannelAxis(int64_t length) {
    auto x = ::llvm::cast<::mlir::ShapedType>(getX().getType());
    bool isImage = x.getRank() >= 4 && (x.isDynamicDim(1) || x.getDimSize(1) == length);
    return isImage ? 1 : x.getRank() - 1;
  }
}]>;

def Ascend_AscendDequantOp : Ascend_ScaledSumOp<"ascend_dequant", "AscendDequant"> {
  let geAttributes = [GEBool<"sqrt_mode">, GEBool<"relu_flag">, GEInt<"dtype">];
  let summary = "Sums of products of integers as floats";
  let description = [{
    x * deq_scale, which has one element or one for each channel (axis 1 of an
    image or a volume, else the last). A deq_scale of uint64 is a constant whose
    low 32 bits are the scale, a float32; one of float16 is the scale itself.
    With `ge.sqrt_mode` (bool, false) it is x * deq_scale * deq_scale, with
    `ge.relu_flag` (bool, false) what is below 0 becomes 0. The type of the result
    says what GE's `ge.dtype` (int) repeats.

    ```mlir
    %y = ascend.ascend_dequant %x, %deq_scale {node_name = "n"}
           : (tensor<1x8x7x7xi32>, tensor<8xui64>) -> tensor<1x8x7x7xf16>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$deq_scale), identityArgs);
}

def Ascend_AscendRequantOp : Ascend_ScaledSumOp<"ascend_requant", "AscendRequant"> {
  let geAttributes = [GEBool<"relu_flag">];
  let summary = "Sums of products of integers as integers of 8 bits";
  let description = [{
    round(x * scale) + offset, within the range of the result's type: the scale is
    the low 32 bits of req_scale, a constant, as a float32, the offset its bits 37
    to 45, from -256 to 255. req_scale has one element or one for each channel, as
    that of AscendDequant. With `ge.relu_flag` (bool, false) what is below 0 becomes
    0 before the offset is added.

    ```mlir
    %y = ascend.ascend_requant %x, %req_scale {node_name = "n"}
           : (tensor<1x8x7x7xi32>, tensor<8xui64>) -> tensor<1x8x7x7xi8>
    ```
  }];
  let arguments = !con((ins AnyTensor:$x, AnyTensor:$req_scale), identityArgs);
}

#endif // ASCEND_QUANT_OPS_TD
