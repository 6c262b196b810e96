//===- Expansion.h - The nodes that one becomes -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_GRAPH_EXPANSION_H
#define ASCEND_LIB_TRANSFORMS_GRAPH_EXPANSION_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::ascend::transforms {

/// Makes nodes in front of one that they compute. Each is named after it, the
/// last has its name.
class Expansion {
public:
  explicit Expansion(Operation *op)
      : builder(op), loc(op->getLoc()), replaced(op) {}

  Type half() { return builder.getF16Type(); }
  Type single() { return builder.getF32Type(); }
  static ArrayRef<int64_t> shapeOf(Value value) {
    return cast<ShapedType>(value.getType()).getShape();
  }

  /// A constant of the elements `numbers`, each rounded to `type`.
  Value constant(Type type, ArrayRef<double> numbers, ArrayRef<int64_t> shape);
  Value constant(Type type, double number) {
    return constant(type, number, {});
  }

  Value node(StringRef opName, Type element, ArrayRef<int64_t> shape,
             ValueRange operands, ArrayRef<NamedAttribute> attributes = {});
  /// An elementwise op, whose result has the element type `element`.
  template <typename OpT>
  Value compute(Type element, ValueRange operands) {
    return node(OpT::getOperationName(), element, broadcast(operands),
                operands);
  }
  /// The same of operands of one element type, which the result has.
  template <typename OpT>
  Value compute(Value a, Value b) {
    return compute<OpT>(getElementTypeOrSelf(a), {a, b});
  }
  /// `a` with a constant of its type.
  template <typename OpT>
  Value compute(Value a, double b) {
    return compute<OpT>(a, constant(getElementTypeOrSelf(a), b));
  }
  template <typename OpT>
  Value compute(Value a) {
    return compute<OpT>(getElementTypeOrSelf(a), a);
  }
  Value convert(Value value, Type element) {
    return getElementTypeOrSelf(value) == element
               ? value
               : compute<CastOp>(element, value);
  }
  /// `value` between two bounds.
  Value clip(Value value, double least, double most) {
    Type element = getElementTypeOrSelf(value);
    return compute<ClipByValueOp>(
        element, {value, constant(element, least), constant(element, most)});
  }
  /// The same elements; one extent may be kDynamic.
  Value reshape(Value value, ArrayRef<int64_t> shape);
  /// `before` and `after` elements of `filler` along each axis.
  Value pad(Value value, ArrayRef<int64_t> before, ArrayRef<int64_t> after,
            double filler);

  OpBuilder &getBuilder() { return builder; }

  /// `value` stands for the node from now on, and has its name, unless the
  /// node was given it.
  void replaceBy(Value value);

protected:
  OpBuilder builder;
  Location loc;

private:
  static SmallVector<int64_t> broadcast(ValueRange operands);

  Operation *replaced;
};

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_GRAPH_EXPANSION_H
