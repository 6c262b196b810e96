//===- Partners.h - Results of two forms of a model -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_LAB_PARTNERS_H
#define ASCEND_LIB_LAB_PARTNERS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::ascend {

/// Whether tensors of these types can be compared element by element.
bool areComparable(Type first, Type second);

/// Which op of the reference has the results of one that was decided, and which
/// result is which.
class Partners {
public:
  Partners(Block &reference, Block &decided);
  /// Null where there is none.
  Operation *of(Operation *decided) const { return ops.lookup(decided); }
  Value of(Value decided) const { return values.lookup(decided); }

private:
  void pair(ArrayRef<Operation *> decided, ArrayRef<Operation *> reference);

  DenseMap<Operation *, Operation *> ops;
  DenseMap<Value, Value> values;
};

} // namespace mlir::ascend

#endif // ASCEND_LIB_LAB_PARTNERS_H
