//===- WeightsPool.cpp - A model's constants in one block -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "WeightsPool.h"

#include "Ascend/Compiler/Storage.h"
#include "Ascend/Runtime/HugePages.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;

llvm::SmallVector<WeightsPool::Part> WeightsPool::partsOf(func::FuncOp entry) {
  return llvm::map_to_vector(
      entry->getAttrOfType<ArrayAttr>("ascend.weights")
          .getAsRange<DictionaryAttr>(),
      [](DictionaryAttr row) {
        auto value = cast<ElementsAttr>(row.get("value"));
        return Part{uint64_t(row.getAs<IntegerAttr>("offset").getInt()),
                    uint64_t(*tensorBytes(value.getShapedType())), value};
      });
}

llvm::Expected<WeightsPool>
WeightsPool::make(uint64_t bytes, llvm::ArrayRef<WeightsPool::Part> parts) {
  WeightsPool pool;
  pool.size = bytes;
  if (pool.size == 0)
    return pool;
  // The system hands out more than it has, and ends the process that uses it.
  uint64_t machine = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                     static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE));
  uint64_t alignment = ascendrt::alignmentOf(pool.size, kBufferAlignment);
  uint64_t rounded = llvm::alignTo(pool.size, alignment);
  if (rounded <= machine)
    pool.memory.reset(
        static_cast<char *>(std::aligned_alloc(alignment, rounded)));
  ascendrt::adviseHugePages(pool.memory.get(), pool.size);
  if (!pool.memory)
    return makeError({"",
                      "there is no memory for " + std::to_string(pool.size) +
                          " bytes of weights",
                      "", "", ExitCode::Limit});

  MutableArrayRef<char> all(pool.memory.get(), pool.size);
  size_t end = 0;
  for (const Part &part : parts) {
    std::memset(all.data() + end, 0, part.offset - end);
    end = part.offset + part.bytes;
    MutableArrayRef<char> out = all.slice(part.offset, part.bytes);
    if (auto *raw = std::get_if<ArrayRef<char>>(&part.content)) {
      llvm::copy(*raw, out.begin());
      continue;
    }
    std::string why;
    if (failed(writeElements(std::get<ElementsAttr>(part.content), out,
                             [&](const Twine &text) { why = text.str(); })))
      return makeError({"", "a constant cannot be stored: " + why, "", "",
                        ExitCode::ModelFailed});
  }
  return pool;
}
