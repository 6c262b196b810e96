//===- CubeNumerics.cpp - What the cube unit makes of elements ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/CubeModes.h"
#include "Ascend/OpStore/SoC.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Base/Scalars.h"
#include "Packing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Whether the chip rounds the sums of `op` to the result's type on their way
/// out of the cube unit, and its vector unit adds the bias to that.
static bool addsBiasBehindRounding(PrecisionOpInterface op,
                                   const OptionValues &options) {
  auto node = dyn_cast<AscendOpInterface>(op.getOperation());
  llvm::StringRef name = options.get(option::socVersion).value_or("");
  if (!node || name.empty() || options.getEmulation() == "fast")
    return false;
  auto cube = dyn_cast<CubeWorkOpInterface>(op.getOperation());
  bool isOpen = (cube && cube.getWasOpen()) ||
                !cast<ShapedType>(op->getResult(0).getType()).hasStaticShape();
  const auto *chip = llvm::find_if(
      knownSoCs(), [&](const SoCInfo &soc) { return soc.name == name; });
  return chip != knownSoCs().end() &&
         chip->addsBiasBehindRounding(node.getGEType(), isOpen);
}

/// Whether the op's mode asks for HF32, of float32 where it has some.
static bool takesHF32(PrecisionOpInterface op) {
  ImplMode mode = implModeOf(op);
  return mode == ImplMode::EnableHiFloat32Execution ||
         (mode == ImplMode::HighPerformance && (chipOf(op) & kHF32Chips));
}

bool mlir::ascend::multipliesAsHF32(Operation *op) {
  auto judged = dyn_cast<PrecisionOpInterface>(op);
  return judged && isa<CubeWorkOpInterface>(op) && takesHF32(judged) &&
         llvm::any_of(op->getOperands().take_front(2), [](Value factor) {
           return getElementTypeOrSelf(factor.getType()).isF32();
         });
}

std::optional<CubeNumerics> CubeNumerics::get(PrecisionOpInterface op, Type x1,
                                              Type x2, Type y) {
  auto isInteger = [](Type type) {
    NumberKind kind = kindOf(type);
    if (kind == NumberKind::Unsigned)
      return type.getIntOrFloatBitWidth() < 32;
    return kind == NumberKind::Signed && type.getIntOrFloatBitWidth() <= 32;
  };
  CubeNumerics numerics;
  auto computesInF32 = [](Type type) {
    return readKindOf(type) == NumberKind::Float && !type.isF64();
  };
  if (computesInF32(x1) && computesInF32(x2) && computesInF32(y))
    numerics.accumulator = Float32Type::get(y.getContext());
  else if (isInteger(x1) && isInteger(x2) && y.isInteger(32))
    numerics.accumulator = y;
  else
    return std::nullopt;
  bool isFast = implModeOf(op) == ImplMode::HighPerformance;
  numerics.hf32 = takesHF32(op);
  numerics.half = isFast && !numerics.hf32;
  std::shared_ptr<const OptionValues> options = optionValuesOf(op);
  numerics.tiesAway = options->getHf32TransMode() == "nearest_away";
  if (isa<FloatType>(numerics.accumulator))
    llvm::to_integer(options->getCubeKBlock(), numerics.kBlock, 10);
  numerics.roundsBeforeBias = y.isF16() && addsBiasBehindRounding(op, *options);
  return numerics;
}

bool CubeNumerics::takesBias(Value bias, int64_t channels) const {
  if (!bias)
    return true;
  auto type = cast<RankedTensorType>(bias.getType());
  Type element = type.getElementType();
  bool fits =
      isa<FloatType>(accumulator) ? isReal(element) : element == accumulator;
  bool isOpen = !type.hasStaticShape() || ShapedType::isDynamic(channels);
  return fits && (isOpen || type.getNumElements() == channels);
}

/// f32 rounded to 11 bits of mantissa, ties to even or away from zero. NaN
/// stays, so does infinity; what rounds past the largest HF32 becomes infinity.
static Value roundToHF32(ImplicitLocOpBuilder &b, Value value, bool tiesAway) {
  constexpr int kDropped = 23 - 11;
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), value);
  Value odd = arith::AndIOp::create(
      b, arith::ShRUIOp::create(b, bits, constantI32(b, kDropped)),
      constantI32(b, 1));
  // Half of the last bit that stays, or the least that is less.
  Value half = tiesAway
                   ? constantI32(b, 1 << (kDropped - 1))
                   : arith::AddIOp::create(
                         b, odd, constantI32(b, (1 << (kDropped - 1)) - 1));
  Value rounded = arith::AndIOp::create(b, arith::AddIOp::create(b, bits, half),
                                        constantI32(b, -(1 << kDropped)));
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  return arith::SelectOp::create(
      b, isNaN, value,
      arith::BitcastOp::create(b, b.getF32Type(), rounded).getResult());
}

Value CubeNumerics::widen(ImplicitLocOpBuilder &b, Value stored,
                          Type type) const {
  Value value = readElement(b, stored, type);
  if (hf32 && type.isF32())
    return roundToHF32(b, value, tiesAway);
  if (half && type.isF32())
    return Real{b, b.getF16Type()}.rounded(value);
  if (isa<FloatType>(type) || value.getType() == accumulator)
    return value;
  if (kindOf(type) == NumberKind::Unsigned)
    return arith::ExtUIOp::create(b, accumulator, value);
  return arith::ExtSIOp::create(b, accumulator, value);
}

Value CubeNumerics::widenTensor(ImplicitLocOpBuilder &b, Value factor,
                                Type type, Value into) const {
  if (!into && keeps(type))
    return factor;
  if (!into)
    into = emptyTensor(b, sizesOf(b, factor), accumulator);
  return parallelGeneric(b, factor,
                         b.getMultiDimIdentityMap(shapeOf(factor).size()), into,
                         [&](ImplicitLocOpBuilder &b, ValueRange in) {
                           return widen(b, in[0], type);
                         });
}

Value CubeNumerics::finish(ImplicitLocOpBuilder &b, Value sum, Value addend,
                           const Epilogue &epilogue) const {
  if (addend) {
    addend = readElement(b, addend, epilogue.biasType);
    if (roundsBeforeBias) {
      Real unit{b, epilogue.type};
      sum = unit.rounded(sum);
      if (epilogue.biasType != epilogue.type)
        addend = unit.rounded(addend);
    }
    sum = isa<FloatType>(sum.getType())
              ? arith::AddFOp::create(b, sum, addend).getResult()
              : arith::AddIOp::create(b, sum, addend).getResult();
  }
  return writeElement(b, sum, epilogue.type);
}
