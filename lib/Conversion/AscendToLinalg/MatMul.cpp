//===- MatMul.cpp - MatMulV2, BatchMatMulV2 and FullyConnection -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/CubeForms.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Packing.h"
#include "Scalars.h"
#include "Strassen.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

bool mlir::ascend::transposesFactor(Operation *op, bool first) {
  if (auto product = dyn_cast<MatMulV2Op>(op))
    return product.getGEBool(first ? "transpose_x1" : "transpose_x2", false);
  return cast<BatchMatMulV2Op>(op).getGEBool(first ? "adj_x1" : "adj_x2",
                                             false);
}

static int64_t rankOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

static Value asMatrix(ImplicitLocOpBuilder &b, Value vector, bool isRow) {
  SmallVector<OpFoldResult> sizes(2, sizeOf(b, vector, 0));
  sizes[isRow ? 0 : 1] = b.getIndexAttr(1);
  return reshapeTo(b, vector, sizes);
}

/// Whether so many rows fill the tiles of them, or most of one.
static bool fillsTiles(Extent m) { return m.isNumber() && m.number() >= 8; }

bool mlir::ascend::multipliesRows(Operation *op) {
  if (!isa<MatMulV2Op, BatchMatMulV2Op>(op))
    return false;
  auto x1 = dyn_cast<RankedTensorType>(op->getOperand(0).getType()),
       x2 = dyn_cast<RankedTensorType>(op->getOperand(1).getType()),
       y = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!x1 || !x2 || !y || !x1.hasStaticShape() || !x2.hasStaticShape() ||
      x1.getRank() < 2 || x2.getRank() < 2 || y.getNumElements() == 0 ||
      x1.getNumElements() == 0 || transposesFactor(op, true))
    return false;
  for (RankedTensorType type : {x1, x2, y})
    if (!isa<FloatType>(type.getElementType()) || type.getElementType().isF64())
      return false;
  OptionValues options = optionValuesOf(op);
  bool hasDots =
      x1.getElementType().isBF16() && options.getOr("emulation", "") == "fast";
  // Few rows of all batches would leave the right factor narrow.
  int64_t m = x1.getShape().drop_back().back(),
          all = ShapedType::getNumElements(x1.getShape().drop_back());
  return !hasDots && options.getOr("cube_k_block", "0") == "0" &&
         fillsTiles(m) && all > CubeTile().rows &&
         y.getShape().back() % kAnyPanel == 0;
}

namespace {

/// What is multiplied: [batch…, M, K] by [batch…, K, N], either with its last
/// two axes swapped; a batch axis of a factor is as wide as the batch, or 1.
struct Factors {
  /// A vector is a row on the left and a column on the right.
  template <typename OpT>
  Factors(ImplicitLocOpBuilder &b, OpT op, typename OpT::Adaptor operands,
          ArrayRef<OpFoldResult> resultSizes)
      : left(operands.getOperands()[0]), right(operands.getOperands()[1]),
        transposeLeft(transposesFactor(op, true)),
        transposeRight(transposesFactor(op, false)) {
    size_t axes = rankOf(left) != 1;
    axes += rankOf(right) != 1;
    if (rankOf(left) == 1)
      left = asMatrix(b, left, /*isRow=*/!transposeLeft);
    if (rankOf(right) == 1)
      right = asMatrix(b, right, /*isRow=*/transposeRight);
    for (OpFoldResult size : resultSizes.drop_back(axes))
      batch.push_back(ShapeCode::extent(size));
  }

  /// The axes of x before K are rows, those from K on one axis.
  Factors(ImplicitLocOpBuilder &b, FullyConnectionOp op,
          FullyConnectionOp::Adaptor operands, ArrayRef<OpFoldResult>)
      : right(operands.getW()), transposeLeft(false),
        transposeRight(!op.getGEBool("transpose", false)) {
    ShapeCode math(b, /*checks=*/false);
    Extents x = extentsOf(b, operands.getX());
    ArrayRef<Extent> rows = ArrayRef(x).take_front(op.getAxisOfK());
    ArrayRef<Extent> k = ArrayRef(x).drop_front(op.getAxisOfK());
    left = reshapeTo(b, operands.getX(),
                     math.fold({math.product(rows), math.product(k)}));
  }

  int64_t rowAxis() const { return rankOf(left) - 2 + transposeLeft; }
  int64_t leftDepthAxis() const { return rankOf(left) - 1 - transposeLeft; }
  int64_t rightDepthAxis() const { return rankOf(right) - 2 + transposeRight; }
  int64_t columnAxis() const { return rankOf(right) - 1 - transposeRight; }

  /// Each factor as wide as the batch where only a run tells whether it is.
  void stretchBatch(ImplicitLocOpBuilder &b, ShapeCode &math) {
    for (Value *factor : {&left, &right}) {
      SmallVector<OpFoldResult> wide = math.fold(batch);
      llvm::append_range(wide, ArrayRef(sizesOf(b, *factor)).take_back(2));
      *factor = stretchTensor(b, *factor, wide);
    }
  }

  Value left, right;
  bool transposeLeft, transposeRight;
  Extents batch;
};

template <typename OpT>
class MatMulLowering : public Lowering<OpT> {
public:
  MatMulLowering(const TypeConverter &converter, MLIRContext *context,
                 CubeTile tile)
      : Lowering<OpT>(converter, context), tile(tile) {}

  Shapes takesShapes() const override { return Shapes::Dynamic; }

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x1 = elementTypeOf(op->getOperand(0)),
         x2 = elementTypeOf(op->getOperand(1)), y = elementTypeOf(op.getY());
    if (x1.isF64() && x2.isF64() && y.isF64())
      return lowerDoubles(op, operands, b);
    auto numerics = CubeNumerics::get(op, x1, x2, y);
    if (!numerics)
      return refuseTypes(op);
    if (optionalOperand(op, 3))
      return refuse(op, "offset_w does not lower");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, sizes, result.getElementType());

    Factors factors(b, op, operands, sizes);
    ShapeCode math(b, /*checks=*/false);
    auto extentOf = [&](Value factor, int64_t axis) {
      return ShapeCode::extent(sizeOf(b, factor, axis));
    };
    ProductShape shape{1, extentOf(factors.left, factors.rowAxis()),
                       extentOf(factors.right, factors.columnAxis())};
    if (!numerics->takesBias(op.getBias(), shape.n.number()))
      return refuse(op, "its bias does not fit its result");
    // One right factor for all: the batch of x1 is more rows of one product.
    auto rightShape =
        cast<RankedTensorType>(factors.right.getType()).getShape();
    std::optional<Factors> inBatches;
    if (!factors.transposeLeft &&
        llvm::all_of(rightShape.drop_back(2),
                     [](int64_t extent) { return extent == 1; })) {
      factors.right = reshapeTo(
          b, factors.right, ArrayRef(sizesOf(b, factors.right)).take_back(2));
      if (fillsTiles(shape.m))
        inBatches = factors;
      shape.m = math.mul(math.product(factors.batch), shape.m);
      factors.batch.clear();
      factors.left =
          reshapeTo(b, factors.left,
                    {math.fold(shape.m), sizesOf(b, factors.left).back()});
    } else {
      factors.stretchBatch(b, math);
    }
    shape.groups = math.product(factors.batch);
    Extent k = extentOf(factors.left, factors.leftDepthAxis());
    if (!fitsMemory(toShape({shape.groups, shape.m, k})) ||
        !fitsMemory(toShape({shape.groups, shape.n, k})))
      return refuse(op, "a broadcast operand exceeds 2^40 elements");
    Value bias = op.getBias() ? operands.getOperands()[2] : Value();
    Type biasType = bias ? elementTypeOf(op.getBias()) : Type();
    numerics->choosePacking(op, x1, x2, tile, shape.m);
    if (op->hasAttr(kStrassenAttrName)) {
      auto isEven = [](Extent e) {
        return e.isNumber() && e.number() % 2 == 0;
      };
      int64_t panel = 0;
      if (factors.batch.empty() && isEven(shape.m) && isEven(shape.n) &&
          isEven(k))
        panel = panelFor(factors, shape.m, shape.n.number() / 2, k, *numerics);
      if (panel == 0)
        return refuse(op, "it has no form for Strassen's algorithm");
      return reshapeTo(b,
                       multiplyHalves(b, math, factors, {x1, x2, y}, panel,
                                      bias, biasType, *numerics),
                       sizes);
    }
    if (int64_t panel = panelFor(factors, shape.m, shape.n, k, *numerics))
      return reshapeTo(b,
                       multiplyRows(b, math, inBatches.value_or(factors),
                                    {x1, x2, y}, shape.n, panel, bias, biasType,
                                    *numerics),
                       sizes);
    shape.tile = fitTile(tile, shape.m, shape.n);

    auto multiply = [&] {
      Value a = packMatrix(b, math, factors.left, x1, factors.batch,
                           factors.rowAxis(), factors.leftDepthAxis(),
                           shape.tile.rows, *numerics);
      Value c = packMatrix(b, math, factors.right, x2, factors.batch,
                           factors.columnAxis(), factors.rightDepthAxis(),
                           shape.tile.columns, *numerics, Side::Right);
      return multiplyTiles(b, a, c, *numerics);
    };
    Value product = k.is(0) ? zeroTiles(b, math, shape, *numerics) : multiply();
    Value value = unpackTiles(b, math, product, shape, bias, biasType,
                              /*biasRows=*/false, y);
    return reshapeTo(b, value, sizes);
  }

private:
  /// GE element types.
  struct Types {
    Type x1, x2, y;
  };

  /// The width of panels of the right factor with which the rows of the left
  /// one are multiplied as they lie; 0 where it is packed, too: where there are
  /// few rows or it is stored by columns, the sums are not those of floats one
  /// by one, or no panels cover the columns.
  int64_t panelFor(const Factors &factors, Extent m, Extent n, Extent k,
                   const CubeNumerics &numerics) const {
    if (factors.transposeLeft || !isa<FloatType>(numerics.accumulator) ||
        numerics.kBlock != 0 || numerics.right.type || !m.isNumber() ||
        !n.isNumber() || !k.isNumber() || k.is(0) || isBoundByMemory(m) ||
        !llvm::all_of(factors.batch, [](Extent e) { return e.isNumber(); }))
      return 0;
    int64_t panel = tile.columns;
    while (n.number() % panel != 0)
      panel /= 2;
    return panel >= tile.columns / 2 ? panel : 0;
  }

  /// Elements beside each other in a row of the left factor, of which a copy
  /// has one more group than k, so that the rows do not drive each other out of
  /// the cache: of a step of many bytes that are a power of two, all would lie
  /// in a few sets of its first level, which have room for about eight lines.
  /// Where a tile has fewer rows, and few panels pass by, to copy them for that
  /// alone takes longer than they lose.
  static constexpr int64_t kGroup = 16;
  bool needsRoom(Extent k, Extent n, bool isCopied) const {
    constexpr int64_t kBadStep = 2048 / sizeof(float), kManyRows = 8,
                      kManyColumns = 2048;
    return k.number() % kBadStep == 0 &&
           (isCopied || tile.rows >= kManyRows || n.number() >= kManyColumns);
  }

  /// `value` in the accumulator's type; itself where it is.
  static Value widenTensor(ImplicitLocOpBuilder &b, Value value, Type type,
                           const CubeNumerics &numerics) {
    if (numerics.keeps(type))
      return value;
    SmallVector<OpFoldResult> sizes = sizesOf(b, value);
    return parallelGeneric(b, value, b.getMultiDimIdentityMap(sizes.size()),
                           emptyTensor(b, sizes, numerics.accumulator),
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             return numerics.widen(b, in[0], type);
                           });
  }

  /// The left factor in the accumulator's type, maybe with room behind each
  /// row; itself where it is that.
  static Value takeRows(ImplicitLocOpBuilder &b, ShapeCode &math, Value left,
                        Type type, bool withRoom,
                        const CubeNumerics &numerics) {
    if (!withRoom)
      return widenTensor(b, left, type, numerics);
    Extents sizes = extentsOf(b, left), apart(sizes), origin(sizes.size(), 0);
    apart.back() = sizes.back().number() + kGroup;
    Value room = emptyTensor(b, math.fold(apart), numerics.accumulator);
    Value rows =
        parallelGeneric(b, left, b.getMultiDimIdentityMap(sizes.size()),
                        sliceTensor(b, math, room, origin, sizes),
                        [&](ImplicitLocOpBuilder &b, ValueRange in) {
                          return numerics.widen(b, in[0], type);
                        });
    return insertTensor(b, rows, room, math.fold(origin));
  }

  /// [batch…, m, n / panel, panel].
  Value multiplyRows(ImplicitLocOpBuilder &b, ShapeCode &math,
                     const Factors &factors, const Types &types, Extent n,
                     int64_t panel, Value bias, Type biasType,
                     const CubeNumerics &numerics) const {
    Extents leftShape = extentsOf(b, factors.left);
    Extent m = leftShape[factors.rowAxis()],
           k = leftShape[factors.leftDepthAxis()];
    // Rows with room behind them are read group by group.
    bool inGroups = needsRoom(k, n, !numerics.keeps(types.x1));
    Value left = takeRows(b, math, factors.left, types.x1, inGroups, numerics);
    Extents rightBatch;
    if (rankOf(factors.right) > 2)
      rightBatch = factors.batch;
    Value right = packMatrix(b, math, factors.right, types.x2, rightBatch,
                             factors.columnAxis(), factors.rightDepthAxis(),
                             panel, numerics);
    int64_t panels = n.number() / panel;
    Extents packed(rightBatch);
    if (inGroups)
      packed.append({Extent(panels), Extent(k.number() / kGroup),
                     Extent(kGroup), Extent(panel)});
    else
      packed.append({Extent(panels), k, Extent(panel)});
    right = reshapeTensorTo(b, right, packed);

    // Of the nest: batch, m, panel, column, k, or the groups of k and k in
    // them.
    int64_t batch = factors.batch.size(), dims = batch + 4 + inGroups;
    auto dim = [&](int64_t i) { return b.getAffineDimExpr(i); };
    SmallVector<AffineExpr> readLeft, readRight, write;
    int64_t missing = batch + 2 - int64_t(leftShape.size());
    for (int64_t i = 0; i != batch; ++i) {
      if (!rightBatch.empty())
        readRight.push_back(dim(i));
      write.push_back(dim(i));
      if (i < missing)
        continue;
      bool isBroadcast =
          leftShape[i - missing].is(1) && !factors.batch[i].is(1);
      readLeft.push_back(isBroadcast ? b.getAffineConstantExpr(0) : dim(i));
    }
    AffineExpr depth = dim(batch + 3);
    readRight.append({dim(batch + 1), depth});
    if (inGroups) {
      depth = depth * kGroup + dim(batch + 4);
      readRight.push_back(dim(batch + 4));
    }
    readLeft.append({dim(batch), depth});
    readRight.push_back(dim(batch + 2));
    write.append({dim(batch), dim(batch + 1), dim(batch + 2)});
    SmallVector<AffineMap> maps;
    for (ArrayRef<AffineExpr> at :
         {ArrayRef(readLeft), ArrayRef(readRight), ArrayRef(write)})
      maps.push_back(AffineMap::get(dims, 0, at, b.getContext()));
    SmallVector<utils::IteratorType> kinds(dims, utils::IteratorType::parallel);
    std::fill(kinds.begin() + batch + 3, kinds.end(),
              utils::IteratorType::reduction);
    Extents result(factors.batch);
    result.append({m, Extent(panels), Extent(panel)});
    Value sums = contract(b, left, right, maps, kinds, result, numerics);
    if (bias)
      bias = reshapeTensor(b, bias, {panels, panel});
    return finishSums(b, sums, bias, biasType,
                      AffineMap::get(batch + 3, 0,
                                     {dim(batch + 1), dim(batch + 2)},
                                     b.getContext()),
                      types.y, numerics);
  }

  /// The same of one matrix by Strassen's algorithm: [2, m / 2, 2, n / panel /
  /// 2, panel].
  static Value multiplyHalves(ImplicitLocOpBuilder &b, ShapeCode &math,
                              const Factors &factors, const Types &types,
                              int64_t panel, Value bias, Type biasType,
                              const CubeNumerics &numerics) {
    Extents left = extentsOf(b, factors.left);
    Value rows = widenTensor(b, factors.left, types.x1, numerics);
    Value right =
        packMatrix(b, math, factors.right, types.x2, {}, factors.columnAxis(),
                   factors.rightDepthAxis(), panel, numerics);
    int64_t panels = cast<RankedTensorType>(right.getType()).getDimSize(1);
    right = reshapeTensor(b, right, {panels, left.back().number(), panel});
    Value sums = multiplyByStrassen(b, rows, right, numerics);
    if (bias)
      bias = reshapeTensor(b, bias, {2, panels / 2, panel});
    auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
    return finishSums(
        b, sums, bias, biasType,
        AffineMap::get(5, 0, {dim(2), dim(3), dim(4)}, b.getContext()), types.y,
        numerics);
  }

  /// The cube unit has no f64: a plain loop, with sums in the order of k.
  FailureOr<Value> lowerDoubles(OpT op, typename OpT::Adaptor operands,
                                ImplicitLocOpBuilder &b) const {
    if (op.getBias() || optionalOperand(op, 3))
      return refuse(op, "in f64 it takes no bias");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    Factors factors(b, op, operands, sizes);
    ShapeCode math(b, /*checks=*/false);
    factors.stretchBatch(b, math);
    // Of the nest: batch, m, n, k.
    ArrayRef<Extent> batch = factors.batch;
    int64_t rank = batch.size() + 2;
    AffineExpr m = b.getAffineDimExpr(rank - 2),
               n = b.getAffineDimExpr(rank - 1), k = b.getAffineDimExpr(rank);
    auto mapOf = [&](Value factor, AffineExpr row, AffineExpr column) {
      Extents shape = extentsOf(b, factor);
      SmallVector<AffineExpr> exprs;
      size_t missing = batch.size() + 2 - shape.size();
      for (auto [axis, extent] :
           llvm::enumerate(ArrayRef(shape).drop_back(2))) {
        bool isBroadcast = extent.is(1) && !batch[missing + axis].is(1);
        exprs.push_back(isBroadcast ? b.getAffineConstantExpr(0)
                                    : b.getAffineDimExpr(missing + axis));
      }
      exprs.push_back(row);
      exprs.push_back(column);
      return AffineMap::get(rank + 1, 0, exprs, b.getContext());
    };
    SmallVector<AffineMap> maps{
        factors.transposeLeft ? mapOf(factors.left, k, m)
                              : mapOf(factors.left, m, k),
        factors.transposeRight ? mapOf(factors.right, n, k)
                               : mapOf(factors.right, k, n),
        AffineMap::getMultiDimIdentityMap(rank + 1, b.getContext())
            .dropResult(rank)};
    SmallVector<utils::IteratorType> iterators(rank + 1,
                                               utils::IteratorType::parallel);
    iterators.back() = utils::IteratorType::reduction;
    Type f64 = b.getF64Type();
    SmallVector<OpFoldResult> nest = math.fold(batch);
    nest.push_back(sizeOf(b, factors.left, factors.rowAxis()));
    nest.push_back(sizeOf(b, factors.right, factors.columnAxis()));
    Value zeros =
        fillTensor(b, constantOf(b, f64, 0), emptyTensor(b, nest, f64));
    Value product =
        linalg::GenericOp::create(
            b, zeros.getType(), ValueRange{factors.left, factors.right}, zeros,
            maps, iterators,
            [](OpBuilder &inner, Location loc, ValueRange in) {
              ImplicitLocOpBuilder b(loc, inner);
              Value product = arith::MulFOp::create(b, in[0], in[1]);
              Value sum = arith::AddFOp::create(b, in[2], product);
              linalg::YieldOp::create(b, sum);
            })
            .getResult(0);
    return reshapeTo(b, product, sizes);
  }

  CubeTile tile;
};

} // namespace

void mlir::ascend::populateMatMulPatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter,
                                          CubeTile tile) {
  patterns.add<MatMulLowering<BatchMatMulV2Op>, MatMulLowering<MatMulV2Op>,
               MatMulLowering<FullyConnectionOp>>(converter,
                                                  patterns.getContext(), tile);
}
