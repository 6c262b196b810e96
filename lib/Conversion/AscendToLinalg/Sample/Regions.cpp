//===- Regions.cpp - ROIAlign and Col2ImV2 --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static bool isComputedInF32(Type type) {
  return kindOf(type) == NumberKind::Float && !type.isF64();
}

/// `accumulator` with what `body` makes of its elements.
static Value update(ImplicitLocOpBuilder &b, ValueRange inputs,
                    Value accumulator,
                    llvm::function_ref<Value(ImplicitLocOpBuilder &,
                                             ValueRange inputs, Value before)>
                        body) {
  int64_t rank = shapeOf(accumulator).size();
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, accumulator.getType(), inputs, ValueRange(accumulator), maps,
             iterators,
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder nested(loc, inner);
               linalg::YieldOp::create(nested,
                                       body(nested, in.drop_back(), in.back()));
             })
      .getResult(0);
}

namespace {

/// Region by region, and sample by sample of all of its bins at once. In
/// high_performance weights, terms and sums of f16 features are f16, the
/// coordinates f32.
class ROIAlignLowering : public Lowering<ROIAlignOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(ROIAlignOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getFeatures());
    Type roi = elementTypeOf(op.getRois());
    if (type != elementTypeOf(op.getY()) || !isComputedInF32(type) ||
        !isComputedInF32(roi))
      return refuseTypes(op);
    ShapeCode math(b, /*checks=*/false);
    Extents x = extentsOf(b, operands.getFeatures());
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    Value empty = emptyTensor(b, sizes, result.getElementType());
    Value images = imagesOf(b, operands.getRois(), roi);
    checkRange(b, op, images, 0, x[0]);
    if (llvm::is_contained(result.getShape(), 0) || x[0].is(0))
      return empty;
    Extents bins;
    for (OpFoldResult size : ArrayRef(sizes).drop_front())
      bins.push_back(ShapeCode::extent(size));
    // Where there is no image, the run has ended.
    Extent regions =
        math.select(math.equal(x[0], 0), 0, ShapeCode::extent(sizes.front()));
    Spec spec{x,
              bins,
              op.getSpatialScale(),
              op.getRoiEndMode() == 2,
              op.getPoolMode() == "max",
              op.getSampleNum(),
              implModeOf(op) == ImplMode::HighPerformance && type.isF16()
                  ? type
                  : Type()};
    Value written =
        forEach(b, regions, empty,
                [&](ImplicitLocOpBuilder &b, ValueRange at, Value y) -> Value {
                  Value pooled =
                      pool(b, spec, operands.getFeatures(), type,
                           operands.getRois(), roi, images, at.front());
                  SmallVector<OpFoldResult> offsets(4, b.getIndexAttr(0)),
                      strides(4, b.getIndexAttr(1)), box(sizes);
                  offsets[0] = at.front();
                  box[0] = b.getIndexAttr(1);
                  return tensor::InsertSliceOp::create(b, pooled, y, offsets,
                                                       box, strides);
                });
    return mapElements(
        b, result, written,
        [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; },
        sizes);
  }

private:
  struct Spec {
    ArrayRef<Extent> x, bins;
    float scale;
    bool isAligned, isMax;
    int64_t samples; ///< along each axis of a bin, 0: by its extent
    Type inside;     ///< what sums and their terms are rounded to, or null
  };

  /// Where a region's bins lie along one axis.
  struct Side {
    Value start, bin; ///< f32
    Value samples;    ///< index
    Value count;      ///< the same as f32
  };

  /// The first column of rois as integers.
  static Value imagesOf(ImplicitLocOpBuilder &b, Value rois, Type type) {
    return parallelGeneric(
        b, rois,
        AffineMap::get(1, 0,
                       {b.getAffineDimExpr(0), b.getAffineConstantExpr(0)},
                       b.getContext()),
        emptyTensor(b, sizeOf(b, rois, 0), b.getI64Type()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return castElement(b, readElement(b, in[0], type), type,
                             b.getI64Type());
        });
  }

  static Side sideOf(ImplicitLocOpBuilder &b, const Spec &spec, Value rois,
                     Type type, Value region, int64_t column, int64_t bins) {
    Real f{b};
    auto corner = [&](int64_t column) {
      Value at = arith::ConstantIndexOp::create(b, column);
      Value element =
          tensor::ExtractOp::create(b, rois, ValueRange{region, at});
      Value scaled = f.mul(readElement(b, element, type), spec.scale);
      return spec.isAligned ? f.sub(scaled, 0.5f) : scaled;
    };
    Side side;
    side.start = corner(column);
    Value length = f.sub(corner(column + 2), side.start);
    if (!spec.isAligned)
      length = f.atLeast(length, 1);
    side.bin = f.div(length, f.constant(float(bins)));
    // More samples than any image has elements end a region that has no end.
    constexpr float kMost = 1 << 15;
    side.count = spec.samples > 0
                     ? f.constant(float(spec.samples))
                     : f.atMost(f.select(f.isMore(side.bin, 0),
                                         math::CeilOp::create(b, side.bin), 0),
                                kMost);
    side.samples = arith::IndexCastOp::create(
        b, b.getIndexType(),
        arith::FPToSIOp::create(b, b.getI32Type(), side.count));
    return side;
  }

  /// The bins [C, height, width] of one region.
  static Value pool(ImplicitLocOpBuilder &b, const Spec &spec, Value x,
                    Type type, Value rois, Type roi, Value images,
                    Value region) {
    Side height = sideOf(b, spec, rois, roi, region, 2, spec.bins[1].number());
    Side width = sideOf(b, spec, rois, roi, region, 1, spec.bins[2].number());
    Value image = clampPosition(
        b,
        arith::IndexCastOp::create(
            b, b.getIndexType(),
            tensor::ExtractOp::create(b, images, ValueRange(region))),
        spec.x[0]);
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value one = arith::ConstantIndexOp::create(b, 1);
    float first = spec.isMax ? -std::numeric_limits<float>::infinity() : 0.0f;
    ShapeCode math(b, /*checks=*/false);
    SmallVector<OpFoldResult> sizes = math.fold(spec.bins);
    Value start = fillTensor(b, constantF32(b, first),
                             emptyTensor(b, sizes, b.getF32Type()));
    scf::LoopNest samples = scf::buildLoopNest(
        b, b.getLoc(), {zero, zero}, {height.samples, width.samples},
        {one, one}, start,
        [&](OpBuilder &inner, Location loc, ValueRange at,
            ValueRange carried) -> scf::ValueVector {
          ImplicitLocOpBuilder nested(loc, inner);
          return {addSample(nested, spec, x, type, image, height, width, at,
                            carried.front())};
        });
    auto stored = RankedTensorType::get(toShape(spec.bins), storedType(type));
    return mapElements(
        b, stored, samples.results.front(),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b, spec.inside};
          Value count = f.mul(height.count, width.count);
          Value none = f.isEqual(count, 0);
          Value value =
              spec.isMax ? in[0] : f.div(in[0], f.select(none, 1, count));
          return writeElement(b, f.select(none, 0, value), type);
        },
        sizes);
  }

  /// Sample `at` of each bin added, or the greatest.
  static Value addSample(ImplicitLocOpBuilder &b, const Spec &spec, Value x,
                         Type type, Value image, const Side &height,
                         const Side &width, ValueRange at, Value pooled) {
    return update(
        b, {}, pooled, [&](ImplicitLocOpBuilder &b, ValueRange, Value before) {
          Real f{b, spec.inside};
          Place row = placeOf(b, height, at[0], 1, spec.x[2]);
          Place column = placeOf(b, width, at[1], 2, spec.x[3]);
          Value counts = arith::AndIOp::create(b, row.counts, column.counts);
          Value joined;
          for (auto [y, yWeight] : {std::pair(row.low, row.lowWeight),
                                    std::pair(row.high, row.highWeight)})
            for (auto [x1, xWeight] :
                 {std::pair(column.low, column.lowWeight),
                  std::pair(column.high, column.highWeight)}) {
              Value channel = linalg::IndexOp::create(b, 0);
              Value element = tensor::ExtractOp::create(
                  b, x, ValueRange{image, channel, y, x1});
              Value weight = f.mul(f.rounded(yWeight), f.rounded(xWeight));
              Value term = f.mul(weight, readElement(b, element, type));
              if (!joined)
                joined = term;
              else
                joined =
                    spec.isMax
                        ? arith::MaximumFOp::create(b, joined, term).getResult()
                        : f.add(joined, term);
            }
          joined = f.select(counts, joined, 0);
          return spec.isMax
                     ? arith::MaximumFOp::create(b, before, joined).getResult()
                     : f.add(before, joined);
        });
  }

  /// The two elements around a sample along one axis.
  struct Place {
    Value low, high; ///< index
    Value lowWeight, highWeight;
    Value counts; ///< whether the sample lies in the image, or just outside
  };

  static Place placeOf(ImplicitLocOpBuilder &b, const Side &side, Value sample,
                       int64_t dim, Extent extent) {
    Real f{b};
    ShapeCode math(b, /*checks=*/false);
    auto sized = [&](Extent extent) {
      return sizeAs(b, math.fold(extent), b.getF32Type());
    };
    auto real = [&](Value index) -> Value {
      Value integer = arith::IndexCastOp::create(b, b.getI32Type(), index);
      return arith::SIToFPOp::create(b, b.getF32Type(), integer);
    };
    Value part = f.div(f.mul(f.add(real(sample), 0.5f), side.bin), side.count);
    Value x =
        f.add(f.add(side.start,
                    f.mul(real(linalg::IndexOp::create(b, dim)), side.bin)),
              part);
    Place place;
    place.counts = arith::AndIOp::create(
        b, f.compare(Real::Predicate::OGE, x, -1.0f),
        f.compare(Real::Predicate::OLE, x, sized(extent)));
    Value last = sized(math.sub(extent, 1));
    x = f.atLeast(f.select(place.counts, x, 0), 0);
    x = f.select(f.compare(Real::Predicate::OGT, x, last), last, x);
    Value below = math::FloorOp::create(b, x);
    place.highWeight = f.sub(x, below);
    place.lowWeight = f.sub(1, place.highWeight);
    Value integer = arith::FPToSIOp::create(b, b.getI32Type(), below);
    Value low = arith::IndexCastOp::create(b, b.getIndexType(), integer);
    Value one = arith::ConstantIndexOp::create(b, 1);
    place.low = clampPosition(b, low, extent);
    place.high = clampPosition(b, arith::AddIOp::create(b, low, one), extent);
    return place;
  }
};

/// Element by element of a block, its blocks are added where they belong, with
/// their strides, in an image that has its border.
class Col2ImLowering : public Lowering<Col2ImV2Op> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(Col2ImV2Op op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getX());
    if (type != elementTypeOf(op.getY()) || kindOf(type) != NumberKind::Float)
      return refuseTypes(op);
    FailureOr<SmallVector<BlockAxis>> axes = blockAxes(op);
    if (failed(axes))
      return failure();
    if (axes->empty())
      return refuse(op, "its image_shape and block_shape are not constant");
    ShapeCode math(b, /*checks=*/false);
    SmallVector<OpFoldResult> resultExtents =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, resultExtents, result.getElementType());
    int64_t rank = axes->size();
    Extents split{ShapeCode::extent(resultExtents[0]),
                  ShapeCode::extent(resultExtents[1])},
        padded = split, blocks = split, block, offsets{0, 0};
    for (const BlockAxis &axis : *axes) {
      block.push_back(axis.block);
      blocks.push_back(axis.blocks);
      padded.push_back(axis.image + axis.before + axis.after);
      offsets.push_back(axis.before);
    }
    llvm::append_range(split, block);
    llvm::append_range(split, ArrayRef(blocks).drop_front(2));
    if (!fitsMemory(toShape(padded)))
      return refuse(op, "its padded image exceeds 2^40 elements");
    Type real = computeType(type);
    Value x = reshapeTensorTo(b, operands.getX(), split);
    Value image = fillTensor(b, constantOf(b, real, 0),
                             emptyTensor(b, math.fold(padded), real));
    Value sums = forEach(
        b, block, image,
        [&](ImplicitLocOpBuilder &b, ValueRange at, Value image) -> Value {
          SmallVector<OpFoldResult> from(split.size(), b.getIndexAttr(0)),
              one(split.size(), b.getIndexAttr(1)),
              taken = math.fold(split), to(2 + rank, b.getIndexAttr(0)),
              steps(2 + rank, b.getIndexAttr(1)), sizes = math.fold(blocks);
          for (auto [i, axis] : llvm::enumerate(*axes)) {
            from[2 + i] = at[i];
            taken[2 + i] = b.getIndexAttr(1);
            to[2 + i] = arith::MulIOp::create(
                            b, at[i],
                            arith::ConstantIndexOp::create(b, axis.dilation)
                                .getResult())
                            .getResult();
            steps[2 + i] = b.getIndexAttr(axis.stride);
          }
          Value part = tensor::ExtractSliceOp::create(
              b, RankedTensorType::get(toShape(blocks), storedType(type)), x,
              from, taken, one);
          Value place =
              tensor::ExtractSliceOp::create(b, image, to, sizes, steps);
          Value added =
              update(b, part, place,
                     [&](ImplicitLocOpBuilder &b, ValueRange in, Value before) {
                       return arith::AddFOp::create(b, before,
                                                    readElement(b, in[0], type))
                           .getResult();
                     });
          return tensor::InsertSliceOp::create(b, added, image, to, sizes,
                                               steps);
        });
    Extents box = llvm::map_to_vector(resultExtents, ShapeCode::extent);
    Value inside = sliceTensor(b, math, sums, offsets, box);
    return mapElements(
        b, result, inside,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return writeElement(b, in[0], type);
        },
        resultExtents);
  }
};

} // namespace

void to_linalg::populateRegionPatterns(RewritePatternSet &patterns,
                                       const TypeConverter &converter) {
  patterns.add<Col2ImLowering, ROIAlignLowering>(converter,
                                                 patterns.getContext());
}
