//===- ConvertInputs.cpp - Inputs for another compilation -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Comparison.h"
#include "Ascend/Driver/ModelInputs.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/FloatBits.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::ascend;

static llvm::Error allocate(Array &array, uint64_t bytes) {
  std::optional<AlignedBuffer> buffer = AlignedBuffer::allocate(bytes);
  if (!buffer)
    return makeError({"",
                      "there is not enough memory for a second copy of the "
                      "input '" +
                          array.name + "'",
                      "", "run fewer samples at once", ExitCode::Limit});
  array.data = std::move(*buffer);
  return llvm::Error::success();
}

/// Calls `store` with a zero of the C++ type of `dtype`, and a function that
/// makes an element of a float; false where there is none.
template <typename Store>
static bool withElementType(ascendrt_dtype dtype, Store store) {
  auto number = [&](auto zero) {
    store(zero, [](float value) { return static_cast<decltype(zero)>(value); });
    return true;
  };
  switch (dtype) {
  case ASCENDRT_FLOAT:
    return number(0.0f);
  case ASCENDRT_DOUBLE:
    return number(0.0);
  case ASCENDRT_FLOAT16:
    store(uint16_t(0), toFloat16Bits);
    return true;
  case ASCENDRT_BFLOAT16:
    store(uint16_t(0), toBFloat16Bits);
    return true;
  case ASCENDRT_INT32:
    return number(int32_t(0));
  case ASCENDRT_INT64:
    return number(int64_t(0));
  default:
    return false;
  }
}

static llvm::Expected<Array> convertArray(const Array &array,
                                          const ascendrt_tensor_desc &desc) {
  Array result;
  result.name = array.name;
  result.dtype = ascendrt_dtype_word(desc.dtype);
  result.shape = array.shape;
  ascendrt_dtype from = ASCENDRT_FLOAT;
  (void)ascendrt_dtype_from_word(array.dtype.c_str(), &from);
  if (from == desc.dtype) {
    if (llvm::Error error = allocate(result, array.data.size()))
      return error;
    std::memcpy(result.data.data(), array.data.data(), array.data.size());
    return result;
  }
  int64_t count = array.data.size() / ascendrt_dtype_size(from);
  std::vector<float> values = asFloats(from, array.data.data(), count);
  if (llvm::Error error =
          allocate(result, count * ascendrt_dtype_size(desc.dtype)))
    return error;
  bool known = withElementType(desc.dtype, [&](auto element, auto convert) {
    for (auto [index, value] : llvm::enumerate(values)) {
      element = convert(value);
      std::memcpy(result.data.data() + index * sizeof(element), &element,
                  sizeof(element));
    }
  });
  if (!known || values.empty() != (count == 0))
    return makeError(
        {"",
         "the input '" + array.name + "' cannot be converted from " +
             array.dtype + " to " + result.dtype + " for the reference",
         "", "leave the input out of input_fp16_nodes", ExitCode::ModelFailed});
  return result;
}

llvm::Expected<ModelInputs>
mlir::ascend::convertInputs(const ModelInputs &inputs,
                            const ascendrt_model &model) {
  ModelInputs result;
  result.slices = inputs.slices;
  for (auto [index, array] : llvm::enumerate(inputs.arrays)) {
    llvm::Expected<Array> converted = convertArray(array, model.inputs[index]);
    if (!converted)
      return converted.takeError();
    result.arrays.push_back(std::move(*converted));
  }
  return result;
}
