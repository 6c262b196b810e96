//===- CompilerInterface.cpp - From a model and options to code -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Driver.h"
#include "Ascend/Driver/TuneModel.h"
#include "Ascend/Lab/DataDump.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Files/OptionFile.h"
#include "Ascend/Runtime/ShortMemory.h"
#include "Ascend/Support/OutputFile.h"
#include "Handles.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;

AscendStringRef ascendGetVersion(void) { return capi::toC(projectVersion()); }

//===----------------------------------------------------------------------===//
// Stops
//===----------------------------------------------------------------------===//

AscendStop ascendStopCreate(void) {
  return wrap(new capi::StopHandle(std::make_shared<Stop>()));
}

void ascendStopDestroy(AscendStop stop) { delete unwrap(stop); }

void ascendStopRequest(AscendStop stop) { (*unwrap(stop))->request(); }

void ascendOptionsSetStop(AscendOptions options, AscendStop stop) {
  unwrap(options)->stop = *unwrap(stop);
}

void ascendModuleSetStop(AscendModule module, AscendStop stop) {
  unwrap(module)->stop = *unwrap(stop);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// The stop of what is done with `module` now: the caller's or else `own`.
static Stop &stopOf(const capi::Module &module, Stop &own) {
  return module.stop ? *module.stop : own;
}

using Loader = llvm::function_ref<llvm::Expected<OwningOpRef<ModuleOp>>(
    const OptionValues &, MLIRContext &, WarningHandler)>;

/// Reads with `load` and decides.
static llvm::Error read(const OptionValues &given, Loader load,
                        bool keepsReference, capi::Module &result) {
  result.values = given;
  DiskFiles disk;
  if (llvm::Error error = addOptionFiles(result.values, OptionTaker::Api, disk,
                                         result.warnings))
    return error;
  if (llvm::Error error = checkTogether(result.values))
    return error;
  fillToolDefaults(result.values);
  if (llvm::Error error = checkOnChip(result.values))
    return error;
  llvm::append_range(result.warnings, productRemarks(result.values));
  llvm::append_range(result.warnings, remarksTogether(result.values));
  if (llvm::Error error = checkOutputFiles(result.values))
    return error;
  if (llvm::Error error =
          readDumpRequest(result.values, result.values.getModel().value_or(""))
              .takeError())
    return error;
  auto hear = [&](const ascend::Diagnostic &warning) {
    result.warnings.push_back(warning);
  };
  Stop own, &stop = stopOf(result, own);
  // To make a context, with all dialects, and to read a model ask nothing.
  if (stop.isDue(/*headroom=*/size_t(64) << 20))
    return stop.error();
  result.context = makeContext();
  ContextWork work(*result.context, stop);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      load(result.values, *result.context, hear);
  if (!module)
    return module.takeError();
  if (stop.isDue())
    return stop.error();
  result.module = std::move(*module);
  result.caches = openCaches(result.values, hear);
  if (result.values.getReference())
    return llvm::Error::success();
  if (keepsReference)
    result.reference = result.module->clone();
  if (llvm::Error error =
          decidePrecision(*result.module, result.values, hear, stop))
    return error;
  auto config = configOf(*result.module);
  if (!config)
    return config.takeError();
  result.config = std::move(*config);
  return llvm::Error::success();
}

static AscendError makeModule(AscendOptions options, const OptionValues &values,
                              Loader load, AscendModule *result) {
  ascendrt::prepareToThrow();
  ascendrt::saveAddresses();
  auto module = std::make_unique<capi::Module>();
  module->warnings = unwrap(options)->warnings;
  module->stop = unwrap(options)->stop;
  if (llvm::Error error =
          read(values, load, unwrap(options)->keepsReference, *module))
    return capi::toC(std::move(error));
  *result = wrap(module.release());
  return {nullptr};
}

AscendError ascendModuleReadFile(AscendStringRef path, AscendOptions options,
                                 AscendModule *result) {
  OptionValues values = unwrap(options)->values;
  values.set(option::model, capi::toString(path));
  std::vector<UsedFile> dataFiles;
  AscendError error = makeModule(
      options, values,
      [&](const OptionValues &values, MLIRContext &context,
          WarningHandler warn) {
        return loadModel(values, context, warn, ModelFile::MayChange,
                         &dataFiles);
      },
      result);
  if (ascendErrorIsNull(error))
    unwrap(*result)->dataFiles = std::move(dataFiles);
  return error;
}

AscendError ascendModuleReadBytes(AscendStringRef bytes, AscendStringRef name,
                                  AscendOptions options, AscendModule *result) {
  return makeModule(
      options, unwrap(options)->values,
      [&](const OptionValues &values, MLIRContext &context,
          WarningHandler warn) {
        return loadModel(capi::toString(bytes), capi::toString(name), values,
                         context, warn);
      },
      result);
}

void ascendModuleDestroy(AscendModule module) { delete unwrap(module); }

size_t ascendModuleGetNumWarnings(AscendModule module) {
  return unwrap(module)->warnings.size();
}

AscendDiagnostic ascendModuleGetWarning(AscendModule module, size_t index) {
  return capi::toC(unwrap(module)->warnings[index]);
}

AscendStringRef ascendModuleGetReport(AscendModule handle) {
  capi::Module &module = *unwrap(handle);
  std::lock_guard<std::mutex> lock(module.inUse);
  if (!module.report)
    module.report =
        module.config ? jsonReport(*module.module, *module.config) : "";
  return capi::toC(*module.report);
}

AscendStringRef ascendModuleGetReportText(AscendModule handle) {
  capi::Module &module = *unwrap(handle);
  std::lock_guard<std::mutex> lock(module.inUse);
  if (!module.reportText)
    module.reportText =
        module.config ? textReport(*module.module, *module.config) : "";
  return capi::toC(*module.reportText);
}

AscendStringRef ascendModuleGetText(AscendModule handle) {
  capi::Module &module = *unwrap(handle);
  std::lock_guard<std::mutex> lock(module.inUse);
  if (!module.text) {
    llvm::raw_string_ostream os(module.text.emplace());
    module.module->print(os);
  }
  return capi::toC(*module.text);
}

//===----------------------------------------------------------------------===//
// Compiled models
//===----------------------------------------------------------------------===//

AscendError capi::compileModule(Module &module, ModuleOp source, bool observe,
                                AscendCompiledModel *result) {
  ascendrt::prepareToThrow();
  Stop own, &stop = stopOf(module, own);
  llvm::Expected<CompileOptions> options =
      compileOptions(source, module.values, "native", module.caches, stop);
  if (!options)
    return capi::toC(options.takeError());
  options->observe = observe;
  ContextWork work(*module.context, stop);
  auto compiled = compile(source, *options);
  if (!compiled)
    return capi::toC(compiled.takeError());
  *result = wrap(new capi::Compiled{std::move(*compiled), nullptr, {}});
  return {nullptr};
}

/// Tunes the decided module, if its options ask for it, for the CPU `cpu`.
static llvm::Error tune(capi::Module &module, llvm::StringRef cpu) {
  if (!module.config)
    return llvm::Error::success();
  Stop own, &stop = stopOf(module, own);
  ContextWork work(*module.context, stop);
  return tuneModel(*module.module, module.values, cpu, module.caches, stop,
                   [&](const ascend::Diagnostic &warning) {
                     module.warnings.push_back(warning);
                   })
      .takeError();
}

/// What is to be done and said when the module has been compiled. A program
/// that compiles has no end that one knows of here.
static llvm::Error endCompilation(capi::Module &module) {
  llvm::append_range(
      module.warnings,
      cacheFailures(module.values, module.caches, /*isNamed=*/true));
  for (CompileStatTime time :
       {CompileStatTime::Compiled, CompileStatTime::Ended})
    if (llvm::Error error =
            ascend::exportCompileStat(*module.module, module.values, time))
      return error;
  return llvm::Error::success();
}

AscendError ascendModuleCompile(AscendModule handle, bool observe,
                                AscendCompiledModel *result) {
  capi::Module &module = *unwrap(handle);
  std::lock_guard<std::mutex> lock(module.inUse);
  if (llvm::Error error = tune(module, "native"))
    return capi::toC(std::move(error));
  AscendCompiledModel compiled = {nullptr};
  AscendError failure =
      capi::compileModule(module, *module.module,
                          observe || asksForTensors(module.values), &compiled);
  if (!ascendErrorIsNull(failure))
    return failure;
  if (llvm::Error error = endCompilation(module)) {
    ascendCompiledModelDestroy(compiled);
    return capi::toC(std::move(error));
  }
  *result = compiled;
  return {nullptr};
}

AscendError ascendModuleCompileToFile(AscendModule handle,
                                      AscendStringRef path) {
  ascendrt::prepareToThrow();
  capi::Module &module = *unwrap(handle);
  if (llvm::Error error =
          checkUsedFile(module.values,
                        {"the compiled file", capi::toString(path).str(),
                         /*isWritten=*/true},
                        module.dataFiles))
    return capi::toC(std::move(error));
  AscendStringRef report = ascendModuleGetReport(handle);
  std::lock_guard<std::mutex> lock(module.inUse);
  if (llvm::Error error = tune(module, CpuTarget::host().form))
    return capi::toC(std::move(error));
  Stop own, &stop = stopOf(module, own);
  ContextWork work(*module.context, stop);
  if (llvm::Error error =
          writeCompiledFile(*module.module, module.values,
                            capi::toString(report), capi::toString(path),
                            module.caches, stop)
              .takeError())
    return capi::toC(std::move(error));
  return capi::toC(endCompilation(module));
}

AscendError ascendCompiledModelLoad(AscendStringRef path,
                                    AscendCompiledModel *result) {
  ascendrt::prepareToThrow();
  llvm::Expected<CompiledFile> file = openCompiledFile(capi::toString(path));
  if (!file)
    return capi::toC(file.takeError());
  *result = wrap(new capi::Compiled{nullptr, std::move(*file), {}});
  return {nullptr};
}

AscendError ascendCompiledModelLoadBytes(AscendStringRef bytes,
                                         AscendCompiledModel *result) {
  auto fail = [](const char *what) {
    return capi::toC(makeError(
        {"", std::string(what) + ": " + std::strerror(errno), "",
         "write the bytes to a file and load that", ExitCode::Limit}));
  };
  // A file without a name, for libascendrt to map.
  int number = memfd_create("ascend-model", MFD_CLOEXEC);
  if (number < 0)
    return fail("cannot make a file in memory");
  llvm::scope_exit close([&] { ::close(number); });
  if (std::error_code error = writeOpen(number, [&](llvm::raw_ostream &os) {
        os << capi::toString(bytes);
      })) {
    errno = error.value();
    return fail("cannot copy the compiled model");
  }
  std::string path = "/proc/self/fd/" + std::to_string(number);
  return ascendCompiledModelLoad(capi::toC(path), result);
}

const ascendrt_model *ascendCompiledModelGetModel(AscendCompiledModel model) {
  const capi::Compiled &compiled = *unwrap(model);
  return compiled.inMemory ? &compiled.inMemory->getModel()
                           : ascendrt_file_model(compiled.file.get());
}

AscendStringRef ascendCompiledModelGetReport(AscendCompiledModel model) {
  const capi::Compiled &compiled = *unwrap(model);
  if (!compiled.file)
    return {"", 0};
  uint64_t bytes = 0;
  const char *text = ascendrt_file_report(compiled.file.get(), &bytes);
  return {text, static_cast<size_t>(bytes)};
}

void ascendCompiledModelDestroy(AscendCompiledModel model) {
  delete unwrap(model);
}
