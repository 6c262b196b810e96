//===- Storage.h - How tensors lie in memory --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_STORAGE_H
#define ASCEND_DIALECT_ASCEND_IR_STORAGE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace mlir::ascend {

/// Where weights and buffers start, in bytes: a cache line, and the widest
/// vector.
inline constexpr int64_t kBufferAlignment = 64;

/// A weight of so many bytes may lie in a file of its own, which is mapped at a
/// page. A smaller one would take as much memory there.
inline constexpr int64_t kWeightPage = 4096;

/// A constant of at most so many bytes is a dense attribute, whose elements are
/// printed and folded. A larger one is a resource: a dense attribute is hashed,
/// and kept for the life of the context.
inline constexpr size_t kMostDenseBytes = 4096;

/// The largest tensor, pool or arena, in bytes: what an x86-64 process can
/// address.
inline constexpr int64_t kMaxBytes = int64_t(1) << 47;

/// Bytes of one element in memory, or nothing for a type that has no layout of
/// whole bytes. A bool is one byte, 0 or 1.
std::optional<int64_t> elementBytes(Type elementType);

/// Bytes of a dense tensor or memref of static shape, or nothing if a dimension
/// or the element's size is unknown or the size passes kMaxBytes.
std::optional<int64_t> tensorBytes(ShapedType type);

/// The elements of `value` in place, where it holds them as they are stored:
/// not those that are all one value, nor bools that MLIR keeps as bits.
std::optional<ArrayRef<char>> elementsInMemory(ElementsAttr value);

/// Writes the elements of `value` to `out` as they are stored in memory, which
/// has tensorBytes(value.getType()) bytes. Fails, and says why, for a resource
/// that is absent or has the wrong size, and for kinds of attributes without a
/// dense form.
LogicalResult writeElements(ElementsAttr value, MutableArrayRef<char> out,
                            function_ref<void(const Twine &)> sayWhy);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_STORAGE_H
