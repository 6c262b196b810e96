//===- KernelUnit.cpp - The unit that a kernel stands for -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelUnit.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/CubeWork.h"
#include "Ascend/Support/ValueNames.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static constexpr std::pair<KernelUnit, StringLiteral> kNames[] = {
    {KernelUnit::AICpu, "ai_cpu"},
    {KernelUnit::Cube, "cube"},
    {KernelUnit::Vector, "vector"},
};

StringRef compiler::nameOf(KernelUnit unit) { return nameIn(kNames, unit); }

std::optional<KernelUnit> compiler::unitNamed(StringRef name) {
  return valueIn(kNames, name);
}

Operation *compiler::heaviestOf(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    if (isa<CubeWorkOpInterface>(op))
      return op;
  // What joins the last op is computed for it.
  for (Operation *op : llvm::reverse(ops))
    if (!isa<CastOp>(op))
      return op;
  return ops.back();
}

KernelUnit compiler::unitOf(Operation *op) {
  PrecisionAttr precision;
  if (auto judged = dyn_cast<PrecisionOpInterface>(op))
    precision = judged.getPrecisionAttr();
  if (precision && precision.getEngine() == Engine::AICpu)
    return KernelUnit::AICpu;
  bool isCube = precision && precision.getUnit() != ComputeUnit::None
                    ? precision.getUnit() == ComputeUnit::Cube
                    : isa<CubeWorkOpInterface>(op);
  return isCube ? KernelUnit::Cube : KernelUnit::Vector;
}
