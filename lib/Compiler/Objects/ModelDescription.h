//===- ModelDescription.h - Names and shapes for the runtime ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_MODELDESCRIPTION_H
#define ASCEND_LIB_COMPILER_OBJECTS_MODELDESCRIPTION_H

#include "Ascend/Runtime/ascendrt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <vector>

namespace mlir::ascend::compiler {

/// The runtime's description of a model's tensors, and the memory that it
/// points to.
class ModelDescription {
public:
  /// Describes the entry as ascend-outline-kernels leaves it. Fails for element
  /// types that the runtime does not know.
  static llvm::Expected<ModelDescription> of(func::FuncOp entry);

  /// The same of `main` before that; its inputs have `shapes`, one for each, if
  /// any are given.
  static llvm::Expected<ModelDescription>
  ofOpen(func::FuncOp main, ArrayRef<std::vector<int64_t>> shapes);

  /// Fills in the counts and tables of `model`.
  void describe(ascendrt_model &model) const;

  /// Writes it for `read`.
  void write(llvm::raw_ostream &os) const;
  /// What `write` wrote; where the bytes end before it, `cursor` has an error.
  static ModelDescription read(const llvm::DataExtractor &data,
                               llvm::DataExtractor::Cursor &cursor);

private:
  llvm::Expected<ascendrt_tensor_desc> tensor(StringRef name, Type type);

  std::unique_ptr<llvm::BumpPtrAllocator> memory =
      std::make_unique<llvm::BumpPtrAllocator>();
  std::vector<ascendrt_tensor_desc> inputs, outputs;
  std::vector<ascendrt_observed_tensor> observed;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_MODELDESCRIPTION_H
