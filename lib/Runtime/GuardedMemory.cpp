//===- GuardedMemory.cpp - Buffers between forbidden pages ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GuardedMemory.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace ascendrt;

//===----------------------------------------------------------------------===//
// The pattern
//===----------------------------------------------------------------------===//

static constexpr uint64_t period = 256;

/// What stands at an address depends on its last byte, so that no fill with one
/// value goes unseen. Twice, for any beginning.
static constexpr std::array<char, 2 * period> makePattern() {
  std::array<char, 2 * period> bytes{};
  for (unsigned i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(i * 149 + 90);
  return bytes;
}
static constexpr std::array<char, 2 * period> pattern = makePattern();

static const char *patternAt(const char *address) {
  return pattern.data() + reinterpret_cast<uintptr_t>(address) % period;
}

static void fill(char *begin, char *end) {
  for (char *at = begin; at != end;) {
    auto step = std::min<uint64_t>(period, end - at);
    std::memcpy(at, patternAt(at), step);
    at += step;
  }
}

/// The first byte of [begin, end) that is not as fill left it, or `end`.
static const char *firstWrong(const char *begin, const char *end) {
  for (const char *at = begin; at != end;) {
    auto step = std::min<uint64_t>(period, end - at);
    const char *wanted = patternAt(at);
    if (std::memcmp(at, wanted, step) != 0)
      return std::mismatch(at, at + step, wanted).first;
    at += step;
  }
  return end;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static uint64_t roundUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

GuardedBuffer::~GuardedBuffer() {
  if (mapping)
    ::munmap(mapping, mappingBytes);
}

/// Maps `buffer` for its bytes.
static bool map(GuardedBuffer &buffer, ascendrt_guard side,
                uint64_t alignment) {
  const uint64_t page = ::sysconf(_SC_PAGESIZE), most = PTRDIFF_MAX / 4;
  uint64_t bodyAlignment = std::max(page, alignment);
  if (buffer.bytes > most || bodyAlignment > most)
    return false;
  uint64_t room = roundUp(std::max<uint64_t>(buffer.bytes, 1), alignment);
  uint64_t bodyBytes = roundUp(room, page);
  uint64_t mappingBytes = 2 * page + (bodyAlignment - page) + bodyBytes;
  void *mapping = ::mmap(nullptr, mappingBytes, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return false;
  buffer.mapping = static_cast<char *>(mapping);
  buffer.mappingBytes = mappingBytes;
  auto first = reinterpret_cast<uintptr_t>(mapping) + page;
  // So that the buffer is aligned, whichever side it touches.
  uintptr_t at =
      side == ASCENDRT_GUARD_BEGIN
          ? roundUp(first, bodyAlignment)
          : roundUp(first + bodyBytes - room, alignment) + room - bodyBytes;
  buffer.body = buffer.mapping + (at - reinterpret_cast<uintptr_t>(mapping));
  buffer.bodyEnd = buffer.body + bodyBytes;
  buffer.data =
      side == ASCENDRT_GUARD_BEGIN ? buffer.body : buffer.bodyEnd - room;
  return ::mprotect(buffer.body, bodyBytes, PROT_READ | PROT_WRITE) == 0;
}

GuardedMemory::~GuardedMemory() {
  for (const auto &buffer : buffers)
    FaultReports::remove(*buffer);
}

void *GuardedMemory::allocate(Kind kind, const char *name, uint64_t bytes,
                              uint64_t alignment) {
  auto buffer = std::make_unique<GuardedBuffer>();
  buffer->kind = kind;
  buffer->name = name;
  buffer->bytes = bytes;
  buffer->node = &node;
  if (!map(*buffer, side, alignment))
    return nullptr;
  fill(buffer->body, buffer->bodyEnd);
  buffers.push_back(std::move(buffer));
  FaultReports::add(*buffers.back());
  return buffers.back()->data;
}

const void *GuardedMemory::allocateCopy(Kind kind, const char *name,
                                        const void *data, uint64_t bytes,
                                        uint64_t alignment) {
  void *copy = allocate(kind, name, bytes, alignment);
  if (!copy)
    return nullptr;
  if (bytes)
    std::memcpy(copy, data, bytes);
  GuardedBuffer &buffer = *buffers.back();
  // Where it cannot be protected, its content is only not watched.
  buffer.isReadOnly =
      ::mprotect(buffer.body, buffer.bodyEnd - buffer.body, PROT_READ) == 0;
  return copy;
}

void GuardedMemory::erase(Buffers::iterator buffer) {
  FaultReports::remove(**buffer);
  buffers.erase(buffer);
}

std::string GuardedMemory::release(const void *data, const char *opType) {
  auto found =
      std::find_if(buffers.begin(), buffers.end(), [&](const auto &buffer) {
        return buffer->kind == Kind::Work && buffer->data == data;
      });
  if (found == buffers.end())
    return "";
  std::string wrong = check(**found, opType);
  erase(found);
  return wrong;
}

void GuardedMemory::endRun() {
  for (size_t i = buffers.size(); i-- > 0;)
    if (buffers[i]->kind != Kind::Arena && buffers[i]->kind != Kind::Weights)
      erase(buffers.begin() + i);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

std::string GuardedMemory::check(const GuardedBuffer &buffer,
                                 const char *opType) const {
  if (buffer.isReadOnly)
    return "";
  const char *end = buffer.data + buffer.bytes;
  const char *wrong = firstWrong(end, buffer.bodyEnd);
  if (wrong == buffer.bodyEnd) {
    wrong = firstWrong(buffer.body, buffer.data);
    if (wrong == buffer.data)
      return "";
    // The nearest is the first to be reported.
    for (const char *at = wrong; at != buffer.data; ++at)
      if (*at != *patternAt(at))
        wrong = at;
  }
  BoundedText text;
  text.addNode(node.load(), opType);
  text << " wrote to ";
  text.addPlace(buffer, wrong);
  return {text.data(), text.size()};
}

std::string GuardedMemory::check(const char *opType) const {
  for (const auto &buffer : buffers)
    if (std::string wrong = check(*buffer, opType); !wrong.empty())
      return wrong;
  return "";
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

BoundedText &BoundedText::operator<<(const char *more) {
  while (*more && length < sizeof(text) - 1) // for the line's end
    text[length++] = *more++;
  return *this;
}

BoundedText &BoundedText::operator<<(uint64_t number) {
  char digits[24];
  char *at = digits + sizeof(digits);
  *--at = 0;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number);
  return *this << at;
}

BoundedText &BoundedText::operator<<(const GuardedBuffer &buffer) {
  switch (buffer.kind) {
  case GuardedBuffer::Kind::Arena:
    *this << "the work memory";
    break;
  case GuardedBuffer::Kind::Weights:
    *this << "the weights";
    break;
  case GuardedBuffer::Kind::Input:
    *this << "input '" << buffer.name << "'";
    break;
  case GuardedBuffer::Kind::Output:
    *this << "output '" << buffer.name << "'";
    break;
  case GuardedBuffer::Kind::Work:
    *this << "a work buffer";
    break;
  }
  return *this << " (" << buffer.bytes << " bytes)";
}

void BoundedText::addNode(const char *node, const char *opType) {
  if (!node) {
    *this << "the model";
    return;
  }
  *this << "node '" << node << "'";
  if (opType)
    *this << " (" << opType << ")";
}

void BoundedText::addPlace(const GuardedBuffer &buffer, const char *address) {
  const char *end = buffer.data + buffer.bytes;
  if (address < buffer.data)
    *this << "byte " << static_cast<uint64_t>(buffer.data - address)
          << " before the beginning of " << buffer;
  else if (address >= end)
    *this << "byte " << static_cast<uint64_t>(address - end + 1)
          << " past the end of " << buffer;
  else
    *this << "byte " << static_cast<uint64_t>(address - buffer.data) << " of "
          << buffer;
}
