//===- AscendDialect.cpp - Registration of the dialect ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

#include "Ascend/Dialect/Ascend/IR/AscendDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendTypes.cpp.inc"

namespace {

/// An op means the same in any function, and its decision goes with it.
struct AscendInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void AscendDialect::initialize() {
  registerAttributes();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Ascend/Dialect/Ascend/IR/AscendTypes.cpp.inc"
      >();
  registerAscendDialectOperations(this);
  addInterfaces<AscendInlinerInterface>();
}

/// Checks `ascend.*` attributes on ops of other dialects.
LogicalResult AscendDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kOptionsAttr || name == kMaterializedAttr) {
    if (!isa<ModuleOp>(op))
      return op->emitOpError() << "'" << name << "' stands on a module only";
    if (name == kOptionsAttr && !isa<DictionaryAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' must be a dictionary";
    return success();
  }
  if (name == "ascend.precision" && !isa<PrecisionAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be #ascend.precision";
  if (name == "ascend.impl_mode" && !isa<ImplModeAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be #ascend.impl_mode";
  if (name == "ascend.node_name" && !isa<StringAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be a string";
  return success();
}
