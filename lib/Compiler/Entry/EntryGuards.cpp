//===- EntryGuards.cpp - What the entry's own code may do -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "EntryGuards.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/RequireText.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// What LLVM computes by instructions of every CPU: wider integers and other
/// floats take calls of functions that nobody has, or no end of code.
static bool isComputed(Type type) {
  return isa<IndexType, Float32Type, Float64Type>(type) ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

bool compiler::isNumber(Type type) {
  return isComputed(type) || (type.isIntOrFloat() && elementBytes(type));
}

bool compiler::isNumberOp(Operation *op) {
  // Shifts have no result beyond the width, and remf is a function of libm.
  if (!isa<arith::ArithDialect>(op->getDialect()) ||
      isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, arith::RemFOp>(op))
    return false;
  bool computes = !isa<arith::ConstantOp, arith::SelectOp>(op);
  auto isAllowed = [&](Type type) {
    return computes ? isComputed(type) : isNumber(type);
  };
  return llvm::all_of(op->getOperandTypes(), isAllowed) &&
         llvm::all_of(op->getResultTypes(), isAllowed);
}

namespace {

class Guard {
public:
  explicit Guard(Operation *op) : op(op), b(op->getLoc(), op) {}

  LogicalResult run() {
    dropFlags();
    return TypeSwitch<Operation *, LogicalResult>(op)
        .Case([&](tensor::ExtractOp extract) { return checkPlace(extract); })
        .Case([&](tensor::CastOp cast) { return checkShape(cast); })
        .Case([&](tensor::DimOp dim) { return checkAxis(dim); })
        .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(
            [&](auto) { return checkDivisor(/*isSigned=*/false); })
        .Case<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
              arith::FloorDivSIOp>(
            [&](auto) { return checkDivisor(/*isSigned=*/true); })
        .Case<arith::FPToSIOp, arith::FPToUIOp>(
            [&](auto convert) { return checkRange(convert); })
        .Case([&](scf::ForOp loop) { return checkStep(loop); })
        .Default(success());
  }

private:
  /// Without a promise an op has a result where the promise is broken.
  void dropFlags() {
    MLIRContext *context = op->getContext();
    if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      op->setAttr(flags.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      context, arith::IntegerOverflowFlags::none));
    if (auto flags = dyn_cast<arith::ArithFastMathInterface>(op))
      op->setAttr(
          flags.getFastMathAttrName(),
          arith::FastMathFlagsAttr::get(context, arith::FastMathFlags::none));
  }

  LogicalResult checkPlace(tensor::ExtractOp extract) {
    Value tensor = extract.getTensor();
    for (auto [axis, index] : llvm::enumerate(extract.getIndices())) {
      int64_t extent =
          cast<RankedTensorType>(tensor.getType()).getDimSize(axis);
      std::optional<int64_t> place = getConstantIntValue(index);
      if (place && *place >= 0 && !ShapedType::isDynamic(extent) &&
          *place < extent)
        continue;
      if (place && (*place < 0 || !ShapedType::isDynamic(extent)))
        return op->emitError("reads place ")
               << *place << " of axis " << axis << " of " << tensor.getType();
      Value size = tensor::DimOp::create(b, tensor, axis);
      // As an unsigned number a negative one is beyond all.
      require(compare(arith::CmpIPredicate::ult, index, size),
              "reads place {} of axis " + Twine(axis) +
                  ", which has {} elements",
              {index, size});
    }
    return success();
  }

  LogicalResult checkShape(tensor::CastOp cast) {
    auto from = dyn_cast<RankedTensorType>(cast.getSource().getType()),
         to = dyn_cast<RankedTensorType>(cast.getType());
    if (!from || !to)
      return op->emitError("needs tensors of a known rank");
    for (int64_t axis = 0; axis < to.getRank(); ++axis) {
      if (!from.isDynamicDim(axis) || to.isDynamicDim(axis))
        continue;
      Value size = tensor::DimOp::create(b, cast.getSource(), axis),
            wanted = arith::ConstantIndexOp::create(b, to.getDimSize(axis));
      require(compare(arith::CmpIPredicate::eq, size, wanted),
              "axis " + Twine(axis) + " has the extent {}, and it says {}",
              {size, wanted});
    }
    return success();
  }

  LogicalResult checkAxis(tensor::DimOp dim) {
    int64_t rank = cast<RankedTensorType>(dim.getSource().getType()).getRank();
    std::optional<int64_t> axis = dim.getConstantIndex();
    if (!axis || *axis < 0 || *axis >= rank)
      return op->emitError("needs a constant from 0 to ")
             << rank - 1 << " as its axis";
    return success();
  }

  LogicalResult checkDivisor(bool isSigned) {
    Value divisor = op->getOperand(1);
    APInt number;
    if (matchPattern(divisor, m_ConstantInt(&number))) {
      if (number.isZero())
        return op->emitError("divides by zero");
      if (!isSigned || !number.isAllOnes())
        return success();
    }
    Type type = divisor.getType();
    auto constant = [&](const APInt &value) -> Value {
      return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
    };
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    Value fits = compare(arith::CmpIPredicate::ne, divisor,
                         constant(APInt::getZero(width)));
    // The lowest number has no counterpart.
    if (isSigned) {
      Value turns = compare(arith::CmpIPredicate::ne, divisor,
                            constant(APInt::getAllOnes(width))),
            isHigher = compare(arith::CmpIPredicate::ne, op->getOperand(0),
                               constant(APInt::getSignedMinValue(width)));
      fits = arith::AndIOp::create(b, fits,
                                   arith::OrIOp::create(b, turns, isHigher));
    }
    require(fits, "the quotient is no number of its type", {});
    return success();
  }

  template <typename OpT>
  LogicalResult checkRange(OpT convert) {
    Value x = convert.getIn();
    bool isSigned = isa<arith::FPToSIOp>(op);
    unsigned width = convert.getType().getIntOrFloatBitWidth();
    auto type = cast<FloatType>(x.getType());
    // -2^(n-1) and 2^(n-1), or 0 and 2^n; powers of two are exact.
    auto constant = [&](double value) -> Value {
      APFloat exact(value);
      bool inexact;
      exact.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &inexact);
      return arith::ConstantOp::create(b, b.getFloatAttr(type, exact));
    };
    double bound = std::ldexp(1.0, isSigned ? width - 1 : width);
    Value least = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, x,
                                        constant(isSigned ? -bound : 0)),
          most = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x,
                                       constant(bound));
    require(arith::AndIOp::create(b, least, most),
            "the float has no integer of the result's type", {});
    return success();
  }

  LogicalResult checkStep(scf::ForOp loop) {
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (step && *step > 0)
      return success();
    if (step)
      return op->emitError("steps by ") << *step << ", which never ends";
    Value zero = arith::ConstantOp::create(
        b, b.getIntegerAttr(loop.getStep().getType(), 0));
    require(compare(arith::CmpIPredicate::sgt, loop.getStep(), zero),
            "the step is not positive", {});
    return success();
  }

  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, predicate, x, y);
  }

  void require(Value condition, const Twine &message, ValueRange values) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << op->getName();
    if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
      os << " at " << withoutBraces(place.getFilename()) << ":"
         << place.getLine() << ":" << place.getColumn();
    os << ": " << message;
    RequireOp::create(b, condition, text, values);
  }

  Operation *op;
  ImplicitLocOpBuilder b;
};

} // namespace

LogicalResult compiler::guard(Operation *op) { return Guard(op).run(); }
