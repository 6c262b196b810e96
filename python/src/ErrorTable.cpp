//===- ErrorTable.cpp - The errors of a comparison's runs -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ErrorTable.h"
#include "Text.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace ascend_python;

ErrorTable::ErrorTable(std::shared_ptr<Model> ofModel, nb::object toVisit)
    : model(std::move(ofModel)), visit(std::move(toVisit)) {
  table.handle = ascendErrorTableCreate(model->getCode());
  if (visit.is_none())
    return;
  ascendErrorTableSetVisitor(
      table.handle,
      [](void *user, const AscendShownTensors *shown) {
        static_cast<ErrorTable *>(user)->show(*shown);
      },
      this);
}

void ErrorTable::attach(ascendrt_context *context) {
  ascendErrorTableAttach(table.handle, context);
}

bool ErrorTable::watch(const std::string &op, size_t count) {
  return ascendErrorTableWatch(table.handle, {op.data(), op.size()}, count);
}

std::string ErrorTable::json() {
  AscendStringRef text = ascendErrorTableGetJSON(table.handle);
  return std::string(text.data, text.length);
}

nb::bytes ErrorTable::state() {
  AscendStringRef bytes = ascendErrorTableGetState(table.handle);
  return nb::bytes(bytes.data, bytes.length);
}

bool ErrorTable::addState(const nb::bytes &state) {
  return ascendErrorTableAddState(table.handle, {state.c_str(), state.size()});
}

bool ErrorTable::take(ErrorTable &later) {
  return ascendErrorTableTake(table.handle, later.table.handle);
}

void ErrorTable::throwRaised() {
  if (raised)
    std::rethrow_exception(std::exchange(raised, nullptr));
}

/// Called without Python's lock, by the run.
void ErrorTable::show(const AscendShownTensors &shown) {
  // What has failed is not asked again.
  if (raised)
    return;
  nb::gil_scoped_acquire lock;
  try {
    const ascendrt_observed_tensor &first = *shown.tensors[0];
    nb::list tensors;
    for (int i = 0; i < 3 && shown.tensors[i]; ++i) {
      ascendrt_dtype dtype = shown.tensors[i]->desc.dtype;
      int32_t rank = shown.tensors[i]->desc.rank;
      std::vector<int64_t> shape(shown.shapes[i], shown.shapes[i] + rank);
      int64_t bytes = 0;
      ascendrt_tensor_bytes(dtype, rank, shape.data(), &bytes);
      tensors.append(nb::make_tuple(ascendrt_dtype_word(dtype), shape,
                                    nb::bytes(shown.data[i], bytes)));
    }
    visit(toText(first.op), toText(first.op_type), first.index, tensors);
  } catch (...) {
    raised = std::current_exception();
  }
}
