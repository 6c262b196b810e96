//===- WeightBlob.cpp - Memory of a constant ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/WeightBlob.h"
#include "Ascend/Support/WeightMemory.h"

using namespace mlir;
using namespace mlir::ascend;

AsmResourceBlob mlir::ascend::allocateWeightBlob(uint64_t bytes) {
  constexpr uint64_t alignment = 64, isLarge = uint64_t(1) << 20;
  WeightMemory memory;
  if (bytes >= isLarge)
    memory = allocateWeightMemory(bytes, alignment);
  if (!memory)
    return HeapAsmResourceBlob::allocate(bytes, alignment);
  ArrayRef<char> data(memory.get(), bytes);
  return AsmResourceBlob(
      data, alignment,
      [memory = std::move(memory)](void *, size_t, size_t) mutable {
        memory.reset();
      },
      /*dataIsMutable=*/true);
}
