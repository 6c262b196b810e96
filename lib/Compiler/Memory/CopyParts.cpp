//===- CopyParts.cpp - Copies between a buffer and its parts --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "CopyParts.h"

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
using bufferization::BufferizationOptions;

/// LLVM's schedulers look at every access of a block for each. A fence within
/// the thread is no instruction, and they do not look past it.
static constexpr int64_t kPartsBetweenFences = 16, kBytesBetweenFences = 2048;

/// More parts than a kernel has after CANN's fusions are copied by one loop
/// over a table: LLVM takes time by the square of the number of loops.
static constexpr size_t kCopiesInLine = 64;
/// Of the table, which is on the stack.
static constexpr size_t kRows = 1024;

namespace {

class PartCopies {
public:
  PartCopies(RewriterBase &rewriter, Location loc,
             const BufferizationOptions &options, const BufferParts &buffers,
             bool splits)
      : b(loc, rewriter), options(options), buffers(buffers), splits(splits),
        math(b, /*checks=*/false),
        type(cast<MemRefType>(buffers.whole.getType())) {}

  LogicalResult copyInLine();
  LogicalResult copyByTable();

private:
  LogicalResult copy(Value part, OpFoldResult offset,
                     ArrayRef<OpFoldResult> sizes);
  void fence() {
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::seq_cst, "singlethread");
  }
  Value makeTable();
  void fillTable(Value table, ArrayRef<Value> parts);
  Value readTable(Value table, Value row, int64_t column);
  Value bufferAt(Value address, ArrayRef<OpFoldResult> sizes);

  ImplicitLocOpBuilder b;
  const BufferizationOptions &options;
  const BufferParts &buffers;
  bool splits;
  ShapeCode math;
  MemRefType type;
};

} // namespace

/// Copies `part`, of `sizes`, which lies at `offset`.
LogicalResult PartCopies::copy(Value part, OpFoldResult offset,
                               ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)),
      strides(type.getRank(), b.getIndexAttr(1));
  offsets[buffers.dim] = offset;
  Value place =
      memref::SubViewOp::create(b, buffers.whole, offsets, sizes, strides);
  return options.createMemCpy(b, b.getLoc(), splits ? place : part,
                              splits ? part : place);
}

LogicalResult PartCopies::copyInLine() {
  OpFoldResult offset = b.getIndexAttr(0);
  int64_t parts = 0, bytes = 0;
  for (Value part : buffers.parts) {
    // Nothing to copy: an empty part, or one that begins at the end.
    std::optional<int64_t> known = getConstantIntValue(offset);
    auto partType = cast<MemRefType>(part.getType());
    if (llvm::is_contained(partType.getShape(), 0) ||
        (known && *known == type.getDimSize(buffers.dim)))
      continue;
    if (parts == kPartsBetweenFences || bytes > kBytesBetweenFences) {
      fence();
      parts = bytes = 0;
    }
    ++parts;
    bytes += tensorBytes(partType).value_or(0);
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(b, b.getLoc(), part);
    if (failed(copy(part, offset, sizes)))
      return failure();
    offset = math.fold(math.add(ShapeCode::extent(offset),
                                ShapeCode::extent(sizes[buffers.dim])));
  }
  return success();
}

/// A row holds where a part lies, and its extent along the axis.
Value PartCopies::makeTable() {
  OpBuilder::InsertionGuard guard(b);
  auto function =
      b.getInsertionBlock()->getParentOp()->getParentOfType<func::FuncOp>();
  if (!function)
    function = cast<func::FuncOp>(b.getInsertionBlock()->getParentOp());
  b.setInsertionPointToStart(&function.getBody().front());
  auto table = MemRefType::get(
      {int64_t(std::min(kRows, buffers.parts.size())), 2}, b.getIndexType());
  return memref::AllocaOp::create(b, table);
}

void PartCopies::fillTable(Value table, ArrayRef<Value> parts) {
  Value columns[] = {arith::ConstantIndexOp::create(b, 0),
                     arith::ConstantIndexOp::create(b, 1)};
  for (auto [number, part] : llvm::enumerate(parts)) {
    if (number && number % kPartsBetweenFences == 0)
      fence();
    Value row = arith::ConstantIndexOp::create(b, number);
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, part);
    memref::StoreOp::create(b, address, table, ValueRange{row, columns[0]});
    Value extent = getValueOrCreateConstantIndexOp(
        b, b.getLoc(), memref::getMixedSize(b, b.getLoc(), part, buffers.dim));
    memref::StoreOp::create(b, extent, table, ValueRange{row, columns[1]});
  }
}

Value PartCopies::readTable(Value table, Value row, int64_t column) {
  Value index = arith::ConstantIndexOp::create(b, column);
  return memref::LoadOp::create(b, table, ValueRange{row, index});
}

/// A dense buffer of `sizes`, of which that along the axis is a value.
Value PartCopies::bufferAt(Value address, ArrayRef<OpFoldResult> sizes) {
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value integer = arith::IndexCastOp::create(b, b.getI64Type(), address);
  auto plain = MemRefType::get({1}, type.getElementType());
  LLVMTypeConverter types(b.getContext());
  Value descriptor = MemRefDescriptor::fromStaticShape(
      b, b.getLoc(), types, plain,
      LLVM::IntToPtrOp::create(b, pointer, integer));
  Value base =
      UnrealizedConversionCastOp::create(b, plain, descriptor).getResult(0);

  SmallVector<int64_t> shape(type.getShape());
  shape[buffers.dim] = ShapedType::kDynamic;
  SmallVector<OpFoldResult> strides(sizes.size());
  Extent step = ShapeCode::extent(b.getIndexAttr(1));
  for (size_t axis = sizes.size(); axis-- > 0;) {
    strides[axis] = math.fold(step);
    step = math.mul(step, ShapeCode::extent(sizes[axis]));
  }
  return memref::ReinterpretCastOp::create(
      b, MemRefType::get(shape, type.getElementType()), base, b.getIndexAttr(0),
      sizes, strides);
}

LogicalResult PartCopies::copyByTable() {
  if (llvm::is_contained(type.getShape(), 0))
    return success();
  Value table = makeTable(), zero = arith::ConstantIndexOp::create(b, 0),
        one = arith::ConstantIndexOp::create(b, 1), offset = zero;
  SmallVector<OpFoldResult> sizes =
      memref::getMixedSizes(b, b.getLoc(), buffers.whole);
  for (ArrayRef<Value> rest = buffers.parts; !rest.empty();) {
    ArrayRef<Value> parts = rest.take_front(kRows);
    rest = rest.drop_front(parts.size());
    fillTable(table, parts);
    Value count = arith::ConstantIndexOp::create(b, parts.size());
    auto loop = scf::ForOp::create(b, zero, count, one, offset);
    offset = loop.getResult(0);

    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value row = loop.getInductionVar(), at = loop.getRegionIterArg(0);
    Value extent = readTable(table, row, 1);
    sizes[buffers.dim] = extent;
    Value part = bufferAt(readTable(table, row, 0), sizes);
    if (failed(copy(part, at, sizes)))
      return failure();
    Value next = arith::AddIOp::create(b, at, extent);
    scf::YieldOp::create(b, next);
  }
  return success();
}

LogicalResult compiler::copyParts(RewriterBase &rewriter, Location loc,
                                  const BufferizationOptions &options,
                                  const BufferParts &buffers, bool splits) {
  PartCopies copies(rewriter, loc, options, buffers, splits);
  bool isLong = buffers.parts.size() > kCopiesInLine;
  return isLong && buffers.areArguments ? copies.copyByTable()
                                        : copies.copyInLine();
}
