//===- PackWeights.cpp - ascend-pack-weights ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Compiler/Storage.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct PackWeights : mlir::ascend::impl::PackWeightsPassBase<PackWeights> {
  using PackWeightsPassBase::PackWeightsPassBase;

  /// Replaces the constants of the entries by views of their new last argument,
  /// one block for all.
  void runOnOperation() override {
    SmallVector<func::FuncOp> entries;
    llvm::MapVector<ElementsAttr, SmallVector<ConstantOp>> constants;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr("ascend.entry"))
        continue;
      entries.push_back(function);
      for (auto constant : llvm::make_early_inc_range(
               function.getBody().front().getOps<ConstantOp>())) {
        if (constant.use_empty())
          constant.erase();
        else
          constants[constant.getValue()].push_back(constant);
      }
    }

    // The table is in the order of the offsets.
    SmallVector<std::pair<ElementsAttr, SmallVector<ConstantOp>>> rows, large;
    for (auto &row : constants.takeVector()) {
      int64_t size = tensorBytes(row.first.getShapedType()).value_or(0);
      bool isLarge = pages && size >= kWeightPage;
      (isLarge ? large : rows).push_back(std::move(row));
    }
    size_t numSmall = rows.size();
    llvm::append_range(rows, std::move(large));
    Builder builder(&getContext());
    int64_t bytes = 0;
    SmallVector<Attribute> table;
    SmallVector<int64_t> offsets;
    for (auto &[value, ops] : rows) {
      std::optional<int64_t> size = tensorBytes(value.getShapedType());
      if (!size || bytes > kMaxBytes) {
        ops.front().emitError("the weights are too large");
        return signalPassFailure();
      }
      offsets.push_back(llvm::alignTo(
          bytes, offsets.size() < numSmall ? kBufferAlignment : kWeightPage));
      bytes = offsets.back() + *size;
      table.push_back(builder.getDictionaryAttr(
          {builder.getNamedAttr("offset",
                                builder.getI64IntegerAttr(offsets.back())),
           builder.getNamedAttr("value", value)}));
    }
    for (func::FuncOp entry : entries) {
      entry->setAttr("ascend.weights", builder.getArrayAttr(table));
      entry->setAttr("ascend.weights_bytes", builder.getI64IntegerAttr(bytes));
      auto poolType = MemRefType::get({bytes}, builder.getI8Type());
      if (failed(entry.insertArgument(entry.getNumArguments(), poolType, {},
                                      entry.getLoc())))
        return signalPassFailure();
    }
    for (auto [offset, row] : llvm::zip_equal(offsets, rows))
      place(row.second, offset);
  }

private:
  /// One view in each entry for its constants of one value, which lies there.
  static void place(ArrayRef<ConstantOp> constants, int64_t offset) {
    llvm::DenseMap<Operation *, Value> views;
    for (ConstantOp constant : constants) {
      auto entry = constant->getParentOfType<func::FuncOp>();
      Value &value = views[entry];
      if (!value)
        value = view(constant, entry.getArguments().back(), offset);
      constant.getOutput().replaceAllUsesWith(value);
      constant.erase();
    }
  }

  static Value view(ConstantOp constant, Value pool, int64_t offset) {
    OpBuilder builder(constant);
    Location loc = constant.getLoc();
    auto type = cast<RankedTensorType>(constant.getType());
    auto buffer = MemRefType::get(type.getShape(), type.getElementType());
    Value at = arith::ConstantIndexOp::create(builder, loc, offset);
    Value view = memref::ViewOp::create(builder, loc, buffer, pool, at,
                                        /*sizes=*/ValueRange());
    return bufferization::ToTensorOp::create(builder, loc, type, view,
                                             /*restrict=*/true);
  }
};

} // namespace
