//===- Runner.h - Runs on numpy's arrays as they are ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A run of a tiny model takes as long as a few of Python's calls. So what most
// callers give, arrays as the model takes them, goes to it and comes back
// without any of the package's Python.

#ifndef ASCEND_PYTHON_RUNNER_H
#define ASCEND_PYTHON_RUNNER_H

#include "ErrorTable.h"
#include "Model.h"
#include <nanobind/nanobind.h>

namespace ascend_python {

/// A view of a Python object, held as long as this lives.
class Buffer {
public:
  /// No view, as yet.
  Buffer() { view.obj = nullptr; }
  /// All bytes. Throws what Python raises.
  explicit Buffer(nanobind::handle object) {
    if (!take(object, PyBUF_SIMPLE))
      throw nanobind::python_error();
  }
  Buffer(Buffer &&other) noexcept : view(other.view) {
    other.view.obj = nullptr;
  }
  ~Buffer() {
    if (view.obj)
      PyBuffer_Release(&view);
  }

  /// False where Python raises.
  bool take(nanobind::handle object, int flags) {
    if (PyObject_GetBuffer(object.ptr(), &view, flags) == 0)
      return true;
    view.obj = nullptr;
    return false;
  }
  const Py_buffer &get() const { return view; }
  void *data() const { return view.buf; }
  uint64_t bytes() const { return view.len; }

private:
  Py_buffer view;
};

/// Runs with Python's lock free, and throws what a signal's handler raises.
std::vector<Output> runUnlocked(Model &model,
                                const std::vector<ascendrt_tensor> &inputs,
                                int threads,
                                const std::optional<std::string> &dump,
                                ErrorTable *table);

class Runner {
public:
  /// `arrayType` is numpy.ndarray, `dtypes` those of the outputs.
  Runner(std::shared_ptr<Model> model, nanobind::object arrayType,
         nanobind::list dtypes);

  /// A dict of the outputs; None where `inputs` are no arrays as the model
  /// takes them: of the dtype and shape, dense, aligned, by names or in order.
  nanobind::object run(nanobind::handle inputs, int threads);

private:
  /// Borrowed; null where there is none.
  PyObject *find(PyObject *inputs, size_t index) const;
  nanobind::object makeArray(Output &output, size_t index) const;

  std::shared_ptr<Model> model;
  nanobind::object arrayType;
  nanobind::list dtypes;
  std::vector<nanobind::object> inputNames, outputNames;
};

/// Tells Python of Runner.
void registerRunner(nanobind::module_ &module);

} // namespace ascend_python

#endif // ASCEND_PYTHON_RUNNER_H
