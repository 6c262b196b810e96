//===- DecidedOps.cpp - Every op that was decided -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/DecidedOps.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"

using namespace mlir;
using namespace mlir::ascend;

DictionaryAttr mlir::ascend::describeRemovedCast(AscendOpInterface cast) {
  return cast->getAttrDictionary();
}

/// A Cast of these attributes. They may come from a file: what is not of the
/// right kind is left out.
static GEOp recreate(ModuleOp module, DictionaryAttr attributes) {
  OpBuilder builder(module.getContext());
  auto op = GEOp::create(builder, module.getLoc(), TypeRange(),
                         builder.getStringAttr("Cast"), ValueRange(),
                         DenseI32ArrayAttr(),
                         attributes.getAs<StringAttr>("node_name"), ArrayAttr(),
                         attributes.getAs<ImplModeAttr>("impl_mode"),
                         attributes.getAs<PrecisionAttr>("precision"));
  if (auto names = attributes.getAs<ArrayAttr>("original_names"))
    if (llvm::all_of(names, llvm::IsaPred<StringAttr>))
      op.setOriginalNamesAttr(names);
  for (NamedAttribute attribute : attributes)
    if (attribute.getName().strref().contains('.'))
      op->setDiscardableAttr(attribute.getName(), attribute.getValue());
  return op;
}

bool mlir::ascend::isMergedAway(AscendOpInterface op) {
  return !op->getBlock();
}

DecidedOps::DecidedOps(ModuleOp module) : module(module) {
  auto merged = module->getAttrOfType<ArrayAttr>(kMergedCastsAttrName);
  for (Attribute entry : merged ? merged.getValue() : ArrayRef<Attribute>()) {
    auto note = dyn_cast<DictionaryAttr>(entry);
    auto casts = note ? note.getAs<ArrayAttr>("removed") : nullptr;
    for (Attribute cast : casts ? casts.getValue() : ArrayRef<Attribute>())
      if (auto attributes = dyn_cast<DictionaryAttr>(cast))
        removed.emplace_back(recreate(module, attributes));
  }
}

void DecidedOps::forEach(llvm::function_ref<void(AscendOpInterface)> visit) {
  forEachOp(module, visit);
  for (OwningOpRef<GEOp> &op : removed)
    visit(cast<AscendOpInterface>(op->getOperation()));
}
