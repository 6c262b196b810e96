//===- Text.h - Text that may hold any bytes --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PYTHON_TEXT_H
#define ASCEND_PYTHON_TEXT_H

#include <nanobind/nanobind.h>
#include <string_view>

namespace ascend_python {

/// A str of names and messages, which need not be UTF-8: what is none becomes
/// U+FFFD.
inline nanobind::object toText(std::string_view bytes) {
  return nanobind::steal(
      PyUnicode_DecodeUTF8(bytes.data(), bytes.size(), "replace"));
}

} // namespace ascend_python

#endif // ASCEND_PYTHON_TEXT_H
