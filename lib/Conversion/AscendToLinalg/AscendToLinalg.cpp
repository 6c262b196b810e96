//===- AscendToLinalg.cpp - The pass convert-ascend-to-linalg -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/AscendToLinalg.h"
#include "Ascend/Conversion/AscendToLinalg/Base/Destinations.h"
#include "Ascend/Conversion/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Base/Generics.h"
#include "Base/Lowering.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_CONVERTASCENDTOLINALGPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool to_linalg::fitsMemory(ArrayRef<int64_t> extents) {
  int64_t elements = 1;
  for (int64_t extent : extents)
    if (!ShapedType::isDynamic(extent) &&
        (llvm::MulOverflow(elements, extent, elements) || elements > int64_t(1)
                                                                         << 40))
      return false;
  return true;
}

LogicalResult to_linalg::refuse(Operation *op, const Twine &reason) {
  InFlightDiagnostic diag = op->emitError();
  if (auto node = dyn_cast<AscendOpInterface>(op)) {
    diag << "op type '" << node.getGEType() << "' has no CPU lowering";
    if (!node.getGEName().empty())
      diag << " (node '" << node.getGEName() << "')";
  } else {
    diag << "'" << op->getName() << "' has no CPU lowering";
  }
  if (!reason.isTriviallyEmpty())
    diag << ": " << reason;
  return diag;
}

LogicalResult to_linalg::refuseTypes(Operation *op) {
  std::string reason = "not for element types ";
  llvm::raw_string_ostream os(reason);
  auto print = [&](Type type) { os << getElementTypeOrSelf(type); };
  llvm::interleaveComma(op->getOperandTypes(), os, print);
  os << " -> ";
  llvm::interleaveComma(op->getResultTypes(), os, print);
  return refuse(op, reason);
}

/// Refuses an op with an attribute that has a value no kernel knows.
static LogicalResult checkFixed(Operation *op) {
  auto node = dyn_cast<AscendOpInterface>(op);
  if (!node)
    return success();
  ArrayRef<GEAttributeSpec> specs = node.getGEAttributeSpecs();
  StringRef name = findUnknownToKernels(op, specs);
  if (name.empty())
    return success();
  return refuse(op, "'ge." + name + "' must be " +
                        findGEAttribute(specs, name)->otherwise);
}

LogicalResult to_linalg::checkLowerable(Operation *op, Shapes shapes) {
  auto isPlain = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return isa<NoneType>(type) || (tensor && !tensor.getEncoding());
  };
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  auto isTooLarge = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !fitsMemory(tensor.getShape());
  };
  auto types = llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()),
                                        llvm::to_vector(op->getResultTypes()));
  if (!llvm::all_of(types, isPlain))
    return refuse(op, "it needs tensors of a known rank and no encodings");
  if (shapes == Shapes::Static && !llvm::all_of(types, isStatic))
    return refuse(op, "it needs static shapes");
  if (llvm::any_of(types, isTooLarge))
    return refuse(op, "a tensor exceeds 2^40 elements");
  if (failed(checkFixed(op)))
    return failure();
  return checkSizes(op);
}

std::optional<SmallVector<Value>>
to_linalg::emptyResults(ImplicitLocOpBuilder &b, Operation *op,
                        ValueRange operands,
                        ArrayRef<RankedTensorType> results) {
  auto costsNothing = [&](auto result) {
    auto [value, type] = result;
    return value.use_empty() || llvm::is_contained(type.getShape(), 0);
  };
  if (!llvm::all_of(llvm::zip_equal(op->getResults(), results), costsNothing))
    return std::nullopt;
  SmallVector<Value> empty;
  for (auto [index, type] : llvm::enumerate(results))
    empty.push_back(emptyTensor(b, resultSizes(b, op, operands, index),
                                type.getElementType()));
  return empty;
}

/// The values of a constant with another element type of the same meaning.
static ElementsAttr convertConstant(ElementsAttr value, ShapedType type) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    // One byte each in memory, as bool is; uiN and hif8 keep their bits.
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  Type element = type.getElementType();
  auto widen = [&](const APInt &bits) {
    return bits.zext(element.getIntOrFloatBitWidth());
  };
  if (auto integers = dyn_cast<DenseIntElementsAttr>(value))
    return cast<ElementsAttr>(integers.mapValues(element, widen));
  if (auto floats = dyn_cast<DenseFPElementsAttr>(value))
    return cast<ElementsAttr>(
        floats.mapValues(element, [&](const APFloat &number) {
          return widen(number.bitcastToAPInt());
        }));
  return {};
}

namespace {

/// A constant of bool, uiN or a small type as it is stored in memory.
class ConstantLowering : public OpConversionPattern<ConstantOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<ShapedType>(
        getTypeConverter()->convertType(op.getOutput().getType()));
    ElementsAttr value = convertConstant(op.getValue(), type);
    if (!value)
      return op.emitError("constant with data of a kind that has no CPU "
                          "lowering");
    rewriter.replaceOpWithNewOp<ConstantOp>(
        op, type, value, op.getNodeNameAttr(), op.getOriginalNamesAttr());
    return success();
  }
};

/// Ops that only move elements keep their meaning on the converted types.
class RetypeOp : public ConversionPattern {
public:
  RetypeOp(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/0,
                          context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<bufferization::AllocTensorOp,
             bufferization::MaterializeInDestinationOp, tensor::CastOp,
             tensor::CollapseShapeOp, tensor::DimOp, tensor::EmptyOp,
             tensor::ExpandShapeOp>(op))
      return failure();
    FailureOr<Operation *> retyped =
        convertOpResultTypes(op, operands, *getTypeConverter(), rewriter);
    if (failed(retyped))
      return failure();
    rewriter.replaceOp(op, *retyped);
    return success();
  }
};

/// A bool lies in memory as a byte.
class ExtractBool : public OpConversionPattern<tensor::ExtractOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(tensor::ExtractOp op, OpAdaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (!op.getType().isInteger(1))
      return failure();
    Value byte = tensor::ExtractOp::create(rewriter, loc, operands.getTensor(),
                                           operands.getIndices());
    Value zero =
        arith::ConstantOp::create(rewriter, loc, rewriter.getI8IntegerAttr(0));
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, arith::CmpIPredicate::ne,
                                               byte, zero);
    return success();
  }
};

class FromBools : public OpConversionPattern<tensor::FromElementsOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(tensor::FromElementsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getType().getElementType().isInteger(1))
      return failure();
    // Bools by themselves are not converted, only tensors of them.
    SmallVector<Value> bytes;
    for (Value element : op.getElements())
      bytes.push_back(arith::ExtUIOp::create(rewriter, op.getLoc(),
                                             rewriter.getI8Type(), element));
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(
        op, getTypeConverter()->convertType(op.getType()), bytes);
    return success();
  }
};

} // namespace

/// Where ops of other dialects keep their types, a bool becomes a byte and a
/// byte a bool on the way to them and back.
static void materializeBools(TypeConverter &converter) {
  auto isBools = [](Type type) {
    return isa<TensorType>(type) && getElementTypeOrSelf(type).isInteger(1);
  };
  converter.addTargetMaterialization([=](OpBuilder &builder, Type type,
                                         ValueRange bools,
                                         Location loc) -> Value {
    if (bools.size() != 1 || !isBools(bools.front().getType()))
      return {};
    return arith::ExtUIOp::create(builder, loc, type, bools.front());
  });
  converter.addSourceMaterialization([=](OpBuilder &builder, Type type,
                                         ValueRange bytes,
                                         Location loc) -> Value {
    if (bytes.size() != 1 || !isBools(type))
      return {};
    return arith::TruncIOp::create(builder, loc, type, bytes.front());
  });
}

namespace {

struct ConvertAscendToLinalgPass
    : public ascend::impl::ConvertAscendToLinalgPassBase<
          ConvertAscendToLinalgPass> {
  using ConvertAscendToLinalgPassBase::ConvertAscendToLinalgPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (tileRows < 1 || tileRows > 256 || tileColumns < 1 ||
        tileColumns > 1024 || !llvm::isPowerOf2_64(tileColumns))
      return emitError(UnknownLoc::get(context))
             << "a tile needs 1 to 256 rows and a power of two of at most 1024 "
                "columns, not "
             << tileRows.getValue() << " x " << tileColumns.getValue();
    if (byteDepth != 1 && byteDepth != 2 && byteDepth != 4)
      return emitError(UnknownLoc::get(context))
             << "products of bytes take 1, 2 or 4 k at once, not "
             << byteDepth.getValue();
    converter = std::make_shared<TypeConverter>();
    populateAscendTypeConversions(*converter);
    if (!memoryTypes)
      materializeBools(*converter);
    RewritePatternSet set(context);
    populateAscendToLinalgPatterns(
        set, *converter, {tileRows, tileColumns, byteDepth, bfloatDots});
    if (memoryTypes) {
      populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(
          set, *converter);
      populateCallOpTypeConversionPattern(set, *converter);
      populateReturnOpTypeConversionPattern(set, *converter);
      scf::populateSCFStructuralTypeConversions(*converter, set);
      set.add<RetypeOp, ExtractBool, FromBools>(*converter, context);
    }
    patterns = std::move(set);
    return success();
  }

  bool isConverted(Operation *op) const {
    bool isAscends = isa_and_nonnull<AscendDialect>(op->getDialect());
    if (!isAscends && !memoryTypes)
      return true;
    if (auto function = dyn_cast<func::FuncOp>(op))
      return converter->isSignatureLegal(function.getFunctionType()) &&
             converter->isLegal(&function.getBody());
    if (isAscends && !isa<ConcatIntoOp, ConstantOp, FailIndexOp, NoneOp,
                          RequireOp, SplitIntoOp>(op))
      return false;
    return converter->isLegal(op) &&
           llvm::all_of(op->getRegions(), [&](Region &region) {
             return converter->isLegal(&region);
           });
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    // What is not legal is unknown, not illegal: the driver's own error would
    // not name the node. What stays is refused below.
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) -> std::optional<bool> {
          if (isConverted(op))
            return true;
          return std::nullopt;
        });
    ConversionConfig config;
    // Ops have no folders that may run here, and lowerings read the constants
    // behind their operands while those are being converted.
    config.foldingMode = DialectConversionFoldingMode::Never;
    config.allowPatternRollback = true;
    if (failed(applyPartialConversion(function, target, patterns, config)))
      return signalPassFailure();
    bool complete = true;
    function.walk([&](Operation *op) {
      if (isConverted(op) || isa<UnrealizedConversionCastOp>(op))
        return;
      complete = false;
      // A pattern of an ascend op that failed has said why.
      if (!isa_and_nonnull<AscendDialect>(op->getDialect()) ||
          !patterns.getOpSpecificNativePatterns().contains(op->getName()))
        (void)refuse(op);
    });
    if (!complete)
      return signalPassFailure();
    eraseUnusedConstants(function);
    bool isKernel = function->hasAttr(kKernelAttrName);
    if (isKernel)
      lowerConstants(function);
    if (isKernel || memoryTypes)
      forwardDestinations(function);
  }

private:
  static void eraseUnusedConstants(func::FuncOp function) {
    function.walk([](Operation *op) {
      if (isa<ConstantOp, NoneOp>(op) && op->use_empty())
        op->erase();
    });
  }

  static void lowerConstants(func::FuncOp function) {
    function.walk([](ConstantOp op) {
      OpBuilder builder(op);
      op.replaceAllUsesWith(
          arith::ConstantOp::create(builder, op.getLoc(), op.getValue())
              .getResult());
      op.erase();
    });
  }

  // The patterns point to it, and clones of the pass share both.
  std::shared_ptr<TypeConverter> converter;
  FrozenRewritePatternSet patterns;
};

} // namespace

void mlir::ascend::populateAscendToLinalgPatterns(
    RewritePatternSet &patterns, const TypeConverter &converter,
    CubeTile tile) {
  populateBiasAddPatterns(patterns, converter);
  populateConvolutionPatterns(patterns, converter, tile);
  populateCountPatterns(patterns, converter);
  populateDeltaRulePatterns(patterns, converter);
  populateDeterminantPatterns(patterns, converter);
  populateDynamicRNNPatterns(patterns, converter, tile);
  populateEinsumPatterns(patterns, converter, tile);
  populateElementwisePatterns(patterns, converter);
  populateGatherPatterns(patterns, converter);
  populateLayerNormPatterns(patterns, converter);
  populateLocalResponsePatterns(patterns, converter);
  populateGridPatterns(patterns, converter);
  populateLossPatterns(patterns, converter);
  populateMatMulPatterns(patterns, converter, tile);
  populateMovementPatterns(patterns, converter);
  populateNormalizationPatterns(patterns, converter);
  populatePoolPatterns(patterns, converter);
  populateRearrangementPatterns(patterns, converter);
  populateRecurrentPatterns(patterns, converter, tile);
  populateReductionPatterns(patterns, converter);
  populateRegionPatterns(patterns, converter);
  populateResizePatterns(patterns, converter);
  populateScanPatterns(patterns, converter);
  populateScatterPatterns(patterns, converter);
  populateSoftmaxPatterns(patterns, converter);
  populateSortPatterns(patterns, converter);
  patterns.add<ConstantLowering>(converter, patterns.getContext());
}
