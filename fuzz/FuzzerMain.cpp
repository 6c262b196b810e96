//===- FuzzerMain.cpp - One target under libFuzzer --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// ascend-fuzz --target=NAME [libFuzzer's options] [folders or files]

#include "Target.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend::fuzz;

static const Target *target = nullptr;

/// Every finding ends the run, wherever the program is started from.
extern "C" const char *__ubsan_default_options() {
  return "halt_on_error=1:print_stacktrace=1";
}

/// LLVM's allocators poison what they have not given out: their inline half,
/// compiled here, would do so, and the half in libLLVM.so would not undo it.
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1:allow_user_poisoning=0:"
         "quarantine_size_mb=64";
}

extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv) {
  for (int i = 1; i < *argc; ++i) {
    llvm::StringRef argument((*argv)[i]);
    if (argument.consume_front("--target="))
      target = lookupTarget(argument);
  }
  if (target)
    return 0;
  llvm::errs() << "--target= one of:";
  for (const Target &known : allTargets())
    llvm::errs() << ' ' << known.name;
  llvm::errs() << '\n';
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  target->run(llvm::StringRef(reinterpret_cast<const char *>(data), size)
                  .take_front(target->maxBytes));
  return 0;
}
