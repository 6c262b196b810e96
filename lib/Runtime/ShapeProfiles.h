//===- ShapeProfiles.h - Code of a model for certain shapes -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_SHAPEPROFILES_H
#define ASCEND_LIB_RUNTIME_SHAPEPROFILES_H

#include "Ascend/Runtime/ascendrt.h"
#include <string>

namespace ascendrt {

/// The profiles of a model, which outlives this; none where it has none.
class ShapeProfiles {
public:
  explicit ShapeProfiles(const ascendrt_model &model);

  const ascendrt_model *begin() const { return first; }
  const ascendrt_model *end() const { return first + count; }

  /// Whether the model takes inputs of no other shapes.
  bool areNeeded() const { return model.flags & ASCENDRT_MODEL_NEEDS_PROFILE; }
  /// The one for inputs of these shapes, or null.
  const ascendrt_model *find(const int64_t *const *shapes) const;
  /// Why such inputs are refused: the sentence names the profiles.
  std::string refuse(const int64_t *const *shapes) const;

  /// What is wrong with them, or "".
  std::string check() const;

private:
  /// "'x' [1,3]" of each input that is open.
  std::string open(const int64_t *const *shapes) const;

  const ascendrt_model &model;
  const ascendrt_model *first = nullptr;
  uint32_t count = 0;
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_SHAPEPROFILES_H
