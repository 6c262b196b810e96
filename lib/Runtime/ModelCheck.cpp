//===- ModelCheck.cpp - Whether a compiled model can be run -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ModelCheck.h"
#include "ShapeProfiles.h"

using namespace ascendrt;

bool ascendrt::isStatic(const ascendrt_tensor_desc &desc) {
  for (int32_t i = 0; i < desc.rank; ++i)
    if (desc.shape[i] < 0)
      return false;
  return true;
}

bool ascendrt::agrees(const ascendrt_tensor_desc &desc, const int64_t *shape) {
  for (int32_t i = 0; i < desc.rank; ++i)
    if (desc.shape[i] < 0 ? shape[i] < 0 : shape[i] != desc.shape[i])
      return false;
  return true;
}

std::string ascendrt::describe(const ascendrt_tensor_desc &desc,
                               const int64_t *shape) {
  std::string text = std::string(ascendrt_dtype_word(desc.dtype)) + " [";
  for (int32_t i = 0; i < desc.rank; ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

static std::string checkTensor(const ascendrt_tensor_desc &desc,
                               const std::string &what) {
  if (!desc.name)
    return what + " has no name";
  std::string named = what + " '" + desc.name + "'";
  if (!ascendrt_dtype_word(desc.dtype))
    return named + " has element type " + std::to_string(desc.dtype) +
           ", which this libascendrt does not know";
  if (desc.rank < 0 || desc.rank > ASCENDRT_MAX_RANK)
    return named + " has rank " + std::to_string(desc.rank) +
           ", which is not in 0.." + std::to_string(ASCENDRT_MAX_RANK);
  if (desc.rank && !desc.shape)
    return named + " has no shape";
  for (int32_t i = 0; i < desc.rank; ++i)
    if (desc.shape[i] < -1)
      return named + " has dimension " + std::to_string(desc.shape[i]);
  int64_t bytes;
  if (isStatic(desc) && ascendrt_tensor_bytes(desc.dtype, desc.rank, desc.shape,
                                              &bytes) != ASCENDRT_OK)
    return named + " is too large: " + describe(desc, desc.shape);
  return "";
}

static std::string checkTensors(const ascendrt_tensor_desc *descs,
                                uint32_t count, const char *what) {
  if (count && !descs)
    return std::string("it has no list of ") + what + "s";
  for (uint32_t i = 0; i < count; ++i) {
    std::string wrong =
        checkTensor(descs[i], std::string(what) + " " + std::to_string(i));
    if (!wrong.empty())
      return wrong;
  }
  return "";
}

static std::string checkObserved(const ascendrt_model &model) {
  if (model.num_observed && !model.observed)
    return "it has no list of observed tensors";
  for (uint32_t i = 0; i < model.num_observed; ++i) {
    const ascendrt_observed_tensor &tensor = model.observed[i];
    std::string what = "observed tensor " + std::to_string(i);
    if (!tensor.op || !tensor.op_type)
      return what + " has no op";
    std::string wrong = checkTensor(tensor.desc, what);
    if (!wrong.empty())
      return wrong;
  }
  return "";
}

/// What a model and a profile have in common.
static std::string checkTables(const ascendrt_model &model) {
  if (model.arena_alignment & (model.arena_alignment - 1))
    return "arena alignment " + std::to_string(model.arena_alignment) +
           " is not a power of two";
  std::string wrong = checkTensors(model.inputs, model.num_inputs, "input");
  if (wrong.empty())
    wrong = checkTensors(model.outputs, model.num_outputs, "output");
  if (wrong.empty())
    wrong = checkObserved(model);
  return wrong;
}

std::string ascendrt::checkBody(const ascendrt_model &body) {
  if (body.abi_version != ASCENDRT_ABI_VERSION || body.flags ||
      body.weights_bytes)
    return "it is no code of such a model";
  return checkTables(body);
}

std::string ascendrt::checkModel(const ascendrt_model &model) {
  // First: with another version nothing else stands where it is looked for.
  if (model.abi_version != ASCENDRT_ABI_VERSION)
    return "it was compiled for version " + std::to_string(model.abi_version) +
           " of the run-time interface, and this libascendrt has version " +
           std::to_string(ASCENDRT_ABI_VERSION);
  constexpr uint32_t kProfiles =
      ASCENDRT_MODEL_HAS_PROFILES | ASCENDRT_MODEL_NEEDS_PROFILE;
  if ((model.flags & ~kProfiles) > ASCENDRT_GUARD_BEGIN)
    return "it needs features that this libascendrt does not have (flags " +
           std::to_string(model.flags) + ")";
  if (!model.entry)
    return "it has no entry";
  if (model.weights_bytes && !model.weights)
    return "it has no weights";
  std::string wrong = checkTables(model);
  return wrong.empty() ? ShapeProfiles(model).check() : wrong;
}
