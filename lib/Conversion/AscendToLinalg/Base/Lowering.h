//===- Lowering.h - Base of the lowering patterns ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_LOWERING_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_LOWERING_H

#include "Ascend/Conversion/AscendToLinalg/AscendToLinalg.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::ascend::to_linalg {

/// Whether a tensor of these extents can be counted, as far as they are known:
/// at most 2^40 elements.
bool fitsMemory(ArrayRef<int64_t> extents);

/// Reports that `op` has no lowering, with its GE type and name, and fails. The
/// patterns report themselves: match failures get lost in builds of MLIR
/// without assertions.
LogicalResult refuse(Operation *op, const Twine &reason = {});

/// The same for the element types of `op`.
LogicalResult refuseTypes(Operation *op);

/// Which shapes a lowering takes.
enum class Shapes { Static, Dynamic };

/// Refuses an op with an attribute that has a value no kernel knows, or with a
/// tensor that is too large or, unless `shapes` says otherwise, not static.
LogicalResult checkLowerable(Operation *op, Shapes shapes = Shapes::Static);

/// Refuses an op with results of dynamic shape whose sizes no code can compute.
LogicalResult checkSizes(Operation *op);

/// What replaces the results of `op`, of the types `results`, where none that
/// is used has an element, else nothing. The axes beside one without elements
/// may have any extent: kernels would make sums for each.
std::optional<SmallVector<Value>>
emptyResults(ImplicitLocOpBuilder &b, Operation *op, ValueRange operands,
             ArrayRef<RankedTensorType> results);

/// The lowering of one op to one value. What it cannot lower it refuses.
///
/// To make a lowering dynamic: return Shapes::Dynamic from takesShapes. Make
/// every destination by emptyTensor of sizes, which are those of an operand
/// (sizesOf) or the op's own (resultSizes), and never compute with a type's
/// extents: sizes are numbers where they are known, and MapElements,
/// reduceTensor and reshapeTo take them. The op's inferExtents must say its
/// shape, and checks that sizes fit belong there: the entry has done them
/// before a kernel runs.
template <typename OpT>
class Lowering : public OpConversionPattern<OpT> {
public:
  using OpConversionPattern<OpT>::OpConversionPattern;
  using Adaptor = typename OpConversionPattern<OpT>::OpAdaptor;

  /// The value that replaces `op`; `result` is its type, converted.
  virtual FailureOr<Value> lower(OpT op, Adaptor operands,
                                 RankedTensorType result,
                                 ImplicitLocOpBuilder &b) const = 0;

  virtual Shapes takesShapes() const { return Shapes::Static; }

  LogicalResult
  matchAndRewrite(OpT op, Adaptor operands,
                  ConversionPatternRewriter &rewriter) const final {
    if (failed(checkLowerable(op, takesShapes())))
      return failure();
    auto result = dyn_cast_or_null<RankedTensorType>(
        this->getTypeConverter()->convertType(op.getY().getType()));
    if (!result)
      return refuse(op, "its result is no tensor");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if (auto empty = emptyResults(b, op, operands.getOperands(), result)) {
      rewriter.replaceOp(op, *empty);
      return success();
    }
    FailureOr<Value> value = lower(op, operands, result, b);
    if (failed(value))
      return failure();
    rewriter.replaceOp(op, *value);
    return success();
  }
};

/// The lowering of an op with several results, or with results by another name
/// than y.
template <typename OpT>
class MultiLowering : public OpConversionPattern<OpT> {
public:
  using OpConversionPattern<OpT>::OpConversionPattern;
  using Adaptor = typename OpConversionPattern<OpT>::OpAdaptor;

  /// The values that replace the results of `op`, whose types, converted, are
  /// `results`.
  virtual FailureOr<SmallVector<Value>>
  lower(OpT op, Adaptor operands, ArrayRef<RankedTensorType> results,
        ImplicitLocOpBuilder &b) const = 0;

  virtual Shapes takesShapes() const { return Shapes::Static; }

  LogicalResult
  matchAndRewrite(OpT op, Adaptor operands,
                  ConversionPatternRewriter &rewriter) const final {
    if (failed(checkLowerable(op, takesShapes())))
      return failure();
    SmallVector<RankedTensorType> results;
    for (Type type : op->getResultTypes())
      results.push_back(
          cast<RankedTensorType>(this->getTypeConverter()->convertType(type)));
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if (auto empty = emptyResults(b, op, operands.getOperands(), results)) {
      rewriter.replaceOp(op, *empty);
      return success();
    }
    FailureOr<SmallVector<Value>> values = lower(op, operands, results, b);
    if (failed(values))
      return failure();
    rewriter.replaceOp(op, *values);
    return success();
  }
};

/// The op's mode, Default where it has none.
inline ImplMode implModeOf(PrecisionOpInterface op) {
  ImplModeAttr mode = op.getImplModeAttr();
  return mode ? mode.getValue() : ImplMode::Default;
}

/// The element type of a tensor as GE has it.
inline Type elementTypeOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

void populateBiasAddPatterns(RewritePatternSet &patterns,
                             const TypeConverter &converter);
void populateConvolutionPatterns(RewritePatternSet &patterns,
                                 const TypeConverter &converter, CubeTile tile);
void populateCountPatterns(RewritePatternSet &patterns,
                           const TypeConverter &converter);
void populateDeltaRulePatterns(RewritePatternSet &patterns,
                               const TypeConverter &converter);
void populateDeterminantPatterns(RewritePatternSet &patterns,
                                 const TypeConverter &converter);
void populateDynamicRNNPatterns(RewritePatternSet &patterns,
                                const TypeConverter &converter, CubeTile tile);
void populateEinsumPatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter, CubeTile tile);
void populateElementwisePatterns(RewritePatternSet &patterns,
                                 const TypeConverter &converter);
void populateGatherPatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter);
void populateLayerNormPatterns(RewritePatternSet &patterns,
                               const TypeConverter &converter);
void populateLocalResponsePatterns(RewritePatternSet &patterns,
                                   const TypeConverter &converter);
void populateGridPatterns(RewritePatternSet &patterns,
                          const TypeConverter &converter);
void populateLossPatterns(RewritePatternSet &patterns,
                          const TypeConverter &converter);
void populateMatMulPatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter, CubeTile tile);
void populateMovementPatterns(RewritePatternSet &patterns,
                              const TypeConverter &converter);
void populateNormalizationPatterns(RewritePatternSet &patterns,
                                   const TypeConverter &converter);
void populatePoolPatterns(RewritePatternSet &patterns,
                          const TypeConverter &converter);
void populateRearrangementPatterns(RewritePatternSet &patterns,
                                   const TypeConverter &converter);
void populateRecurrentPatterns(RewritePatternSet &patterns,
                               const TypeConverter &converter, CubeTile tile);
void populateReductionPatterns(RewritePatternSet &patterns,
                               const TypeConverter &converter);
void populateRegionPatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter);
void populateResizePatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter);
void populateScanPatterns(RewritePatternSet &patterns,
                          const TypeConverter &converter);
void populateScatterPatterns(RewritePatternSet &patterns,
                             const TypeConverter &converter);
void populateSoftmaxPatterns(RewritePatternSet &patterns,
                             const TypeConverter &converter);
void populateSortPatterns(RewritePatternSet &patterns,
                          const TypeConverter &converter);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_LOWERING_H
