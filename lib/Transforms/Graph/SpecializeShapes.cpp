//===- SpecializeShapes.cpp - ascend-specialize-shapes --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The ops of the model stay as they were decided, so that they round what the
// model with dynamic shapes rounds.

#include "Ascend/Transforms/Graph/SpecializeShapes.h"

#include "Ascend/Conversion/AscendToLinalg/ProductPlan.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/RequireText.h"
#include "Ascend/Transforms/Graph/InputRanges.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_SPECIALIZESHAPESPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Why something cannot have such shapes.
struct Refusal {
  std::optional<Diagnostic> error;
  Operation *op = nullptr;
};

/// Gives the values of one entry their shapes.
class Specializer {
public:
  explicit Specializer(func::FuncOp entry) : entry(entry) {}

  LogicalResult run(ArrayRef<SmallVector<int64_t>> shapes);

  bool keepsEmpty = false; ///< what has no elements stays open
  bool isEmpty = false;    ///< a tensor has no elements

private:
  LogicalResult refineArguments(ArrayRef<SmallVector<int64_t>> shapes);
  LogicalResult checkNames();
  LogicalResult checkRanges();
  LogicalResult refine(Operation *op);
  LogicalResult refine(scf::IfOp op);
  LogicalResult refine(Region &branch, Refusal &refusal);
  void refineResults(scf::IfOp op);
  void inlineBranch(scf::IfOp op, Region &taken);
  LogicalResult refine(Block &block);
  void refineType(Value value, ArrayRef<int64_t> shape);
  void makeConstant(Value value);
  bool sumsInOrderOfOpenShapes(Operation *op);
  void keepOpen(Operation *op);
  /// The type that the open model has.
  RankedTensorType openType(Value value) const {
    auto found = openTypes.find(value);
    return cast<RankedTensorType>(found == openTypes.end() ? value.getType()
                                                           : found->second);
  }

  func::FuncOp entry;
  ShapeMath math;
  llvm::DenseMap<Value, Type> openTypes; ///< of those that are refined
  /// `math` and `openTypes` know their values until the end.
  SmallVector<Operation *> dead;
  Operation *current = nullptr; ///< whose shapes are inferred
};

} // namespace

/// Whether `op` takes a tensor of another shape where its type agrees.
static bool takesRefined(Operation *op) {
  return isa<AscendOpInterface, ShapeInferenceOpInterface, ObserveOp>(op) ||
         isa<func::ReturnOp, tensor::DimOp, tensor::CastOp>(op);
}

void Specializer::refineType(Value value, ArrayRef<int64_t> shape) {
  auto old = cast<RankedTensorType>(value.getType());
  auto type = old.clone(shape);
  if (type == old)
    return;
  openTypes[value] = old;
  value.setType(type);
  // What control flow gets has the type that its regions have.
  SmallVector<OpOperand *> others;
  for (OpOperand &use : value.getUses())
    if (!takesRefined(use.getOwner()))
      others.push_back(&use);
  if (others.empty())
    return;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Value opened = tensor::CastOp::create(builder, value.getLoc(), old, value);
  for (OpOperand *use : others)
    use->set(opened);
}

LogicalResult
Specializer::refineArguments(ArrayRef<SmallVector<int64_t>> shapes) {
  if (shapes.size() != entry.getNumArguments())
    return entry.emitError("has ")
           << entry.getNumArguments() << " inputs, and there are "
           << shapes.size() << " shapes";
  for (auto [argument, shape] : llvm::zip(entry.getArguments(), shapes)) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || failed(verifyCompatibleShape(type.getShape(), shape))) {
      InFlightDiagnostic diag = entry.emitError("input ")
                                << argument.getArgNumber() << " of type "
                                << argument.getType()
                                << " cannot have the shape [";
      llvm::interleaveComma(shape, diag);
      return diag << "]";
    }
    refineType(argument, shape);
  }
  return success(succeeded(checkNames()) && succeeded(checkRanges()));
}

/// What the own code refuses has no body.
LogicalResult Specializer::checkRanges() {
  for (BlockArgument argument : entry.getArguments()) {
    auto ranges = inputRanges(entry, argument.getArgNumber());
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(argument.getType()).getShape();
    if (ranges.empty())
      continue;
    for (auto [axis, range, extent] : llvm::enumerate(ranges, shape))
      if (!ShapedType::isDynamic(extent) && !range.contains(extent))
        return entry.emitError("has an input with the extent ")
               << extent << " at axis " << axis << ", which is not in "
               << range.least << "~" << range.most;
  }
  return success();
}

/// Extents of one name are the same.
LogicalResult Specializer::checkNames() {
  llvm::StringMap<int64_t> named;
  for (BlockArgument argument : entry.getArguments()) {
    auto names = entry.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(),
                                                   kDimsAttrName);
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(argument.getType()).getShape();
    if (!names || names.size() != shape.size())
      continue;
    for (auto [extent, name] : llvm::zip_equal(shape, names)) {
      auto symbol = dyn_cast<StringAttr>(name);
      if (!symbol || symbol.empty() || ShapedType::isDynamic(extent))
        continue;
      auto [found, isFirst] = named.try_emplace(symbol.getValue(), extent);
      if (!isFirst && found->second != extent)
        return entry.emitError("has inputs with the extents ")
               << found->second << " and " << extent << ", both called '"
               << symbol.getValue() << "'";
    }
  }
  return success();
}

/// Integers that are all known need no op.
void Specializer::makeConstant(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || value.getDefiningOp<ConstantOp>())
    return;
  std::optional<Extents> integers = math.integersOf(value);
  if (!integers || !llvm::all_of(*integers, [](const Extent &integer) {
        return integer.isNumber();
      }))
    return;
  unsigned width = type.getElementTypeBitWidth();
  auto elements = llvm::map_to_vector(*integers, [&](const Extent &integer) {
    return APInt(width, integer.number(), /*isSigned=*/true,
                 /*implicitTrunc=*/true);
  });
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Value constant = ConstantOp::create(builder, value.getLoc(), type,
                                      DenseIntElementsAttr::get(type, elements),
                                      StringAttr(), ArrayAttr());
  value.replaceUsesWithIf(
      constant, [](OpOperand &use) { return !isa<ObserveOp>(use.getOwner()); });
}

/// Whether the extents of `type` behind `axis` are known to be 1.
static bool endsInUnits(RankedTensorType type, int64_t axis) {
  return llvm::all_of(type.getShape().drop_front(axis + 1),
                      [](int64_t extent) { return extent == 1; });
}

/// The axes of its first operand over which `op` adds up, sorted; nothing where
/// it does not, or they are not known.
static std::optional<SmallVector<int64_t>> summedAxes(Operation *op) {
  if (op->hasTrait<Reduction>())
    return reducedAxes(op);
  return llvm::TypeSwitch<Operation *, std::optional<SmallVector<int64_t>>>(op)
      .Case<SoftmaxV2Op, LogSoftmaxV2Op, MVNV2Op>([](auto node) {
        auto axes = llvm::to_vector(node.getAxes());
        for (int64_t &axis : axes)
          if (axis < 0)
            axis += cast<RankedTensorType>(node.getX().getType()).getRank();
        llvm::sort(axes);
        return axes;
      })
      .Default(std::nullopt);
}

/// Whether code that knows the shapes of `op` would add up the terms of its
/// sums in another order than code that does not: extents of 1 make rows of
/// columns, and one sum of two.
bool Specializer::sumsInOrderOfOpenShapes(Operation *op) {
  if (isProductOfMatrices(op)) {
    SmallVector<RankedTensorType> open, known;
    for (Value value :
         {op->getOperand(0), op->getOperand(1), Value(op->getResult(0))}) {
      open.push_back(openType(value));
      known.push_back(cast<RankedTensorType>(value.getType()));
    }
    return sumsInLanes(op, open) != sumsInLanes(op, known);
  }
  std::optional<SmallVector<int64_t>> axes = summedAxes(op);
  if (!axes || axes->empty() || !openTypes.contains(op->getOperand(0)))
    return false;
  bool isOneSum = axes->back() - axes->front() + 1 == int64_t(axes->size());
  return !isOneSum ||
         endsInUnits(cast<RankedTensorType>(op->getOperand(0).getType()),
                     axes->back()) !=
             endsInUnits(openType(op->getOperand(0)), axes->back());
}

/// Lets `op` have the types of the open model, with casts around it.
void Specializer::keepOpen(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (openTypes.contains(operand.get()))
      operand.set(tensor::CastOp::create(
          builder, op->getLoc(), openType(operand.get()), operand.get()));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    if (!openTypes.contains(result))
      continue;
    Type refined = result.getType();
    result.setType(openType(result));
    openTypes.erase(result);
    auto known = tensor::CastOp::create(builder, op->getLoc(), refined, result);
    result.replaceAllUsesExcept(known, known);
    openTypes[known] = result.getType();
  }
}

/// What a cast for control flow opened.
static Value refinedSource(Value value) {
  auto opened = value.getDefiningOp<tensor::CastOp>();
  return opened ? opened.getSource() : value;
}

/// What both branches make in one shape has that.
void Specializer::refineResults(scf::IfOp op) {
  if (op.getElseRegion().empty())
    return;
  Operation *yields[] = {op.thenYield(), op.elseYield()};
  for (OpResult result : op.getResults()) {
    unsigned number = result.getResultNumber();
    Value sources[2];
    for (auto [yield, source] : llvm::zip(yields, sources))
      source = refinedSource(yield->getOperand(number));
    auto type = dyn_cast<RankedTensorType>(sources[0].getType());
    if (!type || sources[1].getType() != type || type == result.getType() ||
        !type.hasStaticShape())
      continue;
    for (auto [yield, source] : llvm::zip(yields, sources))
      yield->setOperand(number, source);
    refineType(result, type.getShape());
  }
}

/// Puts what is in `taken` in the place of `op`.
void Specializer::inlineBranch(scf::IfOp op, Region &taken) {
  dead.push_back(op);
  if (taken.empty())
    return;
  Operation *yield = taken.front().getTerminator();
  auto &ops = taken.front().getOperations();
  op->getBlock()->getOperations().splice(op->getIterator(), ops, ops.begin(),
                                         yield->getIterator());
  OpBuilder builder(op);
  for (auto [result, made] : llvm::zip(op.getResults(), yield->getOperands())) {
    Value source = refinedSource(made);
    auto type = dyn_cast<RankedTensorType>(source.getType());
    if (!type) {
      result.replaceAllUsesWith(made);
      continue;
    }
    if (type != result.getType())
      refineType(result, type.getShape());
    // It is as open as the result in the open model.
    if (openType(source) != openType(result)) {
      source = tensor::CastOp::create(builder, op.getLoc(), type, source);
      openTypes[source] = openType(result);
    }
    result.replaceAllUsesWith(source);
  }
}

/// What the open model says in a run that comes to what is refused.
static std::string textOf(const Refusal &refusal) {
  std::string text = withoutBraces(refusal.error->str());
  auto node = dyn_cast_if_present<AscendOpInterface>(refusal.op);
  return node ? requireText(node.getGEType(), node.getGEName(),
                            withoutOpName(text))
              : text;
}

/// Refines what is in `branch`; the first error comes into `refusal`.
LogicalResult Specializer::refine(Region &branch, Refusal &refusal) {
  ScopedDiagnosticHandler handler(entry.getContext(), [&](Diagnostic &error) {
    if (!refusal.error)
      refusal = {std::move(error), current};
    return success();
  });
  for (Block &block : branch)
    if (failed(refine(block)))
      return failure();
  return success();
}

/// A branch that such inputs make impossible, as one that squeezes an axis of
/// another extent than 1 is, ends a run that takes it, as it does in the open
/// model; the other takes the place of `op`. An error where both are.
LogicalResult Specializer::refine(scf::IfOp op) {
  Region *possible[] = {&op.getThenRegion(), &op.getElseRegion()};
  Refusal refusal;
  for (Region *&branch : possible)
    if (failed(refine(*branch, refusal)))
      branch = nullptr;
  if (possible[0] && possible[1]) {
    refineResults(op);
    return success();
  }
  if (isEmpty || possible[0] == possible[1]) {
    current = refusal.op;
    op.getContext()->getDiagEngine().emit(std::move(*refusal.error));
    return failure();
  }
  OpBuilder builder(op);
  Value holds = op.getCondition();
  if (!possible[0])
    holds = arith::XOrIOp::create(
        builder, op.getLoc(), holds,
        arith::ConstantIntOp::create(builder, op.getLoc(), 1, /*width=*/1));
  RequireOp::create(builder, refusal.error->getLocation(), holds,
                    textOf(refusal), ValueRange());
  inlineBranch(op, possible[0] ? *possible[0] : *possible[1]);
  return success();
}

LogicalResult Specializer::refine(Operation *op) {
  if (auto branches = dyn_cast<scf::IfOp>(op))
    return refine(branches);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(refine(block)))
        return failure();
  auto shaped = dyn_cast<ShapeInferenceOpInterface>(op);
  if (!shaped)
    return success();
  SmallVector<Extents> extents;
  current = op;
  if (failed(shaped.inferExtents(math, extents)))
    return failure();
  for (auto [result, known] : llvm::zip(op->getResults(), extents)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getRank() != static_cast<int64_t>(known.size()))
      continue;
    SmallVector<int64_t> shape(type.getShape());
    for (auto [extent, wanted] : llvm::zip_equal(known, shape)) {
      if (!extent.isNumber() || extent.is(wanted))
        continue;
      if (!ShapedType::isDynamic(wanted))
        return op->emitError("its result has the extent ")
               << extent.number() << ", and the model says " << wanted;
      wanted = extent.number();
    }
    // There is nothing to save, and 0 / 0 is another NaN where it is folded.
    if (llvm::is_contained(shape, 0)) {
      if (keepsEmpty)
        continue;
      isEmpty = true;
      return op->emitError("its result has no elements for such inputs");
    }
    refineType(result, shape);
    math.learn(result, known);
  }
  if (sumsInOrderOfOpenShapes(op))
    keepOpen(op);
  else if (auto cube = dyn_cast<CubeWorkOpInterface>(op);
           cube && openTypes.contains(op->getResult(0)))
    cube.setWasOpen(true);
  for (Value result : op->getResults())
    makeConstant(result);
  return success();
}

LogicalResult Specializer::refine(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(refine(&op)))
      return failure();
  return success();
}

LogicalResult Specializer::run(ArrayRef<SmallVector<int64_t>> shapes) {
  Block &body = entry.getBody().front();
  if (failed(refineArguments(shapes)) || failed(refine(body)))
    return failure();
  for (Operation *op : dead)
    op->erase();
  // What nobody asks for any more.
  auto ops = llvm::map_to_vector(body.without_terminator(),
                                 [](Operation &op) { return &op; });
  for (Operation *op : llvm::reverse(ops))
    if ((isa<AscendDialect>(op->getDialect()) || isa<tensor::CastOp>(op)) &&
        isOpTriviallyDead(op))
      op->erase();
  entry.setFunctionType(
      FunctionType::get(entry.getContext(), body.getArgumentTypes(),
                        body.getTerminator()->getOperandTypes()));
  return success();
}

LogicalResult mlir::ascend::specializeShapes(
    func::FuncOp entry, ArrayRef<SmallVector<int64_t>> shapes, bool *isEmpty) {
  Specializer specializer(entry);
  LogicalResult done = specializer.run(shapes);
  if (isEmpty)
    *isEmpty = specializer.isEmpty;
  return done;
}

namespace {

struct SpecializeShapesPass
    : mlir::ascend::impl::SpecializeShapesPassBase<SpecializeShapesPass> {
  using SpecializeShapesPassBase::SpecializeShapesPassBase;

  void runOnOperation() override {
    if (inputs.empty())
      return refineOwn();
    SmallVector<SmallVector<int64_t>> shapes;
    for (StringRef text : inputs) {
      SmallVector<StringRef> words;
      text.split(words, 'x', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      SmallVector<int64_t> &shape = shapes.emplace_back();
      for (StringRef word : words)
        if (word == "?") {
          shape.push_back(ShapedType::kDynamic);
        } else if (word.getAsInteger(10, shape.emplace_back()) ||
                   shape.back() < 0) {
          getOperation().emitError("'")
              << text << "' is no shape: write one as 1x3x224x?";
          return signalPassFailure();
        }
    }
    if (failed(specializeShapes(getOperation(), shapes)))
      signalPassFailure();
  }

  /// With the shapes that the arguments have.
  void refineOwn() {
    if (!getOperation().getBody().hasOneBlock())
      return;
    SmallVector<SmallVector<int64_t>> shapes;
    for (Type type : getOperation().getArgumentTypes()) {
      auto ranked = dyn_cast<RankedTensorType>(type);
      if (!ranked)
        return;
      shapes.emplace_back(ranked.getShape());
    }
    Specializer specializer(getOperation());
    specializer.keepsEmpty = true;
    if (failed(specializer.run(shapes)))
      signalPassFailure();
  }
};

} // namespace
