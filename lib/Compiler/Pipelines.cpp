//===- Pipelines.cpp - The road from a decided module to LLVM -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Pipelines.h"

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Compiler/Passes.h"
#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Conversion/LinalgToCPU/TargetPipeline.h"
#include "Ascend/Conversion/Passes.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::ascend;

void mlir::ascend::buildExpandPipeline(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createExpandAippPass());
  pm.addNestedPass<func::FuncOp>(createExpandFormsPass());
  pm.addNestedPass<func::FuncOp>(createExpandQuantizedPass());
}

/// The options of a pass that decides by the tiles of products.
template <typename OptionsT>
static OptionsT tileOptions(const KernelPlan &plan) {
  OptionsT options;
  options.tileRows = plan.gemmTile.rows;
  options.tileColumns = plan.gemmTile.columns;
  options.byteDepth = plan.byteDepth;
  options.bfloatDots = plan.bfloatDots;
  return options;
}

void mlir::ascend::buildGraphPipeline(OpPassManager &pm,
                                      const CompileOptions &options) {
  buildExpandPipeline(pm);
  pm.addNestedPass<func::FuncOp>(createSpecializeShapesPass());
  pm.addPass(createFlushSubnormalsPass());
  // Dumps show the casts and differences.
  if (!options.observe)
    pm.addNestedPass<func::FuncOp>(createNarrowProductsPass());
  pm.addNestedPass<func::FuncOp>(createBoundResultsPass());
  if (options.fuse && !options.observe)
    pm.addNestedPass<func::FuncOp>(createAssignFormatsPass());
  auto plan = tileOptions<PlanCubePassOptions>(options.target.plan);
  plan.fewerProducts = !options.observe;
  pm.addNestedPass<func::FuncOp>(createPlanCubePass(plan));
}

void mlir::ascend::buildOutlinePipeline(OpPassManager &pm,
                                        const CompileOptions &options) {
  OutlineKernelsPassOptions outline;
  outline.observe = options.observe;
  outline.fuse = options.fuse;
  outline.profile = options.profile;
  outline.units = options.streams.isOn();
  pm.addPass(createOutlineKernelsPass(outline));
}

void mlir::ascend::buildKernelsPipeline(OpPassManager &pm,
                                        const CompileOptions &options) {
  auto tile =
      tileOptions<ConvertAscendToLinalgPassOptions>(options.target.plan);
  tile.memoryTypes = true; // Nothing else is left in the module.
  pm.addNestedPass<func::FuncOp>(createConvertAscendToLinalgPass(tile));
  pm.addNestedPass<func::FuncOp>(createSaturateHalvesPass());
  pm.addNestedPass<func::FuncOp>(createFuseElementwisePass());
  pm.addNestedPass<func::FuncOp>(createSkipRoundingsPass());
  pm.addNestedPass<func::FuncOp>(createVerifyKernelPass());
  if (options.packWeights)
    pm.addPass(createHoistPackingPass());
}

void mlir::ascend::buildMemoryPipeline(OpPassManager &pm,
                                       const CompileOptions &options) {
  PackWeightsPassOptions pack;
  pack.pages = options.weightFiles == WeightFiles::OneEach;
  pack.table = options.weights != nullptr;
  pm.addPass(createPackWeightsPass(pack));
  PlanArenaPassOptions plan;
  plan.separate = options.guard != ASCENDRT_GUARD_NONE;
  if (options.streams.isOn() && !options.observe && !plan.separate) {
    GroupKernelsPassOptions groups;
    groups.cubeBesideVector = options.streams.cubeBesideVector;
    groups.aiCpuBeside = options.streams.aiCpuBeside;
    groups.aiCore = options.streams.aiCore;
    groups.aiCpu = options.streams.aiCpu;
    pm.addNestedPass<func::FuncOp>(createGroupKernelsPass(groups));
  }
  pm.addPass(createBufferizePass());
  // Equal views become one; then copies of a buffer to itself go.
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addPass(createPlanArenaPass(plan));
}

void mlir::ascend::buildEntryPipeline(OpPassManager &pm,
                                      const CompileOptions &) {
  pm.addPass(createLowerEntryPass());
}

void mlir::ascend::buildCodePipeline(OpPassManager &pm,
                                     const CompileOptions &options) {
  pm.addPass(createPollLoopsPass());
  buildKernelToLLVMPipeline(pm, options.target);
}

void mlir::ascend::buildCompilePipeline(OpPassManager &pm,
                                        const CompileOptions &options) {
  buildGraphPipeline(pm, options);
  buildOutlinePipeline(pm, options);
  buildKernelsPipeline(pm, options);
  buildMemoryPipeline(pm, options);
  buildEntryPipeline(pm, options);
  buildCodePipeline(pm.nest<ModuleOp>(), options);
}

namespace {

/// What CompileOptions has for these, in ascend-opt's words.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  TargetOptions<Option<std::string>> cpu{*this};
  Option<bool> observe{
      *this, "observe",
      llvm::cl::desc("Every op shows its results to the runtime's observer"),
      llvm::cl::init(false)};
  Option<bool> fuse{*this, "fuse",
                    llvm::cl::desc("Chains of elementwise ops are one kernel"),
                    llvm::cl::init(true)};
  Option<bool> profile{
      *this, "profile",
      llvm::cl::desc("Runs record when each kernel began and ended"),
      llvm::cl::init(false)};
  Option<bool> packWeights{
      *this, "pack-weights",
      llvm::cl::desc("Packing of weights is in functions of its own, which "
                     "the compiler runs"),
      llvm::cl::init(false)};
  Option<bool> separate{
      *this, "separate",
      llvm::cl::desc("Each buffer is memory of its own, not a place in the "
                     "arena"),
      llvm::cl::init(false)};

  llvm::Expected<CompileOptions> get() const {
    llvm::Expected<CpuTarget> target = cpu.get();
    if (!target)
      return target.takeError();
    CompileOptions options;
    options.target = std::move(*target);
    options.observe = observe;
    options.fuse = fuse;
    options.profile = profile;
    options.packWeights = packWeights;
    options.guard = separate ? ASCENDRT_GUARD_END : ASCENDRT_GUARD_NONE;
    return options;
  }
};

} // namespace

void mlir::ascend::registerCompilePipelines() {
  using Build = void (*)(OpPassManager &, const CompileOptions &);
  auto add = [](StringRef name, StringRef summary, Build build) {
    registerRefusingPipeline<PipelineOptions>(
        name, summary,
        [build](OpPassManager &pm,
                const PipelineOptions &given) -> llvm::Error {
          llvm::Expected<CompileOptions> options = given.get();
          if (!options)
            return options.takeError();
          build(pm, *options);
          return llvm::Error::success();
        });
  };
  add("ascend-graph-pipeline",
      "Decide what concerns the whole graph of a decided module",
      buildGraphPipeline);
  add("ascend-outline-pipeline", "Cut the graph into kernels",
      buildOutlinePipeline);
  add("ascend-kernels-pipeline", "Take kernels to linalg on tensors",
      buildKernelsPipeline);
  add("ascend-memory-pipeline", "Give all tensors memory", buildMemoryPipeline);
  add("ascend-entry-pipeline",
      "Make what calls kernels an entry, and each kernel a module",
      buildEntryPipeline);
  add("ascend-code-pipeline", "Take a kernel's module to the LLVM dialect",
      buildCodePipeline);
  add("ascend-compile-pipeline",
      "Take a decided module to an entry and kernels in the LLVM dialect",
      buildCompilePipeline);
}
