//===- ConvolutionForms.h - Ways to compute a convolution -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Each form has a file of its own, with a row that says which convolutions it
// fits and emits their code. ConvolutionForms.cpp has the table of all rows.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONFORMS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONFORMS_H

#include "Ascend/Costs/FormCosts.h"
#include "ConvolutionShape.h"

namespace mlir::ascend::to_linalg {

/// The factors of a convolution and their GE element types: x as the op has it,
/// [images, channels, …] or in blocks of channels, and the filter, [groups *
/// outputs, channels, …] or, of a transposed one, [groups * channels, outputs,
/// …].
struct Factors {
  Value pixels, filter;
  Type x, w;
};

/// A convolution where its code is made.
struct ConvolutionSite {
  ImplicitLocOpBuilder &b;
  ShapeCode &math;
  ConvolutionShape shape;
  Factors factors;
  Epilogue epilogue;
  /// Of the result as the op has it.
  Extents sizes;

  /// An ordinary convolution outside of NC1HWC0 that this one consists of, by
  /// the first form that fits it: [images, groups * outputs, output…] of
  /// geometry `g`. The pixels have no border but what `g` sees.
  Value convolvePart(const Factors &ofPart, const Geometry &g,
                     Value bias) const;
};

/// A way to compute a convolution.
struct ConvolutionFormRow {
  ConvolutionForm form;
  /// Whether it computes such a convolution, whether or not that is fast.
  bool (*fits)(const ConvolutionShape &shape);
  /// The result: in NC1HWC0 of the shape that the op says, else the elements
  /// of [images, groups * outputs, output…] in any shape.
  Value (*emit)(const ConvolutionSite &site);
};

extern const ConvolutionFormRow kByElementsForm, kTransposedForm,
    kDepthwiseForm, kWinogradForm, kSeenForm, kBlocksForm, kByteDotsForm,
    kDirectForm, kPackedForm;

/// The first row that fits and is worth it, null where none fits.
const ConvolutionFormRow *planForm(const ConvolutionShape &shape);

/// The row of `form` where it fits, else null.
const ConvolutionFormRow *findForm(ConvolutionForm form,
                                   const ConvolutionShape &shape);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTIONFORMS_H
