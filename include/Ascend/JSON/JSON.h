//===- JSON.h - JSON with the place of every value --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Configuration files and op stores are JSON. CANN reads them with
// nlohmann::json, so this project does too: what one accepts the other does.
// Unlike that library's own tree, this one keeps the order of keys, the keys
// that stand twice, and the line and column of every value, because an error
// in a user's file has to say where it is. JSON is written with
// llvm::json::OStream.

#ifndef ASCEND_JSON_JSON_H
#define ASCEND_JSON_JSON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::ascend {
namespace json {

/// What a value is. A number is an Integer when it is written without fraction
/// and exponent and fits 64 signed bits, else a Double.
enum class Kind : uint8_t {
  Null,
  Bool,
  Integer,
  Double,
  String,
  Array,
  Object
};

/// The word for `kind` in a sentence: "a string", "an object", ….
llvm::StringRef describe(Kind kind);

struct Member;

/// One value of a JSON text, with everything below it.
struct Node {
  Kind kind = Kind::Null;
  bool boolean = false;
  /// The place of the value's first character, both counted from 1. The
  /// column counts bytes.
  unsigned line = 1, column = 1;
  int64_t integer = 0;
  double number = 0;
  std::string string;
  /// The elements of an array, in order.
  std::vector<Node> elements;
  /// The members of an object as they are written, doubled keys included.
  std::vector<Member> members;

  bool is(Kind k) const { return kind == k; }

  /// The value of `key`, the last one if the key stands twice (as CANN's
  /// library has it); nullptr if there is none or this is not an object.
  const Node *find(llvm::StringRef key) const;

  /// The value of `key` if it is there and of the given kind, else nullptr.
  const Node *find(llvm::StringRef key, Kind kind) const;

  /// Every member whose key stood in this object before, in order.
  std::vector<const Member *> duplicates() const;

  /// "fileName:line:column", for Diagnostic::where.
  std::string where(llvm::StringRef fileName) const;
};

/// A key of an object, its place and its value.
struct Member {
  std::string key;
  unsigned line = 1, column = 1;
  Node value;

  /// The place of the key: "fileName:line:column".
  std::string where(llvm::StringRef fileName) const;
};

/// How lenient the reader is. CANN reads configuration files with
/// `stream >> json`, which is {allowTrailingText = true}.
struct Options {
  /// Whatever stands after the closing brace is not looked at.
  bool allowTrailingText = false;
  /// `//` and `/* */` comments count as blanks.
  bool allowComments = false;
  /// Deeper nesting is an error: it protects the stack of those who walk the
  /// tree.
  unsigned maxDepth = 128;
  /// More values are an error: in memory a value takes about a hundred times
  /// its text. The largest files of CANN have some ten thousands.
  size_t maxValues = size_t(1) << 22;
  /// If given, set to whether there were comments before the closing brace.
  bool *hadComments = nullptr;
};

} // namespace json

/// Reads one JSON value from `text` (UTF-8, a byte order mark is skipped).
/// `fileName` is used in errors only. Any fault is an error with the place
/// "fileName:line:column": empty text, a syntax error, bytes that are not
/// UTF-8, a NUL byte, a number that no double holds, nesting that is too deep.
/// No exception gets out.
llvm::Expected<json::Node> parseJSON(llvm::StringRef text,
                                     llvm::StringRef fileName,
                                     json::Options options = {});

} // namespace mlir::ascend

#endif // ASCEND_JSON_JSON_H
