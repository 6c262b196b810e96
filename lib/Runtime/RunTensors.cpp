//===- RunTensors.cpp - The inputs and outputs of a run ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "DataTypes.h"
#include "ModelCheck.h"

#include <algorithm>
#include <cstdint>

using namespace ascendrt;

bool ascendrt_context::checkBuffer(const ascendrt_tensor_desc &desc,
                                   const char *kind, const int64_t *shape,
                                   const void *data) {
  auto refuse = [&](const std::string &why,
                    ascendrt_status status = ASCENDRT_INVALID_ARGUMENT) {
    fail(status, std::string(kind) + " '" + desc.name + "' " + why);
    return false;
  };
  int64_t bytes;
  if (ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &bytes) ==
      ASCENDRT_LIMIT)
    return refuse("is too large: " + describe(desc, shape), ASCENDRT_LIMIT);
  if (bytes && !data)
    return refuse("has no data");
  unsigned align = findDataType(desc.dtype)->align;
  if (reinterpret_cast<uintptr_t>(data) % align)
    return refuse("is not aligned to " + std::to_string(align) + " bytes");
  return true;
}

bool ascendrt_context::checkBools(const ascendrt_tensor_desc &desc,
                                  const int64_t *shape, const void *data) {
  if (desc.dtype != ASCENDRT_BOOL)
    return true;
  int64_t count = 0;
  ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &count);
  const auto *begin = static_cast<const unsigned char *>(data);
  // All of them first: a loop that may end anywhere is not vectorized.
  unsigned char all = 0;
  for (int64_t i = 0; i < count; ++i)
    all |= begin[i];
  if (all <= 1)
    return true;
  const auto *wrong =
      std::find_if(begin, begin + count, [](unsigned char c) { return c > 1; });
  fail(ASCENDRT_INVALID_ARGUMENT,
       std::string("input '") + desc.name + "' has the byte " +
           std::to_string(*wrong) + " as element " +
           std::to_string(wrong - begin) + ": a bool is 0 or 1");
  return false;
}

bool ascendrt_context::takeInputs(const ascendrt_tensor *inputs) {
  for (uint32_t i = 0; i < model.num_inputs; ++i) {
    const ascendrt_tensor_desc &desc = model.inputs[i];
    const ascendrt_tensor &tensor = inputs[i];
    std::string named = std::string("input '") + desc.name + "'";
    if (desc.rank && !tensor.shape)
      fail(ASCENDRT_INVALID_ARGUMENT, named + " has no shape");
    else if (!agrees(desc, tensor.shape))
      fail(ASCENDRT_INVALID_ARGUMENT,
           named + " is " + describe(desc, tensor.shape) +
               ", and the model takes " + describe(desc, desc.shape));
    if (failure != ASCENDRT_OK ||
        !checkBuffer(desc, "input", tensor.shape, tensor.data))
      return false;
    int64_t bytes = 0;
    ascendrt_tensor_bytes(desc.dtype, desc.rank, tensor.shape, &bytes);
    if (tensor.bytes < static_cast<uint64_t>(bytes)) {
      fail(ASCENDRT_INVALID_ARGUMENT,
           named + " has " + std::to_string(tensor.bytes) + " bytes, and " +
               describe(desc, tensor.shape) + " needs " +
               std::to_string(bytes));
      return false;
    }
    if (!checkBools(desc, tensor.shape, tensor.data))
      return false;
    inputShapes[i] = tensor.shape;
    inputData[i] = tensor.data;
  }
  return true;
}

/// The caller's buffer for `bytes` of output `index`; null, the run having
/// failed, if there is none that large.
void *ascendrt_context::roomForOutput(int64_t index, const int64_t *shape,
                                      uint64_t bytes) {
  const ascendrt_tensor_desc &desc = model.outputs[index];
  auto refuse = [&](const std::string &why) {
    fail(ASCENDRT_LIMIT, std::string("output '") + desc.name + "' is " +
                             describe(desc, shape) + " and needs " +
                             std::to_string(bytes) + " bytes, " + why);
    return nullptr;
  };
  void *data = nullptr;
  if (outputTensors) {
    const ascendrt_tensor &tensor = outputTensors[index];
    std::copy_n(shape, desc.rank, tensor.shape);
    if (tensor.bytes < bytes)
      return refuse("not " + std::to_string(tensor.bytes));
    data = tensor.data;
  } else if (!(data = allocateOutput(allocatorUser, index, shape, bytes))) {
    return refuse("for which there is no memory");
  }
  if (!checkBuffer(desc, "output", shape, data))
    return nullptr;
  // An empty tensor may have no buffer, but NULL means failure.
  return data ? data : arena;
}

void *ascendrt_context::setOutput(int64_t index, const int64_t *shape) {
  bool hasRoom = outputTensors || allocateOutput;
  if (!hasRoom || index < 0 || index >= model.num_outputs) {
    fail(ASCENDRT_MODEL_FAILED,
         "the model asks for output " + std::to_string(index));
    return nullptr;
  }
  const ascendrt_tensor_desc &desc = model.outputs[index];
  if (!agrees(desc, shape)) {
    fail(ASCENDRT_MODEL_FAILED, std::string("output '") + desc.name +
                                    "' came out as " + describe(desc, shape) +
                                    ", and the model says " +
                                    describe(desc, desc.shape));
    return nullptr;
  }
  int64_t bytes = 0;
  ascendrt_tensor_bytes(desc.dtype, desc.rank, shape, &bytes);
  void *data = roomForOutput(index, shape, bytes);
  hasOutput[index] = data != nullptr;
  return data;
}

void *ascendrt_context::giveOutput(int64_t index, const int64_t *shape) {
  void *data = setOutput(index, shape);
  return data && guarded ? guardOutput(index, shape, data) : data;
}
