//===- ConvertSignal.cpp - Fourier transforms and windows -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A transform is a product with a constant matrix of cosines and sines, one of
// frames a convolution with it.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Layers/Window.h"
#include "Parts.h"
#include "Transform.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The elements of a matrix that is made here.
constexpr int64_t kMaxMatrix = int64_t(1) << 24;

/// Input `index` where it is one known integer; a fault where it is not.
static std::optional<int64_t> knownInteger(NodeImporter &node, unsigned index) {
  const IntTensor *known = node.getIntegers(index);
  if (!known)
    node.unsupported("input " + Twine(index) +
                     " must be known when the model is compiled");
  else if (known->values.size() != 1)
    node.fail("input " + Twine(index) + " is no scalar");
  else
    return known->values.front();
  return std::nullopt;
}

namespace {

/// A transform of `rows` places of a signal of `length`, each real or complex,
/// into `columns` places.
struct Transform {
  int64_t length, rows, columns;
  bool isInverse, fromComplex, toComplex;
  /// The rows stand for twice as many, which are their conjugates.
  bool isHalf;

  /// What part (0: real, 1: imaginary) `from` of row j adds to part `to` of
  /// column k.
  double factor(int64_t j, int from, int64_t k, int to) const {
    // Products of places modulo the length keep the angle exact.
    double angle = 2 * M_PI * double((j * k) % length) / double(length);
    double sine = isInverse ? std::sin(angle) : -std::sin(angle);
    double value = from == to ? std::cos(angle) : from == 0 ? sine : -sine;
    if (isHalf && j != 0 && 2 * j != length)
      value *= 2;
    return isInverse ? value / double(length) : value;
  }
};

} // namespace

/// [rows * parts, columns * parts].
static Value transformMatrix(NodeImporter &node, const Transform &t, Type type,
                             StringRef word) {
  int64_t from = t.fromComplex ? 2 : 1, to = t.toComplex ? 2 : 1, elements = 0;
  if (llvm::MulOverflow(t.rows * from, t.columns * to, elements) ||
      elements > kMaxMatrix)
    return node.unsupported("a transform of " + Twine(t.length) +
                            " places is not built");
  SmallVector<double> values;
  values.reserve(elements);
  for (int64_t j = 0; j < t.rows; ++j)
    for (int part = 0; part < from; ++part)
      for (int64_t k = 0; k < t.columns; ++k)
        for (int out = 0; out < to; ++out)
          values.push_back(t.factor(j, part, k, out));
  return node.createFloats(word, values, {t.rows * from, t.columns * to}, type);
}

//===----------------------------------------------------------------------===//
// DFT
//===----------------------------------------------------------------------===//

/// The product of signals [signals, places, parts] and the matrix.
static Value transformKnown(NodeImporter &node, Value x, int64_t length,
                            const Direction &direction) {
  ArrayRef<int64_t> shape = node.getShape(0);
  int64_t rank = shape.size(), axis = direction.axis, parts = shape.back(),
          half = length / 2 + 1;
  bool isHalf = direction.isHalf();
  Transform t{length,
              std::min(shape[axis], isHalf ? half : length),
              direction.isOneSided && !isHalf ? half : length,
              direction.isInverse,
              parts == 2,
              !isHalf,
              isHalf};
  Type type = typeOf(x);
  SmallVector<int64_t> perm;
  for (int64_t i = 0; i < rank - 1; ++i)
    if (i != axis)
      perm.push_back(i);
  SmallVector<int64_t> extents(
      llvm::map_range(perm, [&](int64_t i) { return shape[i]; }));
  int64_t signals = ShapedType::getNumElements(extents);
  perm.append({axis, rank - 1});
  x = sliceAlong(node, x, axis, 0, t.rows, "places");
  x = transposeTo(node, x, perm, "signals");
  x = reshapeTo(node, x, {signals, t.rows * parts}, "rows");
  Value product = node.create<MatMulV2Op>(
      type, {x, transformMatrix(node, t, type, "matrix")},
      {node.geBool("transpose_x1", false), node.geBool("transpose_x2", false)});
  extents.append({t.columns, t.toComplex ? 2 : 1});
  product = reshapeTo(node, product, extents, "spectra");
  SmallVector<int64_t> inverse(rank);
  for (auto [to, from] : llvm::enumerate(perm))
    inverse[from] = to;
  return transposeTo(node, product, inverse, "transpose");
}

static Value convertDFT(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t rank = node.getRank(0);
  Direction direction{1, node.getInt("inverse", 0) != 0,
                      node.getInt("onesided", 0) != 0};
  int64_t &axis = direction.axis;
  if (node.getOpset() < 20) {
    axis = node.getInt("axis", 1);
  } else {
    axis = -2;
    if (node.hasInput(2)) {
      auto given = knownInteger(node, 2);
      if (!given)
        return {};
      axis = *given;
    }
  }
  ArrayRef<int64_t> shape = node.getShape(0);
  axis += axis < 0 ? rank : 0;
  if (rank < 2 || axis < 0 || axis > rank - 2)
    return node.fail("its axis is no axis of the signal");
  if (!node.areKnown(shape.back()))
    return {};
  if (shape.back() != 1 && shape.back() != 2)
    return node.fail("the last axis of input 0 has " + Twine(shape.back()) +
                     " parts, needs 1 or 2");
  bool isGiven = node.hasInput(1);
  if (ShapedType::isDynamicShape(shape) || (isGiven && !node.getIntegers(1))) {
    return transformComputed(node, direction);
  }
  int64_t length = direction.isHalf() ? 2 * (shape[axis] - 1) : shape[axis];
  if (isGiven) {
    auto given = knownInteger(node, 1);
    if (!given)
      return {};
    length = *given;
  }
  if (length < 1 || length > kMaxMatrix)
    return node.fail("a transform of " + Twine(length) + " places");
  return transformKnown(node, node.getInput(0), length, direction);
}

//===----------------------------------------------------------------------===//
// STFT
//===----------------------------------------------------------------------===//

/// Each frame is a window of a convolution whose filters are the transform's
/// columns, times the window function.
static Value convertSTFT(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  ArrayRef<int64_t> shape = node.getShape(0);
  auto step = knownInteger(node, 1);
  if (!step)
    return {};
  if (shape.size() != 3 || (shape[2] != 1 && shape[2] != 2))
    return node.fail("input 0 must be [batch, length, 1 or 2]");
  int64_t length = shape[1];
  if (node.hasInput(2) && node.getRank(2) == 1 && !node.hasInput(3))
    length = node.getShape(2)[0];
  if (node.hasInput(3)) {
    auto given = knownInteger(node, 3);
    if (!given)
      return {};
    length = *given;
  }
  if (!node.areKnown(length))
    return {};
  bool isOneSided = node.getInt("onesided", 1) != 0, isComplex = shape[2] == 2;
  if (*step < 1 || *step > INT32_MAX || length < 1 ||
      (!ShapedType::isDynamic(shape[1]) && length > shape[1]))
    return node.fail("frames of " + Twine(length) + " places in steps of " +
                     Twine(*step));
  if (node.hasInput(2) && (!node.haveOneType({0, 2}) ||
                           node.getShape(2) != ArrayRef<int64_t>(length)))
    return node.hasFailed()
               ? Value()
               : node.fail("the window does not have the length of a frame");
  if (isOneSided && isComplex)
    return node.fail("only real signals have one side");
  Transform t{length,
              length,
              isOneSided ? length / 2 + 1 : length,
              /*isInverse=*/false,
              isComplex,
              /*toComplex=*/true,
              /*isHalf=*/false};
  Type type = node.getElementType(0);
  // [columns * 2, parts, length].
  Value filter = transformMatrix(node, t, type, "matrix");
  filter = reshapeTo(node, filter, {length, shape[2], t.columns * 2}, "parts");
  filter = transposeTo(node, filter, {2, 1, 0}, "filter");
  if (node.hasInput(2))
    filter = node.create<MulOp>(type, {filter, node.getInput(2)}, {},
                                "windowed_filter");
  Window window;
  window.strides = {*step};
  window.dilations = {1};
  window.pads = {{0, 0}};
  Value x = transposeTo(node, node.getInput(0), {0, 2, 1}, "signals");
  Value frames = createConv(node, x, filter, Value(), window, type);
  frames = transposeTo(node, frames, {0, 2, 1}, "frames");
  if (!frames)
    return {};
  Extents spectra = node.getExtents(frames);
  spectra.back() = t.columns;
  spectra.push_back(2);
  return reshapeToExtents(node, frames, spectra, "spectra");
}

/// The window of createWindow where its size is known when the model runs.
static Value computeWindow(NodeImporter &node, double a0, double a1, double a2,
                           bool isPeriodic, Type type) {
  Builder builder = node.getBuilder();
  Type i64 = builder.getI64Type(),
       real = type.isF64() ? type : Type(builder.getF32Type());
  auto integer = [&](StringRef word, int64_t value) {
    return node.createConstant(word, value, i64);
  };
  auto scalar = [&](StringRef word, double value) {
    return node.createScalar(word, value, real);
  };
  Value size = castTo(node, node.getInput(0), i64, "size");
  Value period = size;
  if (!isPeriodic)
    period = node.create<SubOp>(i64, {size, integer("last", 1)}, {}, "period");
  Value places = node.create<RangeOp>(
      i64, {integer("first", 0), size, integer("one", 1)}, {}, "places");
  auto multiply = [&](Value a, Value b, StringRef word) {
    return node.create<MulOp>(real, {a, b}, {}, word);
  };
  Value part =
      node.create<RealDivOp>(real,
                             {castTo(node, places, real, "places_float"),
                              castTo(node, period, real, "period_float")},
                             {}, "part");
  Value sum = scalar("a0", a0);
  for (auto [turns, factor, word] :
       {std::tuple(1, a1, "cosine"), {2, a2, "cosine_twice"}}) {
    if (factor == 0)
      continue;
    std::string name = word;
    Value angle = multiply(part, scalar(name + "_turn", 2 * M_PI * turns),
                           name + "_angle");
    Value cosine = node.create<CosOp>(real, angle, {}, name);
    Value term =
        multiply(cosine, scalar(name + "_factor", factor), name + "_term");
    sum = node.create<AddOp>(real, {sum, term}, {}, name + "_sum");
  }
  return castTo(node, sum, type, "window");
}

/// a0 + a1 cos(2 pi n / N) + a2 cos(4 pi n / N): a constant where its size is
/// known.
static Value createWindow(NodeImporter &node, double a0, double a1, double a2) {
  bool isPeriodic = node.getInt("periodic", 1) != 0;
  Type type = mlirElementType(node.getBuilder().getContext(),
                              node.getInt("output_datatype", 1));
  if (!type || !isa<FloatType>(type))
    return node.unsupported("a window of this type is not built yet");
  if (!node.getIntegers(0))
    return node.isIndex(0) ? computeWindow(node, a0, a1, a2, isPeriodic, type)
                           : Value();
  auto size = knownInteger(node, 0);
  if (!size)
    return {};
  if (*size < 0 || *size > kMaxMatrix)
    return node.fail("a window of " + Twine(*size) + " places");
  double period = double(isPeriodic ? *size : *size - 1);
  SmallVector<double> values;
  for (int64_t n = 0; n < *size; ++n) {
    double angle = 2 * M_PI * double(n) / period;
    values.push_back(a0 + a1 * std::cos(angle) + a2 * std::cos(2 * angle));
  }
  return node.createFloats("window", values, *size, type);
}

static Value convertHannWindow(NodeImporter &node) {
  return createWindow(node, 0.5, -0.5, 0);
}
static Value convertHammingWindow(NodeImporter &node) {
  return createWindow(node, 25.0 / 46, -21.0 / 46, 0);
}
static Value convertBlackmanWindow(NodeImporter &node) {
  return createWindow(node, 0.42, -0.5, 0.08);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getSignalOps() {
  static constexpr OpImporter ops[] = {
      {"BlackmanWindow", 17, 1, 1, convertBlackmanWindow},
      {"DFT", 17, 1, 3, convertDFT},
      {"HammingWindow", 17, 1, 1, convertHammingWindow},
      {"HannWindow", 17, 1, 1, convertHannWindow},
      {"STFT", 17, 2, 4, convertSTFT},
  };
  return ops;
}
