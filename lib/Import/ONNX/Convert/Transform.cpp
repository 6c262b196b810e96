//===- Transform.cpp - Fourier transforms of any length -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Transform.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {

/// Makes ops on integers, vectors of one or more int64, and on floats: those of
/// float64 signals are float64, all others float32.
struct Maker {
  NodeImporter &node;
  Type i64, real;

  Maker(NodeImporter &node, Type signal)
      : node(node), i64(node.getBuilder().getI64Type()),
        real(signal.isF64() ? signal : node.getBuilder().getF32Type()) {}

  Value integer(StringRef word, int64_t value) {
    return node.createConstant(word, value, i64);
  }
  Value scalar(StringRef word, double value) {
    return node.createScalar(word, value, real);
  }
  template <typename OpT>
  Value integers(Value a, Value b, const Twine &word) {
    return node.create<OpT>(i64, {a, b}, {}, word);
  }
  template <typename OpT>
  Value floats(Value a, Value b, const Twine &word) {
    return node.create<OpT>(real, {a, b}, {}, word);
  }
  /// 0, 1, … before `count`, along one of `rank` axes.
  Value range(Value count, int64_t axis, int64_t rank, const Twine &word) {
    Value numbers =
        node.create<RangeOp>(i64,
                             {integer((word + "_first").str(), 0), count,
                              integer((word + "_one").str(), 1)},
                             {}, word);
    SmallVector<int64_t> others;
    for (int64_t other = 0; other < rank; ++other)
      if (other != axis)
        others.push_back(other);
    return node.create<UnsqueezeOp>(i64, numbers, node.geInts("axes", others),
                                    word + "_axis");
  }
};

} // namespace

/// `x` as long as `length` along `axis`: cut off, or with zeros behind it.
static Value resizeAlong(Maker &make, Value x, int64_t axis, Value length) {
  NodeImporter &node = make.node;
  Type type = typeOf(x);
  x = node.create<StridedSliceV2Op>(type,
                                    {x, make.integer("places_begin", 0), length,
                                     make.integer("places_axis", axis)},
                                    {}, "places");
  if (!x)
    return {};
  int64_t rank = shapeOf(x).size();
  Value missing = make.integers<SubOp>(
      length, extentAt(node, x, axis, "places_taken"), "places_missing");
  SmallVector<Value> pads(2 * rank, make.integer("no_pad", 0));
  pads[rank + axis] = missing;
  return node.create<PadV3Op>(
      type, {x, joinAlong(node, pads, 0, "pads")},
      {node.geAttribute("mode", node.getBuilder().getStringAttr("constant")),
       node.geBool("paddings_contiguous", false)},
      "places_padded");
}

/// [rows, parts, columns, parts]: what each part of each row adds to a
/// column's.
static Value computeMatrix(Maker &make, const Direction &direction,
                           bool fromComplex, Value length, Value rows,
                           Value columns) {
  NodeImporter &node = make.node;
  Value row = make.range(rows, 0, 4, "row"),
        column = make.range(columns, 2, 4, "column");
  // Products of places modulo the length keep the angle exact.
  Value turns = make.integers<ModOp>(
      make.integers<MulOp>(row, column, "products"), length, "turns");
  Value places = castTo(node, length, make.real, "length_float");
  Value part = make.floats<RealDivOp>(
      castTo(node, turns, make.real, "turns_float"), places, "part");
  Value angle =
      make.floats<MulOp>(part, make.scalar("turn", 2 * M_PI), "angle");
  Value cosine = node.create<CosOp>(make.real, angle, {}, "cosine"),
        sine = node.create<SinOp>(make.real, angle, {}, "sine");
  auto scale = [&](Value factor, StringRef word) {
    cosine = make.floats<MulOp>(cosine, factor, word + "_cosine");
    sine = make.floats<MulOp>(sine, factor, word + "_sine");
  };
  if (direction.isInverse)
    scale(make.floats<RealDivOp>(make.scalar("one", 1), places, "share"),
          "share_of");
  if (direction.isHalf()) {
    // A row stands for its conjugate too, but the first and the middle one.
    Type i1 = node.getBuilder().getI1Type();
    Value twice = make.integers<MulOp>(row, make.integer("two", 2), "twice");
    Value mirrored = make.integers<ModOp>(twice, length, "mirrored");
    Value isPair = node.create<NotEqualOp>(
        i1, {mirrored, make.integer("none", 0)}, {}, "is_pair");
    scale(make.floats<AddOp>(castTo(node, isPair, make.real, "pair"),
                             make.scalar("self", 1), "count"),
          "counted");
  }
  Value minus = node.create<NegOp>(make.real, sine, {}, "minus_sine");
  // From the real part to the imaginary one, and back.
  Value across = direction.isInverse ? sine : minus,
        back = direction.isInverse ? minus : sine;
  auto rowOf = [&](Value real, Value imaginary, StringRef word) {
    SmallVector<Value> to{real};
    if (!direction.isHalf())
      to.push_back(imaginary);
    return joinAlong(node, to, 3, word);
  };
  SmallVector<Value> from{rowOf(cosine, across, "from_real")};
  if (fromComplex)
    from.push_back(rowOf(back, cosine, "from_imaginary"));
  return joinAlong(node, from, 1, "matrix");
}

Value onnx::transformComputed(NodeImporter &node, const Direction &direction) {
  Value x = node.getInput(0);
  Type type = typeOf(x);
  if (node.hasInput(1) && !node.isIndex(1))
    return {};
  if (node.hasInput(1) && !node.isScalar(1, "dft_length"))
    return {};
  Maker make(node, type);
  int64_t rank = node.getRank(0), axis = direction.axis;
  Value places = extentAt(node, x, axis, "given_places"), length = places;
  if (node.hasInput(1)) {
    length = castTo(node, node.getInput(1), make.i64, "length");
    length = reshapeTo(node, length, {1}, "length_vector");
  } else if (direction.isHalf()) {
    length = make.integers<SubOp>(places, make.integer("last", 1), "steps");
    length = make.integers<MulOp>(length, make.integer("sides", 2), "length");
  }
  Value half = make.integers<AddOp>(
      make.integers<RealDivOp>(length, make.integer("halves", 2), "half_steps"),
      make.integer("middle", 1), "half");
  Value rows = direction.isHalf() ? half : length;
  Value columns = direction.isOneSided && !direction.isInverse ? half : length;
  Value matrix = computeMatrix(make, direction, node.getShape(0).back() == 2,
                               length, rows, columns);
  // A signal without a given length has as many places as the matrix has rows.
  if (node.hasInput(1))
    x = resizeAlong(make, x, axis, rows);
  SmallVector<int64_t> perm, inverse(rank);
  for (int64_t i = 0; i < rank - 1; ++i)
    if (i != axis)
      perm.push_back(i);
  perm.append({axis, rank - 1});
  for (auto [to, from] : llvm::enumerate(perm))
    inverse[from] = to;
  x = transposeTo(node, x, perm, "signals");
  Value spectra = node.create<EinsumOp>(
      type, {x, castTo(node, matrix, type, "matrix_cast")},
      node.geAttribute("equation",
                       node.getBuilder().getStringAttr("...jp,jpkt->...kt")),
      "spectra");
  return transposeTo(node, spectra, inverse, "transpose");
}
