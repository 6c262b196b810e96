//===- Removals.cpp - Nodes that change nothing ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The axes of a reduction; all of them where the constant is empty.
static std::optional<SmallVector<int64_t>> axesOf(AscendOpInterface op,
                                                  int64_t rank) {
  std::optional<SmallVector<int64_t>> axes =
      op->getNumOperands() == 2 ? constantIntegers(op->getOperand(1))
                                : std::nullopt;
  if (!axes)
    return std::nullopt;
  if (axes->empty())
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t &axis : *axes) {
    if (axis < -rank || axis >= rank)
      return std::nullopt;
    axis = axis < 0 ? axis + rank : axis;
  }
  return axes;
}

namespace {

/// A reduction over extents of 1. CANN leaves nothing of it, but of ReduceSum a
/// Reshape. Where the rank changes there is a Reshape for the others, too: GE
/// joins tensors of different ranks by an edge, which has no IR.
class ReduceOfOnes : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    auto x = op->getNumOperands() == 2
                 ? dyn_cast<RankedTensorType>(op->getOperand(0).getType())
                 : RankedTensorType();
    auto y = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!x || !y || x.getElementType() != y.getElementType())
      return failure();
    std::optional<SmallVector<int64_t>> axes = axesOf(op, x.getRank());
    if (!axes || (!x.hasStaticShape() && !op.getGEBool("keep_dims")))
      return failure();
    if (!llvm::all_of(*axes,
                      [&](int64_t axis) { return x.getDimSize(axis) == 1; }) &&
        !isNoReduction(op, x, y))
      return failure();
    if (op.getGEType() != "ReduceSum" && x == y) {
      remove(rewriter, op, op->getOperand(0));
      return success();
    }
    // The shape is a constant of int32.
    if (!y.hasStaticShape() || llvm::any_of(y.getShape(), [](int64_t extent) {
          return extent > INT32_MAX;
        }))
      return failure();
    std::string name = op.getGEName().str();
    rewriter.setInsertionPoint(op);
    SmallVector<int32_t> extents(y.getShape());
    auto type = RankedTensorType::get({y.getRank()}, rewriter.getI32Type());
    Value shape =
        makeConstant(rewriter, op.getLoc(),
                     DenseElementsAttr::get(type, ArrayRef<int32_t>(extents)),
                     rewriter.getStringAttr(name + "/shape"));
    NamedAttribute allowZero =
        geAttribute(rewriter, "allowzero", rewriter.getI64IntegerAttr(1));
    replace(rewriter, op,
            {"Reshape", name, {op->getOperand(0), shape}, {allowZero}});
    return success();
  }

private:
  /// ReduceSum with an empty constant of axes that reduces nothing.
  static bool isNoReduction(AscendOpInterface op, RankedTensorType x,
                            RankedTensorType y) {
    auto axes = cast<ShapedType>(op->getOperand(1).getType());
    return op.getGEType() == "ReduceSum" && axes.hasStaticShape() &&
           axes.getNumElements() == 0 && x == y;
  }
};

/// Identity.
class RemoveIdentity : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return failure();
    remove(rewriter, op, op->getOperand(0));
    return success();
  }
};

/// Dropout, which passes x on when nothing is trained.
class RemoveDropout : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() == 0 || op->getNumResults() == 0 ||
        op->getOperand(0).getType() != op->getResult(0).getType() ||
        op.getGEBool("is_training") ||
        !llvm::all_of(op->getResults().drop_front(),
                      [](Value mask) { return mask.use_empty(); }))
      return failure();
    if (op->getNumResults() == 1) {
      remove(rewriter, op, op->getOperand(0));
      return success();
    }
    rewriter.replaceAllUsesWith(op->getResult(0), op->getOperand(0));
    remove(rewriter, op, ValueRange());
    return success();
  }
};

/// Reshape to the shape that x has.
class RemoveReshape : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumOperands() == 0 || op->getNumResults() != 1 ||
        op->getOperand(0).getType() != op->getResult(0).getType() ||
        !staticShape(op->getOperand(0)))
      return failure();
    remove(rewriter, op, op->getOperand(0));
    return success();
  }
};

/// Transpose that leaves every axis in its place.
class RemoveTranspose : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> perm = listOf(op, "perm", 1);
    if (!perm || op->getNumOperands() == 0 || op->getNumResults() != 1 ||
        op->getOperand(0).getType() != op->getResult(0).getType() ||
        *perm != llvm::to_vector(llvm::seq<int64_t>(0, perm->size())))
      return failure();
    remove(rewriter, op, op->getOperand(0));
    return success();
  }
};

/// x - x is a constant of zeros, also where x is not finite.
class DifferenceOfSame : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (op->getNumOperands() != 2 || op->getOperand(0) != op->getOperand(1) ||
        !type || !type.hasStaticShape() ||
        type != op->getOperand(0).getType() || !hasZeros(type.getElementType()))
      return failure();
    rewriter.setInsertionPoint(op);
    remove(rewriter, op,
           makeConstant(rewriter, op.getLoc(),
                        DenseElementsAttr::get(
                            type, rewriter.getZeroAttr(type.getElementType())),
                        rewriter.getStringAttr(op.getGEName())));
    return success();
  }

private:
  /// The types of which CANN makes zeros: neither bool nor bfloat16.
  static bool hasZeros(Type type) {
    return type.isF32() || type.isF16() || type.isF64() ||
           (isa<IntegerType>(type) &&
            llvm::is_contained({8u, 16u, 32u, 64u},
                               type.getIntOrFloatBitWidth()) &&
            !type.isUnsignedInteger(32) && !type.isUnsignedInteger(64));
  }
};

} // namespace

void transforms::populateRemovals(RewritePatternSet &patterns, FusionRun &run,
                                  const FusionPassInfo &pass) {
  MLIRContext *context = patterns.getContext();
  StringRef name = pass.name;
  if (name == "IdentityPass")
    patterns.add<RemoveIdentity>(context, run, pass, StringRef("Identity"));
  else if (name == "DropOutPass")
    patterns.add<RemoveDropout>(context, run, pass, StringRef("Dropout"));
  else if (name == "NoUseReshapeRemovePass")
    patterns.add<RemoveReshape>(context, run, pass, StringRef("Reshape"));
  else if (name == "UnchangedTransposeRemovePass")
    patterns.add<RemoveTranspose>(context, run, pass, StringRef("Transpose"));
  else if (name == "SubFusionPass")
    patterns.add<DifferenceOfSame>(context, run, pass, StringRef("Sub"));
  else // "AReduceMaxFusionPass" is for ReduceMax.
    patterns.add<ReduceOfOnes>(
        context, run, pass,
        name.drop_front(1).drop_back(StringRef("FusionPass").size()));
}
