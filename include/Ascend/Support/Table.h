//===- Table.h - Text that fits a terminal ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Widths are columns of a terminal: a Chinese character takes two. Control
// characters and bytes that are not UTF-8 come out as "?".

#ifndef ASCEND_SUPPORT_TABLE_H
#define ASCEND_SUPPORT_TABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::ascend {

/// At most `width` columns of `text`. A long name loses its middle, marked by
/// '~': its end tells ops apart, its beginning says where they are.
std::string fitColumn(llvm::StringRef text, size_t width);

/// fitColumn, filled up with blanks to `width` columns.
std::string padColumn(llvm::StringRef text, size_t width);

/// `text` in lines of at most `width` columns, broken at blanks; a word that is
/// longer has a line of its own.
std::vector<std::string> wrapText(llvm::StringRef text, size_t width);

/// The same, where a word that is longer is broken, too: nothing is lost, and
/// no line is longer. At least one line.
std::vector<std::string> breakText(llvm::StringRef text, size_t width);

/// A number and what is counted: "1 op", "2 ops".
std::string counted(uint64_t count, llvm::StringRef one);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_TABLE_H
