//===- ProfiledCalls.cpp - Calls that record their times ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ProfiledCalls.h"

#include "Kernels/KernelRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static Value integer(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

void ProfiledCalls::beginProfile(ImplicitLocOpBuilder &b, func::FuncOp function,
                                 Value context) {
  this->context = context;
  KernelRows rows;
  size_t mostSizes = 1;
  function.walk([&](func::CallOp call) {
    std::optional<int64_t> number = rows.add(call);
    if (!number)
      return;
    numbers[call] = *number;
    mostSizes = std::max(mostSizes, sizesOfCall(call).size());
  });
  if (numbers.empty())
    return;
  auto sizes = LLVM::LLVMArrayType::get(b.getI64Type(), mostSizes);
  sizesArray = LLVM::AllocaOp::create(
      b, runtime.getPointerType(), sizes,
      LLVM::ConstantOp::create(b, b.getI64IntegerAttr(1)));
  runtime.call(
      b, "ascendrt_begin_profile", Type(),
      {context, runtime.text(b, rows.json()), integer(b, rows.size())});
}

void ProfiledCalls::begin(ImplicitLocOpBuilder &b, func::CallOp call) {
  auto found = numbers.find(call);
  if (found == numbers.end())
    return;
  SmallVector<Value> sizes = sizesOfCall(call);
  for (auto [number, size] : llvm::enumerate(sizes)) {
    Value at = LLVM::GEPOp::create(b, sizesArray.getType(), b.getI64Type(),
                                   sizesArray, ArrayRef<LLVM::GEPArg>(number));
    LLVM::StoreOp::create(
        b, arith::IndexCastOp::create(b, b.getI64Type(), size), at);
  }
  runtime.call(b, "ascendrt_begin_kernel", Type(),
               {context, integer(b, found->second), sizesArray,
                integer(b, sizes.size())});
}

void ProfiledCalls::end(ImplicitLocOpBuilder &b, func::CallOp call) {
  if (numbers.contains(call))
    runtime.call(b, "ascendrt_end_kernel", Type(), {context});
}
