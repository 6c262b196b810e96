//===- Module.cpp - The extension module ascend_mlir._core ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Thin: tensors come and go as flat bytes with a shape, dtypes as CANN's words.
// The package around it, in Python, knows numpy; Runner is its shortest way.

#include "Ascend/Runtime/WholeFile.h"
#include "ErrorTable.h"
#include "Interrupt.h"
#include "Model.h"
#include "Runner.h"
#include "Text.h"
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <execinfo.h>

namespace nb = nanobind;
using namespace ascend_python;

namespace {

using Bytes = nb::ndarray<nb::numpy, uint8_t, nb::ndim<1>>;

} // namespace

/// Hands the memory over to numpy.
static nb::object toPython(Output &output) {
  auto *block = new OutputBlock(std::move(output.data));
  nb::capsule owner(block, [](void *block) noexcept {
    delete static_cast<OutputBlock *>(block);
  });
  return nb::cast(Bytes(block->get(), {output.bytes}, owner));
}

static AscendStringRef bytesOf(const Buffer &buffer) {
  return {static_cast<const char *>(buffer.data()), buffer.bytes()};
}

/// What `make` gives, unless a signal's handler raises before.
template <typename Make>
static std::shared_ptr<Model> makeStoppable(const Make &make) {
  auto model = std::make_shared<std::shared_ptr<Model>>();
  runStoppable([=](AscendStop stop) { *model = make(stop); });
  return *model;
}

/// Writes a file whole or not at all. An OSError, where it cannot.
static void writeFile(const std::string &path, const nb::bytes &data) {
  auto write = [&] {
    ascendrt::WholeFile file(path);
    if (int error = file.open())
      return error;
    int error = ascendrt::writeAll(file.descriptor(), data.data(), data.size());
    return error ? error : file.keep();
  };
  if (int error = write()) {
    errno = error;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
    throw nb::python_error();
  }
}

static nb::list toPython(const std::vector<Diagnostic> &diagnostics) {
  nb::list result;
  for (const Diagnostic &each : diagnostics)
    result.append(nb::make_tuple(toText(each.code), toText(each.message),
                                 toText(each.where), toText(each.note),
                                 each.exitCode));
  return result;
}

static AscendStringRef ref(const std::string &text) {
  return {text.data(), text.size()};
}

static std::string copyOf(AscendStringRef text) {
  return std::string(text.data, text.length);
}

static nb::list expand(const std::vector<Option> &options) {
  nb::list result;
  for (const auto &[name, value] : expandOptions(options))
    result.append(nb::make_tuple(toText(name), toText(value)));
  return result;
}

static nb::tuple decideFile(const std::string &path,
                            const std::vector<Option> &options) {
  auto decision = std::make_shared<Model::Decision>();
  runStoppable([=](AscendStop stop) {
    *decision = Model::decideFile(path, options, stop);
  });
  return nb::make_tuple(decision->report, toPython(decision->warnings));
}

static std::string describeGEGraph(const std::string &path) {
  auto text = std::make_shared<std::string>();
  runStoppable([=](AscendStop) {
    check(ascendDescribeGEGraph(
        ref(path),
        [](AscendStringRef text, void *user) {
          *static_cast<std::string *>(user) = copyOf(text);
        },
        text.get()));
  });
  return *text;
}

static nb::list findExternalData(const std::string &path) {
  auto files = std::make_shared<std::vector<std::string>>();
  runStoppable([=](AscendStop) {
    check(ascendVisitExternalData(
        ref(path),
        [](AscendStringRef file, void *user) {
          static_cast<std::vector<std::string> *>(user)->push_back(
              copyOf(file));
        },
        files.get()));
  });
  nb::list result;
  for (const std::string &file : *files)
    result.append(toText(file));
  return result;
}

static nb::list fusionPasses() {
  nb::list result;
  ascendVisitFusionPasses(
      [](AscendStringRef name, bool isModelled, bool isCounted, void *user) {
        static_cast<nb::list *>(user)->append(
            nb::make_tuple(copyOf(name), isModelled, isCounted));
      },
      &result);
  return result;
}

static std::shared_ptr<Model> compileFile(const std::string &path,
                                          const std::vector<Option> &options) {
  return makeStoppable(
      [=](AscendStop stop) { return Model::compileFile(path, options, stop); });
}

static std::shared_ptr<Model> compareFile(const std::string &path,
                                          const std::vector<Option> &options) {
  return makeStoppable(
      [=](AscendStop stop) { return Model::compareFile(path, options, stop); });
}

static std::shared_ptr<Model> chooseFile(const std::string &path,
                                         const std::vector<Option> &options,
                                         const std::vector<Option> &kept) {
  return makeStoppable([=](AscendStop stop) {
    return Model::chooseFile(path, options, kept, stop);
  });
}

static std::vector<bool> findForms(const std::shared_ptr<Model> &model,
                                   const std::vector<Option> &kept) {
  auto forms = std::make_shared<std::vector<bool>>();
  runStoppable([=](AscendStop stop) { *forms = model->findForms(kept, stop); });
  return *forms;
}

static std::shared_ptr<Model> compileBytes(nb::handle object,
                                           const std::string &name,
                                           const std::vector<Option> &options) {
  // Whoever lets go of it last may not have Python's lock.
  std::shared_ptr<Buffer> buffer(new Buffer(object), [](Buffer *buffer) {
    nb::gil_scoped_acquire lock;
    delete buffer;
  });
  return makeStoppable([=](AscendStop stop) {
    return Model::compileBytes(bytesOf(*buffer), name, options, stop);
  });
}

static void save(const std::shared_ptr<Model> &model, const std::string &path) {
  runStoppable([=](AscendStop stop) { model->save(path, stop); });
}

static std::shared_ptr<Model> loadBytes(nb::handle object) {
  Buffer buffer(object);
  nb::gil_scoped_release release;
  return Model::loadBytes(bytesOf(buffer));
}

using Input = std::pair<nb::object, std::vector<int64_t>>;

static nb::list run(const std::shared_ptr<Model> &self,
                    std::vector<Input> inputs, int threads,
                    const std::optional<std::string> &dump, ErrorTable *table) {
  Model &model = *self;
  if (inputs.size() != model.description().num_inputs)
    throw nb::value_error("the number of inputs is not the model's");
  std::vector<Buffer> buffers;
  std::vector<ascendrt_tensor> tensors;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<int64_t> &shape = inputs[i].second;
    // libascendrt reads as many dimensions as the model's input has.
    if (shape.size() != size_t(model.description().inputs[i].rank))
      throw nb::value_error("the rank of an input is not the model's");
    const Buffer &buffer = buffers.emplace_back(inputs[i].first);
    tensors.push_back({buffer.data(), buffer.bytes(), shape.data()});
  }
  if (dump)
    runStoppable([=](AscendStop stop) { self->prepareDump(stop); });
  std::vector<Output> outputs =
      runUnlocked(model, tensors, threads, dump, table);
  if (table)
    table->throwRaised();
  nb::list result;
  for (Output &output : outputs) {
    std::vector<int64_t> shape = output.shape;
    result.append(nb::make_tuple(toPython(output), nb::tuple(nb::cast(shape))));
  }
  return result;
}

/// (shapes, state, own runs, runs, seconds, why, weights, added weights) of
/// each.
static nb::list shapes(const Model &model) {
  nb::list result;
  for (const Model::ShapesInfo &info : model.shapes())
    result.append(nb::make_tuple(info.shapes, info.state, info.ownRuns,
                                 info.runs, info.seconds, toText(info.why),
                                 info.weights, info.addedWeights));
  return result;
}

/// (name, dtype, shape) of each.
static nb::list describe(const ascendrt_tensor_desc *descs, uint32_t count) {
  nb::list result;
  for (const ascendrt_tensor_desc &desc :
       std::vector<ascendrt_tensor_desc>(descs, descs + count))
    result.append(nb::make_tuple(
        toText(desc.name), ascendrt_dtype_word(desc.dtype),
        std::vector<int64_t>(desc.shape, desc.shape + desc.rank)));
  return result;
}

NB_MODULE(_core, module) {
  // Python ends a thread by pthread_exit, for which the C library loads the
  // unwinder on first use, and ends the process where it finds no memory then.
  void *frame;
  (void)backtrace(&frame, 1);
  // An interpreter that ends need not free what it holds.
  nb::set_leak_warnings(false);
  registerFailure();
  prepareInterrupts();
  using Unlocked = nb::call_guard<nb::gil_scoped_release>;
  module.def("version", [] {
    AscendStringRef version = ascendGetVersion();
    return std::string(version.data, version.length);
  });
  module.def("write_file", &writeFile, nb::arg("path"), nb::arg("data"));
  module.def(
      "option_name",
      [](const std::string &spelling) {
        return copyOf(ascendOptionGetName(ref(spelling)));
      },
      nb::arg("spelling"));
  module.def(
      "session_value",
      [](const std::string &name, const std::string &word) {
        return copyOf(ascendOptionGetSessionValue(ref(name), ref(word)));
      },
      nb::arg("name"), nb::arg("word"));
  module.def(
      "command_line_word",
      [](const std::string &name, const std::string &value) {
        return copyOf(ascendOptionGetCommandLineWord(ref(name), ref(value)));
      },
      nb::arg("name"), nb::arg("value"));
  module.def("expand_options", &expand, nb::arg("options"));
  module.def("decide_file", &decideFile, nb::arg("path"), nb::arg("options"));
  module.def("find_external_data", &findExternalData, nb::arg("path"));
  module.def("describe_ge_graph", &describeGEGraph, nb::arg("path"));
  module.def("fusion_passes", &fusionPasses);
  module.def("compile_file", &compileFile, nb::arg("path"), nb::arg("options"));
  module.def("compile_bytes", &compileBytes, nb::arg("data"), nb::arg("name"),
             nb::arg("options"));
  module.def("compare_file", &compareFile, nb::arg("path"), nb::arg("options"));
  module.def("choose_file", &chooseFile, nb::arg("path"), nb::arg("options"),
             nb::arg("kept"));
  module.def("load", &Model::load, nb::arg("path"), Unlocked());
  module.def("load_bytes", &loadBytes, nb::arg("data"));
  nb::class_<Model>(module, "Model")
      .def_prop_ro("inputs",
                   [](const Model &model) {
                     return describe(model.description().inputs,
                                     model.description().num_inputs);
                   })
      .def_prop_ro("outputs",
                   [](const Model &model) {
                     return describe(model.description().outputs,
                                     model.description().num_outputs);
                   })
      .def_prop_ro(
          "warnings",
          [](const Model &model) { return toPython(model.getWarnings()); })
      .def("choices",
           [](Model &model) {
             nb::list result;
             for (const std::string &name : model.choices())
               result.append(toText(name));
             return result;
           })
      .def("find_forms", &findForms, nb::arg("kept"))
      .def("report", &Model::report, Unlocked())
      .def("report_text", &Model::reportText, Unlocked())
      .def("text", &Model::text, Unlocked())
      .def("save", &save, nb::arg("path"))
      .def("shapes", &shapes)
      .def("profile", &Model::profile, Unlocked())
      .def("save_profile", &Model::saveProfile, nb::arg("path"), Unlocked())
      .def("run", &run, nb::arg("inputs"), nb::arg("threads"),
           nb::arg("dump").none(), nb::arg("table").none() = nb::none());
  registerRunner(module);
  nb::class_<ErrorTable>(module, "ErrorTable")
      .def(nb::init<std::shared_ptr<Model>, nb::object>(), nb::arg("model"),
           nb::arg("visit").none())
      .def("watch", &ErrorTable::watch, nb::arg("op"), nb::arg("count"))
      .def("json", &ErrorTable::json, Unlocked())
      .def("state", &ErrorTable::state)
      .def("add_state", &ErrorTable::addState, nb::arg("state"))
      .def("take", &ErrorTable::take, nb::arg("later"));
}
