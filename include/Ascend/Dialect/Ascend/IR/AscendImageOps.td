//===- AscendImageOps.td - Operators that prepare images ---*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_IMAGE_OPS_TD
#define ASCEND_IMAGE_OPS_TD

include "Ascend/Dialect/Ascend/IR/AscendOpBase.td"

def Ascend_AippOp : Ascend_ShapedOp<"aipp", "Aipp"> {
  let geAttributes = [GERequired<GEInts<"features", "", "1">>,
                      GEString<"format", "NCHW", ["NCHW", "NHWC"]>,
                      GEString<"input_format", "",
                        ["YUV420SP_U8", "XRGB8888_U8", "RGB888_U8", "YUV400_U8"]>,
                      GEInts<"crop", "", "0">, GEInts<"padding", "", "0">,
                      GEFloat<"padding_value", "0.0">,
                      GEInts<"matrix">, GEInts<"input_bias", "", "0">,
                      GEInts<"output_bias", "", "0">,
                      GEBool<"rbuv_swap_switch">, GEBool<"ax_swap_switch">,
                      GEInts<"mean_chn", "", "0">, GEFloats<"min_chn">,
                      GEFloats<"var_reci_chn">];
  let summary = "Pictures of bytes as a network takes them (AIPP)";
  let description = [{
    What a model's input is made of where `--insert_op_conf` says so
    ([Aipp.md](Aipp.md)). The result has `ge.features` (list: C, H, W) in the layout
    `ge.format`, for each picture.

    Without `params` the attributes say how, and `images` is [N, H, W, C] of
    `ge.input_format`: three bytes (RGB888_U8), four (XRGB8888_U8) or one
    (YUV400_U8) for each pixel; YUV420SP_U8 is [N, 3/2 H, W, 1], the rows of U and V
    in turn behind those of Y. Channels change places (`ge.rbuv_swap_switch`: the
    first and the third, or U and V; `ge.ax_swap_switch`: the first of four goes to
    the end), `ge.crop` (list: y, x, height, width) is taken, `ge.matrix` (nine
    integers) over 256 with `ge.input_bias` in front (YUV) or `ge.output_bias` behind
    (RGB) converts the colours, to bytes again; then each channel less `ge.mean_chn`
    and `ge.min_chn`, times `ge.var_reci_chn`; and `ge.padding` (list: top, bottom,
    left, right) of `ge.padding_value` goes around it. An empty list is none of that.

    With `params`, bytes that the run gives, `images` is [1, bytes], and they
    say all of that (the layout of CANN's dynamic AIPP).

    `truncates_colours` drops what is left of the division by 256 and does not
    round it. A float16 result is computed in float16, step by step, or, with
    `single_steps`, in float32 and rounded once.

    ```mlir
    %y = ascend.aipp %x {ge.features = array<i64: 3, 4, 6>,
           ge.input_format = "RGB888_U8", ge.mean_chn = array<i64: 124, 117, 104, 0>,
           node_name = "n"} : (tensor<1x4x6x3xui8>) -> tensor<1x3x4x6xf16>
    ```
  }];
  let arguments = !con((ins AnyTensor:$images, Optional<AnyTensor>:$params,
                            UnitAttr:$truncates_colours, UnitAttr:$single_steps),
                       identityArgs);
  let hasVerifier = 1;
}

#endif // ASCEND_IMAGE_OPS_TD
