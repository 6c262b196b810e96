//===- Registry.cpp - The table of converters -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Graph/Functions.h"
#include "NodeImporter.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx;

static const llvm::StringMap<SmallVector<const OpImporter *, 1>> &rowsByOp() {
  static const auto rows = [] {
    llvm::StringMap<SmallVector<const OpImporter *, 1>> rows;
    for (ArrayRef<OpImporter> family :
         {getActivationOps(),  getAscendQuantOps(),   getAttentionOps(),
          getBatchNormOps(),   getCenterCropPadOps(), getConvOps(),
          getCountOps(),       getCubeOps(),          getDeformConvOps(),
          getElementwiseOps(), getIndexOps(),         getLossOps(),
          getMelOps(),         getMoveOps(),          getNormOps(),
          getPoolOps(),        getQuantizeOps(),      getRearrangeOps(),
          getRecurrentOps(),   getReduceOps(),        getResizeOps(),
          getSampleOps(),      getSequenceOps(),      getShapeOps(),
          getSignalOps(),      getSoftmaxOps(),       getStatisticsOps(),
          getUnpoolOps()})
      for (const OpImporter &row : family)
        rows[row.onnxOp].push_back(&row);
    return rows;
  }();
  return rows;
}

const OpImporter *mlir::ascend::onnx::lookupOpImporter(StringRef domain,
                                                       StringRef onnxOp,
                                                       int64_t opset) {
  if (domain == kMLDomain || domain == kPreviewDomain) {
    ArrayRef<OpImporter> rows =
        domain == kMLDomain ? getMLOps() : getPreviewOps();
    const auto *row = llvm::find_if(
        rows, [&](const OpImporter &row) { return row.onnxOp == onnxOp; });
    return row == rows.end() ? nullptr : row;
  }
  if (!isDefaultDomain(domain))
    return nullptr;
  const OpImporter *best = nullptr;
  for (const OpImporter *row : rowsByOp().lookup(onnxOp))
    if (row->sinceVersion <= opset &&
        (!best || best->sinceVersion < row->sinceVersion))
      best = row;
  return best;
}

bool mlir::ascend::onnx::needsKnownExtents(const OpImporter &row) {
  ArrayRef<OpImporter> family = getPreviewOps();
  return &row >= family.begin() && &row < family.end();
}

std::string mlir::ascend::onnx::listSupportedOps() {
  SmallVector<StringRef> names(rowsByOp().keys());
  names.append({"If", "Loop", "Scan"});
  llvm::sort(names);
  return llvm::join(names, ", ");
}
