//===- LocalResponse.cpp - LRN --------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Moments.h"
#include "Scalar/RealFunctions.h"
#include "Scalar/VectorUnit.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// The sums of squares over channels in f32, from x with a border of zero
/// channels; rounds once. In high_performance the power is e^(-beta log), and
/// all of it is f16 for an x of f16.
class LRNLowering : public Lowering<LRNOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(LRNOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (!areReal(op))
      return refuseTypes(op);
    ArrayRef<int64_t> shape = result.getShape();
    int64_t rank = result.getRank(), radius = op.getDepthRadius();
    int64_t size = op.getLocalSize().value_or(2 * radius + 1);
    SmallVector<int64_t> padded(shape), offsets(rank, 0);
    padded[1] += size - 1;
    offsets[1] = radius;
    SmallVector<int64_t> windows(shape);
    windows.push_back(size);
    if (!fitsMemory(padded) || !fitsMemory(windows))
      return refuse(op, "its windows exceed 2^40 elements");
    Type x = elementTypeOf(op.getX());
    Value zeros = fillTensor(b, constantOf(b, x, 0), emptyTensor(b, padded, x));
    Value input = insertTensor(b, operands.getX(), zeros, offsets);
    bool isFast = implModeOf(op) == ImplMode::HighPerformance;
    Type inside = isFast && x.isF16() ? x : Type();
    Value sums = sumWindows(b, input, x, inside, shape, size);
    float bias = op.getBias(), alpha = op.getAlpha(), beta = op.getBeta();
    return mapElements(
        b, result, {operands.getX(), sums},
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b, inside};
          Value base = f.fma(in[1], alpha, bias);
          if (isFast) {
            Value power = unitExp(f, f.mul(unitLog(f, base), -beta));
            return writeElement(b, f.mul(readElement(b, in[0], x), power),
                                elementTypeOf(op.getY()));
          }
          Value power = emitPow(b, ValueRange{base, f.constant(beta)});
          return writeElement(b, f.div(readElement(b, in[0], x), power),
                              elementTypeOf(op.getY()));
        });
  }

private:
  static Value sumWindows(ImplicitLocOpBuilder &b, Value input, Type x,
                          Type inside, ArrayRef<int64_t> shape, int64_t size) {
    unsigned rank = shape.size();
    Type f32 = b.getF32Type();
    MLIRContext *context = b.getContext();
    SmallVector<AffineExpr> at;
    for (unsigned i = 0; i < rank; ++i)
      at.push_back(b.getAffineDimExpr(i));
    AffineMap kept = AffineMap::get(rank + 1, 0, at, context);
    at[1] = at[1] + b.getAffineDimExpr(rank);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators.push_back(utils::IteratorType::reduction);
    Value start = fillTensor(b, constantF32(b, 0), emptyTensor(b, shape, f32));
    // Nothing but its shape is read of the window.
    Value window = emptyTensor(b, size, b.getI8Type());
    return linalg::GenericOp::create(
               b, TypeRange(start.getType()), ValueRange{input, window},
               ValueRange(start),
               ArrayRef{AffineMap::get(rank + 1, 0, at, context),
                        AffineMap::get(rank + 1, 0, b.getAffineDimExpr(rank)),
                        kept},
               iterators,
               [&](OpBuilder &inner, Location loc, ValueRange in) {
                 ImplicitLocOpBuilder nested(loc, inner);
                 Real f{nested, inside};
                 Value element = readElement(nested, in[0], x);
                 linalg::YieldOp::create(nested,
                                         f.fma(element, element, in[2]));
               })
        .getResult(0);
  }
};

} // namespace

void to_linalg::populateLocalResponsePatterns(RewritePatternSet &patterns,
                                              const TypeConverter &converter) {
  patterns.add<LRNLowering>(converter, patterns.getContext());
}
