//===- GateFunctions.cpp - Functions of the gates of recurrent networks ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Recurrent.h"
#include "Scalar/RealFunctions.h"
#include "Scalar/RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// Emits f(x) with alpha and beta.
using Emit = Value (*)(Real f, Value x, float alpha, float beta);

struct Row {
  StringLiteral name;
  float alpha, beta; ///< ONNX's defaults.
  Emit emit;
};

} // namespace

template <RealFunction function>
static Value plain(Real f, Value x, float, float) {
  return function(f.b, x);
}

static const Row kRows[] = {
    {"Affine", 1, 0,
     [](Real f, Value x, float alpha, float beta) {
       return f.fma(x, alpha, beta);
     }},
    {"Elu", 1, 0,
     [](Real f, Value x, float alpha, float) {
       return f.select(f.isLess(x, 0.0f),
                       f.mul(exponentialMinusOne(f, x), alpha), x);
     }},
    {"HardSigmoid", 0.2f, 0.5f,
     [](Real f, Value x, float alpha, float beta) {
       return f.atLeast(f.atMost(f.fma(x, alpha, beta), 1.0f), 0.0f);
     }},
    {"LeakyRelu", 0.01f, 0,
     [](Real f, Value x, float alpha, float) {
       return f.select(f.isLess(x, 0.0f), f.mul(x, alpha), x);
     }},
    {"Relu", 0, 0,
     [](Real f, Value x, float, float) { return f.atLeast(x, 0.0f); }},
    {"ScaledTanh", 1, 1,
     [](Real f, Value x, float alpha, float beta) {
       return f.mul(emitTanh(f.b, f.mul(x, beta)), alpha);
     }},
    {"Sigmoid", 0, 0, plain<emitSigmoid>},
    {"Softplus", 0, 0, plain<emitSoftplus>},
    {"Softsign", 0, 0,
     [](Real f, Value x, float, float) {
       return f.div(x, f.add(f.abs(x), 1.0f));
     }},
    {"Tanh", 0, 0, plain<emitTanh>},
    {"ThresholdedRelu", 1, 0,
     [](Real f, Value x, float alpha, float) {
       return f.select(f.isLess(x, alpha), 0.0f, x);
     }},
};

static const Row *findRow(StringRef name) {
  const Row *row =
      llvm::find_if(kRows, [&](const Row &row) { return row.name == name; });
  return row == std::end(kRows) ? nullptr : row;
}

bool GateFunction::isKnown() const { return findRow(name); }

Value GateFunction::emit(ImplicitLocOpBuilder &b, Value x) const {
  const Row *row = findRow(name);
  return row->emit(Real{b}, x, std::isnan(alpha) ? row->alpha : alpha,
                   std::isnan(beta) ? row->beta : beta);
}

FailureOr<SmallVector<GateFunction>>
to_linalg::gateFunctions(AscendOpInterface op, ArrayRef<StringRef> defaults,
                         int64_t directions) {
  size_t count = defaults.size() * directions;
  SmallVector<StringRef> names = op.getGEStrings("activations");
  if (!names.empty() && names.size() != count)
    return refuse(op, "'ge.activations' has " + Twine(names.size()) +
                          " names, needs " + Twine(count));
  auto parameter = [&](StringRef attribute, size_t index) {
    ArrayRef<float> list = op.getGEFloats(attribute);
    return index < list.size() ? list[index]
                               : std::numeric_limits<float>::quiet_NaN();
  };
  SmallVector<GateFunction> functions;
  for (size_t i = 0; i < count; ++i) {
    functions.push_back(
        {names.empty() ? defaults[i % defaults.size()] : names[i],
         parameter("activation_alpha", i), parameter("activation_beta", i)});
    if (!functions.back().isKnown())
      return refuse(op,
                    "'" + functions.back().name + "' is no function of a gate");
  }
  return functions;
}
