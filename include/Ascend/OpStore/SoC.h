//===- SoC.h - What is known of each chip -----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The few facts of a chip on which decisions and numerics depend. They are
// read from share/ascend/soc.json, which is part of the library.

#ifndef ASCEND_OPSTORE_SOC_H
#define ASCEND_OPSTORE_SOC_H

#include "Ascend/OpStore/DType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::ascend {

/// What fp16 overflow gives at run time: the largest value and NaN as 0, or
/// IEEE infinities and NaN.
enum class OverflowMode { Saturation, InfNan };

/// The matrices that the cube unit multiplies in one step: M×K times K×N.
struct CubeShape {
  unsigned m, k, n;
};

/// One chip, by the name that --soc_version takes.
struct SoCInfo {
  /// "Ascend910B1".
  std::string name;
  /// CANN's Short_SoC_version: "Ascend910B".
  std::string shortName;
  /// The shortName of the chips whose graph fusions and vector unit it shares:
  /// its own, or that of a relative where its own are not known.
  std::string kin;
  /// Folders of op stores of this chip, and of another chip whose rows stand in
  /// for the ones it lacks (their rows count as overlay).
  std::vector<std::string> stores, assumedStores;
  unsigned cubeCores = 0, vectorCores = 0;
  /// The clock of the cores, in MHz.
  unsigned megahertz = 0;
  /// How many elements of 16 bits a vector unit takes in a step.
  unsigned vectorLanes = 0;
  /// What the memory moves, in 10^9 bytes a second; 0 where it is not known. It
  /// stands in no platform file.
  unsigned memoryGBps = 0;
  /// vconv rounds fp32 to bf16: without it the bf16 modes are refused (E20101).
  bool hasBF16 = false;
  /// mmad has f322f32: the cube multiplies fp32. It chooses the default mode of
  /// training.
  bool hasFP32Mmad = false;
  /// mmad has h322f32: HF32 exists, and allow_hf32 means something.
  bool hasHF32 = false;
  bool hasHiF8 = false;
  /// AIPP computes in fp32 and rounds once, not in fp16 step by step.
  bool aippSingleSteps = false;
  /// AIPP takes a part of YUV420SP that begins at an odd row or column.
  bool aippOddCrop = false;
  /// The op types whose bias is added to what was rounded to the result's type
  /// already; `openOnly`: only with dynamic shapes.
  struct BiasBehindRounding {
    std::string type;
    bool openOnly = false;
  };
  std::vector<BiasBehindRounding> biasBehindRounding;
  /// The default of float_overflow_mode.
  OverflowMode overflow = OverflowMode::Saturation;
  /// No public platform file describes this chip: everything here is assumed.
  bool assumed = false;
  CubeShape cubeShape = {16, 16, 16};
  /// The cube shapes of the data types that have their own.
  std::vector<std::pair<DType, CubeShape>> cubeShapes;

  CubeShape cubeShapeFor(DType dtype) const;
  bool addsBiasBehindRounding(llvm::StringRef type, bool isOpen) const;
};

/// Every chip that `soc=` takes, sorted by name.
llvm::ArrayRef<SoCInfo> knownSoCs();

/// The chip of that name (case counts), or E10001 with the nearest known name.
llvm::Expected<const SoCInfo *> lookupSoC(llvm::StringRef name);

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_SOC_H
