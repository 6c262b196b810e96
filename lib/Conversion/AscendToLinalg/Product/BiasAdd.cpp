//===- BiasAdd.cpp - BiasAdd ----------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Lowering.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// Floats add in f32 and round once; integers wrap.
class BiasAddLowering : public Lowering<BiasAddOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(BiasAddOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), bias = elementTypeOf(op.getBias()),
         y = elementTypeOf(op.getY());
    bool areFloats = isReal(x) && isReal(bias) && isReal(y);
    bool areIntegers = kindOf(x) == NumberKind::Signed && x == bias && x == y;
    if (!areFloats && !areIntegers)
      return refuseTypes(op);
    int64_t rank = result.getRank();
    AffineMap channel =
        AffineMap::get(rank, 0, b.getAffineDimExpr(channelAxis(op, rank)));
    return parallelGeneric(
        b, {operands.getX(), operands.getBias()},
        {b.getMultiDimIdentityMap(rank), channel},
        emptyTensor(b, sizesOf(b, operands.getX()), result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Value sum = createByKind<arith::AddFOp, arith::AddIOp>(
              b, kindOf(x), readElement(b, in[0], x),
              readElement(b, in[1], bias));
          return writeElement(b, sum, y);
        });
  }
};

} // namespace

void to_linalg::populateBiasAddPatterns(RewritePatternSet &patterns,
                                        const TypeConverter &converter) {
  patterns.add<BiasAddLowering>(converter, patterns.getContext());
}
