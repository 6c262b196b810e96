//===- Pipeline.cpp - Kernels from linalg to LLVM -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Conversion/Passes.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::ascend;

void mlir::ascend::buildKernelToLLVMPipeline(OpPassManager &pm,
                                             const CpuTarget &target) {
  LowerLinalgToCPUOptions vectors;
  vectors.vectorBytes = target.plan.vectorBytes;
  vectors.byteDepth = target.plan.byteDepth;
  vectors.bfloatDots = target.plan.bfloatDots;
  pm.addNestedPass<func::FuncOp>(createLowerLinalgToCPU(vectors));
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addPass(createChecksToRuntime());
  pm.addPass(createParallelToRuntime());
  pm.addNestedPass<func::FuncOp>(createLoopInvariantCodeMotionPass());

  ExpandDotsOptions dots;
  dots.wordDotBytes = target.dots.wordBytes;
  dots.byteDots = target.dots.bytes;
  dots.bfloatDots = target.dots.bfloats;
  pm.addPass(createExpandDots(dots));
  ExpandHalfFloatsOptions halves;
  halves.halfConversions = target.halfConversions;
  pm.addPass(createExpandHalfFloats(halves));

  pm.addPass(createExpandOpenShapes());
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
  pm.addNestedPass<func::FuncOp>(createBranchToBody());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createLeadWithEmptyAxis());
  // Buffers are dense: a pointer says all.
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functions));
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());

  SetCpuTargetOptions cpu;
  cpu.triple = target.triple;
  cpu.cpu = target.cpu;
  cpu.features = target.features;
  pm.addPass(createSetCpuTarget(cpu));
  pm.addPass(createVerifyMaskedStores());
}

namespace {

struct KernelToLLVMOptions : public PassPipelineOptions<KernelToLLVMOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("The CPU: native, avx512, avx2, portable or aarch64"),
      llvm::cl::init("native")};
  Option<std::string> plan{
      *this, "plan",
      llvm::cl::desc("The plan of another form: avx512, avx2, portable or "
                     "aarch64")};
};

} // namespace

void mlir::ascend::registerKernelToLLVMPipeline() {
  // PassPipelineRegistration's function cannot refuse a target.
  registerPassPipeline(
      "ascend-kernel-to-llvm",
      "Take functions with linalg ops on memrefs to the LLVM dialect",
      [](OpPassManager &pm, StringRef text,
         function_ref<LogicalResult(const Twine &)> fail) -> LogicalResult {
        KernelToLLVMOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        llvm::Expected<CpuTarget> target =
            CpuTarget::parse(options.target, options.plan);
        if (!target)
          return fail(toDiagnostic(target.takeError()).message);
        buildKernelToLLVMPipeline(pm, *target);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(KernelToLLVMOptions());
      });
}
