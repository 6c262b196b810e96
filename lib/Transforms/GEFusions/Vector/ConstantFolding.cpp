//===- ConstantFolding.cpp - Nodes whose inputs are all constants ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// GE computes such a node when it prepares the graph, by a kernel for the host.
// Here moves are done for elements of whole bytes, arithmetic for float, as the
// host does it: each result rounded once.

#include "GEFusions/Fusion.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// More elements than this stay with the node.
static constexpr int64_t kMostElements = 1 << 24;

/// The elements of a constant of whole bytes each, or null.
static DenseElementsAttr elementsOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  Type element = getElementTypeOrSelf(value.getType());
  if (!constant || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() % 8 != 0)
    return {};
  return denseElements(constant.getValue(), kMostElements);
}

static SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t axis = shape.size(); axis > 1; --axis)
    strides[axis - 2] = strides[axis - 1] * shape[axis - 1];
  return strides;
}

/// The elements at `strides` from `begin` on, in row-major order of `type`.
static DenseElementsAttr pick(DenseElementsAttr x, RankedTensorType type,
                              int64_t begin, ArrayRef<int64_t> strides) {
  ArrayRef<char> from = x.getRawData();
  if (x.isSplat())
    return DenseElementsAttr::getFromRawBuffer(type, from);
  size_t width = type.getElementTypeBitWidth() / 8;
  SmallVector<char> bytes;
  bytes.reserve(type.getNumElements() * width);
  SmallVector<int64_t> at(type.getRank(), 0);
  int64_t offset = begin;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    llvm::append_range(bytes, from.slice(offset * width, width));
    for (size_t axis = at.size(); axis-- > 0;) {
      offset += strides[axis];
      if (++at[axis] < type.getDimSize(axis))
        break;
      offset -= type.getDimSize(axis) * strides[axis];
      at[axis] = 0;
    }
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

/// `x` as often as the axes of `type` say that it lacks, or null.
static DenseElementsAttr broadcast(DenseElementsAttr x, RankedTensorType type) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  if (static_cast<int64_t>(shape.size()) > type.getRank())
    return {};
  SmallVector<int64_t> strides(type.getRank() - shape.size(), 0);
  for (auto [axis, stride] : llvm::enumerate(rowMajorStrides(shape))) {
    int64_t wanted = type.getDimSize(strides.size());
    if (shape[axis] != wanted && shape[axis] != 1)
      return {};
    strides.push_back(shape[axis] == 1 ? 0 : stride);
  }
  return pick(x, type, 0, strides);
}

static DenseElementsAttr transpose(AscendOpInterface op, DenseElementsAttr x,
                                   RankedTensorType type) {
  auto perm = listOf(op, "perm", 1);
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  if (!perm || perm->size() != shape.size())
    return {};
  SmallVector<int64_t> strides = rowMajorStrides(shape), moved;
  for (int64_t axis : *perm) {
    if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
      return {};
    moved.push_back(strides[axis]);
  }
  return pick(x, type, 0, moved);
}

static DenseElementsAttr slice(AscendOpInterface op, DenseElementsAttr x,
                               RankedTensorType type) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  auto ranges = sliceRanges(op);
  if (!ranges || ranges->size() != shape.size() ||
      type.getRank() != static_cast<int64_t>(shape.size()))
    return {};
  SmallVector<int64_t> strides = rowMajorStrides(shape);
  int64_t begin = 0;
  for (auto [range, stride] : llvm::zip_equal(*ranges, strides)) {
    begin += range.begin * stride;
    stride *= range.step;
  }
  return pick(x, type, begin, strides);
}

/// Integers become float, each rounded once.
static DenseElementsAttr toFloat(DenseElementsAttr x, RankedTensorType type) {
  auto integer = dyn_cast<IntegerType>(x.getElementType());
  if (!integer || integer.isUnsigned() || !type.getElementType().isF32())
    return {};
  SmallVector<float> numbers;
  for (const APInt &number : x.getValues<APInt>())
    numbers.push_back(static_cast<float>(number.getSExtValue()));
  return DenseElementsAttr::get(type, ArrayRef<float>(numbers));
}

using Unary = float (*)(float);
using Binary = float (*)(float, float);

static DenseElementsAttr map(DenseElementsAttr x, RankedTensorType type,
                             Unary function) {
  if (!x.getElementType().isF32() || x.getType() != type)
    return {};
  SmallVector<float> numbers;
  for (float number : x.getValues<float>())
    numbers.push_back(function(number));
  return DenseElementsAttr::get(type, ArrayRef<float>(numbers));
}

static DenseElementsAttr map(DenseElementsAttr a, DenseElementsAttr b,
                             RankedTensorType type, Binary function) {
  if (!a.getElementType().isF32() || !b.getElementType().isF32() ||
      !type.getElementType().isF32())
    return {};
  a = broadcast(a, type);
  b = broadcast(b, type);
  if (!a || !b)
    return {};
  SmallVector<float> numbers;
  for (auto [one, other] :
       llvm::zip_equal(a.getValues<float>(), b.getValues<float>()))
    numbers.push_back(function(one, other));
  return DenseElementsAttr::get(type, ArrayRef<float>(numbers));
}

static Unary unaryOf(StringRef type) {
  return llvm::StringSwitch<Unary>(type)
      .Case("Neg", [](float x) { return -x; })
      .Case("Sqrt", [](float x) { return std::sqrt(x); })
      .Case("Square", [](float x) { return x * x; })
      .Default(nullptr);
}

static Binary binaryOf(StringRef type) {
  return llvm::StringSwitch<Binary>(type)
      .Case("Add", [](float a, float b) { return a + b; })
      .Case("Sub", [](float a, float b) { return a - b; })
      .Case("Mul", [](float a, float b) { return a * b; })
      .Cases({"Div", "RealDiv"}, [](float a, float b) { return a / b; })
      .Default(nullptr);
}

/// The value of `op`, whose operands are constants, or null where that is not
/// computed here.
static DenseElementsAttr evaluate(AscendOpInterface op, RankedTensorType type) {
  StringRef name = op.getGEType();
  DenseElementsAttr x = elementsOf(op->getOperand(0));
  if (!x)
    return {};
  if (Unary function = unaryOf(name))
    return map(x, type, function);
  if (Binary function = binaryOf(name)) {
    DenseElementsAttr other = op->getNumOperands() == 2
                                  ? elementsOf(op->getOperand(1))
                                  : DenseElementsAttr();
    return other ? map(x, other, type, function) : DenseElementsAttr();
  }
  if (name == "Cast")
    return x.getNumElements() == type.getNumElements() ? toFloat(x, type)
                                                       : DenseElementsAttr();
  if (x.getElementType() != type.getElementType())
    return {};
  if (name == "Expand")
    return broadcast(x, type);
  // Not a ge_op of the type: nothing has checked its lists and its result.
  if (isa<TransposeOp, TransposeDOp>(op))
    return transpose(op, x, type);
  if (isa<StridedSliceOp, StridedSliceDOp>(op))
    return slice(op, x, type);
  bool isView =
      llvm::is_contained({"ExpandDims", "FlattenV2", "Identity", "Reshape",
                          "Squeeze", "SqueezeV3", "Unsqueeze", "UnsqueezeV3"},
                         name);
  return isView && x.getNumElements() == type.getNumElements()
             ? x.reshape(type)
             : DenseElementsAttr();
}

namespace {

class FoldConstants : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
        !llvm::all_of(op->getOperands(), isConst) || isExemptFromFolding(op))
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
        type.getNumElements() > kMostElements)
      return failure();
    DenseElementsAttr value = evaluate(op, type);
    if (!value)
      return failure();
    rewriter.setInsertionPoint(op);
    Value constant = makeConstant(rewriter, op.getLoc(), value,
                                  rewriter.getStringAttr(op.getGEName()));
    SmallVector<Value> operands(op->getOperands());
    remove(rewriter, op, constant);
    // Weights may be large, and nobody asks for the old ones.
    for (Value operand :
         llvm::SmallSetVector<Value, 4>(operands.begin(), operands.end()))
      if (operand.use_empty())
        rewriter.eraseOp(operand.getDefiningOp());
    return success();
  }
};

} // namespace

void transforms::populateConstantFolding(RewritePatternSet &patterns,
                                         FusionRun &run,
                                         const FusionPassInfo &pass) {
  SmallVector<StringRef> roots(foldedTypes().begin(), foldedTypes().end());
  patterns.add<FoldConstants>(patterns.getContext(), run, pass, roots);
}
