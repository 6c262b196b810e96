//===- AippFile.h - A configuration of AIPP as its fields -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What the parser module and the compiler share: no header of protobuf, none of
// LLVM.

#ifndef ASCEND_LIB_IMPORT_AIPP_AIPPFILE_H
#define ASCEND_LIB_IMPORT_AIPP_AIPPFILE_H

#include <string>
#include <string_view>
#include <vector>

namespace mlir::ascend::aipp {

/// A place in the file, from 1.
struct Place {
  int line = 1, column = 1;
};

/// One value of a field that the file gives.
struct Field {
  std::string name;
  /// A number, 0 or 1 for false and true, or that of a word.
  double number = 0;
  /// The word of an enumeration, or a string.
  std::string text;
  Place place;
  /// What the number has to be, if it has to be anything.
  bool hasRange = false;
  double least = 0, most = 0;
};

/// `aipp_op { … }`, with its fields in the order of the format.
struct Block {
  std::vector<Field> fields;
  Place place;
};

/// Parses protobuf's text format; false, a reason and its place where the text
/// is none, or has a field that there is not. The parser module exports it
/// under kParseSymbol. No exception leaves it.
using ParseFunction = bool (*)(std::string_view text,
                               std::vector<Block> &blocks, std::string &reason,
                               Place &place) noexcept;

/// The number grows with every change of the structs above or of the function.
constexpr const char kParseSymbol[] = "ascendParseAipp_1";

} // namespace mlir::ascend::aipp

#endif // ASCEND_LIB_IMPORT_AIPP_AIPPFILE_H
