//===- Convolution.cpp - Convolutions in the form that was planned --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConvolutionForms.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// What the op and its operands say, and the result in the form that the plan
/// of the graph says, or a plan of the op alone.
template <typename OpT>
class ConvolutionLowering : public Lowering<OpT> {
public:
  ConvolutionLowering(const TypeConverter &converter, MLIRContext *context,
                      CubeTile tile)
      : Lowering<OpT>(converter, context), tile(tile) {}

  Shapes takesShapes() const override { return Shapes::Dynamic; }

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), w = elementTypeOf(op.getFilter()),
         y = elementTypeOf(op.getY());
    auto numerics = CubeNumerics::get(op, x, w, y);
    if (!numerics)
      return refuseTypes(op);
    ArrayRef<int64_t> filterShape = shapeOf(op.getFilter());
    if (ShapedType::isDynamicShape(filterShape))
      return refuse(op, "its filter needs a static shape");
    int64_t groups = op.getGEInt("groups");
    int64_t outputs = isTransposed ? filterShape[1] * groups : filterShape[0];
    Value given = op.getBias();
    bool isOpen =
        given && !cast<RankedTensorType>(given.getType()).hasStaticShape();
    if (isOpen || !numerics->takesBias(given, outputs))
      return refuse(op, "its bias does not fit its result");
    // After x and filter, and input_size before them.
    unsigned biasAt = op->getNumOperands() - op.getOptionals().size();
    if (optionalOperand(op, biasAt + 1))
      return refuse(op, "offset_w does not lower");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, sizes, result.getElementType());
    ShapeCode math(b, /*checks=*/false);
    auto shape = ConvolutionShape::of(
        op, tile, math, extentsOf(b, operands.getX()), extentsOf(sizes));
    if (!shape)
      return failure();
    if (!shape->g.fits())
      return refuse(op, "its padded or unfolded input exceeds 2^40 elements");
    ConvolutionFormAttr planned = op.getCubeFormAttr();
    const ConvolutionFormRow *form =
        planned ? findForm(planned.getValue(), *shape) : planForm(*shape);
    if (!form)
      return refuseForm(op);
    Epilogue epilogue{Value(), Type(), y};
    if (given)
      epilogue = {operands.getOperands()[biasAt], elementTypeOf(given), y};
    bool inBlocks = shape->block != 0;
    ConvolutionSite site{b,
                         math,
                         std::move(*shape),
                         {operands.getX(), operands.getFilter(), x, w},
                         epilogue,
                         extentsOf(sizes)};
    Value value = form->emit(site);
    return inBlocks ? value : reshapeTensorTo(b, value, site.sizes);
  }

private:
  static constexpr bool isTransposed =
      llvm::is_one_of<OpT, Conv2DTransposeOp, Conv2DTransposeDOp,
                      Conv3DTransposeOp, Conv3DTransposeDOp>::value;

  static LogicalResult refuseForm(OpT op) {
    if (ConvolutionFormAttr planned = op.getCubeFormAttr())
      return refuse(op, "it has no form '" + stringifyEnum(planned.getValue()) +
                            "'");
    return refuse(op, "it has no form in NC1HWC0");
  }

  CubeTile tile;
};

} // namespace

void to_linalg::populateConvolutionPatterns(RewritePatternSet &patterns,
                                            const TypeConverter &converter,
                                            CubeTile tile) {
  patterns.add<
      ConvolutionLowering<Conv2DOp>, ConvolutionLowering<Conv2DTransposeOp>,
      ConvolutionLowering<Conv2DTransposeDOp>, ConvolutionLowering<Conv3DOp>,
      ConvolutionLowering<Conv3DTransposeOp>,
      ConvolutionLowering<Conv3DTransposeDOp>>(converter, patterns.getContext(),
                                               tile);
}
