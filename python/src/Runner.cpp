//===- Runner.cpp - Runs on numpy's arrays as they are --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "Interrupt.h"
#include "Text.h"
#include <nanobind/stl/shared_ptr.h>

namespace nb = nanobind;
using namespace ascend_python;

std::vector<Output> ascend_python::runUnlocked(
    Model &model, const std::vector<ascendrt_tensor> &inputs, int threads,
    const std::optional<std::string> &dump, ErrorTable *table) {
  try {
    ascendrt_poll poll = isMainThread() ? pollSignals : nullptr;
    nb::gil_scoped_release release;
    return model.run(inputs, threads, dump, table, poll);
  } catch (const Failure &) {
    // A handler has raised: that is why.
    if (PyErr_Occurred())
      throw nb::python_error();
    throw;
  }
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// How a buffer of numpy calls the elements of `dtype`; 0 where that says too
/// little: numpy has no letter for it, or each byte is to be looked at.
static char letterOf(ascendrt_dtype dtype) {
  switch (dtype) {
  case ASCENDRT_FLOAT:
    return 'f';
  case ASCENDRT_FLOAT16:
    return 'e';
  case ASCENDRT_DOUBLE:
    return 'd';
  case ASCENDRT_INT8:
    return 'b';
  case ASCENDRT_UINT8:
    return 'B';
  case ASCENDRT_INT16:
    return 'h';
  case ASCENDRT_UINT16:
    return 'H';
  case ASCENDRT_INT32:
    return 'i';
  case ASCENDRT_UINT32:
    return 'I';
  case ASCENDRT_INT64:
    return 'l';
  case ASCENDRT_UINT64:
    return 'L';
  default:
    return 0;
  }
}

/// Whether `view` is a tensor as `desc` has it.
static bool agrees(const Py_buffer &view, const ascendrt_tensor_desc &desc) {
  char letter = letterOf(desc.dtype);
  if (!letter || !view.format || view.format[0] != letter || view.format[1] ||
      view.ndim != int(desc.rank) ||
      reinterpret_cast<uintptr_t>(view.buf) % view.itemsize != 0)
    return false;
  for (int axis = 0; axis < view.ndim; ++axis)
    if (desc.shape[axis] >= 0 && desc.shape[axis] != view.shape[axis])
      return false;
  return true;
}

PyObject *Runner::find(PyObject *inputs, size_t index) const {
  if (PyDict_CheckExact(inputs))
    return PyDict_GetItem(inputs, inputNames[index].ptr());
  return PyTuple_CheckExact(inputs)  ? PyTuple_GET_ITEM(inputs, index)
         : PyList_CheckExact(inputs) ? PyList_GET_ITEM(inputs, index)
                                     : inputs;
}

/// How many inputs `inputs` may be.
static size_t countOf(PyObject *inputs) {
  if (PyDict_CheckExact(inputs))
    return PyDict_GET_SIZE(inputs);
  return PyTuple_CheckExact(inputs)  ? PyTuple_GET_SIZE(inputs)
         : PyList_CheckExact(inputs) ? PyList_GET_SIZE(inputs)
                                     : 1;
}

nb::object Runner::run(nb::handle inputs, int threads) {
  const ascendrt_model &description = model->description();
  size_t count = description.num_inputs;
  if (countOf(inputs.ptr()) != count)
    return nb::none();
  std::vector<Buffer> buffers(count);
  std::vector<ascendrt_tensor> tensors(count);
  for (size_t i = 0; i < count; ++i) {
    PyObject *value = find(inputs.ptr(), i);
    if (!value || Py_TYPE(value) != (PyTypeObject *)arrayType.ptr())
      return nb::none();
    // Dense, by its flags.
    if (!buffers[i].take(value, PyBUF_ND | PyBUF_FORMAT)) {
      PyErr_Clear();
      return nb::none();
    }
    const Py_buffer &view = buffers[i].get();
    if (!agrees(view, description.inputs[i]))
      return nb::none();
    static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));
    tensors[i] = {view.buf, uint64_t(view.len),
                  reinterpret_cast<int64_t *>(view.shape)};
  }
  std::vector<Output> outputs =
      runUnlocked(*model, tensors, threads, std::nullopt, nullptr);
  nb::dict result;
  for (size_t i = 0; i < outputs.size(); ++i)
    result[outputNames[i]] = makeArray(outputs[i], i);
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

namespace {

/// What an array of an output holds on to.
struct OutputBytes {
  OutputBlock data;
  uint64_t bytes;
};

} // namespace

static int getBuffer(PyObject *self, Py_buffer *view, int flags) {
  auto *bytes = nb::inst_ptr<OutputBytes>(nb::handle(self));
  return PyBuffer_FillInfo(view, self, bytes->data.get(), bytes->bytes,
                           /*readonly=*/0, flags);
}

nb::object Runner::makeArray(Output &output, size_t index) const {
  size_t rank = output.shape.size();
  nb::object shape = nb::steal(PyTuple_New(rank));
  for (size_t axis = 0; axis < rank; ++axis)
    PyTuple_SET_ITEM(shape.ptr(), axis,
                     PyLong_FromLongLong(output.shape[axis]));
  nb::object bytes =
      nb::cast(OutputBytes{std::move(output.data), output.bytes});
  PyObject *arguments[] = {shape.ptr(), PyList_GET_ITEM(dtypes.ptr(), index),
                           bytes.ptr()};
  PyObject *array = PyObject_Vectorcall(arrayType.ptr(), arguments, 3, nullptr);
  if (array)
    return nb::steal(array);
  if (!PyErr_ExceptionMatches(PyExc_ValueError))
    throw nb::python_error();
  // Without any elements, too, numpy wants to know how many bytes the others
  // would be.
  PyErr_Clear();
  std::string text;
  for (int64_t extent : output.shape)
    text += (text.empty() ? "" : ", ") + std::to_string(extent);
  fail(ASCEND_LIMIT,
       std::string("the output '") + model->description().outputs[index].name +
           "' has the shape [" + text + "], which no array of numpy has");
}

Runner::Runner(std::shared_ptr<Model> model, nb::object arrayType,
               nb::list dtypes)
    : model(std::move(model)), arrayType(std::move(arrayType)),
      dtypes(std::move(dtypes)) {
  const ascendrt_model &description = this->model->description();
  auto names = [](const ascendrt_tensor_desc *descs, uint32_t count) {
    std::vector<nb::object> names;
    names.reserve(count);
    for (uint32_t i = 0; i < count; ++i)
      names.push_back(nb::cast(toText(descs[i].name)));
    return names;
  };
  inputNames = names(description.inputs, description.num_inputs);
  outputNames = names(description.outputs, description.num_outputs);
  if (this->dtypes.size() != outputNames.size())
    throw nb::value_error("the number of dtypes is not that of the outputs");
}

void ascend_python::registerRunner(nb::module_ &module) {
  static PyType_Slot slots[] = {{Py_bf_getbuffer, (void *)getBuffer},
                                {0, nullptr}};
  nb::class_<OutputBytes>(module, "OutputBytes", nb::type_slots(slots));
  nb::class_<Runner>(module, "Runner")
      .def(nb::init<std::shared_ptr<Model>, nb::object, nb::list>(),
           nb::arg("model"), nb::arg("array_type"), nb::arg("dtypes"))
      .def("run", &Runner::run, nb::arg("inputs").none(), nb::arg("threads"));
}
