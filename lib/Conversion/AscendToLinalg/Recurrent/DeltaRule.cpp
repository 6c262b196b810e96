//===- DeltaRule.cpp - RecurrentGatedDeltaRule ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One loop over the steps; the state is f32 and updated in place. The outputs
// and the last state are rounded once.

#include "Base/Loops.h"
#include "Recurrent.h"
#include "Reduce/Moments.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// An operand of a loop nest: a tensor, its GE element type, and the loops that
/// are its axes; an axis of extent 1 is read at 0.
namespace {
struct Read {
  Value value;
  Type type;
  SmallVector<unsigned> loops;
};
} // namespace

/// A nest of `loops` (those from `parallel` on are reductions) that writes
/// `out` over the loops in `outLoops`. `body` gets the operands in f32, then
/// the element of `out` as it is.
static Value
emitNest(ImplicitLocOpBuilder &b, unsigned loops, unsigned parallel,
         ArrayRef<Read> reads, Value out, ArrayRef<unsigned> outLoops,
         llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> body) {
  SmallVector<AffineMap> maps;
  auto mapOf = [&](ArrayRef<int64_t> shape, ArrayRef<unsigned> dims) {
    SmallVector<AffineExpr> exprs;
    for (auto [extent, dim] : llvm::zip_equal(shape, dims))
      exprs.push_back(extent == 1 ? b.getAffineConstantExpr(0)
                                  : b.getAffineDimExpr(dim));
    return AffineMap::get(loops, 0, exprs, b.getContext());
  };
  SmallVector<Value> inputs;
  for (const Read &read : reads) {
    inputs.push_back(read.value);
    maps.push_back(mapOf(shapeOf(read.value), read.loops));
  }
  SmallVector<AffineExpr> written;
  for (unsigned dim : outLoops)
    written.push_back(b.getAffineDimExpr(dim));
  maps.push_back(AffineMap::get(loops, 0, written, b.getContext()));
  SmallVector<utils::IteratorType> iterators(loops,
                                             utils::IteratorType::reduction);
  std::fill_n(iterators.begin(), parallel, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, TypeRange(out.getType()), inputs, ValueRange(out), maps,
             iterators,
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder nested(loc, inner);
               SmallVector<Value> elements;
               for (auto [read, element] : llvm::zip(reads, in))
                 elements.push_back(readElement(nested, element, read.type));
               elements.push_back(in.back());
               linalg::YieldOp::create(nested, body(nested, elements));
             })
      .getResult(0);
}

namespace {

class DeltaRuleLowering
    : public OpConversionPattern<RecurrentGatedDeltaRuleOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RecurrentGatedDeltaRuleOp op, OpAdaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkLowerable(op)))
      return failure();
    if (!areReal(op))
      return refuseTypes(op);
    auto converted = [&](Value value) {
      return cast<RankedTensorType>(
          getTypeConverter()->convertType(value.getType()));
    };
    RankedTensorType yType = converted(op.getY());
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type f32 = b.getF32Type();
    Type stateType = elementTypeOf(op.getState());
    ArrayRef<int64_t> stateShape = shapeOf(op.getState());
    Value state = mapElements(b, RankedTensorType::get(stateShape, f32),
                              operands.getState(),
                              [&](ImplicitLocOpBuilder &b, ValueRange in) {
                                return readElement(b, in[0], stateType);
                              });
    Value y = emptyTensor(b, yType.getShape(), yType.getElementType());
    int64_t steps = yType.getDimSize(1);
    if (yType.getNumElements() != 0 && stateShape[2] != 0) {
      SmallVector<Value> last =
          loop(b, indexOf(b, steps), ValueRange{state, y},
               [&](ImplicitLocOpBuilder &nested, Value at, ValueRange carried) {
                 return step(nested, op, operands, at, carried);
               });
      state = last[0];
      y = last[1];
    } else if (yType.getNumElements() != 0) {
      y = fillTensor(b, constantOf(b, yType.getElementType(), 0), y);
    }
    // Bufferization cannot see that the loop writes its whole result in place,
    // so that is copied to where the op's goes.
    y = copyTensor(b, y);
    Value last = roundTensor(b, state, converted(op.getFinalState()),
                             elementTypeOf(op.getFinalState()));
    rewriter.replaceOp(op, {y, last});
    return success();
  }

private:
  /// The state and y after a step. Loops: batch, head, (share of the head,)
  /// value, key.
  static SmallVector<Value> step(ImplicitLocOpBuilder &b,
                                 RecurrentGatedDeltaRuleOp op,
                                 OpAdaptor operands, Value at,
                                 ValueRange carried) {
    Type f32 = b.getF32Type();
    ValueRange all = operands.getOperands();
    auto part = [&](unsigned number, ArrayRef<unsigned> loops) {
      return Read{takeAt(b, all[number], at, 1),
                  elementTypeOf(op->getOperand(number)),
                  SmallVector<unsigned>(loops)};
    };
    bool hasGate = optionalOperand(op, 4) != Value(),
         hasBeta = optionalOperand(op, 5) != Value();
    Value state = carried[0];
    ArrayRef<int64_t> shape = shapeOf(state);
    int64_t batch = shape[0], heads = shape[1], values = shape[3];
    auto decay = [](Real f, Value x, Value gate) {
      return f.mul(x, exponential(f, gate));
    };

    // S'ᵀ k, in the order of loops batch, head, value, key.
    SmallVector<Read> reads{part(1, {0, 1, 3})};
    if (hasGate)
      reads.push_back(part(4, {0, 1, 3}));
    Value seen;
    if (hasBeta) {
      reads.push_back({state, f32, {0, 1, 3, 2}});
      Value start = fillTensor(b, constantF32(b, 0),
                               emptyTensor(b, {batch, heads, values}, f32));
      seen = emitNest(b, 4, 3, reads, start, {0, 1, 2},
                      [&](ImplicitLocOpBuilder &b, ValueRange in) {
                        Real f{b};
                        Value s = in.drop_back().back();
                        if (hasGate)
                          s = decay(f, s, in[1]);
                        return f.fma(s, in[0], in.back());
                      });
    }

    // The state: loops batch, head, key, value.
    SmallVector<Read> updates{part(1, {0, 1, 2}), part(2, {0, 1, 3})};
    if (hasGate)
      updates.push_back(part(4, {0, 1, 2}));
    if (hasBeta) {
      updates.push_back(part(5, {0, 1}));
      updates.push_back({seen, f32, {0, 1, 3}});
    }
    state = emitNest(b, 4, 4, updates, state, {0, 1, 2, 3},
                     [&](ImplicitLocOpBuilder &b, ValueRange in) {
                       Real f{b};
                       Value value = in[1], s = in.back();
                       if (hasGate)
                         s = decay(f, s, in[2]);
                       if (hasBeta)
                         value = f.mul(f.sub(value, in[3 + hasGate]),
                                       in[2 + hasGate]);
                       return f.fma(in[0], value, s);
                     });

    // qᵀ S: loops batch, head, share, value, key.
    Value query = takeAt(b, all[0], at, 1);
    int64_t shares = shapeOf(query)[1] / heads;
    SmallVector<int64_t> split{batch, heads, shares, shape[2]};
    Value start =
        fillTensor(b, constantF32(b, 0),
                   emptyTensor(b, {batch, heads, shares, values}, f32));
    Value products = emitNest(b, 5, 4,
                              {{reshapeTensor(b, query, split),
                                elementTypeOf(op.getQuery()),
                                {0, 1, 2, 4}},
                               {state, f32, {0, 1, 4, 3}}},
                              start, {0, 1, 2, 3},
                              [](ImplicitLocOpBuilder &b, ValueRange in) {
                                return Real{b}.fma(in[0], in[1], in[2]);
                              });
    products = reshapeTensor(b, products, {batch, heads * shares, values});
    float scale = op.getScaleValue();
    Type y = elementTypeOf(op.getY());
    Value shown = emitNest(
        b, 3, 3, {{products, f32, {0, 1, 2}}}, takeAt(b, carried[1], at, 1),
        {0, 1, 2}, [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return writeElement(b, Real{b}.mul(in[0], scale), y);
        });
    return {state, putAt(b, shown, carried[1], at, 1)};
  }
};

} // namespace

void to_linalg::populateDeltaRulePatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter) {
  patterns.add<DeltaRuleLowering>(converter, patterns.getContext());
}
