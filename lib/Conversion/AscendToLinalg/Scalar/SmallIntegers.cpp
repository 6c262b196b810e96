//===- SmallIntegers.cpp - Integers of two bits and four ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SmallIntegers.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool to_linalg::isSmallInteger(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSigned() &&
         (integer.getWidth() == 2 || integer.getWidth() == 4);
}

Value to_linalg::readSmallInteger(ImplicitLocOpBuilder &b, Value byte,
                                  Type type) {
  Value value = arith::ExtUIOp::create(b, b.getI32Type(), byte);
  Value others = constantI32(b, 32 - type.getIntOrFloatBitWidth());
  value = arith::ShLIOp::create(b, value, others);
  if (type.isUnsignedInteger())
    return arith::ShRUIOp::create(b, value, others);
  return arith::ShRSIOp::create(b, value, others);
}

Value to_linalg::writeSmallInteger(ImplicitLocOpBuilder &b, Value value,
                                   Type type) {
  Value mask = constantI32(b, (1 << type.getIntOrFloatBitWidth()) - 1);
  return arith::TruncIOp::create(b, b.getI8Type(),
                                 arith::AndIOp::create(b, value, mask));
}
