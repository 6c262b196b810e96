//===- GuardedRun.cpp - Runs whose memory is guarded ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "DataTypes.h"
#include "ModelCheck.h"

#include <cstring>

using namespace ascendrt;

void ascendrt_context::checkBuffers(const char *opType) {
  if (!guarded)
    return;
  std::string wrong = guarded->check(opType);
  if (!wrong.empty())
    fail(ASCENDRT_MODEL_FAILED, std::move(wrong));
}

/// A guarded copy of input `index`; null, the run having failed, if there is no
/// memory for it.
const void *ascendrt_context::guardInput(uint32_t index, const void *data) {
  const ascendrt_tensor_desc &desc = model.inputs[index];
  int64_t bytes = 0;
  ascendrt_tensor_bytes(desc.dtype, desc.rank, inputShapes[index], &bytes);
  const void *copy =
      guarded->allocateCopy(GuardedBuffer::Kind::Input, desc.name, data, bytes,
                            findDataType(desc.dtype)->align);
  if (!copy)
    failForRoom(bytes);
  return copy;
}

/// A guarded buffer for what goes to `callers` at the end of the run.
void *ascendrt_context::guardOutput(uint32_t index, const int64_t *shape,
                                    void *callers) {
  const ascendrt_tensor_desc &desc = model.outputs[index];
  int64_t bytes = 0;
  ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &bytes);
  void *data = guarded->allocate(GuardedBuffer::Kind::Output, desc.name, bytes,
                                 findDataType(desc.dtype)->align);
  if (data)
    guardedOutputs.push_back({callers, data, static_cast<uint64_t>(bytes)});
  else
    failForRoom(bytes);
  return data;
}

int32_t ascendrt_context::callGuarded(const void *const *inputs,
                                      void *const *outputs) {
  /// Frees what is of this run, whichever way it ends.
  struct Run {
    explicit Run(ascendrt_context &context) : context(context) {}
    ~Run() {
      context.guarded->endRun();
      context.guardedOutputs.clear();
    }
    ascendrt_context &context;
  } run(*this);

  std::vector<const void *> in(model.num_inputs);
  for (uint32_t i = 0; i < model.num_inputs; ++i)
    if (!(in[i] = guardInput(i, inputs[i])))
      return failure;
  std::vector<void *> out(model.num_outputs);
  for (uint32_t i = 0; i < model.num_outputs; ++i)
    if (ascendrt::isStatic(model.outputs[i]) &&
        !(out[i] = guardOutput(i, model.outputs[i].shape, outputs[i])))
      return failure;
  int32_t code;
  {
    FaultReports reports;
    code = call(in.data(), out.data());
  }
  checkBuffers(/*opType=*/nullptr);
  if (code == ASCENDRT_OK && failure == ASCENDRT_OK)
    for (const GuardedOutput &output : guardedOutputs)
      if (output.bytes)
        std::memcpy(output.to, output.from, output.bytes);
  return code;
}
