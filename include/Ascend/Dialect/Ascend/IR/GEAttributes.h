//===- GEAttributes.h - What a GE operator's attributes are ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_GEATTRIBUTES_H
#define ASCEND_DIALECT_ASCEND_IR_GEATTRIBUTES_H

#include "mlir/IR/Operation.h"
#include <cstdint>
#include <optional>

namespace mlir::ascend {

/// How `ge.NAME` is written: `true`; `1 : i64`; `1.0 : f32`; `"word"`;
/// `array<i64: 1, 2>`; `array<f32: 1.0>`; `["word"]`; and Flag, which is a Bool
/// or an Int.
enum class GEAttributeKind {
  Bool,
  Int,
  Float,
  String,
  Ints,
  Floats,
  Strings,
  Flag
};

/// One attribute that an op declares in its `geAttributes` (see
/// AscendGEAttributes.td).
struct GEAttributeSpec {
  llvm::StringLiteral name;
  GEAttributeKind kind;
  /// What an op without it has; "" for nothing, an empty list or word.
  llvm::StringLiteral otherwise;
  /// The least that an integer, or each of a list, may be.
  int64_t minimum = INT64_MIN;
  /// The words that a string may be, with a bar between; "" for any.
  llvm::StringLiteral words = "";
  /// Whether kernels know no other value than `otherwise`.
  bool isFixed = false;
  /// Whether an op must have it.
  bool isRequired = false;
};

/// The attributes that any op may have: what GE's passes put on nodes.
ArrayRef<GEAttributeSpec> commonGEAttributes();

/// That one of `specs`, or of the common ones; null where there is none.
const GEAttributeSpec *findGEAttribute(ArrayRef<GEAttributeSpec> specs,
                                       StringRef name);

/// The `otherwise` of a spec in the form of its kind.
Attribute defaultGEAttribute(MLIRContext *context, const GEAttributeSpec &spec);

// The value of an attribute of each kind, or `otherwise` where it is null.
bool valueOrBool(Attribute attribute, bool otherwise);
int64_t valueOrInt(Attribute attribute, int64_t otherwise);
float valueOrFloat(Attribute attribute, float otherwise);
StringRef valueOrString(Attribute attribute, StringRef otherwise);
SmallVector<int64_t> valueOrInts(Attribute attribute,
                                 ArrayRef<int64_t> otherwise);
ArrayRef<float> valueOrFloats(Attribute attribute, ArrayRef<float> otherwise);
SmallVector<StringRef> valueOrStrings(Attribute attribute,
                                      ArrayRef<StringRef> otherwise);

/// Each `ge.` attribute of the op is one of `specs` or of the common ones, and
/// has the kind, and a value, of its spec, and the required ones are there;
/// else an error on the op names the nearest, or what it needs.
LogicalResult verifyGEAttributes(Operation *op,
                                 ArrayRef<GEAttributeSpec> specs);

/// The attribute of an op that has a value that no kernel knows, by its name;
/// empty where there is none.
StringRef findUnknownToKernels(Operation *op, ArrayRef<GEAttributeSpec> specs);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_GEATTRIBUTES_H
