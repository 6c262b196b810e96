//===- SortKeys.cpp - Elements as integers in their order -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SortKeys.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Value to_linalg::sortKey(ImplicitLocOpBuilder &b, Value element,
                         NumberKind kind, bool ascending) {
  Type type = element.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(width);
  auto number = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(integer, value));
  };
  Value key = element;
  if (kind == NumberKind::Float) {
    Value zero = constantOf(b, type, 0);
    Value isNaN =
        arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, element, element);
    // -0 + 0 is 0. The bits of negative numbers run the other way.
    key = arith::BitcastOp::create(b, integer,
                                   arith::AddFOp::create(b, element, zero));
    Value sign =
        arith::ShRSIOp::create(b, key, number(APInt(width, width - 1)));
    Value flipped =
        arith::AndIOp::create(b, sign, number(APInt::getSignedMaxValue(width)));
    key = arith::XOrIOp::create(b, key, flipped);
    key = arith::SelectOp::create(b, isNaN,
                                  number(APInt::getSignedMaxValue(width)), key);
  } else if (kind == NumberKind::Unsigned) {
    key = arith::XOrIOp::create(b, key, number(APInt::getSignMask(width)));
  }
  if (!ascending)
    key = arith::XOrIOp::create(b, key, number(APInt::getAllOnes(width)));
  return key;
}
