//===- StridedNest.cpp - A linalg op as loops over flat memory ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "StridedNest.h"
#include "StridedView.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

//===----------------------------------------------------------------------===//
// IndexMath
//===----------------------------------------------------------------------===//

OpFoldResult IndexMath::constant(int64_t value) const {
  return builder.getIndexAttr(value);
}

Value IndexMath::value(OpFoldResult operand) const {
  return getValueOrCreateConstantIndexOp(builder, loc, operand);
}

template <typename OpTy, typename Fold>
OpFoldResult IndexMath::fold(OpFoldResult lhs, OpFoldResult rhs,
                             Fold compute) const {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return constant(compute(*left, *right));
  return OpTy::create(builder, loc, value(lhs), value(rhs)).getResult();
}

OpFoldResult IndexMath::add(OpFoldResult lhs, OpFoldResult rhs) const {
  if (isZeroInteger(lhs))
    return rhs;
  if (isZeroInteger(rhs))
    return lhs;
  return fold<arith::AddIOp>(lhs, rhs, std::plus<int64_t>());
}

OpFoldResult IndexMath::sub(OpFoldResult lhs, OpFoldResult rhs) const {
  if (isZeroInteger(rhs))
    return lhs;
  return fold<arith::SubIOp>(lhs, rhs, std::minus<int64_t>());
}

OpFoldResult IndexMath::mul(OpFoldResult lhs, OpFoldResult rhs) const {
  if (isZeroInteger(lhs) || isOneInteger(rhs))
    return lhs;
  if (isZeroInteger(rhs) || isOneInteger(lhs))
    return rhs;
  return fold<arith::MulIOp>(lhs, rhs, std::multiplies<int64_t>());
}

OpFoldResult IndexMath::div(OpFoldResult lhs, OpFoldResult rhs) const {
  if (isOneInteger(rhs))
    return lhs;
  return fold<arith::DivUIOp>(lhs, rhs, std::divides<int64_t>());
}

OpFoldResult IndexMath::rem(OpFoldResult lhs, OpFoldResult rhs) const {
  if (isOneInteger(rhs))
    return constant(0);
  return fold<arith::RemUIOp>(lhs, rhs, std::modulus<int64_t>());
}

OpFoldResult IndexMath::min(OpFoldResult lhs, OpFoldResult rhs) const {
  return fold<arith::MinUIOp>(
      lhs, rhs, [](int64_t l, int64_t r) { return std::min(l, r); });
}

OpFoldResult IndexMath::max(OpFoldResult lhs, OpFoldResult rhs) const {
  return fold<arith::MaxUIOp>(
      lhs, rhs, [](int64_t l, int64_t r) { return std::max(l, r); });
}

//===----------------------------------------------------------------------===//
// Flat memory
//===----------------------------------------------------------------------===//

FlatMemRef to_cpu::flatten(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  IndexMath math(builder, loc);
  auto [strides, offset] = type.getStridesAndOffset();

  FlatMemRef flat;
  SmallVector<OpFoldResult> sizes;
  if (llvm::is_contained(strides, ShapedType::kDynamic) ||
      ShapedType::isDynamic(offset) || !type.hasStaticShape()) {
    StridedView view = viewOf(builder, loc, memref);
    flat.offset = view.offset;
    flat.strides = view.strides;
    sizes = view.sizes;
    memref = view.base;
  } else {
    sizes = memref::getMixedSizes(builder, loc, memref);
    flat.offset = math.constant(offset);
    for (int64_t stride : strides)
      flat.strides.push_back(math.constant(stride));
  }

  // Up to the last element; no element at all only if a size is 0, when nothing
  // is ever read.
  OpFoldResult span = math.constant(1);
  for (auto [size, stride] : llvm::zip_equal(sizes, flat.strides))
    span = math.add(span, math.mul(math.sub(size, math.constant(1)), stride));
  span = math.add(span, flat.offset);
  std::optional<int64_t> staticSpan = getConstantIntValue(span);
  auto flatType = MemRefType::get(
      {staticSpan.value_or(ShapedType::kDynamic)}, type.getElementType(),
      MemRefLayoutAttrInterface(), type.getMemorySpace());
  if (memref.getType() == flatType)
    flat.memref = memref;
  else
    flat.memref = memref::ReinterpretCastOp::create(builder, loc, flatType,
                                                    memref, math.constant(0),
                                                    {span}, {math.constant(1)});
  // Both types are one descriptor in LLVM, where the cast disappears.
  if (isa<Float16Type, BFloat16Type>(type.getElementType()))
    flat.memref =
        UnrealizedConversionCastOp::create(
            builder, loc, flatType.clone(builder.getI16Type()), flat.memref)
            .getResult(0);
  return flat;
}

//===----------------------------------------------------------------------===//
// StridedNest
//===----------------------------------------------------------------------===//

void StridedNest::takeLoops(ArrayRef<unsigned> order) {
  auto take = [&](auto &list) {
    auto taken = llvm::map_to_vector(
        order, [&](unsigned position) { return list[position]; });
    list.assign(taken.begin(), taken.end());
  };
  take(loops);
  for (NestOperand &operand : operands)
    take(operand.strides);
}

void StridedNest::dropUnitLoops() {
  SmallVector<unsigned> kept;
  for (auto [position, loop] : llvm::enumerate(loops))
    if (!isOneInteger(loop.size))
      kept.push_back(position);
  takeLoops(kept);
}

/// What `size` is equal to, or itself.
static OpFoldResult firstOf(OpFoldResult size, const EqualSizes &equal) {
  const auto *known = llvm::find_if(equal, [&](const auto &pair) {
    return OpFoldResult(pair.first) == size;
  });
  return known == equal.end() ? size : known->second;
}

namespace {

/// A product of a number and of dynamic values.
struct Product {
  int64_t number = 1;
  SmallVector<Value, 2> values;

  bool operator==(const Product &other) const {
    return number == other.number && (number == 0 || values == other.values);
  }
};

} // namespace

/// Any order in which equal values lie together.
static bool isBefore(Value a, Value b) {
  return a.getAsOpaquePointer() < b.getAsOpaquePointer();
}

/// Multiplies `product` by `factor`; false where its number becomes too large.
static bool multiply(Product &product, OpFoldResult factor,
                     const EqualSizes &equal) {
  SmallVector<OpFoldResult> left{factor};
  while (!left.empty()) {
    OpFoldResult next = left.pop_back_val();
    if (std::optional<int64_t> number = getConstantIntValue(next)) {
      if (llvm::MulOverflow(product.number, *number, product.number))
        return false;
      continue;
    }
    if (OpFoldResult other = firstOf(next, equal); other != next) {
      left.push_back(other);
      continue;
    }
    auto value = cast<Value>(next);
    if (auto factors = value.getDefiningOp<arith::MulIOp>())
      left.append({factors.getLhs(), factors.getRhs()});
    else
      product.values.push_back(value);
  }
  llvm::sort(product.values, isBefore);
  return true;
}

/// Whether `whole` is the product of `a` and `b` for sure.
static bool isProduct(OpFoldResult whole, OpFoldResult a, OpFoldResult b,
                      const EqualSizes &equal) {
  Product left, right;
  return multiply(left, whole, equal) && multiply(right, a, equal) &&
         multiply(right, b, equal) && left == right;
}

/// Adds `factor` times `count` to `sum`; false where a number becomes too
/// large.
static bool addTo(ElementCount &sum, OpFoldResult count, int64_t factor) {
  if (auto value = dyn_cast<Value>(count))
    if (auto add = value.getDefiningOp<arith::AddIOp>())
      return addTo(sum, add.getLhs(), factor) &&
             addTo(sum, add.getRhs(), factor);
  Product product;
  if (!multiply(product, count, /*equal=*/{}) ||
      llvm::MulOverflow(product.number, factor, product.number))
    return false;
  int64_t *number = &sum.number;
  if (!product.values.empty()) {
    auto *term = llvm::find_if(sum.terms, [&](const ElementCount::Term &term) {
      return term.first == product.values;
    });
    if (term == sum.terms.end())
      term = sum.terms.insert(term, {product.values, 0});
    number = &term->second;
  }
  return !llvm::AddOverflow(*number, product.number, *number);
}

std::optional<ElementCount> ElementCount::of(OpFoldResult count) {
  ElementCount sum;
  if (!addTo(sum, count, 1))
    return std::nullopt;
  llvm::erase_if(sum.terms, [](const Term &term) { return term.second == 0; });
  llvm::sort(sum.terms, [](const Term &a, const Term &b) {
    return std::lexicographical_compare(a.first.begin(), a.first.end(),
                                        b.first.begin(), b.first.end(),
                                        isBefore);
  });
  return sum;
}

void StridedNest::collapse(const IndexMath &math) {
  for (unsigned inner = loops.size(); inner-- > 1;) {
    unsigned outer = inner - 1;
    if (loops[outer].reduction != loops[inner].reduction)
      continue;
    bool contiguous = llvm::all_of(operands, [&](const NestOperand &operand) {
      return isProduct(operand.strides[outer], operand.strides[inner],
                       loops[inner].size, equalSizes);
    });
    if (!contiguous)
      continue;
    loops[outer].size = math.mul(loops[outer].size, loops[inner].size);
    loops.erase(loops.begin() + inner);
    for (NestOperand &operand : operands)
      operand.strides.erase(operand.strides.begin() + outer);
  }
}

std::pair<StridedNest, StridedNest>
StridedNest::split(const IndexMath &math, unsigned loop, int64_t piece) const {
  OpFoldResult size = loops[loop].size,
               count = math.div(size, math.constant(piece)),
               split = math.mul(count, math.constant(piece));
  StridedNest whole = *this, rest = *this;
  whole.loops[loop].size = count;
  whole.loops.insert(whole.loops.begin() + loop + 1,
                     {math.constant(piece), loops[loop].reduction});
  rest.loops[loop].size = math.sub(size, split);
  for (auto [wholeOperand, restOperand] :
       llvm::zip_equal(whole.operands, rest.operands)) {
    OpFoldResult stride = wholeOperand.strides[loop];
    wholeOperand.strides[loop] = math.mul(stride, math.constant(piece));
    wholeOperand.strides.insert(wholeOperand.strides.begin() + loop + 1,
                                stride);
    restOperand.offset = math.add(restOperand.offset, math.mul(stride, split));
  }
  return {whole, rest};
}

int64_t StridedNest::iterations(unsigned begin, unsigned end) const {
  int64_t product = 1;
  for (unsigned loop = begin; loop != end; ++loop) {
    std::optional<int64_t> size = getConstantIntValue(loops[loop].size);
    if (!size)
      return ShapedType::kDynamic;
    product *= *size;
  }
  return product;
}

int64_t StridedNest::leastIterations(unsigned begin, unsigned end) const {
  int64_t product = 1;
  for (unsigned loop = begin; loop != end; ++loop)
    product *= getConstantIntValue(loops[loop].size).value_or(1);
  return product;
}

bool StridedNest::hasStride(unsigned operand, unsigned loop,
                            int64_t stride) const {
  return isConstantIntValue(operands[operand].strides[loop], stride);
}

//===----------------------------------------------------------------------===//
// Reading a linalg op
//===----------------------------------------------------------------------===//

/// Splits `expr` into `coefficients` of the dims and a constant; fails if it is
/// not linear.
static LogicalResult linearForm(AffineExpr expr,
                                MutableArrayRef<int64_t> coefficients,
                                int64_t &constant, int64_t factor = 1) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    coefficients[dim.getPosition()] += factor;
    return success();
  }
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    constant += factor * number.getValue();
    return success();
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  if (binary.getKind() == AffineExprKind::Add)
    return success(
        succeeded(
            linearForm(binary.getLHS(), coefficients, constant, factor)) &&
        succeeded(linearForm(binary.getRHS(), coefficients, constant, factor)));
  if (auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
      number && binary.getKind() == AffineExprKind::Mul)
    return linearForm(binary.getLHS(), coefficients, constant,
                      factor * number.getValue());
  return failure();
}

/// The position of the operand `value`, read by `map`, as a NestOperand.
static FailureOr<NestOperand> makeOperand(OpBuilder &builder,
                                          linalg::GenericOp op, Value value,
                                          AffineMap map) {
  IndexMath math(builder, op.getLoc());
  NestOperand operand;
  operand.offset = math.constant(0);
  operand.strides.assign(map.getNumDims(), math.constant(0));
  if (!isa<MemRefType>(value.getType())) {
    operand.scalar = value;
    return operand;
  }
  FlatMemRef flat = flatten(builder, op.getLoc(), value);
  operand.memref = flat.memref;
  operand.offset = flat.offset;
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), flat.strides)) {
    SmallVector<int64_t> coefficients(map.getNumDims());
    int64_t constant = 0;
    if (failed(linearForm(expr, coefficients, constant)))
      return op.emitOpError("has an indexing map that is not linear: ")
             << AffineMapAttr::get(map);
    operand.offset =
        math.add(operand.offset, math.mul(math.constant(constant), stride));
    for (auto [total, coefficient] :
         llvm::zip_equal(operand.strides, coefficients))
      total = math.add(total, math.mul(math.constant(coefficient), stride));
  }
  return operand;
}

/// The dim along which `expr` moves one by one, where all others that it adds
/// up have one iteration: so long is what it reads, then.
static std::optional<unsigned> lengthOf(AffineExpr expr,
                                        const StridedNest &nest) {
  SmallVector<int64_t> coefficients(nest.loops.size());
  int64_t constant = 0;
  if (failed(linearForm(expr, coefficients, constant)) || constant != 0)
    return std::nullopt;
  std::optional<unsigned> dim;
  for (auto [position, coefficient] : llvm::enumerate(coefficients)) {
    if (coefficient == 0 || isOneInteger(nest.loops[position].size))
      continue;
    if (dim || coefficient != 1)
      return std::nullopt;
    dim = position;
  }
  return dim;
}

/// Whether what `size` is a product of, and equal to, holds `value`.
static bool holds(OpFoldResult size, OpFoldResult value,
                  const EqualSizes &equal) {
  SmallVector<OpFoldResult> left{size};
  while (!left.empty()) {
    OpFoldResult next = left.pop_back_val();
    if (next == value)
      return true;
    if (OpFoldResult other = firstOf(next, equal); other != next)
      left.push_back(other);
    else if (auto product = dyn_cast<Value>(next))
      if (auto factors = product.getDefiningOp<arith::MulIOp>())
        left.append({factors.getLhs(), factors.getRhs()});
  }
  return false;
}

/// Notes the extents of an operand that are sizes of loops of another name.
static void noteEqualSizes(OpBuilder &builder, linalg::GenericOp op,
                           OpOperand &operand, StridedNest &nest) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || type.hasStaticShape())
    return;
  SmallVector<OpFoldResult> sizes =
      viewOf(builder, op.getLoc(), operand.get()).sizes;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [expr, extent] : llvm::zip_equal(map.getResults(), sizes)) {
    std::optional<unsigned> dim = lengthOf(expr, nest);
    auto value = dyn_cast<Value>(extent);
    if (!dim || !value || getConstantIntValue(value))
      continue;
    OpFoldResult size = firstOf(nest.loops[*dim].size, nest.equalSizes),
                 other = firstOf(value, nest.equalSizes);
    if (isEqualConstantIntOrValue(size, other))
      continue;
    // Numbers stand for values, and values for products of them with others:
    // n panels of m columns are m where n is 1, and else nothing.
    if (getConstantIntValue(other) || holds(size, other, nest.equalSizes))
      std::swap(size, other);
    auto key = dyn_cast<Value>(other);
    // Two numbers: the op is wrong, or has no elements.
    if (!key || getConstantIntValue(key) || holds(size, other, nest.equalSizes))
      continue;
    for (auto &[one, first] : nest.equalSizes)
      if (first == other)
        first = size;
    nest.equalSizes.push_back({key, size});
  }
}

FailureOr<StridedNest> to_cpu::buildNest(OpBuilder &builder,
                                         linalg::GenericOp op) {
  IndexMath math(builder, op.getLoc());
  StridedNest nest;
  nest.loops.resize(op.getNumLoops());
  for (auto [dim, loop, kind] :
       llvm::enumerate(nest.loops, op.getIteratorTypesArray())) {
    loop.reduction = kind == utils::IteratorType::reduction;
    loop.dim = dim;
  }

  // A dim's size stands wherever a map holds the bare dim.
  for (OpOperand &opOperand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&opOperand);
    for (auto [position, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        // A number rather than a value that will be that number.
        OpFoldResult &size = nest.loops[dim.getPosition()].size;
        if (!size || !getConstantIntValue(size)) {
          OpFoldResult other =
              viewOf(builder, op.getLoc(), opOperand.get()).sizes[position];
          if (!size || getConstantIntValue(other))
            size = other;
        }
      }
  }
  for (auto [position, loop] : llvm::enumerate(nest.loops))
    if (!loop.size)
      return op.emitOpError("has no operand that gives the size of d")
             << position;

  for (OpOperand &opOperand : op->getOpOperands())
    noteEqualSizes(builder, op, opOperand, nest);
  for (OpOperand &opOperand : op->getOpOperands()) {
    FailureOr<NestOperand> operand = makeOperand(
        builder, op, opOperand.get(), op.getMatchingIndexingMap(&opOperand));
    if (failed(operand))
      return failure();
    nest.operands.push_back(*operand);
  }
  for (auto index : op.getRegion().getOps<linalg::IndexOp>()) {
    NestOperand operand;
    operand.offset = math.constant(0);
    operand.strides.assign(op.getNumLoops(), math.constant(0));
    operand.strides[index.getDim()] = math.constant(1);
    nest.operands.push_back(operand);
  }

  SmallVector<unsigned> order;
  AffineMap layout = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr expr : layout.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr);
        dim && !llvm::is_contained(order, dim.getPosition()))
      order.push_back(dim.getPosition());
  for (auto [position, loop] : llvm::enumerate(nest.loops)) {
    if (loop.reduction)
      order.push_back(position);
    else if (!llvm::is_contained(order, position))
      return op.emitOpError("is parallel along d")
             << position << ", which does not move in its output";
  }
  nest.takeLoops(order);
  return nest;
}
