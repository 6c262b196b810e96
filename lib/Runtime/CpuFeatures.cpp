//===- CpuFeatures.cpp - What this CPU has ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "CpuFeatures.h"

#include "Ascend/Runtime/CompiledFile.h"

using namespace ascendrt;

uint64_t ascendrt::cpuFeatures() {
  uint64_t features = 0;
#if defined(__x86_64__)
#define ADD_FEATURE(bit, name)                                                 \
  if (__builtin_cpu_supports(name))                                            \
    features |= uint64_t(1) << bit;
  ASCENDRT_CPU_FEATURES(ADD_FEATURE)
#undef ADD_FEATURE
#endif
  return features;
}

std::string ascendrt::lackOfFeatures(uint64_t needed, uint64_t present) {
  uint64_t unknown = needed, lack = needed & ~present;
  std::string names;
#define NAME_FEATURE(bit, name)                                                \
  unknown &= ~(uint64_t(1) << bit);                                            \
  if (lack & uint64_t(1) << bit)                                               \
    names += (names.empty() ? "" : ", ") + std::string(name);
  ASCENDRT_CPU_FEATURES(NAME_FEATURE)
#undef NAME_FEATURE
  if (unknown)
    return "it needs CPU features that this libascendrt does not know";
  return names.empty() ? ""
                       : "it needs CPU features that this machine does not "
                         "have: " +
                             names;
}
