//===- Mutator.cpp - Damages inputs as a seed says --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;

std::vector<std::string> fuzz::readDictionary(llvm::StringRef text) {
  std::vector<std::string> words;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    if (!line.consume_front("\"") || !line.consume_back("\""))
      continue;
    std::string &word = words.emplace_back();
    for (; !line.empty(); line = line.drop_front()) {
      if (line.consume_front("\\x")) {
        word += static_cast<char>(llvm::hexFromNibbles(line[0], line[1]));
        line = line.drop_front();
        continue;
      }
      line.consume_front("\\");
      word += line.front();
    }
  }
  return words;
}

void Mutator::mutate(std::string &text) {
  size_t at = below(text.size() + 1);
  switch (below(7)) {
  case 0:
    if (at < text.size())
      text[at] = static_cast<char>(random());
    return;
  case 1:
    if (at < text.size())
      text[at] ^= 1 << below(8);
    return;
  case 2:
    text.erase(at, 1 + below(32));
    return;
  case 3:
    text.insert(at, text.substr(at, 1 + below(32)));
    return;
  case 4: {
    const std::string &other = inputs[below(inputs.size())];
    text.insert(at, other.substr(below(other.size()), 1 + below(64)));
    return;
  }
  case 5:
    text.resize(at);
    return;
  case 6:
    if (!words.empty())
      text.insert(at, words[below(words.size())]);
    return;
  }
}

std::string Mutator::next() {
  std::string text = inputs[below(inputs.size())];
  bool keepsForm = structured && below(4);
  for (size_t edits = 1 + below(4); edits > 0; --edits)
    if (keepsForm)
      text = structured(text, inputs[below(inputs.size())], random);
    else
      mutate(text);
  return text;
}
