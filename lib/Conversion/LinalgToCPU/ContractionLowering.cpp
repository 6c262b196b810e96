//===- ContractionLowering.cpp - Products of operands as they lie ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// c += a * b as a linalg.generic: b and c are contiguous along one loop, the
// columns, along which a stays where it is; a and c move along another, the
// rows, along which b stays. A tile of rows and columns is in registers while
// the reductions run. a is read by scalars, at any strides: the windows of a
// convolution, its steps and rows of a matrix are all the same, and none of
// them is copied.

#include "ContractionLowering.h"
#include "InnerProduct.h"
#include "LoopBuilder.h"
#include "ProductReaders.h"
#include "VectorBody.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// Vectors of a tile's row: each element of a is used as often.
static constexpr int64_t vectorsOfTile = 2;
/// What a piece of rows reads of a stays in the second-level cache while the
/// panels of b pass by.
static constexpr int64_t pieceBytes = 384 << 10;
static constexpr int64_t enoughPieces = 16;
/// As much of a panel of b stays there, too. Longer reductions run in parts,
/// and the sums wait in memory meanwhile, which changes no bit.
static constexpr int64_t panelBytes = 320 << 10;
/// The largest buffer of sums that one thread gets.
static constexpr int64_t mostStackBytes = 128 << 10;

/// Whether `value` is the argument `argument` of a body, widened or not.
static bool isWidened(Value value, BlockArgument argument) {
  while (isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value == argument;
}

bool mlir::ascend::isContraction(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0)
    return false;
  Block *body = op.getBody();
  BlockArgument a = body->getArgument(0), b = body->getArgument(1),
                c = body->getArgument(2);
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (auto fma = dyn_cast_or_null<math::FmaOp>(sum))
    return fma.getC() == c && isWidened(fma.getA(), a) &&
           isWidened(fma.getB(), b);
  auto add = dyn_cast_or_null<arith::AddIOp>(sum);
  auto product = add && add.getLhs() == c
                     ? add.getRhs().getDefiningOp<arith::MulIOp>()
                     : arith::MulIOp();
  return product && isWidened(product.getLhs(), a) &&
         isWidened(product.getRhs(), b);
}

namespace {

/// A vector of a tile's row: so many steps of the loops of panels and columns
/// from the first, and which of its lanes are columns.
struct TileVector {
  int64_t panel, column;
  int64_t active;
};

/// Rows of a tile: `outer` iterations of the loop of pieces, in each `height`
/// of that of rows; `number` counts the tiles of a piece.
struct RowTile {
  Positions at;
  int64_t outer, height;
  OpFoldResult number;
};

/// A loop around the tiles, `step` iterations of the nest's at once.
struct GridLoop {
  unsigned loop;
  OpFoldResult count;
  int64_t step;
};

class ContractionLowering {
public:
  ContractionLowering(RewriterBase &rewriter, linalg::GenericOp op,
                      const VectorUnit &unit)
      : rewriter(rewriter), op(op), loc(op.getLoc()), unit(unit) {}

  /// Whether the loops have this form; changes nothing else than to add ops
  /// that compute positions.
  FailureOr<bool> matches();
  LogicalResult lower();

private:
  int64_t sizeOf(unsigned loop) const {
    return *getConstantIntValue(nest.loops[loop].size);
  }
  int64_t bytesOf(unsigned operand) {
    auto type = cast<MemRefType>(op->getOperand(operand).getType());
    return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  }
  void insertRow();
  int64_t footprint(unsigned loop, int64_t steps);
  void chooseTile();
  void choosePieces(bool threads);
  int64_t bufferElements(int64_t vectors) const;
  bool worthThreads() const;
  void emitTiles(ArrayRef<TileVector> vectors, GridLoop blocks,
                 const Positions &from, bool threads);
  void emitStepped(OpBuilder &builder, unsigned loop, OpFoldResult length,
                   int64_t step, const Positions &at,
                   llvm::function_ref<void(OpBuilder &, const Positions &,
                                           int64_t, OpFoldResult)>
                       body);
  void forEachTile(OpBuilder &builder, const Positions &at, OpFoldResult length,
                   llvm::function_ref<void(OpBuilder &, const RowTile &)> body);
  void
  forEachVector(OpBuilder &builder, ArrayRef<TileVector> vectors,
                const RowTile &tile,
                llvm::function_ref<void(unsigned, const Positions &)> body);
  void emitPiece(OpBuilder &builder, ArrayRef<TileVector> vectors,
                 const Positions &at, OpFoldResult length);
  SmallVector<Value> multiply(OpBuilder &builder, const StridedNest &part,
                              ArrayRef<TileVector> vectors, const RowTile &tile,
                              ValueRange sums);
  Positions positionOf(OpBuilder &builder, const Positions &at,
                       const TileVector &vector);
  void finish(OpBuilder &builder, const Positions &at, const VectorBlock &block,
              Value sum);

  RewriterBase &rewriter;
  linalg::GenericOp op;
  Location loc;
  const VectorUnit &unit;
  /// The loops of the op; its operands, then those of each reader.
  StridedNest nest;
  std::unique_ptr<InnerProduct> product;
  std::optional<ProductReaders> readers;
  /// What each sum begins with, and the op that says so; null where c holds it.
  Value start;
  linalg::FillOp fill;
  /// The operands of the nest that are a and b.
  unsigned a = 0, b = 1;
  unsigned columns = 0, rows = 0, reductions = 0;
  /// The loop of which a piece takes some iterations: `rows`, or one outside.
  unsigned pieces = 0;
  int64_t pieceLength = 0;
  /// Along which the vectors of a tile lie beside each other.
  std::optional<unsigned> panels;
  int64_t lanes = 0, tileRows = 0, tileOuter = 1;
  /// Iterations of the outermost reduction that run in one go.
  int64_t runLength = 0;
};

} // namespace

static constexpr unsigned c = 2;

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
  for (const NestLoop &loop : nest.loops)
    if (!getConstantIntValue(loop.size) || isZeroInteger(loop.size))
      return false;
  for (const NestOperand &operand : nest.operands)
    if (!operand.memref)
      return false;
  while (reductions != nest.loops.size() && !nest.loops[reductions].reduction)
    ++reductions;
  if (reductions == 0 || reductions == nest.loops.size())
    return false;
  columns = reductions - 1;
  if (!nest.hasStride(b, columns, 1))
    std::swap(a, b);
  if (!nest.hasStride(a, columns, 0) || !nest.hasStride(b, columns, 1) ||
      !nest.hasStride(c, columns, 1))
    return false;
  auto moves = [&](unsigned operand, unsigned loop) {
    return !nest.hasStride(operand, loop, 0);
  };
  std::optional<unsigned> row;
  for (unsigned loop = 0; loop != columns; ++loop) {
    if (moves(a, loop) && !moves(b, loop))
      row = loop;
    if (moves(b, loop) && !moves(a, loop))
      panels = loop;
  }
  auto elementOf = [&](Value value) {
    return cast<MemRefType>(value.getType()).getElementType();
  };
  lanes = std::min<int64_t>(unit.lanes(bytesOf(c)),
                            llvm::PowerOf2Ceil(sizeOf(columns)));
  product = InnerProduct::get({elementOf(op->getOperand(a)),
                               elementOf(op->getOperand(b)),
                               elementOf(op->getOperand(c)), /*packedK=*/1},
                              lanes, unit);
  if (!product)
    return false;
  rows = row.value_or(0);
  if (!row)
    insertRow();
  return true;
}

/// A loop of one row, where there is none.
void ContractionLowering::insertRow() {
  nest.loops.insert(nest.loops.begin(), {rewriter.getIndexAttr(1), false});
  nest.loops.front().dim = op.getNumLoops();
  for (NestOperand &operand : nest.operands)
    operand.strides.insert(operand.strides.begin(), rewriter.getIndexAttr(0));
  ++columns;
  ++reductions;
  if (panels)
    ++*panels;
}

/// Bytes of a that `steps` iterations of `loop`, all of the rows' and all
/// reductions read: of each axis the part that they reach.
int64_t ContractionLowering::footprint(unsigned loop, int64_t steps) {
  AffineMap map = op.getIndexingMapsArray()[a];
  SmallVector<int64_t> reach(op.getNumLoops(), 0);
  for (auto [number, each] : llvm::enumerate(nest.loops)) {
    if (each.dim == op.getNumLoops())
      continue;
    if (each.reduction || number == rows)
      reach[each.dim] = sizeOf(number) - 1;
    if (number == loop)
      reach[each.dim] = steps - 1;
  }
  SmallVector<AffineExpr> last;
  for (int64_t step : reach)
    last.push_back(getAffineConstantExpr(step, op.getContext()));
  SmallVector<AffineExpr> none(reach.size(),
                               getAffineConstantExpr(0, op.getContext()));
  int64_t elements = 1;
  for (AffineExpr expr : map.getResults()) {
    auto at = [&](ArrayRef<AffineExpr> dims) {
      return cast<AffineConstantExpr>(expr.replaceDims(dims)).getValue();
    };
    elements *= std::abs(at(last) - at(none)) + 1;
  }
  return elements * bytesOf(a);
}

/// As many rows as there are registers for, and equally many in each tile.
void ContractionLowering::chooseTile() {
  // The registers also hold a row of b and an element of a.
  int64_t most = (unit.registers() - vectorsOfTile - 2) / vectorsOfTile;
  tileRows =
      llvm::divideCeil(sizeOf(rows), llvm::divideCeil(sizeOf(rows), most));
  // The innermost loop around the rows that b does not move in, either.
  pieces = rows;
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != rows && nest.hasStride(b, loop, 0) &&
        !nest.hasStride(a, loop, 0))
      pieces = loop;
  if (pieces != rows && tileRows == sizeOf(rows))
    tileOuter = std::min(most / tileRows, sizeOf(pieces));
  // Of the panels that a tile's vectors come from.
  int64_t depth = nest.iterations(reductions, nest.loops.size());
  int64_t bytes = depth * vectorsOfTile * lanes * bytesOf(b);
  runLength =
      llvm::divideCeil(sizeOf(reductions), llvm::divideCeil(bytes, panelBytes));
}

/// Sums of a piece, of tiles of so many vectors.
int64_t ContractionLowering::bufferElements(int64_t vectors) const {
  int64_t tiles =
      llvm::divideCeil(pieceLength, pieces == rows ? tileRows : tileOuter);
  if (pieces != rows)
    tiles *= llvm::divideCeil(sizeOf(rows), tileRows);
  return tiles * tileOuter * tileRows * vectors * lanes;
}

void ContractionLowering::choosePieces(bool threads) {
  int64_t unitLength = pieces == rows ? tileRows : tileOuter;
  int64_t all = sizeOf(pieces);
  pieceLength = llvm::alignTo(all, unitLength);
  while (pieceLength > unitLength &&
         footprint(pieces, std::min(all, pieceLength)) > pieceBytes)
    pieceLength = llvm::alignTo(llvm::divideCeil(pieceLength, 2), unitLength);
  auto numPieces = [&] {
    int64_t count = llvm::divideCeil(all, pieceLength);
    for (unsigned loop = 0; loop != columns; ++loop)
      if (loop != rows && loop != pieces)
        count *= sizeOf(loop);
    return count * llvm::divideCeil(sizeOf(columns), lanes) / vectorsOfTile;
  };
  while (threads && pieceLength > unitLength && numPieces() < enoughPieces)
    pieceLength = llvm::alignTo(llvm::divideCeil(pieceLength, 2), unitLength);
  if (bufferElements(vectorsOfTile) * bytesOf(c) > mostStackBytes)
    runLength = sizeOf(reductions);
}

bool ContractionLowering::worthThreads() const {
  // About eight products and sums per lane and nanosecond.
  return double(nest.iterations(0, nest.loops.size())) / (8.0 * lanes) >=
         threadsFromNanoseconds;
}

Positions ContractionLowering::positionOf(OpBuilder &builder,
                                          const Positions &at,
                                          const TileVector &vector) {
  IndexMath math(builder, loc);
  Positions moved = at;
  if (vector.panel)
    moved = advance(builder, loc, nest, *panels, math.constant(vector.panel),
                    moved);
  if (vector.column)
    moved = advance(builder, loc, nest, columns, math.constant(vector.column),
                    moved);
  return moved;
}

void ContractionLowering::finish(OpBuilder &builder, const Positions &at,
                                 const VectorBlock &block, Value sum) {
  if (!readers)
    return writeVector(builder, loc, sum, nest.operands[c], at[c],
                       nest.operands[c].strides[columns], block);
  unsigned operand = c + 1;
  for (ProductReaders::Reader reader : readers->get()) {
    SmallVector<Value> arguments;
    unsigned inputs = reader.op.getNumDpsInputs();
    for (unsigned input = 0; input != inputs; ++input)
      arguments.push_back(
          input == reader.operand
              ? sum
              : readVector(builder, loc, nest.operands[operand + input],
                           at[operand + input],
                           nest.operands[operand + input].strides[columns],
                           block));
    operand += inputs;
    for (OpOperand &output : reader.op.getDpsInitsMutable()) {
      unsigned number = operand + output.getOperandNumber() - inputs;
      arguments.push_back(
          reader.op.payloadUsesValueFromOperand(&output)
              ? readVector(builder, loc, nest.operands[number], at[number],
                           nest.operands[number].strides[columns], block)
              : Value());
    }
    SmallVector<Value> results =
        emitVectorBody(builder, reader.op, arguments, {}, block);
    for (Value result : results) {
      writeVector(builder, loc, result, nest.operands[operand], at[operand],
                  nest.operands[operand].strides[columns], block);
      ++operand;
    }
  }
}

/// Steps of `loop`, `step` at once, then, where the last are fewer, those.
void ContractionLowering::emitStepped(
    OpBuilder &builder, unsigned loop, OpFoldResult length, int64_t step,
    const Positions &at,
    llvm::function_ref<void(OpBuilder &, const Positions &, int64_t,
                            OpFoldResult)>
        body) {
  IndexMath math(builder, loc);
  OpFoldResult whole = math.div(length, math.constant(step));
  emitFor(builder, loc, whole, 1, [&](OpBuilder &nested, OpFoldResult number) {
    OpFoldResult first =
        IndexMath(nested, loc).mul(number, math.constant(step));
    body(nested, advance(nested, loc, nest, loop, first, at), step, number);
  });
  int64_t rest = sizeOf(loop) % step;
  OpFoldResult left = math.rem(length, math.constant(step));
  if (rest == 0 || isZeroInteger(left))
    return;
  // Once, or, in a piece that ends with a whole tile, not at all.
  emitFor(builder, loc, math.div(left, math.constant(rest)), 1,
          [&](OpBuilder &nested, OpFoldResult) {
            OpFoldResult first =
                IndexMath(nested, loc).mul(whole, math.constant(step));
            body(nested, advance(nested, loc, nest, loop, first, at), rest,
                 whole);
          });
}

/// The tiles of `length` iterations of the loop of pieces.
void ContractionLowering::forEachTile(
    OpBuilder &builder, const Positions &at, OpFoldResult length,
    llvm::function_ref<void(OpBuilder &, const RowTile &)> body) {
  if (pieces == rows)
    return emitStepped(
        builder, rows, length, tileRows, at,
        [&](OpBuilder &nested, const Positions &here, int64_t height,
            OpFoldResult number) { body(nested, {here, 1, height, number}); });
  int64_t tilesOfRow = llvm::divideCeil(sizeOf(rows), tileRows);
  emitStepped(
      builder, pieces, length, tileOuter, at,
      [&](OpBuilder &inPiece, const Positions &here, int64_t outer,
          OpFoldResult first) {
        emitStepped(
            inPiece, rows, nest.loops[rows].size, tileRows, here,
            [&](OpBuilder &nested, const Positions &there, int64_t height,
                OpFoldResult number) {
              IndexMath math(nested, loc);
              OpFoldResult before = math.mul(first, math.constant(tilesOfRow));
              body(nested, {there, outer, height, math.add(before, number)});
            });
      });
}

void ContractionLowering::forEachVector(
    OpBuilder &builder, ArrayRef<TileVector> vectors, const RowTile &tile,
    llvm::function_ref<void(unsigned, const Positions &)> body) {
  IndexMath math(builder, loc);
  for (int64_t outer = 0; outer != tile.outer; ++outer)
    for (int64_t row = 0; row != tile.height; ++row) {
      Positions at = tile.at;
      if (outer)
        at = advance(builder, loc, nest, pieces, math.constant(outer), at);
      if (row)
        at = advance(builder, loc, nest, rows, math.constant(row), at);
      for (auto [number, vector] : llvm::enumerate(vectors))
        body(number, positionOf(builder, at, vector));
    }
}

/// What `sums`, of a tile's vectors in their order, become in the reductions of
/// `part`.
SmallVector<Value> ContractionLowering::multiply(OpBuilder &builder,
                                                 const StridedNest &part,
                                                 ArrayRef<TileVector> vectors,
                                                 const RowTile &tile,
                                                 ValueRange sums) {
  return emitLoops(
      builder, loc, part, reductions, part.loops.size(), tile.at, sums,
      [&](OpBuilder &nested, const Positions &here, ValueRange carried) {
        IndexMath math(nested, loc);
        SmallVector<Value> right, next;
        for (const TileVector &vector : vectors) {
          VectorBlock block =
              makeBlock(nested, loc, lanes, math.constant(vector.active));
          right.push_back(
              product->loadB(nested, loc, nest.operands[b].memref,
                             math.value(positionOf(nested, here, vector)[b]),
                             lanes, block.mask));
        }
        Value left;
        forEachVector(
            nested, vectors, {here, tile.outer, tile.height, {}},
            [&](unsigned number, const Positions &there) {
              if (number == 0)
                left = product->loadA(nested, loc, nest.operands[a].memref,
                                      math.value(there[a]), lanes);
              next.push_back(product->step(nested, loc, left, right[number],
                                           carried[next.size()]));
            });
        return next;
      });
}

void ContractionLowering::emitPiece(OpBuilder &builder,
                                    ArrayRef<TileVector> vectors,
                                    const Positions &at, OpFoldResult length) {
  auto blockOf = [&](OpBuilder &nested, unsigned number) {
    return makeBlock(nested, loc, lanes,
                     nested.getIndexAttr(vectors[number].active));
  };
  auto readSums = [&](OpBuilder &nested, const RowTile &tile) {
    SmallVector<Value> sums;
    forEachVector(
        nested, vectors, tile, [&](unsigned number, const Positions &here) {
          sums.push_back(readVector(nested, loc, nest.operands[c], here[c],
                                    nest.operands[c].strides[columns],
                                    blockOf(nested, number)));
        });
    return sums;
  };
  auto finishAll = [&](OpBuilder &nested, const RowTile &tile,
                       ValueRange sums) {
    unsigned index = 0;
    forEachVector(
        nested, vectors, tile, [&](unsigned number, const Positions &here) {
          finish(nested, here, blockOf(nested, number), sums[index++]);
        });
  };
  int64_t depth = sizeOf(reductions);
  if (runLength == depth)
    return forEachTile(
        builder, at, length, [&](OpBuilder &nested, const RowTile &tile) {
          SmallVector<Value> sums;
          if (start)
            sums.assign(vectors.size() * tile.outer * tile.height,
                        splat(nested, loc, start, lanes));
          else
            sums = readSums(nested, tile);
          finishAll(nested, tile, multiply(nested, nest, vectors, tile, sums));
        });

  // The sums of a piece, one vector after the other.
  Value buffer;
  int64_t tileVectors = tileOuter * tileRows * vectors.size();
  if (readers) {
    int64_t elements = bufferElements(vectors.size());
    buffer = makeThreadBuffer(builder, loc, elements, start.getType());
    Value initial = splat(builder, loc, start, lanes);
    emitFor(builder, loc, builder.getIndexAttr(elements), lanes,
            [&](OpBuilder &nested, OpFoldResult index) {
              vector::StoreOp::create(nested, loc, initial, buffer,
                                      IndexMath(nested, loc).value(index));
            });
  }
  auto slotOf = [&](OpBuilder &nested, const RowTile &tile, int64_t index) {
    IndexMath math(nested, loc);
    OpFoldResult first =
        math.mul(tile.number, math.constant(tileVectors * lanes));
    return math.value(math.add(first, math.constant(index * lanes)));
  };
  auto load = [&](OpBuilder &nested, const RowTile &tile) {
    if (!buffer)
      return readSums(nested, tile);
    SmallVector<Value> sums;
    auto type = VectorType::get({lanes}, start.getType());
    for (size_t i = 0; i != vectors.size() * tile.outer * tile.height; ++i)
      sums.push_back(vector::LoadOp::create(nested, loc, type, buffer,
                                            slotOf(nested, tile, i)));
    return sums;
  };
  emitFor(builder, loc, builder.getIndexAttr(depth), runLength,
          [&](OpBuilder &inRun, OpFoldResult first) {
            StridedNest part = nest;
            part.loops[reductions].size = clampRun(
                inRun, loc, nest.loops[reductions].size, first, runLength);
            forEachTile(inRun, advance(inRun, loc, nest, reductions, first, at),
                        length, [&](OpBuilder &nested, const RowTile &tile) {
                          SmallVector<Value> sums = multiply(
                              nested, part, vectors, tile, load(nested, tile));
                          if (!buffer)
                            return finishAll(nested, tile, sums);
                          for (auto [i, sum] : llvm::enumerate(sums))
                            vector::StoreOp::create(nested, loc, sum, buffer,
                                                    slotOf(nested, tile, i));
                        });
          });
  if (buffer)
    forEachTile(builder, at, length,
                [&](OpBuilder &nested, const RowTile &tile) {
                  finishAll(nested, tile, load(nested, tile));
                });
}

/// All tiles of the columns that `blocks` counts, piece after piece.
void ContractionLowering::emitTiles(ArrayRef<TileVector> vectors,
                                    GridLoop blocks, const Positions &from,
                                    bool threads) {
  IndexMath math(rewriter, loc);
  SmallVector<GridLoop> grid;
  for (unsigned loop = 0; loop != columns; ++loop)
    if (loop != rows && loop != pieces && loop != blocks.loop)
      grid.push_back({loop, nest.loops[loop].size, 1});
  grid.push_back({pieces,
                  math.constant(llvm::divideCeil(sizeOf(pieces), pieceLength)),
                  pieceLength});
  grid.push_back(blocks);
  OpFoldResult count = math.constant(1);
  for (const GridLoop &each : grid)
    count = math.mul(count, each.count);
  auto emitItem = [&](OpBuilder &builder, OpFoldResult number) {
    IndexMath math(builder, loc);
    Positions at = from;
    OpFoldResult length;
    for (const GridLoop &each : llvm::reverse(grid)) {
      OpFoldResult index =
          math.mul(math.rem(number, each.count), math.constant(each.step));
      number = math.div(number, each.count);
      at = advance(builder, loc, nest, each.loop, index, at);
      if (each.loop == pieces)
        length =
            clampRun(builder, loc, nest.loops[pieces].size, index, pieceLength);
    }
    emitPiece(builder, vectors, at, length);
  };
  if (threads)
    emitParallelFor(
        rewriter, loc, count,
        [&](OpBuilder &builder, Value number) { emitItem(builder, number); });
  else
    emitFor(rewriter, loc, count, 1, emitItem);
}

LogicalResult ContractionLowering::lower() {
  chooseTile();
  bool threads = worthThreads();
  choosePieces(threads);
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
  else if (runLength == sizeOf(reductions) && fill)
    start = fill.getInputs().front();
  rewriter.setInsertionPoint(op);
  IndexMath math(rewriter, loc);
  Positions origin = startOf(nest);

  // The vectors of a tile lie along the columns or, where those are one vector,
  // in neighbouring panels.
  int64_t width = sizeOf(columns);
  bool alongColumns = width > lanes || !panels;
  int64_t step = alongColumns ? lanes : 1;
  unsigned loop = alongColumns ? columns : *panels;
  int64_t whole = sizeOf(loop) / step, blocks = whole / vectorsOfTile;
  auto vectorAt = [&](int64_t number) {
    int64_t at = number * step;
    return TileVector{alongColumns ? 0 : at, alongColumns ? at : 0,
                      alongColumns ? std::min(lanes, width - at) : width};
  };
  SmallVector<TileVector> vectors;
  for (int64_t number = 0; number != vectorsOfTile; ++number)
    vectors.push_back(vectorAt(number));
  if (blocks)
    emitTiles(vectors, {loop, math.constant(blocks), vectorsOfTile * step},
              origin, threads);
  // The rest, as a tile of fewer vectors, of which the last may have idle
  // lanes.
  int64_t done = blocks * vectorsOfTile;
  vectors.clear();
  for (int64_t number = done; number * step < sizeOf(loop); ++number)
    vectors.push_back(vectorAt(number));
  if (!vectors.empty())
    emitTiles(vectors, {loop, math.constant(1), 1}, origin, threads);
  if (readers)
    readers->erase(rewriter);
  else if (start)
    rewriter.eraseOp(fill);
  rewriter.eraseOp(op);
  return success();
}

LogicalResult mlir::ascend::lowerContraction(RewriterBase &rewriter,
                                             linalg::GenericOp op,
                                             const VectorUnit &unit) {
  ContractionLowering lowering(rewriter, op, unit);
  FailureOr<bool> matches = lowering.matches();
  if (failed(matches))
    return failure();
  return *matches ? lowering.lower() : lowerGeneric(rewriter, op, unit);
}
