//===- MLIRText.cpp - MLIR text that can be parsed at all -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/MLIRText.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

using namespace mlir::ascend;
using llvm::StringRef;

/// MLIR's recursion takes up to half a kilobyte of stack a level.
static constexpr size_t maxDepth = 1000;
/// MLIR reads a list of dimensions again for each of them, and the digits of a
/// number in quadratic time.
static constexpr size_t maxWordBytes = 4096;
/// How much longer than the text it may get where every alias is written out.
static constexpr uint64_t maxExpansion = 64, freeExpansion = 16 << 20;

namespace {

class Scanner {
public:
  Scanner(StringRef text, StringRef fileName)
      : text(text), fileName(fileName),
        bytesLeft(freeExpansion + maxExpansion * text.size()) {}

  llvm::Error run();

private:
  /// An open bracket, and the operators since the last comma within it: an
  /// affine expression is a tree as deep as it is long.
  struct Level {
    char bracket;
    size_t operators;
  };

  /// What it means to refer to an alias.
  struct Alias {
    /// Levels of what it stands for.
    size_t depth = 0;
    /// Bytes of it with all aliases written out.
    uint64_t bytes = 0;
  };

  llvm::Error fail(const llvm::Twine &what);
  llvm::Error readToken();
  llvm::Error open(char bracket);
  void close(char bracket);
  llvm::Error readOperator();
  llvm::Error readWord();
  llvm::Error readAliasOrDialect();
  void readString();
  void readLineEnd();

  /// The first byte at or after `from` that is neither blank nor comment.
  size_t skipBlanks(size_t from) const;
  char byteAt(size_t offset) const {
    return offset < text.size() ? text[offset] : '\0';
  }
  void endDefinition(size_t end) {
    if (definition)
      definition->second.bytes += end - definitionBegin;
    definition = nullptr;
  }

  StringRef text, fileName;
  size_t at = 0;
  /// The outermost level is never closed.
  llvm::SmallVector<Level> levels = {{'\0', 0}};
  llvm::StringMap<Alias> aliases;
  /// The alias that is being defined.
  llvm::StringMapEntry<Alias> *definition = nullptr;
  size_t definitionBegin = 0;
  uint64_t bytesLeft;
};

} // namespace

llvm::Error Scanner::fail(const llvm::Twine &what) {
  StringRef before = text.take_front(at);
  size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0.
  return makeError({"", what.str(),
                    (fileName + ":" + llvm::Twine(before.count('\n') + 1) +
                     ":" + llvm::Twine(at - lineStart + 1))
                        .str(),
                    "MLIR could not read this text in bounded time and memory",
                    ExitCode::ModelFailed});
}

llvm::Error Scanner::open(char bracket) {
  if (levels.size() > maxDepth)
    return fail("the text is nested more than " + llvm::Twine(maxDepth) +
                " levels deep");
  levels.push_back({bracket, 0});
  if (definition)
    definition->second.depth =
        std::max(definition->second.depth, levels.size() - 1);
  return llvm::Error::success();
}

void Scanner::close(char bracket) {
  // A `<` that none of the others closes was a comparison.
  while (bracket != '<' && levels.back().bracket == '<')
    levels.pop_back();
  if (levels.back().bracket == bracket)
    levels.pop_back();
}

llvm::Error Scanner::readOperator() {
  if (++levels.back().operators > maxDepth)
    return fail("an expression has more than " + llvm::Twine(maxDepth) +
                " operators");
  return llvm::Error::success();
}

static bool isWordByte(char c) {
  return llvm::isAlnum(c) || StringRef("_$.?*").contains(c);
}

llvm::Error Scanner::readWord() {
  bool isSymbol = at > 0 && text[at - 1] == '@';
  StringRef word = text.substr(at).take_while(isWordByte);
  if (word.size() > maxWordBytes && !isSymbol)
    return fail("a word or number has more than " + llvm::Twine(maxWordBytes) +
                " bytes");
  if (word == "*" || word == "mod" || word == "floordiv" || word == "ceildiv")
    if (llvm::Error error = readOperator())
      return error;
  at += word.size();
  return llvm::Error::success();
}

/// `#name` and `!name`, also of a dialect (`#ascend.precision`, which is no
/// alias since nothing defines it).
llvm::Error Scanner::readAliasOrDialect() {
  StringRef rest = text.substr(at + 1);
  StringRef name = rest.take_while(llvm::isDigit);
  if (name.empty())
    name = rest.take_while([](char c) {
      return llvm::isAlnum(c) || StringRef("_$.-").contains(c);
    });
  StringRef key = text.substr(at, name.size() + 1);
  size_t next = skipBlanks(at + key.size());
  if (levels.size() == 1 && byteAt(next) == '=' && byteAt(next + 1) != '=') {
    endDefinition(at);
    definition = &*aliases.try_emplace(key).first;
    definition->second = Alias();
    definitionBegin = at;
  } else if (auto alias = aliases.find(key); alias != aliases.end()) {
    if (&*alias == definition)
      endDefinition(at);
    size_t depth = levels.size() + alias->second.depth;
    if (depth > maxDepth)
      return fail("the aliases are nested more than " + llvm::Twine(maxDepth) +
                  " levels deep");
    if (alias->second.bytes > bytesLeft)
      return fail("the text is more than " + llvm::Twine(maxExpansion) +
                  " times as long with its aliases written out");
    bytesLeft -= alias->second.bytes;
    if (definition) {
      definition->second.depth = std::max(definition->second.depth, depth);
      definition->second.bytes += alias->second.bytes;
    }
  }
  at += key.size();
  return llvm::Error::success();
}

void Scanner::readString() {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
    if (text[at] == '\\')
      ++at;
  at += byteAt(at) == '"';
}

size_t Scanner::skipBlanks(size_t from) const {
  while (true) {
    from = std::min(text.find_first_not_of(" \t\r\n", from), text.size());
    if (!text.substr(from).starts_with("//"))
      return from;
    from = std::min(text.find('\n', from), text.size());
  }
}

/// A definition ends with its line, unless a type is still to come.
void Scanner::readLineEnd() {
  if (definition && levels.size() == 1) {
    StringRef before = text.take_front(at).rtrim();
    StringRef after = text.substr(skipBlanks(at));
    bool goesOn = before.ends_with("=") || before.ends_with(":") ||
                  before.ends_with("->") || after.starts_with("->") ||
                  (!after.empty() && StringRef(":(<[{").contains(after[0]));
    if (!goesOn)
      endDefinition(at);
  }
  ++at;
}

llvm::Error Scanner::readToken() {
  char c = text[at], next = byteAt(at + 1);
  if (isWordByte(c))
    return readWord();
  switch (c) {
  case '#':
  case '!':
    return readAliasOrDialect();
  case '"':
    readString();
    return llvm::Error::success();
  case '\n':
    readLineEnd();
    return llvm::Error::success();
  case '/':
    at = next == '/' ? std::min(text.find('\n', at), text.size()) : at + 1;
    return llvm::Error::success();
  }

  ++at;
  if (StringRef("([{").contains(c) || (c == '<' && next != '='))
    return open(c);
  if (c == '+' || (c == '-' && next != '>'))
    return readOperator();
  if (c == ')')
    close('(');
  else if (c == ']')
    close('[');
  else if (c == '}')
    close('{');
  else if (c == '>' && next != '=' && !text.take_front(at).ends_with("->"))
    close('<');
  else if (StringRef(",=:;").contains(c))
    levels.back().operators = 0;
  return llvm::Error::success();
}

llvm::Error Scanner::run() {
  while (at < text.size())
    if (llvm::Error error = readToken())
      return error;
  return llvm::Error::success();
}

llvm::Error mlir::ascend::checkMLIRText(StringRef text, StringRef fileName) {
  if (text.starts_with("ML\xefR")) // bytecode
    return llvm::Error::success();
  return Scanner(text, fileName).run();
}
