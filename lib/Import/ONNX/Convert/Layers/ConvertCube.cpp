//===- ConvertCube.cpp - Matrix products ----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

static Value convertMatMul(NodeImporter &node) {
  if (!node.haveOneType({0, 1}))
    return {};
  return node.create<BatchMatMulV2Op>(
      sumType(node), {node.getInput(0), node.getInput(1)},
      {node.geBool("adj_x1", false), node.geBool("adj_x2", false)});
}

/// Sees to it that C stretches to the product, and the product not to C: false
/// after a fault.
static bool checkStretches(NodeImporter &node, Value c, Value product) {
  Extents from = node.getExtents(c), to = node.getExtents(product);
  auto misfit = [&] {
    node.fail("C does not stretch to the product");
    return false;
  };
  if (from.size() > to.size())
    return misfit();
  for (int64_t back = 1, rank = from.size(); back <= rank; ++back) {
    TensorAxis part{c, rank - back}, whole{product, int64_t(to.size()) - back};
    Extent extent = from[part.number], other = to[whole.number];
    if (extent.is(1) || extent == other)
      continue;
    if (extent.isNumber() && other.isNumber())
      return misfit();
    Location loc = product.getLoc();
    OpBuilder &b = node.getBuilder();
    auto isEqual = [&](Value x, Value y) -> Value {
      return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, y);
    };
    Value size = node.extentOf(part), wanted = node.extentOf(whole),
          one = arith::ConstantIndexOp::create(b, loc, 1);
    node.require(
        arith::OrIOp::create(b, loc, isEqual(size, one), isEqual(size, wanted)),
        "C has the extent {} at axis " + Twine(part.number) +
            ", the product {}",
        {size, wanted});
  }
  return true;
}

static Value convertGemm(NodeImporter &node) {
  float alpha = node.getFloat("alpha", 1), beta = node.getFloat("beta", 1);
  bool transA = node.getInt("transA", 0), transB = node.getInt("transB", 0);
  bool hasC = node.hasInput(2);
  if (!node.haveOneType({0, 1}) || (hasC && !hasSumType(node, 2)))
    return {};
  Type type = sumType(node);
  Value product =
      node.create<MatMulV2Op>(type, {node.getInput(0), node.getInput(1)},
                              {node.geBool("transpose_x1", transA),
                               node.geBool("transpose_x2", transB)});
  // CANN ignores alpha without C; a result that is off by a factor is worse
  // than an op that it does not have.
  if (alpha != 1 || (hasC && beta != 1))
    product = node.create<MulsOp>(type, product, node.geFloat("value", alpha),
                                  "alpha");
  if (!hasC || !product)
    return product;
  Value c = node.getInput(2);
  if (!checkStretches(node, c, product))
    return {};
  if (alpha != 1 || beta != 1)
    c = node.create<MulsOp>(type, c, node.geFloat("value", beta), "beta");
  return node.create<AddOp>(type, {product, c}, {}, "add");
}

ArrayRef<OpImporter> mlir::ascend::onnx::getCubeOps() {
  static constexpr OpImporter ops[] = {
      {"Gemm", 7, 2, 3, convertGemm},
      {"MatMul", 1, 2, 2, convertMatMul},
  };
  return ops;
}
