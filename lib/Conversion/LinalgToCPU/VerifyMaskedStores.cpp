//===- VerifyMaskedStores.cpp - ascend-verify-masked-stores ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_VERIFYMASKEDSTORESPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// Whether `mask` is a constant that chooses one lane of several.
static bool isOneLane(Value mask) {
  DenseElementsAttr lanes;
  return matchPattern(mask, m_Constant(&lanes)) && lanes.size() > 1 &&
         llvm::count(lanes.getValues<bool>(), true) == 1;
}

namespace {

struct VerifyMaskedStoresPass
    : public ascend::impl::VerifyMaskedStoresPassBase<VerifyMaskedStoresPass> {
  void runOnOperation() override {
    getOperation()->walk([&](LLVM::MaskedStoreOp store) {
      if (!isOneLane(store.getMask()))
        return;
      store.emitOpError("stores one lane, which LLVM 22.1.8 does by more bytes "
                        "than it has (llvm/llvm-project issue 179489): store "
                        "the element");
      signalPassFailure();
    });
  }
};

} // namespace
