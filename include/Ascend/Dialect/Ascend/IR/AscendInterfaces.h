//===- AscendInterfaces.h - Interfaces of GE operators --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_ASCENDINTERFACES_H
#define ASCEND_DIALECT_ASCEND_IR_ASCENDINTERFACES_H

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/GEAttributes.h"
#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::ascend {

/// The name under which an op keeps an attribute of its identity: `name` on
/// ops of the dialect, `ascend.name` on ops of foreign dialects.
StringAttr identityAttrName(Operation *op, StringRef name);

/// Interface verification: the decision of `op`, if it has one, has a type for
/// each of its operands and results.
LogicalResult verifyPrecision(Operation *op);

/// Trait verification: the result shapes of `op` are compatible with what
/// inferShapes gives.
LogicalResult verifyInferredShapes(Operation *op);

/// Operand `index`, or null where it is left out or `ascend.none`.
Value optionalOperand(Operation *op, unsigned index);

/// `value`, the elements of a constant of whole bytes each, as a dense
/// attribute. Those of a resource are copied, since they may lie at any
/// address; null where it does not have the bytes that its type needs, or there
/// are more than `most`: a splat of any length is a few bytes of text, its list
/// is not.
DenseElementsAttr denseElements(ElementsAttr value, int64_t most);

/// The integers of a constant tensor of i32 or i64 (through casts between
/// integer types), or nothing where `value` is not such a constant or has more
/// than 2^20 elements.
std::optional<SmallVector<int64_t>> constantIntegers(Value value);

/// The same for floats of any type, of at most 2^10.
std::optional<SmallVector<double>> constantFloats(Value value);

/// The one integer of a constant as an axis of a tensor of that rank, counted
/// from 0; nothing where it is none.
std::optional<int64_t> constantAxis(Value axis, int64_t rank);

/// inferShapes of an op that has inferExtents: what types and constants say.
LogicalResult inferKnownShapes(Operation *op,
                               SmallVectorImpl<SmallVector<int64_t>> &shapes);

/// inferExtents of an op that has inferShapes alone.
LogicalResult inferExtentsFromShapes(Operation *op,
                                     SmallVectorImpl<Extents> &extents);

/// Whether the op says its shapes in terms of ShapeMath.
template <typename ConcreteOp>
using InferExtentsOf = decltype(std::declval<ConcreteOp &>().inferExtents(
    std::declval<ShapeMath &>(), std::declval<SmallVectorImpl<Extents> &>()));
template <typename ConcreteOp>
inline constexpr bool hasInferExtents =
    llvm::is_detected<InferExtentsOf, ConcreteOp>::value;

/// The extents of an elementwise op's result: numpy's broadcast of its
/// operands; none where an operand's rank is unknown.
LogicalResult inferBroadcast(Operation *op, ShapeMath &math,
                             SmallVectorImpl<Extents> &extents);

/// Trait: each element of the result comes from the elements of the operands at
/// the same place, or at place 0 of an axis that is broadcast.
template <typename ConcreteOp>
class Elementwise : public OpTrait::TraitBase<ConcreteOp, Elementwise> {
public:
  LogicalResult inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
    return inferKnownShapes(this->getOperation(), shapes);
  }
  LogicalResult inferExtents(ShapeMath &math,
                             SmallVectorImpl<Extents> &extents) {
    return inferBroadcast(this->getOperation(), math, extents);
  }
};

/// Trait: each element of the results is one of the operands', so that nothing
/// is rounded where types are equal.
template <typename ConcreteOp>
class MovesData : public OpTrait::TraitBase<ConcreteOp, MovesData> {};

/// Trait: each `ge.` attribute is one that the op declares.
template <typename ConcreteOp>
class GEAttributes : public OpTrait::TraitBase<ConcreteOp, GEAttributes> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return verifyGEAttributes(op, ConcreteOp::getGEAttributeSpecs());
  }
};

/// The axes over which a reduction goes, counted from 0, sorted: those of its
/// second operand or of `ge.axes` (`ge.axis`). Empty ones mean all, or none
/// where `ge.noop_with_empty_axes` is true. Nothing where they are unknown or
/// outside the rank of the first operand.
std::optional<SmallVector<int64_t>> reducedAxes(Operation *op);

/// The extents of a reduction's result; none where its rank is unknown.
LogicalResult inferReduction(Operation *op, ShapeMath &math,
                             SmallVectorImpl<Extents> &extents);

/// Trait: the op reduces its first operand.
template <typename ConcreteOp>
class Reduction : public OpTrait::TraitBase<ConcreteOp, Reduction> {
public:
  LogicalResult inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
    return inferKnownShapes(this->getOperation(), shapes);
  }
  LogicalResult inferExtents(ShapeMath &math,
                             SmallVectorImpl<Extents> &extents) {
    return inferReduction(this->getOperation(), math, extents);
  }
};

} // namespace mlir::ascend

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h.inc"

#endif // ASCEND_DIALECT_ASCEND_IR_ASCENDINTERFACES_H
