//===- PoolLock.h - The lock of what runs share -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PYTHON_SRC_POOLLOCK_H
#define ASCEND_PYTHON_SRC_POOLLOCK_H

#include <mutex>

namespace ascend_python {

/// Held while the contexts that wait for a run, or the memory that waits for
/// outputs, change hands, of whatever model: for as long as a list takes. It is
/// one for all, so that fork() can wait for it: a child then finds it free, and
/// the lists whole.
class PoolLock {
public:
  PoolLock();

private:
  std::lock_guard<std::mutex> lock;
};

} // namespace ascend_python

#endif // ASCEND_PYTHON_SRC_POOLLOCK_H
