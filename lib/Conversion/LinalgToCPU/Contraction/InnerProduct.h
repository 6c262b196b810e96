//===- InnerProduct.h - One step of a matrix product ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What a micro-kernel does with a column of its A tile and a row of its B tile
// depends on the element types, and, with the bf16 and int8 dot instructions,
// on how many k they are packed by. The loops around it do not.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_INNERPRODUCT_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_INNERPRODUCT_H

#include "KernelLowering.h"
#include "mlir/IR/Builders.h"
#include <memory>

namespace mlir::ascend::to_cpu {

/// The elements of a product, as they are packed.
struct ProductElements {
  Type a, b, accumulator;
  /// How many k stand together.
  int64_t packedK;
  /// Whether integers of A and of B have no sign.
  bool aUnsigned = false, bUnsigned = false;
};

/// Emits c += a * b for one packed k.
class InnerProduct {
public:
  virtual ~InnerProduct() = default;

  /// Reads row `position` of an A tile and makes it a factor for `lanes`
  /// columns.
  virtual Value loadA(OpBuilder &builder, Location loc, Value memref,
                      Value position, int64_t lanes) const = 0;
  /// Reads `lanes` columns at `position` of a B tile; with a mask only those
  /// that it has, and zeros.
  virtual Value loadB(OpBuilder &builder, Location loc, Value memref,
                      Value position, int64_t lanes, Value mask = {}) const = 0;
  /// `sum` + `a` * `b`, vectors of the accumulator type.
  virtual Value step(OpBuilder &builder, Location loc, Value a, Value b,
                     Value sum) const = 0;
  /// What loadA makes of ones.
  virtual Value ones(OpBuilder &builder, Location loc, int64_t lanes) const = 0;

  /// The emitter for these elements and sums of `lanes` on `unit`, or null.
  static std::unique_ptr<InnerProduct>
  get(const ProductElements &elements, int64_t lanes, const VectorUnit &unit);
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_INNERPRODUCT_H
