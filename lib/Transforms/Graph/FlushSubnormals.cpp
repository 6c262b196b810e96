//===- FlushSubnormals.cpp - ascend-flush-subnormals ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/Graph/FlushSubnormals.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/FlushedWeights.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Dialect/Ascend/IR/WeightBlob.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_FLUSHSUBNORMALSPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Floats with the exponents of float32, as words of which `mantissa` bits are
/// behind the exponent.
template <typename Word, unsigned mantissa>
struct WideFloats {
  /// Next to numbers of 2^-100 no sum notices what is below 2^-126.
  static constexpr Word bias = 127, large = (bias - 100) << mantissa,
                        leastNormal = Word(1) << mantissa;

  static Word magnitude(Word word) {
    return word & Word(~(Word(1) << (8 * sizeof(Word) - 1)));
  }
  static bool isSubnormal(Word word) {
    return magnitude(word) != 0 && magnitude(word) < leastNormal;
  }

  /// Files may have them at any address.
  static Word load(ArrayRef<char> data, size_t index) {
    Word word;
    std::memcpy(&word, data.data() + index * sizeof(Word), sizeof(Word));
    return word;
  }

  /// Whether there are subnormal numbers, and large ones next to them.
  static bool areToFlush(ArrayRef<char> data) {
    bool some = false;
    Word largest = 0;
    for (size_t i = 0, e = data.size() / sizeof(Word); i != e; ++i) {
      Word word = load(data, i);
      some |= isSubnormal(word);
      largest = std::max(largest, magnitude(word));
    }
    return some && largest >= large;
  }

  /// `data` without them.
  static void write(ArrayRef<char> data, char *out) {
    for (size_t i = 0, e = data.size() / sizeof(Word); i != e; ++i) {
      Word word = load(data, i);
      if (isSubnormal(word))
        word ^= magnitude(word);
      std::memcpy(out + i * sizeof(Word), &word, sizeof(Word));
    }
  }

  /// Null where all elements stay.
  static ElementsAttr flush(ShapedType type, ArrayRef<char> data) {
    if (!areToFlush(data))
      return {};
    if (data.size() > kMostDenseBytes) {
      AsmResourceBlob blob = allocateWeightBlob(data.size());
      write(data, blob.getMutableData().data());
      return DenseResourceElementsAttr::get(type, "weight", std::move(blob));
    }
    SmallVector<char> dense(data.size());
    write(data, dense.data());
    return DenseElementsAttr::getFromRawBuffer(type, dense);
  }
};

struct FlushSubnormalsPass
    : public ascend::impl::FlushSubnormalsPassBase<FlushSubnormalsPass> {
  void runOnOperation() override {
    getOperation().walk([](CubeWorkOpInterface op) {
      for (OpOperand &operand : op->getOpOperands()) {
        auto constant = operand.get().getDefiningOp<ConstantOp>();
        ElementsAttr value =
            constant ? flushSubnormals(constant.getValue()) : ElementsAttr();
        if (!value)
          continue;
        OpBuilder builder(constant);
        auto copy = cast<ConstantOp>(builder.clone(*constant));
        copy.setValueAttr(value);
        operand.set(copy);
        if (constant.use_empty())
          constant.erase();
      }
    });
  }
};

} // namespace

static ElementsAttr flush(ElementsAttr value) {
  ShapedType type = value.getShapedType();
  std::optional<ArrayRef<char>> data = elementsInMemory(value);
  if (!data || tensorBytes(type) != static_cast<int64_t>(data->size()))
    return {};
  if (type.getElementType().isF32())
    return WideFloats<uint32_t, 23>::flush(type, *data);
  if (type.getElementType().isBF16())
    return WideFloats<uint16_t, 7>::flush(type, *data);
  return {};
}

ElementsAttr mlir::ascend::flushSubnormals(ElementsAttr value) {
  return FlushedWeights::of(*value.getContext()).get(value, flush);
}
