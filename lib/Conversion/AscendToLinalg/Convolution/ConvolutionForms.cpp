//===- ConvolutionForms.cpp - The table of them ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/ModuleConfig.h"
#include "ConvolutionPixels.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// In the order in which they are tried.
static const ConvolutionFormRow *const kForms[] = {
    &kByElementsForm, &kTransposedForm, &kDepthwiseForm,
    &kWinogradForm,   &kSeenForm,       &kBlocksForm,
    &kByteDotsForm,   &kDirectForm,     &kPackedForm};

/// Its results have a larger error.
static bool isFast(ConvolutionForm form) {
  return form == ConvolutionForm::Winograd;
}

const ConvolutionFormRow *to_linalg::planForm(const ConvolutionShape &shape) {
  bool takesFast = optionValuesOf(shape.op)->getEmulation() == "fast";
  for (const ConvolutionFormRow *row : kForms)
    if (row->fits(shape) && (takesFast || !isFast(row->form)))
      return row;
  return nullptr;
}

const ConvolutionFormRow *to_linalg::findForm(ConvolutionForm form,
                                              const ConvolutionShape &shape) {
  for (const ConvolutionFormRow *row : kForms)
    if (row->form == form)
      return row->fits(shape) ? row : nullptr;
  llvm_unreachable("each form has a row");
}

Value ConvolutionSite::convolvePart(const Factors &ofPart, const Geometry &g,
                                    Value bias) const {
  ConvolutionSite part(*this);
  part.factors = ofPart;
  part.epilogue = epilogue.withBias(bias);
  part.shape.g = g;
  part.shape.isTransposed = false;
  part.shape.isPart = true;
  part.shape.isSliced = ofPart.pixels.getDefiningOp<tensor::ExtractSliceOp>();
  for (ConvAxis &axis : part.shape.attributes.axes)
    axis.before = axis.after = 0;
  const ConvolutionFormRow *form = planForm(part.shape);
  assert(form && "what is packed is any ordinary convolution");
  return reshapeTensorTo(b, form->emit(part),
                         Extents{g.images, g.groups * g.outputs} + g.output);
}
