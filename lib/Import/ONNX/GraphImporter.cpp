//===- GraphImporter.cpp - From an ONNX graph to a function ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Import/ONNX/OpMap.h"
#include "NodeImporter.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

constexpr int64_t kMinOpset = 7, kMaxOpset = 28;

GraphImporter::GraphImporter(const Model &model, StringRef file,
                             MLIRContext *context,
                             const ONNXImportOptions &options)
    : model(model), file(file.str()), options(options), builder(context) {}

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
  for (unsigned number = 1; !takenNames.insert(name).second; ++number)
    name = (base + "_" + Twine(number)).str();
  return builder.getStringAttr(name);
}

//===----------------------------------------------------------------------===//
// Header and names
//===----------------------------------------------------------------------===//

static bool isDefaultDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

llvm::Error GraphImporter::checkHeader() {
  const char *note = "is it an ONNX model, and complete?";
  if (model.irVersion <= 0)
    return fail("the model has no ir_version", note);
  if (!model.hasGraph)
    return fail("the model has no graph", note);
  bool isFound = false;
  for (const OperatorSet &set : model.operatorSets) {
    if (!isDefaultDomain(set.domain))
      continue;
    if (isFound && set.version != opset)
      return fail("the model imports the default operator set in two versions");
    isFound = true;
    opset = set.version;
  }
  if (!isFound)
    return fail("the model imports no version of the default operator set",
                note);
  if (opset < kMinOpset || opset > kMaxOpset)
    return makeError(
        {"",
         ("ONNX opset " + Twine(opset) + " is not supported: the range is " +
          Twine(kMinOpset) + " to " + Twine(kMaxOpset))
             .str(),
         file, "convert the model with onnx.version_converter",
         ExitCode::ModelFailed});
  if (model.outputs.empty())
    return fail("the graph has no outputs");
  if (model.hasSparseInitializer)
    return makeError({"", "sparse initializers are not supported", file,
                      "store the weights as dense tensors",
                      ExitCode::ModelFailed});
  return llvm::Error::success();
}

/// Names go to reports, config files and JSON, so they have to be text.
llvm::Error GraphImporter::checkNames() const {
  llvm::Error error = llvm::Error::success();
  auto check = [&](StringRef name) {
    if (!error && (!llvm::json::isUTF8(name) || name.contains('\0')))
      error = fail("the name '" + llvm::json::fixUTF8(name.take_front(100)) +
                   "' in the graph is not UTF-8 text");
  };
  for (const ValueInfo &info : model.inputs)
    check(info.name);
  for (const ValueInfo &info : model.outputs)
    check(info.name);
  for (const Tensor &tensor : model.initializers)
    check(tensor.name);
  for (const Node &node : model.nodes) {
    for (std::string_view name : {node.name, node.opType, node.domain})
      check(name);
    for (std::string_view name : node.inputs)
      check(name);
    for (std::string_view name : node.outputs)
      check(name);
  }
  return error;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

llvm::Error GraphImporter::define(StringRef name, ImportedValue value) {
  if (!values.try_emplace(name, std::move(value)).second)
    return fail("the name '" + name + "' is given to two values");
  return llvm::Error::success();
}

Value GraphImporter::createConstant(StringRef name, ElementsAttr elements) {
  return ConstantOp::create(builder, locationOf(name), elements.getType(),
                            elements, builder.getStringAttr(name),
                            /*original_names=*/ArrayAttr());
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

llvm::Error GraphImporter::addInitializers() {
  for (const Tensor &tensor : model.initializers) {
    if (tensor.name.empty())
      return fail("an initializer has no name");
    StringRef name = tensor.name;
    if (llvm::Error error = checkTensor(tensor, "initializer '" + name + "'")) {
      ascend::Diagnostic diagnostic = toDiagnostic(std::move(error));
      diagnostic.where = file;
      return makeError(std::move(diagnostic));
    }
    ImportedValue value;
    value.tensor = &tensor;
    value.integers = knownIntegers(tensor);
    value.constantName = name;
    if (llvm::Error error = define(name, std::move(value)))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// What is said of an operator without a converter.
static std::pair<std::string, StringRef> explainUnsupported(const Node &node,
                                                            int64_t opset) {
  if (!isDefaultDomain(node.domain))
    return {"operators of this domain are not supported", ""};
  SmallVector<const ONNXOpMapRow *> rows = lookupONNXOp(node.opType, opset);
  if (rows.empty())
    return {"not supported, nor by CANN's own ONNX parser at this opset",
            "E16002"};
  return {"not built yet (CANN maps it to " +
              llvm::join(rows.front()->geTypes, ", ") + ")",
          ""};
}

llvm::Error GraphImporter::addNode(const Node &node, size_t index) {
  StringRef name = node.name;
  for (StringRef output : node.outputs)
    if (name.empty())
      name = output;
  if (name.empty())
    return fail("node " + Twine(index) + " (" + StringRef(node.opType) +
                ") has neither a name nor an output");
  int64_t version = opset;
  if (!isDefaultDomain(node.domain)) {
    version = 0;
    for (const OperatorSet &set : model.operatorSets)
      if (set.domain == node.domain)
        version = set.version;
  }
  NodeImporter importer(*this, node, name, version);

  const OpImporter *row = isDefaultDomain(node.domain)
                              ? lookupOpImporter(node.opType, opset)
                              : nullptr;
  if (!row) {
    auto [reason, code] = explainUnsupported(node, version);
    importer.unsupported(reason, code);
  }

  // Values are known by pointer from here on; define() comes after all uses.
  bool isMissing = !row;
  for (StringRef input : node.inputs) {
    if (input.empty()) {
      importer.inputs.push_back(nullptr);
      continue;
    }
    auto found = values.find(input);
    if (found == values.end())
      return importer.fail(madeSomewhere.contains(input)
                               ? "input '" + input +
                                     "' is made by a later node: the nodes "
                                     "are in a cycle or out of order"
                               : "input '" + input + "' is made by no node"),
             makeError(*importer.fault);
    isMissing |= found->second.isMissing;
    importer.inputs.push_back(&found->second);
  }
  while (!importer.inputs.empty() && !importer.inputs.back())
    importer.inputs.pop_back();

  SmallVector<ImportedValue> results(node.outputs.size());
  for (ImportedValue &result : results)
    result.isMissing = isMissing;
  if (!isMissing) {
    unsigned given = importer.inputs.size();
    bool hasRequired = given >= row->minInputs && given <= row->maxInputs;
    for (unsigned i = 0; hasRequired && i < row->minInputs; ++i)
      hasRequired = importer.hasInput(i);
    if (!hasRequired) {
      importer.fail("has " + Twine(given) + " inputs, the operator takes " +
                    Twine(row->minInputs) +
                    (row->maxInputs == row->minInputs ? Twine()
                     : row->maxInputs == kVariadic
                         ? Twine(" or more")
                         : " to " + Twine(row->maxInputs)));
    } else {
      std::optional<IntTensor> known;
      if (row->evaluate && importer.hasOutput(0))
        known = row->evaluate(importer);
      if (known) {
        results.front().integers = std::move(known);
        results.front().constantName = name;
      } else if (!row->convert) {
        importer.unsupported("not built yet for values that are not known at "
                             "import");
      } else if (!importer.fault) {
        for (auto [result, value] :
             llvm::zip_equal(results, importer.convert(row->convert)))
          result.value = value;
      }
      importer.checkAttributesUsed();
    }
  }
  if (importer.fault) {
    if (importer.fault->exitCode != ExitCode::UnsupportedOp)
      return makeError(std::move(*importer.fault));
    unsupported.push_back(std::move(*importer.fault));
    for (ImportedValue &result : results) {
      result = ImportedValue();
      result.isMissing = true;
    }
  }

  for (auto [output, result] : llvm::zip_equal(node.outputs, results))
    if (!output.empty())
      if (llvm::Error error = define(output, std::move(result)))
        return error;
  return llvm::Error::success();
}

llvm::Error GraphImporter::addNodes() {
  for (const Node &node : model.nodes) {
    takenNames.insert(StringRef(node.name));
    for (StringRef output : node.outputs) {
      takenNames.insert(output);
      madeSomewhere.insert(output);
    }
  }
  for (const auto &entry : values)
    takenNames.insert(entry.getKey());
  for (auto [index, node] : llvm::enumerate(model.nodes))
    if (llvm::Error error = addNode(node, index))
      return error;
  if (unsupported.empty())
    return llvm::Error::success();
  unsupported.back().note =
      "the supported operators are: " + listSupportedOps();
  llvm::Error all = llvm::Error::success();
  for (ascend::Diagnostic &diagnostic : unsupported)
    all = llvm::joinErrors(std::move(all), makeError(std::move(diagnostic)));
  return all;
}

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
  if (llvm::Error error = addInitializers())
    return error;
  if (llvm::Error error = addInputs())
    return error;
  builder.setInsertionPointToEnd(&function.getBody().front());
  if (llvm::Error error = addNodes())
    return error;
  if (llvm::Error error = addOutputs())
    return error;
  if (llvm::Error error = verifyModule())
    return error;
  return std::move(module);
}
