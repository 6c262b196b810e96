//===- PackCode.cpp - Code that takes less room in a file -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PackCode.h"

#include "../../Runtime/PackedCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
namespace zstd = llvm::compression::zstd;

bool compiler::canPackCode() { return zstd::isAvailable(); }

std::unique_ptr<llvm::MemoryBuffer> compiler::packCode(llvm::StringRef code) {
  llvm::SmallVector<uint8_t> frame;
  // Kernels that are alike lie megabytes apart.
  zstd::compress(llvm::arrayRefFromStringRef(code), frame,
                 zstd::BestSizeCompression, /*EnableLdm=*/true);
  llvm::SmallString<0> packed(code.take_front(ascendrt::kElfHeaderBytes));
  packed += llvm::toStringRef(frame);
  return llvm::MemoryBuffer::getMemBufferCopy(packed, "packed code");
}
