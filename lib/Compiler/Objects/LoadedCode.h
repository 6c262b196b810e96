//===- LoadedCode.h - Object files in this process --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_LOADEDCODE_H
#define ASCEND_LIB_COMPILER_OBJECTS_LOADEDCODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <vector>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::ascend::compiler {

/// Object files, linked with each other, with libascendrt and with the few
/// functions of the C library that code generation calls; nothing else of the
/// process is visible to them.
class LoadedCode {
public:
  using Objects = std::vector<std::unique_ptr<llvm::MemoryBuffer>>;

  static llvm::Expected<std::unique_ptr<LoadedCode>>
  load(Objects objects, llvm::StringRef triple);
  ~LoadedCode();

  /// The address of a function of theirs.
  llvm::Expected<void *> lookup(llvm::StringRef name);

private:
  explicit LoadedCode(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_LOADEDCODE_H
