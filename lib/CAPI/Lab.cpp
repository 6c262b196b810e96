//===- Lab.cpp - The accuracy laboratory ----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend-c/Lab.h"
#include "Ascend/Driver/Driver.h"
#include "Ascend/Import/GE/GE.h"
#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Lab/Comparison.h"
#include "Ascend/Lab/Passes.h"
#include "Ascend/Transforms/Graph/GEFusions.h"
#include "Handles.h"

using namespace mlir;
using namespace mlir::ascend;

namespace mlir::ascend::capi {

struct ErrorTable {
  Comparison comparison;
  std::string json, state;
};

} // namespace mlir::ascend::capi

DEFINE_C_API_PTR_METHODS(AscendErrorTable, mlir::ascend::capi::ErrorTable)

static llvm::Error noReference() {
  return makeError({"", "the module has no reference to be compared with", "",
                    "read it with ascendOptionsKeepReference, without "
                    "reference=on"});
}

void ascendOptionsKeepReference(AscendOptions options) {
  unwrap(options)->keepsReference = true;
}

AscendError ascendModuleCompileComparison(AscendModule handle,
                                          AscendCompiledModel *result) {
  capi::Module &module = *unwrap(handle);
  if (!module.reference)
    return capi::toC(noReference());
  if (llvm::Error error = checkHasMain(*module.module))
    return capi::toC(std::move(error));
  ShownOperands operands;
  OwningOpRef<ModuleOp> both =
      pairWithReference(*module.reference, *module.module, &operands);
  AscendError error =
      capi::compileModule(module, *both, /*observe=*/false, result);
  if (ascendErrorIsNull(error))
    unwrap(*result)->shownOperands = std::move(operands);
  return error;
}

AscendErrorTable ascendErrorTableCreate(AscendCompiledModel model) {
  return wrap(
      new capi::ErrorTable{Comparison(*ascendCompiledModelGetModel(model),
                                      unwrap(model)->shownOperands),
                           {},
                           {}});
}

void ascendErrorTableDestroy(AscendErrorTable table) { delete unwrap(table); }

void ascendErrorTableAttach(AscendErrorTable table, ascendrt_context *context) {
  unwrap(table)->comparison.attach(context);
}

bool ascendErrorTableWatch(AscendErrorTable table, AscendStringRef op,
                           size_t count) {
  return unwrap(table)->comparison.watch(capi::toString(op), count);
}

void ascendErrorTableSetVisitor(AscendErrorTable table,
                                AscendTensorVisitor visit, void *user) {
  if (!visit)
    return unwrap(table)->comparison.setVisitor({});
  unwrap(table)->comparison.setVisitor([=](const ShownTensors &shown) {
    AscendShownTensors tensors = {
        {shown.reference, shown.decided, shown.isolated},
        {shown.referenceData, shown.decidedData, shown.isolatedData},
        {shown.referenceShape, shown.decidedShape, shown.isolatedShape}};
    visit(user, &tensors);
  });
}

AscendStringRef ascendErrorTableGetJSON(AscendErrorTable handle) {
  capi::ErrorTable &table = *unwrap(handle);
  table.json.clear();
  llvm::raw_string_ostream os(table.json);
  table.comparison.writeJSON(os);
  return capi::toC(table.json);
}

AscendStringRef ascendErrorTableGetState(AscendErrorTable handle) {
  capi::ErrorTable &table = *unwrap(handle);
  table.state = table.comparison.getState();
  return capi::toC(table.state);
}

bool ascendErrorTableAddState(AscendErrorTable table, AscendStringRef state) {
  return unwrap(table)->comparison.addState(capi::toString(state));
}

bool ascendErrorTableTake(AscendErrorTable table, AscendErrorTable later) {
  return unwrap(table)->comparison.take(unwrap(later)->comparison);
}

//===----------------------------------------------------------------------===//
// Sets of ops
//===----------------------------------------------------------------------===//

/// The model of `module` as decided with the options of `other` in the place of
/// its own.
static llvm::Expected<OwningOpRef<ModuleOp>>
decideAgain(capi::Module &module, const OptionValues &other, Stop &stop) {
  if (!module.reference)
    return noReference();
  OptionValues values = module.values;
  for (const auto &[name, value] : other)
    values.set(name, value);
  // What is written was written by the first decision.
  for (StringRef written : {option::report, option::writeImplIni,
                            option::opDebugLevel, option::opDebugConfig})
    values.erase(written);
  OwningOpRef<ModuleOp> result = module.reference->clone();
  if (llvm::Error error = decidePrecision(
          *result, values, [](const ascend::Diagnostic &) {}, stop))
    return error;
  return result;
}

AscendError ascendModuleCompileChoice(AscendModule handle, AscendOptions other,
                                      AscendCompiledModel *result) {
  capi::Module &module = *unwrap(handle);
  llvm::Expected<OwningOpRef<ModuleOp>> both =
      [&]() -> llvm::Expected<OwningOpRef<ModuleOp>> {
    Stop own, &stop = module.stop ? *module.stop : own;
    ContextWork work(*module.context, stop);
    module.choices.clear();
    if (llvm::Error error = checkHasMain(*module.module))
      return error;
    llvm::Expected<OwningOpRef<ModuleOp>> kept =
        decideAgain(module, unwrap(other)->values, stop);
    if (!kept)
      return kept;
    module.kept = std::move(*kept);
    return chooseForms(*module.module, *module.kept, module.choices);
  }();
  if (!both)
    return capi::toC(both.takeError());
  return capi::compileModule(module, **both, /*observe=*/false, result);
}

size_t ascendModuleGetNumChoices(AscendModule module) {
  return unwrap(module)->choices.size();
}

AscendStringRef ascendModuleGetChoice(AscendModule module, size_t index) {
  return capi::toC(unwrap(module)->choices[index]);
}

AscendError ascendModuleFindForms(AscendModule handle, AscendOptions other,
                                  bool *forms) {
  capi::Module &module = *unwrap(handle);
  if (!module.kept)
    return capi::toC(makeError({"", "the module has compiled no choice", "",
                                "call ascendModuleCompileChoice first"}));
  Stop own, &stop = module.stop ? *module.stop : own;
  ContextWork work(*module.context, stop);
  llvm::Expected<OwningOpRef<ModuleOp>> decided =
      decideAgain(module, unwrap(other)->values, stop);
  if (!decided)
    return capi::toC(decided.takeError());
  llvm::Expected<std::vector<bool>> found =
      findForms(**decided, *module.module, *module.kept, module.choices);
  if (!found)
    return capi::toC(found.takeError());
  llvm::copy(*found, forms);
  return {nullptr};
}

AscendError ascendVisitExternalData(AscendStringRef path,
                                    AscendTextVisitor visit, void *user) {
  llvm::Expected<std::vector<std::string>> files =
      findExternalData(capi::toString(path));
  if (!files)
    return capi::toC(files.takeError());
  for (const std::string &file : *files)
    visit(capi::toC(file), user);
  return {nullptr};
}

//===----------------------------------------------------------------------===//
// What CANN did
//===----------------------------------------------------------------------===//

AscendError ascendDescribeGEGraph(AscendStringRef path, AscendTextVisitor visit,
                                  void *user) {
  llvm::Expected<std::string> text = describeGEGraph(capi::toString(path));
  if (!text)
    return capi::toC(text.takeError());
  visit(capi::toC(*text), user);
  return {nullptr};
}

void ascendVisitFusionPasses(AscendFusionVisitor visit, void *user) {
  for (const FusionPassInfo &pass : fusionPasses())
    visit(capi::toC(pass.name),
          transforms::isModelled(pass) || !pass.countedType.empty(),
          pass.isCounted(), user);
}
