//===- Table.cpp - Text that fits a terminal ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Table.h"

using namespace mlir::ascend;

std::string mlir::ascend::fitColumn(llvm::StringRef text, size_t width) {
  if (text.size() <= width)
    return text.str();
  llvm::StringRef tail = text.take_back(width - 1);
  // Do not begin inside a UTF-8 sequence.
  while (!tail.empty() &&
         (static_cast<unsigned char>(tail.front()) & 0xc0) == 0x80)
    tail = tail.drop_front();
  return "~" + tail.str();
}

std::vector<std::string> mlir::ascend::wrapText(llvm::StringRef text,
                                                size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    auto [word, rest] = text.split(' ');
    std::string &line = lines.back();
    if (line.empty())
      line = word.str();
    else if (line.size() + 1 + word.size() <= width)
      line += " " + word.str();
    else
      lines.push_back(word.str());
    text = rest;
  }
  return lines;
}
