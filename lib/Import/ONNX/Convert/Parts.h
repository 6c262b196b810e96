//===- Parts.h - Ops that converters make on the way ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Each gives its operand itself where there is nothing to do, and null for a
// null operand. `suffix` names the op, as in NodeImporter::create.

#ifndef ASCEND_LIB_IMPORT_ONNX_CONVERT_PARTS_H
#define ASCEND_LIB_IMPORT_ONNX_CONVERT_PARTS_H

#include "NodeImporter.h"

namespace mlir::ascend::onnx {

/// The element type of a tensor; null after a fault, as the tensor is.
Type typeOf(Value value);
/// The extents of a ranked tensor.
ArrayRef<int64_t> shapeOf(Value value);

/// Whether inputs 0 and 1 are int8, as those of a cube op of a quantized model.
bool areQuantized(NodeImporter &node);
/// The element type of sums of products of inputs 0 and 1: theirs, or int32
/// where they are int8.
Type sumType(NodeImporter &node);
/// Fails where input `index` does not have it.
bool hasSumType(NodeImporter &node, unsigned index);

Value castTo(NodeImporter &node, Value value, Type type, const Twine &suffix);
Value reshapeTo(NodeImporter &node, Value value, ArrayRef<int64_t> shape,
                const Twine &suffix);
/// The extent of `value` at `axis`: a vector of one int64.
Value extentAt(NodeImporter &node, Value value, int64_t axis,
               const Twine &suffix);
/// The same as reshapeTo where extents may be known at run time only: all of
/// those but one must be extents of `value`.
Value reshapeToExtents(NodeImporter &node, Value value, ArrayRef<Extent> shape,
                       const Twine &suffix);
/// An extent of a shape that is made: a number, or else a vector of one int64.
struct Size {
  int64_t number = ShapedType::kDynamic;
  Value vector;

  Size(int64_t number) : number(number) {}
  Size(Value vector) : vector(vector) {}
  bool isNumber() const { return !vector; }
};
/// That of `value` at `axis`.
Size sizeAt(NodeImporter &node, Value value, int64_t axis, const Twine &suffix);
Size addSizes(NodeImporter &node, Size a, Size b, const Twine &suffix);
/// Products of numbers must not overflow.
Size multiplySizes(NodeImporter &node, Size a, Size b, const Twine &suffix);
/// A vector of all of them.
Value joinSizes(NodeImporter &node, ArrayRef<Size> sizes, const Twine &suffix);
/// The same as reshapeTo for any sizes.
Value reshapeToSizes(NodeImporter &node, Value value, ArrayRef<Size> sizes,
                     const Twine &suffix);
Value transposeTo(NodeImporter &node, Value value, ArrayRef<int64_t> perm,
                  const Twine &suffix);
Value broadcastTo(NodeImporter &node, Value value, ArrayRef<int64_t> shape,
                  const Twine &suffix);
/// Elements from `begin` to before `end` of `axis`, in steps.
Value sliceAlong(NodeImporter &node, Value value, int64_t axis, int64_t begin,
                 int64_t end, const Twine &suffix, int64_t step = 1);
Value joinAlong(NodeImporter &node, ValueRange values, int64_t axis,
                const Twine &suffix);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_CONVERT_PARTS_H
