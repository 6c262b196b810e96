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

FailureOr<bool> ContractionLowering::matches() {
  // Before there are other views of what they read.
  fill = ProductReaders::findFill(op);
  readers = ProductReaders::find(
      op, [](Operation *view) { return isa<memref::CastOp>(view); });
  rewriter.setInsertionPoint(op);
  FailureOr<StridedNest> built = buildNest(rewriter, op);
  if (failed(built))
    return failure();
  nest = std::move(*built);
  nest.dropUnitLoops();
  for (const NestOperand &operand : nest.operands)
    if (!operand.memref)
      return false;
  auto [left, right] = findFactors(op);
  factors = {*readFactor(left, op.getBody()->getArgument(0)),
             *readFactor(right, op.getBody()->getArgument(1))};
  takeDots();
  if (!findLoops() || !sizesFit())
    return false;
  chooseProduct();
  return product != nullptr;
}

/// Whether there is something to sum in every loop, and how much is known.
bool ContractionLowering::sizesFit() const {
  for (auto [number, loop] : llvm::enumerate(nest.loops))
    if (isZeroInteger(loop.size) || (loop.reduction && isOpen(number)))
      return false;
  return true;
}

/// Takes the innermost reduction for the k of dots, where the elements of both
/// factors stand together along it.
void ContractionLowering::takeDots() {
  unsigned last = nest.loops.size() - 1;
  if (nest.loops.size() < 2 || !nest.loops[last].reduction || isOpen(last) ||
      !nest.hasStride(a, last, 1) || !nest.hasStride(b, last, 1))
    return;
  int64_t size = sizeOf(last);
  bool ofIntegers = isa<IntegerType>(elementOf(c)) && (size == 2 || size == 4),
       ofBfloats = unit.bfloatDots && elementOf(a).isBF16() &&
                   elementOf(b).isBF16() && size == 2;
  if (!ofIntegers && !ofBfloats)
    return;
  packedK = size;
  nest.takeLoops(llvm::to_vector(llvm::seq<unsigned>(last)));
}

/// Fails to find one for all lanes or for none.
void ContractionLowering::chooseProduct() {
  int64_t width = plannedColumns(), most = unit.lanes(bytesOf(c));
  lanes = std::min<int64_t>(most, llvm::PowerOf2Ceil(width));
  // Dots have whole vectors and an offset, which other products have not.
  bool fits = packedK == 1 ? factors[a].offset == 0
                           : width % lanes == 0 && !isOpen(columns);
  // Panels that leave lanes idle share vectors.
  panelsOfVector = 1;
  if (panels && lanes == width)
    panelsOfVector = std::min<int64_t>(
        most / lanes, llvm::bit_floor<uint64_t>(sizeOf(*panels)));
  lanes *= panelsOfVector;
  product.reset();
  if (fits && factors[b].offset == 0)
    product =
        InnerProduct::get({elementOf(a), elementOf(b), elementOf(c), packedK,
                           factors[a].isUnsigned, factors[b].isUnsigned},
                          lanes, unit);
}

bool ContractionLowering::findLoops() {
  reductions = 0;
  while (reductions != nest.loops.size() && !nest.loops[reductions].reduction)
    ++reductions;
  if (reductions == 0 || reductions == nest.loops.size())
    return false;
  columns = reductions - 1;
  if (!nest.hasStride(b, columns, packedK))
    std::swap(a, b);
  if (!nest.hasStride(a, columns, 0) || !nest.hasStride(b, columns, packedK) ||
      !nest.hasStride(c, columns, 1))
    return false;
  auto moves = [&](unsigned operand, unsigned loop) {
    return !nest.hasStride(operand, loop, 0);
  };
  row.reset();
  panels.reset();
  for (unsigned loop = 0; loop != columns; ++loop) {
    if (moves(a, loop) && !moves(b, loop))
      row = loop;
    if (moves(b, loop) && !moves(a, loop) && !isOpen(loop) && !isOpen(columns))
      panels = loop;
  }
  return true;
}

/// A loop of one row, where there is none.
void ContractionLowering::insertRow() {
  nest.loops.insert(nest.loops.begin(), {rewriter.getIndexAttr(1), false});
  for (NestOperand &operand : nest.operands)
    operand.strides.insert(operand.strides.begin(), rewriter.getIndexAttr(0));
  row = 0;
  ++columns;
  ++reductions;
  if (panels)
    ++*panels;
}
