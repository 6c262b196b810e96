//===- SingleLaneStores.cpp - Masked stores of one lane -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SingleLaneStores.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// The one lane that `mask` chooses for certain, or none. A lane that is poison
/// may be off.
static std::optional<unsigned> onlyLane(llvm::Value *mask) {
  auto *constant = dyn_cast<Constant>(mask);
  auto *type = dyn_cast<FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> found;
  for (unsigned lane = 0; lane != type->getNumElements(); ++lane) {
    Constant *bit = constant->getAggregateElement(lane);
    if (!bit ||
        !(bit->isNullValue() || bit->isOneValue() || isa<UndefValue>(bit)))
      return std::nullopt;
    if (!bit->isOneValue())
      continue;
    if (found)
      return std::nullopt;
    found = lane;
  }
  return found;
}

void mlir::ascend::compiler::replaceSingleLaneStores(llvm::Module &module) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *store = dyn_cast<IntrinsicInst>(&instruction);
      if (!store || store->getIntrinsicID() != Intrinsic::masked_store)
        continue;
      std::optional<unsigned> lane = onlyLane(store->getArgOperand(2));
      if (!lane)
        continue;
      IRBuilder<> builder(store);
      llvm::Value *vector = store->getArgOperand(0);
      llvm::Type *element = vector->getType()->getScalarType();
      llvm::Value *address = builder.CreateConstInBoundsGEP1_64(
          element, store->getArgOperand(1), *lane);
      Align align = commonAlignment(
          store->getParamAlign(1).valueOrOne(),
          *lane * module.getDataLayout().getTypeStoreSize(element));
      builder.CreateAlignedStore(builder.CreateExtractElement(vector, *lane),
                                 address, align);
      store->eraseFromParent();
    }
}
