//===- LeadWithEmptyAxis.cpp - Shapes of buffers without elements ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_LEADWITHEMPTYAXISPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;

namespace {

struct LeadWithEmptyAxisPass
    : mlir::ascend::impl::LeadWithEmptyAxisPassBase<LeadWithEmptyAxisPass> {
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
      if (!llvm::is_contained(type.getShape(), 0) ||
          !type.getLayout().isIdentity())
        return std::nullopt;
      SmallVector<int64_t> shape(type.getRank(), 1);
      shape.front() = 0;
      return MemRefType::Builder(type).setShape(shape);
    });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }
};

} // namespace
