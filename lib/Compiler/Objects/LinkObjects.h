//===- LinkObjects.h - From object files to a shared object -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_LINKOBJECTS_H
#define ASCEND_LIB_COMPILER_OBJECTS_LINKOBJECTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::ascend::compiler {

/// An ELF shared object of `objects`. It shows `symbol` alone, and needs
/// libascendrt and the C library alone: an object that needs more is an error.
/// The same bytes for the same objects, always. May be called on any thread.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
linkObjects(llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
            llvm::StringRef symbol);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_LINKOBJECTS_H
