//===- ShapeProfiles.cpp - Code of a model for certain shapes ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ShapeProfiles.h"

#include "ModelCheck.h"

#include <algorithm>
#include <vector>

using namespace ascendrt;

ShapeProfiles::ShapeProfiles(const ascendrt_model &model) : model(model) {
  if (!(model.flags & ASCENDRT_MODEL_HAS_PROFILES))
    return;
  // The model is its first field.
  const auto &all = reinterpret_cast<const ascendrt_profiled_model &>(model);
  first = all.profiles;
  count = all.num_profiles;
}

const ascendrt_model *ShapeProfiles::find(const int64_t *const *shapes) const {
  const auto *found = std::find_if(begin(), end(), [&](const auto &profile) {
    for (uint32_t i = 0; i < model.num_inputs; ++i)
      if (!agrees(profile.inputs[i], shapes[i]))
        return false;
    return true;
  });
  return found == end() ? nullptr : found;
}

std::string ShapeProfiles::open(const int64_t *const *shapes) const {
  std::string text;
  for (uint32_t i = 0; i < model.num_inputs; ++i) {
    const ascendrt_tensor_desc &desc = model.inputs[i];
    if (isStatic(desc))
      continue;
    text += (text.empty() ? "'" : ", '") + std::string(desc.name) + "' [";
    for (int32_t axis = 0; axis < desc.rank; ++axis)
      text += (axis ? "," : "") + std::to_string(shapes[i][axis]);
    text += "]";
  }
  return text;
}

std::string ShapeProfiles::refuse(const int64_t *const *shapes) const {
  constexpr uint32_t kMostTold = 10;
  std::string text = "the model was compiled for profiles, and none is " +
                     open(shapes) + ": they are ";
  std::vector<const int64_t *> own(model.num_inputs);
  for (uint32_t i = 0; i < std::min(count, kMostTold); ++i) {
    for (uint32_t input = 0; input < model.num_inputs; ++input)
      own[input] = first[i].inputs[input].shape;
    text += (i ? "; " : "") + open(own.data());
  }
  if (count > kMostTold)
    text += "; and " + std::to_string(count - kMostTold) + " more";
  return text;
}

std::string ShapeProfiles::check() const {
  if (!(model.flags & ASCENDRT_MODEL_HAS_PROFILES))
    return areNeeded() ? "it needs profiles, and has none" : "";
  if (!count || !first)
    return "it has no list of profiles";
  for (uint32_t i = 0; i < count; ++i) {
    std::string what = "profile " + std::to_string(i);
    const ascendrt_model &profile = first[i];
    if (profile.num_inputs != model.num_inputs ||
        profile.num_outputs != model.num_outputs)
      return what + " has other inputs or outputs than the model";
    std::string wrong = checkBody(profile);
    if (!wrong.empty())
      return what.append(": ").append(wrong);
    for (uint32_t input = 0; input < model.num_inputs; ++input)
      if (!isStatic(profile.inputs[input]) ||
          profile.inputs[input].rank != model.inputs[input].rank ||
          !agrees(model.inputs[input], profile.inputs[input].shape))
        return what + " has other shapes than the model takes";
  }
  return "";
}

const ascendrt_tensor_desc *ascendrt_profile_inputs(const ascendrt_model *model,
                                                    uint32_t index) {
  if (!model)
    return nullptr;
  ShapeProfiles profiles(*model);
  return index < profiles.end() - profiles.begin()
             ? profiles.begin()[index].inputs
             : nullptr;
}
