//===- ContractionForm.cpp - Which loop of a product is which -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"
#include "Contraction.h"
#include "ContractionLowering.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// What `value` is of the argument `argument` of a body, if it is a factor.
static std::optional<ContractionFactor> readFactor(Value value,
                                                   BlockArgument argument) {
  ContractionFactor factor;
  APInt number;
  auto difference = value.getDefiningOp<arith::SubIOp>();
  if (difference && matchPattern(difference.getRhs(), m_ConstantInt(&number))) {
    factor.offset = number.getSExtValue();
    value = difference.getLhs();
  }
  if (auto widened = value.getDefiningOp<arith::ExtUIOp>()) {
    factor.isUnsigned = true;
    value = widened.getIn();
  }
  while (isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  // A number whose sign is an extension's own is not one without a sign.
  bool isOther = factor.isUnsigned && value.getDefiningOp();
  return value == argument && !isOther ? std::optional(factor) : std::nullopt;
}

/// The two values that the body of a contraction multiplies; null where it is
/// none.
static std::pair<Value, Value> findFactors(linalg::GenericOp op) {
  Block *body = op.getBody();
  BlockArgument c = body->getArgument(2);
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (auto fma = dyn_cast_or_null<math::FmaOp>(sum); fma && fma.getC() == c)
    return {fma.getA(), fma.getB()};
  auto add = dyn_cast_or_null<arith::AddIOp>(sum);
  auto product = add && add.getLhs() == c
                     ? add.getRhs().getDefiningOp<arith::MulIOp>()
                     : arith::MulIOp();
  return product ? std::pair(product.getLhs(), product.getRhs())
                 : std::pair<Value, Value>();
}

bool to_cpu::isContraction(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || op->hasAttr(kInLanes))
    return false;
  auto [left, right] = findFactors(op);
  return left && readFactor(left, op.getBody()->getArgument(0)) &&
         readFactor(right, op.getBody()->getArgument(1));
}

/// Whether there is something to sum in every loop. Of reductions the outermost
/// alone may be dynamic.
static bool sizesFit(const ContractionShape &shape) {
  bool isInReduction = false;
  for (const ContractionShape::Loop &loop : shape.loops) {
    if (loop.size == 0 || (isInReduction && loop.isOpen()))
      return false;
    isInReduction = loop.isReduction;
  }
  return true;
}

FailureOr<std::optional<Contraction>>
Contraction::match(RewriterBase &rewriter, linalg::GenericOp op,
                   const VectorUnit &unit) {
  Contraction found;
  found.op = op;
  // Before there are other views of what they read.
  found.fill = ProductReaders::findFill(op);
  found.readers = ProductReaders::find(
      op, [](Operation *view) { return isa<memref::CastOp>(view); });
  rewriter.setInsertionPoint(op);
  FailureOr<StridedNest> built = buildNest(rewriter, op);
  if (failed(built))
    return failure();
  found.nest = std::move(*built);
  found.nest.dropUnitLoops();
  for (const NestOperand &operand : found.nest.operands)
    if (!operand.memref)
      return std::optional<Contraction>();
  auto [left, right] = findFactors(op);
  found.factors = {*readFactor(left, op.getBody()->getArgument(0)),
                   *readFactor(right, op.getBody()->getArgument(1))};
  found.takeDots(unit);
  ContractionShape shape = found.shape();
  std::optional<ContractionRoles> roles = ContractionRoles::find(shape);
  if (!roles || !sizesFit(shape) ||
      !found.productFor(*roles, ContractionLanes::of(shape, *roles, unit),
                        unit))
    return std::optional<Contraction>();
  return std::optional(std::move(found));
}

ContractionShape Contraction::shape() const {
  auto known = [](OpFoldResult value) {
    return getConstantIntValue(value).value_or(ContractionShape::kOpen);
  };
  ContractionShape shape;
  shape.packedK = packedK;
  for (auto [number, loop] : llvm::enumerate(nest.loops)) {
    shape.loops.push_back({known(loop.size), loop.reduction, {}});
    for (unsigned operand = 0; operand != c + 1; ++operand)
      shape.loops.back().strides[operand] =
          known(nest.operands[operand].strides[number]);
  }
  for (unsigned operand = 0; operand != c + 1; ++operand)
    shape.bytes[operand] =
        llvm::divideCeil(elementOf(operand).getIntOrFloatBitWidth(), 8);
  return shape;
}

/// Takes the innermost reduction for the k of dots, where the elements of both
/// factors stand together along it.
void Contraction::takeDots(const VectorUnit &unit) {
  unsigned last = nest.loops.size() - 1;
  if (nest.loops.size() < 2 || !nest.loops[last].reduction ||
      !nest.hasStride(0, last, 1) || !nest.hasStride(1, last, 1))
    return;
  std::optional<int64_t> size = getConstantIntValue(nest.loops[last].size);
  bool ofIntegers = isa<IntegerType>(elementOf(c)) && (size == 2 || size == 4),
       ofBfloats = unit.bfloatDots && elementOf(0).isBF16() &&
                   elementOf(1).isBF16() && size == 2;
  if (!ofIntegers && !ofBfloats)
    return;
  packedK = *size;
  nest.takeLoops(llvm::to_vector(llvm::seq<unsigned>(last)));
}

std::unique_ptr<InnerProduct>
Contraction::productFor(const ContractionRoles &roles,
                        const ContractionLanes &vector,
                        const VectorUnit &unit) const {
  unsigned a = roles.a, b = roles.b;
  // Dots have whole vectors and an offset, which other products have not.
  std::optional<int64_t> columns =
      getConstantIntValue(nest.loops[roles.columns].size);
  bool fits = packedK == 1
                  ? factors[a].offset == 0
                  : columns && *columns % (vector.lanes / vector.panels) == 0;
  if (!fits || factors[b].offset != 0)
    return nullptr;
  return InnerProduct::get({elementOf(a), elementOf(b), elementOf(c), packedK,
                            factors[a].isUnsigned, factors[b].isUnsigned},
                           vector.lanes, unit);
}

LogicalResult Contraction::prepare(RewriterBase &rewriter) {
  if (readers && !readers->followLoops(op))
    readers.reset();
  if (readers) {
    if (failed(readers->prepare(rewriter)))
      return failure();
    rewriter.setInsertionPoint(op);
    if (failed(readers->appendTo(rewriter, op, nest))) {
      nest.operands.truncate(c + 1);
      readers.reset();
    }
  }
  if (readers)
    start = readers->start();
  else if (fill)
    start = fill.getInputs().front();
  // What all operands pass in one stride is one loop: pixels are rows.
  collapse(rewriter);
  if (!ContractionRoles::find(shape())->row)
    insertRow(rewriter);
  return success();
}

/// Merges neighbours, but none of dynamic size with one of static size inside
/// of it, of which tiles are equally long.
void Contraction::collapse(RewriterBase &rewriter) {
  StridedNest whole = nest;
  nest.takeLoops({});
  unsigned first = 0, end = 0, count = whole.loops.size();
  auto isOpen = [&](unsigned loop) {
    return !getConstantIntValue(whole.loops[loop].size);
  };
  for (; first != count; first = end) {
    while (end != count && (end == first || !isOpen(end - 1) || isOpen(end)))
      ++end;
    StridedNest part = whole;
    part.takeLoops(llvm::to_vector(llvm::seq(first, end)));
    part.collapse(IndexMath(rewriter, op.getLoc()));
    llvm::append_range(nest.loops, part.loops);
    for (auto [all, own] : llvm::zip_equal(nest.operands, part.operands))
      llvm::append_range(all.strides, own.strides);
  }
}

/// A loop of one row.
void Contraction::insertRow(RewriterBase &rewriter) {
  nest.loops.insert(nest.loops.begin(), {rewriter.getIndexAttr(1), false});
  for (NestOperand &operand : nest.operands)
    operand.strides.insert(operand.strides.begin(), rewriter.getIndexAttr(0));
}

void Contraction::joinLines(RewriterBase &rewriter, unsigned lines,
                            unsigned row) {
  lineLength = nest.loops[row].size;
  for (const NestOperand &operand : nest.operands)
    lineStrides.push_back(operand.strides[lines]);
  nest.loops[row].size =
      IndexMath(rewriter, op.getLoc()).mul(nest.loops[lines].size, *lineLength);
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop != nest.loops.size(); ++loop)
    if (loop != lines)
      order.push_back(loop);
  nest.takeLoops(order);
}
