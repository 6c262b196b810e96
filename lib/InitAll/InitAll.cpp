//===- InitAll.cpp - The one registration door ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/InitAll.h"
#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Compiler/Passes.h"
#include "Ascend/Compiler/Pipelines.h"
#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Conversion/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Lab/Passes.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"

// Here alone: what registers passes takes a tenth of the time of a file that
// only makes them.
namespace mlir::ascend {
#define GEN_PASS_REGISTRATION
#include "Ascend/Compiler/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "Ascend/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "Ascend/Lab/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

void mlir::ascend::registerAllDialects(DialectRegistry &registry) {
  registry.insert<AscendDialect, func::FuncDialect>();
  registerCompilerDialects(registry);
}

void mlir::ascend::registerAllPasses() {
  registerAscendCompilerPasses();
  registerAscendConversionPasses();
  registerAscendLabPasses();
  registerAscendTransformsPasses();
  registerCompilePipelines();
  registerKernelToLLVMPipeline();
  registerPrecisionPipeline();
}
