//===- Reasons.cpp - Why an op has its dtypes, as a sentence --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A sentence has two halves: the rule, with the config line or list that it
// comes from and the kernels that it chose among; and what the op runs in. It
// is for people who know their model and CANN's options, not this code.

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Precision/Judge.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "Ascend/Transforms/ValueNames.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// The sentence for one op.
class Reason {
public:
  Reason(AscendOpInterface op, PrecisionAttr precision,
         const ModuleConfig &loaded)
      : op(op), precision(precision), config(loaded.config),
        store(loaded.store->lookupAICore(op.getGEType())),
        list(listOf(op, loaded)), type(op.getGEType().str()),
        mode(loaded.config.modeWord) {}

  std::string sentence() const { return rule() + "; it " + outcome(); }

private:
  std::string rule() const;
  std::string fallback() const;
  std::string gray() const;
  std::string minCasts() const;
  std::string lowered(StringRef low) const;
  std::string listed(StringRef list) const;
  std::string listSource() const;
  std::string feeder() const;
  std::string kernels() const;
  std::string outcome() const;

  /// The black list counts for the support check of these modes only.
  bool isOnBlackList() const {
    return list == PrecisionList::Black &&
           (config.mode == PrecisionMode::ForceFP32 ||
            config.mode == PrecisionMode::MixFP16 ||
            config.mode == PrecisionMode::MixBF16);
  }
  bool hasFloat() const;
  bool isLower() const;
  bool isLow() const;
  bool isChanged() const {
    return precision.getInputs() != precision.getOriginInputs() ||
           precision.getOutputs() != precision.getOriginOutputs();
  }
  std::string source() const {
    return precision.getSource() ? precision.getSource().str() : "builtin";
  }

  AscendOpInterface op;
  PrecisionAttr precision;
  const Config &config;
  /// Null where the AI Core does not know the type.
  const AICoreOp *store;
  PrecisionList list;
  std::string type, mode;
};

} // namespace

static std::string word(Type type) { return stringify(toDType(type)).str(); }

/// "float16, float16 to float".
static std::string signature(ArrayRef<Type> inputs, ArrayRef<Type> outputs) {
  auto list = [](ArrayRef<Type> types) {
    SmallVector<std::string> words;
    for (Type type : types)
      if (!isa<NoneType>(type))
        words.push_back(word(type));
    return words.empty() ? std::string("nothing") : llvm::join(words, ", ");
  };
  return list(inputs) + " to " + list(outputs);
}

static bool is16Bit(Type type) { return type.isF16() || type.isBF16(); }

/// "runs float16 to float16 (the model has float to float)".
std::string Reason::outcome() const {
  std::string now = signature(precision.getInputs(), precision.getOutputs());
  if (isMergedAway(op))
    return "is merged with another cast, and does not run";
  if (!isChanged())
    return "runs " + now + ", as in the model";
  return "runs " + now + " (the model has " +
         signature(precision.getOriginInputs(), precision.getOriginOutputs()) +
         ")";
}

bool Reason::hasFloat() const {
  auto isFloatType = [](Type type) { return type.isF32() || is16Bit(type); };
  return llvm::any_of(precision.getOriginInputs(), isFloatType) ||
         llvm::any_of(precision.getOriginOutputs(), isFloatType);
}

/// A tensor came out narrower than it is in the model.
bool Reason::isLower() const {
  auto lower = [](ArrayRef<Type> origins, ArrayRef<Type> decided) {
    return llvm::any_of(llvm::zip(origins, decided), [](auto pair) {
      auto [origin, now] = pair;
      return origin.isF32() && now != origin;
    });
  };
  return lower(precision.getOriginInputs(), precision.getInputs()) ||
         lower(precision.getOriginOutputs(), precision.getOutputs());
}

/// What it writes, or reads if that is no float, has 16 bits.
bool Reason::isLow() const {
  ArrayRef<Type> types = precision.getOutputs();
  if (llvm::none_of(types, llvm::IsaPred<FloatType>))
    types = precision.getInputs();
  return llvm::any_of(types, is16Bit);
}

/// "(kernels for float16 and int8)": the dtypes of the first tensor for which
/// the AI Core has any.
std::string Reason::kernels() const {
  if (!store)
    return "(no AI Core kernel)";
  llvm::SetVector<StringRef> words;
  for (const std::vector<TensorSlot> *slots : {&store->inputs, &store->outputs})
    for (const TensorSlot &slot : *slots)
      if (words.empty())
        for (DType dtype : slot.dtypes)
          words.insert(stringify(dtype));
  constexpr size_t kMost = 6;
  size_t more = words.size() > kMost ? words.size() - kMost : 0;
  return "(kernels for " +
         llvm::join(words.getArrayRef().take_front(kMost), ", ") +
         (more ? " and " + std::to_string(more) + " more" : "") + ")";
}

/// What a rule that wants `low` came to.
std::string Reason::lowered(StringRef low) const {
  if (!hasFloat())
    return type + " has no float tensor to lower";
  auto isLow = [&](Type type) { return word(type) == low; };
  if (llvm::any_of(precision.getInputs(), isLow) ||
      llvm::any_of(precision.getOutputs(), isLow))
    return (type + " has a " + low + " kernel").str();
  return (type + " has no " + low + " kernel that fits " + kernels()).str();
}

/// "allow_mix_precision: Log is on the black list (CANN's op store)".
std::string Reason::listed(StringRef list) const {
  return (mode + ": " + type + " is " + list + " (" + listSource() + ")").str();
}

/// The line that moved the type to its list, or where the list is from.
std::string Reason::listSource() const {
  if (source() != "builtin")
    return source();
  return store && store->facts == Facts::User ? "the op store of --ops_info"
                                              : "CANN's op store";
}

/// "'conv1:0', which is float16": what a gray op looks at first.
std::string Reason::feeder() const {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    // The decision's own casts came later.
    if (auto cast = value.getDefiningOp<CastOp>())
      if (cast.getOrigin() && *cast.getOrigin() != CastOrigin::User)
        value = cast.getX();
    if (isa<NoneType>(value.getType()) ||
        isConstantSource(value.getDefiningOp()))
      continue;
    std::string name = "'" + nameOfValue(value) + "'";
    Type wanted = precision.getInputs()[operand.getOperandNumber()];
    auto producer =
        dyn_cast_or_null<PrecisionOpInterface>(value.getDefiningOp());
    PrecisionAttr judged = producer ? producer.getPrecisionAttr() : nullptr;
    if (!judged)
      return name + ", which is " + word(value.getType());
    Type given = judged.getOutputs()[cast<OpResult>(value).getResultNumber()];
    bool isCast = judged.getRule() == PrecisionRule::CastKeepsDtypes &&
                  judged.getInputs().size() == 1;
    if (isCast && given != wanted && judged.getInputs().front() == wanted)
      return name + ", a Cast that CANN looks through to " + word(wanted);
    return name + ", which is " + word(given);
  }
  return "";
}

std::string Reason::gray() const {
  std::string from = feeder();
  std::string result = listed("on neither list, so gray");
  if (from.empty())
    return result +
           (op->getNumOperands() == 0 ? " and nothing feeds it"
                                      : " and only constants feed it") +
           ", so it keeps the dtypes of the model" +
           (isChanged() ? " as far as it has kernels for them " + kernels()
                        : "");
  return result + " and follows what feeds it, " + from;
}

std::string Reason::minCasts() const {
  auto module = op->getParentOfType<ModuleOp>();
  auto worth = module->getAttrOfType<DictionaryAttr>(kMinCastsAttrName);
  auto number = [&](StringRef key) {
    auto value = worth ? worth.getAs<IntegerAttr>(key) : nullptr;
    return value ? value.getInt() : 0;
  };
  bool inBytes = config.grayStrategy == GrayStrategy::MinCastBytes;
  std::string what = inBytes ? " bytes cast" : " casts";
  std::string result = source() + ": " + type + " is gray and ";
  auto faithful = op->getAttrOfType<PrecisionAttr>(kFaithfulAttrName);
  if (faithful)
    result += "leaves CANN's choice (" +
              signature(faithful.getInputs(), faithful.getOutputs()) + ")";
  else
    result += "keeps CANN's choice";
  return result + ", so that the graph has " + std::to_string(number("after")) +
         what + ", " + std::to_string(number("before") - number("after")) +
         " fewer than by CANN's rule";
}

/// Why the AI Core does not run the op.
std::string Reason::fallback() const {
  if (!store || store->numColumns() == 0)
    return "the AI Core of " + config.soc + " has no kernel of " + type +
           ", so the AI CPU runs it";
  std::string may = mode + " does not let them change";
  if (type == "Cast")
    may = "those of a Cast do not change";
  else if (op->hasAttr(kKeepDtypeAttrName))
    may = "keep_dtype (" + source() + ") does not let them change";
  else if (isOnBlackList())
    may = mode + " does not let them change on the black list (" +
          listSource() + ")";
  return "the AI Core has no kernel of " + type +
         " for the dtypes of the "
         "model " +
         kernels() + " and " + may + ", so the AI CPU runs it";
}

std::string Reason::rule() const {
  bool isBF16Mode = config.mode == PrecisionMode::MixBF16 ||
                    config.mode == PrecisionMode::AllowFP32ToBF16;
  StringRef low = isBF16Mode ? "bfloat16" : "float16";
  switch (precision.getRule()) {
  case PrecisionRule::KeepDtype:
    return "keep_dtype (" + source() + ") asks for the dtypes of the model" +
           (isChanged() ? ", but " + type + " has no such kernel " + kernels()
                        : "");
  case PrecisionRule::CastKeepsDtypes:
    return "a Cast of the model is not decided by the mode: its two dtypes are "
           "its meaning";
  case PrecisionRule::ComplexKeepsDtypes:
    return type + " has a complex tensor, so no mode changes its dtypes";
  case PrecisionRule::NoKernelFollows: {
    std::string from = feeder();
    return mode + ": " + type +
           " computes nothing on the AI Core and follows " +
           (from.empty() ? "the dtypes of the model"
                         : "what feeds it, " + from);
  }
  case PrecisionRule::InheritsPredecessor:
    return type +
           " has the attribute inherit_dtype_from_predecessor and "
           "follows what feeds it, " +
           feeder();
  case PrecisionRule::ForceFP16:
    return mode + " lowers float tensors to float16; " + lowered("float16");
  case PrecisionRule::ForceFP32:
    return mode + " raises float16 and bfloat16 tensors to float" +
           (isLow() ? ", but " + type + " has no float kernel " + kernels()
                    : "");
  case PrecisionRule::CubeFP16InFP32Out:
    return mode + ": " + type +
           " is a cube op, and those with a kernel from float16 to float take "
           "it";
  case PrecisionRule::AllowReduce:
    return mode + " keeps the dtypes of the model" +
           (!isChanged() ? ""
            : isLower()  ? ", but " + type + " has no kernel for them " +
                               kernels() + " and may be lowered"
                         : ", but " + type + " has no kernel for them " +
                               kernels() + " and may rise");
  case PrecisionRule::CubeLowers:
    return mode + " lowers float tensors of cube ops; " + lowered(low);
  case PrecisionRule::MustKeep:
    return mode + " keeps the dtypes of the model" +
           (isChanged() ? ", but " + type + " has no kernel for them " +
                              kernels() + " and may rise"
                        : "");
  case PrecisionRule::BlackKeeps:
    return listed("on the black list") + " and keeps the dtypes of the model" +
           (isChanged() ? " as far as it has kernels for them " + kernels()
                        : "");
  case PrecisionRule::WhiteLowers:
    return listed("on the white list") + "; " + lowered(low);
  case PrecisionRule::WhiteKeepsNonFloat:
    return listed("on the white list") + " but has no float input to lower";
  case PrecisionRule::GrayFollowsProducer:
  case PrecisionRule::GrayNoProducer:
    return gray();
  case PrecisionRule::HiF8Table:
    return mode + ": of the dtypes that the mode tries in turn, " + type +
           " takes the first that it has " + kernels();
  case PrecisionRule::Promoted:
    return "the inputs of " + type +
           " have different dtypes, which CANN promotes to one";
  case PrecisionRule::Customized:
    return "customize_dtypes (" + source() + ") sets dtypes of " + type +
           (precision.getEngine() == Engine::AICpu
                ? ", for which the AI Core has no kernel, so the AI CPU runs it"
                : "");
  case PrecisionRule::AICpuFallback:
    return fallback();
  case PrecisionRule::NoColumnFits:
    return mode + " allows no kernel of " + type + " " + kernels() +
           ", and CANN then takes the first";
  case PrecisionRule::LocalKeeps:
    return "GE itself runs " + type +
           ", which has no kernel and no column for "
           "the dtypes of the model";
  case PrecisionRule::MinCasts:
    return minCasts();
  case PrecisionRule::OnHost:
    return source() == "in_out_pair"
               ? type + " stays on the host, as in_out_pair says, in the "
                        "dtypes of the model"
               : type + " stays on the host, as no engine has the type and "
                        "mix_compile_mode=1 allows it, in the dtypes of the "
                        "model";
  }
  llvm_unreachable("no such rule");
}

PrecisionList mlir::ascend::listOf(AscendOpInterface op,
                                   const ModuleConfig &loaded) {
  const Config &config = loaded.config;
  auto entry = config.mixlist.find(op.getGEType().str());
  return effectiveList(loaded.store->lookupAICore(op.getGEType()), config.mode,
                       entry == config.mixlist.end() ? nullptr
                                                     : &entry->second);
}

std::string mlir::ascend::reasonOf(AscendOpInterface op,
                                   PrecisionAttr precision,
                                   const ModuleConfig &loaded) {
  return Reason(op, precision, loaded).sentence();
}
