//===- ChecksToRuntime.cpp - Wrong indices to the runtime -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_CHECKSTORUNTIMEPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

static constexpr StringLiteral failIndexName = "ascendrt_fail_index";

/// The name of a GE operator type as a C string.
static LLVM::GlobalOp getText(SymbolTable &symbols, StringAttr type,
                              Location loc) {
  std::string name = ("ascend.type." + type.getValue()).str();
  if (auto known = symbols.lookup<LLVM::GlobalOp>(name))
    return known;
  OpBuilder builder(type.getContext());
  std::string bytes = type.str() + '\0';
  auto text = LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, name,
      builder.getStringAttr(bytes));
  symbols.insert(text, cast<ModuleOp>(symbols.getOp()).getBody()->begin());
  return text;
}

static func::FuncOp getFailIndex(SymbolTable &symbols, TypeRange types,
                                 Location loc) {
  if (auto known = symbols.lookup<func::FuncOp>(failIndexName))
    return known;
  OpBuilder builder(symbols.getOp()->getContext());
  auto function = func::FuncOp::create(builder, loc, failIndexName,
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  symbols.insert(function);
  return function;
}

namespace {

struct ChecksToRuntimePass
    : public ascend::impl::ChecksToRuntimePassBase<ChecksToRuntimePass> {
  void runOnOperation() override {
    SmallVector<FailIndexOp> checks;
    getOperation().walk([&](FailIndexOp op) { checks.push_back(op); });
    SymbolTable symbols(getOperation());
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    for (FailIndexOp op : checks) {
      auto function = op->getParentOfType<func::FuncOp>();
      if (!function || function.getNumArguments() == 0 ||
          function.getArgument(0).getType() != pointer) {
        op.emitOpError("stands in no function with a context");
        return signalPassFailure();
      }
      OpBuilder builder(op);
      Location loc = op.getLoc();
      Value operands[] = {
          function.getArgument(0),
          LLVM::AddressOfOp::create(builder, loc,
                                    getText(symbols, op.getOpTypeAttr(), loc)),
          op.getIndex(), op.getLeast(), op.getBound()};
      func::CallOp::create(
          builder, loc,
          getFailIndex(symbols, ValueRange(operands).getTypes(), loc),
          operands);
      op.erase();
    }
  }
};

} // namespace
