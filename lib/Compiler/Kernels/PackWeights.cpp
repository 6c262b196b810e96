//===- PackWeights.cpp - ascend-pack-weights ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
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

struct PackWeightsPass
    : mlir::ascend::impl::PackWeightsPassBase<PackWeightsPass> {
  using PackWeightsPassBase::PackWeightsPassBase;

  /// Replaces the constants of the entries by views of their new last argument,
  /// one block for all.
  void runOnOperation() override {
    SmallVector<func::FuncOp> entries;
    llvm::MapVector<ElementsAttr, SmallVector<ConstantOp>> constants;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr(kEntryAttrName))
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
      bool isLarge = (pages || table) && size >= kWeightPage;
      (isLarge ? large : rows).push_back(std::move(row));
    }
    size_t numSmall = rows.size(), numTabled = table ? large.size() : 0;
    llvm::append_range(rows, std::move(large));
    Builder builder(&getContext());
    int64_t bytes = numTabled * sizeof(uint64_t);
    SmallVector<Attribute> places;
    SmallVector<int64_t> offsets;
    for (auto &[value, ops] : rows) {
      std::optional<int64_t> size = tensorBytes(value.getShapedType());
      bool hasPages = pages && offsets.size() >= numSmall;
      offsets.push_back(
          llvm::alignTo(bytes, hasPages ? kWeightPage : kBufferAlignment));
      if (!size || *size > kMaxBytes - offsets.back()) {
        ops.front().emitError("the weights are too large");
        return signalPassFailure();
      }
      bytes = offsets.back() + *size;
      places.push_back(builder.getDictionaryAttr(
          {builder.getNamedAttr("offset",
                                builder.getI64IntegerAttr(offsets.back())),
           builder.getNamedAttr("value", value)}));
    }
    auto poolType = MemRefType::get({bytes}, builder.getI8Type());
    for (func::FuncOp entry : entries) {
      entry->setAttr(kWeightsAttrName, builder.getArrayAttr(places));
      entry->setAttr(kWeightsBytesAttrName, builder.getI64IntegerAttr(bytes));
      SmallVector<Type> types;
      for (auto &[value, ops] : ArrayRef(rows).take_back(numTabled))
        types.push_back(bufferType(ops.front()));
      if (numTabled)
        entry->setAttr(kTabledWeightsAttrName,
                       builder.getI64IntegerAttr(numTabled));
      types.push_back(poolType);
      for (Type type : types)
        if (failed(entry.insertArgument(entry.getNumArguments(), type, {},
                                        entry.getLoc())))
          return signalPassFailure();
    }
    for (size_t i = 0, end = rows.size(); i != end; ++i) {
      ConstantOp constant = rows[i].second.front();
      auto viewOfPool = [&](OpBuilder &builder, func::FuncOp entry) -> Value {
        Location loc = constant.getLoc();
        Value at = arith::ConstantIndexOp::create(builder, loc, offsets[i]);
        return memref::ViewOp::create(builder, loc, bufferType(constant),
                                      entry.getArguments().back(), at,
                                      /*sizes=*/ValueRange());
      };
      auto argument = [&](OpBuilder &, func::FuncOp entry) -> Value {
        return entry.getArguments().drop_back(end - i).back();
      };
      if (i < end - numTabled)
        place(rows[i].second, viewOfPool);
      else
        place(rows[i].second, argument);
    }
  }

private:
  static MemRefType bufferType(ConstantOp constant) {
    auto type = cast<RankedTensorType>(constant.getType());
    return MemRefType::get(type.getShape(), type.getElementType());
  }

  /// Puts what `makeBuffer` gives, once in each entry, in the place of
  /// constants of one value.
  static void place(ArrayRef<ConstantOp> constants,
                    function_ref<Value(OpBuilder &, func::FuncOp)> makeBuffer) {
    llvm::DenseMap<Operation *, Value> tensors;
    for (ConstantOp constant : constants) {
      auto entry = constant->getParentOfType<func::FuncOp>();
      Value &tensor = tensors[entry];
      if (!tensor) {
        OpBuilder builder(constant);
        Value buffer = makeBuffer(builder, entry);
        tensor = bufferization::ToTensorOp::create(builder, constant.getLoc(),
                                                   constant.getType(), buffer,
                                                   /*restrict=*/true);
      }
      constant.getOutput().replaceAllUsesWith(tensor);
    }
    for (ConstantOp constant : constants)
      constant.erase();
  }
};

} // namespace
