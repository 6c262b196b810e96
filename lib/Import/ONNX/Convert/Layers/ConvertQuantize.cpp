//===- ConvertQuantize.cpp - Quantized operators --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// CANN's parser has none of them. Integers are multiplied in int32, exactly;
// what is scaled is float.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The range of an integer type of 2, 4, 8 or 16 bits.
static std::optional<std::pair<int64_t, int64_t>> rangeOf(Type type) {
  auto integer = dyn_cast_or_null<IntegerType>(type);
  unsigned width = integer ? integer.getWidth() : 0;
  if (!llvm::is_contained({2u, 4u, 8u, 16u}, width))
    return std::nullopt;
  if (integer.isUnsigned())
    return std::pair<int64_t, int64_t>(0, (int64_t(1) << width) - 1);
  return std::pair<int64_t, int64_t>(-(int64_t(1) << (width - 1)),
                                     (int64_t(1) << (width - 1)) - 1);
}

/// Whether the extents of all inputs but `data` are known.
static bool areScalesKnown(NodeImporter &node, ArrayRef<unsigned> data) {
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    if (!llvm::is_contained(data, i) && node.hasInput(i) &&
        !node.areKnown(node.getShape(i)))
      return false;
  return true;
}

/// Scale or zero point `index`, made to broadcast with the `shape` of what is
/// quantized: a scalar, a vector along `axis`, or a block of `blockSize`
/// elements along it for each.
static Value alongAxis(NodeImporter &node, unsigned index,
                       ArrayRef<int64_t> shape, int64_t axis, int64_t blockSize,
                       StringRef word) {
  Value value = node.getInput(index);
  ArrayRef<int64_t> given = node.getShape(index);
  int64_t rank = shape.size();
  if (given.empty() || (given.size() == 1 && given[0] == 1))
    return reshapeTo(node, value, {}, word);
  if (axis < -rank || axis >= rank)
    return node.fail("attribute 'axis' is " + Twine(axis) + ", outside rank " +
                     Twine(rank));
  axis += axis < 0 ? rank : 0;
  if (blockSize == 0) {
    bool fits = ShapedType::isDynamic(shape[axis]) || given[0] == shape[axis];
    if (given.size() != 1 || !fits)
      return node.fail("input " + Twine(index) +
                       " is no vector along the axis");
    SmallVector<int64_t> wanted(rank - axis, 1);
    wanted[0] = given[0];
    return reshapeTo(node, value, wanted, word);
  }
  if (!node.areKnown(shape))
    return {};
  SmallVector<int64_t> wanted(shape);
  if (blockSize < 1 || int64_t(given.size()) != rank)
    return node.fail("input " + Twine(index) + " has no blocks of " +
                     Twine(blockSize));
  if (shape[axis] % blockSize != 0)
    return node.unsupported("blocks that do not divide the axis are not built "
                            "yet");
  wanted[axis] /= blockSize;
  if (given != ArrayRef(wanted))
    return node.fail("input " + Twine(index) + " has no blocks of " +
                     Twine(blockSize));
  SmallVector<int64_t> split(wanted);
  split.insert(split.begin() + axis + 1, 1);
  value = reshapeTo(node, value, split, word + "_blocks");
  split[axis + 1] = blockSize;
  value = broadcastTo(node, value, split, word + "_repeated");
  return reshapeTo(node, value, shape, word);
}

/// Floats of eight bits and four.
static bool isSmallFloat(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 8 &&
         !isa<Float8E8M0FNUType>(type);
}

/// A whole number (float) plus the zero point (or null), within the range of
/// `type`, as `type`; the node's main op.
static Value saturate(NodeImporter &node, Value x, Value zero, Type type) {
  Type f32 = node.getBuilder().getF32Type();
  auto range = rangeOf(type);
  if (!range)
    return node.unsupported("quantizes to integers of 2 to 16 bits only");
  x = castTo(node, x, f32, "float");
  if (zero)
    x = node.create<AddOp>(
        f32, {x, castTo(node, zero, f32, "float_zero_point")}, {}, "shift");
  Value low = node.createScalar("low", range->first, f32),
        high = node.createScalar("high", range->second, f32);
  x = node.create<ClipByValueOp>(f32, {x, low, high}, {}, "clip");
  return node.create<CastOp>(type, x);
}

/// Whether a zero point, where there is one, has type `type`.
static bool hasZeroType(NodeImporter &node, unsigned index, Type type) {
  if (!node.hasInput(index) || node.getElementType(index) == type)
    return true;
  node.fail("input " + Twine(index) +
            " has another element type than it needs");
  return false;
}

/// An attribute that names an ONNX element type; null where it is absent or 0.
static Type readType(NodeImporter &node, StringRef name) {
  int64_t number = node.getInt(name, 0);
  if (number == 0)
    return {};
  Type type = number > 0 && number < 64
                  ? mlirElementType(node.getBuilder().getContext(), number)
                  : Type();
  if (!type)
    node.unsupported("attribute '" + name + "' is " + Twine(number) +
                     ", a type that is not supported");
  return type;
}

static Value convertQuantizeLinear(NodeImporter &node) {
  if (!areScalesKnown(node, {0}))
    return {};
  int64_t axis = node.getInt("axis", 1),
          blockSize = node.getInt("block_size", 0);
  bool saturates = node.getInt("saturate", 1);
  Type precision = readType(node, "precision"),
       wanted = readType(node, "output_dtype");
  if (!node.isNumber(0) || !node.isFloat(1) || node.hasFailed())
    return {};
  bool hasZero = node.hasInput(2);
  Type type = hasZero  ? node.getElementType(2)
              : wanted ? wanted
                       : node.getBuilder().getIntegerType(8, false);
  if (wanted && wanted != type)
    return node.fail("attribute 'output_dtype' is not the zero point's type");
  if (!rangeOf(type) && !isSmallFloat(type))
    return node.unsupported("quantizes to integers of 2 to 16 bits and to "
                            "floats of 4 and 8 bits only");
  Type from = node.getElementType(0), scaleType = node.getElementType(1);
  if (!precision)
    precision = from == scaleType ? from : node.getBuilder().getF32Type();
  if (!isa<FloatType>(precision))
    return node.fail("attribute 'precision' is no float type");
  ArrayRef<int64_t> shape = node.getShape(0);
  Value scale = alongAxis(node, 1, shape, axis, blockSize, "scale");
  Value zero = hasZero
                   ? alongAxis(node, 2, shape, axis, blockSize, "zero_point")
                   : Value();
  if (node.hasFailed())
    return {};
  Value x = castTo(node, node.getInput(0), precision, "x");
  scale = castTo(node, scale, precision, "float_scale");
  Value quotient = node.create<RealDivOp>(precision, {x, scale}, {}, "divide");
  if (isSmallFloat(type)) {
    // It rounds by itself.
    if (zero)
      quotient = node.create<AddOp>(
          precision,
          {quotient, castTo(node, zero, precision, "float_zero_point")}, {},
          "shift");
    SmallVector<NamedAttribute> attributes;
    if (!saturates)
      attributes.push_back(node.geBool("saturate", false));
    return node.create<CastOp>(type, quotient, attributes);
  }
  Value whole = node.create<RoundOp>(precision, quotient, {}, "round");
  return saturate(node, whole, zero, type);
}

static Value convertDequantizeLinear(NodeImporter &node) {
  if (!areScalesKnown(node, {0}))
    return {};
  int64_t axis = node.getInt("axis", 1),
          blockSize = node.getInt("block_size", 0);
  Type wanted = readType(node, "output_dtype");
  Type from = node.getElementType(0), f32 = node.getBuilder().getF32Type();
  if (!node.isFloat(1) || !hasZeroType(node, 2, from) || node.hasFailed())
    return {};
  if (!rangeOf(from) && !isSmallFloat(from) && !from.isSignlessInteger(32))
    return node.unsupported("takes integers of 2 to 32 bits and floats of 4 "
                            "and 8 bits only");
  ArrayRef<int64_t> shape = node.getShape(0);
  Type type = wanted ? wanted : node.getElementType(1);
  Value scale = alongAxis(node, 1, shape, axis, blockSize, "scale");
  Value x = castTo(node, node.getInput(0), f32, "float");
  if (node.hasInput(2)) {
    Value zero = alongAxis(node, 2, shape, axis, blockSize, "zero_point");
    x = node.create<SubOp>(
        f32, {x, castTo(node, zero, f32, "float_zero_point")}, {}, "shift");
  }
  scale = castTo(node, scale, f32, "float_scale");
  if (type == f32)
    return node.create<MulOp>(f32, {x, scale});
  return castTo(node, node.create<MulOp>(f32, {x, scale}, {}, "scaled"), type,
                "");
}

/// (y, y_scale, y_zero_point): the range of x and 0 onto uint8.
static SmallVector<Value> convertDynamicQuantizeLinear(NodeImporter &node) {
  OpBuilder &builder = node.getBuilder();
  Type f32 = builder.getF32Type(), ui8 = builder.getIntegerType(8, false);
  if (node.getElementType(0) != f32)
    return {node.fail("input 0 must be float")};
  Value x = node.getInput(0), zero = node.createScalar("zero", 0, f32);
  auto extremum = [&](auto *reduce, auto *combine, StringRef word) {
    using Reduce = std::remove_pointer_t<decltype(reduce)>;
    using Combine = std::remove_pointer_t<decltype(combine)>;
    Value axes = node.createConstant(word + "_axes", {}, builder.getI64Type());
    Value found = node.create<Reduce>(f32, {x, axes},
                                      node.geBool("keep_dims", false), word);
    return node.create<Combine>(f32, {found, zero}, {}, word + "_and_zero");
  };
  Value high = extremum((ReduceMaxOp *)nullptr, (MaximumOp *)nullptr, "max");
  Value low = extremum((ReduceMinOp *)nullptr, (MinimumOp *)nullptr, "min");
  Value range = node.create<SubOp>(f32, {high, low}, {}, "range");
  Value isEmpty =
      node.create<EqualOp>(builder.getI1Type(), {high, low}, {}, "is_empty");
  range = node.create<SelectV2Op>(
      f32, {isEmpty, node.createScalar("one", 1, f32), range}, {}, "divisible");
  Value scale = node.create<RealDivOp>(
      f32, {range, node.createScalar("steps", 255, f32)}, {}, "scale");
  Value offset = node.create<RealDivOp>(f32, {low, scale}, {}, "offset");
  offset = node.create<SubOp>(f32, {zero, offset}, {}, "negated");
  offset = node.create<ClipByValueOp>(
      f32, {offset, zero, node.createScalar("last", 255, f32)}, {}, "bounded");
  offset = node.create<RoundOp>(f32, offset, {}, "zero_point");
  Value whole = node.create<RealDivOp>(f32, {x, scale}, {}, "divide");
  whole = node.create<RoundOp>(f32, whole, {}, "round");
  Value y = saturate(node, whole, offset, ui8);
  return {y, scale, node.create<CastOp>(ui8, offset, {}, "zero_point_uint8")};
}

/// Input `index` in int32, less its zero point (input `zero`), whose elements
/// lie along `axis` from the end where it is a vector.
static Value shifted(NodeImporter &node, unsigned index, unsigned zero,
                     int64_t trailing, StringRef word) {
  Type i32 = node.getBuilder().getI32Type(), type = node.getElementType(index);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() != 8)
    return node.fail("input " + Twine(index) + " is no 8-bit integer");
  if (!hasZeroType(node, zero, type))
    return {};
  Value x = castTo(node, node.getInput(index), i32, word + "_int32");
  if (!node.hasInput(zero))
    return x;
  SmallVector<int64_t> shape(node.getShape(zero));
  if (shape.size() > 1 && shape.size() != size_t(node.getRank(index)))
    return node.fail("input " + Twine(zero) + " has rank " +
                     Twine(shape.size()));
  if (shape.size() == 1) {
    if (shape[0] == 1)
      shape.clear();
    else
      shape.append(trailing, 1);
  }
  Value offset =
      reshapeTo(node, node.getInput(zero), shape, word + "_zero_point");
  offset = castTo(node, offset, i32, word + "_zero_point_int32");
  return node.create<SubOp>(i32, {x, offset}, {}, word + "_shifted");
}

static Value multiplyIntegers(NodeImporter &node, Value a, Value b,
                              const Twine &suffix) {
  return node.create<BatchMatMulV2Op>(
      node.getBuilder().getI32Type(), {a, b},
      {node.geBool("adj_x1", false), node.geBool("adj_x2", false)}, suffix);
}

/// Whether both factors are int8 and not shifted: GE's product takes them, and
/// so does its convolution.
static bool areBytes(NodeImporter &node) {
  return areQuantized(node) && !node.hasInput(2) && !node.hasInput(3);
}

static Value convertMatMulInteger(NodeImporter &node) {
  if (!areScalesKnown(node, {0, 1}))
    return {};
  if (areBytes(node))
    return multiplyIntegers(node, node.getInput(0), node.getInput(1), "");
  return multiplyIntegers(node, shifted(node, 0, 2, 1, "a"),
                          shifted(node, 1, 3, 0, "b"), "");
}

/// An int32 sum times scale / y_scale, rounded and shifted to the type of y.
static Value requantize(NodeImporter &node, Value sum, Value scale,
                        unsigned yScale, unsigned yZero) {
  Type f32 = node.getBuilder().getF32Type();
  Value divisor =
      castTo(node, reshapeTo(node, node.getInput(yScale), {}, "y_scale"), f32,
             "y_scale_float");
  scale = node.create<RealDivOp>(f32, {scale, divisor}, {}, "factor");
  Value x = node.create<MulOp>(f32, {castTo(node, sum, f32, "sum"), scale}, {},
                               "scaled");
  Value whole = node.create<RoundOp>(f32, x, {}, "round");
  Value zero = reshapeTo(node, node.getInput(yZero), {}, "y_zero_point");
  return saturate(node, whole, zero, node.getElementType(yZero));
}

/// A scale in f32; a vector gets `trailing` extents of 1.
static Value scaleOf(NodeImporter &node, unsigned index, int64_t trailing,
                     StringRef word) {
  if (!node.isFloat(index))
    return {};
  SmallVector<int64_t> shape(node.getShape(index));
  if (shape.size() == 1) {
    if (shape[0] == 1)
      shape.clear();
    else
      shape.append(trailing, 1);
  }
  Value scale = reshapeTo(node, node.getInput(index), shape, word);
  return castTo(node, scale, node.getBuilder().getF32Type(), word + "_float");
}

static bool checkResultQuantization(NodeImporter &node, unsigned scale,
                                    unsigned zero) {
  for (unsigned index : {scale, zero})
    if (node.getType(index).getNumElements() != 1) {
      node.unsupported("a result with more than one scale is not built yet");
      return false;
    }
  return node.isFloat(scale);
}

static Value convertQLinearMatMul(NodeImporter &node) {
  if (!areScalesKnown(node, {0, 3}) || !checkResultQuantization(node, 6, 7))
    return {};
  Value sum = multiplyIntegers(node, shifted(node, 0, 2, 1, "a"),
                               shifted(node, 3, 5, 0, "b"), "product");
  Value scale = node.create<MulOp>(
      node.getBuilder().getF32Type(),
      {scaleOf(node, 1, 1, "a_scale"), scaleOf(node, 4, 0, "b_scale")}, {},
      "scale");
  return requantize(node, sum, scale, 6, 7);
}

/// The window of x (input 0) and the filter (input `filter`).
static std::optional<Window> windowOf(NodeImporter &node, unsigned filter) {
  int64_t rank = node.getRank(0);
  if (rank < 3 || node.getRank(filter) != rank) {
    node.fail("input and filter have ranks " + Twine(rank) + " and " +
              Twine(node.getRank(filter)));
    return std::nullopt;
  }
  if (rank > 5) {
    node.unsupported("a convolution over more than three axes is not "
                     "supported");
    return std::nullopt;
  }
  return readWindow(node, node.getShape(0).drop_front(2),
                    node.getShape(filter).drop_front(2));
}

static Value convertConvInteger(NodeImporter &node) {
  if (!areScalesKnown(node, {0}))
    return {};
  std::optional<Window> window = windowOf(node, 1);
  if (!window)
    return {};
  if (areBytes(node))
    return createConv(node, node.getInput(0), node.getInput(1), Value(),
                      *window, node.getBuilder().getI32Type());
  return createConv(node, shifted(node, 0, 2, node.getRank(0) - 1, "x"),
                    shifted(node, 1, 3, node.getRank(1) - 1, "filter"), Value(),
                    *window, node.getBuilder().getI32Type());
}

static Value convertQLinearConv(NodeImporter &node) {
  if (!areScalesKnown(node, {0}))
    return {};
  std::optional<Window> window = windowOf(node, 3);
  if (!window || !checkResultQuantization(node, 6, 7))
    return {};
  Type i32 = node.getBuilder().getI32Type();
  bool hasBias = node.hasInput(8);
  if (hasBias && node.getElementType(8) != i32)
    return node.fail("input 8 must be int32");
  int64_t rank = node.getRank(0);
  Value sum =
      createConv(node, shifted(node, 0, 2, rank - 1, "x"),
                 shifted(node, 3, 5, rank - 1, "filter"),
                 hasBias ? node.getInput(8) : Value(), *window, i32, "conv");
  Value scale = node.create<MulOp>(node.getBuilder().getF32Type(),
                                   {scaleOf(node, 1, 0, "x_scale"),
                                    scaleOf(node, 4, rank - 2, "filter_scale")},
                                   {}, "scale");
  return requantize(node, sum, scale, 6, 7);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getQuantizeOps() {
  static constexpr OpImporter ops[] = {
      {"ConvInteger", 10, 2, 4, convertConvInteger},
      {"DequantizeLinear", 10, 2, 3, convertDequantizeLinear},
      {"DynamicQuantizeLinear", 11, 1, 1, convertDynamicQuantizeLinear},
      {"MatMulInteger", 10, 2, 4, convertMatMulInteger},
      {"QLinearConv", 10, 8, 9, convertQLinearConv},
      {"QLinearMatMul", 10, 8, 8, convertQLinearMatMul},
      {"QuantizeLinear", 10, 2, 3, convertQuantizeLinear},
  };
  return ops;
}
