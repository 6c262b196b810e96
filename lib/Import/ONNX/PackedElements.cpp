//===- PackedElements.cpp - Elements of less than a byte ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PackedElements.h"
#include "Ascend/Support/Diagnostics.h"
#include "Tensors.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

uint64_t onnx::storedBytes(int32_t elementType, int64_t elements) {
  if (unsigned bits = packedBits(elementType))
    return divideCeil(uint64_t(elements), 8 / bits);
  return uint64_t(elements) * elementBytes(elementType);
}

Error onnx::unpackElements(Tensor &tensor, StringRef file) {
  unsigned bits = packedBits(tensor.elementType);
  std::optional<int64_t> elements = numElements(tensor.dims);
  if (bits == 0 || !elements)
    return Error::success();
  uint64_t stored = storedBytes(tensor.elementType, *elements);
  if (tensor.size != stored)
    return makeError({"E10041",
                      ("tensor '" + json::fixUTF8(StringRef(tensor.name)) +
                       "' has " + Twine(tensor.size) +
                       " bytes of data, but its shape needs " + Twine(stored))
                          .str(),
                      file.str(), "", ExitCode::ModelFailed});
  auto bytes = std::make_shared<std::vector<char>>(*elements);
  unsigned perByte = 8 / bits, mask = (1u << bits) - 1;
  for (int64_t at = 0; at < *elements; ++at) {
    unsigned byte = static_cast<unsigned char>(tensor.data[at / perByte]);
    (*bytes)[at] = static_cast<char>((byte >> (at % perByte * bits)) & mask);
  }
  tensor.data = bytes->data();
  tensor.size = bytes->size();
  tensor.owner = std::move(bytes);
  return Error::success();
}
