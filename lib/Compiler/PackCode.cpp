//===- PackCode.cpp - Code that takes less room in a file -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PackCode.h"

#include "../Runtime/PackedCode.h"
#include "llvm/Support/Endian.h"

#include <vector>

using namespace mlir::ascend;
using llvm::StringRef;

namespace {

/// Finds, for each place of a text, where the longest copy of what stands there
/// begins before it.
class CopyFinder {
public:
  explicit CopyFinder(StringRef text)
      : text(text), newest(size_t(1) << kHashBits, -1), older(text.size(), -1) {
  }

  struct Copy {
    size_t from = 0, length = 0;
  };
  /// Of `at`, behind all places that were added.
  Copy find(size_t at) const {
    Copy best;
    if (at + kHashed > text.size())
      return best;
    unsigned left = kMostTries;
    for (int64_t from = newest[hash(at)]; from >= 0 && left; --left) {
      size_t length = lengthOf(from, at, best.length);
      if (length > best.length)
        best = {size_t(from), length};
      from = older[from];
    }
    return best;
  }
  void add(size_t at) {
    if (at + kHashed > text.size())
      return;
    int32_t &place = newest[hash(at)];
    older[at] = place;
    place = at;
  }

private:
  static constexpr unsigned kHashBits = 18, kMostTries = 8;
  static constexpr size_t kHashed = ascendrt::kLeastCopy;

  size_t hash(size_t at) const {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, kHashed);
    return word * 0x9E3779B97F4A7C15u >> (64 - kHashBits);
  }
  /// How far the texts at both places are the same; 0 where not beyond `least`.
  size_t lengthOf(size_t from, size_t at, size_t least) const {
    size_t most = text.size() - at;
    if (least >= most || text[from + least] != text[at + least])
      return 0;
    size_t length = 0;
    while (length < most && text[from + length] == text[at + length])
      ++length;
    return length;
  }

  StringRef text;
  // Code of more than 2 GB is none that one can link.
  std::vector<int32_t> newest; ///< the last place of each hash
  std::vector<int32_t> older;  ///< the one before a place, of its hash
};

} // namespace

static void addNumber(std::string &out, uint64_t number) {
  for (; number > 127; number >>= 7)
    out.push_back(char(number | 128));
  out.push_back(char(number));
}

/// The copy is none where `length` is 0, at the end.
static void addPart(std::string &out, StringRef literals, size_t length,
                    size_t distance) {
  size_t more = length ? length - ascendrt::kLeastCopy : 0;
  size_t count = literals.size();
  out.push_back(
      char(std::min<size_t>(count, 15) << 4 | std::min<size_t>(more, 15)));
  if (count >= 15)
    addNumber(out, count - 15);
  if (more >= 15)
    addNumber(out, more - 15);
  out += literals;
  if (length)
    addNumber(out, distance);
}

std::unique_ptr<llvm::MemoryBuffer>
mlir::ascend::packCode(llvm::StringRef code) {
  std::string out = code.take_front(ascendrt::kElfHeaderBytes).str();
  char size[sizeof(uint64_t)];
  llvm::support::endian::write64le(size, code.size());
  out.append(size, sizeof(size));

  CopyFinder finder(code);
  for (size_t i = 0; i < ascendrt::kElfHeaderBytes; ++i)
    finder.add(i);
  size_t written = ascendrt::kElfHeaderBytes;
  for (size_t at = written; at < code.size();) {
    CopyFinder::Copy copy = finder.find(at);
    finder.add(at);
    // One that begins a byte later may be longer.
    if (copy.length && finder.find(at + 1).length > copy.length + 1)
      copy.length = 0;
    if (copy.length < ascendrt::kLeastCopy) {
      ++at;
      continue;
    }
    addPart(out, code.slice(written, at), copy.length, at - copy.from);
    for (size_t end = at + copy.length; ++at < end;)
      finder.add(at);
    written = at;
  }
  if (written < code.size())
    addPart(out, code.substr(written), 0, 0);
  return llvm::MemoryBuffer::getMemBufferCopy(out);
}
