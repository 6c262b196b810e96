//===- SharedReads.cpp - What several turns of a loop read ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Some turns of the loop around the columns read the same: all of them the
// weights of a block of channels, and neighbours the rows in which their
// windows overlap. Both are read once, into registers.

#include "GenericLowering.h"
#include "KernelMemory.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

namespace {

/// An input as a place in a window over one memory.
struct WindowPlace {
  /// The input that stands for that memory.
  unsigned window;
  /// Elements from that one's place to this one's.
  int64_t distance;
  /// Elements from a turn to the next.
  int64_t step;
};

} // namespace

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// Finds which inputs read one memory at distances that are known.
static SmallVector<std::optional<WindowPlace>>
findPlaces(const StridedNest &nest, unsigned inputs, unsigned row) {
  SmallVector<std::optional<ElementCount>> offsets(inputs);
  for (unsigned input = 0; input != inputs; ++input) {
    const NestOperand &operand = nest.operands[input];
    // What no loop from the rows on moves is a scalar (readScalars).
    if (operand.memref && !operand.scalar &&
        !llvm::all_of(llvm::drop_begin(operand.strides, row), isZeroInteger))
      offsets[input] = ElementCount::of(operand.offset);
  }
  auto reach = [&](unsigned input) {
    return cast<MemRefType>(nest.operands[input].memref.getType())
        .getDimSize(0);
  };
  SmallVector<std::optional<WindowPlace>> places(inputs);
  for (unsigned input = 0; input != inputs; ++input) {
    const NestOperand &operand = nest.operands[input];
    std::optional<int64_t> step = getConstantIntValue(operand.strides[row]);
    if (!offsets[input] || !step)
      continue;
    // All are read as that one of them whose memory reaches furthest.
    unsigned window = input;
    for (unsigned other = 0; other != inputs; ++other)
      if (offsets[other] && offsets[other]->terms == offsets[input]->terms &&
          operand.strides == nest.operands[other].strides &&
          bufferOf(operand.memref) == bufferOf(nest.operands[other].memref) &&
          std::pair(reach(other), window) > std::pair(reach(window), other))
        window = other;
    places[input] = WindowPlace{
        window, offsets[input]->number - offsets[window]->number, *step};
  }
  return places;
}

/// Whether a turn reads what one of the next few reads, too.
static bool doTurnsOverlap(ArrayRef<std::optional<WindowPlace>> places) {
  for (const auto &left : places)
    for (const auto &right : places) {
      if (!left || !right || left->window != right->window)
        continue;
      for (int64_t turn = 1; turn != CpuCosts::turnsAtOnce; ++turn)
        if (left->step != 0 &&
            left->distance == right->distance + turn * left->step)
          return true;
    }
  return false;
}

/// Puts each of `reads` and then all that waited for it alone, so that few of
/// the values of [`begin`, `end`) in `block` are alive at a time.
static void followReads(Block *block, Block::iterator begin,
                        Block::iterator end, ArrayRef<Value> reads) {
  llvm::SetVector<Operation *> pending;
  for (Operation &op : llvm::make_range(begin, end))
    pending.insert(&op);
  SmallVector<Operation *> all(pending.getArrayRef());
  // How many operands, reads or made of them, an op waits for.
  DenseMap<Operation *, unsigned> waits;
  for (Value read : reads)
    waits[read.getDefiningOp()] = 0;
  for (Operation *op : all) {
    if (waits.contains(op))
      continue;
    if (unsigned count = llvm::count_if(op->getOperands(), [&](Value operand) {
          return waits.contains(operand.getDefiningOp());
        }))
      waits[op] = count;
  }
  auto place = [&](auto &self, Operation *op) -> void {
    if (!pending.remove(op))
      return;
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        self(self, definition);
    op->moveBefore(block, end);
  };
  for (Value read : reads) {
    SmallVector<Operation *> ready{read.getDefiningOp()};
    while (!ready.empty()) {
      Operation *op = ready.pop_back_val();
      place(place, op);
      for (OpOperand &use : op->getUses())
        if (auto user = waits.find(use.getOwner());
            user != waits.end() && --user->second == 0)
          ready.push_back(user->first);
    }
  }
  for (Operation *op : all)
    place(place, op);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// What turns of the loop before the columns share.
struct GenericLowering::SharedReads {
  /// Inputs that all of them read alike, though not all columns.
  SmallVector<unsigned> fixed;
  /// How many are done at once, and where in a window each input lies.
  int64_t turns = 1;
  SmallVector<std::optional<WindowPlace>> places;
};

GenericLowering::SharedReads GenericLowering::findSharedReads(unsigned column,
                                                              bool isNarrow) {
  SharedReads shared;
  unsigned row = column - 1;
  for (unsigned input = 0; isNarrow && input != inputs; ++input)
    if (nest.operands[input].memref && nest.hasStride(input, row, 0) &&
        !nest.hasStride(input, column, 0))
      shared.fixed.push_back(input);
  std::optional<int64_t> rows = getConstantIntValue(nest.loops[row].size);
  shared.places = findPlaces(nest, inputs, row);
  int64_t most = std::min<int64_t>(CpuCosts::turnsAtOnce,
                                   CpuCosts::operationsAtOnce /
                                       op.getBody()->getOperations().size());
  // As many turns each time, or almost.
  if (most > 1 && doTurnsOverlap(shared.places))
    shared.turns =
        rows ? llvm::divideCeil(*rows, llvm::divideCeil(*rows, most)) : most;
  return shared;
}

/// Calls `body` with positions in `part` and how many turns to do from there.
void GenericLowering::emitTurnLoop(
    OpBuilder &builder, const StridedNest &part, unsigned row, int64_t turns,
    const Positions &first,
    llvm::function_ref<void(OpBuilder &, const Positions &, int64_t)> body) {
  IndexMath math(builder, loc);
  OpFoldResult size = part.loops[row].size;
  OpFoldResult rest = math.rem(size, math.constant(turns));
  bool repeats = mayRepeat && getConstantIntValue(rest) && !isZeroInteger(rest);
  OpFoldResult whole = repeats ? size : math.sub(size, rest);
  emitFor(builder, loc, whole, turns, [&](OpBuilder &nested, OpFoldResult at) {
    IndexMath math(nested, loc);
    if (repeats)
      at = math.min(at, math.sub(size, math.constant(turns)));
    body(nested, advance(nested, loc, part, row, at, first), turns);
  });
  if (repeats || isZeroInteger(rest))
    return;
  Positions behind = advance(builder, loc, part, row, whole, first);
  if (std::optional<int64_t> left = getConstantIntValue(rest))
    return body(builder, behind, *left);
  emitFor(builder, loc, rest, 1, [&](OpBuilder &nested, OpFoldResult at) {
    body(nested, advance(nested, loc, part, row, at, behind), 1);
  });
}

/// `turns` turns on one block of columns; `known` are inputs' values, or null.
void GenericLowering::emitTurns(OpBuilder &builder, const StridedNest &part,
                                unsigned column, const SharedReads &shared,
                                const Positions &at, const VectorBlock &block,
                                int64_t turns, ArrayRef<Value> known) {
  IndexMath math(builder, loc);
  Block *body = builder.getInsertionBlock();
  Block::iterator end = builder.getInsertionPoint();
  bool isFirst = end == body->begin();
  Block::iterator before = isFirst ? end : std::prev(end);
  std::map<std::pair<unsigned, int64_t>, Value> reads;
  auto readOf = [&](unsigned input, int64_t turn) -> Value & {
    const WindowPlace &place = *shared.places[input];
    return reads[{place.window, place.distance + turn * place.step}];
  };
  auto isInWindow = [&](unsigned input) {
    return turns > 1 && !known[input] && shared.places[input];
  };
  for (int64_t turn = 0; turn != turns; ++turn)
    for (unsigned input = 0; input != inputs; ++input)
      if (isInWindow(input))
        readOf(input, turn) = Value();
  for (auto &[place, value] : reads) {
    auto [window, distance] = place;
    value = readVector(builder, loc, part.operands[window],
                       math.add(at[window], math.constant(distance)),
                       part.operands[window].strides[column], block);
  }
  for (int64_t turn = 0; turn != turns; ++turn)
    emitBlock(builder, part, column,
              advance(builder, loc, part, column - 1, math.constant(turn), at),
              block, [&](unsigned input) {
                return isInWindow(input) ? readOf(input, turn) : known[input];
              });
  if (!reads.empty())
    followReads(body, isFirst ? body->begin() : std::next(before), end,
                llvm::to_vector(llvm::make_second_range(reads)));
}

bool GenericLowering::emitSharedReads(unsigned column, int64_t lanes) {
  if (column == 0 || column + 1 != nest.loops.size())
    return false;
  std::optional<int64_t> size = getConstantIntValue(nest.loops[column].size);
  if (!size || *size == 1)
    return false;
  SharedReads shared = findSharedReads(column, /*isNarrow=*/*size <= lanes);
  int64_t most = unit.registers() - CpuCosts::otherRegisters,
          own = unit.lanes(widestElement());
  if (shared.turns > 1 ||
      int64_t(shared.fixed.size() * llvm::divideCeil(lanes, own)) > most)
    lanes = std::min(lanes, own);
  if (int64_t(shared.fixed.size()) > most)
    shared.fixed.clear();
  if (shared.fixed.empty() && shared.turns == 1)
    return false;

  unsigned row = column - 1;
  emitParallelLoops(
      rewriter, loc, nest, row, worthThreads(),
      [&](OpBuilder &builder, const Positions &positions) {
        StridedNest part = readScalars(builder, nest, row, positions);
        SmallVector<Value> known(inputs);
        auto emitBlocks =
            [&](OpBuilder &builder, const Positions &at,
                llvm::function_ref<void(OpBuilder &, const Positions &,
                                        const VectorBlock &)>
                    body) {
              emitVectorLoop(
                  builder, loc, part, column, at, lanes, ValueRange(),
                  [&](OpBuilder &nested, const Positions &first,
                      const VectorBlock &block, ValueRange) {
                    body(nested, first, block);
                    return SmallVector<Value>();
                  },
                  mayRepeat);
            };
        auto emitAll = [&](OpBuilder &builder, const Positions &at,
                           const VectorBlock &block, int64_t turns) {
          emitTurns(builder, part, column, shared, at, block, turns, known);
        };
        if (shared.fixed.empty())
          // Rows lie one after the other.
          return emitTurnLoop(
              builder, part, row, shared.turns, positions,
              [&](OpBuilder &nested, const Positions &at, int64_t turns) {
                emitBlocks(nested, at,
                           [&](OpBuilder &inBlock, const Positions &first,
                               const VectorBlock &block) {
                             emitAll(inBlock, first, block, turns);
                           });
              });
        emitBlocks(builder, positions,
                   [&](OpBuilder &inBlock, const Positions &first,
                       const VectorBlock &block) {
                     for (unsigned input : shared.fixed)
                       known[input] = readVector(
                           inBlock, loc, part.operands[input], first[input],
                           part.operands[input].strides[column], block);
                     emitTurnLoop(inBlock, part, row, shared.turns, first,
                                  [&](OpBuilder &nested, const Positions &at,
                                      int64_t turns) {
                                    emitAll(nested, at, block, turns);
                                  });
                   });
      });
  return true;
}
