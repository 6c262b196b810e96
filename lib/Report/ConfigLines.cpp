//===- ConfigLines.cpp - What became of each line of the config files -----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Precision/Judge.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Transforms/GraphIndex.h"

using namespace mlir;
using namespace mlir::ascend;

using Status = ConfigLineStatus::Status;

std::string ConfigLineStatus::outcome() const {
  if (!by.empty())
    return "gives way to " + by;
  return ignored.empty() ? "matches nothing" : "is ignored: " + ignored;
}

namespace {

/// Accounts for the lines of one configuration. A line is overridden when some
/// other one, or an option, decides on every op that it names.
class LineAccount {
public:
  LineAccount(ModuleOp module, const ModuleConfig &loaded)
      : config(loaded.config), store(*loaded.store), graph(module, store) {}

  std::vector<ConfigLineStatus> run();

private:
  /// What wins over a line on an op; empty where nothing does.
  using Winner = llvm::function_ref<std::string(AscendOpInterface)>;

  void account(bool isType, StringRef key, const ConfigLine &where,
               Winner winner, NodesOf nodes = NodesOf::Judgement);
  void keepDtype(const KeepDtypeEntry &entry);
  void mixlist(StringRef type, const MixlistEntry &entry);
  void implMode(const ImplModeEntry &entry);
  /// The entry of customize_dtypes that an op follows, or null.
  const CustomDtypeEntry *customOf(AscendOpInterface op) const;
  static std::string textOf(AscendOpInterface op, StringRef attribute) {
    auto text = op->getAttrOfType<StringAttr>(attribute);
    return text ? text.str() : "";
  }
  void sortByLine();

  const Config &config;
  const OpStore &store;
  GraphIndex graph;
  std::vector<ConfigLineStatus> result;
};

} // namespace

/// That `op` was hit through a node that it stands for; empty where it is hit
/// itself.
static std::string originalMatch(AscendOpInterface op, bool isType,
                                 StringRef key) {
  if (key == (isType ? op.getGEType() : op.getGEName()))
    return "";
  return ("it matches by an original " + Twine(isType ? "type" : "name") +
          ": the node is part of '" + op.getGEName() + "' (" + op.getGEType() +
          ")")
      .str();
}

void LineAccount::account(bool isType, StringRef key, const ConfigLine &where,
                          Winner winner, NodesOf nodes) {
  ArrayRef<AscendOpInterface> ops = graph.find(isType, key, nodes);
  if (ops.empty()) {
    result.push_back({where, Status::NoMatch, "",
                      graph.nearest(isType, key, where, nodes),
                      graph.fusionOf(isType, key)});
    return;
  }
  std::string by;
  for (AscendOpInterface op : ops) {
    by = winner(op);
    if (by.empty()) {
      result.push_back(
          {where, Status::Applied, "", "", originalMatch(op, isType, key)});
      return;
    }
  }
  result.push_back({where, Status::Overridden, by, ""});
}

const CustomDtypeEntry *LineAccount::customOf(AscendOpInterface op) const {
  auto index = op->getAttrOfType<IntegerAttr>(kCustomDtypesAttrName);
  if (!index || index.getInt() < 0 ||
      index.getInt() >= static_cast<int64_t>(config.customDtypes.size()))
    return nullptr;
  return &config.customDtypes[index.getInt()];
}

/// customize_dtypes wins over keep_dtype, must_keep_origin_dtype says the same
/// of all ops that have a kernel, and of several lines for an op the first
/// counts.
void LineAccount::keepDtype(const KeepDtypeEntry &entry) {
  account(
      entry.isType, entry.name, entry.where,
      [&](AscendOpInterface op) -> std::string {
        if (const CustomDtypeEntry *custom = customOf(op))
          return custom->where.str();
        const AICoreOp *info = store.lookupAICore(op.getGEType());
        if (config.mode == PrecisionMode::MustKeep &&
            (!info || info->hasKernel))
          return (config.usesV2 ? "precision_mode_v2=" : "precision_mode=") +
                 config.modeWord;
        std::string first = textOf(op, kKeepDtypeAttrName);
        return first == entry.where.str() ? "" : first;
      },
      NodesOf::Model);
}

/// The rule by which `op` has the same dtypes on every list, or none.
static std::optional<PrecisionRule> ruleWithoutList(AscendOpInterface op) {
  auto judged = cast<PrecisionOpInterface>(op.getOperation());
  PrecisionAttr precision = judged.getPrecisionAttr();
  if (!precision)
    return std::nullopt;
  switch (precision.getRule()) {
  case PrecisionRule::CastKeepsDtypes:
  case PrecisionRule::ComplexKeepsDtypes:
  case PrecisionRule::InheritsPredecessor:
    return precision.getRule();
  default:
    return std::nullopt;
  }
}

/// Each bit of an entry is a line. What customize_dtypes or keep_dtype settles
/// is settled; what the lists of the op store make void is theirs, and so are
/// the ops of which no list is asked.
void LineAccount::mixlist(StringRef type, const MixlistEntry &entry) {
  using Bit = MixlistEntry::Bit;
  const AICoreOp *info = store.lookupAICore(type);
  PrecisionList before = effectiveList(info, config.mode, nullptr);
  PrecisionList after = effectiveList(info, config.mode, &entry);
  auto isVoid = [&](Bit bit) {
    switch (bit) {
    case Bit::GrayAdd:
      return after != PrecisionList::Gray || before == PrecisionList::Gray;
    case Bit::GrayRemove:
      return before != PrecisionList::Gray;
    case Bit::WhiteRemove:
      return before != PrecisionList::White;
    case Bit::BlackRemove:
      return before != PrecisionList::Black;
    case Bit::WhiteAdd:
      return before == PrecisionList::White;
    case Bit::BlackAdd:
      return before == PrecisionList::Black;
    }
    return false;
  };
  for (const auto &[bit, where] : entry.lines)
    account(/*isType=*/true, type, where,
            [&, bit = bit](AscendOpInterface op) -> std::string {
              if (const CustomDtypeEntry *custom = customOf(op))
                return custom->where.str();
              if (std::string keep = textOf(op, kKeepDtypeAttrName);
                  !keep.empty())
                return keep;
              if (isVoid(bit))
                return ("the op store (" + stringify(before) + ")").str();
              std::optional<PrecisionRule> rule = ruleWithoutList(op);
              return rule ? ("the rule " + stringifyPrecisionRule(*rule)).str()
                          : "";
            });
}

void LineAccount::implMode(const ImplModeEntry &entry) {
  // The lists of impl_mode_dir and the built-in ones are for any graph.
  if (entry.source != "op_precision_mode" &&
      entry.source != "optypelist_for_implmode")
    return;
  bool isLeft = !graph.find(!entry.byName, entry.key).empty();
  account(
      !entry.byName, entry.key, entry.where,
      [&](AscendOpInterface op) -> std::string {
        std::string taken = textOf(op, kImplModeSourceAttrName);
        bool isThis = taken == (entry.where.file.empty() ? entry.source
                                                         : entry.where.str());
        return isThis ? "" : taken;
      },
      isLeft ? NodesOf::Judgement : NodesOf::Model);
}

/// By file in the order of the options, then by line.
void LineAccount::sortByLine() {
  llvm::StringMap<unsigned> fileOrder;
  std::vector<std::tuple<unsigned, unsigned, size_t>> places;
  places.reserve(result.size());
  for (auto [index, line] : llvm::enumerate(result)) {
    unsigned next = fileOrder.size();
    unsigned file = fileOrder.try_emplace(line.where.file, next).first->second;
    places.emplace_back(file, line.where.line, index);
  }
  // As the lines of a single long file are.
  if (llvm::is_sorted(places))
    return;
  llvm::sort(places);
  std::vector<ConfigLineStatus> sorted;
  sorted.reserve(result.size());
  for (auto [file, line, index] : places)
    sorted.push_back(std::move(result[index]));
  result = std::move(sorted);
}

std::vector<ConfigLineStatus> LineAccount::run() {
  for (const KeepDtypeEntry &entry : config.keepDtype)
    keepDtype(entry);
  for (const CustomDtypeEntry &entry : config.customDtypes)
    account(
        entry.isType, entry.name, entry.where,
        [&](AscendOpInterface op) -> std::string {
          const CustomDtypeEntry *taken = customOf(op);
          return taken && taken != &entry ? taken->where.str() : "";
        },
        NodesOf::OwnNames);
  for (const auto &[type, entry] : config.mixlist)
    mixlist(type, entry);
  for (const ImplModeEntry &entry : config.implModes.entries())
    implMode(entry);
  for (const UnusedLine &line : config.unusedLines)
    result.push_back(
        {line.where, line.by ? Status::Overridden : Status::NoMatch,
         line.by ? line.by->str() : "", "", "", line.by ? "" : line.why});
  sortByLine();
  return std::move(result);
}

std::vector<ConfigLineStatus>
mlir::ascend::configLineStatus(ModuleOp module, const ModuleConfig &loaded) {
  return LineAccount(module, loaded).run();
}
