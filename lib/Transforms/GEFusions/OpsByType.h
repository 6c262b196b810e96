//===- OpsByType.h - The ops of a module by GE type -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_GEFUSIONS_OPSBYTYPE_H
#define ASCEND_LIB_TRANSFORMS_GEFUSIONS_OPSBYTYPE_H

#include "Ascend/Transforms/ModuleConfig.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ascend {

/// The ops of a module as they stood when this was made: a pass for types that
/// the module does not have costs nothing.
class OpsByType {
public:
  explicit OpsByType(ModuleOp module) {
    forEachOp(module, [&](AscendOpInterface op) {
      places[op.getGEType()].push_back(ops.size());
      ops.push_back(op);
    });
  }

  /// Those of one of `types`, producers before users.
  SmallVector<AscendOpInterface> of(ArrayRef<StringRef> types) const {
    SmallVector<size_t> found;
    for (StringRef type : types)
      if (auto entry = places.find(type); entry != places.end())
        llvm::append_range(found, entry->second);
    llvm::sort(found);
    found.erase(llvm::unique(found), found.end());
    return llvm::map_to_vector(found, [&](size_t place) { return ops[place]; });
  }

private:
  SmallVector<AscendOpInterface> ops;
  llvm::StringMap<SmallVector<size_t>> places;
};

} // namespace mlir::ascend

#endif // ASCEND_LIB_TRANSFORMS_GEFUSIONS_OPSBYTYPE_H
