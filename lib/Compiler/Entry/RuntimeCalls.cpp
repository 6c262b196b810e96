//===- RuntimeCalls.cpp - Calls of the runtime from memrefs ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

func::FuncOp RuntimeCalls::declare(Location loc, StringRef name,
                                   FunctionType type) {
  if (auto known = symbols.lookup<func::FuncOp>(name))
    return known;
  auto function = func::FuncOp::create(loc, name, type);
  function.setPrivate();
  symbols.insert(function, cast<ModuleOp>(symbols.getOp()).getBody()->begin());
  return function;
}

Value RuntimeCalls::call(ImplicitLocOpBuilder &b, StringRef name, Type result,
                         ValueRange operands) {
  SmallVector<Type> results;
  if (result)
    results.push_back(result);
  func::FuncOp function = declare(
      b.getLoc(), name, b.getFunctionType(operands.getTypes(), results));
  auto call = func::CallOp::create(b, function, operands);
  return result ? call.getResult(0) : Value();
}

/// The sizes of a memref, of which `dynamic` are the dynamic ones.
static SmallVector<OpFoldResult> mixedSizes(OpBuilder &b, MemRefType type,
                                            ValueRange dynamic) {
  return getMixedValues(type.getShape(), dynamic, b);
}

MemRefType RuntimeCalls::pointerType(MemRefType type) {
  return type.hasStaticShape() ? type
                               : MemRefType::get({1}, type.getElementType());
}

Value RuntimeCalls::asPointer(ImplicitLocOpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.hasStaticShape())
    return buffer;
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  return memref::ReinterpretCastOp::create(b, pointerType(type), buffer, zero,
                                           ArrayRef<OpFoldResult>(one),
                                           ArrayRef<OpFoldResult>(one));
}

/// The product of two sizes; the same value each time.
OpFoldResult RuntimeCalls::multiply(ImplicitLocOpBuilder &b, OpFoldResult x,
                                    OpFoldResult y) {
  std::optional<int64_t> left = getConstantIntValue(x),
                         right = getConstantIntValue(y);
  if (left && right)
    return b.getIndexAttr(*left * *right);
  if (left == 1 || right == 1)
    return left == 1 ? y : x;
  Value &known = products[{x.getOpaqueValue(), y.getOpaqueValue()}];
  if (!known || known.getParentBlock() != b.getInsertionBlock())
    known = arith::MulIOp::create(
        b, getValueOrCreateConstantIndexOp(b, b.getLoc(), x),
        getValueOrCreateConstantIndexOp(b, b.getLoc(), y));
  return known;
}

Value RuntimeCalls::fromPointer(ImplicitLocOpBuilder &b, Value buffer,
                                MemRefType type, ValueRange dynamic) {
  if (type.hasStaticShape())
    return buffer;
  SmallVector<OpFoldResult> sizes = mixedSizes(b, type, dynamic),
                            strides(sizes.size());
  OpFoldResult step = b.getIndexAttr(1);
  for (size_t axis = sizes.size(); axis-- > 0;) {
    strides[axis] = step;
    step = multiply(b, step, sizes[axis]);
  }
  return memref::ReinterpretCastOp::create(b, type, buffer, b.getIndexAttr(0),
                                           sizes, strides);
}

Value RuntimeCalls::bufferAt(ImplicitLocOpBuilder &b, Value address,
                             MemRefType type, ValueRange sizes) {
  MemRefType plain = pointerType(type);
  Value descriptor =
      MemRefDescriptor::fromStaticShape(b, b.getLoc(), types, plain, address);
  Value buffer =
      UnrealizedConversionCastOp::create(b, plain, descriptor).getResult(0);
  return fromPointer(b, buffer, type, sizes);
}

Value RuntimeCalls::addressOf(ImplicitLocOpBuilder &b, Value buffer) {
  Value index = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  Value integer = arith::IndexCastOp::create(b, b.getI64Type(), index);
  return LLVM::IntToPtrOp::create(b, pointer, integer);
}

Value RuntimeCalls::allocate(ImplicitLocOpBuilder &b, Value context,
                             MemRefType type, ValueRange sizes) {
  Type i64 = b.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a,
                     Value c) -> Value {
    return arith::CmpIOp::create(b, predicate, a, c);
  };
  int64_t known = *elementBytes(type.getElementType());
  for (int64_t extent : type.getShape())
    known *= ShapedType::isDynamic(extent) ? 1 : extent;
  Value bytes = constant(known), zero = constant(0), overflows, isEmpty;
  for (Value size : sizes) {
    Value factor = arith::IndexCastOp::create(b, i64, size);
    auto product = arith::MulUIExtendedOp::create(b, bytes, factor);
    bytes = product.getLow();
    Value over = compare(arith::CmpIPredicate::ne, product.getHigh(), zero);
    overflows = overflows ? arith::OrIOp::create(b, overflows, over) : over;
    Value none = compare(arith::CmpIPredicate::eq, factor, zero);
    isEmpty = isEmpty ? arith::OrIOp::create(b, isEmpty, none) : none;
  }
  if (overflows) {
    // More than there ever is makes the run fail.
    bytes = arith::SelectOp::create(b, overflows, constant(-1), bytes);
    bytes = arith::SelectOp::create(b, isEmpty, zero, bytes);
  }
  return call(b, "ascendrt_allocate", pointer, {context, bytes});
}

void RuntimeCalls::copy(ImplicitLocOpBuilder &b, Value context, Value from,
                        Value to) {
  auto type = cast<MemRefType>(to.getType());
  OpFoldResult size = b.getIndexAttr(*elementBytes(type.getElementType()));
  for (OpFoldResult extent : memref::getMixedSizes(b, b.getLoc(), to))
    size = multiply(b, size, extent);
  Value bytes = arith::IndexCastOp::create(
      b, b.getI64Type(), getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
  call(b, "ascendrt_copy", Type(),
       {context, addressOf(b, to), addressOf(b, from), bytes});
}

Value RuntimeCalls::isThere(ImplicitLocOpBuilder &b, Value address) {
  Value null = LLVM::ZeroOp::create(b, pointer);
  return LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, address, null);
}

Value RuntimeCalls::text(ImplicitLocOpBuilder &b, StringRef text) {
  std::string bytes = text.str();
  bytes.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
    global = LLVM::GlobalOp::create(b, type, /*isConstant=*/true,
                                    LLVM::Linkage::Internal, "message",
                                    b.getStringAttr(bytes));
  }
  symbols.insert(global);
  return LLVM::AddressOfOp::create(b, global);
}
