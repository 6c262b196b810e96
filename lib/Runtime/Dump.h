//===- Dump.h - Observed tensors as files -----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_DUMP_H
#define ASCEND_LIB_RUNTIME_DUMP_H

#include "Ascend/Runtime/ascendrt.h"

#include <string>

namespace ascendrt {

/// Writes what ascendrt_dump_to documents. Every function that returns a string
/// returns what went wrong, one sentence, or "".
class Dump {
public:
  /// Makes `directory` and those above it.
  std::string open(const std::string &directory);

  /// Starts a run: takes the index of the one before away.
  std::string begin();

  /// Writes one tensor; `shape` is static.
  std::string write(const ascendrt_observed_tensor &tensor,
                    const int64_t *shape, const void *data);

  /// Ends a run: writes the index.
  std::string finish();

private:
  std::string directory;
  std::string index; ///< the rows of index.json so far
  unsigned files = 0;
};

/// Appends `text` as a JSON string. Bytes that are not UTF-8 become U+FFFD.
void appendJSONString(std::string &out, const char *text);

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_DUMP_H
