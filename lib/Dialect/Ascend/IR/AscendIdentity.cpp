//===- AscendIdentity.cpp - Names, modes and decisions of ops -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/ImplModeText.h"
#include "Ascend/OpStore/OpStore.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.cpp.inc"

/// Longer lists than this are no shapes, axes or positions.
static constexpr int64_t kMaxConstantIntegers = 1 << 20,
                         kMaxConstantFloats = 1 << 10;

StringAttr mlir::ascend::identityAttrName(Operation *op, StringRef name) {
  MLIRContext *context = op->getContext();
  if (isa_and_nonnull<AscendDialect>(op->getDialect()))
    return StringAttr::get(context, name);
  return StringAttr::get(context, "ascend." + name);
}

/// Whether the module was configured with a CANN installation, whose list of
/// modes the pass that read it compares with.
static bool hasInstallation(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  auto options = module
                     ? module->getAttrOfType<DictionaryAttr>(kOptionsAttrName)
                     : DictionaryAttr();
  return options && options.contains("installed");
}

LogicalResult mlir::ascend::refuseImplMode(InFlightDiagnostic error,
                                           StringRef type, StringRef mode,
                                           ArrayRef<std::string> offered) {
  error << "has impl_mode '" << mode << "', and " << type;
  if (offered.empty())
    return error << " has no modes";
  error << " offers ";
  llvm::interleaveComma(offered, error,
                        [&](StringRef word) { error << "'" << word << "'"; });
  return error;
}

/// A mode is one that the op's type offers.
static LogicalResult verifyImplMode(Operation *op) {
  auto mode = op->getAttrOfType<ImplModeAttr>("impl_mode");
  auto node = dyn_cast<AscendOpInterface>(op);
  if (!mode || !node)
    return success();
  ArrayRef<std::string> offered = OpStore::builtinImplModes(node.getGEType());
  StringRef word = stringifyImplMode(mode.getValue());
  if (llvm::is_contained(offered, word) || hasInstallation(op))
    return success();
  return refuseImplMode(op->emitOpError(), node.getGEType(), word, offered);
}

LogicalResult mlir::ascend::verifyPrecision(Operation *op) {
  if (failed(verifyImplMode(op)))
    return failure();
  auto precision =
      op->getAttrOfType<PrecisionAttr>(identityAttrName(op, "precision"));
  if (!precision)
    return success();
  if (size_t count = precision.getInputs().size();
      count != op->getNumOperands())
    return op->emitOpError() << "has " << op->getNumOperands()
                             << " inputs, its decision " << count;
  if (size_t count = precision.getOutputs().size();
      count != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumResults()
                             << " outputs, its decision " << count;
  return success();
}

Value mlir::ascend::optionalOperand(Operation *op, unsigned index) {
  if (index >= op->getNumOperands())
    return {};
  Value value = op->getOperand(index);
  return isa<NoneType>(value.getType()) ? Value() : value;
}

/// Whether there are at most so many elements; their number may have no place
/// in 64 bits.
static bool hasAtMost(ShapedType type, int64_t most) {
  int64_t elements = 1;
  return llvm::is_contained(type.getShape(), 0) ||
         llvm::all_of(type.getShape(), [&](int64_t extent) {
           return !llvm::MulOverflow(elements, extent, elements) &&
                  elements <= most;
         });
}

DenseElementsAttr mlir::ascend::denseElements(ElementsAttr value,
                                              int64_t most) {
  ShapedType type = value.getShapedType();
  if (!hasAtMost(type, most))
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense;
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob || int64_t(blob->getData().size()) * 8 !=
                   type.getNumElements() * type.getElementTypeBitWidth())
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, blob->getData());
}

std::optional<SmallVector<int64_t>>
mlir::ascend::constantIntegers(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    if (!getElementTypeOrSelf(cast.getX()).isInteger())
      return std::nullopt;
    value = cast.getX();
  }
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return std::nullopt;
  auto type = cast<ShapedType>(constant.getType());
  if (!type.getElementType().isInteger(32) &&
      !type.getElementType().isInteger(64))
    return std::nullopt;
  DenseElementsAttr dense =
      denseElements(constant.getValue(), kMaxConstantIntegers);
  if (!dense)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (const APInt &element : dense.getValues<APInt>())
    result.push_back(element.getSExtValue());
  return result;
}

std::optional<SmallVector<double>> mlir::ascend::constantFloats(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return std::nullopt;
  if (!isa<FloatType>(getElementTypeOrSelf(constant.getType())))
    return std::nullopt;
  DenseElementsAttr dense =
      denseElements(constant.getValue(), kMaxConstantFloats);
  if (!dense)
    return std::nullopt;
  SmallVector<double> result;
  for (APFloat number : dense.getValues<APFloat>()) {
    bool isInexact;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &isInexact);
    result.push_back(number.convertToDouble());
  }
  return result;
}
