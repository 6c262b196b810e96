//===- ExpandQuantized.cpp - ascend-expand-quantized ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Which step rounds is that of CANN 8.1's kernels ascend_quant, ascend_dequant
// and ascend_requant; the bits of a scale of uint64 are those of
// TransQuantParam (ops-nn). docs/Numerics.md says how sure each is.

#include "Ascend/Transforms/Passes.h"
#include "Expansion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_EXPANDQUANTIZEDPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// Whether the chip computes the op; else it is the reference.
static bool isDecided(Operation *op) { return op->hasAttr("precision"); }

namespace {
/// What the unit reads from the uint64 of a scale.
struct ScaleWord {
  uint64_t word;

  /// Bits 0 to 31 are a float32, of which the unit takes the high 19.
  float scale(bool isWhole) const {
    return llvm::bit_cast<float>(
        static_cast<uint32_t>(word & (isWhole ? 0xFFFFFFFF : 0xFFFFE000)));
  }
  /// Bits 37 to 45.
  int64_t offset() const { return llvm::SignExtend64<9>(word >> 37); }
};
} // namespace

/// The elements of a constant of uint64, or nothing.
static std::optional<SmallVector<ScaleWord>> scaleWords(Value value) {
  std::optional<SmallVector<int64_t>> words = constantIntegers(value);
  if (!words)
    return std::nullopt;
  return llvm::map_to_vector(
      *words, [](int64_t word) { return ScaleWord{uint64_t(word)}; });
}

/// The shape of a scale of `length` elements beside x.
template <typename Op>
static SmallVector<int64_t> scaleShape(Op op, int64_t length) {
  if (length == 1)
    return {};
  int64_t rank = cast<ShapedType>(op.getX().getType()).getRank();
  SmallVector<int64_t> shape(rank - op.getChannelAxis(length), 1);
  shape.front() = length;
  return shape;
}

/// Each step of the kernel rounds to float16, to which a float32 is cast first.
static Value quantize(Expansion &nodes, AscendQuantOp op) {
  Value x =
      nodes.convert(op.getX(), isDecided(op) ? nodes.half() : nodes.single());
  float scale = op.getScale(), offset = op.getOffset();
  if (scale != 1)
    for (int i = 0; i < (op.getSqrtMode() ? 2 : 1); ++i)
      x = nodes.compute<MulOp>(x, scale);
  if (offset != 0)
    x = nodes.compute<AddOp>(x, offset);
  StringRef mode = op.getRoundMode();
  x = mode == "Round"   ? nodes.compute<RoundOp>(x)
      : mode == "Floor" ? nodes.compute<FloorOp>(x)
      : mode == "Ceil"  ? nodes.compute<CeilOp>(x)
                        : x;
  // The cast truncates.
  Type type = getElementTypeOrSelf(op.getY());
  int64_t end = int64_t(1) << (type.getIntOrFloatBitWidth() - 1);
  return nodes.convert(nodes.clip(x, -end, end - 1), type);
}

/// The sum is a float16 before it is multiplied.
static Value dequantizeByHalves(Expansion &nodes, AscendDequantOp op) {
  auto given = cast<ShapedType>(op.getDeqScale().getType());
  int64_t length = given.getRank() == 0 ? 1 : given.getDimSize(0);
  Value scale = nodes.reshape(op.getDeqScale(), scaleShape(op, length));
  Type step = isDecided(op) ? nodes.half() : nodes.single();
  scale = nodes.convert(scale, step);
  Value x = nodes.compute<MulOp>(nodes.convert(op.getX(), step), scale);
  if (op.getReluFlag())
    x = nodes.compute<ReluOp>(x);
  if (op.getSqrtMode())
    x = nodes.compute<MulOp>(x, scale);
  return nodes.convert(x, getElementTypeOrSelf(op.getY()));
}

/// x times the scales, exactly: an int32 has 31 bits, the unit's scale 11, and
/// one in the reference 24.
template <typename Op>
static Value multiplyExactly(Expansion &nodes, Op op,
                             ArrayRef<ScaleWord> words) {
  bool isWhole = !isDecided(op);
  SmallVector<double> scales = llvm::map_to_vector(
      words, [&](ScaleWord word) -> double { return word.scale(isWhole); });
  Type f64 = nodes.getBuilder().getF64Type();
  Value scale = nodes.constant(f64, scales, scaleShape(op, words.size()));
  Value x = nodes.compute<MulOp>(nodes.convert(op.getX(), f64), scale);
  return op.getReluFlag() ? nodes.compute<ReluOp>(x) : x;
}

static Value requantize(Expansion &nodes, AscendRequantOp op,
                        ArrayRef<ScaleWord> words) {
  // The sum is an integer of nine bits when the offset joins.
  Value x = nodes.clip(
      nodes.compute<RoundOp>(multiplyExactly(nodes, op, words)), -256, 255);
  SmallVector<double> offsets = llvm::map_to_vector(
      words, [](ScaleWord word) -> double { return word.offset(); });
  if (llvm::any_of(offsets, [](double offset) { return offset != 0; }))
    x = nodes.compute<AddOp>(x, nodes.constant(getElementTypeOrSelf(x), offsets,
                                               scaleShape(op, words.size())));
  return nodes.convert(nodes.clip(x, -128, 127),
                       getElementTypeOrSelf(op.getY()));
}

/// What a cube op of int8 has around x: offset_x, which stands for 0. Null
/// where `ge.auto_pad` says how much that is.
static Value padWithOffset(Expansion &nodes, AscendOpInterface cube) {
  int64_t offset = cube.getGEInt("offset_x");
  NamedAttrList attributes(cube->getAttrDictionary());
  attributes.erase("ge.offset_x");
  Value x = cube->getOperand(0);
  if (offset != 0 && cube.getGEType().contains("Conv2D")) {
    if (cube.getGEAttr("auto_pad") || cube.getGEAttr("data_format"))
      return {};
    SmallVector<int64_t> pads = cube.getGEInts("pads");
    if (pads.size() == 4)
      x = nodes.pad(x, {0, 0, pads[0], pads[2]}, {0, 0, pads[1], pads[3]},
                    offset);
    attributes.erase("ge.pads");
  }
  SmallVector<Value> operands(cube->getOperands());
  operands.front() = x;
  OperationState state(cube.getLoc(), cube->getName().getStringRef(), operands,
                       cube->getResultTypes(), attributes.getAttrs());
  return nodes.getBuilder().create(state)->getResult(0);
}

/// A cube op of the reference multiplies what the int8 of AscendQuant stand
/// for: them less the offset, in int32. CANN's fusions do the same with
/// offset_x.
static Value multiplyShifted(Expansion &nodes, Operation *cube, float offset) {
  Type i32 = nodes.getBuilder().getI32Type();
  SmallVector<Value> operands(cube->getOperands());
  operands[0] = nodes.compute<SubOp>(nodes.convert(operands[0], i32),
                                     static_cast<int8_t>(offset));
  operands[1] = nodes.convert(operands[1], i32);
  OperationState state(cube->getLoc(), cube->getName().getStringRef(), operands,
                       cube->getResultTypes(), cube->getAttrs());
  return nodes.getBuilder().create(state)->getResult(0);
}

/// The AscendQuant whose offset nobody has taken into account in a cube op of
/// the reference, or null.
static AscendQuantOp forgottenOffset(Operation *op) {
  if (isDecided(op) || !isa<CubeWorkOpInterface>(op) ||
      op->getNumOperands() < 2 || op->getNumResults() != 1 ||
      op->hasAttr("ge.offset_x"))
    return {};
  auto quant = op->getOperand(0).getDefiningOp<AscendQuantOp>();
  bool areBytes =
      llvm::all_of(op->getOperands().take_front(2), [](Value value) {
        return getElementTypeOrSelf(value).isSignlessInteger(8);
      });
  return quant && areBytes && quant.getOffset() != 0 ? quant : AscendQuantOp();
}

/// Whether CANN put the offset of AscendQuant beside the cube op.
static bool hasOffset(Operation *op) {
  return isa<CubeWorkOpInterface>(op) && op->hasAttr("ge.offset_x") &&
         getElementTypeOrSelf(op->getOperand(0)).isSignlessInteger(8);
}

/// Null where there is no way to compute the op.
static Value expand(Expansion &nodes, Operation *op) {
  if (auto quant = dyn_cast<AscendQuantOp>(op))
    return quantize(nodes, quant);
  if (auto dequant = dyn_cast<AscendDequantOp>(op)) {
    if (isa<FloatType>(getElementTypeOrSelf(dequant.getDeqScale())))
      return dequantizeByHalves(nodes, dequant);
    if (auto words = scaleWords(dequant.getDeqScale()))
      return nodes.convert(multiplyExactly(nodes, dequant, *words),
                           getElementTypeOrSelf(dequant.getY()));
    return {};
  }
  if (auto requant = dyn_cast<AscendRequantOp>(op)) {
    auto words = scaleWords(requant.getReqScale());
    return words ? requantize(nodes, requant, *words) : Value();
  }
  return padWithOffset(nodes, cast<AscendOpInterface>(op));
}

namespace {

struct ExpandQuantizedPass
    : mlir::ascend::impl::ExpandQuantizedPassBase<ExpandQuantizedPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    SmallVector<std::pair<Operation *, AscendQuantOp>> shifted;
    getOperation().walk([&](Operation *op) {
      if (AscendQuantOp quant = forgottenOffset(op))
        shifted.emplace_back(op, quant);
      else if (isa<AscendQuantOp, AscendDequantOp, AscendRequantOp>(op) ||
               hasOffset(op))
        ops.push_back(op);
    });
    for (auto [op, quant] : shifted) {
      Expansion nodes(op);
      nodes.replaceBy(multiplyShifted(nodes, op, quant.getOffset()));
    }
    for (Operation *op : ops) {
      Expansion nodes(op);
      // What has no form here is for the lowering to refuse.
      if (Value value = expand(nodes, op))
        nodes.replaceBy(value);
    }
  }
};

} // namespace
