//===- OpsByType.h - The ops of a module by GE type -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_GEFUSIONS_OPSBYTYPE_H
#define ASCEND_LIB_TRANSFORMS_GEFUSIONS_OPSBYTYPE_H

#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ascend::transforms {

/// The ops of a module by their type, kept up to date while fusions change it:
/// a pass for types that the module does not have costs nothing, and none walks
/// the module again.
class OpsByType : public RewriterBase::Listener {
public:
  explicit OpsByType(ModuleOp module) {
    forEachOp(module, [&](AscendOpInterface op) { add(op, entries.size()); });
  }

  /// An op and the number by which it is known as long as it lives.
  struct Found {
    AscendOpInterface op;
    size_t number;
  };

  /// Those of one of `types`, producers before users.
  SmallVector<Found> of(ArrayRef<StringRef> types) const {
    SmallVector<size_t> numbers;
    for (StringRef type : types)
      if (auto list = byType.find(type); list != byType.end())
        llvm::copy_if(list->second, std::back_inserter(numbers),
                      [&](size_t number) { return lives(number); });
    llvm::sort(numbers, [&](size_t a, size_t b) {
      return std::pair(entries[a].place, a) < std::pair(entries[b].place, b);
    });
    numbers.erase(llvm::unique(numbers), numbers.end());
    return llvm::map_to_vector(numbers, [&](size_t number) {
      return Found{cast<AscendOpInterface>(entries[number].op), number};
    });
  }

  bool lives(size_t number) const { return entries[number].op; }

  /// New ops stand at the place of this one from now on.
  void setPlace(size_t number) { place = entries[number].place; }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    if (auto node = dyn_cast<AscendOpInterface>(op))
      add(node, place);
  }
  void notifyOperationErased(Operation *op) override {
    if (auto number = numbers.find(op); number != numbers.end()) {
      entries[number->second].op = nullptr;
      numbers.erase(number);
    }
  }

private:
  void add(AscendOpInterface op, size_t at) {
    numbers[op] = entries.size();
    byType[op.getGEType()].push_back(entries.size());
    entries.push_back({op, at});
  }

  struct Entry {
    /// Null where it is gone.
    Operation *op;
    /// Where it stood, or what it replaces, when the module was walked.
    size_t place;
  };
  SmallVector<Entry> entries;
  llvm::DenseMap<Operation *, size_t> numbers;
  llvm::StringMap<SmallVector<size_t>> byType;
  size_t place = 0;
};

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_GEFUSIONS_OPSBYTYPE_H
