//===- NarrowProducts.cpp - ascend-narrow-products ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Models say that bytes are multiplied by casting them to int32, less their
// zero point; the CPU has instructions for the bytes themselves. The result is
// the same: sums of int32 wrap.

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Compiler/Storage.h"
#include "Ascend/Conversion/AscendToLinalg/CubeForms.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Nodes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_NARROWPRODUCTSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// The integers of a constant of static shape.
struct Integers {
  SmallVector<int64_t> shape;
  SmallVector<int32_t> values;
};

/// A factor as bytes, of which all stand for `zero` less (int32; may be null).
struct Bytes {
  Value value;
  Value zero;
};

struct NarrowProducts
    : public ascend::impl::NarrowProductsPassBase<NarrowProducts> {
  void runOnOperation() override;
};

} // namespace

static bool isByte(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer && integer.getWidth() == 8;
}

/// What a cast from bytes to int32 casts, else null.
static Value castBytes(Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && isByte(cast.getX().getType()) &&
                 getElementTypeOrSelf(value).isInteger(32)
             ? cast.getX()
             : Value();
}

static std::optional<Integers> evaluate(Value value);

static std::optional<Integers> evaluateConstant(ConstantOp constant) {
  auto type = cast<ShapedType>(constant.getType());
  bool isUnsigned = type.getElementType().isUnsignedInteger(8);
  std::optional<int64_t> bytes = tensorBytes(type);
  if (!bytes || (!isByte(type) && !type.getElementType().isInteger(32)))
    return std::nullopt;
  SmallVector<char> data(*bytes);
  if (failed(writeElements(constant.getValue(), data, [](const Twine &) {})))
    return std::nullopt;
  Integers result{SmallVector<int64_t>(type.getShape()), {}};
  result.values.resize(type.getNumElements());
  for (auto [at, number] : llvm::enumerate(result.values)) {
    if (!isByte(type))
      std::memcpy(&number, data.data() + 4 * at, 4);
    else
      number = isUnsigned ? int32_t(uint8_t(data[at])) : int8_t(data[at]);
  }
  return result;
}

/// `left` - `right`, which is one number or a row of as many as `left` has.
static std::optional<Integers> subtract(Integers left, const Integers &right) {
  size_t count = right.values.size();
  bool isRow = !left.shape.empty() && right.shape.size() <= 1 &&
               int64_t(count) == left.shape.back();
  if ((count != 1 || right.shape.size() > left.shape.size()) && !isRow)
    return std::nullopt;
  for (auto [at, number] : llvm::enumerate(left.values))
    number = int32_t(uint32_t(number) - uint32_t(right.values[at % count]));
  return left;
}

/// The value of casts, reshapes and differences of constants.
static std::optional<Integers> evaluate(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!op || !type || !type.hasStaticShape())
    return std::nullopt;
  if (auto constant = dyn_cast<ConstantOp>(op))
    return evaluateConstant(constant);
  if (Value bytes = castBytes(value))
    return evaluate(bytes);
  if (isa<ReshapeOp>(op)) {
    std::optional<Integers> result = evaluate(op->getOperand(0));
    if (result)
      result->shape.assign(type.getShape().begin(), type.getShape().end());
    return result;
  }
  if (isa<SubOp>(op) && type.getElementType().isInteger(32)) {
    std::optional<Integers> left = evaluate(op->getOperand(0)),
                            right = evaluate(op->getOperand(1));
    if (left && right)
      return subtract(*left, *right);
  }
  return std::nullopt;
}

/// A constant of the bytes that `integers` are, null where one is none.
static Value createBytes(OpBuilder &builder, Location loc,
                         const Integers &integers) {
  auto [least, most] =
      std::minmax_element(integers.values.begin(), integers.values.end());
  if (integers.values.empty())
    return {};
  bool isSigned = *least >= -128 && *most <= 127;
  if (!isSigned && (*least < 0 || *most > 255))
    return {};
  SmallVector<char> data(integers.values.begin(), integers.values.end());
  auto type = RankedTensorType::get(
      integers.shape,
      isSigned ? builder.getI8Type() : builder.getIntegerType(8, false));
  return ConstantOp::create(
      builder, loc, type,
      DenseResourceElementsAttr::get(
          type, "ascend_bytes",
          HeapAsmResourceBlob::allocateAndCopyInferAlign<char>(data)),
      StringAttr(), ArrayAttr());
}

/// The sum of each column of a matrix, whose columns are its last axis unless
/// `isTransposed`; nothing for other ranks.
static std::optional<Integers> sumColumns(const Integers &matrix,
                                          bool isTransposed) {
  if (matrix.shape.size() != 2)
    return std::nullopt;
  int64_t columns = matrix.shape[!isTransposed];
  Integers sums{{columns}, SmallVector<int32_t>(columns, 0)};
  for (auto [at, number] : llvm::enumerate(matrix.values)) {
    int32_t &sum =
        sums.values[isTransposed ? at / matrix.shape[1] : at % columns];
    sum = int32_t(uint32_t(sum) + uint32_t(number));
  }
  return sums;
}

/// `factor` as bytes; null ones where it is none.
static Bytes findBytes(Value factor) {
  if (isByte(factor.getType()))
    return {factor, {}};
  if (Value bytes = castBytes(factor))
    return {bytes, {}};
  auto shifted = factor.getDefiningOp<SubOp>();
  Value bytes = shifted ? castBytes(shifted->getOperand(0)) : Value();
  // The zero point must not be what the bytes broadcast to.
  auto shapeOf = [](Value value) {
    return cast<ShapedType>(value.getType()).getShape();
  };
  if (!bytes || shapeOf(bytes) != shapeOf(factor))
    return {};
  Value zero = shifted->getOperand(1);
  std::optional<Integers> known = evaluate(zero);
  if (known && llvm::all_of(known->values, [](int32_t z) { return z == 0; }))
    zero = {};
  return {bytes, zero};
}

static Value createElementwise(OpBuilder &builder, Operation *op,
                               StringRef name, ArrayRef<int64_t> shape,
                               ValueRange operands, const Twine &suffix) {
  OperationState state(op->getLoc(), name, operands,
                       RankedTensorType::get(shape, builder.getI32Type()));
  state.addAttribute("node_name", builder.getStringAttr(nodeName(op) + suffix));
  return builder.create(state)->getResult(0);
}

static void narrow(Operation *op) {
  OpBuilder builder(op);
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.getElementType().isInteger(32))
    return;
  Bytes left = findBytes(op->getOperand(0)),
        right = findBytes(op->getOperand(1));
  std::optional<Integers> known;
  if (left.value && (!right.value || right.zero || left.zero))
    known = evaluate(op->getOperand(1));
  if (!left.value || (!known && (!right.value || right.zero || left.zero)))
    return;
  if (!right.value || right.zero)
    right = {createBytes(builder, op->getLoc(), *known), {}};
  if (!right.value)
    return;
  Value correction;
  if (left.zero) {
    // The sum of (a - zero) b is that of a b less zero times that of b.
    auto zero = dyn_cast<RankedTensorType>(left.zero.getType());
    std::optional<Integers> sums =
        sumColumns(*known, transposesFactor(op, /*first=*/false));
    if (!zero || !sums || type.getRank() == 0 ||
        zero.getRank() > type.getRank() ||
        (zero.getRank() != 0 && zero.getShape().back() != 1))
      return;
    auto row = RankedTensorType::get(sums->shape, builder.getI32Type());
    Value constant = ConstantOp::create(
        builder, op->getLoc(), row,
        DenseIntElementsAttr::get(row, ArrayRef<int32_t>(sums->values)),
        StringAttr(), ArrayAttr());
    SmallVector<int64_t> shape(zero.getShape());
    if (shape.empty())
      shape.push_back(1);
    shape.back() = row.getDimSize(0);
    correction =
        createElementwise(builder, op, MulOp::getOperationName(), shape,
                          {left.zero, constant}, "/zero_times_columns");
  }
  op->setOperand(0, left.value);
  op->setOperand(1, right.value);
  if (!correction)
    return;
  builder.setInsertionPointAfter(op);
  Value corrected =
      createElementwise(builder, op, SubOp::getOperationName(), type.getShape(),
                        {op->getResult(0), correction}, "/shifted");
  op->getResult(0).replaceAllUsesExcept(corrected, corrected.getDefiningOp());
}

void NarrowProducts::runOnOperation() {
  getOperation().walk([](Operation *op) {
    if (isa<MatMulV2Op, BatchMatMulV2Op>(op) && op->getNumOperands() >= 2)
      narrow(op);
  });
}
