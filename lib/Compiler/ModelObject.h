//===- ModelObject.h - A model's description as code ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_MODELOBJECT_H
#define ASCEND_LIB_COMPILER_MODELOBJECT_H

#include "Ascend/Runtime/ascendrt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace mlir::ascend {

/// A module whose one visible symbol, the constant `symbol`, is `model` with
/// all that it points to: copies of `weights`, null if they are empty; its
/// entry is the external function `entry`.
std::unique_ptr<llvm::Module> describeInModule(const ascendrt_model &model,
                                               llvm::StringRef symbol,
                                               llvm::StringRef entry,
                                               llvm::ArrayRef<char> weights,
                                               llvm::LLVMContext &context);

} // namespace mlir::ascend

#endif // ASCEND_LIB_COMPILER_MODELOBJECT_H
