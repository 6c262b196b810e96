//===- AippSteps.h - The nodes that an Aipp becomes -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_GRAPH_AIPPSTEPS_H
#define ASCEND_LIB_TRANSFORMS_GRAPH_AIPPSTEPS_H

#include "Ascend/Dialect/Ascend/IR/AippGeometry.h"
#include "Expansion.h"

namespace mlir::ascend::transforms {

/// Makes the nodes of an Aipp. Shapes may have `kDynamic` for the number of
/// pictures, which is their first extent.
class AippSteps : public Expansion {
public:
  using Expansion::Expansion;

  IntegerType byte() { return builder.getIntegerType(8, /*isSigned=*/false); }
  Type bit() { return builder.getI1Type(); }
  Type int16() { return builder.getI16Type(); }
  Type int32() { return builder.getI32Type(); }
  Type int64() { return builder.getI64Type(); }

  /// The one element of a tensor; of integers, as an index.
  Value readElement(Value tensor);
  Value readIndex(Value tensor);

  /// From `begin` on `size` elements along the axes behind the first one.
  Value slice(Value value, ArrayRef<int64_t> begin, ArrayRef<int64_t> size);
  /// Axes of extent 1 are repeated.
  Value expand(Value value, ArrayRef<int64_t> shape);
  Value join(ValueRange values, int64_t axis);
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

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_GRAPH_AIPPSTEPS_H
