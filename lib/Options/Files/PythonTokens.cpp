//===- PythonTokens.cpp - The tokens of a Python script -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PythonTokens.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace mlir::ascend;

/// Letters, digits, `_`, and all that is not ASCII.
static bool isNameByte(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether `word` in front of a quote is a part of the string: r, b, rb, f, ….
static bool isStringPrefix(llvm::StringRef word) {
  return word.size() <= 2 &&
         word.find_first_not_of("rRbBuUfF") == llvm::StringRef::npos;
}

namespace {

class Tokenizer {
public:
  Tokenizer(llvm::StringRef script, llvm::StringRef path)
      : rest(script), path(path) {
    rest.consume_front("\xef\xbb\xbf");
    lineBegin = rest.data();
  }

  llvm::Expected<std::vector<PythonToken>> run();

private:
  void add(PythonToken::Kind kind, size_t size);
  void newLine();
  llvm::Error addString(size_t prefix);
  void addNumber();
  /// file:line:column of what comes next.
  std::string place() const;

  llvm::StringRef rest;
  const char *lineBegin;
  llvm::StringRef path;
  unsigned line = 1;
  /// Open brackets.
  size_t depth = 0;
  std::vector<PythonToken> tokens;
};

} // namespace

std::string Tokenizer::place() const {
  return (path + ":" + llvm::Twine(line) + ":" +
          llvm::Twine(rest.data() - lineBegin + 1))
      .str();
}

void Tokenizer::add(PythonToken::Kind kind, size_t size) {
  tokens.push_back({kind, rest.take_front(size), line,
                    static_cast<unsigned>(rest.data() - lineBegin + 1)});
  rest = rest.drop_front(size);
}

/// Goes behind the '\n' that comes next.
void Tokenizer::newLine() {
  rest = rest.drop_front();
  lineBegin = rest.data();
  ++line;
}

/// A string whose prefix has `prefix` bytes.
llvm::Error Tokenizer::addString(size_t prefix) {
  llvm::StringRef quote = rest.substr(prefix, 1);
  std::string three = std::string(3, quote[0]);
  bool isLong = rest.substr(prefix).starts_with(three);
  size_t at = prefix + (isLong ? 3 : 1);
  for (; at < rest.size(); ++at) {
    if (rest[at] == '\\') {
      ++at;
      continue;
    }
    if (isLong ? rest.substr(at).starts_with(three) : rest[at] == quote[0])
      break;
    if (!isLong && rest[at] == '\n')
      break;
  }
  bool ends = at < rest.size() && rest[at] != '\n';
  if (isLong && !ends)
    return makeError({"", "the string that begins here does not end", place(),
                      "end it with " + three});
  size_t size = std::min(at + (ends ? (isLong ? 3 : 1) : 0), rest.size());
  llvm::StringRef text = rest.take_front(size);
  add(ends ? PythonToken::String : PythonToken::Broken, size);
  line += text.count('\n');
  if (size_t last = text.rfind('\n'); last != llvm::StringRef::npos)
    lineBegin = text.data() + last + 1;
  return llvm::Error::success();
}

/// A sign belongs to a number only behind its e: `1e-3`.
void Tokenizer::addNumber() {
  size_t size = 0;
  bool isHex = rest.starts_with_insensitive("0x");
  while (size < rest.size() &&
         (isNameByte(rest[size]) || rest[size] == '.' ||
          (!isHex && size > 0 && (rest[size] == '-' || rest[size] == '+') &&
           llvm::toLower(rest[size - 1]) == 'e')))
    ++size;
  add(PythonToken::Number, size);
}

llvm::Expected<std::vector<PythonToken>> Tokenizer::run() {
  if (size_t nul = rest.find('\0'); nul != llvm::StringRef::npos) {
    llvm::StringRef before = rest.take_front(nul);
    line += before.count('\n');
    if (size_t last = before.rfind('\n'); last != llvm::StringRef::npos)
      lineBegin = before.data() + last + 1;
    rest = rest.drop_front(nul);
    return makeError({"", "the file holds a NUL byte: it is not a text file",
                      place(), "write the file as plain text (UTF-8)"});
  }
  while (!rest.empty()) {
    char c = rest.front();
    if (c == '\n') {
      if (depth == 0)
        add(PythonToken::End, 0);
      newLine();
    } else if (llvm::isSpace(c)) {
      rest = rest.drop_front();
    } else if (c == '#') {
      rest = rest.drop_front(std::min(rest.find('\n'), rest.size()));
    } else if (c == '\\' && rest.drop_front().ltrim('\r').starts_with("\n")) {
      rest = rest.drop_front().ltrim('\r');
      newLine();
    } else if (c == ';' && depth == 0) {
      add(PythonToken::End, 1);
    } else if (llvm::isDigit(c) ||
               (c == '.' && rest.size() > 1 && llvm::isDigit(rest[1]))) {
      addNumber();
    } else if (isNameByte(c)) {
      size_t size =
          std::min(rest.size(),
                   size_t(llvm::find_if_not(rest, isNameByte) - rest.begin()));
      if (size < rest.size() && (rest[size] == '"' || rest[size] == '\'') &&
          isStringPrefix(rest.take_front(size))) {
        if (llvm::Error error = addString(size))
          return error;
      } else {
        add(PythonToken::Name, size);
      }
    } else if (c == '"' || c == '\'') {
      if (llvm::Error error = addString(0))
        return error;
    } else {
      if (llvm::StringRef("([{").contains(c))
        ++depth;
      else if (llvm::StringRef(")]}").contains(c) && depth > 0)
        --depth;
      add(PythonToken::Operator, 1);
    }
  }
  add(PythonToken::End, 0);
  return std::move(tokens);
}

llvm::Expected<std::vector<PythonToken>>
mlir::ascend::tokenizePython(llvm::StringRef script, llvm::StringRef path) {
  return Tokenizer(script, path).run();
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// Takes `digits` digits of base 16 from `text`.
static bool takeHex(llvm::StringRef &text, size_t digits, unsigned &number) {
  if (text.size() < digits || text.take_front(digits).getAsInteger(16, number))
    return false;
  text = text.drop_front(digits);
  return true;
}

static bool addCodePoint(unsigned code, std::string &value) {
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = bytes;
  if (!llvm::ConvertCodePointToUTF8(code, end))
    return false;
  value.append(bytes, end - bytes);
  return true;
}

/// What stands behind a backslash; `text` begins behind it.
static bool decodeEscape(llvm::StringRef &text, bool isBytes,
                         std::string &value) {
  if (text.empty())
    return false;
  char c = text.front();
  if (c >= '0' && c <= '7') {
    unsigned code = 0;
    for (unsigned i = 0;
         i < 3 && !text.empty() && text.front() >= '0' && text.front() <= '7';
         ++i) {
      code = code * 8 + (text.front() - '0');
      text = text.drop_front();
    }
    if (!isBytes)
      return addCodePoint(code, value);
    value += static_cast<char>(code);
    return true;
  }
  static constexpr llvm::StringLiteral letters = "\\'\"abfnrtv";
  static constexpr llvm::StringLiteral meanings = "\\'\"\a\b\f\n\r\t\v";
  text = text.drop_front();
  if (size_t index = letters.find(c); index != llvm::StringRef::npos) {
    value += meanings[index];
    return true;
  }
  unsigned code = 0;
  if (c == '\n')
    return true;
  if (c == 'x') {
    if (!takeHex(text, 2, code))
      return false;
    if (!isBytes)
      return addCodePoint(code, value);
    value += static_cast<char>(code);
    return true;
  }
  if (!isBytes && (c == 'u' || c == 'U'))
    return takeHex(text, c == 'u' ? 4 : 8, code) && addCodePoint(code, value);
  if (!isBytes && c == 'N')
    return false;
  // Python leaves what it does not know.
  value += '\\';
  value += c;
  return true;
}

bool mlir::ascend::decodePythonString(const PythonToken &token,
                                      std::string &value, bool &isBytes) {
  llvm::StringRef text = token.text;
  std::string prefix =
      text.take_until([](char c) { return c == '"' || c == '\''; }).lower();
  text = text.drop_front(prefix.size());
  if (llvm::StringRef(prefix).contains('f'))
    return false;
  isBytes = llvm::StringRef(prefix).contains('b');
  bool isRaw = llvm::StringRef(prefix).contains('r');
  size_t quotes =
      text.size() >= 6 && text[1] == text[0] && text[2] == text[0] ? 3 : 1;
  text = text.drop_front(quotes).drop_back(quotes);
  if (isRaw) {
    value += text;
    return true;
  }
  while (!text.empty()) {
    auto [plain, rest] = text.split('\\');
    value += plain;
    bool isEscape = plain.size() < text.size();
    text = rest;
    if (isEscape && !decodeEscape(text, isBytes, value))
      return false;
  }
  return true;
}
