//===- MicroKernel.cpp - One tile of a matrix product ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Costs/CpuCosts.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "ExactSum.h"
#include "Nest/LoopBuilder.h"
#include "Nest/VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

static MemRefType typeOf(linalg::LinalgOp op, unsigned operand) {
  return cast<MemRefType>(op->getOperand(operand).getType());
}

/// The product of the elements, which stand together by the last extent.
LogicalResult MicroKernel::chooseProduct(linalg::LinalgOp op,
                                         const VectorUnit &unit) {
  int64_t packedK = typeOf(op, 0).getShape().back();
  ProductElements elements{typeOf(op, 0).getElementType(),
                           typeOf(op, 1).getElementType(),
                           typeOf(op, 2).getElementType(), packedK};
  if (Attribute attribute = op->getAttr(kUnsignedAttrName)) {
    auto flags = dyn_cast<DenseBoolArrayAttr>(attribute);
    if (!flags || flags.size() != 2 || !elements.a.isInteger() ||
        !elements.b.isInteger())
      return op->emitOpError("has '")
             << kUnsignedAttrName << "' = " << attribute
             << ": it takes two flags, and a product of integers";
    elements.aUnsigned = flags[0];
    elements.bUnsigned = flags[1];
  }
  if (Attribute attribute = op->getAttr(kAOffsetAttrName)) {
    auto given = dyn_cast<IntegerAttr>(attribute);
    if (!given || !given.getType().isInteger(32) ||
        !elements.accumulator.isInteger(32))
      return op->emitOpError("has '")
             << kAOffsetAttrName << "' = " << attribute
             << ": it takes an i32, and a product of int32";
    offset = given.getInt();
  }
  product = InnerProduct::get(elements, lanes, unit);
  if (product)
    return success();
  auto sign = [](bool isUnsigned) { return isUnsigned ? "unsigned " : ""; };
  return op->emitOpError("has no micro-kernel for ")
         << sign(elements.aUnsigned) << elements.a << " x "
         << sign(elements.bUnsigned) << elements.b << " -> "
         << elements.accumulator << " packed by " << packedK << " in tiles of "
         << tileColumns << " columns on this CPU";
}

LogicalResult MicroKernel::choose(linalg::LinalgOp op, const VectorUnit &unit) {
  for (unsigned operand = 0; operand != 3; ++operand)
    if (ShapedType::isDynamicShape(typeOf(op, operand).getShape().take_back(2)))
      return op->emitOpError("needs packed tiles of static size");
  MemRefType sums = typeOf(op, 2);
  tileRows = sums.getShape().take_back(2)[0];
  tileColumns = sums.getShape().take_back(2)[1];
  lanes = std::min<int64_t>(unit.lanes(sums.getElementTypeBitWidth() / 8),
                            tileColumns & -tileColumns);
  if (failed(chooseProduct(op, unit)))
    return failure();
  for (unsigned operand = 0; operand != 3; ++operand)
    if (typeOf(op, operand).getStridesAndOffset().first.back() != 1)
      return op->emitOpError("needs tiles whose rows are contiguous");
  if (Attribute attribute = op->getAttr(kKBlockAttrName)) {
    auto block = dyn_cast<IntegerAttr>(attribute);
    kBlock = block ? block.getValue().getSExtValue() : 0;
    if (!sums.getElementType().isF32() || kBlock < 1 || kBlock > 64)
      return op->emitOpError("has '")
             << kKBlockAttrName << "' = " << attribute
             << ": it takes 1 to 64, and a product of float32";
  }
  return success();
}

/// Where element `column` of `row` of the first panel lies.
static Value elementOf(OpBuilder &builder, Location loc, const SumTile &tile,
                       OpFoldResult row, OpFoldResult column) {
  IndexMath math(builder, loc);
  return math.value(
      math.add(tile.start, math.add(math.mul(row, tile.rowStride), column)));
}

/// Where `vector` of `row` lies.
Value MicroKernel::positionIn(OpBuilder &builder, const SumTile &tile,
                              int64_t row, int64_t vector) const {
  IndexMath math(builder, loc);
  int64_t column = vector * lanes;
  SumTile panel = tile;
  if (int64_t number = column / tileColumns)
    panel.start =
        math.add(tile.start, math.mul(math.constant(number), tile.panelStride));
  return elementOf(builder, loc, panel, math.constant(row),
                   math.constant(column % tileColumns));
}

Value MicroKernel::loadSums(OpBuilder &builder, const SumTile &tile,
                            Value position) const {
  if (tile.initial)
    return splat(builder, loc, tile.initial, lanes);
  Type element = cast<MemRefType>(tile.memref.getType()).getElementType();
  return vector::LoadOp::create(builder, loc, VectorType::get({lanes}, element),
                                tile.memref, position);
}

/// Vector `vector` of the columns at `row` of B.
Value MicroKernel::loadColumns(OpBuilder &builder, OpFoldResult row,
                               int64_t vector) const {
  IndexMath math(builder, loc);
  int64_t column = vector * lanes;
  if (int64_t panel = column / tileColumns)
    row = math.add(row, math.mul(math.constant(panel), b.stride(0)));
  OpFoldResult at = math.mul(math.constant(column % tileColumns), b.stride(2));
  return product->loadB(builder, loc, b.flat.memref,
                        math.value(math.add(row, at)), lanes);
}

Value MicroKernel::correction(OpBuilder &builder, Value columnSum) const {
  Value factor =
      splat(builder, loc,
            arith::ConstantOp::create(
                builder, loc, builder.getI32IntegerAttr(int32_t(-offset))),
            lanes);
  return arith::MulIOp::create(builder, loc, columnSum, factor);
}

static Value zeros(OpBuilder &builder, Location loc, int64_t lanes) {
  auto type = VectorType::get({lanes}, builder.getI32Type());
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

SmallVector<Value> MicroKernel::emitCorrections(OpBuilder &builder,
                                                OpFoldResult bStart,
                                                OpFoldResult length) const {
  // Several chains of sums: one would wait for its own instructions.
  int64_t chains = CpuCosts::columnSumsAtOnce;
  IndexMath math(builder, loc);
  int64_t vectors = this->vectors();
  Value ones = product->ones(builder, loc, lanes);
  SmallVector<Value> sums(chains * vectors, zeros(builder, loc, lanes));
  OpFoldResult rest = math.rem(length, math.constant(chains));
  OpFoldResult whole = math.sub(length, rest);
  auto emitLoop = [&](OpFoldResult first, OpFoldResult end, int64_t count) {
    auto loop = scf::ForOp::create(
        builder, loc, math.value(first), math.value(end),
        math.value(math.constant(count)), sums,
        [&](OpBuilder &nested, Location, Value k, ValueRange carried) {
          IndexMath math(nested, loc);
          SmallVector<Value> next(carried);
          for (int64_t chain = 0; chain != count; ++chain) {
            OpFoldResult row =
                math.add(bStart, math.mul(math.add(k, math.constant(chain)),
                                          b.stride(1)));
            for (int64_t vector = 0; vector != vectors; ++vector) {
              Value &sum = next[chain * vectors + vector];
              sum = product->step(nested, loc, ones,
                                  loadColumns(nested, row, vector), sum);
            }
          }
          scf::YieldOp::create(nested, loc, next);
        });
    sums.assign(loop.result_begin(), loop.result_end());
  };
  emitLoop(math.constant(0), whole, chains);
  if (!isZeroInteger(rest))
    emitLoop(whole, length, 1);
  SmallVector<Value> corrections;
  for (int64_t vector = 0; vector != vectors; ++vector) {
    Value sum = sums[vector];
    for (int64_t chain = 1; chain != chains; ++chain)
      sum = arith::AddIOp::create(builder, loc, sum,
                                  sums[chain * vectors + vector]);
    corrections.push_back(correction(builder, sum));
  }
  return corrections;
}

void MicroKernel::emit(OpBuilder &builder, OpFoldResult aStart,
                       OpFoldResult bStart, const SumTile &tile,
                       OpFoldResult length) const {
  if (kBlock)
    return emitInBlocks(builder, aStart, bStart, tile, length);
  IndexMath math(builder, loc);
  int64_t vectors = this->vectors();
  SmallVector<Value> sums;
  for (int64_t row = 0; row != tileRows; ++row)
    for (int64_t vector = 0; vector != vectors; ++vector) {
      Value sum =
          loadSums(builder, tile, positionIn(builder, tile, row, vector));
      if (!tile.corrections.empty())
        sum =
            arith::AddIOp::create(builder, loc, sum, tile.corrections[vector]);
      sums.push_back(sum);
    }
  // The last row, where there is one more, adds up B itself.
  if (correctsAlong)
    sums.append(vectors, zeros(builder, loc, lanes));

  auto loop = scf::ForOp::create(
      builder, loc, math.value(math.constant(0)), math.value(length),
      math.value(math.constant(1)), sums,
      [&](OpBuilder &nested, Location, Value k, ValueRange carried) {
        IndexMath math(nested, loc);
        OpFoldResult aRow = math.add(aStart, math.mul(k, a.stride(1)));
        OpFoldResult bRow = math.add(bStart, math.mul(k, b.stride(1)));
        SmallVector<Value> columns, next;
        for (int64_t vector = 0; vector != vectors; ++vector)
          columns.push_back(loadColumns(nested, bRow, vector));
        for (int64_t row = 0; row != tileRows + correctsAlong; ++row) {
          OpFoldResult at =
              math.add(aRow, math.mul(math.constant(row), a.stride(2)));
          Value factor = row == tileRows
                             ? product->ones(nested, loc, lanes)
                             : product->loadA(nested, loc, a.flat.memref,
                                              math.value(at), lanes);
          for (int64_t vector = 0; vector != vectors; ++vector)
            next.push_back(product->step(nested, loc, factor, columns[vector],
                                         carried[next.size()]));
        }
        scf::YieldOp::create(nested, loc, next);
      });

  for (int64_t row = 0; row != tileRows; ++row)
    for (int64_t vector = 0; vector != vectors; ++vector) {
      Value sum = loop.getResult(row * vectors + vector);
      if (correctsAlong)
        sum = arith::AddIOp::create(
            builder, loc, sum,
            correction(builder, loop.getResult(tileRows * vectors + vector)));
      vector::StoreOp::create(builder, loc, sum, tile.memref,
                              positionIn(builder, tile, row, vector));
    }
}

/// The same where `kBlock` products at a time join C, as their exact sum that
/// is rounded once.
void MicroKernel::emitInBlocks(OpBuilder &builder, OpFoldResult aStart,
                               OpFoldResult bStart, const SumTile &tile,
                               OpFoldResult length) const {
  IndexMath math(builder, loc);
  auto emitVector = [&](OpBuilder &inVector, OpFoldResult row,
                        OpFoldResult column) {
    IndexMath math(inVector, loc);
    OpFoldResult aRow = math.add(aStart, math.mul(row, a.stride(2)));
    OpFoldResult bColumn = math.add(bStart, column);
    auto sumBlock = [&](ImplicitLocOpBuilder &inBlock, Value first) {
      IndexMath math(inBlock, loc);
      Value size = math.value(clampChunk(inBlock, loc, length, first, kBlock));
      auto products = scf::ForOp::create(
          inBlock, math.value(math.constant(0)), size,
          math.value(math.constant(1)), ExactSum::start(inBlock, lanes, kBlock),
          [&](OpBuilder &nested, Location, Value index, ValueRange carried) {
            ImplicitLocOpBuilder b(loc, nested);
            IndexMath math(b, loc);
            OpFoldResult k = math.add(first, index);
            Value x = product->loadA(
                b, loc, a.flat.memref,
                math.value(math.add(aRow, math.mul(k, a.stride(1)))), lanes);
            Value y = product->loadB(
                b, loc, this->b.flat.memref,
                math.value(math.add(bColumn, math.mul(k, this->b.stride(1)))),
                lanes);
            scf::YieldOp::create(b, ExactSum::add(b, carried, x, y));
          });
      return ExactSum::round(inBlock, products.getResults());
    };
    Value position = elementOf(inVector, loc, tile, row, column);
    Value start = loadSums(inVector, tile, position);
    auto blocks = scf::ForOp::create(
        inVector, loc, math.value(math.constant(0)), math.value(length),
        math.value(math.constant(kBlock)), start,
        [&](OpBuilder &nested, Location, Value first, ValueRange carried) {
          ImplicitLocOpBuilder b(loc, nested);
          Value sum = arith::AddFOp::create(b, carried[0], sumBlock(b, first));
          scf::YieldOp::create(b, sum);
        });
    vector::StoreOp::create(inVector, loc, blocks.getResult(0), tile.memref,
                            position);
  };
  emitFor(builder, loc, math.constant(tileRows), 1,
          [&](OpBuilder &inRow, OpFoldResult row) {
            emitFor(inRow, loc, math.constant(tileColumns), lanes,
                    [&](OpBuilder &inVector, OpFoldResult column) {
                      emitVector(inVector, row, column);
                    });
          });
}
