//===- NetworkTypes.h - Types of network inputs and outputs -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// input_fp16_nodes and output_type: the only wishes that change a function's
// signature. They are a part of the decision: ascend-assign-precision writes
// them as `ascend.decided_type` on arguments and results of the entry function,
// ascend-materialize-precision carries them out.

#ifndef ASCEND_LIB_TRANSFORMS_PRECISION_NETWORKTYPES_H
#define ASCEND_LIB_TRANSFORMS_PRECISION_NETWORKTYPES_H

#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::ascend::transforms {

/// Writes what the two options ask for on the entry function: `main`, else the
/// only function of the module with a body. Errors: E10016 for a name that
/// nothing has, E10017 for one of no input, E10001 for an output that the
/// network does not have.
LogicalResult decideNetworkTypes(ModuleOp module, const Config &config);

/// The element type that was decided for a network input, or null.
Type decidedType(Value value);

/// The element type that was decided for a network output, the operand of a
/// return, or null.
Type decidedType(OpOperand &operand);

/// Gives every function with decided types its new signature; calls `retyped`
/// for each argument that changes, with the element type that it had.
void retypeSignatures(ModuleOp module,
                      llvm::function_ref<void(Value, Type)> retyped);

/// Removes what decideNetworkTypes wrote.
void dropDecidedTypes(ModuleOp module);

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_PRECISION_NETWORKTYPES_H
