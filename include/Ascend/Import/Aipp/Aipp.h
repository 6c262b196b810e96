//===- Aipp.h - Pictures as the inputs of a model ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_IMPORT_AIPP_AIPP_H
#define ASCEND_IMPORT_AIPP_AIPP_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::ascend {

struct SoCInfo;

struct AippOptions {
  /// The file of --insert_op_conf: protobuf's text format.
  std::string file;
  /// The value of --input_format: AIPP needs NCHW, which is how its result
  /// lies.
  std::string layout = "NCHW";
  /// Colours are not rounded but cut off (--aipp_rounding=down).
  bool truncatesColours = false;
  /// The mode is must_keep_origin_dtype, or origin.
  bool keepsTypes = false;
  /// Inputs of --input_fp16_nodes, which have no AIPP.
  std::vector<std::string> halfInputs;
};

/// Puts an Aipp in front of each input of `module`'s main that the file names,
/// as GE does before it infers shapes: the input becomes pictures of uint8, [N,
/// H, W, C] (of YUV420SP_U8 [N, 3/2 H, W, 1]), or with dynamic AIPP [1,
/// max_src_image_size]; then main gets an input of parameters, too, uint8 [64 +
/// 96 N]. The Aipp is called INPUT_0_aipp.
///
/// Fails with CANN's codes: E13000, E13001 and E13005 for a file that is not
/// there, cannot be read or is not in the format, with line and column; E10052
/// for what contradicts itself or the model; E10034, E13014; E81012 for what
/// the kernel of `chip` does not do.
llvm::Error insertAipp(ModuleOp module, const AippOptions &options,
                       const SoCInfo &chip);

} // namespace mlir::ascend

#endif // ASCEND_IMPORT_AIPP_AIPP_H
