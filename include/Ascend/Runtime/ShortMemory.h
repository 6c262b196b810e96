//===- ShortMemory.h - Threads where memory may run out ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Plain C++ for the compiler, the Python package and the runtime library, which
// has no LLVM.

#ifndef ASCEND_RUNTIME_SHORTMEMORY_H
#define ASCEND_RUNTIME_SHORTMEMORY_H

#include <exception>
#include <malloc.h>
#include <sys/resource.h>

namespace ascendrt {

/// At the beginning of each thread, and of what others call on theirs. The
/// state of a thread's exceptions is made when it first throws; if that is
/// because memory has run out, there is none for it either, and the C library
/// ends the process.
inline void prepareToThrow() { (void)std::uncaught_exceptions(); }

/// Before threads are started. Each one that allocates would reserve 64 MiB of
/// addresses for itself, most of which it never uses, and where they are
/// limited they are memory.
inline void saveAddresses() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    (void)mallopt(M_ARENA_MAX, 1);
}

} // namespace ascendrt

#endif // ASCEND_RUNTIME_SHORTMEMORY_H
