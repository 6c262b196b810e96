//===- Table.cpp - Text that fits a terminal ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Table.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace mlir::ascend;

namespace {

/// One character and the columns that it takes.
struct Glyph {
  llvm::StringRef text;
  size_t width;
};

} // namespace

static std::vector<Glyph> glyphsOf(llvm::StringRef text) {
  std::vector<Glyph> glyphs;
  while (!text.empty()) {
    const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
    const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
    size_t size =
        std::min<size_t>(llvm::getNumBytesForUTF8(*begin), text.size());
    int width = -1;
    if (llvm::isLegalUTF8Sequence(begin, end))
      width = llvm::sys::unicode::columnWidthUTF8(text.take_front(size));
    else
      size = 1;
    if (width >= 0)
      glyphs.push_back({text.take_front(size), size_t(width)});
    else
      glyphs.push_back({"?", 1});
    text = text.drop_front(size);
  }
  return glyphs;
}

static size_t widthOf(llvm::ArrayRef<Glyph> glyphs) {
  size_t width = 0;
  for (const Glyph &glyph : glyphs)
    width += glyph.width;
  return width;
}

static std::string joined(llvm::ArrayRef<Glyph> glyphs) {
  std::string text;
  for (const Glyph &glyph : glyphs)
    text += glyph.text;
  return text;
}

std::string mlir::ascend::fitColumn(llvm::StringRef text, size_t width) {
  std::vector<Glyph> glyphs = glyphsOf(text);
  if (widthOf(glyphs) <= width)
    return joined(glyphs);
  // A third for the beginning, the rest but the mark for the end.
  llvm::ArrayRef<Glyph> all(glyphs);
  size_t head = 0, tail = 0, used = 0;
  while (used + all[head].width <= width / 3)
    used += all[head++].width;
  for (++used; used + all[all.size() - 1 - tail].width <= width; ++tail)
    used += all[all.size() - 1 - tail].width;
  return joined(all.take_front(head)) + "~" + joined(all.take_back(tail));
}

std::string mlir::ascend::padColumn(llvm::StringRef text, size_t width) {
  std::string fitted = fitColumn(text, width);
  size_t have = widthOf(glyphsOf(fitted));
  return fitted + std::string(width > have ? width - have : 0, ' ');
}

std::vector<std::string> mlir::ascend::wrapText(llvm::StringRef text,
                                                size_t width) {
  std::vector<std::string> lines(1);
  size_t used = 0;
  while (!text.empty()) {
    auto [word, rest] = text.split(' ');
    std::vector<Glyph> glyphs = glyphsOf(word);
    size_t size = widthOf(glyphs);
    if (used == 0) {
      lines.back() += joined(glyphs);
    } else if (used + 1 + size <= width) {
      lines.back() += " " + joined(glyphs);
      ++used;
    } else {
      lines.push_back(joined(glyphs));
      used = 0;
    }
    used += size;
    text = rest;
  }
  return lines;
}

std::vector<std::string> mlir::ascend::breakText(llvm::StringRef text,
                                                 size_t width) {
  std::vector<std::string> lines;
  for (const std::string &line : wrapText(text, width)) {
    std::string part;
    size_t used = 0;
    for (const Glyph &glyph : glyphsOf(line)) {
      if (used > 0 && used + glyph.width > width) {
        lines.push_back(std::move(part));
        part.clear();
        used = 0;
      }
      part += glyph.text;
      used += glyph.width;
    }
    lines.push_back(std::move(part));
  }
  return lines;
}

std::string mlir::ascend::counted(uint64_t count, llvm::StringRef one) {
  return std::to_string(count) + " " + one.str() + (count == 1 ? "" : "s");
}
