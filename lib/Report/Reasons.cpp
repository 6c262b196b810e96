//===- Reasons.cpp - Why an op has its dtypes, as a sentence --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Report/Report.h"

using namespace mlir;
using namespace mlir::ascend;

/// "float16, float16 to float": the decided dtypes.
static std::string signature(ArrayRef<Type> inputs, ArrayRef<Type> outputs) {
  auto list = [](ArrayRef<Type> types) {
    std::string text;
    for (Type type : types)
      if (!isa<NoneType>(type))
        text += (text.empty() ? "" : ", ") + stringify(toDType(type)).str();
    return text;
  };
  return list(inputs) + " to " + list(outputs);
}

/// What a rule that prefers `low` came to: taken, or why not.
static std::string lowered(PrecisionAttr precision, StringRef type,
                           StringRef low) {
  bool hadFloat = false, isLow = false;
  auto look = [&](ArrayRef<Type> origins, ArrayRef<Type> decided) {
    for (auto [origin, now] : llvm::zip(origins, decided)) {
      DType before = toDType(origin);
      hadFloat |= before == DType::Float || before == DType::BFloat16 ||
                  before == DType::Float16;
      isLow |= stringify(toDType(now)) == low;
    }
  };
  look(precision.getOriginInputs(), precision.getInputs());
  look(precision.getOriginOutputs(), precision.getOutputs());
  if (!hadFloat)
    return (type + " has no float tensor, so its dtypes stay").str();
  if (isLow)
    return (type + " has a " + low + " kernel").str();
  return (type + " has no " + low + " kernel that fits").str();
}

std::string mlir::ascend::reasonOf(AscendOpInterface op,
                                   PrecisionAttr precision,
                                   const ModuleConfig &loaded) {
  const Config &config = loaded.config;
  std::string mode = config.modeWord, type = op.getGEType().str();
  std::string source =
      precision.getSource() ? precision.getSource().str() : "builtin";
  std::string list = source == "builtin" ? "by the op store" : "by " + source;
  StringRef low = config.mode == PrecisionMode::MixBF16 ||
                          config.mode == PrecisionMode::AllowFP32ToBF16
                      ? "bfloat16"
                      : "float16";
  std::string result =
      "; " + signature(precision.getInputs(), precision.getOutputs());
  switch (precision.getRule()) {
  case PrecisionRule::KeepDtype:
    return "keep_dtype (" + source + ") keeps the dtypes of the model" + result;
  case PrecisionRule::CastKeepsDtypes:
    return "a Cast of the model keeps its two dtypes" + result;
  case PrecisionRule::ComplexKeepsDtypes:
    return "an op with complex tensors keeps its dtypes" + result;
  case PrecisionRule::NoKernelFollows:
    return mode + ": " + type + " has no kernel and follows its producer" +
           result;
  case PrecisionRule::InheritsPredecessor:
    return "the op inherits the dtype of its predecessor" + result;
  case PrecisionRule::ForceFP16:
    return mode + " lowers every float tensor; " +
           lowered(precision, type, "float16") + result;
  case PrecisionRule::ForceFP32:
    return mode + " raises every float tensor to float where a kernel has it" +
           result;
  case PrecisionRule::CubeFP16InFP32Out:
    return mode + ": a cube op with a kernel from float16 to float takes it" +
           result;
  case PrecisionRule::AllowReduce:
    return mode +
           " keeps the dtypes of the model, raises what a kernel lacks, "
           "and lowers only what cannot rise" +
           result;
  case PrecisionRule::CubeLowers:
    return mode + " lowers float tensors of cube ops; " +
           lowered(precision, type, low) + result;
  case PrecisionRule::MustKeep:
    return mode + " keeps the dtypes of the model; a lack may only rise" +
           result;
  case PrecisionRule::BlackKeeps:
    return mode + ": " + type + " is on the black list (" + list +
           "), which keeps the dtypes of the model" + result;
  case PrecisionRule::WhiteLowers:
    return mode + ": " + type + " is on the white list (" + list + "); " +
           lowered(precision, type, low) + result;
  case PrecisionRule::WhiteKeepsNonFloat:
    return mode + ": " + type + " is on the white list (" + list +
           ") but has no float input" + result;
  case PrecisionRule::GrayFollowsProducer:
    return mode + ": " + type + " is gray (" + list +
           ") and follows the op that feeds it" + result;
  case PrecisionRule::GrayNoProducer:
    return mode + ": " + type + " is gray (" + list +
           ") and nothing feeds it, so it keeps the dtypes of the model" +
           result;
  case PrecisionRule::HiF8Table:
    return mode + ": the first dtype of the mode's table that " + type +
           " has" + result;
  case PrecisionRule::Promoted:
    return "inputs of different dtypes are promoted to one" + result;
  case PrecisionRule::Customized:
    return "customize_dtypes (" + source + ") gives the dtypes" + result;
  case PrecisionRule::AICpuFallback:
    return mode + ": no AI Core kernel of " + type +
           " takes the dtypes, so the AI CPU runs it with those of the model" +
           result;
  case PrecisionRule::NoColumnFits:
    return mode + ": no column of " + type +
           " fits the rule; CANN takes the first" + result;
  case PrecisionRule::MinCasts:
    return result;
  }
  return result;
}
