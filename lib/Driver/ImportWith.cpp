//===- ImportWith.cpp - ONNX models as the options ask --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ImportWith.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Files/OpNameMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ascend;

/// What the values of options say without a file.
static llvm::Expected<ONNXImportOptions>
importOptions(const OptionValues &values) {
  ONNXImportOptions options;
  // What the newer one says of an input wins.
  for (StringRef name : {option::inputShape, option::inputShapeRange}) {
    auto shapes = values.get(name);
    if (!shapes)
      continue;
    llvm::Expected<InputShapes> parsed = parseInputShape(*shapes, name);
    if (!parsed)
      return parsed.takeError();
    for (auto &entry : *parsed)
      if (options.inputShapes.try_emplace(entry.getKey(), entry.getValue())
              .second &&
          name == option::inputShapeRange)
        options.fromShapeRange.insert(entry.getKey());
  }
  if (auto shapes = values.getDynamicInputsShapeRange()) {
    auto parsed = parseShapesInOrder(*shapes);
    if (!parsed)
      return parsed.takeError();
    options.shapesInOrder = std::move(*parsed);
  }
  options.opensExtents = opensExtents(values);
  options.frozenVariables = values.getFrozenVariable();
  if (auto nodes = values.getOutNodes()) {
    llvm::Expected<OutNodes> parsed = parseOutNodes(*nodes);
    if (!parsed)
      return parsed.takeError();
    options.outNodes = std::move(*parsed);
  }
  return options;
}

bool mlir::ascend::opensExtents(const OptionValues &values) {
  return values.getCompileDynamicMode() || values.getDynamicInput();
}

llvm::Expected<OwningOpRef<ModuleOp>> mlir::ascend::importWith(
    const OptionValues &values, WarningHandler warn,
    std::vector<UsedFile> *dataFiles,
    llvm::function_ref<
        llvm::Expected<OwningOpRef<ModuleOp>>(const ONNXImportOptions &)>
        import) {
  llvm::Expected<ONNXImportOptions> options = importOptions(values);
  if (!options)
    return options.takeError();
  options->whenRead = [&values, dataFiles](StringRef path) {
    UsedFile file = {"the model's data", path.str(), /*isWritten=*/false};
    if (dataFiles)
      dataFiles->push_back(file);
    return checkUsedFile(values, file);
  };
  std::vector<OpNameMapLine> lines;
  if (auto path = values.getOpNameMap()) {
    DiskFiles files;
    std::vector<ascend::Diagnostic> warnings;
    llvm::Expected<std::vector<OpNameMapLine>> read =
        readOpNameMap(files, *path, warnings);
    if (!read)
      return read.takeError();
    for (const ascend::Diagnostic &warning : warnings)
      warn(warning);
    lines = std::move(*read);
  }
  for (const OpNameMapLine &line : lines)
    options->opNameMap[line.operatorName] = line.geType;
  llvm::StringSet<> mapped;
  options->whenMapped = [&](StringRef name) { mapped.insert(name); };
  llvm::Expected<OwningOpRef<ModuleOp>> module = import(*options);
  if (module)
    for (const OpNameMapLine &line : lines)
      if (!mapped.contains(line.operatorName))
        warn({"",
              "no operator '" + line.operatorName +
                  "' of the model's own is in it: the line says nothing",
              line.where, ""});
  return module;
}
