//===- DType.cpp - Data types of op stores and options ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/DType.h"

#include "llvm/ADT/StringMap.h"

#include <iterator>
#include <string>

using namespace mlir::ascend;

namespace {
struct Names {
  llvm::StringLiteral word, geName;
};
} // namespace

/// In the order of the enumeration.
static constexpr Names names[] = {
    {"undefined", "DT_UNDEFINED"},
    {"float", "DT_FLOAT"},
    {"float16", "DT_FLOAT16"},
    {"bfloat16", "DT_BF16"},
    {"hifloat8", "DT_HIFLOAT8"},
    {"float8_e5m2", "DT_FLOAT8_E5M2"},
    {"float8_e4m3fn", "DT_FLOAT8_E4M3FN"},
    {"float8_e8m0", "DT_FLOAT8_E8M0"},
    {"float6_e3m2", "DT_FLOAT6_E3M2"},
    {"float6_e2m3", "DT_FLOAT6_E2M3"},
    {"float4_e2m1", "DT_FLOAT4_E2M1"},
    {"float4_e1m2", "DT_FLOAT4_E1M2"},
    {"double", "DT_DOUBLE"},
    {"int2", "DT_INT2"},
    {"int4", "DT_INT4"},
    {"int8", "DT_INT8"},
    {"int16", "DT_INT16"},
    {"int32", "DT_INT32"},
    {"int64", "DT_INT64"},
    {"uint1", "DT_UINT1"},
    {"uint2", "DT_UINT2"},
    {"uint8", "DT_UINT8"},
    {"uint16", "DT_UINT16"},
    {"uint32", "DT_UINT32"},
    {"uint64", "DT_UINT64"},
    {"bool", "DT_BOOL"},
    {"complex32", "DT_COMPLEX32"},
    {"complex64", "DT_COMPLEX64"},
    {"complex128", "DT_COMPLEX128"},
    {"qint8", "DT_QINT8"},
    {"qint16", "DT_QINT16"},
    {"qint32", "DT_QINT32"},
    {"quint8", "DT_QUINT8"},
    {"quint16", "DT_QUINT16"},
    {"string", "DT_STRING"},
    {"string_ref", "DT_STRING_REF"},
    {"resource", "DT_RESOURCE"},
    {"variant", "DT_VARIANT"},
};
static_assert(std::size(names) == static_cast<size_t>(DType::Variant) + 1);

static DType at(size_t index) { return static_cast<DType>(index); }

static std::optional<DType> lookup(const llvm::StringMap<DType> &map,
                                   llvm::StringRef word) {
  auto it = map.find(word);
  if (it == map.end())
    return std::nullopt;
  return it->second;
}

std::optional<DType> mlir::ascend::parseDType(llvm::StringRef word) {
  static const llvm::StringMap<DType> *map = [] {
    auto *map = new llvm::StringMap<DType>();
    // A store that says "undefined" has a hole.
    for (size_t i = 1; i < std::size(names); ++i)
      map->try_emplace(names[i].word, at(i));
    map->try_emplace("float32", DType::Float);
    map->try_emplace("bf16", DType::BFloat16);
    return map;
  }();
  return lookup(*map, word.trim());
}

std::optional<DType> mlir::ascend::parseGEDType(llvm::StringRef word) {
  static const llvm::StringMap<DType> *map = [] {
    auto *map = new llvm::StringMap<DType>();
    for (size_t i = 1; i < std::size(names); ++i)
      map->try_emplace(names[i].geName, at(i));
    return map;
  }();
  return lookup(*map, word.trim());
}

std::optional<DType> mlir::ascend::parseCustomizeDType(llvm::StringRef word) {
  std::string upper = word.trim().upper();
  if (upper == "FLOAT32")
    return DType::Float;
  if (upper == "BFLOAT16")
    return DType::BFloat16;
  return parseGEDType("DT_" + upper);
}

llvm::StringRef mlir::ascend::stringify(DType dtype) {
  return names[static_cast<size_t>(dtype)].word;
}

llvm::StringRef mlir::ascend::stringifyGE(DType dtype) {
  return names[static_cast<size_t>(dtype)].geName;
}

bool mlir::ascend::isFloat(DType dtype) {
  return dtype >= DType::Float && dtype <= DType::Double;
}

bool mlir::ascend::isComplex(DType dtype) {
  return dtype >= DType::Complex32 && dtype <= DType::Complex128;
}
