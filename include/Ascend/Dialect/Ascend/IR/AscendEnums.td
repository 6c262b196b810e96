//===- AscendEnums.td - Enumerations of the dialect --------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_ENUMS_TD
#define ASCEND_ENUMS_TD

include "mlir/IR/EnumAttr.td"

class Ascend_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::ascend";
  let genSpecializedAttr = 0;
}

def Ascend_Engine : Ascend_Enum<"Engine", "engine that runs an op", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"AICore", 1, "aicore">,
  I32EnumAttrCase<"AICpu", 2, "aicpu">,
  I32EnumAttrCase<"Local", 3, "local">,
  I32EnumAttrCase<"Host", 4, "host">,
]>;

def Ascend_Unit : Ascend_Enum<"ComputeUnit", "unit of the AI Core", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Cube", 1, "cube">,
  I32EnumAttrCase<"Vector", 2, "vector">,
]>;

def Ascend_CastOrigin : Ascend_Enum<"CastOrigin", "who asked for a cast", [
  I32EnumAttrCase<"User", 0, "user">,
  I32EnumAttrCase<"Inserted", 1, "inserted">,
  I32EnumAttrCase<"Boundary", 2, "boundary">,
]>;

/// How a cast to a narrower float rounds (suffixes of the unit's vconv).
def Ascend_RoundMode : Ascend_Enum<"RoundMode", "rounding of a cast", [
  I32EnumAttrCase<"Rint", 0, "rint">,
  I32EnumAttrCase<"Floor", 1, "floor">,
  I32EnumAttrCase<"Ceil", 2, "ceil">,
  I32EnumAttrCase<"Away", 3, "away">,
  I32EnumAttrCase<"Trunc", 4, "trunc">,
]>;

/// How a product of matrices, [M, K] by [K, N], is computed (docs/Kernels.md,
/// Products of matrices).
def Ascend_ProductForm : Ascend_Enum<"ProductForm", "form of a product", [
  // One loop, of float64.
  I32EnumAttrCase<"Plain", 0, "plain">,
  // Seven products of halves instead of eight.
  I32EnumAttrCase<"Strassen", 1, "strassen">,
  // In lanes along K, both factors in place.
  I32EnumAttrCase<"Lanes", 2, "lanes">,
  // Row by row of the right factor, both in place.
  I32EnumAttrCase<"RightRows", 3, "right_rows">,
  // Rows of the left factor, the right one in panels of columns.
  I32EnumAttrCase<"Rows", 4, "rows">,
]>;

/// How a convolution is computed (docs/Kernels.md, Convolutions).
def Ascend_ConvolutionForm
    : Ascend_Enum<"ConvolutionForm", "form of a convolution", [
  // Products of pixels in place, one sum for each element of the window.
  I32EnumAttrCase<"ByElements", 0, "by_elements">,
  // Ordinary ones, of each residue class of a transposed one's pixels.
  I32EnumAttrCase<"Transposed", 1, "transposed">,
  // Each channel by itself, no product of matrices.
  I32EnumAttrCase<"Depthwise", 2, "depthwise">,
  // In NC1HWC0, fewer products: results have a larger error.
  I32EnumAttrCase<"Winograd", 3, "winograd">,
  // One of each part of the result that sees the same elements of the window.
  I32EnumAttrCase<"Seen", 4, "seen">,
  // In NC1HWC0, x in place.
  I32EnumAttrCase<"Blocks", 5, "blocks">,
  // By the CPU's dots of bytes, x in place.
  I32EnumAttrCase<"ByteDots", 6, "byte_dots">,
  // x in place, rows of pixels as columns of the product.
  I32EnumAttrCase<"Direct", 7, "direct">,
  // A product of packed factors.
  I32EnumAttrCase<"Packed", 8, "packed">,
]>;

/// Which rule of the precision modes settled an op. The sentence for people is
/// made by the report.
def Ascend_PrecisionRule : Ascend_Enum<"PrecisionRule", "rule that decided", [
  I32EnumAttrCase<"KeepDtype", 0, "keep_dtype">,
  I32EnumAttrCase<"CastKeepsDtypes", 1, "cast_keeps_dtypes">,
  I32EnumAttrCase<"ComplexKeepsDtypes", 2, "complex_keeps_dtypes">,
  I32EnumAttrCase<"NoKernelFollows", 3, "no_kernel_follows">,
  I32EnumAttrCase<"InheritsPredecessor", 4, "inherits_predecessor">,
  I32EnumAttrCase<"ForceFP16", 5, "force_fp16">,
  I32EnumAttrCase<"ForceFP32", 6, "force_fp32">,
  I32EnumAttrCase<"CubeFP16InFP32Out", 7, "cube_fp16_in_fp32_out">,
  I32EnumAttrCase<"AllowReduce", 8, "allow_reduce">,
  I32EnumAttrCase<"CubeLowers", 9, "cube_lowers">,
  I32EnumAttrCase<"MustKeep", 10, "must_keep">,
  I32EnumAttrCase<"BlackKeeps", 11, "black_keeps">,
  I32EnumAttrCase<"WhiteLowers", 12, "white_lowers">,
  I32EnumAttrCase<"WhiteKeepsNonFloat", 13, "white_keeps_non_float">,
  I32EnumAttrCase<"GrayFollowsProducer", 14, "gray_follows_producer">,
  I32EnumAttrCase<"GrayNoProducer", 15, "gray_no_producer">,
  I32EnumAttrCase<"HiF8Table", 16, "hif8_table">,
  I32EnumAttrCase<"Promoted", 17, "promoted">,
  I32EnumAttrCase<"Customized", 18, "customized">,
  I32EnumAttrCase<"AICpuFallback", 19, "aicpu_fallback">,
  I32EnumAttrCase<"NoColumnFits", 20, "no_column_fits">,
  I32EnumAttrCase<"LocalKeeps", 21, "local_keeps">,
  I32EnumAttrCase<"MinCasts", 22, "min_casts">,
  I32EnumAttrCase<"OnHost", 23, "on_host">,
]>;

#endif // ASCEND_ENUMS_TD
