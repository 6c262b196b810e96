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

llvm::Expected<WeightsPool> WeightsPool::of(func::FuncOp entry) {
  WeightsPool pool;
  pool.size =
      entry->getAttrOfType<IntegerAttr>("ascend.weights_bytes").getInt();
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
  for (auto row : entry->getAttrOfType<ArrayAttr>("ascend.weights")
                      .getAsRange<DictionaryAttr>()) {
    size_t offset = row.getAs<IntegerAttr>("offset").getInt();
    auto value = cast<ElementsAttr>(row.get("value"));
    std::memset(all.data() + end, 0, offset - end);
    end = offset + *tensorBytes(value.getShapedType());
    std::string why;
    if (failed(writeElements(value, all.slice(offset, end - offset),
                             [&](const Twine &text) { why = text.str(); })))
      return makeError({"", "a constant cannot be stored: " + why, "", "",
                        ExitCode::ModelFailed});
  }
  return pool;
}
