//===- Loops.cpp - Loops that carry values --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

SmallVector<Value> to_linalg::loop(ImplicitLocOpBuilder &b, Value from,
                                   Value to, Value step, ValueRange carried,
                                   LoopBody body) {
  auto made = scf::ForOp::create(
      b, from, to, step, carried,
      [&](OpBuilder &inner, Location loc, Value at, ValueRange values) {
        ImplicitLocOpBuilder nested(loc, inner);
        scf::YieldOp::create(nested, body(nested, at, values));
      });
  return made.getResults();
}

SmallVector<Value> to_linalg::loop(ImplicitLocOpBuilder &b, Value to,
                                   ValueRange carried, LoopBody body) {
  return loop(b, indexOf(b, 0), to, indexOf(b, 1), carried, body);
}

SmallVector<Value> to_linalg::when(
    ImplicitLocOpBuilder &b, Value condition, ValueRange carried,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &)> body) {
  auto made = scf::IfOp::create(
      b, condition,
      [&](OpBuilder &inner, Location loc) {
        ImplicitLocOpBuilder nested(loc, inner);
        scf::YieldOp::create(nested, body(nested));
      },
      [&](OpBuilder &inner, Location loc) {
        scf::YieldOp::create(inner, loc, carried);
      });
  return made.getResults();
}

Value to_linalg::copyTensor(ImplicitLocOpBuilder &b, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return mapElements(
      b, type, tensor,
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; },
      sizesOf(b, tensor));
}

Value to_linalg::copyInto(ImplicitLocOpBuilder &b, Value tensor,
                          Value destination) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return parallelGeneric(
      b, tensor, b.getMultiDimIdentityMap(type.getRank()), destination,
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
}
