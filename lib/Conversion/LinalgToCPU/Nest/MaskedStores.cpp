//===- MaskedStores.cpp - Stores of the first lanes -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

void to_cpu::splitMaskedStores(RewriterBase &rewriter, Operation *root) {
  root->walk([&](vector::MaskedStoreOp store) {
    auto mask = store.getMask().getDefiningOp<vector::ConstantMaskOp>();
    int64_t half = store.getVectorType().getNumElements() / 2;
    if (!mask || store.getVectorType().getRank() != 1 || half < 2 ||
        mask.getMaskDimSizes().front() < half)
      return;
    rewriter.setInsertionPoint(store);
    SmallVector<Value> indices(store.getIndices());
    Value begin = indices.back();
    for (int64_t first : {int64_t(0), mask.getMaskDimSizes().front() - half}) {
      Value part = vector::ExtractStridedSliceOp::create(
          rewriter, store.getLoc(), store.getValueToStore(),
          ArrayRef<int64_t>{first}, ArrayRef<int64_t>{half},
          ArrayRef<int64_t>{1});
      indices.back() = arith::AddIOp::create(
          rewriter, store.getLoc(), begin,
          arith::ConstantIndexOp::create(rewriter, store.getLoc(), first));
      vector::StoreOp::create(rewriter, store.getLoc(), part, store.getBase(),
                              indices);
    }
    rewriter.eraseOp(store);
  });
}

void to_cpu::storeSingleLanes(RewriterBase &rewriter, Operation *root) {
  root->walk([&](vector::MaskedStoreOp store) {
    auto mask = store.getMask().getDefiningOp<vector::ConstantMaskOp>();
    if (!mask || store.getVectorType().getRank() != 1 ||
        mask.getMaskDimSizes().front() != 1)
      return;
    rewriter.setInsertionPoint(store);
    Value lane = vector::ExtractOp::create(rewriter, store.getLoc(),
                                           store.getValueToStore(),
                                           ArrayRef<int64_t>{0});
    rewriter.replaceOpWithNewOp<memref::StoreOp>(store, lane, store.getBase(),
                                                 store.getIndices());
  });
}
