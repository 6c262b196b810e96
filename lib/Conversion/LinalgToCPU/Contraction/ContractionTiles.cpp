//===- ContractionTiles.cpp - The tiles of a piece of a product -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "Nest/GenericLowering.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

void ContractionEmitter::finish(OpBuilder &builder, const Positions &at,
                                const VectorBlock &block, Value sum) const {
  if (!of.readers)
    return writeVector(builder, loc, sum, nest.operands[c], at[c],
                       nest.operands[c].strides[columns], block);
  unsigned first = c + 1;
  for (ProductReaders::Reader reader : of.readers->get()) {
    unsigned count = reader.op->getNumOperands();
    StridedNest part{
        nest.loops,
        llvm::to_vector(ArrayRef(nest.operands).slice(first, count)),
        nest.equalSizes};
    GenericLowering(rewriter, reader.op, unit, part)
        .emitBlock(builder, part, columns,
                   llvm::to_vector(ArrayRef(at).slice(first, count)), block,
                   [&](unsigned input) {
                     return input == reader.operand ? sum : Value();
                   });
    first += count;
  }
}

/// The positions of row `index` of the loop of rows that begins at `at`.
Positions ContractionEmitter::rowAt(OpBuilder &builder, const Positions &at,
                                    OpFoldResult index) const {
  if (!of.lineLength)
    return advance(builder, loc, nest, row, index, at);
  IndexMath math(builder, loc);
  OpFoldResult line = math.div(index, *of.lineLength);
  Positions result =
      advance(builder, loc, nest, row, math.rem(index, *of.lineLength), at);
  for (auto [position, stride] : llvm::zip_equal(result, of.lineStrides))
    position = math.add(position, math.mul(line, stride));
  return result;
}

/// `count` steps of `loop` from step `first` on: the large ones among them,
/// then the others.
void ContractionEmitter::emitSteps(
    OpBuilder &builder, unsigned loop, const Steps &steps, OpFoldResult first,
    OpFoldResult count, const Positions &at,
    llvm::function_ref<void(OpBuilder &, const Positions &, int64_t,
                            OpFoldResult, OpFoldResult)>
        body) const {
  IndexMath math(builder, loc);
  auto emit = [&](OpFoldResult from, OpFoldResult number, int64_t step,
                  int64_t before) {
    emitFor(builder, loc, number, 1,
            [&](OpBuilder &nested, OpFoldResult index) {
              IndexMath math(nested, loc);
              OpFoldResult which = math.add(from, index);
              OpFoldResult start = math.add(
                  math.mul(which, math.constant(step)), math.constant(before));
              body(nested,
                   loop == row ? rowAt(nested, at, start)
                               : advance(nested, loc, nest, loop, start, at),
                   step, which, start);
            });
  };
  if (steps.large == steps.count)
    return emit(first, count, steps.step, 0);
  // Where the large ones end, if not before or behind those of the piece.
  OpFoldResult end = math.add(first, count),
               border =
                   math.min(math.max(math.constant(steps.large), first), end);
  emit(first, math.sub(border, first), steps.step, 0);
  emit(border, math.sub(end, border), steps.step - 1, steps.large);
}

/// How far `height` rows of one line lie from the first of them.
SmallVector<Positions> ContractionEmitter::linesApart(OpBuilder &builder,
                                                      int64_t height) const {
  IndexMath math(builder, loc);
  Positions here(nest.operands.size(), math.constant(0));
  SmallVector<Positions> lines;
  for (int64_t line = 0; line != height; ++line)
    lines.push_back(
        advance(builder, loc, nest, row, math.constant(line), here));
  return lines;
}

/// How far `height` rows from row `first` on lie from that one. Behind the last
/// row it is that row once more: its sums are the same.
SmallVector<Positions> ContractionEmitter::linesOf(OpBuilder &builder,
                                                   OpFoldResult first,
                                                   int64_t height) const {
  IndexMath math(builder, loc);
  OpFoldResult left;
  if (isOpen(row))
    left = math.sub(nest.loops[row].size, first);
  if (of.lineLength)
    return linesOfPixels(builder, math.rem(first, *of.lineLength), left,
                         height);
  if (!left)
    return linesApart(builder, height);
  Positions here(nest.operands.size(), math.constant(0));
  SmallVector<Positions> lines;
  for (int64_t line = 0; line != height; ++line) {
    OpFoldResult index = math.constant(line);
    if (line != 0)
      index = math.min(index, math.sub(left, math.constant(1)));
    lines.push_back(rowAt(builder, here, index));
  }
  return lines;
}

/// The same of pixels, the first of which is number `column` of its line: what
/// one lies behind the other depends on where a line ends. Of all rows `left`
/// are left, if their number is dynamic.
SmallVector<Positions> ContractionEmitter::linesOfPixels(OpBuilder &builder,
                                                         OpFoldResult column,
                                                         OpFoldResult left,
                                                         int64_t height) const {
  IndexMath math(builder, loc);
  SmallVector<Positions> lines{
      Positions(nest.operands.size(), math.constant(0))};
  auto select = [&](Value condition, OpFoldResult yes, OpFoldResult no) {
    if (isEqualConstantIntOrValue(yes, no))
      return yes;
    return OpFoldResult(arith::SelectOp::create(builder, loc, condition,
                                                math.value(yes), math.value(no))
                            .getResult());
  };
  auto compare = [&](arith::CmpIPredicate predicate, OpFoldResult x,
                     OpFoldResult y) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, math.value(x),
                                 math.value(y));
  };
  OpFoldResult last = math.sub(*of.lineLength, math.constant(1));
  while (int64_t(lines.size()) != height) {
    Value isLast = compare(arith::CmpIPredicate::eq, column, last), isRow;
    if (left)
      isRow =
          compare(arith::CmpIPredicate::ult, math.constant(lines.size()), left);
    column =
        select(isLast, math.constant(0), math.add(column, math.constant(1)));
    Positions next = lines.back();
    for (auto [position, operand, ofLine] :
         llvm::zip_equal(next, nest.operands, of.lineStrides)) {
      OpFoldResult step = operand.strides[row];
      step = select(isLast, math.sub(ofLine, math.mul(last, step)), step);
      if (isRow)
        step = select(isRow, step, math.constant(0));
      position = math.add(position, step);
    }
    lines.push_back(std::move(next));
  }
  return lines;
}

/// A tile of `height` rows from row `first` on, part by part, up to the last
/// row that there is. Of more rows that may lie anywhere LLVM brings all
/// elements of a before it multiplies the first, and the sums have no
/// registers, either.
void ContractionEmitter::emitParts(
    OpBuilder &builder, const Positions &from, RowTile tile, OpFoldResult first,
    int64_t height,
    llvm::function_ref<void(OpBuilder &, const RowTile &)> body) const {
  IndexMath math(builder, loc);
  OpFoldResult rows = math.constant(height);
  if (isOpen(row))
    rows = math.min(rows, math.sub(nest.loops[row].size, first));
  // So many of `part` rows, the first of them `before` rows behind `first`.
  auto emit = [&](int64_t before, int64_t part, int64_t most) {
    if (most == 0)
      return;
    OpFoldResult count = math.constant(1);
    // The first row is always there.
    if (before != 0 || most != 1) {
      OpFoldResult from = math.constant(before),
                   left = math.sub(math.max(rows, from), from);
      count = math.min(math.div(math.add(left, math.constant(part - 1)),
                                math.constant(part)),
                       math.constant(most));
    }
    emitFor(builder, loc, count, 1, [&](OpBuilder &nested, OpFoldResult index) {
      IndexMath math(nested, loc);
      tile.before =
          math.add(math.mul(index, math.constant(part)), math.constant(before));
      OpFoldResult begin = math.add(first, tile.before);
      tile.at = rowAt(nested, from, begin);
      tile.lines = linesOf(nested, begin, part);
      body(nested, tile);
    });
  };
  Steps parts = Steps::of(height, CpuCosts::addressedRows);
  emit(0, parts.step, parts.large);
  emit(parts.large * parts.step, parts.step - 1, parts.count - parts.large);
}

/// A tile of `height` rows from row `first` on, of which some may lie in the
/// next line, or behind the last one of a dynamic number of rows: of those that
/// do not, it is known how far they lie apart; of others, where each of them is
/// takes a register more.
void ContractionEmitter::emitTileOfLine(
    OpBuilder &builder, const Positions &from, RowTile tile, OpFoldResult first,
    int64_t height,
    llvm::function_ref<void(OpBuilder &, const RowTile &)> body) const {
  IndexMath math(builder, loc);
  OpFoldResult length = nest.loops[row].size, begin = first;
  if (of.lineLength) {
    length = *of.lineLength;
    begin = math.rem(first, length);
  }
  Value fits = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ule,
      math.value(math.add(begin, math.constant(height))), math.value(length));
  scf::IfOp::create(
      builder, loc, fits,
      [&](OpBuilder &then, Location) {
        tile.lines = linesApart(then, height);
        body(then, tile);
        scf::YieldOp::create(then, loc);
      },
      [&](OpBuilder &otherwise, Location) {
        emitParts(otherwise, from, tile, first, height, body);
        scf::YieldOp::create(otherwise, loc);
      });
}

void ContractionEmitter::forEachTile(
    OpBuilder &builder, const Piece &piece,
    llvm::function_ref<void(OpBuilder &, const RowTile &)> body) const {
  emitSteps(
      builder, plan.pieces, plan.pieceSteps, piece.first, piece.count, piece.at,
      [&](OpBuilder &inStep, const Positions &here, int64_t length,
          OpFoldResult number, OpFoldResult first) {
        OpFoldResult index = IndexMath(inStep, loc).sub(number, piece.first);
        if (plan.pieces == row && (of.lineLength || isOpen(row)))
          return emitTileOfLine(inStep, piece.at, {here, 1, {}, index}, first,
                                length, body);
        if (plan.pieces == row)
          return body(inStep, {here, 1, linesOf(inStep, first, length), index});
        emitSteps(inStep, row, plan.rowSteps, inStep.getIndexAttr(0),
                  inStep.getIndexAttr(plan.rowSteps.count), here,
                  [&](OpBuilder &nested, const Positions &there, int64_t height,
                      OpFoldResult tile, OpFoldResult line) {
                    IndexMath math(nested, loc);
                    OpFoldResult before =
                        math.mul(index, math.constant(plan.rowSteps.count));
                    body(nested, {there, length, linesOf(nested, line, height),
                                  math.add(before, tile)});
                  });
      });
}

void ContractionEmitter::forEachVector(
    OpBuilder &builder, ArrayRef<TileVector> vectors, const RowTile &tile,
    llvm::function_ref<void(unsigned, const Positions &)> body) const {
  IndexMath math(builder, loc);
  for (int64_t outer = 0; outer != tile.outer; ++outer)
    for (const Positions &line : tile.lines) {
      Positions at = tile.at;
      if (outer)
        at = advance(builder, loc, nest, plan.pieces, math.constant(outer), at);
      for (auto [position, distance] : llvm::zip_equal(at, line))
        position = IndexMath(builder, loc).add(position, distance);
      for (auto [number, vector] : llvm::enumerate(vectors))
        body(number, positionOf(builder, at, vector));
    }
}

/// What `sums`, of a tile's vectors in their order, become in the reductions of
/// `part`, with `corrections` of the vectors, if any. Meanwhile it asks for
/// `share` of the next block, unless that is null.
SmallVector<Value>
ContractionEmitter::multiply(OpBuilder &builder, const StridedNest &part,
                             ArrayRef<TileVector> vectors, const RowTile &tile,
                             ValueRange sums, ValueRange corrections,
                             OpFoldResult share) const {
  auto step = [&](OpBuilder &nested, const Positions &here,
                  ValueRange carried) {
    IndexMath math(nested, loc);
    SmallVector<Value> right, next;
    if (share)
      prefetchStep(nested, share, math.sub(here[b], tile.at[b]));
    for (const TileVector &vector : vectors)
      right.push_back(loadColumns(nested, here, vector));
    Value left;
    forEachVector(nested, vectors, {here, tile.outer, tile.lines, {}},
                  [&](unsigned number, const Positions &there) {
                    if (number == 0)
                      left = product.loadA(nested, loc, nest.operands[a].memref,
                                           math.value(there[a]), lanes);
                    next.push_back(product.step(nested, loc, left,
                                                right[number],
                                                carried[next.size()]));
                  });
    return next;
  };
  unsigned innermost = part.loops.size() - 1;
  SmallVector<Value> result = emitLoops(
      builder, loc, part, reductions, innermost, tile.at, sums,
      [&](OpBuilder &nested, const Positions &here, ValueRange carried) {
        if (innermost != reductions)
          prefetchRows(nested, innermost - 1,
                       {here, tile.outer, tile.lines, {}});
        return emitLoops(nested, loc, part, innermost, innermost + 1, here,
                         carried, step);
      });
  if (corrections.empty())
    return result;
  for (auto [number, sum] : llvm::enumerate(result))
    sum = arith::AddIOp::create(builder, loc, sum,
                                corrections[number % corrections.size()]);
  return result;
}

/// What an offset of a makes the sums over the reductions of `part` be too
/// large by, negated: one vector for each of a tile's, none without an offset.
SmallVector<Value>
ContractionEmitter::emitCorrections(OpBuilder &builder, const StridedNest &part,
                                    ArrayRef<TileVector> vectors,
                                    const Positions &at) const {
  if (of.factors[a].offset == 0)
    return {};
  auto number = [&](int64_t value) {
    auto type = VectorType::get({lanes}, builder.getI32Type());
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type, builder.getI32IntegerAttr(value)));
  };
  Value ones = product.ones(builder, loc, lanes);
  SmallVector<Value> sums(vectors.size(), number(0));
  sums = emitLoops(
      builder, loc, part, reductions, part.loops.size(), at, sums,
      [&](OpBuilder &nested, const Positions &here, ValueRange carried) {
        SmallVector<Value> next;
        for (auto [vector, sum] : llvm::zip_equal(vectors, carried))
          next.push_back(product.step(nested, loc, ones,
                                      loadColumns(nested, here, vector), sum));
        return next;
      });
  for (Value &sum : sums)
    sum =
        arith::MulIOp::create(builder, loc, sum, number(-of.factors[a].offset));
  return sums;
}
