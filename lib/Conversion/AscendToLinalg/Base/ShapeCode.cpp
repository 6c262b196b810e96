//===- ShapeCode.cpp - Code that computes extents -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "Ascend/Conversion/AscendToLinalg/Base/NamedSizes.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/RequireText.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Sizes of tensors
//===----------------------------------------------------------------------===//

Value mlir::ascend::namedSize(BlockArgument argument, int64_t axis) {
  Block *block = argument.getOwner();
  // An op has no block yet while its body is built.
  auto function = dyn_cast_if_present<func::FuncOp>(block->getParentOp());
  if (!function || !block->isEntryBlock())
    return {};
  auto sizes = function.getArgAttrOfType<DenseI64ArrayAttr>(
      argument.getArgNumber(), kSizesAttrName);
  if (!sizes || axis >= sizes.size() || sizes[axis] < 0 ||
      sizes[axis] >= block->getNumArguments())
    return {};
  Value size = block->getArgument(sizes[axis]);
  return size.getType().isIndex() ? size : Value();
}

/// Moves `dim`, of an argument of its block, to the start of the block, where
/// it serves all that follows: it may have been made for one place.
static void moveToStart(tensor::DimOp dim) {
  auto isEarly = [](Operation &op) {
    return isa<tensor::DimOp, arith::ConstantIndexOp>(op);
  };
  Block *block = dim->getBlock();
  auto firstLate = llvm::find_if_not(*block, isEarly);
  if (firstLate == block->end() || dim->isBeforeInBlock(&*firstLate))
    return;
  dim->moveBefore(block, block->begin());
  Operation *axis = dim.getIndex().getDefiningOp();
  if (axis->getBlock() == block)
    axis->moveBefore(dim);
}

/// The extent of a block's argument: what its function says, or a tensor.dim at
/// the block's start, the same for every question.
static Value sizeOfArgument(ImplicitLocOpBuilder &b, BlockArgument argument,
                            int64_t axis) {
  if (Value size = namedSize(argument, axis))
    return size;
  for (Operation *user : argument.getUsers())
    if (auto dim = dyn_cast<tensor::DimOp>(user);
        dim && dim.getConstantIndex() == axis &&
        dim->getBlock() == argument.getOwner()) {
      moveToStart(dim);
      return dim;
    }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(argument.getOwner());
  return tensor::DimOp::create(b, argument, axis);
}

OpFoldResult mlir::ascend::sizeOf(ImplicitLocOpBuilder &b, Value tensor,
                                  int64_t axis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(axis))
    return b.getIndexAttr(type.getDimSize(axis));
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return sizeOfArgument(b, cast<BlockArgument>(tensor), axis);
  if (isa<UnrealizedConversionCastOp, tensor::CastOp>(op) &&
      isa<RankedTensorType>(op->getOperand(0).getType()))
    return sizeOf(b, op->getOperand(0), axis);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return empty.getMixedSizes()[axis];
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return expand.getMixedOutputShape()[axis];
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    ReassociationIndices group = collapse.getReassociationIndices()[axis];
    llvm::erase_if(group, [&](int64_t part) {
      return collapse.getSrcType().getDimSize(part) == 1;
    });
    if (group.size() == 1)
      return sizeOf(b, collapse.getSrc(), group.front());
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    if (slice.getSourceType().getRank() == type.getRank())
      return slice.getMixedSizes()[axis];
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return sizeOf(b, insert.getDest(), axis);
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    return sizeOf(b, style.getTiedOpOperand(cast<OpResult>(tensor))->get(),
                  axis);
  return tensor::DimOp::create(b, tensor, axis).getResult();
}

SmallVector<OpFoldResult> mlir::ascend::sizesOf(ImplicitLocOpBuilder &b,
                                                Value tensor) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t axis = 0; axis < rank; ++axis)
    sizes.push_back(sizeOf(b, tensor, axis));
  return sizes;
}

//===----------------------------------------------------------------------===//
// ShapeCode
//===----------------------------------------------------------------------===//

bool ShapeCode::isVisible(Value value) const {
  return value.getParentRegion()->isAncestor(
      b.getInsertionBlock()->getParent());
}

bool ShapeCode::isVisible(const Extent &extent) const {
  return !extent.value() || isVisible(extent.value());
}

Extent ShapeCode::extent(OpFoldResult size) {
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return *number;
  return Extent::ofValue(cast<Value>(size));
}

OpFoldResult ShapeCode::fold(Extent extent) const {
  if (extent.isNumber())
    return b.getIndexAttr(extent.number());
  return extent.value();
}

SmallVector<OpFoldResult> ShapeCode::fold(ArrayRef<Extent> extents) const {
  return llvm::map_to_vector(
      extents, [&](const Extent &extent) { return fold(extent); });
}

Value ShapeCode::value(Extent extent, bool isCondition) {
  if (!extent.isNumber())
    return extent.value();
  if (isCondition)
    return arith::ConstantOp::create(b, b.getBoolAttr(extent.number()));
  return arith::ConstantIndexOp::create(b, extent.number());
}

/// 1 or 0 may be an index.
Value ShapeCode::bit(Extent condition) {
  Value is = value(condition, /*isCondition=*/true);
  if (!is.getType().isIndex())
    return is;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, is, zero);
}

Extent ShapeCode::compute(Kind kind, Extent a, Extent c) {
  if (a.isUnknown() || c.isUnknown())
    return {};
  auto pointer = [](Extent extent) {
    return extent.value().getAsOpaquePointer();
  };
  Value &known = computed[{static_cast<int>(kind), pointer(a), a.number(),
                           pointer(c), c.number(), nullptr, 0}];
  if (known && isVisible(known))
    return Extent::ofValue(known);
  bool isOr = kind == Kind::Or;
  Value x = isOr ? bit(a) : value(a), y = isOr ? bit(c) : value(c);
  auto compare = [&](arith::CmpIPredicate predicate) -> Value {
    return arith::CmpIOp::create(b, predicate, x, y);
  };
  switch (kind) {
  case Kind::Add:
    known = arith::AddIOp::create(b, x, y);
    break;
  case Kind::Sub:
    known = arith::SubIOp::create(b, x, y);
    break;
  case Kind::Mul:
    known = arith::MulIOp::create(b, x, y);
    break;
  case Kind::CeilDiv:
    x = arith::AddIOp::create(b, x, value(sub(c, 1)));
    known = arith::DivUIOp::create(b, x, y);
    break;
  case Kind::Div:
    known = arith::DivUIOp::create(b, x, y);
    break;
  case Kind::Rem:
    known = arith::RemUIOp::create(b, x, y);
    break;
  case Kind::Max:
    known = arith::MaxSIOp::create(b, x, y);
    break;
  case Kind::Min:
    known = arith::MinSIOp::create(b, x, y);
    break;
  case Kind::Equal:
    known = compare(arith::CmpIPredicate::eq);
    break;
  case Kind::Less:
    known = compare(arith::CmpIPredicate::slt);
    break;
  case Kind::Or:
    known = arith::OrIOp::create(b, x, y);
    break;
  }
  return Extent::ofValue(known);
}

Extent ShapeCode::computeSelect(Extent condition, Extent yes, Extent no) {
  if (condition.isUnknown() || yes.isUnknown() || no.isUnknown())
    return {};
  auto pointer = [](Extent extent) {
    return extent.value().getAsOpaquePointer();
  };
  // Of conditions where one of both is.
  auto isBit = [](Extent extent) {
    return !extent.isNumber() && extent.value().getType().isInteger(1);
  };
  bool isCondition = isBit(yes) || isBit(no);
  Value &known =
      computed[{-1 - isCondition, pointer(condition), 0, pointer(yes),
                yes.number(), pointer(no), no.number()}];
  if (!known || !isVisible(known))
    known = arith::SelectOp::create(b, bit(condition),
                                    isCondition ? bit(yes) : value(yes),
                                    isCondition ? bit(no) : value(no));
  return Extent::ofValue(known);
}

Extent ShapeCode::extentOf(Value tensor, unsigned axis) {
  Extent size = extent(sizeOf(b, tensorFor(tensor), axis));
  if (!size.isNumber())
    sizes.insert(size.value());
  return size;
}

Extent ShapeCode::elementOf(Value tensor, unsigned index) {
  SmallVector<Value> position;
  if (cast<RankedTensorType>(tensor.getType()).getRank() != 0)
    position.push_back(arith::ConstantIndexOp::create(b, index));
  Value element = tensor::ExtractOp::create(b, tensorFor(tensor), position);
  Value integer = arith::IndexCastOp::create(b, b.getIndexType(), element);
  elements.insert(integer);
  return Extent::ofValue(integer);
}

/// By a factor of type f32.
Extent ShapeCode::multiplied(Extent extent, Value factor) {
  Type i64 = b.getI64Type(), f32 = b.getF32Type();
  auto real = [&](float number) -> Value {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(number));
  };
  auto isAbove = [&](Value x, float number) -> Value {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x, real(number));
  };
  Value size = arith::IndexCastOp::create(b, i64, value(extent));
  size = arith::SIToFPOp::create(b, f32, size);
  size = arith::MulFOp::create(b, size, factor);
  // NaN is not above 0.
  size = arith::SelectOp::create(b, isAbove(factor, 0), size, real(-1));
  size = arith::SelectOp::create(b, isAbove(size, kMaxScaled), real(-1), size);
  size = arith::FPToSIOp::create(b, i64, size);
  Value integer = arith::IndexCastOp::create(b, b.getIndexType(), size);
  elements.insert(integer);
  return Extent::ofValue(integer);
}

Extent ShapeCode::computeScaled(Extent extent, float factor) {
  if (extent.isUnknown())
    return {};
  return multiplied(extent,
                    arith::ConstantOp::create(b, b.getF32FloatAttr(factor)));
}

Extent ShapeCode::scaled(Extent extent, Value factors, unsigned index) {
  Value place = arith::ConstantIndexOp::create(b, index);
  Value factor = tensor::ExtractOp::create(b, tensorFor(factors), place);
  if (!factor.getType().isF32())
    factor = convertScalarToDtype(b, b.getLoc(), factor, b.getF32Type(),
                                  /*isUnsignedCast=*/false);
  return multiplied(extent, factor);
}

void ShapeCode::check(Operation *op, Extent condition, StringRef message,
                      ArrayRef<Extent> values) {
  if (!checks || condition.isUnknown())
    return;
  SmallVector<Region *, 1> &places = required[condition.value()];
  Region *here = b.getInsertionBlock()->getParent();
  if (llvm::any_of(places,
                   [&](Region *place) { return place->isAncestor(here); }))
    return;
  places.push_back(here);
  auto node = cast<AscendOpInterface>(op);
  std::string text = requireText(node.getGEType(), node.getGEName(), message);
  SmallVector<Value> sizes;
  for (const Extent &extent : values)
    sizes.push_back(value(extent));
  RequireOp::create(b, bit(condition), text, sizes);
}
