//===- HostOps.cpp - Ops that the chip does not get -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/Precision/HostOps.h"

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/OpStore/OpStore.h"
#include "Ascend/Options/Config.h"
#include "Ascend/Options/InOutPair.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ascend;

/// The node's name, also of control flow.
static StringRef nameOf(Operation *op) {
  if (auto node = dyn_cast<AscendOpInterface>(op))
    return node.getGEName();
  auto name = op->getAttrOfType<StringAttr>(kNodeNameAttrName);
  return name ? name.getValue() : StringRef();
}

/// The error for a name that no op of `block` has.
static llvm::Error refuseName(Block &block, const std::string &name) {
  std::string why = "no node of the model is named '" + name + "'",
              mend = "ascend-atc --report shows the names";
  for (Operation &op : block)
    op.walk([&](Operation *inner) {
      if (nameOf(inner) != name)
        return WalkResult::advance();
      why = "the node '" + name + "' is inside of the control flow '" +
            nameOf(&op).str() + "', which is in a range as a whole";
      mend = "name '" + nameOf(&op).str() + "' in its place";
      return WalkResult::interrupt();
    });
  return makeError(
      {"E10001", invalidValue("E10001", name, "in_out_pair", why), "", mend});
}

/// The ops of the block that are on a way from one of `from`, each way along
/// `next`, themselves included.
static llvm::DenseSet<Operation *> reachable(
    ArrayRef<Operation *> from,
    llvm::function_ref<void(Operation *, llvm::function_ref<void(Operation *)>)>
        next) {
  llvm::DenseSet<Operation *> seen(from.begin(), from.end());
  SmallVector<Operation *> work(from);
  while (!work.empty())
    next(work.pop_back_val(), [&](Operation *op) {
      if (op && seen.insert(op).second)
        work.push_back(op);
    });
  return seen;
}

using WarningHandler = llvm::function_ref<void(const ascend::Diagnostic &)>;

/// The nodes of `block` that `range` has; that there are none is a warning.
static llvm::Expected<llvm::DenseSet<Operation *>>
nodesOf(Block &block, NodeRange range, WarningHandler warn) {
  auto find = [&](ArrayRef<std::string> names)
      -> llvm::Expected<SmallVector<Operation *>> {
    llvm::StringSet<> missing;
    for (const std::string &name : names)
      missing.insert(name);
    llvm::StringSet<> wanted = missing;
    SmallVector<Operation *> found;
    for (Operation &op : block)
      if (StringRef name = nameOf(&op); wanted.contains(name)) {
        found.push_back(&op);
        missing.erase(name);
      }
    for (const std::string &name : names)
      if (missing.contains(name))
        return refuseName(block, name);
    return found;
  };
  auto first = find(range.first);
  if (!first)
    return first.takeError();
  auto last = find(range.last);
  if (!last)
    return last.takeError();
  llvm::DenseSet<Operation *> behind = reachable(
      *first, [&](Operation *op, llvm::function_ref<void(Operation *)> visit) {
        for (Operation *user : op->getUsers())
          visit(block.findAncestorOpInBlock(*user));
      });
  llvm::DenseSet<Operation *> before = reachable(
      *last, [&](Operation *op, llvm::function_ref<void(Operation *)> visit) {
        op->walk([&](Operation *inner) {
          for (Value operand : inner->getOperands())
            if (Operation *maker = operand.getDefiningOp())
              visit(block.findAncestorOpInBlock(*maker));
        });
      });
  llvm::DenseSet<Operation *> both;
  for (Operation *op : behind)
    if (before.contains(op))
      both.insert(op);
  if (both.empty())
    warn({"",
          "in_out_pair names no node: '" + range.last.front() +
              "' does not depend on '" + range.first.front() + "'",
          "", "name the first nodes of a part before its last ones"});
  return both;
}

/// Whether the op computes something: values that the model gives, and what
/// stands for no value, belong to whoever reads them.
static bool isNode(Operation *op) {
  if (op->getNumRegions() && !isa<AscendDialect>(op->getDialect()))
    return true;
  return isa<AscendOpInterface>(op) && op->getNumOperands() != 0;
}

/// The nodes of `main` where ops may stay on the host.
static SmallVector<Operation *> nodesOf(ModuleOp module,
                                        const OptionValues &values) {
  SmallVector<Operation *> nodes;
  auto entry = module.lookupSymbol<func::FuncOp>("main");
  if (values.getMixCompileMode() && entry && entry.getBody().hasOneBlock())
    for (Operation &op : entry.getBody().front().without_terminator())
      if (isNode(&op))
        nodes.push_back(&op);
  return nodes;
}

/// What the range asks for and no engine has, is an error of the decision.
static bool isRangeTaken(const OptionValues &values) {
  return values.has(option::inOutPair) && values.getInOutPairFlag();
}

llvm::Error HostOps::takeOutRange(const OptionValues &values,
                                  WarningHandler warn) {
  SmallVector<Operation *> nodes = nodesOf(module, values);
  std::optional<StringRef> pairs = values.getInOutPair();
  if (!pairs || nodes.empty())
    return llvm::Error::success();
  llvm::Expected<std::vector<NodeRange>> ranges = parseInOutPair(*pairs);
  if (!ranges)
    return ranges.takeError();
  llvm::DenseSet<Operation *> named;
  for (const NodeRange &range : *ranges) {
    auto found = nodesOf(*nodes.front()->getBlock(), range, warn);
    if (!found)
      return found.takeError();
    named.insert(found->begin(), found->end());
  }
  SymbolTable symbols(module);
  for (Operation *op : nodes)
    if (named.contains(op) != isRangeTaken(values))
      if (llvm::Error error = take(op, "in_out_pair", symbols))
        return error;
  return llvm::Error::success();
}

llvm::Error HostOps::takeOutUnsupported(const OptionValues &values) {
  SmallVector<Operation *> nodes = nodesOf(module, values);
  if (nodes.empty() || isRangeTaken(values))
    return llvm::Error::success();
  DiskFiles files;
  llvm::Expected<Config> config = loadConfig(values, files);
  if (!config)
    return config.takeError();
  auto store =
      OpStore::get(config->soc, config->opsInfo, config->installation.get());
  if (!store)
    return store.takeError();
  auto hasEngine = [&](StringRef type) {
    return (*store)->lookupAICore(type) ||
           !(*store)->lookupAICpu(type).empty() ||
           (*store)->isJudgedLocal(type);
  };
  SymbolTable symbols(module);
  for (Operation *op : nodes)
    if (auto node = dyn_cast<AscendOpInterface>(op);
        node && !hasEngine(node.getGEType()))
      if (llvm::Error error = take(op, "mix_compile_mode", symbols))
        return error;
  return llvm::Error::success();
}

llvm::Error HostOps::take(Operation *op, StringRef source,
                          SymbolTable &symbols) {
  if (!isa<AscendOpInterface>(op))
    return makeError(
        {"",
         "control flow cannot stay on the host: '" +
             (nameOf(op).empty() ? op->getName().getStringRef() : nameOf(op))
                 .str() +
             "'",
         "", "let in_out_pair take it", ExitCode::UnsupportedOp});
  OpBuilder builder(op);
  auto function = func::FuncOp::create(
      op->getLoc(), ("ascend.host." + Twine(taken.size())).str(),
      builder.getFunctionType(op->getOperandTypes(), op->getResultTypes()));
  function.setPrivate();
  symbols.insert(function);
  auto call =
      func::CallOp::create(builder, op->getLoc(), function, op->getOperands());
  op->replaceAllUsesWith(call);
  op->remove();
  op->setOperands({});
  taken.push_back({op, call, function, source.str()});
  return llvm::Error::success();
}

void HostOps::putBack() {
  for (Taken &each : taken) {
    auto [op, call, function, source] = each;
    op->setOperands(call.getOperands());
    call->getBlock()->getOperations().insert(call->getIterator(), op);
    call->replaceAllUsesWith(op);
    call.erase();
    function.erase();
    auto judged = dyn_cast<PrecisionOpInterface>(op);
    if (!judged)
      continue;
    auto elements = [](TypeRange types) {
      return llvm::map_to_vector(types, [](Type type) {
        return isa<NoneType>(type) ? type : getElementTypeOrSelf(type);
      });
    };
    SmallVector<Type> inputs = elements(op->getOperandTypes()),
                      outputs = elements(op->getResultTypes());
    judged.setPrecisionAttr(PrecisionAttr::get(
        op->getContext(), inputs, outputs, inputs, outputs,
        /*column=*/std::nullopt, Engine::Host, ComputeUnit::None,
        /*accumulate=*/Type(), PrecisionRule::OnHost,
        StringAttr::get(op->getContext(), source)));
  }
  taken.clear();
}

HostOps::~HostOps() {
  for (Taken &each : taken)
    each.op->destroy();
}
