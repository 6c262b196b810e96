//===- Mutator.h - Damages inputs as a seed says ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_FUZZ_MUTATOR_H
#define ASCEND_FUZZ_MUTATOR_H

#include "llvm/ADT/StringRef.h"

#include <random>
#include <string>
#include <vector>

namespace mlir::ascend::fuzz {

/// The words of a dictionary in libFuzzer's format: lines `"word"`, in which
/// \xNN, \\ and \" stand for a byte; lines that begin with # are comments.
std::vector<std::string> readDictionary(llvm::StringRef text);

/// Makes damaged inputs out of sound ones: bytes changed, parts cut, doubled or
/// taken from another input, words put in. Equal seeds give equal inputs on
/// every machine.
class Mutator {
public:
  /// What changes an input and keeps its form: Target::mutate.
  using Structured = std::string (*)(llvm::StringRef, llvm::StringRef,
                                     std::mt19937 &);

  /// Of `inputs`, which are sound, there is at least one. `structured` may be
  /// null.
  Mutator(std::vector<std::string> inputs, std::vector<std::string> words,
          Structured structured, unsigned seed)
      : inputs(std::move(inputs)), words(std::move(words)),
        structured(structured), random(seed) {}

  std::string next();

private:
  size_t below(size_t bound) { return bound ? random() % bound : 0; }
  void mutate(std::string &text);

  std::vector<std::string> inputs, words;
  Structured structured;
  std::mt19937 random;
};

} // namespace mlir::ascend::fuzz

#endif // ASCEND_FUZZ_MUTATOR_H
