//===- KeptData.h - What was made of an attribute ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_KEPTDATA_H
#define ASCEND_DIALECT_ASCEND_IR_KEPTDATA_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <mutex>

namespace mlir::ascend {

/// Keeps, as long as the context, what of each type was last made of an
/// attribute, as ten passes make the same of `ascend.options`. Attributes do
/// not change, so it does not grow old. Any thread.
class KeptData : public DialectInterface::Base<KeptData> {
public:
  explicit KeptData(Dialect *dialect) : Base(dialect) {}

  /// What was made of `key`, or null.
  template <typename T>
  std::shared_ptr<const T> find(Attribute key) {
    std::lock_guard<std::mutex> lock(mutex);
    const Made &last = made[TypeID::get<T>()];
    return key == last.key ? std::static_pointer_cast<const T>(last.data)
                           : nullptr;
  }

  template <typename T>
  void keep(Attribute key, std::shared_ptr<const T> data) {
    std::lock_guard<std::mutex> lock(mutex);
    made[TypeID::get<T>()] = {key, std::move(data)};
  }

private:
  struct Made {
    Attribute key;
    std::shared_ptr<const void> data;
  };
  std::mutex mutex;
  llvm::DenseMap<TypeID, Made> made;
};

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_KEPTDATA_H
