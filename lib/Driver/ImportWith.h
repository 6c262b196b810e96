//===- ImportWith.h - ONNX models as the options ask ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DRIVER_IMPORTWITH_H
#define ASCEND_LIB_DRIVER_IMPORTWITH_H

#include "Ascend/Driver/Driver.h"
#include "Ascend/Import/ONNX/ONNX.h"

namespace mlir::ascend {

/// Calls `import` with what the options say of an import, and warns of what it
/// did not use. `dataFiles`, if not null, hear of other files that it read.
llvm::Expected<OwningOpRef<ModuleOp>>
importWith(const OptionValues &values, WarningHandler warn,
           std::vector<UsedFile> *dataFiles,
           llvm::function_ref<
               llvm::Expected<OwningOpRef<ModuleOp>>(const ONNXImportOptions &)>
               import);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DRIVER_IMPORTWITH_H
