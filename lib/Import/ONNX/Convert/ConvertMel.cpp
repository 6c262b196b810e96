//===- ConvertMel.cpp - MelWeightMatrix -----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// (num_mel_bins, dft_length, sample_rate, lower_edge_hertz, upper_edge_hertz):
/// a matrix [bins of the spectrum, mel bins] of triangles, as a constant. GE
/// has no operator for it.
static Value convertMelWeightMatrix(NodeImporter &node) {
  int64_t integers[3];
  for (auto [index, integer] : llvm::enumerate(integers)) {
    const IntTensor *known = node.getIntegers(index);
    if (!known)
      return node.unsupported("input " + Twine(index) +
                              " must be known when the model is compiled");
    if (known->values.size() != 1 || known->values.front() < 1 ||
        known->values.front() > INT32_MAX)
      return node.fail("input " + Twine(index) + " is no number above 0");
    integer = known->values.front();
  }
  double edges[2];
  for (auto [index, edge] : llvm::enumerate(edges)) {
    unsigned input = 3 + index;
    if (!node.isFloat(input))
      return {};
    std::optional<SmallVector<double>> known =
        constantFloats(node.getInput(input));
    if (!known)
      return node.unsupported("input " + Twine(input) +
                              " must be known when the model is compiled");
    if (known->size() != 1 || !(known->front() >= 0 && known->front() < 1e9))
      return node.fail("input " + Twine(input) + " is no frequency");
    edge = known->front();
  }
  int64_t numBins = integers[0], length = integers[1], rate = integers[2];
  int64_t rows = length / 2 + 1;
  if (numBins * rows > kMaxMadeElements)
    return node.fail("its result is too large", ExitCode::Limit);
  int64_t number = node.getInt("output_datatype", Float);
  Type type = number > 0 && number <= INT32_MAX
                  ? mlirElementType(node.getBuilder().getContext(), number)
                  : Type();
  if (!type || !(type.isF16() || type.isBF16() || type.isF32() || type.isF64()))
    return node.unsupported("only floats of 16 bits and more are built");

  // The triangles stand at equal steps of the mel scale.
  auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  double low = mel(edges[0]), step = (mel(edges[1]) - low) / (numBins + 2);
  SmallVector<int64_t> places;
  for (int64_t bin = 0; bin < numBins + 2; ++bin) {
    double hertz = 700 * (std::pow(10, (low + bin * step) / 2595) - 1);
    double place = std::floor((length + 1) * hertz / rate);
    if (!(place >= 0 && place < rows))
      return node.fail("a frequency lies above half of the sample rate");
    places.push_back(place);
  }
  SmallVector<double> elements(rows * numBins, 0);
  for (int64_t bin = 0; bin < numBins; ++bin) {
    int64_t left = places[bin], center = places[bin + 1],
            right = places[bin + 2];
    auto at = [&](int64_t row) -> double & {
      return elements[row * numBins + bin];
    };
    if (left == center)
      at(center) = 1;
    for (int64_t row = left; left < center && row <= center; ++row)
      at(row) = double(row - left) / (center - left);
    for (int64_t row = center; row < right; ++row)
      at(row) = double(right - row) / (right - center);
  }
  return node.createFloats("matrix", elements, {rows, numBins}, type);
}

ArrayRef<OpImporter> mlir::ascend::onnx::getMelOps() {
  static constexpr OpImporter ops[] = {
      {"MelWeightMatrix", 17, 5, 5, convertMelWeightMatrix},
  };
  return ops;
}
