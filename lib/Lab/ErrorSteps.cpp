//===- ErrorSteps.cpp - How many errors lie in each step ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/ErrorSums.h"
#include "ForTheCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace mlir::ascend;

void ErrorSteps::count(size_t step, int64_t more) {
  totals.resize(kSteps);
  totals[step] += more;
  if (!step || !more)
    return;
  least = std::min(least, step);
  most = std::max(most, step);
}

void ErrorSteps::add(const ErrorSteps &others) {
  if (others.totals.empty())
    return;
  count(0, others.totals.front());
  for (size_t step = others.least; step <= others.most; ++step)
    count(step, others.totals[step]);
}

double ErrorSteps::endOf(int64_t count) const {
  int64_t seen = 0;
  for (auto [step, more] : llvm::enumerate(totals))
    if ((seen += more) >= count && step)
      return llvm::bit_cast<float>(
          ((static_cast<uint32_t>(step) + 1) << kStepShift) - 1);
    else if (seen >= count)
      return 0;
  return HUGE_VAL;
}

/// The least step but the first, and the largest one.
ASCEND_FOR_THE_CPU
static void findSpan(const uint16_t *steps, size_t count, uint16_t &least,
                     uint16_t &most) {
  uint16_t before = least - 1, high = most;
  for (size_t i = 0; i < count; ++i) {
    // That of the first is the largest number.
    uint16_t step = steps[i], other = step - 1;
    before = other < before ? other : before;
    high = step > high ? step : high;
  }
  least = before + 1;
  most = high;
}

void StepCounter::add(llvm::ArrayRef<uint16_t> steps) {
  constexpr size_t kSteps = ErrorSteps::kSteps;
  findSpan(steps.data(), steps.size(), least, most);
  const uint16_t *step = steps.data(), *end = step + steps.size();
  for (; end - step >= static_cast<ptrdiff_t>(kTables); step += kTables) {
    ++tables[step[0]];
    ++tables[kSteps + step[1]];
    ++tables[2 * kSteps + step[2]];
    ++tables[3 * kSteps + step[3]];
  }
  for (; step != end; ++step)
    ++tables[*step];
}

void StepCounter::moveTo(ErrorSteps &steps) {
  auto move = [&](size_t step) {
    int64_t counted = 0;
    for (size_t table = 0; table != kTables; ++table)
      counted += std::exchange(tables[table * ErrorSteps::kSteps + step], 0);
    steps.count(step, counted);
  };
  move(0);
  for (size_t step = least; step <= most; ++step)
    move(step);
  least = ErrorSteps::kSteps;
  most = 0;
}
