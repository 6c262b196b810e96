//===- GEConstants.h - The elements of GE's constants -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_GE_GECONSTANTS_H
#define ASCEND_LIB_IMPORT_GE_GECONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::ascend::ge {

/// `data` as elements of `type`; null where an element is no whole number of
/// bytes or the extents are not known. An error, one clause about the node,
/// where there are too few or too many bytes.
llvm::Expected<ElementsAttr> constantElements(Type type,
                                              const std::string &data);

} // namespace mlir::ascend::ge

#endif // ASCEND_LIB_IMPORT_GE_GECONSTANTS_H
