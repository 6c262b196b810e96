//===- UnjudgedOps.cpp - What no pass decides on --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Report/Report.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::ascend;

/// How many kinds of ops are named.
static constexpr size_t kMostNames = 5;

/// Whether `op` may compute on floats, and no pass says in what precision.
static bool isUnjudged(Operation *op) {
  // Of these, ops that move elements, and ops that hand values over.
  if (isa_and_nonnull<AscendDialect>(op->getDialect()) ||
      llvm::is_contained({"tensor", "bufferization"},
                         op->getName().getDialectNamespace()) ||
      op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::ConstantLike>() ||
      isa<RegionBranchOpInterface, CallOpInterface>(op))
    return false;
  auto isFloat = [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    return tensor && isa<FloatType>(tensor.getElementType());
  };
  return llvm::any_of(op->getOperandTypes(), isFloat) ||
         llvm::any_of(op->getResultTypes(), isFloat);
}

std::optional<UnjudgedOps> mlir::ascend::findUnjudgedOps(ModuleOp module) {
  llvm::MapVector<OperationName, int64_t> counts;
  UnjudgedOps found;
  int64_t count = 0;
  module.walk([&](Operation *op) {
    if (!isUnjudged(op))
      return;
    found.first = found.first ? found.first : op;
    ++counts[op->getName()];
    ++count;
  });
  if (count == 0)
    return std::nullopt;
  llvm::raw_string_ostream os(found.sentence);
  os << count
     << (count == 1 ? " op of another dialect is"
                    : " ops of other dialects are")
     << " not judged and keep" << (count == 1 ? "s its" : " their")
     << " types: ";
  llvm::interleaveComma(
      llvm::make_range(counts.begin(),
                       counts.begin() + std::min(kMostNames, counts.size())),
      os, [&](const auto &kind) {
        os << "'" << kind.first << "'";
        if (kind.second > 1)
          os << " " << kind.second << " times";
      });
  if (counts.size() > kMostNames)
    os << " and " << counts.size() - kMostNames << " more";
  return found;
}
