//===- NearestWord.h - What a misspelled word may mean ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_NEARESTWORD_H
#define ASCEND_SUPPORT_NEARESTWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::ascend {

/// The word of `words` nearest to `word` by edit distance, or empty when none
/// is nearer than about a third of its length.
llvm::StringRef nearestWord(llvm::StringRef word,
                            llvm::ArrayRef<llvm::StringRef> words);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_NEARESTWORD_H
