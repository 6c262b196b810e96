//===- VectorBody.cpp - Scalar bodies on vectors --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "VectorBody.h"
#include "Ascend/Costs/CpuCosts.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

VectorBlock to_cpu::makeBlock(OpBuilder &builder, Location loc, int64_t lanes,
                              OpFoldResult count) {
  VectorBlock block{lanes,
                    getConstantIntValue(count).value_or(ShapedType::kDynamic),
                    nullptr};
  if (block.active == lanes)
    return block;
  auto type = VectorType::get({lanes}, builder.getI1Type());
  if (!ShapedType::isDynamic(block.active))
    block.mask = vector::ConstantMaskOp::create(
        builder, loc, type, ArrayRef<int64_t>{block.active});
  else
    block.mask = vector::CreateMaskOp::create(builder, loc, type,
                                              ValueRange{cast<Value>(count)});
  return block;
}

/// The block's mask, made if there is none.
static Value getMask(OpBuilder &builder, Location loc,
                     const VectorBlock &block) {
  if (block.mask)
    return block.mask;
  auto type = VectorType::get({block.lanes}, builder.getI1Type());
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, true));
}

/// 0, stride, 2 * stride, …
static Value laneOffsets(OpBuilder &builder, Location loc, int64_t lanes,
                         OpFoldResult stride) {
  auto type = VectorType::get({lanes}, builder.getIndexType());
  if (std::optional<int64_t> step = getConstantIntValue(stride)) {
    SmallVector<APInt> offsets;
    for (int64_t lane = 0; lane != lanes; ++lane)
      offsets.push_back(APInt(64, lane * *step, /*isSigned=*/true));
    return arith::ConstantOp::create(builder, loc,
                                     DenseIntElementsAttr::get(type, offsets));
  }
  Value steps = vector::StepOp::create(builder, loc, type);
  return arith::MulIOp::create(builder, loc, steps,
                               splat(builder, loc, cast<Value>(stride), lanes));
}

static Value zero(OpBuilder &builder, Location loc, VectorType type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value to_cpu::splat(OpBuilder &builder, Location loc, Value scalar,
                    int64_t lanes) {
  auto type = VectorType::get({lanes}, scalar.getType());
  TypedAttr constant;
  if (matchPattern(scalar, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, constant));
  return vector::BroadcastOp::create(builder, loc, type, scalar);
}

Value to_cpu::castBits(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(type);
  if (value.getType() == type)
    return value;
  return arith::BitcastOp::create(builder, loc, type, value);
}

Value to_cpu::readLanes(OpBuilder &builder, Location loc, Value memref,
                        VectorType type, Value start, Value mask) {
  if (!mask)
    return vector::LoadOp::create(builder, loc, type, memref, start);
  return vector::MaskedLoadOp::create(builder, loc, type, memref, start, mask,
                                      zero(builder, loc, type));
}

/// `count` lanes of `memref` from `start` on; the others are zero.
static Value readFirst(OpBuilder &builder, Location loc, Value memref,
                       VectorType type, OpFoldResult start, int64_t count) {
  Value at = IndexMath(builder, loc).value(start);
  VectorBlock block =
      makeBlock(builder, loc, type.getDimSize(0), builder.getIndexAttr(count));
  return readLanes(builder, loc, memref, type, at, block.mask);
}

/// Elements `stride` apart from `start` on: as many vectors that reach to the
/// last of them and no further, of which shuffles take the lanes.
static Value readEvery(int64_t stride, OpBuilder &builder, Location loc,
                       Value memref, VectorType type, OpFoldResult start,
                       int64_t active) {
  int64_t lanes = type.getDimSize(0), span = stride * (active - 1) + 1;
  // A vector begins with the last element of the one before.
  int64_t apart = lanes - 1;
  SmallVector<Value> read;
  for (int64_t first = 0; first == 0 || first + 1 < span; first += apart)
    read.push_back(readFirst(
        builder, loc, memref, type,
        IndexMath(builder, loc).add(start, builder.getIndexAttr(first)),
        std::min(lanes, span - first)));
  Value result = read.front();
  // The first two are taken at once.
  int64_t last = read.size() - 1;
  for (int64_t number = std::min<int64_t>(1, last); number <= last; ++number) {
    SmallVector<int64_t> picked(lanes, vector::ShuffleOp::kPoisonIndex);
    for (int64_t lane = 0; lane != lanes; ++lane) {
      int64_t element = stride * std::min(lane, active - 1),
              from = std::min(element / apart, last),
              place = element - from * apart;
      if (from == number)
        picked[lane] = number == 0 ? place : lanes + place;
      else if (from < number)
        picked[lane] = number == 1 ? place : lane;
    }
    result =
        vector::ShuffleOp::create(builder, loc, result, read[number], picked);
  }
  return result;
}

Value to_cpu::readVector(OpBuilder &builder, Location loc,
                         const NestOperand &operand, OpFoldResult position,
                         OpFoldResult stride, const VectorBlock &block) {
  IndexMath math(builder, loc);
  if (operand.scalar)
    return splat(builder, loc, operand.scalar, block.lanes);
  Value start = math.value(position);
  if (!operand.memref) {
    Value base = splat(builder, loc, start, block.lanes);
    if (isZeroInteger(stride))
      return base;
    return arith::AddIOp::create(
        builder, loc, base, laneOffsets(builder, loc, block.lanes, stride));
  }
  Type elementType =
      cast<MemRefType>(operand.memref.getType()).getElementType();
  auto type = VectorType::get({block.lanes}, elementType);
  if (isZeroInteger(stride))
    return splat(builder, loc,
                 memref::LoadOp::create(builder, loc, operand.memref, start),
                 block.lanes);
  std::optional<int64_t> known = getConstantIntValue(stride);
  if (known && *known > 1 && *known <= CpuCosts::longestShuffledStride &&
      block.lanes != 1 && !ShapedType::isDynamic(block.active))
    return readEvery(*known, builder, loc, operand.memref, type, start,
                     block.active);
  if (!isOneInteger(stride) && block.lanes != 1)
    return vector::GatherOp::create(
        builder, loc, type, operand.memref, start,
        laneOffsets(builder, loc, block.lanes, stride),
        getMask(builder, loc, block), zero(builder, loc, type));
  return readLanes(builder, loc, operand.memref, type, start, block.mask);
}

void to_cpu::writeVector(OpBuilder &builder, Location loc, Value vector,
                         const NestOperand &operand, OpFoldResult position,
                         OpFoldResult stride, const VectorBlock &block) {
  Value start = IndexMath(builder, loc).value(position);
  vector =
      castBits(builder, loc, vector,
               cast<MemRefType>(operand.memref.getType()).getElementType());
  if (!isOneInteger(stride) && block.lanes != 1)
    vector::ScatterOp::create(builder, loc, /*resultType=*/Type(),
                              operand.memref, start,
                              laneOffsets(builder, loc, block.lanes, stride),
                              getMask(builder, loc, block), vector);
  else if (block.mask)
    vector::MaskedStoreOp::create(builder, loc, operand.memref, start,
                                  block.mask, vector);
  else
    vector::StoreOp::create(builder, loc, vector, operand.memref, start);
}

//===----------------------------------------------------------------------===//
// Body
//===----------------------------------------------------------------------===//

/// Whether `op`, of the math dialect, is a machine instruction on vectors. The
/// others would become one call into libm per lane, which only f64 has: no
/// formula of ours has its digits.
static bool isMachineMath(Operation *op) {
  if (isa<math::CosOp, math::ExpOp, math::LogOp, math::PowFOp, math::SinOp>(op))
    return op->getResult(0).getType().isF64();
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp, math::FloorOp, math::FmaOp, math::IsFiniteOp,
             math::IsInfOp, math::IsNaNOp, math::IsNormalOp, math::RoundEvenOp,
             math::SqrtOp, math::TruncOp>(op);
}

LogicalResult to_cpu::verifyVectorizable(linalg::GenericOp op) {
  auto isBit = [](Type type) {
    return getElementTypeOrSelf(type).isInteger(1);
  };
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()) && isBit(operand.getType()))
      return op.emitOpError("has an i1 memref; booleans are i8 in memory");
  for (Operation &inner : op.getBody()->getOperations()) {
    if (isa<linalg::IndexOp, linalg::YieldOp>(inner))
      continue;
    if (auto load = dyn_cast<memref::LoadOp>(inner)) {
      if (isBit(load.getMemRefType()))
        return load.emitOpError("reads i1; booleans are i8 in memory");
      continue;
    }
    bool vectorizable = inner.hasTrait<OpTrait::ConstantLike>() ||
                        OpTrait::hasElementwiseMappableTraits(&inner);
    if (isa<math::MathDialect>(inner.getDialect()))
      vectorizable = isMachineMath(&inner);
    if (!vectorizable)
      return inner.emitOpError("has no vector form on the CPU");
  }
  return success();
}

/// The scalar that every lane of `vector` has, computed by itself, or null
/// where lanes may differ.
static Value uniformLane(OpBuilder &builder, Value vector) {
  Operation *op = vector.getDefiningOp();
  if (!op)
    return {};
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
    return isa<VectorType>(broadcast.getSourceType()) ? Value()
                                                      : broadcast.getSource();
  if (DenseElementsAttr constant; matchPattern(vector, m_Constant(&constant))) {
    if (!constant.isSplat())
      return {};
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     constant.getSplatValue<TypedAttr>());
  }
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1)
    return {};
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(uniformLane(builder, operand));
    if (!operands.back())
      return {};
  }
  OperationState state(op->getLoc(), op->getName(), operands,
                       getElementTypeOrSelf(vector.getType()),
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return builder.create(state)->getResult(0);
}

/// The first lane of `vector` where each lane is one more than the one before,
/// else null.
static Value firstOfSteps(OpBuilder &builder, Value vector) {
  auto isSteps = [](Value value) {
    DenseIntElementsAttr lanes;
    if (!matchPattern(value, m_Constant(&lanes)))
      return false;
    int64_t next = 0;
    return llvm::all_of(lanes.getValues<APInt>(), [&](const APInt &lane) {
      return lane.getSExtValue() == next++;
    });
  };
  auto sum = vector.getDefiningOp<arith::AddIOp>();
  return sum && isSteps(sum.getRhs()) ? uniformLane(builder, sum.getLhs())
                                      : Value();
}

/// A load at computed indices that is one of neighbours, or of one element for
/// all lanes: null where it is neither.
static Value emitPlainLoad(OpBuilder &builder, Location loc,
                           const FlatMemRef &flat, ArrayRef<Value> indices,
                           const VectorBlock &block) {
  if (indices.empty() || block.lanes == 1)
    return {};
  IndexMath math(builder, loc);
  OpFoldResult position = flat.offset;
  for (auto [index, stride] :
       llvm::drop_end(llvm::zip_equal(indices, flat.strides))) {
    Value lane = uniformLane(builder, index);
    if (!lane)
      return {};
    position = math.add(position, math.mul(lane, stride));
  }
  OpFoldResult stride = flat.strides.back();
  Value last = uniformLane(builder, indices.back());
  bool isOne = bool(last);
  if (!last && isOneInteger(stride))
    last = firstOfSteps(builder, indices.back());
  if (!last)
    return {};
  NestOperand operand;
  operand.memref = flat.memref;
  return readVector(builder, loc, operand,
                    math.add(position, math.mul(last, stride)),
                    builder.getIndexAttr(isOne ? 0 : 1), block);
}

/// A load at computed indices: a gather, unless it is a plain load.
static Value emitGather(OpBuilder &builder, memref::LoadOp load,
                        ArrayRef<Value> indices, const VectorBlock &block) {
  Location loc = load.getLoc();
  FlatMemRef flat = flatten(builder, loc, load.getMemRef());
  if (Value plain = emitPlainLoad(builder, loc, flat, indices, block))
    return castBits(builder, loc, plain, load.getType());
  Value offsets = zero(builder, loc,
                       VectorType::get({block.lanes}, builder.getIndexType()));
  for (auto [index, stride] : llvm::zip_equal(indices, flat.strides)) {
    Value factor =
        splat(builder, loc, IndexMath(builder, loc).value(stride), block.lanes);
    Value term = arith::MulIOp::create(builder, loc, index, factor);
    offsets = arith::AddIOp::create(builder, loc, offsets, term);
  }
  auto type = VectorType::get(
      {block.lanes}, cast<MemRefType>(flat.memref.getType()).getElementType());
  Value gathered = vector::GatherOp::create(
      builder, loc, type, flat.memref,
      IndexMath(builder, loc).value(flat.offset), offsets,
      getMask(builder, loc, block), zero(builder, loc, type));
  return castBits(builder, loc, gathered, load.getType());
}

SmallVector<Value> to_cpu::emitVectorBody(OpBuilder &builder,
                                          linalg::GenericOp op,
                                          ArrayRef<Value> arguments,
                                          ArrayRef<Value> indices,
                                          const VectorBlock &block) {
  IRMapping vectors;
  for (auto [argument, value] :
       llvm::zip_equal(op.getBody()->getArguments(), arguments))
    if (value)
      vectors.map(argument,
                  castBits(builder, op.getLoc(), value, argument.getType()));
  auto vectorOf = [&](Value scalar) {
    if (!vectors.contains(scalar))
      vectors.map(scalar, splat(builder, op.getLoc(), scalar, block.lanes));
    return vectors.lookup(scalar);
  };
  auto vectorsOf = [&](ValueRange scalars) {
    return llvm::map_to_vector(scalars, vectorOf);
  };

  ArrayRef<Value> pendingIndices = indices;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<linalg::IndexOp>(inner)) {
      vectors.map(inner.getResult(0), pendingIndices.front());
      pendingIndices = pendingIndices.drop_front();
      continue;
    }
    if (auto load = dyn_cast<memref::LoadOp>(inner)) {
      vectors.map(
          load.getResult(),
          emitGather(builder, load, vectorsOf(load.getIndices()), block));
      continue;
    }
    if (inner.hasTrait<OpTrait::ConstantLike>()) {
      TypedAttr constant;
      matchPattern(&inner, m_Constant(&constant));
      auto type = VectorType::get({block.lanes}, inner.getResult(0).getType());
      vectors.map(
          inner.getResult(0),
          arith::ConstantOp::create(builder, inner.getLoc(),
                                    DenseElementsAttr::get(type, constant)));
      continue;
    }
    SmallVector<Value> operands = vectorsOf(inner.getOperands());
    // Integer division is scalar on this machine and traps on the zeros that
    // lanes hold which are off.
    if (block.mask &&
        isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
            arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(
            inner)) {
      auto type = cast<VectorType>(operands[1].getType());
      Value one = arith::ConstantOp::create(builder, inner.getLoc(),
                                            builder.getOneAttr(type));
      operands[1] = arith::SelectOp::create(builder, inner.getLoc(), block.mask,
                                            operands[1], one);
    }
    OperationState state(inner.getLoc(), inner.getName(), operands, TypeRange(),
                         llvm::to_vector(inner.getDiscardableAttrs()));
    state.propertiesAttr = inner.getPropertiesAsAttribute();
    for (Type type : inner.getResultTypes())
      state.addTypes(VectorType::get({block.lanes}, type));
    vectors.map(inner.getResults(), builder.create(state)->getResults());
  }
  return vectorsOf(op.getBody()->getTerminator()->getOperands());
}
