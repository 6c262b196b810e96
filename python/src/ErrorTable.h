//===- ErrorTable.h - The errors of a comparison's runs ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_PYTHON_ERRORTABLE_H
#define ASCEND_PYTHON_ERRORTABLE_H

#include "Ascend-c/Lab.h"
#include "Model.h"
#include <nanobind/nanobind.h>

namespace ascend_python {

/// What runs of a model of Model::compareFile are measured with, one run at a
/// time.
class ErrorTable {
public:
  /// `visit` (or None) sees each output: name and type of the op, number of the
  /// output, shape, and of each of its two or three tensors CANN's word of the
  /// dtype and the bytes.
  ErrorTable(std::shared_ptr<Model> model, nanobind::object visit);

  void attach(ascendrt_context *context);
  bool watch(const std::string &op, size_t count);
  std::string json();
  nanobind::bytes state();
  /// Whether it is a state of a table of this model.
  bool addState(const nanobind::bytes &state);
  /// Adds what `later`, a table of this model, measured, and empties it.
  bool take(ErrorTable &later);

  /// Throws what `visit` raised in the last run.
  void throwRaised();

private:
  void show(const AscendShownTensors &shown);

  std::shared_ptr<Model> model;
  Owned<AscendErrorTable, ascendErrorTableDestroy> table;
  nanobind::object visit;
  std::exception_ptr raised;
};

} // namespace ascend_python

#endif // ASCEND_PYTHON_ERRORTABLE_H
