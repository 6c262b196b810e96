//===- EntryChecks.cpp - What can be compiled -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "EntryChecks.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "ControlFlow.h"
#include "EntryGuards.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// The most dimensions that the runtime takes (ASCENDRT_MAX_RANK).
constexpr int64_t kMaxRank = 32;

static LogicalResult checkType(Location loc, const Twine &what, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding())
    return emitError(loc) << what << " has the type " << type
                          << ": only plain tensors of a known rank can be "
                             "compiled";
  if (tensor.getRank() > kMaxRank)
    return emitError(loc) << what << " has " << tensor.getRank()
                          << " dimensions: at most " << kMaxRank
                          << " can be compiled";
  if (!elementBytes(tensor.getElementType()))
    return emitError(loc) << what << " has elements of type "
                          << tensor.getElementType()
                          << ", which have no place in memory";
  if (tensor.hasStaticShape() && !tensorBytes(tensor))
    return emitError(loc) << what << " of type " << type << " is too large";
  return success();
}

/// Checks what goes into the regions of a control flow op and out of them.
static LogicalResult checkBorders(Operation *op) {
  bool ok = true;
  auto checkValues = [&](ValueRange values, StringRef what) {
    for (Type type : values.getTypes()) {
      if (!type.isIntOrIndexOrFloat()) {
        ok &= succeeded(checkType(op->getLoc(), what, type));
      } else if (!isNumber(type)) {
        emitError(op->getLoc()) << what << " has the type " << type
                                << ", which has no place in memory";
        ok = false;
      }
    }
  };
  checkValues(op->getResults(), "a result");
  for (Region &region : op->getRegions())
    for (Block &block : region)
      checkValues(block.getArguments(), "a value of a loop");
  return success(ok);
}

static LogicalResult checkOp(Operation *op) {
  if (isa<NoneOp, ObserveOp>(op))
    return success();
  if (isControlFlow(op))
    return checkBorders(op);
  bool isNode = isa<ConstantOp, AscendOpInterface>(op) &&
                isa<AscendDialect>(op->getDialect());
  if (!isNode && !isScalarCode(op)) {
    if (isa<arith::ArithDialect>(op->getDialect()) &&
        llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>))
      return op->emitError("'")
             << op->getName()
             << "' cannot be compiled here: besides the model's ops numbers of "
                "the types index, i1 to i64, f32 and f64 are computed, without "
                "shifts and remf";
    bool isFlow = op->getNumRegions() || isa<CallOpInterface>(op);
    return op->emitError("'")
           << op->getName()
           << (isFlow ? "' cannot be compiled: calls and control flow other "
                        "than scf.if, scf.for and scf.while have no CPU "
                        "lowering"
                      : "' is not an op of the ascend dialect: convert it "
                        "first");
  }
  bool ok = true;
  for (Type type : op->getResultTypes())
    if (isNode || isa<ShapedType>(type))
      ok &= succeeded(checkType(nodeLocation(op), "a result", type));
  return success(ok);
}

LogicalResult compiler::checkEntry(func::FuncOp entry,
                                   ArrayRef<Operation *> ops) {
  bool ok = true;
  for (BlockArgument argument : entry.getArguments())
    ok &= succeeded(checkType(argument.getLoc(),
                              "input " + Twine(argument.getArgNumber()),
                              argument.getType()));
  for (Operation *op : ops)
    ok &= succeeded(checkOp(op));
  return success(ok);
}

llvm::Error compiler::checkModel(ModuleOp module) {
  // Where there is none, that is what is wrong; and where it calls others,
  // that.
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return llvm::Error::success();
  bool calls =
      main.walk([](CallOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  for (Operation &op : *module.getBody()) {
    if (&op == main || (calls && isa<func::FuncOp>(op)))
      continue;
    auto name = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    return makeError({"",
                      ("'" + op.getName().getStringRef() +
                       "' cannot stand beside the function @main of a model")
                          .str(),
                      name ? ("@" + name.getValue()).str() : "", "take it out",
                      ExitCode::ModelFailed});
  }
  return llvm::Error::success();
}
