//===- ShapeMath.cpp - Extents, known or computed at run time -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

Extents mlir::ascend::toExtents(ArrayRef<int64_t> shape) {
  return Extents(shape.begin(), shape.end());
}

SmallVector<int64_t> mlir::ascend::toShape(ArrayRef<Extent> extents) {
  return llvm::map_to_vector(
      extents, [](const Extent &extent) { return extent.number(); });
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool ShapeMath::areVisible(ArrayRef<Extent> extents) const {
  return llvm::all_of(extents,
                      [&](const Extent &extent) { return isVisible(extent); });
}

std::optional<Extents> ShapeMath::shapeOf(Value tensor) {
  auto type = dyn_cast_or_null<RankedTensorType>(tensor.getType());
  if (!type)
    return std::nullopt;
  auto found = shapes.find(tensor);
  if (found != shapes.end() && areVisible(found->second))
    return found->second;
  Extents extents = toExtents(type.getShape());
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (!extent.isNumber())
      extent = extentOf(tensor, axis);
  shapes[tensor] = extents;
  return extents;
}

void ShapeMath::learn(Value tensor, ArrayRef<Extent> extents) {
  Extents known(extents);
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [axis, extent] : llvm::enumerate(known)) {
    if (!type.isDynamicDim(axis))
      extent = type.getDimSize(axis);
    else if (extent.isUnknown())
      extent = Extent::ofAxis(tensor, axis);
  }
  shapes[tensor] = std::move(known);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Extent ShapeMath::fold(Kind kind, Extent a, Extent b) {
  if (!a.isNumber() || !b.isNumber())
    return compute(kind, a, b);
  int64_t x = a.number(), y = b.number(), result;
  switch (kind) {
  case Kind::Add:
    return llvm::AddOverflow(x, y, result) ? Extent() : result;
  case Kind::Sub:
    return llvm::SubOverflow(x, y, result) ? Extent() : result;
  case Kind::Mul:
    return llvm::MulOverflow(x, y, result) ? Extent() : result;
  case Kind::Div:
    return y > 0 ? x / y : Extent();
  case Kind::CeilDiv:
    return y > 0 ? x / y + (x % y > 0) : Extent();
  case Kind::Rem:
    return y > 0 ? x % y : Extent();
  case Kind::Max:
    return std::max(x, y);
  case Kind::Min:
    return std::min(x, y);
  case Kind::Equal:
    return x == y;
  case Kind::Less:
    return x < y;
  case Kind::Or:
    return x || y;
  }
  llvm_unreachable("all kinds are handled");
}

Extent ShapeMath::add(Extent a, Extent b) {
  if (a.is(0))
    return b;
  return b.is(0) ? a : fold(Kind::Add, a, b);
}

Extent ShapeMath::sub(Extent a, Extent b) {
  if (a == b)
    return 0;
  return b.is(0) ? a : fold(Kind::Sub, a, b);
}

Extent ShapeMath::mul(Extent a, Extent b) {
  if (a.is(1) || b.is(0))
    return b;
  return b.is(1) || a.is(0) ? a : fold(Kind::Mul, a, b);
}

Extent ShapeMath::div(Extent a, Extent b) {
  return b.is(1) ? a : fold(Kind::Div, a, b);
}

Extent ShapeMath::ceilDiv(Extent a, Extent b) {
  return b.is(1) ? a : fold(Kind::CeilDiv, a, b);
}

Extent ShapeMath::rem(Extent a, Extent b) {
  return b.is(1) ? Extent(0) : fold(Kind::Rem, a, b);
}

Extent ShapeMath::max(Extent a, Extent b) {
  if (a.is(0) && isExtent(b))
    return b;
  if (b.is(0) && isExtent(a))
    return a;
  return a == b ? a : fold(Kind::Max, a, b);
}

Extent ShapeMath::min(Extent a, Extent b) {
  // Also of what is dynamic: no extent is less, and nothing is greater.
  if ((a.is(0) && isExtent(b)) || b.is(INT64_MAX))
    return a;
  if ((b.is(0) && isExtent(a)) || a.is(INT64_MAX))
    return b;
  return a == b ? a : fold(Kind::Min, a, b);
}

Extent ShapeMath::product(ArrayRef<Extent> extents) {
  Extent result = 1;
  for (const Extent &extent : extents)
    result = mul(result, extent);
  return result;
}

Extent ShapeMath::equal(Extent a, Extent b) {
  return a == b ? Extent(1) : fold(Kind::Equal, a, b);
}

Extent ShapeMath::less(Extent a, Extent b) {
  if (b.is(0) && isExtent(a))
    return 0;
  if (a.is(-1) && isExtent(b))
    return 1;
  return a == b ? Extent(0) : fold(Kind::Less, a, b);
}

Extent ShapeMath::either(Extent a, Extent b) {
  if (a.is(1) || b.is(0))
    return a;
  return b.is(1) || a.is(0) ? b : fold(Kind::Or, a, b);
}

Extent ShapeMath::select(Extent condition, Extent yes, Extent no) {
  if (condition.isNumber())
    return condition.is(0) ? no : yes;
  return yes == no ? yes : computeSelect(condition, yes, no);
}

Extent ShapeMath::scaled(Extent extent, float factor) {
  if (!extent.isNumber())
    return computeScaled(extent, factor);
  float size = static_cast<float>(extent.number()) * factor;
  return factor > 0 && size <= kMaxScaled ? Extent(static_cast<int64_t>(size))
                                          : Extent(-1);
}

LogicalResult ShapeMath::require(Operation *op, Extent condition,
                                 const Twine &message,
                                 ArrayRef<Extent> values) {
  if (condition.isNumber() && !condition.is(0))
    return success();
  // Numbers take their place now, the others while the model runs.
  std::string format = message.str(), text;
  SmallVector<Extent> left;
  StringRef rest = format;
  for (const Extent &value : values) {
    auto [before, after] = rest.split("{}");
    text += before;
    rest = after;
    if (value.isNumber()) {
      text += std::to_string(value.number());
      continue;
    }
    text += condition.isNumber() ? "?" : "{}";
    left.push_back(value);
  }
  text += rest;
  if (condition.is(0))
    return op->emitOpError(text);
  check(op, condition, text, left);
  return success();
}
