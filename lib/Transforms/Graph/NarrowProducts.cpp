//===- NarrowProducts.cpp - ascend-narrow-products ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Models say that bytes are multiplied by casting them to int32, less their
// zero point; the CPU has instructions for the bytes themselves. The result is
// the same: sums of int32 wrap. The border of a convolution is 0 after the zero
// point is subtracted, so bytes get one of zero points.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Traits.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_NARROWPRODUCTSPASS
#include "Ascend/Transforms/Passes.h.inc"
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

struct NarrowProductsPass
    : public ascend::impl::NarrowProductsPassBase<NarrowProductsPass> {
  void runOnOperation() override;
};

} // namespace

static bool isConvolution(Operation *op) { return isa<Conv2DOp, Conv3DOp>(op); }

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

/// `left` - `right`, which broadcasts to it.
static std::optional<Integers> subtract(Integers left, const Integers &right) {
  size_t rank = left.shape.size();
  if (right.shape.size() > rank)
    return std::nullopt;
  // How far each axis of `left` moves in `right`.
  SmallVector<int64_t> steps(rank, 0), index(rank, 0);
  int64_t step = 1;
  for (size_t i = 0; i != right.shape.size(); ++i) {
    int64_t extent = right.shape.rbegin()[i], wide = left.shape.rbegin()[i];
    if (extent != 1 && extent != wide)
      return std::nullopt;
    steps.rbegin()[i] = extent == 1 ? 0 : step;
    step *= extent;
  }
  int64_t at = 0;
  for (int32_t &number : left.values) {
    number = int32_t(uint32_t(number) - uint32_t(right.values[at]));
    for (size_t axis = rank; axis-- != 0;) {
      at += steps[axis];
      if (++index[axis] != left.shape[axis])
        break;
      at -= steps[axis] * left.shape[axis];
      index[axis] = 0;
    }
  }
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

/// The sum of each filter, the first axis of `filters`, to be added to a
/// convolution's result.
static std::optional<Integers> sumFilters(const Integers &filters) {
  Integers sums{SmallVector<int64_t>(filters.shape.size() - 1, 1), {}};
  sums.shape.front() = filters.shape.front();
  sums.values.assign(sums.shape.front(), 0);
  size_t size = filters.values.size() / std::max<size_t>(sums.values.size(), 1);
  for (auto [at, number] : llvm::enumerate(filters.values)) {
    int32_t &sum = sums.values[at / size];
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
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type ? std::optional(type.getShape()) : std::nullopt;
  };
  if (!bytes || !shapeOf(bytes) || shapeOf(bytes) != shapeOf(factor))
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

/// The one element of `zero` as a byte of type `type`, null where it is none.
static Value findZeroByte(OpBuilder &builder, Location loc, Value zero,
                          IntegerType type) {
  std::optional<Integers> known = evaluate(zero);
  if (!known) {
    Value byte = castBytes(zero);
    return byte && getElementTypeOrSelf(byte) == type ? byte : Value();
  }
  int64_t number = known->values.front();
  bool isUnsigned = type.isUnsigned();
  if (number < (isUnsigned ? 0 : -128) || number > (isUnsigned ? 255 : 127))
    return {};
  auto scalar = RankedTensorType::get({}, type);
  return ConstantOp::create(
      builder, loc, scalar,
      DenseElementsAttr::get(scalar, APInt(8, number, !isUnsigned)),
      StringAttr(), ArrayAttr());
}

/// The bytes `x` with the border of `conv`, of bytes that stand for `zero`
/// less: `x` itself where it has none, null where that is no border of bytes.
static Value padWithZero(OpBuilder &builder, AscendOpInterface conv, Bytes x) {
  ShapeMath math;
  std::optional<Extents> shape = math.shapeOf(x.value),
                         filter = math.shapeOf(conv->getOperand(1));
  if (!shape || !filter)
    return {};
  FailureOr<ConvAttributes> attributes =
      convAttributes(conv, math, *shape, *filter);
  if (failed(attributes))
    return {};
  SmallVector<int64_t> pads(4, 0), extents = toShape(*shape);
  for (auto [i, axis] : llvm::enumerate(attributes->axes)) {
    if (!axis.before.isNumber() || !axis.after.isNumber())
      return {};
    pads.append({axis.before.number(), axis.after.number()});
    Extent padded =
        math.add((*shape)[2 + i], math.add(axis.before, axis.after));
    extents[2 + i] = padded.isNumber() ? padded.number() : ShapedType::kDynamic;
  }
  if (llvm::all_of(pads, [](int64_t pad) { return pad == 0; }))
    return x.value;
  auto type = cast<IntegerType>(getElementTypeOrSelf(x.value));
  Value zero = findZeroByte(builder, conv->getLoc(), x.zero, type);
  if (!zero)
    return {};
  OperationState state(
      conv->getLoc(), PadV3Op::getOperationName(),
      {x.value, createIntegers(builder, conv->getLoc(), pads), zero},
      RankedTensorType::get(extents, type));
  state.addAttribute("node_name",
                     builder.getStringAttr(nodeName(conv) + "/padded"));
  return builder.create(state)->getResult(0);
}

/// Takes the border from `conv`, whose x has it.
static void removeBorder(OpBuilder &builder, Operation *conv) {
  size_t axes = cast<ShapedType>(conv->getOperand(0).getType()).getRank() - 2;
  conv->setAttr("ge.pads", builder.getDenseI64ArrayAttr(
                               SmallVector<int64_t>(2 * axes, 0)));
  conv->removeAttr("ge.auto_pad");
}

/// What the sums of the bytes of `op` have too much for their zero point,
/// `zero`; null where it is no multiple of sums of `factor`, the second one.
static Value createCorrection(OpBuilder &builder, Operation *op, Value zero,
                              const Integers &factor) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto zeroType = dyn_cast<RankedTensorType>(zero.getType());
  if (!zeroType || type.getRank() == 0 || zeroType.getRank() > type.getRank())
    return {};
  std::optional<Integers> sums;
  if (isConvolution(op)) {
    if (zeroType.hasStaticShape() && zeroType.getNumElements() == 1)
      sums = sumFilters(factor);
  } else {
    // One for all k, along which a factor that is transposed has its rows.
    bool isTransposed = transposesFactor(op, /*first=*/true);
    if (llvm::all_of(zeroType.getShape().take_back(isTransposed ? 2 : 1),
                     [](int64_t extent) { return extent == 1; }))
      sums = sumColumns(factor, transposesFactor(op, /*first=*/false));
  }
  SmallVector<int64_t> shape;
  if (!sums || !OpTrait::util::getBroadcastedShape(zeroType.getShape(),
                                                   sums->shape, shape))
    return {};
  auto sumsType = RankedTensorType::get(sums->shape, builder.getI32Type());
  Value constant = ConstantOp::create(
      builder, op->getLoc(), sumsType,
      DenseIntElementsAttr::get(sumsType, ArrayRef<int32_t>(sums->values)),
      StringAttr(), ArrayAttr());
  return createElementwise(
      builder, op, MulOp::getOperationName(), shape, {zero, constant},
      isConvolution(op) ? "/zero_times_filters" : "/zero_times_columns");
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
    Value whole = left.value;
    if (isConvolution(op))
      whole = padWithZero(builder, cast<AscendOpInterface>(op), left);
    if (whole)
      correction = createCorrection(builder, op, left.zero, *known);
    if (!correction)
      return;
    if (whole != left.value)
      removeBorder(builder, op);
    left.value = whole;
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

void NarrowProductsPass::runOnOperation() {
  getOperation().walk([](Operation *op) {
    bool isProduct = isa<MatMulV2Op, BatchMatMulV2Op>(op) || isConvolution(op);
    if (isProduct && op->getNumOperands() >= 2)
      narrow(op);
  });
}
