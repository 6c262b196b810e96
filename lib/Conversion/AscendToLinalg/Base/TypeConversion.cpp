//===- TypeConversion.cpp - GE element types as they are stored -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/AscendToLinalg.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Scalar/SmallFloats.h"
#include "Scalar/SmallIntegers.h"
#include "Scalars.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Type to_linalg::storedType(Type type) {
  if (type.isInteger(1) || isa<HiF8Type>(type) || isSmallFloat(type) ||
      isSmallInteger(type))
    return IntegerType::get(type.getContext(), 8);
  if (type.isUnsignedInteger())
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  return type;
}

void mlir::ascend::populateAscendTypeConversions(TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](TensorType type) -> Type {
    return type.clone(storedType(type.getElementType()));
  });
  // The buffers of outputs of dynamic sizes.
  converter.addConversion([](MemRefType type) -> Type {
    return type.clone(storedType(type.getElementType()));
  });
  auto cast = [](OpBuilder &builder, Type type, ValueRange inputs,
                 Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
        .getResult(0);
  };
  converter.addSourceMaterialization(cast);
  converter.addTargetMaterialization(cast);
}
