//===- Runs.cpp - What options say of runs --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/DataDump.h"
#include "Handles.h"

using namespace mlir::ascend;

DEFINE_C_API_PTR_METHODS(AscendDataDump, mlir::ascend::DataDump)

void ascendModuleSetTimeLimits(AscendModule module, ascendrt_context *context) {
  setTimeLimits(context, unwrap(module)->values);
}

uint32_t ascendModuleGetMostRuns(AscendModule module) {
  return unwrap(module)->values.getGraphMaxParallelModelNum().value_or(0);
}

AscendError ascendModuleOpenDataDump(AscendModule handle,
                                     AscendCompiledModel model,
                                     AscendDataDump *result) {
  capi::Module &module = *unwrap(handle);
  *result = {nullptr};
  llvm::Expected<DumpRequest> request =
      readDumpRequest(module.values, module.values.getModel().value_or(""));
  if (!request)
    return capi::toC(request.takeError());
  if (!request->isAsked())
    return {nullptr};
  *result = wrap(DataDump::make(std::move(*request),
                                *ascendCompiledModelGetModel(model),
                                [&](const mlir::ascend::Diagnostic &warning) {
                                  module.warnings.push_back(warning);
                                })
                     .release());
  return {nullptr};
}

void ascendDataDumpBegin(AscendDataDump dump, ascendrt_context *context) {
  unwrap(dump)->begin(context);
}

AscendError ascendDataDumpEnd(AscendDataDump dump, bool failed, bool *stopped) {
  return capi::toC(unwrap(dump)->end(failed, *stopped));
}

void ascendDataDumpDestroy(AscendDataDump dump) { delete unwrap(dump); }

//===----------------------------------------------------------------------===//
// Code for the shapes that come
//===----------------------------------------------------------------------===//

DEFINE_C_API_PTR_METHODS(AscendShapeBodies, mlir::ascend::ShapeBodies)

AscendShapeBodies ascendModuleMakeShapeBodies(AscendModule handle,
                                              AscendCompiledModel compiled) {
  capi::Module &module = *unwrap(handle);
  const ascendrt_model &model = *ascendCompiledModelGetModel(compiled);
  JitCompile when = jitCompileOf(module.values);
  if (!ShapeBodies::arePossible(model, when))
    return {nullptr};
  auto *bodies = new ShapeBodies(
      model, when, generalizationOf(module.values),
      bodyMaker(*module.module, module.values, module.caches, module.inUse),
      /*note=*/nullptr);
  bodies->setBounds(boundsOf(*module.module));
  return wrap(bodies);
}

AscendShapeBodies ascendShapeBodiesOfProfiles(const ascendrt_model *model) {
  if (!ShapeBodies::arePossible(*model, JitCompile::False))
    return {nullptr};
  return wrap(new ShapeBodies(*model));
}

void ascendShapeBodiesAttach(AscendShapeBodies bodies,
                             ascendrt_context *context) {
  unwrap(bodies)->attach(context);
}

void ascendShapeBodiesVisit(AscendShapeBodies bodies, AscendShapesVisitor visit,
                            void *user) {
  for (const ShapeBodies::Info &info : unwrap(bodies)->list()) {
    std::vector<const int64_t *> shapes;
    for (const std::vector<int64_t> &shape : info.shapes)
      shapes.push_back(shape.data());
    AscendShapesInfo told = {shapes.data(), capi::toC(toWord(info.state)),
                             info.ownRuns,  info.runs,
                             info.seconds,  capi::toC(info.why),
                             info.weights,  info.addedWeights};
    visit(&told, user);
  }
}

void ascendShapeBodiesDestroy(AscendShapeBodies bodies) {
  delete unwrap(bodies);
}
