//===- Transforms.cpp - Sums of products with small matrices --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Value Transforms::sum(Value left, ArrayRef<AffineExpr> readLeft, Value right,
                      ArrayRef<AffineExpr> readRight, ArrayRef<int64_t> shape,
                      unsigned reductions) {
  unsigned count = shape.size() + reductions;
  SmallVector<utils::IteratorType> kinds(shape.size(),
                                         utils::IteratorType::parallel);
  kinds.append(reductions, utils::IteratorType::reduction);
  MLIRContext *context = b.getContext();
  AffineMap write = AffineMap::getMultiDimIdentityMap(count, context)
                        .dropResults(llvm::to_vector(
                            llvm::seq<int64_t>(shape.size(), count)));
  SmallVector<AffineMap> maps{AffineMap::get(count, 0, readLeft, context),
                              AffineMap::get(count, 0, readRight, context),
                              write};
  return contract(b, left, right, maps, kinds, toExtents(shape), numerics);
}

Value Transforms::matrix(ArrayRef<float> elements, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, b.getF32Type());
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, elements));
}
