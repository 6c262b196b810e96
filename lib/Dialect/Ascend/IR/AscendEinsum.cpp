//===- AscendEinsum.cpp - Equations of Einsum -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Shapes/AscendShapes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// Axes of the ellipsis are labelled from here on, counted from the last.
constexpr int64_t kEllipsis = 256;

/// The labels of one side's term, for a tensor of `rank`; an error on the op.
static FailureOr<SmallVector<int64_t>> parseTerm(EinsumOp op, StringRef term,
                                                 int64_t ellipsisAxes) {
  SmallVector<int64_t> labels;
  bool hasEllipsis = false;
  while (!term.empty()) {
    if (term.consume_front("...")) {
      if (std::exchange(hasEllipsis, true))
        return op.emitOpError("'ge.equation' has two ellipses in a term");
      for (int64_t axis = ellipsisAxes; axis-- > 0;)
        labels.push_back(kEllipsis + axis);
    } else if (llvm::isAlpha(term.front())) {
      labels.push_back(term.front());
      term = term.drop_front();
    } else {
      return op.emitOpError("'ge.equation' has the character '")
             << term.take_front() << "'";
    }
  }
  return labels;
}

static int64_t countLetters(StringRef term) {
  return llvm::count_if(term, llvm::isAlpha);
}

/// The extent of a letter whose axes so far have `merged`, and another one
/// `extent`: one of 1 stands for more.
static FailureOr<Extent> mergeExtents(EinsumOp op, ShapeMath &math,
                                      Extent merged, Extent extent) {
  if (extent.is(1) || merged == extent)
    return merged;
  if (merged.is(1))
    return extent;
  Extent isOne = math.equal(merged, 1);
  Extent fits = math.either(math.equal(merged, extent),
                            math.either(isOne, math.equal(extent, 1)));
  if (failed(math.require(op, fits,
                          "axes of one letter have the extents {} and {}",
                          {merged, extent})))
    return failure();
  // Where one is a number, the other one is 1 or equal to it.
  if (merged.isNumber())
    return merged;
  return extent.isNumber() ? extent : math.select(isOne, extent, merged);
}

FailureOr<EinsumForm> mlir::ascend::einsumForm(EinsumOp op, ShapeMath &math,
                                               ArrayRef<Extents> operands) {
  StringRef equation = op.getEquation();
  std::string text;
  for (char c : equation)
    if (c != ' ')
      text += c;
  auto [left, right] = StringRef(text).split("->");
  bool isExplicit = StringRef(text).contains("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != operands.size())
    return op.emitOpError("'ge.equation' has ")
           << terms.size() << " terms for " << operands.size() << " operands";

  EinsumForm form;
  SmallVector<SmallVector<int64_t>> labels;
  llvm::DenseMap<int64_t, Extent> extents;
  llvm::DenseMap<int64_t, int64_t> counts;
  int64_t ellipsisAxes = 0;
  for (auto [term, shape] : llvm::zip_equal(terms, operands)) {
    int64_t rest = shape.size() - countLetters(term);
    bool hasEllipsis = term.contains("...");
    if (rest < 0 || (rest > 0 && !hasEllipsis))
      return op.emitOpError("the term '")
             << term << "' does not fit rank " << shape.size();
    ellipsisAxes = std::max(ellipsisAxes, rest);
    auto parsed = parseTerm(op, term, rest);
    if (failed(parsed))
      return failure();
    for (auto [axis, label] : llvm::enumerate(*parsed)) {
      Extent extent = shape[axis];
      // A diagonal is one of equal extents.
      size_t first = llvm::find(*parsed, label) - parsed->begin();
      if (failed(math.require(op, math.equal(shape[first], extent),
                              "axes of one letter have the extents {} and {}",
                              {shape[first], extent})))
        return failure();
      ++counts[label];
      auto [known, isNew] = extents.try_emplace(label, extent);
      if (isNew)
        continue;
      FailureOr<Extent> merged = mergeExtents(op, math, known->second, extent);
      if (failed(merged))
        return failure();
      known->second = *merged;
    }
    labels.push_back(std::move(*parsed));
  }

  SmallVector<int64_t> result;
  if (isExplicit) {
    auto parsed = parseTerm(op, right, ellipsisAxes);
    if (failed(parsed))
      return failure();
    result = std::move(*parsed);
  } else {
    for (int64_t axis = ellipsisAxes; axis-- > 0;)
      result.push_back(kEllipsis + axis);
    for (int64_t letter = 'A'; letter <= 'z'; ++letter)
      if (counts.lookup(letter) == 1)
        result.push_back(letter);
  }
  llvm::DenseMap<int64_t, int64_t> loops;
  auto loopOf = [&](int64_t label) {
    auto [known, isNew] = loops.try_emplace(label, form.extents.size());
    if (isNew)
      form.extents.push_back(extents.lookup(label));
    return known->second;
  };
  for (int64_t label : result) {
    if (!extents.contains(label))
      return op.emitOpError("the result has an axis that no operand has");
    if (loops.contains(label))
      return op.emitOpError("the result has an axis twice");
    (void)loopOf(label);
  }
  form.outputs = result.size();
  for (ArrayRef<int64_t> term : labels)
    form.inputs.push_back(llvm::map_to_vector(term, loopOf));
  return form;
}

LogicalResult EinsumOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  SmallVector<Extents> operands;
  for (Value operand : getOperands()) {
    std::optional<Extents> shape = math.shapeOf(operand);
    if (!shape)
      return success();
    operands.push_back(std::move(*shape));
  }
  FailureOr<EinsumForm> form = einsumForm(*this, math, operands);
  if (failed(form))
    return failure();
  extents.emplace_back(ArrayRef(form->extents).take_front(form->outputs));
  return success();
}
