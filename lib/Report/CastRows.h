//===- CastRows.h - The casts of a decision ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_REPORT_CASTROWS_H
#define ASCEND_LIB_REPORT_CASTROWS_H

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace mlir::ascend {

/// One cast that the decision put in, or one constant that was re-encoded.
struct CastRow {
  struct User {
    std::string op;
    unsigned input;
  };
  /// "NODE:output index", or the name of a graph input.
  std::string value;
  /// CANN's words.
  std::string from, to;
  /// What it writes; nothing where a dimension is unknown.
  std::optional<int64_t> bytes;
  CastOrigin origin;
  /// A constant: re-encoded when the model is compiled.
  bool folded;
  std::vector<User> users;
  /// One sentence.
  std::string why;
};

/// One row for each (value, dtype), in the order of the graph; constants last.
std::vector<CastRow> castRows(ModuleOp module);

} // namespace mlir::ascend

#endif // ASCEND_LIB_REPORT_CASTROWS_H
