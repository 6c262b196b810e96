//===- OutlineKernels.cpp - ascend-outline-kernels ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Compiler/Storage.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/xxhash.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Longer integer constants are data (indices of a gather), not parameters.
constexpr int64_t kMaxParameterElements = 1024;

/// The most dimensions that the runtime takes (ASCENDRT_MAX_RANK).
constexpr int64_t kMaxRank = 32;

StringRef nodeName(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(identityAttrName(op, "node_name"));
  return name ? name.getValue() : StringRef();
}

/// The place of `op` with its node's name, for messages about its kernel.
Location nodeLocation(Operation *op) {
  StringRef name = nodeName(op);
  return name.empty() ? op->getLoc()
                      : NameLoc::get(StringAttr::get(op->getContext(), name),
                                     op->getLoc());
}

/// Whether a result of `op` is its first operand in another shape.
bool isView(Operation *op) {
  if (!isa<IdentityOp, ReshapeOp, SqueezeOp, SqueezeV3Op, UnsqueezeOp,
           UnsqueezeV3Op>(op))
    return false;
  return getElementTypeOrSelf(op->getOperand(0)) ==
         getElementTypeOrSelf(op->getResult(0));
}

/// Whether `value` is a parameter of an op, such as its axes: a part of the
/// kernel rather than an argument.
bool isParameter(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() <= 1 && value.getDefiningOp<ConstantOp>() &&
         type.getNumElements() <= kMaxParameterElements &&
         constantIntegers(value);
}

/// "4x6xf32", as it stands in a type.
std::string shapeAndType(ShapedType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    os << extent << 'x';
  os << type.getElementType();
  return text;
}

/// All kernels of one module, one function for each body.
class KernelTable {
public:
  explicit KernelTable(ModuleOp module)
      : symbols(module), context(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(context)) {}

  /// The kernel that computes `op` from `arguments`, the distinct operands that
  /// are not part of it.
  func::FuncOp getOrCreate(Operation *op, ArrayRef<Value> arguments) {
    OwningOpRef<func::FuncOp> kernel = build(op, arguments);
    std::string text = print(*kernel);
    func::FuncOp &shared = byText[text];
    if (!shared) {
      std::string hash = llvm::utohexstr(llvm::xxh3_64bits(text), true, 16);
      kernel->setName((op->getName().stripDialect() + "_" + hash).str());
      shared = kernel.release();
      symbols.insert(shared);
    }
    return shared;
  }

private:
  OwningOpRef<func::FuncOp> build(Operation *op, ArrayRef<Value> arguments) {
    OpBuilder builder(context);
    Location loc = nodeLocation(op);
    SmallVector<Type> types{pointer};
    llvm::append_range(types, ValueRange(arguments).getTypes());
    llvm::append_range(types, op->getResultTypes());
    auto kernel = func::FuncOp::create(
        loc, "kernel", builder.getFunctionType(types, op->getResultTypes()));
    kernel.setPrivate();
    kernel->setAttr("ascend.kernel", builder.getUnitAttr());
    builder.setInsertionPointToStart(kernel.addEntryBlock());

    IRMapping mapping;
    for (auto [index, value] : llvm::enumerate(arguments)) {
      kernel.setArgAttr(index + 1, "bufferization.writable",
                        builder.getBoolAttr(false));
      mapping.map(value, kernel.getArgument(index + 1));
    }
    for (Value operand : op->getOperands())
      if (!mapping.contains(operand))
        mapping.map(operand, cloneParameter(builder, loc, operand));

    Operation *body = builder.clone(*op, mapping);
    body->setLoc(loc);
    for (StringRef name : {"node_name", "original_names", "precision"})
      body->removeAttr(name);
    for (NamedAttribute attr : llvm::to_vector(body->getDiscardableAttrs()))
      if (attr.getName().strref().starts_with("ascend."))
        body->removeDiscardableAttr(attr.getName());

    SmallVector<Value> results;
    auto outs = kernel.getArguments().take_back(op->getNumResults());
    for (auto [result, out] : llvm::zip_equal(body->getResults(), outs))
      results.push_back(bufferization::MaterializeInDestinationOp::create(
                            builder, loc, result.getType(), result, out)
                            .getResult());
    func::ReturnOp::create(builder, loc, results);
    return kernel;
  }

  /// A constant of `operand`'s integers, without its name; or the absent
  /// operand that it is.
  Value cloneParameter(OpBuilder &builder, Location loc, Value operand) {
    if (isa<NoneType>(operand.getType()))
      return NoneOp::create(builder, loc, operand.getType());
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<APInt> integers;
    std::optional<SmallVector<int64_t>> values = constantIntegers(operand);
    for (int64_t integer : *values)
      integers.emplace_back(type.getElementTypeBitWidth(), integer,
                            /*isSigned=*/true);
    auto constant = builder.create(OperationState(
        loc, ConstantOp::getOperationName(), ValueRange(), TypeRange(type),
        builder.getNamedAttr("value",
                             DenseIntElementsAttr::get(type, integers))));
    return constant->getResult(0);
  }

  /// The text that tells bodies apart. Every flag that a command line can
  /// change is set.
  static std::string print(func::FuncOp kernel) {
    std::string text;
    llvm::raw_string_ostream os(text);
    OpPrintingFlags flags;
    flags.printGenericOpForm().useLocalScope().enableDebugInfo(false);
    flags.elideLargeElementsAttrs(kMaxParameterElements + 1);
    flags.skipRegions(false);
    kernel->print(os, flags);
    return text;
  }

  SymbolTable symbols;
  MLIRContext *context;
  Type pointer;
  llvm::StringMap<func::FuncOp> byText;
};

/// The calls that show tensors to the runtime's observer, and their table.
class Observer {
public:
  Observer(ModuleOp module, func::FuncOp entry)
      : symbols(module), entry(entry), builder(entry.getContext()) {}

  /// Shows `op`'s operand or result number `index`, which is `value` now.
  void operator()(OpBuilder &at, AscendOpInterface op, bool isOutput,
                  unsigned index, Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    Value named =
        isOutput ? Value(op->getResult(index)) : op->getOperand(index);
    auto text = [&](StringRef s) { return builder.getStringAttr(s); };
    Value number = arith::ConstantOp::create(
        at, op->getLoc(), at.getI64IntegerAttr(table.size()));
    table.push_back(builder.getDictionaryAttr({
        builder.getNamedAttr("op", text(nodeName(op))),
        builder.getNamedAttr("op_type", text(op.getGEType())),
        builder.getNamedAttr("kind", text(isOutput ? "output" : "input")),
        builder.getNamedAttr("index", builder.getI64IntegerAttr(index)),
        builder.getNamedAttr("type", TypeAttr::get(type)),
        builder.getNamedAttr("value", text(valueName(named))),
    }));
    func::CallOp::create(at, op->getLoc(), declaration(type),
                         ValueRange{entry.getArgument(0), number, value});
  }

  ArrayAttr getTable() { return builder.getArrayAttr(table); }

private:
  /// "NODE:output", or the name of the input or the constant.
  std::string valueName(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto name = entry.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                     "ascend.name");
      return name ? name.str() : "";
    }
    Operation *op = value.getDefiningOp();
    if (isa<ConstantOp>(op))
      return nodeName(op).str();
    return (nodeName(op) + ":" + Twine(cast<OpResult>(value).getResultNumber()))
        .str();
  }

  func::FuncOp declaration(RankedTensorType type) {
    std::string name = "ascend.observe." + shapeAndType(type);
    if (auto known = symbols.lookup<func::FuncOp>(name))
      return known;
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    auto function = func::FuncOp::create(
        entry.getLoc(), name,
        builder.getFunctionType({pointer, builder.getI64Type(), type}, {}));
    function.setPrivate();
    function.setArgAttr(2, "bufferization.access",
                        builder.getStringAttr("read"));
    symbols.insert(function);
    return function;
  }

  SymbolTable symbols;
  func::FuncOp entry;
  Builder builder;
  SmallVector<Attribute> table;
};

/// Rewrites the entry function around calls of kernels.
class EntryOutliner {
public:
  EntryOutliner(ModuleOp module, func::FuncOp entry, bool observe)
      : entry(entry), kernels(module), observer(module, entry),
        observe(observe) {}

  LogicalResult run() {
    Block &body = entry.getBody().front();
    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    eraseUnused(ops);
    if (failed(check(ops)))
      return failure();

    changeSignature();
    for (Operation *op : ops)
      if (!isa<ConstantOp, NoneOp>(op))
        rewrite(cast<AscendOpInterface>(op));
    rewriteReturn();
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
    if (observe)
      entry->setAttr("ascend.observed", observer.getTable());
    return success();
  }

private:
  /// Ops whose results nobody uses do nothing.
  static void eraseUnused(SmallVector<Operation *> &ops) {
    for (Operation *&op : llvm::reverse(ops))
      if (isOpTriviallyDead(op)) {
        op->erase();
        op = nullptr;
      }
    llvm::erase(ops, nullptr);
  }

  LogicalResult check(ArrayRef<Operation *> ops) {
    bool ok = true;
    for (BlockArgument argument : entry.getArguments())
      ok &= succeeded(checkType(argument.getLoc(),
                                "input " + Twine(argument.getArgNumber()),
                                argument.getType()));
    for (Operation *op : ops) {
      if (isa<NoneOp>(op))
        continue;
      if (!isa<ConstantOp, AscendOpInterface>(op) ||
          !isa<AscendDialect>(op->getDialect())) {
        op->emitError("'")
            << op->getName()
            << "' is not an op of the ascend dialect: convert it first";
        ok = false;
        continue;
      }
      for (Type type : op->getResultTypes())
        ok &= succeeded(checkType(nodeLocation(op), "a result", type));
    }
    return success(ok);
  }

  static LogicalResult checkType(Location loc, const Twine &what, Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return emitError(loc) << what << " has the type " << type
                            << ": only static shapes can be compiled";
    if (tensor.getRank() > kMaxRank)
      return emitError(loc)
             << what << " has " << tensor.getRank() << " dimensions: at most "
             << kMaxRank << " can be compiled";
    if (!elementBytes(tensor.getElementType()))
      return emitError(loc)
             << what << " has elements of type " << tensor.getElementType()
             << ", which have no place in memory";
    if (!tensorBytes(tensor))
      return emitError(loc) << what << " of type " << type << " is too large";
    return success();
  }

  /// Adds the context and the destinations of the results.
  void changeSignature() {
    Builder builder(entry.getContext());
    unsigned numInputs = entry.getNumArguments();
    entry->setAttr("ascend.entry", builder.getUnitAttr());
    entry->setAttr("ascend.num_inputs", builder.getI64IntegerAttr(numInputs));
    auto fallback = [&](const Twine &name) {
      return builder.getStringAttr(name);
    };
    for (unsigned i = 0; i < numInputs; ++i) {
      if (!entry.getArgAttr(i, "ascend.name"))
        entry.setArgAttr(i, "ascend.name", fallback("arg" + Twine(i)));
      entry.setArgAttr(i, "bufferization.writable", builder.getBoolAttr(false));
    }
    (void)entry.insertArgument(0,
                               LLVM::LLVMPointerType::get(builder.getContext()),
                               {}, entry.getLoc());
    for (unsigned i = 0; i < entry.getNumResults(); ++i) {
      auto name = entry.getResultAttrOfType<StringAttr>(i, "ascend.name");
      NamedAttribute attr = builder.getNamedAttr(
          "ascend.name", name ? name : fallback("result" + Twine(i)));
      (void)entry.insertArgument(
          entry.getNumArguments(), entry.getResultTypes()[i],
          builder.getDictionaryAttr(attr), entry.getLoc());
    }
    entry.removeResAttrsAttr();
  }

  void rewrite(AscendOpInterface op) {
    OpBuilder builder(op);
    if (observe)
      for (auto [index, operand] : llvm::enumerate(op->getOperands()))
        if (!isa<NoneType>(operand.getType()))
          observer(builder, op, /*isOutput=*/false, index,
                   mapping.lookupOrDefault(operand));
    if (isView(op))
      mapping.map(op->getResult(0), view(builder, op));
    else
      mapping.map(op->getResults(), call(builder, op).getResults());
    if (observe)
      for (auto [index, result] : llvm::enumerate(op->getResults()))
        observer(builder, op, /*isOutput=*/true, index, mapping.lookup(result));
  }

  func::CallOp call(OpBuilder &builder, AscendOpInterface op) {
    llvm::SetVector<Value> arguments;
    for (Value operand : op->getOperands())
      if (!isa<NoneType>(operand.getType()) && !isParameter(operand))
        arguments.insert(operand);
    func::FuncOp kernel = kernels.getOrCreate(op, arguments.getArrayRef());

    SmallVector<Value> operands{entry.getArgument(0)};
    for (Value argument : arguments)
      operands.push_back(mapping.lookupOrDefault(argument));
    for (Type type : op->getResultTypes()) {
      auto tensor = cast<RankedTensorType>(type);
      operands.push_back(tensor::EmptyOp::create(
          builder, op.getLoc(), tensor.getShape(), tensor.getElementType()));
    }
    auto call = func::CallOp::create(builder, op.getLoc(), kernel, operands);
    nameAfter(op, call);
    return call;
  }

  /// The first operand in the result's shape.
  Value view(OpBuilder &builder, AscendOpInterface op) {
    Value source = mapping.lookupOrDefault(op->getOperand(0));
    Value result = reshape(builder, op.getLoc(), source,
                           cast<RankedTensorType>(op->getResult(0).getType()));
    for (Value step = result; step != source;
         step = step.getDefiningOp()->getOperand(0))
      nameAfter(op, step.getDefiningOp());
    return result;
  }

  /// `value` in the shape of `to`: one reshape where one is enough, else
  /// through a vector.
  static Value reshape(OpBuilder &builder, Location loc, Value value,
                       RankedTensorType to) {
    auto from = cast<RankedTensorType>(value.getType());
    if (from == to)
      return value;
    if (auto indices = getReassociationIndicesForReshape(from, to)) {
      if (to.getRank() < from.getRank())
        return tensor::CollapseShapeOp::create(builder, loc, to, value,
                                               *indices);
      return tensor::ExpandShapeOp::create(builder, loc, to, value, *indices);
    }
    auto flat =
        RankedTensorType::get({from.getNumElements()}, from.getElementType());
    return reshape(builder, loc, reshape(builder, loc, value, flat), to);
  }

  static void nameAfter(AscendOpInterface op, Operation *made) {
    Builder builder(op.getContext());
    made->setAttr("ascend.node_name", builder.getStringAttr(nodeName(op)));
    made->setAttr("ascend.op_type", builder.getStringAttr(op.getGEType()));
  }

  /// Writes each result into its destination. A tensor that is several results,
  /// maybe in several shapes, is computed in the first one's destination and
  /// copied from there.
  void rewriteReturn() {
    Operation *terminator = entry.getBody().front().getTerminator();
    OpBuilder builder(terminator);
    Location loc = terminator->getLoc();
    llvm::DenseMap<Value, Value> written;
    auto outs = entry.getArguments().take_back(entry.getNumResults());
    for (auto [operand, out] :
         llvm::zip_equal(terminator->getOpOperands(), outs)) {
      Value source = mapping.lookupOrDefault(operand.get());
      auto type = cast<RankedTensorType>(source.getType());
      Value &first = written[viewedTensor(source)];
      if (first)
        source = reshape(builder, loc, first, type);
      Value result = bufferization::MaterializeInDestinationOp::create(
                         builder, loc, type, source, out)
                         .getResult();
      if (!first)
        first = result;
      operand.set(result);
    }
  }

  /// The tensor that `value` is a reshape of.
  static Value viewedTensor(Value value) {
    while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
        value.getDefiningOp()))
      value = value.getDefiningOp()->getOperand(0);
    return value;
  }

  func::FuncOp entry;
  KernelTable kernels;
  Observer observer;
  bool observe;
  /// From the values of the ascend ops to those that stand for them.
  IRMapping mapping;
};

struct OutlineKernels
    : mlir::ascend::impl::OutlineKernelsPassBase<OutlineKernels> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto entry = module.lookupSymbol<func::FuncOp>("main");
    if (!entry || entry.isExternal()) {
      module.emitError("there is no function 'main' with a body");
      return signalPassFailure();
    }
    if (entry->hasAttr("ascend.entry")) {
      entry.emitError("the kernels were outlined before");
      return signalPassFailure();
    }
    if (!entry.getBody().hasOneBlock()) {
      entry.emitError("control flow between blocks cannot be compiled");
      return signalPassFailure();
    }
    if (failed(EntryOutliner(module, entry, observe).run()))
      signalPassFailure();
  }
};

} // namespace
