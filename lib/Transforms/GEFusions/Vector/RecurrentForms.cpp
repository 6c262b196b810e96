//===- RecurrentForms.cpp - CommonLSTM and CommonGRU for the AI Core ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// CommonLSTM and CommonGRU are what the parser makes of ONNX's LSTM and GRU;
// the AI Core has DynamicRNN and DynamicGRUV2 of one direction, with the gates
// along the last axis of their weights.

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// The weights of both forms: D directions, G gates, I inputs, H hidden
/// elements.
struct Weights {
  /// [D, G H, I], [D, G H, H] and [D, 2 G H].
  SmallVector<float> w, r, b;
  int64_t directions, gates, inputs, hidden;

  /// Element (gate, hidden element, column) of a [D, G H, columns].
  static float at(ArrayRef<float> list, int64_t rows, int64_t columns,
                  int64_t direction, int64_t row, int64_t column) {
    return list[(direction * rows + row) * columns + column];
  }

  /// The rows of one direction turned into columns, [columns, G H], with gate
  /// number i of the result from `order[i]`.
  SmallVector<float> turned(ArrayRef<float> list, int64_t columns,
                            int64_t direction, ArrayRef<int64_t> order) const {
    SmallVector<float> result;
    result.reserve(columns * gates * hidden);
    for (int64_t column = 0; column < columns; ++column)
      for (int64_t gate : order)
        for (int64_t i = 0; i < hidden; ++i)
          result.push_back(at(list, gates * hidden, columns, direction,
                              gate * hidden + i, column));
    return result;
  }

  /// The biases of x's product (`part` 0) or of h's (1), [G H].
  SmallVector<float> biases(int64_t part, int64_t direction,
                            ArrayRef<int64_t> order) const {
    SmallVector<float> result;
    for (int64_t gate : order)
      for (int64_t i = 0; i < hidden; ++i)
        result.push_back(b.empty() ? 0.0f
                                   : at(b, 2 * gates, hidden, direction,
                                        part * gates + gate, i));
    return result;
  }
};

/// CommonLSTM and CommonGRU.
class RecurrentFusion : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    std::optional<Weights> weights = read(op);
    if (!weights)
      return failure();
    SmallVector<SmallVector<Value>> made;
    for (int64_t d = 0; d < weights->directions; ++d)
      made.push_back(makeDirection(op, *weights, d, rewriter));
    SmallVector<Value> results{joinSteps(op, made, rewriter)};
    for (unsigned i = 1; i < op->getNumResults(); ++i)
      results.push_back(joinStates(op, made, i, rewriter));
    llvm::SetVector<Operation *> folded;
    for (unsigned index : {W, R, B})
      if (Value weight = optionalOperand(op, index))
        folded.insert(weight.getDefiningOp());
    rewriter.replaceOp(op, results);
    eraseUnused(folded, rewriter);
    return success();
  }

private:
  enum Operand { X, W, R, B, Lengths, InitialH, InitialC, Peepholes };

  /// Takes out the nodes that made weights and that nothing needs any more.
  static void eraseUnused(llvm::SetVector<Operation *> ops,
                          PatternRewriter &rewriter) {
    while (!ops.empty()) {
      Operation *op = ops.pop_back_val();
      if (!isOpTriviallyDead(op))
        continue;
      for (Value operand : op->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          ops.insert(producer);
      rewriter.eraseOp(op);
    }
  }

  static bool isLSTM(AscendOpInterface op) {
    return op.getGEType() == "CommonLSTM";
  }

  static bool isReverse(AscendOpInterface op) {
    return op.getGEString("direction") == "reverse";
  }

  /// The kernels have these functions alone, and no bound.
  static bool hasDefaults(AscendOpInterface op) {
    if (op.getGEFloat("clip") != 0 || op.getGEInt("input_forget") != 0)
      return false;
    static constexpr StringLiteral defaults[] = {"Sigmoid", "Tanh", "Tanh"};
    for (auto [i, name] : llvm::enumerate(op.getGEStrings("activations")))
      if (name != defaults[i % (isLSTM(op) ? 3 : 2)])
        return false;
    return true;
  }

  /// Constant weights of a network that the kernels compute, or nothing.
  static std::optional<Weights> read(AscendOpInterface op) {
    auto y = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    auto r = dyn_cast<RankedTensorType>(op->getOperand(R).getType());
    auto w = dyn_cast<RankedTensorType>(op->getOperand(W).getType());
    if (!y || !r || !w || y.getRank() != 4 || y.getDimSize(0) == 0 ||
        !r.hasStaticShape() || !w.hasStaticShape() || !hasDefaults(op) ||
        optionalOperand(op, Lengths) || optionalOperand(op, Peepholes))
      return std::nullopt;
    Weights result;
    result.directions = r.getDimSize(0);
    result.gates = isLSTM(op) ? 4 : 3;
    result.inputs = w.getDimSize(2);
    result.hidden = r.getDimSize(2);
    auto readOne = [&](unsigned index, SmallVector<float> &list) {
      if (!optionalOperand(op, index))
        return index == B;
      auto constant = foldedWeights(op->getOperand(index));
      if (constant)
        list = std::move(*constant);
      return constant.has_value();
    };
    if (!readOne(W, result.w) || !readOne(R, result.r) || !readOne(B, result.b))
      return std::nullopt;
    return result;
  }

  /// The name of the node `what` for direction `d` of so many.
  static std::string nameOf(AscendOpInterface op, const Twine &what,
                            int64_t directions, int64_t d) {
    StringRef end = directions == 1 ? "" : d == 0 ? "/forward" : "/backward";
    return (op.getGEName() + "/" + what + end).str();
  }

  /// CANN's names of what a GRU becomes: `what` is between the node's name and
  /// the direction.
  static std::string gruNameOf(AscendOpInterface op, const Twine &what,
                               int64_t d) {
    return (op.getGEName() + "/" + what + (d == 0 ? "Forward" : "Reverse"))
        .str();
  }

  static std::string networkName(AscendOpInterface op, int64_t directions,
                                 int64_t d) {
    if (isLSTM(op))
      return nameOf(op, "DynamicRNN", directions, d);
    return directions == 1 ? (op.getGEName() + "_splitD_layer").str()
                           : gruNameOf(op, "DynamicGRUV2", d);
  }

  static std::string lastStateName(AscendOpInterface op, StringRef word,
                                   int64_t directions, int64_t d) {
    if (isLSTM(op))
      return nameOf(op, "StridedSliceD/" + word, directions, d);
    return directions == 1 ? (op.getGEName() + "_SliceD").str()
                           : gruNameOf(op, "StridedSliceD", d) + "_H";
  }

  /// A type with y's elements and these extents.
  static RankedTensorType typeOf(AscendOpInterface op,
                                 ArrayRef<int64_t> extents) {
    auto y = cast<RankedTensorType>(op->getResult(0).getType());
    return RankedTensorType::get(extents, y.getElementType());
  }

  /// The op of one direction; its results are the states after every step.
  SmallVector<Value> makeDirection(AscendOpInterface op, const Weights &weights,
                                   int64_t d, PatternRewriter &rewriter) const {
    bool lstm = isLSTM(op);
    int64_t hidden = weights.hidden, columns = weights.gates * hidden;
    NewNode node{lstm ? "DynamicRNN" : "DynamicGRUV2",
                 networkName(op, weights.directions, d),
                 {op->getOperand(X)},
                 {}};
    rewriter.setInsertionPoint(op);
    auto constant = [&](ArrayRef<float> numbers, ArrayRef<int64_t> extents,
                        StringRef word) {
      node.operands.push_back(
          makeConstant(rewriter, op.getLoc(), typeOf(op, extents), numbers,
                       rewriter.getStringAttr(node.name + "/" + word)));
    };
    if (lstm) {
      // i, o, f, c become i, j, f, o.
      SmallVector<int64_t> order{0, 3, 2, 1};
      SmallVector<float> all =
          weights.turned(weights.w, weights.inputs, d, order);
      llvm::append_range(all, weights.turned(weights.r, hidden, d, order));
      constant(all, {weights.inputs + hidden, columns}, "w");
      SmallVector<float> bias = weights.biases(0, d, order);
      for (auto [sum, other] :
           llvm::zip_equal(bias, weights.biases(1, d, order)))
        sum += other;
      constant(bias, columns, "b");
    } else {
      SmallVector<int64_t> order{0, 1, 2};
      constant(weights.turned(weights.w, weights.inputs, d, order),
               {weights.inputs, columns}, "weight_input");
      constant(weights.turned(weights.r, hidden, d, order), {hidden, columns},
               "weight_hidden");
      constant(weights.biases(0, d, order), columns, "bias_input");
      constant(weights.biases(1, d, order), columns, "bias_hidden");
    }
    auto none = [&]() -> Value {
      return NoneOp::create(rewriter, op.getLoc(), rewriter.getNoneType());
    };
    bool hasC = lstm && optionalOperand(op, InitialC);
    if (optionalOperand(op, InitialH) || hasC) {
      node.operands.push_back(none());
      node.operands.push_back(
          optionalOperand(op, InitialH)
              ? initialState(op, InitialH, weights, d, rewriter)
              : none());
      if (hasC)
        node.operands.push_back(
            initialState(op, InitialC, weights, d, rewriter));
    }
    auto word = [&](StringRef name, StringRef value) {
      node.attributes.push_back(
          geAttribute(rewriter, name, rewriter.getStringAttr(value)));
    };
    word("direction",
         d == 1 || isReverse(op) ? "REDIRECTIONAL" : "UNIDIRECTIONAL");
    word("gate_order", lstm ? "ijfo" : "zrh");
    if (!lstm)
      node.attributes.push_back(geAttribute(
          rewriter, "reset_after",
          rewriter.getBoolAttr(op.getGEInt("linear_before_reset") != 0)));
    auto y = cast<RankedTensorType>(op->getResult(0).getType());
    node.results.assign(lstm ? 3 : 2,
                        typeOf(op, {y.getDimSize(0), y.getDimSize(2), hidden}));
    return llvm::to_vector_of<Value>(make(rewriter, op, node)->getResults());
  }

  /// A slice of one place along axis 0: `begin` may be -1, the last.
  Value sliceAt(AscendOpInterface op, Value value, int64_t begin,
                std::string name, PatternRewriter &rewriter) const {
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(value.getType()).getShape());
    SmallVector<int64_t> first(shape.size(), 0), end(shape.size(), INT32_MAX),
        steps(shape.size(), 1);
    first[0] = begin;
    if (begin >= 0)
      end[0] = begin + 1;
    shape[0] = 1;
    auto list = [&](StringRef name, ArrayRef<int64_t> values) {
      return geAttribute(rewriter, name, rewriter.getDenseI64ArrayAttr(values));
    };
    NewNode node{
        "StridedSliceD",
        std::move(name),
        {value},
        {list("begin", first), list("end", end), list("strides", steps)},
        {typeOf(op, shape)}};
    return make(rewriter, op, node)->getResult(0);
  }

  Value initialState(AscendOpInterface op, unsigned index,
                     const Weights &weights, int64_t d,
                     PatternRewriter &rewriter) const {
    Value state = op->getOperand(index);
    if (weights.directions == 1)
      return state;
    return sliceAt(op, state, d,
                   nameOf(op,
                          index == InitialH ? "StridedSliceD/init_h"
                                            : "StridedSliceD/init_c",
                          weights.directions, d),
                   rewriter);
  }

  /// Tensors joined along an axis.
  Value join(AscendOpInterface op, ArrayRef<Value> values, int64_t axis,
             Type type, StringRef word, PatternRewriter &rewriter) const {
    if (values.size() == 1)
      return values.front();
    NewNode node{
        "ConcatD",
        (op.getGEName() + "/" + word).str(),
        llvm::to_vector(values),
        {geAttribute(rewriter, "concat_dim", rewriter.getI64IntegerAttr(axis)),
         geAttribute(rewriter, "N", rewriter.getI64IntegerAttr(values.size()))},
        {type}};
    return make(rewriter, op, node)->getResult(0);
  }

  /// y, [T, D, B, H]. CANN joins [T, B, H] to it by an edge.
  Value joinSteps(AscendOpInterface op, ArrayRef<SmallVector<Value>> made,
                  PatternRewriter &rewriter) const {
    Value y = op->getResult(0);
    SmallVector<int64_t> shape(cast<RankedTensorType>(y.getType()).getShape());
    shape[1] = 1;
    SmallVector<Value> parts;
    for (auto [d, values] : llvm::enumerate(made)) {
      NewNode node{
          "Unsqueeze",
          nameOf(op, "Unsqueeze", made.size(), d),
          {values[0]},
          {geAttribute(rewriter, "axes", rewriter.getDenseI64ArrayAttr({1}))},
          {typeOf(op, shape)}};
      if (!isLSTM(op) && made.size() > 1) {
        node.type = "ExpandDims";
        node.name = gruNameOf(op, "ExpandDims_", d);
        node.attributes.clear();
        rewriter.setInsertionPoint(op);
        auto one = RankedTensorType::get({1}, rewriter.getI32Type());
        node.operands.push_back(makeConstant(
            rewriter, op.getLoc(), DenseElementsAttr::get(one, int32_t(1)),
            rewriter.getStringAttr(node.name + "/axis")));
      }
      parts.push_back(make(rewriter, op, node)->getResult(0));
    }
    return join(op, parts, 1, y.getType(), isLSTM(op) ? "ConcatD" : "ConcatD_Y",
                rewriter);
  }

  /// The last state number `index`, [D, B, H]; of the direction from the last
  /// step to the first it stands at step 0.
  Value joinStates(AscendOpInterface op, ArrayRef<SmallVector<Value>> made,
                   unsigned index, PatternRewriter &rewriter) const {
    StringRef word = index == 1 ? "h" : "c";
    Type type = op->getResult(index).getType();
    // The only step of a GRU is the last.
    if (!isLSTM(op) && made.size() == 1 &&
        made.front()[index].getType() == type)
      return made.front()[index];
    SmallVector<Value> parts;
    for (auto [d, values] : llvm::enumerate(made))
      parts.push_back(
          sliceAt(op, values[index], d == 1 || isReverse(op) ? 0 : -1,
                  lastStateName(op, word, made.size(), d), rewriter));
    return join(op, parts, 0, type,
                isLSTM(op) ? ("ConcatD/" + word).str() : "ConcatD_H", rewriter);
  }
};

} // namespace

void transforms::populateRecurrent(RewritePatternSet &patterns, FusionRun &run,
                                   const FusionPassInfo &pass) {
  patterns.add<RecurrentFusion>(patterns.getContext(), run, pass,
                                pass.name == "CommonGRUFusionPass"
                                    ? StringRef("CommonGRU")
                                    : StringRef("CommonLSTM"));
}
