//===- Table.h - Text that fits a terminal ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_TABLE_H
#define ASCEND_SUPPORT_TABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::ascend {

/// At most `width` columns of `text`. A long name loses its beginning, marked
/// by '~', because its end tells ops apart.
std::string fitColumn(llvm::StringRef text, size_t width);

/// `text` in lines of at most `width` columns, broken at blanks; a word that is
/// longer has a line of its own.
std::vector<std::string> wrapText(llvm::StringRef text, size_t width);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_TABLE_H
