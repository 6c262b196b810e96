//===- OpMap.h - Which GE operators an ONNX operator becomes ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPSTORE_OPMAP_H
#define ASCEND_OPSTORE_OPMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::ascend {

/// One row of share/ascend/onnx_to_ge.csv: how CANN's own ONNX plugins map an
/// operator under a condition.
struct ONNXOpMapRow {
  std::string onnxOp;
  /// Opset ranges, "8-12,14"; "any", or "none" where CANN's parser refuses it.
  std::string opsets;
  /// The GE operators of the subgraph in order, or "-".
  llvm::SmallVector<std::string, 1> geTypes;
  /// Words for people: the condition under which the row holds.
  std::string condition;
  /// "registered" (read in CANN's source) or "inferred".
  std::string status;

  bool covers(int64_t opset) const;
};

/// The rows for an ONNX operator of the default domain at an opset.
llvm::SmallVector<const ONNXOpMapRow *> lookupONNXOp(llvm::StringRef onnxOp,
                                                     int64_t opset);

/// The rows at the nearest opset that has any, an older one first: how
/// operators that CANN's plugins do not know at an opset are mapped. Where no
/// opset has one, those that say which GE operator has the same meaning.
llvm::SmallVector<const ONNXOpMapRow *>
lookupNearestONNXOp(llvm::StringRef onnxOp, int64_t opset);

/// The GE operator that says what an ONNX operator is: of those that its first
/// row has, the one that fewest ONNX operators become, of several the one that
/// is called most like it; empty where the table has none. LayerNormalization
/// is a LayerNorm among shapes and casts.
llvm::StringRef mainGEType(llvm::StringRef onnxOp);

/// All rows of the table.
llvm::ArrayRef<ONNXOpMapRow> onnxOpMap();

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_OPMAP_H
