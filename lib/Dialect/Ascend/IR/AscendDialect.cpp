//===- AscendDialect.cpp - Registration of the dialect ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/KeptData.h"
#include "Ascend/Support/NearestWord.h"
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
  addInterfaces<AscendInlinerInterface, KeptData>();
}

/// What passes write beside the attributes that ops declare: each is read, or
/// removed, by a later pass or by the report.
static constexpr StringLiteral kNotes[] = {
    // On the module.
    "options", "given_options", "materialized", "constants", "constraints",
    "fusions", "unmodelled_fusions",
    // The identity and the decision of an op of another dialect.
    "node_name", "original_names", "precision", "impl_mode",
    // On nodes: what the files asked for, and where it came from.
    "keep_dtype", "custom_dtypes", "requested_impl_mode", "impl_mode_source",
    "list", "list_source", "onnx_op", "fused_members", "num_inputs",
    "decided_type", "faithful", "min_casts", "merged_casts", "reference",
    // On functions, their arguments and calls.
    "name", "dims", "entry", "kernel", "separate", "observed", "op_type",
    "has_effect", "packing", "destinations", "arena_bytes", "weights",
    "weights_bytes", "thread_buffer",
    // In kernels.
    "fused", "k_block", "a_offset", "reads_right", "saturate", "sizes",
    "strassen", "unsigned"};

/// A name that nobody reads is a slip of the pen.
static LogicalResult verifyNote(Operation *op, StringRef name) {
  name.consume_front("ascend.");
  if (llvm::is_contained(kNotes, name))
    return success();
  InFlightDiagnostic error = op->emitOpError() << "has an unknown attribute "
                                               << "'ascend." << name << "'";
  SmallVector<StringRef> known(std::begin(kNotes), std::end(kNotes));
  if (StringRef nearest = nearestWord(name, known); !nearest.empty())
    error << "; did you mean 'ascend." << nearest << "'?";
  return error;
}

LogicalResult AscendDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned,
                                                      NamedAttribute attr) {
  return verifyNote(op, attr.getName());
}

LogicalResult AscendDialect::verifyRegionResultAttribute(Operation *op,
                                                         unsigned, unsigned,
                                                         NamedAttribute attr) {
  return verifyNote(op, attr.getName());
}

/// Checks `ascend.*` attributes on ops of other dialects.
LogicalResult AscendDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName();
  if (failed(verifyNote(op, name)))
    return failure();
  if (name == kOptionsAttr || name == kMaterializedAttr) {
    if (!isa<ModuleOp>(op))
      return op->emitOpError() << "'" << name << "' stands on a module only";
    if (name == kOptionsAttr && !isa<DictionaryAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' must be a dictionary";
    return success();
  }
  if (name == "ascend.precision" && !isa<PrecisionAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be #ascend.precision";
  if (name == "ascend.precision")
    return verifyPrecision(op);
  if (name == "ascend.impl_mode" && !isa<ImplModeAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be #ascend.impl_mode";
  if (name == "ascend.node_name" && !isa<StringAttr>(attr.getValue()))
    return op->emitOpError() << "'" << name << "' must be a string";
  return success();
}
