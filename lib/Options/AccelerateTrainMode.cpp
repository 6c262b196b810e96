//===- AccelerateTrainMode.cpp - The mode at a training's progress --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// experimental_accelerate_train_mode trains in a mixed mode up to a share of
// the steps, or down to a multiple of the target loss, and in the user's mode
// from there on. The rules are those of CANN's TF adapter. How far the training
// is stands in a fourth field, now/total, which the tools take from the
// environment: a configuration asks no environment.

#include "Files/ConfigFiles.h"

#include "Ascend/Options/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"

#include <cmath>

using namespace mlir::ascend;
using llvm::Expected;
using llvm::StringRef;

namespace {
/// What decides when the low precision ends.
struct Trigger {
  StringRef word, nowVariable, endVariable;
  float leastRatio, mostRatio, defaultRatio;
};
} // namespace

static constexpr Trigger triggers[] = {
    {"step", "STEP_NOW", "TOTAL_STEP", 0.2f, 0.9f, 0.9f},
    {"loss", "LOSS_NOW", "TARGET_LOSS", 1.01f, 1.5f, 1.05f}};

static const Trigger *findTrigger(StringRef word) {
  const Trigger *found = llvm::find_if(
      triggers, [&](const Trigger &trigger) { return trigger.word == word; });
  return found == std::end(triggers) ? nullptr : found;
}

static llvm::Error refuse(StringRef value, const llvm::Twine &why) {
  return makeError({"",
                    ("Value [" + value + "] for parameter [" +
                     option::experimentalAccelerateTrainMode +
                     "] is invalid. Reason: " + why)
                        .str(),
                    "", "it is written fast|step|0.9 or fast1|loss|1.05"});
}

static bool readFloat(StringRef text, float &number) {
  double wide;
  if (text.getAsDouble(wide))
    return false;
  number = static_cast<float>(wide);
  return std::isfinite(number);
}

void mlir::ascend::fillTrainingProgress(OptionValues &values) {
  std::optional<StringRef> value = values.getExperimentalAccelerateTrainMode();
  if (!value)
    return;
  llvm::SmallVector<StringRef> fields;
  value->split(fields, '|');
  const Trigger *trigger = fields.size() > 1 ? findTrigger(fields[1]) : nullptr;
  if (!trigger || fields.size() > 3)
    return;
  auto now = llvm::sys::Process::GetEnv(trigger->nowVariable);
  auto end = llvm::sys::Process::GetEnv(trigger->endVariable);
  if (now && end)
    values.set(
        option::experimentalAccelerateTrainMode,
        (*value + (fields.size() == 2 ? "||" : "|") + *now + "/" + *end).str(),
        (values.sourceOf(option::experimentalAccelerateTrainMode).from +
         ", environment variables " + trigger->nowVariable + " and " +
         trigger->endVariable)
            .str());
}

/// Whether the low precision is over.
static Expected<bool> isOver(StringRef value, const Trigger &trigger,
                             float ratio, StringRef progress) {
  auto [nowText, endText] = progress.split('/');
  auto badProgress = [&] {
    return refuse(value, "the progress '" + progress + "' is not " +
                             trigger.nowVariable + "/" + trigger.endVariable);
  };
  if (trigger.word == "step") {
    uint32_t now, end;
    if (nowText.getAsInteger(10, now) || endText.getAsInteger(10, end))
      return badProgress();
    // In float, as the adapter reckons; a training step is one iteration.
    auto change = static_cast<uint32_t>(static_cast<float>(end) * ratio);
    return now >= change || uint64_t(now) + 1 >= end;
  }
  float now, end;
  if (!readFloat(nowText, now) || !readFloat(endText, end))
    return badProgress();
  return now != 0 && now <= end * ratio;
}

Expected<std::optional<StringRef>>
mlir::ascend::acceleratedMode(const OptionValues &values) {
  std::optional<StringRef> value = values.getExperimentalAccelerateTrainMode();
  if (!value)
    return std::nullopt;
  llvm::SmallVector<StringRef> fields;
  value->split(fields, '|');
  if (fields.size() < 2 || fields.size() > 4)
    return refuse(*value, "it has two or three fields");
  if (fields[0] != "fast" && fields[0] != "fast1")
    return refuse(*value, "the first field is fast (float16) or fast1 "
                          "(bfloat16)");
  const Trigger *trigger = findTrigger(fields[1]);
  if (!trigger)
    return refuse(*value, "the second field is step or loss");
  float ratio = trigger->defaultRatio;
  if (fields.size() > 2 && !fields[2].empty() &&
      (!readFloat(fields[2], ratio) || ratio < trigger->leastRatio ||
       ratio > trigger->mostRatio))
    return refuse(*value, trigger->word == "step"
                              ? "the third field is 0.2 to 0.9 for step"
                              : "the third field is 1.01 to 1.5 for loss");

  bool usesV2 = values.has(option::precisionModeV2);
  StringRef origin =
      (usesV2 ? values.getPrecisionModeV2() : values.getPrecisionMode())
          .value_or("");
  if (!llvm::is_contained(
          {"", "origin", "allow_fp32_to_fp16", "must_keep_origin_dtype"},
          origin))
    return refuse(*value, "it goes with precision_mode allow_fp32_to_fp16 or "
                          "must_keep_origin_dtype or precision_mode_v2 origin, "
                          "not with " +
                              origin);
  if (fields.size() < 4)
    return refuse(*value, "the environment has no " + trigger->nowVariable +
                              " and " + trigger->endVariable +
                              " to say how far the training is");
  Expected<bool> over = isOver(*value, *trigger, ratio, fields[3]);
  if (!over)
    return over.takeError();
  if (*over)
    return std::nullopt;
  if (fields[0] == "fast")
    return usesV2 ? "mixed_float16" : "allow_mix_precision_fp16";
  return usesV2 ? "mixed_bfloat16" : "allow_mix_precision_bf16";
}
