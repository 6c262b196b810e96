//===- GENodes.cpp - Nodes from their GE types ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::ascend;

template <typename OpTy>
using GETypeName = decltype(OpTy::getGETypeName());

namespace {

/// The op that models a GE type.
struct ModelledType {
  StringRef opName;
  ArrayRef<GEAttributeSpec> attributes;
};

} // namespace

template <typename... OpTys>
static llvm::StringMap<ModelledType> makeTable() {
  llvm::StringMap<ModelledType> table;
  auto add = [&](auto *op) {
    using OpTy = std::remove_pointer_t<decltype(op)>;
    if constexpr (llvm::is_detected<GETypeName, OpTy>::value)
      table[OpTy::getGETypeName()] = {OpTy::getOperationName(),
                                      OpTy::getGEAttributeSpecs()};
  };
  (add(static_cast<OpTys *>(nullptr)), ...);
  return table;
}

static ModelledType modelledType(StringRef geType) {
  static const llvm::StringMap<ModelledType> table = makeTable<
#define GET_OP_LIST
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Ascend/Dialect/Ascend/IR/AscendModelledOpList.cpp.inc"
      >();
  return table.lookup(geType);
}

ArrayRef<GEAttributeSpec> GEOp::getGEAttributeSpecs() {
  return modelledType(getGeType()).attributes;
}

AscendOpInterface
mlir::ascend::createGEOp(OpBuilder &builder, Location loc, StringRef geType,
                         ValueRange operands, TypeRange results,
                         ArrayRef<NamedAttribute> attributes) {
  if (StringRef name = modelledType(geType).opName; !name.empty()) {
    OperationState state(loc, name, operands, results, attributes);
    Operation *op = Operation::create(state);
    // Only the op itself knows what it takes; what it refuses is no error, and
    // no listener of the builder has heard of it.
    ScopedDiagnosticHandler quiet(builder.getContext(),
                                  [](mlir::Diagnostic &) { return success(); });
    if (succeeded(verify(op, /*verifyRecursively=*/false)))
      return cast<AscendOpInterface>(builder.insert(op));
    op->destroy();
  }
  OperationState state(loc, GEOp::getOperationName(), operands, results,
                       attributes);
  state.addAttribute("ge_type", builder.getStringAttr(geType));
  return cast<AscendOpInterface>(builder.create(state));
}
