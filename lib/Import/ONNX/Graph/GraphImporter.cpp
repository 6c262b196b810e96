//===- GraphImporter.cpp - From an ONNX graph to a function ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

GraphImporter::GraphImporter(const Model &model, StringRef file,
                             MLIRContext *context,
                             const ONNXImportOptions &options)
    : model(model), file(file.str()), options(options), builder(context) {
  top.operatorSets = model.operatorSets;
}

llvm::Error GraphImporter::fail(const Twine &message, StringRef note) const {
  return makeError(
      {"E10041", message.str(), file, note.str(), ExitCode::ModelFailed});
}

Location GraphImporter::locationOf(StringRef name) {
  return NameLoc::get(builder.getStringAttr(name),
                      FileLineColLoc::get(builder.getStringAttr(file), 0, 0));
}

StringAttr GraphImporter::uniqueName(const Twine &base) {
  std::string name = base.str();
  auto [entry, isNew] = takenNames.try_emplace(name, 0);
  // Goes on where it ended for this name: there can be many calls.
  unsigned &number = entry->second;
  while (!isNew) {
    name = (base + "_" + Twine(++number)).str();
    isNew = takenNames.try_emplace(name, 0).second;
  }
  madeNames.push_back(name);
  return builder.getStringAttr(name);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ImportedValue *GraphImporter::keep(ImportedValue value) {
  return &values.emplace_back(std::move(value));
}

llvm::Error GraphImporter::define(Scope &scope, StringRef name,
                                  ImportedValue *value) {
  if (!scope.values.try_emplace(name, value).second)
    return fail("the name '" + name + "' is given to two values");
  return llvm::Error::success();
}

Value GraphImporter::createConstant(StringRef name, ElementsAttr elements) {
  OpBuilder::InsertionGuard guard(builder);
  Block &body = function.getBody().front();
  Operation *around = builder.getInsertionBlock()->getParentOp();
  bool isInRegion = around != function;
  if (isInRegion)
    builder.setInsertionPoint(body.findAncestorOpInBlock(*around));
  auto constant = ConstantOp::create(
      builder, locationOf(name), elements.getType(), elements,
      builder.getStringAttr(name), /*original_names=*/ArrayAttr());
  if (isInRegion)
    hoistedConstants.push_back(constant);
  return constant;
}

Value GraphImporter::materialize(ImportedValue &imported) {
  if (imported.value)
    return imported.value;
  StringRef name = imported.constantName;
  ElementsAttr elements =
      imported.tensor
          ? elementsAttr(builder.getContext(), *imported.tensor, name)
          : elementsAttr(builder.getContext(), *imported.integers);
  imported.value = createConstant(name, elements);
  return imported.value;
}

llvm::Error GraphImporter::addInitializer(Scope &scope, const Tensor &tensor) {
  ImportedValue value;
  value.tensor = &tensor;
  value.integers = knownIntegers(tensor);
  // The model's own names stay as they are.
  value.constantName = &scope == &top
                           ? StringRef(tensor.name)
                           : uniqueName(scope.prefix + StringRef(tensor.name));
  return define(scope, tensor.name, keep(std::move(value)));
}

llvm::Error GraphImporter::addInitializers(Scope &scope, const Graph &graph) {
  auto faultIn = [&](llvm::Error error) {
    ascend::Diagnostic diagnostic = toDiagnostic(std::move(error));
    diagnostic.where = file;
    return makeError(std::move(diagnostic));
  };
  for (const Tensor &tensor : graph.initializers) {
    StringRef name = tensor.name;
    if (name.empty())
      return fail("an initializer has no name");
    if (llvm::Error error = checkTensor(tensor, "initializer '" + name + "'"))
      return faultIn(std::move(error));
    if (llvm::Error error = addInitializer(scope, tensor))
      return error;
  }
  for (const SparseTensor &tensor : graph.sparseInitializers) {
    StringRef name = tensor.values.name;
    if (name.empty())
      return fail("an initializer has no name");
    llvm::Expected<Tensor> dense =
        makeDense(tensor, "initializer '" + name + "'");
    if (!dense)
      return faultIn(dense.takeError());
    if (llvm::Error error =
            addInitializer(scope, tensors.emplace_back(std::move(*dense))))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

llvm::Error GraphImporter::verifyModule() {
  std::string reason;
  ScopedDiagnosticHandler handler(
      builder.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (reason.empty()) {
          if (auto name = dyn_cast<NameLoc>(diagnostic.getLocation()))
            reason = "node '" + name.getName().str() + "': ";
          reason += diagnostic.str();
        }
        return success();
      });
  if (failed(verify(*module)))
    return fail(reason);
  return llvm::Error::success();
}

llvm::Expected<OwningOpRef<ModuleOp>> GraphImporter::run() {
  if (llvm::Error error = checkHeader())
    return error;
  if (llvm::Error error = checkNames())
    return error;
  if (llvm::Error error = addFunctions())
    return error;
  if (llvm::Error error = addInitializers(top, model.graph))
    return error;
  if (llvm::Error error = addInputs())
    return error;
  builder.setInsertionPointToEnd(&function.getBody().front());
  if (llvm::Error error = chooseOutputs())
    return error;
  std::vector<Node> needed;
  if (!options.outNodes.empty())
    needed = nodesOfOutputs();
  if (llvm::Error error =
          addGraph(top, options.outNodes.empty() ? ArrayRef(model.graph.nodes)
                                                 : ArrayRef(needed)))
    return error;
  if (llvm::Error error = unsupportedNodes())
    return error;
  if (llvm::Error error = addOutputs())
    return error;
  discarded.clear();
  for (ConstantOp constant : hoistedConstants)
    if (constant->use_empty())
      constant.erase();
  if (llvm::Error error = verifyModule())
    return error;
  return std::move(module);
}
