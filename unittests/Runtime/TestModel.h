//===- TestModel.h - A compiled model written by hand -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_UNITTESTS_RUNTIME_TESTMODEL_H
#define ASCEND_UNITTESTS_RUNTIME_TESTMODEL_H

#include "Ascend/Runtime/ascendrt.h"

#include <memory>
#include <string>
#include <vector>

struct Destroy {
  void operator()(ascendrt_context *context) const {
    ascendrt_destroy(context);
  }
};
using ContextPtr = std::unique_ptr<ascendrt_context, Destroy>;

/// A model whose parts a test may spoil: one float input "x", one float output
/// "y", both [6], and its code.
struct TestModel {
  explicit TestModel(ascendrt_entry entry) {
    model.abi_version = ASCENDRT_ABI_VERSION;
    model.num_inputs = model.num_outputs = 1;
    model.inputs = &input;
    model.outputs = &output;
    model.arena_bytes = 256;
    model.arena_alignment = 64;
    model.entry = entry;
  }

  /// Its context; on failure null, with the reason in `error`.
  ContextPtr create(int32_t threads = 2, int32_t guard = ASCENDRT_GUARD_NONE) {
    ascendrt_options options = {sizeof(ascendrt_options), threads, guard};
    char *text = nullptr;
    ContextPtr context(ascendrt_create(&model, &options, &text));
    error = text ? text : "";
    ascendrt_free_string(text);
    return context;
  }

  std::vector<int64_t> shape = {6};
  ascendrt_tensor_desc input = {"x", ASCENDRT_FLOAT, 1, shape.data()};
  ascendrt_tensor_desc output = {"y", ASCENDRT_FLOAT, 1, shape.data()};
  ascendrt_model model = {};
  std::string error;
};

/// Calls a lambda of (begin, end) as a body.
template <typename Function>
void parallelFor(ascendrt_context *context, int64_t count, Function function) {
  ascendrt_parallel_for(
      context, count,
      [](void *env, int64_t begin, int64_t end) {
        (*static_cast<Function *>(env))(begin, end);
      },
      &function);
}

#endif // ASCEND_UNITTESTS_RUNTIME_TESTMODEL_H
