//===- AippSteps.h - The nodes that an Aipp becomes -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_AIPPSTEPS_H
#define ASCEND_LIB_COMPILER_AIPPSTEPS_H

#include "Ascend/Dialect/Ascend/IR/AippGeometry.h"
#include "mlir/IR/Builders.h"

namespace mlir::ascend {

/// Makes the nodes in front of an Aipp. Shapes may have `kDynamic` for the
/// number of pictures, which is their first extent.
class AippSteps {
public:
  explicit AippSteps(AippOp op) : op(op), builder(op), loc(op.getLoc()) {}

  IntegerType byte() { return builder.getIntegerType(8, /*isSigned=*/false); }
  Type bit() { return builder.getI1Type(); }
  Type int16() { return builder.getI16Type(); }
  Type int32() { return builder.getI32Type(); }
  Type int64() { return builder.getI64Type(); }
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
  Value convert(Value value, Type element) {
    return getElementTypeOrSelf(value) == element
               ? value
               : compute<CastOp>(element, value);
  }

  OpBuilder &getBuilder() { return builder; }
  /// The one element of a tensor; of integers, as an index.
  Value readElement(Value tensor);
  Value readIndex(Value tensor);

  /// int32 between two bounds.
  Value clip(Value value, double least, double most) {
    return compute<ClipByValueOp>(
        int32(), {value, constant(int32(), least), constant(int32(), most)});
  }

  /// The same elements; one extent may be kDynamic.
  Value reshape(Value value, ArrayRef<int64_t> shape);
  /// From `begin` on `size` elements along the axes behind the first one.
  Value slice(Value value, ArrayRef<int64_t> begin, ArrayRef<int64_t> size);
  /// Axes of extent 1 are repeated.
  Value expand(Value value, ArrayRef<int64_t> shape);
  Value join(ValueRange values, int64_t axis);
  /// `before` and `after` elements of `filler` along each axis.
  Value pad(Value value, ArrayRef<int64_t> before, ArrayRef<int64_t> after,
            double filler);

private:
  static SmallVector<int64_t> broadcast(ValueRange operands);

  AippOp op;
  OpBuilder builder;
  Location loc;
};

/// Colours as integers, [N, H, W] each: `channels` times `matrix` over 256,
/// between 0 and 255. The matrix and the biases, of int32 and one element each
/// or null for 0, are nine and three.
SmallVector<Value> convertColours(AippSteps &steps, ArrayRef<Value> channels,
                                  ArrayRef<Value> matrix,
                                  ArrayRef<Value> inputBias,
                                  ArrayRef<Value> outputBias, bool truncates);

/// The pixels of an Aipp with params, which say at run time what is done.
Value computeDynamicAipp(AippSteps &steps, AippOp op);

} // namespace mlir::ascend

#endif // ASCEND_LIB_COMPILER_AIPPSTEPS_H
