//===- AveragePool.cpp - Averages as sums with a filter -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The longest step of CANN's kernel with a filter.
static constexpr int64_t kLongestStep = 63;

/// The axes of the windows over images of known extents, or nothing.
static std::optional<SmallVector<PoolAxis>> windowsOf(AscendOpInterface op) {
  auto x = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!x || x.getRank() != 4 || !x.hasStaticShape() ||
      !staticShape(op->getResult(0)))
    return std::nullopt;
  // What is wrong with a node of the user's is for others to say.
  ScopedDiagnosticHandler quiet(op.getContext(),
                                [](mlir::Diagnostic &) { return success(); });
  ShapeMath math;
  FailureOr<SmallVector<PoolAxis>> axes =
      poolAxes(op, math, toExtents(x.getShape()));
  if (failed(axes))
    return std::nullopt;
  ArrayRef<int64_t> y = cast<ShapedType>(op->getResult(0).getType()).getShape();
  for (auto [i, axis] : llvm::enumerate(*axes))
    if (!axis.before.isNumber() || !axis.after.isNumber() ||
        !axis.outputs.is(y[2 + i]) || axis.dilation != 1)
      return std::nullopt;
  return *axes;
}

namespace {

/// AvgPoolV2 has a filter of float16: of ones, for sums which a Mul divides by
/// the elements that each window has; or, where all windows count alike, of
/// what divides.
class AverageByFilter : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    // CANN's attributes know neither dilations nor another divisor.
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
        op.getGEInt("divisor_override") != 0)
      return failure();
    std::optional<SmallVector<PoolAxis>> axes = windowsOf(op);
    ArrayRef<int64_t> x;
    if (axes)
      x = cast<ShapedType>(op->getOperand(0).getType()).getShape();
    if (!axes || isWhole(op, *axes, x) ||
        llvm::any_of(*axes, [](const PoolAxis &axis) {
          return axis.stride > kLongestStep;
        }))
      return failure();
    bool isExclusive = op.getGEBool("exclusive");
    // CANN divides by all of a window also where it ends outside of the border.
    if (!isExclusive && llvm::any_of(llvm::enumerate(*axes), [&](auto each) {
          return endsOutside(each.value(), x[2 + each.index()]);
        }))
      return failure();
    // Newer chips have a kernel without a filter.
    const AICoreOp *kernel = run.store.lookupAICore(op.getGEType());
    if (!kernel || kernel->inputs.size() < 2 ||
        !isSupported(op.getGEType(), op->getOperandTypes(),
                     op->getResultTypes(), run.pinned.contains(op)))
      return failure();

    int64_t height = (*axes)[0].size, width = (*axes)[1].size;
    std::string name = op.getGEName().str();
    auto half = [&](ArrayRef<int64_t> shape, ArrayRef<float> numbers,
                    const Twine &word) {
      return makeConstant(rewriter, op.getLoc(),
                          RankedTensorType::get(shape, rewriter.getF16Type()),
                          numbers, rewriter.getStringAttr(name + word));
    };
    rewriter.setInsertionPoint(op);
    Value filter =
        half({x[1], 1, height, width},
             isExclusive ? 1.0f : 1.0f / static_cast<float>(height * width),
             "/filter");
    NewNode pool{op.getGEType(),
                 name,
                 {op->getOperand(0), filter},
                 geAttributes(op),
                 {}};
    if (!isExclusive) {
      replace(rewriter, op, pool);
      return success();
    }
    AscendOpInterface sums = make(rewriter, op, pool);
    SmallVector<int64_t> shape{1, 1, (*axes)[0].outputs.number(),
                               (*axes)[1].outputs.number()};
    Value parts = half(shape, reciprocals(*axes, x), "/area");
    AscendOpInterface mean =
        createGEOp(rewriter, op.getLoc(), "Mul", {sums->getResult(0), parts},
                   op->getResultTypes(), {});
    mean->setAttr("node_name", rewriter.getStringAttr(name + "_mul_layer"));
    mean->setAttr(kPartOfAttrName, rewriter.getStringAttr(name));
    rewriter.replaceOp(op, mean->getResults());
    return success();
  }

private:
  /// CANN leaves a window that is all of the image to the kernel.
  static bool isWhole(AscendOpInterface op, ArrayRef<PoolAxis> axes,
                      ArrayRef<int64_t> x) {
    bool isSame = op.getGEString("auto_pad").starts_with("SAME");
    return llvm::all_of(llvm::enumerate(axes), [&](auto each) {
      const PoolAxis &axis = each.value();
      int64_t extent = x[2 + each.index()];
      return axis.size == extent &&
             (isSame ? axis.stride == extent
                     : axis.before.is(0) && axis.after.is(0));
    });
  }

  static bool endsOutside(const PoolAxis &axis, int64_t extent) {
    return (axis.outputs.number() - 1) * axis.stride + axis.size >
           axis.before.number() + extent + axis.after.number();
  }

  /// How many elements of x each window along an axis has.
  static SmallVector<int64_t> counts(const PoolAxis &axis, int64_t extent) {
    SmallVector<int64_t> result;
    for (int64_t i = 0; i < axis.outputs.number(); ++i) {
      int64_t begin = i * axis.stride - axis.before.number(),
              end = std::min(begin + axis.size, extent);
      result.push_back(std::max<int64_t>(end - std::max<int64_t>(begin, 0), 0));
    }
    return result;
  }

  static SmallVector<float> reciprocals(ArrayRef<PoolAxis> axes,
                                        ArrayRef<int64_t> x) {
    SmallVector<int64_t> rows = counts(axes[0], x[2]),
                         columns = counts(axes[1], x[3]);
    SmallVector<float> result;
    for (int64_t row : rows)
      for (int64_t column : columns)
        result.push_back(
            1.0f / static_cast<float>(std::max<int64_t>(row * column, 1)));
    return result;
  }
};

} // namespace

void transforms::populateAveragePool(RewritePatternSet &patterns,
                                     FusionRun &run,
                                     const FusionPassInfo &pass) {
  patterns.add<AverageByFilter>(patterns.getContext(), run, pass,
                                StringRef("AvgPoolV2"));
}
