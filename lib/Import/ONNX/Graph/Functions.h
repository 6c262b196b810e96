//===- Functions.h - Operators of the model's own ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPH_FUNCTIONS_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPH_FUNCTIONS_H

#include "OnnxModel.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ascend::onnx {

/// Whether a domain is that of ONNX's own operators.
inline bool isDefaultDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

/// The version that `sets` have of a domain, 0 where they have none.
int64_t versionOf(ArrayRef<OperatorSet> sets, StringRef domain);

/// "domain.Name" as it is said to people.
std::string operatorWord(StringRef domain, StringRef name);

/// The model's functions by domain, name and overload.
class FunctionTable {
public:
  /// Adds a function; false where there is one of the same name.
  bool insert(const Function &function);

  /// The function that a node calls, or null: the model's own come before
  /// ONNX's operators.
  const Function *lookup(const Node &node) const;

private:
  llvm::StringMap<const Function *> functions;
};

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPH_FUNCTIONS_H
