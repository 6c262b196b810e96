//===- DataTypes.cpp - Facts of the element types ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "DataTypes.h"

#include <cstring>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "the .npy type words below are little-endian ones");

using namespace ascendrt;

static constexpr DataTypeFacts dataTypes[] = {
    {ASCENDRT_FLOAT, "float", 4, 4, "<f4"},
    {ASCENDRT_FLOAT16, "float16", 2, 2, "<f2"},
    {ASCENDRT_INT8, "int8", 1, 1, "|i1"},
    {ASCENDRT_INT32, "int32", 4, 4, "<i4"},
    {ASCENDRT_UINT8, "uint8", 1, 1, "|u1"},
    {ASCENDRT_INT16, "int16", 2, 2, "<i2"},
    {ASCENDRT_UINT16, "uint16", 2, 2, "<u2"},
    {ASCENDRT_UINT32, "uint32", 4, 4, "<u4"},
    {ASCENDRT_INT64, "int64", 8, 8, "<i8"},
    {ASCENDRT_UINT64, "uint64", 8, 8, "<u8"},
    {ASCENDRT_DOUBLE, "double", 8, 8, "<f8"},
    {ASCENDRT_BOOL, "bool", 1, 1, "|b1"},
    {ASCENDRT_COMPLEX64, "complex64", 8, 4, "<c8"},
    {ASCENDRT_COMPLEX128, "complex128", 16, 8, "<c16"},
    {ASCENDRT_BFLOAT16, "bfloat16", 2, 2, "<V2"},
    {ASCENDRT_HIFLOAT8, "hifloat8", 1, 1, "<V1"},
    {ASCENDRT_FLOAT8_E5M2, "float8_e5m2", 1, 1, "<V1"},
    {ASCENDRT_FLOAT8_E4M3FN, "float8_e4m3fn", 1, 1, "<V1"},
    {ASCENDRT_FLOAT8_E8M0, "float8_e8m0", 1, 1, "<V1"},
    {ASCENDRT_FLOAT8_E4M3FNUZ, "float8_e4m3fnuz", 1, 1, "<V1"},
    {ASCENDRT_FLOAT8_E5M2FNUZ, "float8_e5m2fnuz", 1, 1, "<V1"},
    {ASCENDRT_FLOAT4_E2M1, "float4_e2m1", 1, 1, "<V1"},
    {ASCENDRT_INT4, "int4", 1, 1, "<V1"},
    {ASCENDRT_UINT4, "uint4", 1, 1, "<V1"},
    {ASCENDRT_INT2, "int2", 1, 1, "<V1"},
    {ASCENDRT_UINT2, "uint2", 1, 1, "<V1"},
};

const DataTypeFacts *ascendrt::findDataType(ascendrt_dtype dtype) {
  for (const DataTypeFacts &facts : dataTypes)
    if (facts.dtype == dtype)
      return &facts;
  return nullptr;
}

size_t ascendrt_dtype_size(ascendrt_dtype dtype) {
  const DataTypeFacts *facts = findDataType(dtype);
  return facts ? facts->size : 0;
}

const char *ascendrt_dtype_word(ascendrt_dtype dtype) {
  const DataTypeFacts *facts = findDataType(dtype);
  return facts ? facts->word : nullptr;
}

int32_t ascendrt_dtype_from_word(const char *word, ascendrt_dtype *dtype) {
  if (!word || !dtype)
    return ASCENDRT_INVALID_ARGUMENT;
  for (const DataTypeFacts &facts : dataTypes)
    if (std::strcmp(facts.word, word) == 0) {
      *dtype = facts.dtype;
      return ASCENDRT_OK;
    }
  return ASCENDRT_INVALID_ARGUMENT;
}

int32_t ascendrt_tensor_bytes(ascendrt_dtype dtype, int32_t rank,
                              const int64_t *shape, int64_t *bytes) {
  const DataTypeFacts *facts = findDataType(dtype);
  if (!facts || rank < 0 || rank > ASCENDRT_MAX_RANK || (rank && !shape) ||
      !bytes)
    return ASCENDRT_INVALID_ARGUMENT;
  // An empty tensor is small however large its other dimensions are.
  bool isEmpty = false;
  for (int32_t i = 0; i < rank; ++i) {
    if (shape[i] < 0)
      return ASCENDRT_INVALID_ARGUMENT;
    isEmpty |= shape[i] == 0;
  }
  int64_t size = isEmpty ? 0 : facts->size;
  for (int32_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(size, shape[i], &size))
      return ASCENDRT_LIMIT;
  *bytes = size;
  return ASCENDRT_OK;
}
