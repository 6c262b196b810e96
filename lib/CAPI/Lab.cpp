//===- Lab.cpp - The accuracy laboratory ----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend-c/Lab.h"
#include "Ascend/Driver/Driver.h"
#include "Ascend/Lab/Comparison.h"
#include "Ascend/Lab/Passes.h"
#include "Handles.h"

using namespace mlir;
using namespace mlir::ascend;

namespace mlir::ascend::capi {

struct ErrorTable {
  Comparison comparison;
  std::string json;
};

} // namespace mlir::ascend::capi

DEFINE_C_API_PTR_METHODS(AscendErrorTable, mlir::ascend::capi::ErrorTable)

void ascendOptionsKeepReference(AscendOptions options) {
  unwrap(options)->keepsReference = true;
}

AscendError ascendModuleCompileComparison(AscendModule handle,
                                          AscendCompiledModel *result) {
  capi::Module &module = *unwrap(handle);
  if (!module.reference)
    return capi::toC(makeError(
        {"", "the module has no reference to be compared with", "",
         "read it with ascendOptionsKeepReference, without reference=on"}));
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
        shown.shape};
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
