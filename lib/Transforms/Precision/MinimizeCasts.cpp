//===- MinimizeCasts.cpp - Gray ops with the fewest casts -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Each gray op with a 16-bit and a float column is a node of a network, on the
// source's side where it takes the 16-bit one. A value needs a cast to a dtype
// when its producer gives another one and some user wants that one: a price on
// an edge between the producer and a node that stands for "some user wants it",
// paid once however many users there are. The cheapest cut is the answer.

#include "MinimizeCasts.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Precision/MinCut.h"
#include "NetworkTypes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The element type that the user of an operand wants: as decided for ops and
/// network outputs, else (region boundaries, foreign ops) that of the model.
static Type wantedType(OpOperand &use, PrecisionAttr precision) {
  if (precision)
    return precision.getInputs()[use.getOperandNumber()];
  if (Type output = decidedType(use))
    return output;
  return getElementTypeOrSelf(use.get().getType());
}

/// The decision of `op`; an op that is not judged may carry anything.
static PrecisionAttr precisionOf(Operation *op) {
  auto judged = dyn_cast_or_null<PrecisionOpInterface>(op);
  PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
  bool fits = precision &&
              precision.getInputs().size() == op->getNumOperands() &&
              precision.getOutputs().size() == op->getNumResults();
  return fits ? precision : nullptr;
}

/// The element type that `value` is given.
static Type givenType(Value value, PrecisionAttr producer) {
  if (producer)
    return producer.getOutputs()[cast<OpResult>(value).getResultNumber()];
  if (Type input = decidedType(value))
    return input;
  return getElementTypeOrSelf(value.getType());
}

/// Calls `visit` for each tensor value that casts may be made of. Constants are
/// re-encoded instead.
static void forEachCastable(ModuleOp module,
                            llvm::function_ref<void(Value)> visit) {
  auto castable = [&](Value value) {
    if (isa<ShapedType>(value.getType()) && !value.use_empty() &&
        !value.getDefiningOp<ConstantOp>())
      visit(value);
  };
  module.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), castable);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), castable);
  });
}

/// The bytes of `value` in `element`; an unknown dimension counts as 1.
static int64_t bytesIn(Value value, Type element) {
  if (!element.isIntOrFloat())
    return 0;
  uint64_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  auto type = cast<ShapedType>(value.getType());
  for (int64_t size : type.hasRank() ? type.getShape() : ArrayRef<int64_t>())
    if (!ShapedType::isDynamic(size))
      bytes = llvm::SaturatingMultiply<uint64_t>(bytes, size);
  // Far beyond any memory, and 2^20 such casts still have a sum.
  return std::min<uint64_t>(bytes, uint64_t(1) << 40);
}

namespace {

/// The network of one module.
class CastNetwork {
public:
  CastNetwork(ModuleOp module, const Config &config)
      : module(module),
        inBytes(config.grayStrategy == GrayStrategy::MinCastBytes) {
    Builder builder(module.getContext());
    single = builder.getF32Type();
    low = config.mode == PrecisionMode::MixBF16 ? Type(builder.getBF16Type())
                                                : Type(builder.getF16Type());
  }

  /// Makes `op` a choice between two decisions, if it is one.
  void addChoice(AscendOpInterface op, AssignFedBy assignFedBy);
  /// Writes the cheapest decisions.
  void solve();

private:
  struct Choice {
    PrecisionOpInterface op;
    PrecisionAttr low, single, faithful;
    MinCut::Node node;
    bool wasLow() const { return faithful.getColumn() == low.getColumn(); }
  };

  const Choice *choiceOf(Operation *op) const {
    auto found = indexOf.find(op);
    return found == indexOf.end() ? nullptr : &choices[found->second];
  }
  /// The node that is on the source's side where a tensor has the type `low`
  /// (`ofSingle`: on the sink's side where it has float).
  MinCut::Node sideOf(const Choice *choice, Type inLow, Type inSingle,
                      bool ofSingle) const;
  void addCast(Value value, bool toSingle);
  /// What the casts of the present decisions cost.
  int64_t price() const;
  int64_t priceOf(Value value, Type element) const {
    return inBytes ? bytesIn(value, element) : 1;
  }

  ModuleOp module;
  bool inBytes;
  Type low, single;
  MinCut network;
  std::vector<Choice> choices;
  DenseMap<Operation *, size_t> indexOf;
  /// What one cast, or one byte, weighs.
  int64_t unit = 1;
};

} // namespace

void CastNetwork::addChoice(AscendOpInterface op, AssignFedBy assignFedBy) {
  auto judged = cast<PrecisionOpInterface>(op.getOperation());
  PrecisionAttr now = judged.getPrecisionAttr();
  PrecisionAttr inLow = assignFedBy(op, toDType(low));
  PrecisionAttr inSingle = assignFedBy(op, DType::Float);
  // The rule of CANN may have found a third column, of mixed dtypes: then the
  // op is no choice between two.
  if (!inLow || !inSingle || inLow.getColumn() == inSingle.getColumn() ||
      (now.getColumn() != inLow.getColumn() &&
       now.getColumn() != inSingle.getColumn()))
    return;
  auto fits = [&](ArrayRef<Type> lows, ArrayRef<Type> singles) {
    return llvm::all_of(llvm::zip(lows, singles), [&](auto pair) {
      auto [a, b] = pair;
      return a == b || (a == low && b == single);
    });
  };
  if (!fits(inLow.getInputs(), inSingle.getInputs()) ||
      !fits(inLow.getOutputs(), inSingle.getOutputs()))
    return;
  indexOf[op] = choices.size();
  choices.push_back({judged, inLow, inSingle, now, network.addNode()});
}

MinCut::Node CastNetwork::sideOf(const Choice *choice, Type inLow,
                                 Type inSingle, bool ofSingle) const {
  Type element = ofSingle ? single : low;
  MinCut::Node yes = ofSingle ? MinCut::kSink : MinCut::kSource;
  MinCut::Node no = ofSingle ? MinCut::kSource : MinCut::kSink;
  if (inLow != inSingle)
    return choice->node;
  return inLow == element ? yes : no;
}

/// The price of the cast of `value` to one of the two types.
void CastNetwork::addCast(Value value, bool toSingle) {
  Operation *producer = value.getDefiningOp();
  auto nodeOf = [&](Operation *op, auto typeOf) {
    const Choice *choice = choiceOf(op);
    return choice ? sideOf(choice, typeOf(choice->low), typeOf(choice->single),
                           toSingle)
                  : sideOf(nullptr, typeOf(precisionOf(op)),
                           typeOf(precisionOf(op)), toSingle);
  };
  MinCut::Node has =
      nodeOf(producer, [&](PrecisionAttr p) { return givenType(value, p); });
  llvm::SmallSetVector<MinCut::Node, 4> wants;
  MinCut::Node nobody = toSingle ? MinCut::kSource : MinCut::kSink;
  for (OpOperand &use : value.getUses()) {
    MinCut::Node node = nodeOf(
        use.getOwner(), [&](PrecisionAttr p) { return wantedType(use, p); });
    if (node != nobody && node != has)
      wants.insert(node);
  }
  if (wants.empty() || has == (toSingle ? MinCut::kSink : MinCut::kSource))
    return;
  MinCut::Node any = wants.size() == 1 ? wants.front() : network.addNode();
  auto addEdge = [&](MinCut::Node from, MinCut::Node to, int64_t capacity) {
    toSingle ? network.addEdge(to, from, capacity)
             : network.addEdge(from, to, capacity);
  };
  if (wants.size() > 1)
    for (MinCut::Node node : wants)
      addEdge(node, any, MinCut::kInfinite);
  addEdge(any, has, priceOf(value, toSingle ? single : low) * unit);
}

int64_t CastNetwork::price() const {
  int64_t sum = 0;
  forEachCastable(module, [&](Value value) {
    Type given = givenType(value, precisionOf(value.getDefiningOp()));
    llvm::SmallSetVector<Type, 4> wanted;
    for (OpOperand &use : value.getUses()) {
      Type type = wantedType(use, precisionOf(use.getOwner()));
      if (type != given && !isa<NoneType>(type))
        wanted.insert(type);
    }
    for (Type type : wanted)
      sum += priceOf(value, type);
  });
  return sum;
}

void CastNetwork::solve() {
  int64_t before = price();
  // A cast weighs more than changing every choice, unless the sum gets too big.
  unit = std::clamp<int64_t>(MinCut::kInfinite / (2 * before + 1), 1,
                             choices.size() + 1);
  forEachCastable(module, [&](Value value) {
    addCast(value, /*toSingle=*/false);
    addCast(value, /*toSingle=*/true);
  });
  for (const Choice &choice : choices)
    choice.wasLow() ? network.addEdge(MinCut::kSource, choice.node, 1)
                    : network.addEdge(choice.node, MinCut::kSink, 1);
  network.solve();

  MLIRContext *context = module.getContext();
  auto source =
      StringAttr::get(context, inBytes ? "gray_strategy=min-cast-bytes"
                                       : "gray_strategy=min-casts");
  for (Choice &choice : choices) {
    PrecisionAttr taken =
        network.isOnSourceSide(choice.node) ? choice.low : choice.single;
    choice.op.setPrecisionAttr(PrecisionAttr::get(
        context, taken.getInputs(), taken.getOutputs(), taken.getOriginInputs(),
        taken.getOriginOutputs(), taken.getColumn(), taken.getEngine(),
        taken.getUnit(), taken.getAccumulate(), PrecisionRule::MinCasts,
        source));
    if (taken.getColumn() != choice.faithful.getColumn())
      choice.op->setAttr(kFaithfulAttrName, choice.faithful);
  }
  Builder builder(context);
  auto number = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
  module->setAttr(kMinCastsAttrName,
                  builder.getDictionaryAttr(
                      {builder.getNamedAttr("after", number(price())),
                       builder.getNamedAttr("before", number(before))}));
}

/// The rules under which an op looks at what feeds it.
static bool followsProducers(PrecisionAttr precision) {
  switch (precision.getRule()) {
  case PrecisionRule::GrayFollowsProducer:
  case PrecisionRule::GrayNoProducer:
  case PrecisionRule::NoKernelFollows:
    return true;
  default:
    return false;
  }
}

void transforms::minimizeCasts(ModuleOp module, const Config &config,
                               AssignFedBy assignFedBy) {
  if (config.grayStrategy == GrayStrategy::Faithful)
    return;
  CastNetwork network(module, config);
  forEachOp(module, [&](AscendOpInterface op) {
    op->removeAttr(kFaithfulAttrName);
    PrecisionAttr precision = precisionOf(op);
    if (precision && followsProducers(precision))
      network.addChoice(op, assignFedBy);
  });
  network.solve();
}
