//===- LoadedCode.cpp - Object files in this process ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LoadedCode.h"

#include "Ascend/Runtime/ascendrt.h"
#include "CodeGenerator.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <cmath>
#include <cstring>

using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
using namespace llvm::orc;

/// The functions that code may call: those of libascendrt, and what LLVM's code
/// generator calls where the CPU has no instruction.
static SymbolMap processSymbols(LLJIT &jit) {
  SymbolMap symbols;
  auto add = [&](llvm::StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {ExecutorAddr::fromPtr(function),
                                          llvm::JITSymbolFlags::Exported |
                                              llvm::JITSymbolFlags::Callable};
  };
  add("ascendrt_parallel_for", &ascendrt_parallel_for);
  add("ascendrt_run_side_by_side", &ascendrt_run_side_by_side);
  add("ascendrt_observe", &ascendrt_observe);
  add("ascendrt_fail", &ascendrt_fail);
  add("ascendrt_fail_index", &ascendrt_fail_index);
  add("ascendrt_enter_node", &ascendrt_enter_node);
  add("ascendrt_fail_with", &ascendrt_fail_with);
  add("ascendrt_has_failed", &ascendrt_has_failed);
  add("ascendrt_check_buffers", &ascendrt_check_buffers);
  add("ascendrt_is_stopped", &ascendrt_is_stopped);
  add("ascendrt_copy", &ascendrt_copy);
  add("ascendrt_input_shape", &ascendrt_input_shape);
  add("ascendrt_output", &ascendrt_output);
  add("ascendrt_allocate", &ascendrt_allocate);
  add("ascendrt_release", &ascendrt_release);
  add("ascendrt_begin_profile", &ascendrt_begin_profile);
  add("ascendrt_begin_kernel", &ascendrt_begin_kernel);
  add("ascendrt_end_kernel", &ascendrt_end_kernel);
  add("memcpy", &std::memcpy);
  add("memmove", &std::memmove);
  add("memset", &std::memset);
  add("fma", static_cast<double (*)(double, double, double)>(&std::fma));
  add("fmaf", static_cast<float (*)(float, float, float)>(&std::fma));
  add("floorf", static_cast<float (*)(float)>(&std::floor));
  add("ceilf", static_cast<float (*)(float)>(&std::ceil));
  add("truncf", static_cast<float (*)(float)>(&std::trunc));
  add("fmod", static_cast<double (*)(double, double)>(&std::fmod));
  add("exp", static_cast<double (*)(double)>(&std::exp));
  add("pow", static_cast<double (*)(double, double)>(&std::pow));
  add("log", static_cast<double (*)(double)>(&std::log));
  add("sin", static_cast<double (*)(double)>(&std::sin));
  add("cos", static_cast<double (*)(double)>(&std::cos));
  add("sincos", &::sincos);
  add("roundevenf", static_cast<float (*)(float)>(&::roundevenf));
  return symbols;
}

LoadedCode::LoadedCode(std::unique_ptr<LLJIT> jit) : jit(std::move(jit)) {}
LoadedCode::~LoadedCode() = default;

llvm::Expected<std::unique_ptr<LoadedCode>>
LoadedCode::load(Objects objects, llvm::StringRef triple) {
  initializeTargets();
  // Plain code without initializers needs no platform.
  auto jit = LLJITBuilder()
                 .setJITTargetMachineBuilder(
                     JITTargetMachineBuilder(llvm::Triple(triple)))
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = (*jit)->getMainJITDylib().define(
          absoluteSymbols(processSymbols(**jit))))
    return error;
  for (std::unique_ptr<llvm::MemoryBuffer> &object : objects)
    if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
      return error;
  return std::unique_ptr<LoadedCode>(new LoadedCode(std::move(*jit)));
}

llvm::Expected<void *> LoadedCode::lookup(llvm::StringRef name) {
  llvm::Expected<ExecutorAddr> address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
