//===- Linker.cpp - The module that links lld -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// lld is a library that registers a hundred options with LLVM's command line
// in whatever process loads it: a module keeps them out of the help of
// ascend-opt, and from clashing with the options of programs that use
// libAscendMLIR.

#include "Linker.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

LLD_HAS_DRIVER(elf)

// The number is that of the interface.
extern "C" __attribute__((visibility("default"))) bool
ascendLink_1( // NOLINT(readability-identifier-naming)
    llvm::ArrayRef<const char *> arguments, std::string &messages) {
  llvm::SmallVector<const char *> all{"ld.lld"};
  all.append(arguments.begin(), arguments.end());
  llvm::raw_string_ostream os(messages);
  lld::Result result = lld::lldMain(all, os, os, {{lld::Gnu, &lld::elf::link}});
  return result.retCode == 0;
}
