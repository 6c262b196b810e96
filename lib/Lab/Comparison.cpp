//===- Comparison.cpp - A decided model against its reference -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/Comparison.h"
#include "Ascend/Lab/Passes.h"
#include "MeasurePart.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

using namespace mlir::ascend;
namespace json = llvm::json;

Comparison::Comparison(const ascendrt_model &model, ShownOperands operands)
    : model(model) {
  for (uint32_t i = 0; i < model.num_observed; ++i) {
    const ascendrt_observed_tensor &tensor = model.observed[i];
    if (tensor.desc.name == kReferenceName) {
      ComparedTensor &row = tensors.emplace_back();
      row.op = tensor.op;
      row.type = tensor.op_type;
      row.output = tensor.index;
      row.referenceDtype = tensor.desc.dtype;
    }
    if (tensor.desc.name == kDecidedName)
      tensors.back().dtype = tensor.desc.dtype;
    bool isLast = i + 1 == model.num_observed ||
                  model.observed[i + 1].desc.name == kReferenceName;
    places.push_back({tensors.size() - 1, isLast});
  }
  watched.resize(tensors.size());
  current.resize(tensors.size());
  for (auto [row, read] : llvm::zip_equal(tensors, operands))
    row.operands = std::move(read);
}

bool Comparison::watch(llvm::StringRef op, size_t count) {
  bool isThere = false;
  for (auto [row, kept] : llvm::zip_equal(tensors, watched))
    if (row.op == op) {
      kept = count;
      isThere = true;
    }
  return isThere;
}

void Comparison::observe(void *user, const ascendrt_observed_tensor *tensor,
                         const int64_t *shape, const void *data) {
  static_cast<Comparison *>(user)->show(*tensor, shape, data);
}

void Comparison::attach(ascendrt_context *toMeasure) {
  endRun();
  context = toMeasure;
  ascendrt_set_observer(context, observe, this);
}

void Comparison::show(const ascendrt_observed_tensor &tensor,
                      const int64_t *shape, const void *data) {
  llvm::StringRef name = tensor.desc.name;
  auto keep = [&](int which) {
    shapes[which].assign(shape, shape + tensor.desc.rank);
    return shapes[which].data();
  };
  if (name == kReferenceName) {
    shown = {};
    shown.reference = &tensor;
    shown.referenceData = data;
    shown.referenceShape = keep(0);
  } else if (name == kDecidedName) {
    shown.decided = &tensor;
    shown.decidedData = data;
    shown.decidedShape = keep(1);
  } else {
    shown.isolated = &tensor;
    shown.isolatedData = data;
    shown.isolatedShape = keep(2);
  }
  if (!places[&tensor - model.observed].isLast)
    return;
  measure();
  if (visitor)
    visitor(shown);
}

static int64_t countElements(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

void Comparison::measure() {
  size_t number = places[shown.reference - model.observed].row;
  ComparedTensor &row = tensors[number];
  MeasuredTensor &measured = current[number];
  // A run shows each of them once.
  if (measured.runs)
    endRun();
  isRunning = true;
  measured.runs = 1;
  measured.shape = shapes[0];
  if (!hasElements(row.referenceDtype) || !hasElements(row.dtype))
    return;
  measured.hasIsolated = shown.isolated != nullptr;
  if (row.isShared && measured.hasIsolated &&
      shown.isolatedData != shown.decidedData)
    row.separate();
  measured.isShared = row.isShared;
  int64_t count = countElements(shapes[0]);
  bool isOther = shapes[1] != shapes[0],
       isOwnOther = measured.hasIsolated && shapes[2] != shapes[0];
  // Which element stands for which nobody can say then.
  measured.otherShapes = isOther || isOwnOther;
  if (isOwnOther)
    measured.ownErrors.lost = std::max(count, countElements(shapes[2]));
  if (isOther) {
    int64_t most = std::max(count, countElements(shapes[1]));
    measured.decidedRange.elements = most;
    measured.endToEnd.lost = most;
    return;
  }
  bool hasOwn = measured.hasIsolated && !measured.isShared && !isOwnOther;
  if (count <= kPart) {
    measurePart(shown, 0, count,
                {measured.decidedRange, measured.referenceRange,
                 measured.endToEnd, hasOwn ? &measured.ownErrors : nullptr,
                 counters});
    row.count(counters, hasOwn);
  } else {
    measureParts(row, measured, count, hasOwn);
  }
  if (watched[number])
    measured.worst = findWorst(watched[number], count);
}

void Comparison::measureParts(ComparedTensor &row, MeasuredTensor &measured,
                              int64_t count, bool hasOwn) {
  std::vector<MeasuredTensor> parts(llvm::divideCeil(count, kPart));
  std::mutex countsMutex;
  auto measureSome = [&](int64_t begin, int64_t end) {
    StepCounter ofThread[2];
    for (int64_t i = begin; i < end; ++i) {
      measurePart(shown, i * kPart, std::min(count, (i + 1) * kPart),
                  {parts[i].decidedRange, parts[i].referenceRange,
                   parts[i].endToEnd, hasOwn ? &parts[i].ownErrors : nullptr,
                   ofThread});
      std::lock_guard<std::mutex> lock(countsMutex);
      row.count(ofThread, hasOwn);
    }
  };
  if (context)
    ascendrt_parallel_for(
        context, parts.size(),
        [](void *env, int64_t begin, int64_t end) {
          (*static_cast<decltype(measureSome) *>(env))(begin, end);
        },
        &measureSome);
  else
    measureSome(0, parts.size());
  for (const MeasuredTensor &part : parts) {
    measured.referenceRange.add(part.referenceRange);
    measured.decidedRange.add(part.decidedRange);
    measured.endToEnd.add(part.endToEnd);
    if (hasOwn)
      measured.ownErrors.add(part.ownErrors);
  }
}

/// Of equal ones the first of the first run leads.
static bool isWorse(const WorstElement &a, const WorstElement &b) {
  return std::tuple(-a.error, a.run, a.index) <
         std::tuple(-b.error, b.run, b.index);
}

std::vector<WorstElement> Comparison::findWorst(size_t most,
                                                int64_t count) const {
  // A heap with the least bad one in front, while elements come.
  std::vector<WorstElement> worst;
  auto read = [](const ascendrt_observed_tensor *tensor, const void *data,
                 int64_t index) {
    double value = NAN;
    if (tensor)
      readElements(tensor->desc.dtype, data, index, value);
    return value;
  };
  for (int64_t i = 0; i < count; ++i) {
    double wanted = read(shown.reference, shown.referenceData, i),
           value = read(shown.decided, shown.decidedData, i);
    bool areAlike = std::isfinite(wanted) == std::isfinite(value);
    double error = !areAlike              ? HUGE_VAL
                   : std::isfinite(value) ? std::fabs(value - wanted)
                                          : 0;
    if (worst.size() == most && error <= worst.front().error)
      continue;
    if (worst.size() == most) {
      std::pop_heap(worst.begin(), worst.end(), isWorse);
      worst.pop_back();
    }
    WorstElement element = {/*run=*/0,
                            i,
                            wanted,
                            value,
                            read(shown.isolated, shown.isolatedData, i),
                            error};
    worst.push_back(element);
    std::push_heap(worst.begin(), worst.end(), isWorse);
  }
  std::sort_heap(worst.begin(), worst.end(), isWorse);
  return worst;
}

void MeasuredTensor::count(StepCounter *counters, bool hasOwn) {
  counters[0].moveTo(endToEnd.steps);
  if (hasOwn)
    counters[1].moveTo(ownErrors.steps);
}

void MeasuredTensor::separate() {
  ownErrors = endToEnd;
  isShared = false;
}

void MeasuredTensor::add(MeasuredTensor later, size_t most) {
  if (!later.runs)
    return;
  later.endToEnd.moveRuns(runs);
  later.ownErrors.moveRuns(runs);
  if (isShared && !later.isShared)
    separate();
  if (!isShared)
    ownErrors.add(later.isolated());
  endToEnd.add(later.endToEnd);
  decidedRange.add(later.decidedRange);
  referenceRange.add(later.referenceRange);
  for (WorstElement &element : later.worst) {
    element.run += runs;
    worst.push_back(element);
  }
  std::sort(worst.begin(), worst.end(), isWorse);
  worst.resize(std::min(worst.size(), most));
  hasIsolated = later.hasIsolated;
  otherShapes += later.otherShapes;
  begins += later.begins;
  runs += later.runs;
  shape = std::move(later.shape);
}

bool Comparison::doesOverflowBeginAt(size_t number) const {
  const ComparedTensor &row = tensors[number];
  int64_t size = countElements(current[number].shape);
  auto isFirst = [&](auto count) {
    // Those that no lost element of an operand reaches.
    int64_t left = (current[number].*count)();
    for (const ShownOperand &operand : row.operands) {
      const MeasuredTensor &read = current[operand.number];
      int64_t lost = (read.*count)();
      if (!lost)
        continue;
      if (!operand.reachesItsShare || read.otherShapes)
        return false;
      int64_t share = llvm::divideCeil(size, countElements(read.shape));
      left -= lost * std::max<int64_t>(share, 1);
    }
    return left > 0;
  };
  // What has another shape, since that depends on values, overflowed nowhere.
  return !row.isOutput() && !current[number].otherShapes &&
         (isFirst(&MeasuredTensor::lostByItself) ||
          isFirst(&MeasuredTensor::lost));
}

void Comparison::endRun() {
  if (!std::exchange(isRunning, false))
    return;
  for (auto [number, measured] : llvm::enumerate(current))
    measured.begins = doesOverflowBeginAt(number);
  for (auto [row, most, measured] : llvm::zip_equal(tensors, watched, current))
    row.add(std::exchange(measured, {}), most);
}

bool Comparison::take(Comparison &later) {
  if (later.tensors.size() != tensors.size())
    return false;
  endRun();
  later.endRun();
  for (auto [row, most, other] :
       llvm::zip_equal(tensors, watched, later.tensors))
    row.add(std::exchange<MeasuredTensor>(other, {}), most);
  return true;
}

bool ComparedTensor::isOutput() const { return type == kOutputType; }

std::vector<size_t> Comparison::findRoots() {
  endRun();
  std::vector<size_t> roots;
  for (auto [number, row] : llvm::enumerate(tensors))
    if (row.begins)
      roots.push_back(number);
  return roots;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// JSON has no word for what is not finite.
static void writeNumber(json::OStream &out, llvm::StringRef key, double value) {
  if (std::isnan(value))
    out.attribute(key, nullptr);
  else if (std::isinf(value))
    out.attribute(key, value > 0 ? "inf" : "-inf");
  else
    out.attribute(key, value);
}

static void writeRange(json::OStream &out, llvm::StringRef key,
                       const NumberRange &range) {
  out.attributeObject(key, [&] {
    out.attribute("least", range.least);
    out.attribute("most", range.most);
    out.attribute("largest", range.largest);
    out.attribute("infinite", range.infinite);
    out.attribute("nan", range.nan);
    out.attribute("subnormal", range.subnormal);
  });
}

static void writeErrors(json::OStream &out, llvm::StringRef key,
                        const ErrorSums &sums) {
  out.attributeObject(key, [&] {
    out.attribute("compared", sums.compared);
    out.attribute("flushed", sums.flushed);
    out.attribute("lost", sums.lost);
    out.attribute("gained", sums.gained);
    out.attribute("otherwise", sums.otherwise);
    out.attribute("saturated", sums.saturated);
    bool hasSome = sums.compared > 0;
    auto number = [&](llvm::StringRef name, double value) {
      writeNumber(out, name, hasSome ? value : NAN);
    };
    number("max", sums.largest);
    out.attribute("max_index", sums.largestAt);
    out.attribute("max_run", sums.largestRun);
    number("max_value", sums.largestValue);
    number("max_reference", sums.largestReference);
    number("mean", sums.mean());
    number("rmse", sums.rmse());
    number("p99", sums.quantile(0.99));
    writeNumber(out, "max_relative",
                std::isnan(sums.meanRelative()) ? NAN : sums.largestRelative);
    number("mean_relative", sums.meanRelative());
    number("relative_norm", sums.relativeNorm());
    number("cosine", sums.cosine());
    number("max_ulp", sums.largestULP);
  });
}

static void writeWorst(json::OStream &out,
                       llvm::ArrayRef<WorstElement> elements,
                       const FloatFormat &format) {
  out.attributeArray("worst", [&] {
    for (const WorstElement &element : elements)
      out.object([&] {
        out.attribute("run", element.run);
        out.attribute("index", element.index);
        writeNumber(out, "reference", element.reference);
        writeNumber(out, "decided", element.decided);
        writeNumber(out, "isolated", element.isolated);
        writeNumber(out, "error", element.error);
        writeNumber(out, "ulp",
                    element.error / lastPlaceOf(element.reference, format));
      });
  });
}

void Comparison::writeJSON(llvm::raw_ostream &os) {
  endRun();
  auto utf8 = [](const std::string &text) {
    return json::isUTF8(text) ? text : json::fixUTF8(text);
  };
  json::OStream out(os);
  out.object([&] {
    out.attributeArray("roots", [&] {
      for (size_t number : findRoots())
        out.value(static_cast<int64_t>(number));
    });
    out.attributeArray("tensors", [&] {
      for (const ComparedTensor &row : tensors)
        out.object([&] {
          out.attribute("op", utf8(row.op));
          out.attribute("type", utf8(row.type));
          out.attribute("output", row.output);
          out.attribute("dtype", ascendrt_dtype_word(row.dtype));
          out.attribute("reference_dtype",
                        ascendrt_dtype_word(row.referenceDtype));
          out.attributeArray("shape", [&] {
            for (int64_t extent : row.shape)
              out.value(extent);
          });
          out.attributeArray("operands", [&] {
            for (const ShownOperand &operand : row.operands)
              out.value(operand.number);
          });
          out.attribute("runs", row.runs);
          out.attribute("other_shapes", row.otherShapes);
          out.attribute("elements", row.decidedRange.elements);
          FloatFormat format = formatOf(row.dtype);
          if (format.mantissa)
            out.attribute("limit", format.largest);
          else
            out.attribute("limit", nullptr);
          writeRange(out, "range", row.decidedRange);
          writeRange(out, "reference_range", row.referenceRange);
          writeErrors(out, "end_to_end", row.endToEnd);
          if (row.hasIsolated)
            writeErrors(out, "isolated", row.isolated());
          else
            out.attribute("isolated", nullptr);
          if (!row.worst.empty())
            writeWorst(out, row.worst, format);
        });
    });
  });
}
