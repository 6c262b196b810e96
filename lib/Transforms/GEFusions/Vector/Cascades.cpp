//===- Cascades.cpp - Nodes of more tensors than a kernel takes -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// As many as a kernel takes of static shape; fewer of others, since it is then
/// compiled for all of them, and fewest on the smallest chip.
static constexpr size_t kMost = 63, kMostDynamic = 48, kMostDynamic310 = 21;

/// The axis that the attribute names, counted from the first.
static std::optional<int64_t> axisOf(AscendOpInterface op, StringRef attribute,
                                     Value x) {
  auto type = dyn_cast<RankedTensorType>(x.getType());
  auto axis = dyn_cast_or_null<IntegerAttr>(op.getGEAttr(attribute));
  if (!type || !axis)
    return std::nullopt;
  int64_t counted = axis.getInt() + (axis.getInt() < 0 ? type.getRank() : 0);
  return counted >= 0 && counted < type.getRank() ? std::optional(counted)
                                                  : std::nullopt;
}

/// The same of a constant operand.
static std::optional<int64_t> axisOf(Value constant, Value x) {
  auto type = dyn_cast<RankedTensorType>(x.getType());
  std::optional<SmallVector<int64_t>> axis = constantIntegers(constant);
  if (!type || !axis || axis->size() != 1)
    return std::nullopt;
  int64_t counted = axis->front() + (axis->front() < 0 ? type.getRank() : 0);
  return counted >= 0 && counted < type.getRank() ? std::optional(counted)
                                                  : std::nullopt;
}

/// `type` with another extent at `axis`.
static RankedTensorType withExtent(RankedTensorType type, int64_t axis,
                                   int64_t extent) {
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = extent;
  return type.clone(shape);
}

namespace {

/// SplitVD, SplitD or Split into more than 63 parts: a SplitVD whose parts are
/// split again.
class CutSplit : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumResults() <= kMost || op->getNumOperands() == 0)
      return failure();
    bool hasOperand = op.getGEType() == "Split";
    Value x = op->getOperand(hasOperand ? 1 : 0);
    std::optional<int64_t> axis =
        hasOperand ? axisOf(op->getOperand(0), x) : axisOf(op, "split_dim", x);
    auto type = dyn_cast<RankedTensorType>(x.getType());
    if (!axis || !type || !staticShape(x) ||
        !llvm::all_of(op->getResults(),
                      [](Value part) { return bool(staticShape(part)); }))
      return failure();

    SmallVector<int64_t> sizes;
    for (Value part : op->getResults())
      sizes.push_back(cast<ShapedType>(part.getType()).getDimSize(*axis));
    SmallVector<Value> constants;
    if (hasOperand)
      constants.push_back(op->getOperand(0));
    SmallVector<int64_t> groups;
    for (size_t at = 0; at < sizes.size(); at += kMost)
      groups.push_back(sum(ArrayRef(sizes).slice(at).take_front(kMost)));
    SmallVector<Type> types;
    for (int64_t group : groups)
      types.push_back(withExtent(type, *axis, group));
    AscendOpInterface base = make(
        rewriter, op,
        splitVD(rewriter, op, "/SplitVDBase_node", x, groups, *axis, types),
        constants);
    for (auto [index, whole] : llvm::enumerate(base->getResults())) {
      size_t at = index * kMost;
      ArrayRef<int64_t> parts = ArrayRef(sizes).slice(at).take_front(kMost);
      if (parts.size() == 1) { // the last part of all
        rewriter.replaceAllUsesWith(op->getResult(at), whole);
        continue;
      }
      auto results = op->getResults().slice(at, parts.size());
      AscendOpInterface made =
          make(rewriter, op,
               splitVD(rewriter, op, partName(op, index, groups.size()), whole,
                       parts, *axis, llvm::to_vector(results.getTypes())),
               constants);
      for (auto [old, part] : llvm::zip_equal(results, made->getResults()))
        rewriter.replaceAllUsesWith(old, part);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static int64_t sum(ArrayRef<int64_t> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), int64_t(0));
  }

  /// CANN's own spelling.
  static std::string partName(AscendOpInterface op, size_t index,
                              size_t count) {
    bool isLine = op.getGEType() == "SplitVD" && index + 1 < count;
    return "/SplitVD" + std::string(isLine ? "_" : "") + std::to_string(index);
  }

  static NewNode splitVD(PatternRewriter &rewriter, AscendOpInterface op,
                         StringRef suffix, Value x, ArrayRef<int64_t> sizes,
                         int64_t axis, ArrayRef<Type> results) {
    auto integer = [&](StringRef name, int64_t number) {
      return geAttribute(rewriter, name, rewriter.getI64IntegerAttr(number));
    };
    return {"SplitVD",
            (op.getGEName() + suffix).str(),
            {x},
            {geAttribute(rewriter, "size_splits",
                         rewriter.getDenseI64ArrayAttr(sizes)),
             integer("split_dim", axis), integer("num_split", sizes.size())},
            SmallVector<Type>(results)};
  }
};

/// ConcatD, or Concat along a constant axis, of more tensors than a kernel
/// takes: ConcatD of ConcatD.
class CutConcat : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    bool hasOperand = op.getGEType() == "Concat";
    SmallVector<Value> parts(op->getOperands().drop_front(hasOperand ? 1 : 0));
    size_t most = mostOf(parts);
    if (parts.size() <= most || op->getNumResults() != 1)
      return failure();
    std::optional<int64_t> axis = hasOperand
                                      ? axisOf(op->getOperand(0), parts[0])
                                      : axisOf(op, "concat_dim", parts[0]);
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!axis || !type || !llvm::all_of(parts, [](Value part) {
          return isa<RankedTensorType>(part.getType());
        }))
      return failure();
    SmallVector<Value> constants;
    if (hasOperand)
      constants.push_back(op->getOperand(0));
    std::string base = op.getGEName().str();
    for (unsigned rank = 0; parts.size() > most; ++rank) {
      SmallVector<Value> joined;
      for (size_t at = 0; at < parts.size(); at += most) {
        ArrayRef<Value> group = ArrayRef(parts).slice(at).take_front(most);
        std::string name = base + "/ConcatD" + std::to_string(at / most) +
                           std::to_string(rank);
        NewNode node{"ConcatD",
                     name,
                     SmallVector<Value>(group),
                     attributes(rewriter, *axis, group.size()),
                     {joinedType(type, group, *axis)}};
        joined.push_back(make(rewriter, op, node, constants)->getResult(0));
      }
      parts = std::move(joined);
      base += "/ConcatDBase_node" + std::to_string(rank);
    }
    replace(rewriter, op,
            {"ConcatD", base, parts, attributes(rewriter, *axis, parts.size())},
            constants);
    return success();
  }

private:
  size_t mostOf(ArrayRef<Value> parts) const {
    if (llvm::all_of(parts, [](Value part) { return bool(staticShape(part)); }))
      return kMost;
    return run.store.soc().name == "Ascend310" ? kMostDynamic310 : kMostDynamic;
  }

  static SmallVector<NamedAttribute> attributes(PatternRewriter &rewriter,
                                                int64_t axis, size_t count) {
    auto integer = [&](StringRef name, int64_t number) {
      return geAttribute(rewriter, name, rewriter.getI64IntegerAttr(number));
    };
    return {integer("concat_dim", axis), integer("N", count)};
  }

  static Type joinedType(RankedTensorType whole, ArrayRef<Value> group,
                         int64_t axis) {
    int64_t extent = 0;
    for (Value part : group) {
      int64_t own = cast<RankedTensorType>(part.getType()).getDimSize(axis);
      if (ShapedType::isDynamic(own) || ShapedType::isDynamic(extent))
        extent = ShapedType::kDynamic;
      else
        extent += own;
    }
    return withExtent(whole, axis, extent);
  }
};

} // namespace

void transforms::populateCascades(RewritePatternSet &patterns, FusionRun &run,
                                  const FusionPassInfo &pass) {
  MLIRContext *context = patterns.getContext();
  if (pass.name == "ZConcatDFusionPass") {
    patterns.add<CutConcat>(context, run, pass, StringRef("ConcatD"));
  } else if (pass.name == "ZConcatFusionPass") {
    populateConstToAttr(patterns, run, pass);
    patterns.add<CutConcat>(context, run, pass, StringRef("Concat"),
                            /*benefit=*/2);
  } else if (pass.name == "ZSplitVDFusionPass") {
    patterns.add<CutSplit>(context, run, pass, StringRef("SplitVD"));
  } else if (pass.name == "ZSplitDFusionPass") {
    patterns.add<CutSplit>(context, run, pass, StringRef("SplitD"));
  } else {
    patterns.add<CutSplit>(context, run, pass, StringRef("Split"));
  }
}
