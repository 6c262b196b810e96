//===- Tensors.cpp - Types and constants of ONNX in MLIR ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

Type onnx::mlirElementType(MLIRContext *context, int32_t elementType) {
  Builder b(context);
  switch (elementType) {
  case Float:
    return b.getF32Type();
  case Float16:
    return b.getF16Type();
  case BFloat16:
    return b.getBF16Type();
  case Double:
    return b.getF64Type();
  case Bool:
    return b.getI1Type();
  case Int8:
    return b.getI8Type();
  case Int16:
    return b.getI16Type();
  case Int32:
    return b.getI32Type();
  case Int64:
    return b.getI64Type();
  case UInt8:
    return b.getIntegerType(8, /*isSigned=*/false);
  case UInt16:
    return b.getIntegerType(16, /*isSigned=*/false);
  case UInt32:
    return b.getIntegerType(32, /*isSigned=*/false);
  case UInt64:
    return b.getIntegerType(64, /*isSigned=*/false);
  case Complex64:
    return ComplexType::get(b.getF32Type());
  case Complex128:
    return ComplexType::get(b.getF64Type());
  case Float8E4M3FN:
    return Float8E4M3FNType::get(context);
  case Float8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case Float8E5M2:
    return Float8E5M2Type::get(context);
  case Float8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case Float8E8M0:
    return Float8E8M0FNUType::get(context);
  case Float4E2M1:
    return Float4E2M1FNType::get(context);
  case Int4:
    return b.getIntegerType(4);
  case UInt4:
    return b.getIntegerType(4, /*isSigned=*/false);
  case Int2:
    return b.getIntegerType(2);
  case UInt2:
    return b.getIntegerType(2, /*isSigned=*/false);
  default:
    return {};
  }
}

std::string onnx::elementTypeWord(int32_t elementType) {
  static constexpr const char *words[] = {
      "undefined",      "float",        "uint8",          "int8",
      "uint16",         "int16",        "int32",          "int64",
      "string",         "bool",         "float16",        "double",
      "uint32",         "uint64",       "complex64",      "complex128",
      "bfloat16",       "float8e4m3fn", "float8e4m3fnuz", "float8e5m2",
      "float8e5m2fnuz", "uint4",        "int4",           "float4e2m1",
      "float8e8m0",     "uint2",        "int2",           "float6e2m3",
      "float6e3m2"};
  if (elementType >= 0 && size_t(elementType) < std::size(words))
    return words[elementType];
  return "number " + std::to_string(elementType);
}

std::optional<int64_t> onnx::numElements(ArrayRef<int64_t> shape) {
  if (shape.size() > kMaxRank)
    return std::nullopt;
  // An extent of 0 does not excuse the others: MLIR multiplies them in order.
  int64_t bytes = 16;
  bool isEmpty = false;
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    isEmpty |= extent == 0;
    if (llvm::MulOverflow(bytes, std::max<int64_t>(extent, 1), bytes))
      return std::nullopt;
  }
  return isEmpty ? 0 : bytes / 16;
}

std::optional<int64_t> onnx::numKnownElements(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> known(shape);
  llvm::replace(known, ShapedType::kDynamic, int64_t(1));
  return numElements(known);
}

llvm::Error onnx::checkTensor(const Tensor &tensor, const Twine &what) {
  auto fail = [&](const Twine &message,
                  ExitCode exitCode = ExitCode::ModelFailed) {
    return makeError(
        {"E10041", (what + " " + message).str(), "", "", exitCode});
  };
  size_t bytes = elementBytes(tensor.elementType);
  if (bytes == 0)
    return fail("has elements of type " + elementTypeWord(tensor.elementType) +
                    ", which is not supported",
                ExitCode::UnsupportedOp);
  std::optional<int64_t> elements = numElements(tensor.dims);
  if (!elements)
    return fail("has an impossible shape [" +
                llvm::join(llvm::map_range(tensor.dims,
                                           [](int64_t extent) {
                                             return std::to_string(extent);
                                           }),
                           ",")
                    .substr(0, 200) +
                "]");
  if (uint64_t(*elements) * bytes != tensor.size)
    return fail("has " + Twine(tensor.size) + " bytes of data, but its shape " +
                "needs " + Twine(uint64_t(*elements) * bytes));
  return llvm::Error::success();
}

template <typename T>
static void readIntegers(const Tensor &tensor, SmallVectorImpl<int64_t> &to) {
  for (size_t at = 0; at < tensor.size; at += sizeof(T)) {
    T element;
    std::memcpy(&element, tensor.data + at, sizeof(T));
    to.push_back(element);
  }
}

std::optional<IntTensor> onnx::knownIntegers(const Tensor &tensor) {
  std::optional<int64_t> elements = numElements(tensor.dims);
  if (!elements || *elements > kMaxFoldedElements)
    return std::nullopt;
  IntTensor result;
  result.elementType = tensor.elementType;
  result.dims.assign(tensor.dims.begin(), tensor.dims.end());
  if (tensor.elementType == Int64)
    readIntegers<int64_t>(tensor, result.values);
  else if (tensor.elementType == Int32)
    readIntegers<int32_t>(tensor, result.values);
  else if (tensor.elementType == Bool)
    for (size_t at = 0; at < tensor.size; ++at)
      result.values.push_back(tensor.data[at] != 0);
  else
    return std::nullopt;
  return result;
}

static ElementsAttr boolElements(RankedTensorType type, ArrayRef<char> bytes) {
  SmallVector<bool> elements;
  for (char byte : bytes)
    elements.push_back(byte != 0);
  return DenseElementsAttr::get(type, elements);
}

ElementsAttr onnx::elementsAttr(MLIRContext *context, const Tensor &tensor,
                                StringRef name) {
  auto type = RankedTensorType::get(
      tensor.dims, mlirElementType(context, tensor.elementType));
  ArrayRef<char> data(tensor.data, tensor.size);
  // MLIR packs the bits of small bool constants, so no byte can be shared.
  if (tensor.elementType == Bool)
    return boolElements(type, data);
  if (data.empty())
    return DenseElementsAttr::get(type, ArrayRef<mlir::Attribute>());
  if (data.size() <= kMostDenseBytes)
    return DenseElementsAttr::getFromRawBuffer(type, data);
  // Files may have them at any address. The alignment is that of a copy.
  AsmResourceBlob blob = UnmanagedAsmResourceBlob::allocateWithAlign(
      data, std::min<size_t>(elementBytes(tensor.elementType), 8),
      [owner = tensor.owner](void *, size_t, size_t) {});
  return DenseResourceElementsAttr::get(type, name, std::move(blob));
}

ElementsAttr onnx::elementsAttr(MLIRContext *context, const IntTensor &tensor) {
  auto type = RankedTensorType::get(
      tensor.dims, mlirElementType(context, tensor.elementType));
  SmallVector<APInt> elements;
  unsigned width = type.getElementTypeBitWidth();
  for (int64_t value : tensor.values)
    elements.push_back(APInt(width, value, /*isSigned=*/true,
                             /*implicitTrunc=*/true));
  return DenseElementsAttr::get(type, elements);
}
