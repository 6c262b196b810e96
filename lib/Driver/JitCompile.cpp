//===- JitCompile.cpp - How code for some shapes is made ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ShapeBodies.h"
#include "Ascend/Transforms/Graph/InputRanges.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

JitCompile mlir::ascend::jitCompileOf(const OptionValues &values) {
  llvm::StringRef older = values.getDynamicGraphExecuteMode().value_or("auto");
  return llvm::StringSwitch<JitCompile>(
             values.get(option::jitCompile).value_or(older))
      .Cases({"true", "1", "lazy_recompile"}, JitCompile::True)
      .Cases({"false", "0", "dynamic_execute"}, JitCompile::False)
      .Default(JitCompile::Auto);
}

Generalization mlir::ascend::generalizationOf(const OptionValues &values) {
  // All extents are open from the first run on.
  if (opensExtents(values))
    return Generalization::Strict;
  return llvm::StringSwitch<Generalization>(values.getShapeGeneralizationMode())
      .Case("FULL", Generalization::Full)
      .Case("ADAPTIVE", Generalization::Adaptive)
      .Default(Generalization::Strict);
}

ShapeBodies::Bounds mlir::ascend::boundsOf(ModuleOp module) {
  ShapeBodies::Bounds bounds;
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return bounds;
  for (auto [input, type] : llvm::enumerate(main.getArgumentTypes())) {
    if (!isa<RankedTensorType>(type))
      return {};
    for (const InputRange &bound : inputBounds(main, input))
      bounds.emplace_back(bound.least, bound.most);
  }
  return bounds;
}

ShapeBodies::Make mlir::ascend::bodyMaker(ModuleOp module,
                                          const OptionValues &values,
                                          const CompileCaches &caches,
                                          std::mutex &inUse) {
  return [module, &values, &caches, &inUse](const ShapeBodies::Shapes &shapes,
                                            Stop &stop) mutable
             -> llvm::Expected<std::unique_ptr<CompiledModel>> {
    std::lock_guard<std::mutex> lock(inUse);
    llvm::Expected<CompileOptions> options =
        compileOptions(module, values, "native", caches, stop);
    if (!options)
      return options.takeError();
    options->profiles = {};
    // What is kept for people is kept of the model's own code.
    options->files = {};
    // With the code that the cache has a body is made as fast as it is mapped,
    // and has most weights from others.
    if (options->cache)
      options->models = nullptr;
    // Runs have the other CPUs, unless they wait for this.
    if (jitCompileOf(values) == JitCompile::Auto)
      options->threads = 1;
    ContextWork work(*module.getContext(), stop);
    return compileForShapes(module, shapes, *options);
  };
}
