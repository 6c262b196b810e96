//===- Schedule.h - What tuning says of a kernel ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_LINALGTOCPU_SCHEDULE_H
#define ASCEND_CONVERSION_LINALGTOCPU_SCHEDULE_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"

namespace mlir::ascend {

/// On a kernel's function: its ScheduleAttr.
inline constexpr llvm::StringLiteral kScheduleAttrName = "ascend.schedule";

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_LINALGTOCPU_SCHEDULE_H
