//===- Decision.h - Whether a decision belongs to its op --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_PRECISION_DECISION_H
#define ASCEND_LIB_TRANSFORMS_PRECISION_DECISION_H

#include "Ascend/Transforms/ModuleConfig.h"

namespace mlir::ascend::transforms {

/// "node 'x' (Relu)", as messages name an op.
std::string nodeText(AscendOpInterface op);

/// Emits an error and fails where `precision` cannot be the decision of `op`:
/// it counts other tensors, gives a dtype to an absent operand or none to a
/// present one, or holds a type that is no dtype of CANN and not the tensor's.
/// What was written by hand can be anything.
LogicalResult verifyDecisionFits(AscendOpInterface op, PrecisionAttr precision);

/// Emits an error and fails where the decided types are not the column of the
/// op store that the decision names, or its engine has no columns.
LogicalResult verifyDecisionIsColumn(AscendOpInterface op,
                                     PrecisionAttr precision,
                                     const OpStore &store);

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_PRECISION_DECISION_H
