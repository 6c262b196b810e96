//===- PoolLock.cpp - The lock of what runs share -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PoolLock.h"
#include <new>
#include <pthread.h>

using namespace ascend_python;

/// Never destroyed: a thread may still run when the process ends.
static std::mutex &poolMutex() {
  static std::mutex &mutex = *new std::mutex;
  return mutex;
}

/// From the time when the module is loaded.
[[maybe_unused]] static const int watchesForks = pthread_atfork(
    [] { poolMutex().lock(); }, [] { poolMutex().unlock(); },
    // Threads of the parent may wait for it, and are none of the child's.
    [] { new (&poolMutex()) std::mutex; });

PoolLock::PoolLock() : lock(poolMutex()) {}
