//===- VerifyKernel.cpp - ascend-verify-kernel ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The contract between convert-ascend-to-linalg and lower-linalg-to-cpu, in one
// place: kForms is what a kernel may hold. A new form of lowering that needs
// another op says so here.

#include "Ascend/Conversion/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_VERIFYKERNELPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// An op that a kernel may hold.
struct Form {
  StringLiteral op;
  LogicalResult (*check)(Operation *) = nullptr; ///< null: any of it
};

} // namespace

/// Of a generic: where operands are read and results are written is a sum of
/// loops times constants, so that each operand is a strided view.
static LogicalResult checkGeneric(Operation *op) {
  auto generic = cast<linalg::GenericOp>(op);
  for (AffineMap map : generic.getIndexingMapsArray()) {
    bool isStrided = map.getNumSymbols() == 0;
    for (AffineExpr index : map.getResults())
      index.walk([&](AffineExpr part) {
        isStrided &= part.getKind() == AffineExprKind::Add ||
                     part.getKind() == AffineExprKind::Mul ||
                     part.getKind() == AffineExprKind::DimId ||
                     part.getKind() == AffineExprKind::Constant;
      });
    if (!isStrided)
      return op->emitOpError("has an operand that is no strided view: ")
             << AffineMapAttr::get(map);
  }
  for (OpOperand &result : generic.getDpsInitsMutable())
    if (AffineMap map = generic.getMatchingIndexingMap(&result);
        !map.isProjectedPermutation())
      return op->emitOpError("writes a result at other places than its loops: ")
             << AffineMapAttr::get(map);
  return success();
}

/// Of what lower-linalg-to-cpu makes a call of C's function: f64 alone. Others
/// are formulas, of which the error is known.
static LogicalResult checkLibraryCall(Operation *op) {
  if (!getElementTypeOrSelf(op->getResult(0)).isF64())
    return op->emitOpError("is C's function, which computes in f64 alone here");
  return success();
}

static constexpr Form kForms[] = {
    {"func.func"},
    {"func.return"},
    // Loops over elements, products among them.
    {"linalg.generic", checkGeneric},
    {"linalg.index"},
    {"linalg.yield"},
    {"linalg.fill"},
    // Views, parts and single elements of tensors.
    {"tensor.cast"},
    {"tensor.collapse_shape"},
    {"tensor.dim"},
    {"tensor.empty"},
    {"tensor.expand_shape"},
    {"tensor.extract"},
    {"tensor.extract_slice"},
    {"tensor.from_elements"},
    {"tensor.insert"},
    {"tensor.insert_slice"},
    {"tensor.parallel_insert_slice"},
    // Where results go, and operands that broadcast or not.
    {"bufferization.alloc_tensor"},
    {"bufferization.materialize_in_destination"},
    {"bufferization.to_buffer"},
    {"bufferization.to_tensor"},
    {"memref.reinterpret_cast"},
    // Checks of indices, and parts of one buffer that others write or read.
    {"ascend.fail_index"},
    {"ascend.concat_into"},
    {"ascend.split_into"},
    // Algorithms that are no loop over elements.
    {"scf.for"},
    {"scf.forall"},
    {"scf.forall.in_parallel"},
    {"scf.if"},
    {"scf.yield"},
    // Formulas.
    {"math.absf"},
    {"math.absi"},
    {"math.ceil"},
    {"math.copysign"},
    {"math.ctlz"},
    {"math.floor"},
    {"math.fma"},
    {"math.roundeven"},
    {"math.sqrt"},
    {"math.trunc"},
    {"math.cos", checkLibraryCall},
    {"math.exp", checkLibraryCall},
    {"math.log", checkLibraryCall},
    {"math.powf", checkLibraryCall},
    {"math.sin", checkLibraryCall},
};

/// Whether tensors of `element` are memory as kernels know it: whole bytes,
/// integers without a sign of their own.
static bool isInMemory(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  if (integer)
    return integer.isSignless() && integer.getWidth() >= 8;
  return isa<FloatType, IndexType>(element);
}

static LogicalResult checkTypes(Operation *op) {
  auto check = [&](Value value) -> LogicalResult {
    auto shaped = dyn_cast<ShapedType>(value.getType());
    if (!shaped || isInMemory(shaped.getElementType()))
      return success();
    return op->emitOpError("has a value of type ")
           << shaped << ", which is not as it is in memory";
  };
  for (Value result : op->getResults())
    if (failed(check(result)))
      return failure();
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      if (failed(check(argument)))
        return failure();
  return success();
}

static const Form *lookupForm(Operation *op) {
  static const llvm::StringMap<const Form *> forms = [] {
    llvm::StringMap<const Form *> result;
    for (const Form &form : kForms)
      result[form.op] = &form;
    return result;
  }();
  return forms.lookup(op->getName().getStringRef());
}

static LogicalResult checkOp(Operation *op) {
  if (failed(checkTypes(op)))
    return failure();
  if (isa<arith::ArithDialect>(op->getDialect())) {
    // A sum that is computed in another order is another sum.
    auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
    if (fast && fast.getFastMathFlagsAttr() &&
        fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none)
      return op->emitOpError("has fastmath flags");
    return success();
  }
  const Form *form = lookupForm(op);
  if (!form)
    return op->emitOpError("is none of the ops of a kernel (VerifyKernel.cpp)");
  return form->check ? form->check(op) : success();
}

namespace {

struct VerifyKernelPass
    : mlir::ascend::impl::VerifyKernelPassBase<VerifyKernelPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(kKernelAttrName))
      return;
    WalkResult done = kernel->walk<WalkOrder::PreOrder>(
        [](Operation *op) { return WalkResult(checkOp(op)); });
    if (done.wasInterrupted())
      signalPassFailure();
    else
      markAllAnalysesPreserved();
  }
};

} // namespace
