//===- SetCpuTarget.cpp - The CPU's name on LLVM functions ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_SETCPUTARGETPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// Whether `function` calls an instruction of AVX512-BF16.
static bool hasBfloatDots(LLVM::LLVMFuncOp function) {
  auto found = function.walk([](LLVM::CallIntrinsicOp call) {
    return call.getIntrin().starts_with("llvm.x86.avx512bf16.")
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

namespace {

struct SetCpuTargetPass
    : public ascend::impl::SetCpuTargetPassBase<SetCpuTargetPass> {
  using SetCpuTargetPassBase::SetCpuTargetPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                    StringAttr::get(&getContext(), triple));
    auto list =
        LLVM::TargetFeaturesAttr::get(&getContext(), StringRef(features));
    // The last word counts.
    auto withDots = LLVM::TargetFeaturesAttr::get(
        &getContext(),
        features + (features.empty() ? "" : ",") + "+avx512bf16");
    for (Operation &op : *module.getBody()) {
      // The stock conversion leaves what it cannot convert without a word.
      if (isa<func::FuncOp>(op)) {
        op.emitOpError("has no form in LLVM: its buffers need static shapes");
        signalPassFailure();
      }
      auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
      if (!function || function.isExternal())
        continue;
      function.setTargetCpu(StringRef(cpu));
      function.setTargetFeaturesAttr(hasBfloatDots(function) ? withDots : list);
    }
  }
};

} // namespace
