//===- ResizeForms.cpp - Images on another grid ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// A linear Resize of images is a ResizeBilinearV2D, where the op store has
/// that, and where its attributes say the same: they know neither scales other
/// than the quotients of extents nor other grids.
class BilinearByAttribute : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    std::optional<ArrayRef<int64_t>> x = staticShape(op->getOperand(0)),
                                     y = staticShape(op->getResult(0));
    if (op.getGEString("mode") != "linear" || !x || !y || x->size() != 4 ||
        x->take_front(2) != y->take_front(2) || op.getGEInt("antialias") != 0 ||
        !scalesAreQuotients(op, *x, *y))
      return failure();
    StringRef grid = op.getGEString("coordinate_transformation_mode");
    bool isPyTorch = grid == "pytorch_half_pixel";
    // PyTorch's grid has the first element alone where ONNX's has the middle.
    if (isPyTorch && ((*y)[2] == 1 || (*y)[3] == 1))
      return failure();
    if (!isPyTorch && !llvm::is_contained(
                          {"half_pixel", "align_corners", "asymmetric"}, grid))
      return failure();
    NewNode node{
        "ResizeBilinearV2D",
        op.getGEName().str(),
        {op->getOperand(0)},
        {geAttribute(rewriter, "size",
                     rewriter.getDenseI64ArrayAttr(y->drop_front(2))),
         geAttribute(rewriter, "align_corners",
                     rewriter.getBoolAttr(grid == "align_corners")),
         geAttribute(rewriter, "half_pixel_centers",
                     rewriter.getBoolAttr(isPyTorch || grid == "half_pixel"))}};
    if (!isSupported(node.type, node.operands.front().getType(),
                     op->getResultTypes()))
      return failure();
    replace(rewriter, op, node);
    return success();
  }

private:
  static bool scalesAreQuotients(AscendOpInterface op, ArrayRef<int64_t> x,
                                 ArrayRef<int64_t> y) {
    Value given = optionalOperand(op, 2);
    if (!given)
      return true;
    std::optional<SmallVector<float>> scales = constantWeights(given);
    return scales && scales->size() == x.size() &&
           llvm::all_of(llvm::zip_equal(*scales, x, y), [](auto each) {
             auto [scale, from, to] = each;
             return static_cast<double>(scale) * from == to;
           });
  }
};

} // namespace

void transforms::populateResizeForms(RewritePatternSet &patterns,
                                     FusionRun &run,
                                     const FusionPassInfo &pass) {
  patterns.add<BilinearByAttribute>(patterns.getContext(), run, pass,
                                    StringRef("Resize"));
}
