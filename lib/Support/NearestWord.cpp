//===- NearestWord.cpp - What a misspelled word may mean ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/NearestWord.h"

llvm::StringRef
mlir::ascend::nearestWord(llvm::StringRef word,
                          llvm::ArrayRef<llvm::StringRef> words) {
  llvm::StringRef nearest;
  // A hostile word of megabytes is near to nothing.
  if (word.size() > 256)
    return nearest;
  // Two letters of three make another word, and so does a letter alone.
  unsigned best = word.size() <= 3 ? std::min<size_t>(2, word.size())
                                   : std::max<size_t>(2, word.size() / 3) + 1;
  for (llvm::StringRef candidate : words) {
    unsigned distance = word.edit_distance_insensitive(candidate, true, best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}
