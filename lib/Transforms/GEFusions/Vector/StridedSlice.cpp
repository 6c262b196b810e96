//===- StridedSlice.cpp - The forms of StridedSliceV2 ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// StridedSliceV2, which no op store has. Where its shape is not static it
/// becomes StridedSliceV3; else StridedSliceD, with begin, end and strides for
/// every axis, ReverseV2D where it only turns axes round, or StridedSlice,
/// which the AI CPU has, where the AI Core's kernel cannot do it.
class StridedSliceForms : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() < 3)
      return failure();
    std::string name = op.getGEName().str();
    if (!staticShape(op->getResult(0))) {
      replace(rewriter, op,
              {"StridedSliceV3", name, llvm::to_vector(op->getOperands()), {}});
      return success();
    }
    auto slice = dyn_cast<StridedSliceV2Op>(op.getOperation());
    Value x = op->getOperand(0);
    std::optional<SmallVector<SliceRange>> ranges =
        slice ? sliceRanges(slice) : std::nullopt;
    std::optional<ArrayRef<int64_t>> shape = staticShape(x);
    if (!ranges || !shape)
      return failure();
    if (std::optional<SmallVector<int64_t>> axes = reversed(*ranges, *shape)) {
      replace(rewriter, op,
              {"ReverseV2D",
               name,
               {x},
               {geAttribute(rewriter, "axis",
                            rewriter.getDenseI64ArrayAttr(*axes))}},
              constantsOf(op));
      return success();
    }
    SmallVector<int64_t> begin, end, strides;
    for (auto [range, extent] : llvm::zip(*ranges, *shape)) {
      begin.push_back(range.begin);
      end.push_back(endOf(range, extent));
      strides.push_back(range.step);
    }
    if (needsAICpu(*ranges)) {
      rewriter.setInsertionPoint(op);
      SmallVector<Value> operands{x};
      std::pair<StringRef, ArrayRef<int64_t>> lists[] = {
          {"begin", begin}, {"end", end}, {"strides", strides}};
      for (auto [suffix, list] : lists)
        operands.push_back(makeList(rewriter, op, suffix, list));
      replace(rewriter, op, {"StridedSlice", name, operands, masks(rewriter)},
              constantsOf(op));
      return success();
    }
    NewNode node{"StridedSliceD", name, {x}, masks(rewriter)};
    auto add = [&](StringRef attribute, ArrayRef<int64_t> list) {
      node.attributes.push_back(geAttribute(
          rewriter, attribute, rewriter.getDenseI64ArrayAttr(list)));
    };
    add("begin", begin);
    add("end", end);
    add("strides", strides);
    replace(rewriter, op, node, constantsOf(op));
    return success();
  }

private:
  static SmallVector<Value> constantsOf(AscendOpInterface op) {
    return llvm::to_vector(op->getOperands().drop_front());
  }

  /// The axes that are turned round, where all that is sliced is.
  static std::optional<SmallVector<int64_t>>
  reversed(ArrayRef<SliceRange> ranges, ArrayRef<int64_t> shape) {
    SmallVector<int64_t> axes;
    for (auto [axis, range] : llvm::enumerate(ranges)) {
      bool whole = range.size == shape[axis];
      if (range.step == -1 && whole)
        axes.push_back(axis);
      else if (range.step != 1 || !whole)
        return std::nullopt;
    }
    return axes.empty() ? std::nullopt : std::optional(axes);
  }

  /// Vectors, empty results and backward slices.
  static bool needsAICpu(ArrayRef<SliceRange> ranges) {
    return ranges.size() == 1 ||
           llvm::any_of(ranges, [](const SliceRange &range) {
             return range.size == 0 || range.step < 0;
           });
  }

  /// The position behind the last element. A backward slice down to element 0
  /// ends before it; -1 would be the last one, so that is counted from behind.
  static int64_t endOf(const SliceRange &range, int64_t extent) {
    if (range.size == 0)
      return range.begin;
    int64_t last = range.begin + (range.size - 1) * range.step;
    if (range.step > 0)
      return last + 1;
    return last > 0 ? last - 1 : -extent - 1;
  }

  static Value makeList(PatternRewriter &rewriter, AscendOpInterface op,
                        StringRef suffix, ArrayRef<int64_t> list) {
    auto type = RankedTensorType::get({static_cast<int64_t>(list.size())},
                                      rewriter.getI64Type());
    return makeConstant(rewriter, op.getLoc(),
                        DenseElementsAttr::get(type, list),
                        rewriter.getStringAttr(op.getGEName() + "/" + suffix));
  }

  static SmallVector<NamedAttribute> masks(PatternRewriter &rewriter) {
    SmallVector<NamedAttribute> result;
    for (StringRef mask : {"begin_mask", "end_mask", "ellipsis_mask",
                           "new_axis_mask", "shrink_axis_mask"})
      result.push_back(
          geAttribute(rewriter, mask, rewriter.getI64IntegerAttr(0)));
    return result;
  }
};

} // namespace

void transforms::populateStridedSlice(RewritePatternSet &patterns,
                                      FusionRun &run,
                                      const FusionPassInfo &pass) {
  patterns.add<StridedSliceForms>(patterns.getContext(), run, pass,
                                  StringRef("StridedSliceV2"));
}
