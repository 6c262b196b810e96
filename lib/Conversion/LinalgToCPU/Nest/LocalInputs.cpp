//===- LocalInputs.cpp - Copies that are made part by part ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LocalInputs.h"
#include "BufferWriters.h"
#include "GenericLowering.h"
#include "KernelMemory.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

//===----------------------------------------------------------------------===//
// Who reads and writes the buffer
//===----------------------------------------------------------------------===//

std::optional<LocalInputs> LocalInputs::find(linalg::GenericOp op) {
  LocalInputs result(op);
  for (Value input : op.getDpsInputs()) {
    Value buffer = isa<MemRefType>(input.getType()) ? bufferOf(input) : Value();
    if (!buffer || buffer == result.buffer || isArgument(buffer) ||
        !isOwnMemory(buffer) ||
        !cast<MemRefType>(buffer.getType()).hasStaticShape())
      continue;
    auto writers = findWriters(op, buffer);
    if (!writers || !canRunLater(*writers, op))
      continue;
    if (result.buffer)
      return std::nullopt;
    result.buffer = buffer;
    for (linalg::LinalgOp writer : *writers)
      result.writers.push_back(cast<linalg::GenericOp>(writer.getOperation()));
  }
  bool isInPlace = llvm::any_of(op.getDpsInits(), [&](Value output) {
    return llvm::any_of(op.getDpsInputs(), [&](Value input) {
      return bufferOf(input) == bufferOf(output);
    });
  });
  return result.buffer && !isInPlace ? std::optional(result) : std::nullopt;
}

/// Whether `op` writes the same whenever it runs.
static bool isFill(linalg::GenericOp op) {
  return !op.hasIndexSemantics() &&
         llvm::none_of(op.getDpsInputs(), [](Value input) {
           return isa<MemRefType>(input.getType());
         });
}

//===----------------------------------------------------------------------===//
// Loops over its parts
//===----------------------------------------------------------------------===//

static bool readsOutputs(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &output) {
    return op.payloadUsesValueFromOperand(&output);
  });
}

unsigned LocalInputs::countSharedLoops(ArrayRef<StridedNest> nests) {
  SmallVector<std::pair<const StridedNest *, unsigned>> users;
  for (auto [nest, user] : llvm::zip_equal(
           nests, llvm::concat<linalg::GenericOp>(
                      writers, MutableArrayRef<linalg::GenericOp>(op))))
    for (unsigned operand : operandsIn(user, buffer))
      users.push_back({&nest, operand});
  const StridedNest &last = nests.back();
  int64_t bytes = llvm::divideCeil(
      cast<MemRefType>(buffer.getType()).getElementTypeBitWidth(), 8);
  unsigned best = 0;
  std::optional<int64_t> inner;
  for (unsigned loop = 0; loop != last.loops.size(); ++loop) {
    std::optional<int64_t> size = getConstantIntValue(last.loops[loop].size),
                           stride = getConstantIntValue(
                               last.operands[users.back().second]
                                   .strides[loop]);
    // Its turns lie side by side within one of the loop around it.
    if (!size || !stride || *stride <= 0 || last.loops[loop].reduction ||
        (inner && *size * *stride > *inner))
      break;
    bool isShared = llvm::all_of(users, [&](auto &user) {
      auto [nest, operand] = user;
      return loop < nest->loops.size() && !nest->loops[loop].reduction &&
             getConstantIntValue(nest->loops[loop].size) == size &&
             nest->hasStride(operand, loop, *stride);
    });
    if (!isShared)
      break;
    inner = stride;
    bool isPart = llvm::all_of(users, [&](auto &user) {
      std::optional<int64_t> reach =
          reachOf(*user.first, user.second, loop + 1);
      return reach && *reach <= *stride;
    });
    if (isPart && *stride * bytes <= CpuCosts::localCopyBytes) {
      best = loop + 1;
      part = *stride;
    }
  }
  return best;
}

void LocalInputs::splitTurns(RewriterBase &rewriter,
                             MutableArrayRef<StridedNest> nests,
                             unsigned shared, bool threads) {
  IndexMath math(rewriter, op.getLoc());
  auto splitTurn = [&](int64_t count) {
    for (StridedNest &nest : nests)
      nest = nest.split(math, shared - 1, count).first;
  };
  int64_t turns = *getConstantIntValue(nests.back().loops[shared - 1].size),
          bits = cast<MemRefType>(buffer.getType()).getElementTypeBitWidth(),
          parts = divisorUpTo(turns,
                              std::clamp<int64_t>(CpuCosts::smallCopiesBytes *
                                                      8 / (part * bits),
                                                  1, turns));
  splitTurn(parts);
  part *= parts;
  turns /= parts;
  int64_t others = nests.back().iterations(0, shared - 1),
          pieces =
              threads ? llvm::divideCeil(CpuCosts::enoughPieces, others) : 1;
  splitTurn(divisorUpTo(turns, std::max<int64_t>(turns / pieces, 1)));
}

FailureOr<bool> LocalInputs::lower(RewriterBase &rewriter,
                                   const VectorUnit &unit) {
  rewriter.setInsertionPoint(op);
  SmallVector<linalg::GenericOp> ops(writers);
  ops.push_back(op);
  SmallVector<StridedNest> nests;
  for (linalg::GenericOp each : ops) {
    if (failed(verifyVectorizable(each)))
      return failure();
    FailureOr<StridedNest> nest = buildNest(rewriter, each);
    if (failed(nest))
      return failure();
    nests.push_back(std::move(*nest));
    nests.back().dropUnitLoops();
  }
  unsigned shared = countSharedLoops(nests);
  if (shared == 0)
    return false;
  bool threads =
      GenericLowering(rewriter, op, unit, nests.back()).worthThreads();
  splitTurns(rewriter, nests, shared, threads);

  // One nest of the shared loops, with the operands of all.
  Location loc = op.getLoc();
  StridedNest outer;
  outer.loops.assign(nests.back().loops.begin(),
                     nests.back().loops.begin() + shared + 1);
  Type element;
  for (auto [each, nest] : llvm::zip_equal(ops, nests)) {
    SmallVector<unsigned> local = operandsIn(each, buffer);
    for (auto [number, operand] : llvm::enumerate(nest.operands)) {
      bool isLocal = llvm::is_contained(local, number);
      if (isLocal)
        element = cast<MemRefType>(operand.memref.getType()).getElementType();
      NestOperand moved = operand;
      moved.strides.truncate(shared + 1);
      if (isLocal)
        moved.strides.assign(shared + 1, rewriter.getIndexAttr(0));
      outer.operands.push_back(std::move(moved));
    }
  }
  // The turn of `each`, which has the operands from number `first` on.
  auto emitTurn = [&](OpBuilder &builder, linalg::GenericOp each,
                      const StridedNest &nest, unsigned first,
                      const Positions &at, Value memory) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(builder.getInsertionBlock(),
                               builder.getInsertionPoint());
    SmallVector<unsigned> local = operandsIn(each, buffer);
    StridedNest inner;
    // Parts that are made at once are a loop of their own.
    inner.loops.assign(nest.loops.begin() + shared + 1, nest.loops.end());
    for (auto [number, operand] : llvm::enumerate(nest.operands)) {
      NestOperand moved = operand;
      moved.offset = at[first + number];
      moved.strides.erase(moved.strides.begin(),
                          moved.strides.begin() + shared + 1);
      if (llvm::is_contained(local, number))
        moved.memref = memory;
      else if (number < unsigned(each.getNumDpsInputs()) && moved.memref &&
               llvm::all_of(moved.strides, isZeroInteger))
        // A weight, once for the whole part.
        moved.scalar =
            memref::LoadOp::create(builder, loc, moved.memref,
                                   IndexMath(builder, loc).value(moved.offset));
      inner.operands.push_back(std::move(moved));
    }
    // What is written is no part of what is read.
    bool mayRepeat = !readsOutputs(each);
    GenericLowering(rewriter, each, unit, std::move(inner),
                    /*mayThread=*/false, mayRepeat)
        .emit();
  };
  // What all turns write alike before they write anything else stays there.
  unsigned fills = 0;
  while (isFill(ops[fills]))
    ++fills;
  emitParallelLoops(
      rewriter, loc, outer, shared, threads,
      [&](OpBuilder &builder, const Positions &piece) {
        Value memory = makeThreadBuffer(builder, loc, part, element);
        unsigned first = 0;
        for (unsigned fill = 0; fill != fills; ++fill) {
          emitTurn(builder, ops[fill], nests[fill], first, piece, memory);
          first += nests[fill].operands.size();
        }
        emitLoops(builder, loc, outer, shared, shared + 1, piece, ValueRange(),
                  [&](OpBuilder &nested, const Positions &at, ValueRange) {
                    unsigned begin = first;
                    for (auto [each, nest] :
                         llvm::drop_begin(llvm::zip_equal(ops, nests), fills)) {
                      emitTurn(nested, each, nest, begin, at, memory);
                      begin += nest.operands.size();
                    }
                    return SmallVector<Value>();
                  });
      });
  for (linalg::GenericOp each : llvm::reverse(ops))
    rewriter.eraseOp(each);
  return true;
}
