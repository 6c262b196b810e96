//===- ReadGE.h - Files with a graph of GE ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_GE_READGE_H
#define ASCEND_LIB_IMPORT_GE_READGE_H

#include "GEModel.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend::ge {

/// Reads either form. The model has a graph with ops, whose names and types are
/// UTF-8 and not empty; `file` is what errors call it.
llvm::Expected<Model> readModel(llvm::StringRef text, llvm::StringRef file);

/// The same of a file.
llvm::Expected<Model> readModelFile(llvm::StringRef path);

/// The same of JSON as atc --mode=1 writes it.
llvm::Expected<Model> readJSON(llvm::StringRef text, llvm::StringRef file);

/// An error that says that the file, or a place in it, is not as it should be.
llvm::Error cannotRead(const llvm::Twine &where, const llvm::Twine &reason);

} // namespace mlir::ascend::ge

#endif // ASCEND_LIB_IMPORT_GE_READGE_H
