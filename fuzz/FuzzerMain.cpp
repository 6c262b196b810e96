//===- FuzzerMain.cpp - One target under libFuzzer --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// ascend-fuzz --target=NAME [libFuzzer's options] [folders or files]

#include "Target.h"

#include <cstring>

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

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static llvm::StringRef textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Puts what the target's own mutator makes into `out`; 0 where it makes
/// nothing that fits.
static size_t mutateForm(llvm::StringRef bytes, llvm::StringRef other,
                         uint8_t *out, size_t maxSize, unsigned seed) {
  std::mt19937 random(seed);
  std::string made = target->mutate(bytes, other, random);
  if (made.size() > maxSize)
    return 0;
  std::memcpy(out, made.data(), made.size());
  return made.size();
}

/// Three of four changes keep the form, where the target has one.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (target->mutate && seed % 4)
    if (size_t made = mutateForm(textOf(data, size), "", data, maxSize, seed))
      return made;
  return LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
                                            const uint8_t *other,
                                            size_t otherSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  return target->mutate
             ? mutateForm(textOf(data, size), textOf(other, otherSize), out,
                          maxSize, seed)
             : 0;
}
