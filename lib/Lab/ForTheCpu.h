//===- ForTheCpu.h - Functions in the forms of several CPUs -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_LAB_FORTHECPU_H
#define ASCEND_LIB_LAB_FORTHECPU_H

/// Compiled for each of these, of which the best that the CPU has is called:
/// loops over elements take half the time or less. Such a function calls none
/// that is not inline.
#if defined(__x86_64__) && defined(__clang__)
#define ASCEND_FOR_THE_CPU                                                     \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ASCEND_FOR_THE_CPU
#endif

#endif // ASCEND_LIB_LAB_FORTHECPU_H
