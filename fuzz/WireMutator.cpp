//===- WireMutator.cpp - Damages messages, not their framing --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "WireMutator.h"

#include <cstdint>
#include <optional>
#include <vector>

using namespace mlir::ascend;
using llvm::StringRef;

namespace {

/// The parts of a message; what could be a message within it is one.
struct Field {
  enum Wire { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };
  uint64_t number = 0;
  unsigned wire = Varint;
  uint64_t value = 0;
  std::string bytes;
  std::vector<Field> children;
};

} // namespace

using Fields = std::vector<Field>;

static bool takeVarint(StringRef &bytes, uint64_t &value) {
  value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    uint8_t byte = bytes.front();
    bytes = bytes.drop_front();
    value |= uint64_t(byte & 0x7f) << shift;
    if (byte < 0x80)
      return true;
  }
  return false;
}

static std::optional<Fields> parseFields(StringRef bytes, unsigned depth) {
  Fields fields;
  while (!bytes.empty()) {
    uint64_t tag = 0, size = 0;
    Field &field = fields.emplace_back();
    if (!takeVarint(bytes, tag) || tag < 8)
      return std::nullopt;
    field.number = tag >> 3;
    field.wire = tag & 7;
    switch (field.wire) {
    case Field::Varint:
      if (!takeVarint(bytes, field.value))
        return std::nullopt;
      continue;
    case Field::Fixed64:
      size = 8;
      break;
    case Field::Fixed32:
      size = 4;
      break;
    case Field::Bytes:
      if (takeVarint(bytes, size))
        break;
      return std::nullopt;
    default:
      return std::nullopt;
    }
    if (size > bytes.size())
      return std::nullopt;
    field.bytes = bytes.take_front(size).str();
    bytes = bytes.drop_front(size);
    if (field.wire == Field::Bytes && depth > 0)
      if (auto children = parseFields(field.bytes, depth - 1))
        field.children = std::move(*children);
  }
  return fields;
}

static void putVarint(std::string &to, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    to += static_cast<char>(value | 0x80);
  to += static_cast<char>(value);
}

static std::string printFields(const Fields &fields) {
  std::string result;
  for (const Field &field : fields) {
    putVarint(result, field.number << 3 | field.wire);
    if (field.wire == Field::Varint) {
      putVarint(result, field.value);
      continue;
    }
    std::string bytes =
        field.children.empty() ? field.bytes : printFields(field.children);
    if (field.wire == Field::Bytes)
      putVarint(result, bytes.size());
    result += bytes;
  }
  return result;
}

/// All lists of fields that have one, the outer first.
static void collect(Fields &fields, std::vector<Fields *> &lists) {
  if (fields.empty())
    return;
  lists.push_back(&fields);
  for (Field &field : fields)
    collect(field.children, lists);
}

/// Another value of the kind that the field has; of a message, another one.
static void changeValue(Field &field, const Field &like, std::mt19937 &random) {
  static constexpr int64_t numbers[] = {
      0,         1,        -1,  2,         3,         7,
      16,        64,       255, INT32_MAX, INT32_MIN, int64_t(1) << 32,
      INT64_MAX, INT64_MIN};
  if (field.wire == Field::Varint) {
    switch (random() % 3) {
    case 0:
      field.value = numbers[random() % std::size(numbers)];
      return;
    case 1:
      field.value += random() % 2 ? 1 : -1;
      return;
    default:
      field.value = like.value;
      return;
    }
  }
  if (like.wire == field.wire && random() % 3) {
    field.bytes = like.bytes;
    field.children = like.children;
  } else if (field.wire == Field::Bytes && random() % 2) {
    field.bytes = field.bytes.substr(0, random() % (field.bytes.size() + 1));
    field.children.clear();
  } else if (!field.bytes.empty()) {
    field.bytes[random() % field.bytes.size()] ^= 1 << random() % 8;
    field.children.clear();
  }
}

std::string fuzz::mutateWire(StringRef bytes, StringRef other,
                             std::mt19937 &random) {
  // ONNX needs eight levels for a node in a branch.
  constexpr unsigned kDepth = 16;
  std::optional<Fields> fields = parseFields(bytes, kDepth);
  std::optional<Fields> others = parseFields(other, kDepth);
  if (!fields || fields->empty())
    return {};
  std::vector<Fields *> lists, sources;
  collect(*fields, lists);
  collect(*fields, sources);
  if (others)
    collect(*others, sources);
  Fields &list = *lists[random() % lists.size()];
  size_t at = random() % list.size();
  const Fields &source = *sources[random() % sources.size()];
  // A copy: the list that it comes from may be the one that changes.
  Field like = source[random() % source.size()];
  switch (random() % 8) {
  case 0:
    list.erase(list.begin() + at);
    break;
  case 1:
    list.insert(list.begin() + random() % (list.size() + 1), Field(list[at]));
    break;
  case 2:
    std::swap(list[at], list[random() % list.size()]);
    break;
  case 3:
    list.insert(list.begin() + at, std::move(like));
    break;
  case 4:
    list[at].number = 1 + random() % 32;
    break;
  default:
    changeValue(list[at], like, random);
  }
  return printFields(*fields);
}
