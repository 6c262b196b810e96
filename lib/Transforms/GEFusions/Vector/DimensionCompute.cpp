//===- DimensionCompute.cpp - Sizes that the graph knows ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// What `op` takes from its operand's type, or nothing where that is dynamic.
static std::optional<SmallVector<int64_t>> dimensions(AscendOpInterface op) {
  auto x = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!x)
    return std::nullopt;
  if (op.getGEType() == "Rank")
    return SmallVector<int64_t>{x.getRank()};
  if (!x.hasStaticShape())
    return std::nullopt;
  if (op.getGEType() == "Shape")
    return SmallVector<int64_t>(x.getShape());
  // There may be more elements than an int64_t counts.
  ShapeMath math;
  Extent elements = math.product(toExtents(x.getShape()));
  if (!elements.isNumber())
    return std::nullopt;
  return SmallVector<int64_t>{elements.number()};
}

namespace {

/// Shape, Size and Rank of a shape that is known: a constant, whatever made x.
class ComputeDimension : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
        isExemptFromFolding(op))
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    auto element =
        type ? dyn_cast<IntegerType>(type.getElementType()) : IntegerType();
    std::optional<SmallVector<int64_t>> numbers = dimensions(op);
    if (!element || !numbers || !type.hasStaticShape() ||
        type.getNumElements() != static_cast<int64_t>(numbers->size()) ||
        !llvm::all_of(*numbers, [&](int64_t number) {
          return llvm::isIntN(element.getWidth(), number);
        }))
      return failure();
    SmallVector<APInt> words =
        llvm::map_to_vector(*numbers, [&](int64_t number) {
          return APInt(element.getWidth(), number);
        });
    rewriter.setInsertionPoint(op);
    remove(rewriter, op,
           makeConstant(rewriter, op.getLoc(),
                        DenseElementsAttr::get(type, words),
                        rewriter.getStringAttr(op.getGEName())));
    return success();
  }
};

} // namespace

void transforms::populateDimensionCompute(RewritePatternSet &patterns,
                                          FusionRun &run,
                                          const FusionPassInfo &pass) {
  static constexpr StringRef types[] = {"Shape", "Size", "Rank"};
  patterns.add<ComputeDimension>(patterns.getContext(), run, pass, types);
}
