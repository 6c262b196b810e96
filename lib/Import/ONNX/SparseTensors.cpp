//===- SparseTensors.cpp - Sparse tensors made dense ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Diagnostics.h"
#include "Tensors.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Bytes that a sparse tensor may become: a file of a kilobyte can name any
/// shape.
constexpr size_t kMaxDenseBytes = size_t(1) << 26;

/// The position of element `index` in row-major order; nothing where it lies
/// outside.
static std::optional<uint64_t> positionOf(const SparseTensor &sparse,
                                          int64_t elements, int64_t index) {
  auto read = [&](int64_t at) {
    int64_t value;
    std::memcpy(&value, sparse.indices.data + at * sizeof(value),
                sizeof(value));
    return value;
  };
  if (sparse.indices.dims.size() == 1) {
    int64_t position = read(index);
    if (position < 0 || position >= elements)
      return std::nullopt;
    return position;
  }
  int64_t rank = sparse.dims.size(), position = 0;
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t coordinate = read(index * rank + axis);
    if (coordinate < 0 || coordinate >= sparse.dims[axis])
      return std::nullopt;
    position = position * sparse.dims[axis] + coordinate;
  }
  return position;
}

llvm::Expected<Tensor> onnx::makeDense(const SparseTensor &sparse,
                                       const Twine &what) {
  auto fail = [&](const Twine &message, ExitCode code = ExitCode::ModelFailed) {
    return makeError({"E10041", (what + " " + message).str(), "", "", code});
  };
  if (llvm::Error error = checkTensor(sparse.values, what))
    return error;
  if (llvm::Error error = checkTensor(sparse.indices, what + ", its indices,"))
    return error;
  int64_t count = sparse.values.dims.empty() ? 0 : sparse.values.dims.front();
  int64_t rank = sparse.dims.size();
  std::vector<int64_t> flat{count}, coordinates{count, rank};
  if (sparse.values.dims != flat || sparse.indices.elementType != Int64 ||
      (sparse.indices.dims != flat && sparse.indices.dims != coordinates))
    return fail("is sparse, and its values and indices do not fit together");
  Tensor dense;
  dense.name = sparse.values.name;
  dense.elementType = sparse.values.elementType;
  dense.dims = sparse.dims;
  std::optional<int64_t> elements = numElements(dense.dims);
  size_t width = elementBytes(dense.elementType);
  if (!elements || uint64_t(*elements) > kMaxDenseBytes / width)
    return fail("is sparse, and more than " + Twine(kMaxDenseBytes) +
                    " bytes when it is made dense",
                ExitCode::Limit);
  auto storage = std::make_shared<std::vector<char>>(*elements * width);
  for (int64_t index = 0; index < count; ++index) {
    std::optional<uint64_t> position = positionOf(sparse, *elements, index);
    if (!position)
      return fail("is sparse, and index " + Twine(index) +
                  " lies outside of its shape");
    std::memcpy(storage->data() + *position * width,
                sparse.values.data + index * width, width);
  }
  dense.data = storage->data();
  dense.size = storage->size();
  dense.owner = std::move(storage);
  return dense;
}
