//===- BlockedSums.cpp - Sums of images in NC1HWC0 ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What is a lane of a row of NCHW is here a pixel with all channels of its
// block: first each lane is summed, then the lanes are, in the body of one
// loop.

#include "BlockedSums.h"
#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static Value add(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::AddFOp::create(b, x, y);
}

/// The sum of lane `at` and of those that join it while `lanes` become
/// `remaining`; null where none of them has an element.
static Value joinLanes(ImplicitLocOpBuilder &b, ArrayRef<Value> lanes,
                       size_t at, size_t remaining, size_t all) {
  if (remaining == all)
    return at < lanes.size() ? lanes[at] : Value();
  Value low = joinLanes(b, lanes, at, 2 * remaining, all),
        high = joinLanes(b, lanes, at + remaining, 2 * remaining, all);
  return high ? add(b, low, high) : low;
}

/// [M, lanes, C0] of `type`: of each lane the sum of `terms` pixels of
/// x [M, pixels, C0].
static Value sumLanes(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                      int64_t terms, Type type, ElementBody element) {
  Extents shape = extentsOf(b, x);
  shape[1] = kRowLanes;
  AffineExpr m, lane, c0, term;
  bindDims(b.getContext(), m, lane, c0, term);
  // -0 is what a sum of floats begins with.
  Value start = fillTensor(b, constantOf(b, type, -0.0),
                           emptyTensor(b, math.fold(shape), type));
  // Nothing but its shape is read of the terms.
  Value counter = emptyTensor(b, {terms}, b.getI8Type());
  SmallVector<utils::IteratorType> kinds(3, utils::IteratorType::parallel);
  kinds.push_back(utils::IteratorType::reduction);
  auto sums = linalg::GenericOp::create(
      b, TypeRange(start.getType()), ValueRange{x, counter}, ValueRange(start),
      ArrayRef{AffineMap::get(4, 0, {m, term * kRowLanes + lane, c0},
                              b.getContext()),
               AffineMap::get(4, 0, term),
               AffineMap::get(4, 0, {m, lane, c0}, b.getContext())},
      kinds, [&](OpBuilder &inner, Location loc, ValueRange in) {
        ImplicitLocOpBuilder nested(loc, inner);
        Value value = element(nested, in.take_front());
        linalg::YieldOp::create(nested, add(nested, in.back(), value));
      });
  sums->setAttr(kInOrder, b.getUnitAttr());
  return sums.getResult(0);
}

Value to_linalg::sumImagesInBlocks(ImplicitLocOpBuilder &b, Value x, Type type,
                                   ElementBody element) {
  ShapeCode math(b, /*checks=*/false);
  Extents shape = extentsOf(b, x);
  Extent images = math.mul(shape[0], shape[1]), c0 = shape[4];
  int64_t pixels = shape[2].number() * shape[3].number();
  x = reshapeTensorTo(b, x, Extents{images, pixels, c0});
  // The views of pixels [M, C0] that the loop reads: of `sums`, if there are
  // more than lanes, and of x.
  SmallVector<Value> views;
  auto viewPixels = [&](Value of, int64_t from, int64_t to) {
    for (int64_t pixel = from; pixel != to; ++pixel)
      views.push_back(sliceTensor(b, math, of, {0, pixel, 0}, {images, 1, c0}));
  };
  int64_t terms = pixels / kRowLanes, first = 0, summed = 0;
  int64_t lanes = llvm::PowerOf2Ceil(std::min(pixels, kRowLanes));
  if (terms > 1) {
    viewPixels(sumLanes(b, math, x, terms, type, element), 0, kRowLanes);
    first = terms * kRowLanes;
    summed = kRowLanes;
  }
  viewPixels(x, first, pixels);
  SmallVector<AffineMap> maps(views.size(), b.getMultiDimIdentityMap(3));
  Value sums = parallelGeneric(
      b, views, maps, emptyTensor(b, math.fold(Extents{images, 1, c0}), type),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        SmallVector<Value> perLane(in.take_front(summed));
        for (auto [pixel, value] : llvm::enumerate(in.drop_front(summed))) {
          Value term = element(b, value);
          if (summed == 0 && pixel < size_t(lanes))
            perLane.push_back(term);
          else
            perLane[pixel % lanes] = add(b, perLane[pixel % lanes], term);
        }
        // What a reduction begins with.
        return add(b, constantOf(b, type, 0),
                   joinLanes(b, perLane, 0, 1, lanes));
      });
  return reshapeTensorTo(b, sums, Extents{shape[0], shape[1], c0});
}
