//===- Contraction.h - An op that is a contraction --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// c += a * b as a linalg.generic. a is read by scalars, at any strides: the
// windows of a convolution, its steps and rows of a matrix are all the same,
// and none of them is copied. How long the parallel loops are, and how far the
// operands move in any loop but that of columns, may be dynamic.
//
// Integers of which both factors have two or four side by side along the
// innermost reduction are taken by dots, as are two bfloat16 where the CPU has
// one of them: what is said of elements is of such groups then.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTION_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTION_H

#include "Ascend/Conversion/LinalgToCPU/ContractionPlan.h"
#include "InnerProduct.h"
#include "Nest/StridedNest.h"
#include "ProductReaders.h"

namespace mlir::ascend::to_cpu {

/// What a product takes of a factor: its elements widened, less a number.
struct ContractionFactor {
  bool isUnsigned = false;
  int64_t offset = 0;
};

struct Contraction {
  /// The operand of the nest that is the sums.
  static constexpr unsigned c = 2;

  /// Reads `op`, of which isContraction holds; none where its loops have not
  /// the form, or no product is of its elements. Changes nothing else than to
  /// add ops that compute positions. Emits an error and fails for what has no
  /// loops.
  static FailureOr<std::optional<Contraction>>
  match(RewriterBase &rewriter, linalg::GenericOp op, const VectorUnit &unit);

  /// Makes the loops those that a plan is for: with what reads the sums, as few
  /// as they can be, and with one of rows. Emits an error and fails for readers
  /// that have no vector form.
  LogicalResult prepare(RewriterBase &rewriter);

  /// What the plan sees of the loops.
  ContractionShape shape() const;

  /// Joins loop `lines` with that of rows.
  void joinLines(RewriterBase &rewriter, unsigned lines, unsigned row);

  Type elementOf(unsigned operand) const {
    return cast<MemRefType>(op->getOperand(operand).getType()).getElementType();
  }
  /// The product of vectors of so many lanes, or null.
  std::unique_ptr<InnerProduct> productFor(const ContractionRoles &roles,
                                           const ContractionLanes &vector,
                                           const VectorUnit &unit) const;

  linalg::GenericOp op;
  /// The loops of the op; its operands, then those of each reader.
  StridedNest nest;
  /// Of the op's first and second operand.
  std::array<ContractionFactor, 2> factors;
  /// The k of a dot, which the innermost reduction was.
  int64_t packedK = 1;
  std::optional<ProductReaders> readers;
  /// What each sum begins with, and the op that says so; null where c holds it.
  Value start;
  linalg::FillOp fill;
  /// Where the loop of rows goes through pixels, how many a line has, and how
  /// far each operand's lines lie apart.
  std::optional<OpFoldResult> lineLength;
  SmallVector<OpFoldResult> lineStrides;

private:
  void takeDots(const VectorUnit &unit);
  void collapse(RewriterBase &rewriter);
  void insertRow(RewriterBase &rewriter);
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_CONTRACTION_H
