//===- ShapeEntries.cpp - A model's code for certain shapes ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ShapeEntries.h"

#include "Ascend/Compiler/Pipelines.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Transforms/Graph/SpecializeShapes.h"
#include "DiagnosticCollector.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static std::optional<int64_t> numberOf(func::FuncOp entry) {
  auto number = entry->getAttrOfType<IntegerAttr>(kProfileAttrName);
  return number ? std::optional(number.getInt()) : std::nullopt;
}

SmallVector<func::FuncOp> compiler::entriesOf(ModuleOp module) {
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getSymName() == "main" || numberOf(function))
      entries.push_back(function);
  llvm::sort(entries, [](func::FuncOp a, func::FuncOp b) {
    return numberOf(a).value_or(-1) < numberOf(b).value_or(-1);
  });
  return entries;
}

std::string compiler::entrySymbolOf(func::FuncOp entry) {
  std::optional<int64_t> number = numberOf(entry);
  return kEntrySymbol.str() + (number ? "_" + std::to_string(*number) : "");
}

/// Of what these take apart nothing says the shape.
static LogicalResult expand(ModuleOp module) {
  PassManager passes(module.getContext());
  buildExpandPipeline(passes);
  return passes.run(module);
}

LogicalResult compiler::specializeModule(ModuleOp module,
                                         ArrayRef<InputShape> shapes,
                                         bool *isEmpty) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (failed(expand(module)) || !main)
    return failure();
  auto known = llvm::map_to_vector(shapes, [](const InputShape &shape) {
    SmallVector<int64_t> extents(shape.begin(), shape.end());
    for (int64_t &extent : extents)
      if (extent < 0)
        extent = ShapedType::kDynamic;
    return extents;
  });
  return specializeShapes(main, known, isEmpty);
}

/// "[1,3,224,224]; [1]".
static std::string textOf(ArrayRef<InputShape> shapes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      shapes, os,
      [&](ArrayRef<int64_t> shape) {
        os << '[';
        llvm::interleave(shape, os, ",");
        os << ']';
      },
      "; ");
  return text;
}

llvm::Error compiler::addProfiles(ModuleOp module,
                                  const ShapeProfiles &profiles) {
  DiagnosticCollector diagnostics(module.getContext());
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  for (auto [number, shapes] : llvm::enumerate(profiles.all)) {
    OwningOpRef<ModuleOp> copy = module.clone();
    for (func::FuncOp known : entriesOf(*copy))
      if (numberOf(known))
        known.erase();
    if (failed(specializeModule(*copy, shapes)))
      return diagnostics.takeError(
          ExitCode::ModelFailed,
          "the model cannot take inputs of the profile " + textOf(shapes));
    auto main = copy->lookupSymbol<func::FuncOp>("main");
    main->remove();
    main.setName("profile_" + std::to_string(number));
    main->setAttr(kProfileAttrName, builder.getI64IntegerAttr(number));
    builder.insert(main);
  }
  if (!profiles.takesOthers)
    module.lookupSymbol("main")->erase();
  return llvm::Error::success();
}
