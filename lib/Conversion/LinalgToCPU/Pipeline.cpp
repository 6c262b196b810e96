//===- Pipeline.cpp - Kernels from linalg to LLVM -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Conversion/LinalgToCPU/TargetPipeline.h"
#include "Ascend/Conversion/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::ascend;

void mlir::ascend::buildKernelToLLVMPipeline(OpPassManager &pm,
                                             const CpuTarget &target) {
  LowerLinalgToCPUPassOptions vectors;
  vectors.vectorBytes = target.plan.vectorBytes;
  vectors.byteDepth = target.plan.byteDepth;
  vectors.bfloatDots = target.plan.bfloatDots;
  vectors.firstCacheBytes = target.caches.firstBytes;
  vectors.secondCacheBytes = target.caches.secondBytes;
  pm.addNestedPass<func::FuncOp>(createLowerLinalgToCPUPass(vectors));
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addPass(createChecksToRuntimePass());
  pm.addPass(createParallelToRuntimePass());
  pm.addNestedPass<func::FuncOp>(createLoopInvariantCodeMotionPass());

  ExpandDotsPassOptions dots;
  dots.wordDotBytes = target.dots.wordBytes;
  dots.byteDots = target.dots.bytes;
  dots.bfloatDots = target.dots.bfloats;
  pm.addPass(createExpandDotsPass(dots));
  ExpandHalfFloatsPassOptions halves;
  halves.halfConversions = target.halfConversions;
  pm.addPass(createExpandHalfFloatsPass(halves));

  pm.addPass(createExpandOpenShapesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  // Before anything turns math into calls: every op that is left of it is an
  // instruction.
  pm.addPass(createConvertMathToLLVMPass());
  ConvertVectorToLLVMPassOptions vectorToLLVM;
  vectorToLLVM.x86Vector = true;
  pm.addPass(createConvertVectorToLLVMPass(vectorToLLVM));
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addNestedPass<func::FuncOp>(createBranchToBodyPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createLeadWithEmptyAxisPass());
  // Buffers are dense: a pointer says all.
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functions));
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());

  SetCpuTargetPassOptions cpu;
  cpu.triple = target.triple;
  cpu.cpu = target.cpu;
  cpu.features = target.features;
  pm.addPass(createSetCpuTargetPass(cpu));
  pm.addPass(createVerifyMaskedStoresPass());
}

namespace {

struct KernelToLLVMOptions : public PassPipelineOptions<KernelToLLVMOptions> {
  TargetOptions<Option<std::string>> cpu{*this};
};

} // namespace

void mlir::ascend::registerKernelToLLVMPipeline() {
  registerRefusingPipeline<KernelToLLVMOptions>(
      "ascend-kernel-to-llvm",
      "Take functions with linalg ops on memrefs to the LLVM dialect",
      [](OpPassManager &pm, const KernelToLLVMOptions &options) -> llvm::Error {
        llvm::Expected<CpuTarget> target = options.cpu.get();
        if (!target)
          return target.takeError();
        buildKernelToLLVMPipeline(pm, *target);
        return llvm::Error::success();
      });
}
