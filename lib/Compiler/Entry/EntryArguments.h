//===- EntryArguments.h - What a bufferized entry takes ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_ENTRYARGUMENTS_H
#define ASCEND_LIB_COMPILER_ENTRY_ENTRYARGUMENTS_H

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// The arguments of an entry behind ascend-plan-arena, in their order.
struct EntryArguments {
  using Range = llvm::ArrayRef<BlockArgument>;

  explicit EntryArguments(func::FuncOp entry) {
    auto number = [&](StringRef name) {
      auto attribute = entry->getAttrOfType<IntegerAttr>(name);
      return attribute ? attribute.getInt() : 0;
    };
    Range all = entry.getArguments();
    context = all.front();
    arena = all.back();
    weights = all.drop_back().back();
    all = all.drop_front().drop_back(2);
    tabled = all.take_back(number(kTabledWeightsAttrName));
    all = all.drop_back(tabled.size());
    inputs = all.take_front(number(kNumInputsAttrName));
    outputs = all.drop_front(inputs.size());
  }

  BlockArgument context;
  Range inputs, outputs;
  Range tabled; ///< weights whose addresses stand at the beginning of `weights`
  BlockArgument weights, arena;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_ENTRYARGUMENTS_H
