//===- TimeInNames.h - Times in the names of CANN's files -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_TIMEINNAMES_H
#define ASCEND_SUPPORT_TIMEINNAMES_H

#include <ctime>
#include <string>

namespace mlir::ascend {

/// `time`, seconds since 1970, as YYYYmmddHHMMSS of this machine's zone.
inline std::string timeInNames(std::time_t time) {
  std::tm local = {};
  localtime_r(&time, &local);
  char text[32] = {};
  (void)std::strftime(text, sizeof(text), "%Y%m%d%H%M%S", &local);
  return text;
}

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_TIMEINNAMES_H
