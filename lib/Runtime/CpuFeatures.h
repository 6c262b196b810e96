//===- CpuFeatures.h - What this CPU has ------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_CPUFEATURES_H
#define ASCEND_LIB_RUNTIME_CPUFEATURES_H

#include <cstdint>
#include <string>

namespace ascendrt {

/// This CPU's features, as bits of ASCENDRT_CPU_FEATURES. What the system does
/// not let programs use is not among them.
uint64_t cpuFeatures();

/// Why code that needs the features `needed` cannot run where there are the
/// features `present`, one sentence; "" if it can.
std::string lackOfFeatures(uint64_t needed, uint64_t present);

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_CPUFEATURES_H
