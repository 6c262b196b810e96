//===- EntryCalls.cpp - Calls of the runtime from an entry ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "EntryCalls.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static constexpr StringLiteral kEnterNode = "ascendrt_enter_node";
static constexpr StringLiteral kBeginKernel = "ascendrt_begin_kernel";
static constexpr StringLiteral kEndKernel = "ascendrt_end_kernel";

LLVM::LLVMFuncOp EntryCalls::create(Location loc, const Twine &symbol,
                                    ArrayRef<Type> arguments,
                                    LLVM::Linkage linkage) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, symbol.str(),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  arguments),
      linkage);
  symbols.insert(function);
  return function;
}

LLVM::LLVMFuncOp EntryCalls::declaration(Location loc, StringRef name,
                                         ValueRange operands) {
  if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return known;
  return create(loc, name, llvm::to_vector(operands.getTypes()),
                LLVM::Linkage::External);
}

void EntryCalls::call(Location loc, StringRef callee, ValueRange operands) {
  LLVM::CallOp::create(builder, loc, declaration(loc, callee, operands),
                       operands);
}

Value EntryCalls::text(Location loc, StringRef text, const Twine &symbol) {
  LLVM::GlobalOp &known = names[text];
  if (!known) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
    std::string bytes = text.str() + '\0';
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    known = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                   LLVM::Linkage::Internal, symbol.str(),
                                   builder.getStringAttr(bytes));
    symbols.insert(known);
  }
  return LLVM::AddressOfOp::create(builder, loc, known);
}

Value EntryCalls::number(Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), value);
}

LLVM::LLVMFuncOp EntryCalls::function(Location loc, const Twine &symbol,
                                      ArrayRef<Type> arguments) {
  return create(loc, symbol, arguments, LLVM::Linkage::Internal);
}

void EntryCalls::enterNode(Location loc, Value context, StringRef name) {
  Value known = text(loc, name, "ascend.name." + Twine(names.size() + 1));
  call(loc, kEnterNode, {context, known});
}

void EntryCalls::beginKernel(Location loc, Value context, int64_t kernel) {
  call(loc, kBeginKernel,
       {context, number(loc, kernel),
        LLVM::ZeroOp::create(builder, loc, pointer), number(loc, 0)});
}

void EntryCalls::endKernel(Location loc, Value context) {
  call(loc, kEndKernel, context);
}
