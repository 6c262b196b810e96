//===- AdapterScript.cpp - Options of a script for the TF adapter ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OptionFile.h"
#include "PythonTokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;

namespace {

/// Reads one statement, from left to right.
class Statement {
public:
  Statement(llvm::ArrayRef<PythonToken> tokens, llvm::StringRef path)
      : tokens(tokens), path(path) {}

  llvm::Expected<WrittenOption> read();

private:
  const PythonToken &next() const { return tokens.front(); }
  bool takes(llvm::StringRef word) {
    if (!next().is(word))
      return false;
    tokens = tokens.drop_front();
    return true;
  }

  llvm::Error expected(llvm::StringRef what) const;
  llvm::Error readOwner();
  llvm::Expected<std::string> readString(bool ofBytes);
  llvm::Expected<std::string> readText();
  llvm::Expected<std::string> readNumber(bool isWhole);
  llvm::Error readValue(WrittenOption &option);

  /// The last one is an End.
  llvm::ArrayRef<PythonToken> tokens;
  llvm::StringRef path;
};

} // namespace

/// The statement is not understood where it goes on.
llvm::Error Statement::expected(llvm::StringRef what) const {
  const PythonToken &token = next();
  std::string found = token.kind == PythonToken::End ? "the statement ends"
                      : token.kind == PythonToken::Broken
                          ? "a string does not end"
                          : "'" + token.text.str() + "' stands";
  return makeError(
      {"",
       ("this use of parameter_map is not understood: " + found + " where " +
        what + " is expected")
           .str(),
       (path + ":" + llvm::Twine(token.line) + ":" + llvm::Twine(token.column))
           .str(),
       "write NAME.parameter_map[\"option\"].s = tf.compat.as_bytes(\"value\") "
       "or b\"value\", .i = 1, .f = 0.5 or .b = True: nothing of the script is "
       "executed"});
}

/// What stands in front of parameter_map: names and calls, joined by dots.
llvm::Error Statement::readOwner() {
  // What begins a statement that may be run any number of times, or never.
  static constexpr llvm::StringLiteral compound[] = {
      "if",  "elif",   "else",   "for",    "while", "with",  "try",  "def",
      "del", "assert", "return", "lambda", "not",   "await", "class"};
  if (next().kind != PythonToken::Name ||
      llvm::is_contained(compound, next().text))
    return expected("the name of an object");
  size_t depth = 0;
  while (!(depth == 0 && next().is("parameter_map"))) {
    if (next().kind == PythonToken::End)
      return expected(".parameter_map");
    if (next().is("(") || next().is("["))
      ++depth;
    else if (depth > 0 && (next().is(")") || next().is("]")))
      --depth;
    else if (depth == 0 && next().kind != PythonToken::Name && !next().is("."))
      return expected(".parameter_map");
    tokens = tokens.drop_front();
  }
  return llvm::Error::success();
}

/// One literal, or some that stand side by side and are one.
llvm::Expected<std::string> Statement::readString(bool ofBytes) {
  std::string value;
  bool any = false;
  while (next().kind == PythonToken::String) {
    bool isBytes = false;
    if (!decodePythonString(next(), value, isBytes) || isBytes != ofBytes)
      break;
    any = true;
    tokens = tokens.drop_front();
  }
  if (!any || next().kind == PythonToken::String)
    return expected(ofBytes ? "b\"…\" or tf.compat.as_bytes(\"…\")"
                            : "a plain string, \"…\"");
  return value;
}

/// `b"…"`, `as_bytes("…")` of anything, or `as_bytes(b"…")`.
llvm::Expected<std::string> Statement::readText() {
  if (next().kind != PythonToken::Name)
    return readString(/*ofBytes=*/true);
  llvm::StringRef last;
  do {
    if (next().kind != PythonToken::Name)
      return expected("tf.compat.as_bytes");
    last = next().text;
    tokens = tokens.drop_front();
  } while (takes("."));
  if (last != "as_bytes" || !next().is("("))
    return expected("tf.compat.as_bytes(\"…\")");
  tokens = tokens.drop_front();
  bool isBytes = next().kind == PythonToken::String &&
                 next().text.take_front(2).contains_insensitive("b");
  llvm::Expected<std::string> value = readString(isBytes);
  if (!value)
    return value;
  (void)takes(",");
  if (!takes(")"))
    return expected("')'");
  return value;
}

/// A number in base ten, as it is written.
llvm::Expected<std::string> Statement::readNumber(bool isWhole) {
  bool isNegative = takes("-");
  llvm::StringRef what = isWhole ? "a whole number" : "a number";
  if (next().kind != PythonToken::Number)
    return expected(what);
  std::string text = next().text.str();
  llvm::erase(text, '_');
  int64_t whole = 0;
  double real = 0;
  // Python takes no leading zeros.
  bool isZeroLed = text.size() > 1 && text[0] == '0' && llvm::isDigit(text[1]);
  bool isGood = isWhole
                    ? !llvm::StringRef(text).getAsInteger(10, whole)
                    : !llvm::StringRef(text).getAsDouble(real) &&
                          (llvm::isDigit(text.back()) || text.back() == '.') &&
                          !llvm::StringRef(text).contains_insensitive('x');
  if (!isGood || isZeroLed)
    return expected(what);
  tokens = tokens.drop_front();
  return (isNegative ? "-" : "") + text;
}

llvm::Error Statement::readValue(WrittenOption &option) {
  llvm::StringRef field = next().text;
  if (next().kind != PythonToken::Name ||
      !llvm::is_contained({"s", "i", "b", "f"}, field))
    return expected("s, i, b or f");
  tokens = tokens.drop_front();
  if (!takes("="))
    return expected("'='");
  option.valueLine = next().line;
  option.valueColumn = next().column;
  if (field == "b") {
    bool isTrue = next().is("True");
    if (!isTrue && !next().is("False"))
      return expected("True or False");
    tokens = tokens.drop_front();
    option.value = isTrue;
    return llvm::Error::success();
  }
  llvm::Expected<std::string> text =
      field == "s" ? readText() : readNumber(/*isWhole=*/field == "i");
  if (!text)
    return text.takeError();
  option.value = std::move(*text);
  return llvm::Error::success();
}

llvm::Expected<WrittenOption> Statement::read() {
  WrittenOption option;
  if (llvm::Error error = readOwner())
    return error;
  tokens = tokens.drop_front();
  if (!takes("["))
    return expected("'['");
  option.nameLine = next().line;
  option.nameColumn = next().column;
  llvm::Expected<std::string> name = readString(/*ofBytes=*/false);
  if (!name)
    return name.takeError();
  option.name = std::move(*name);
  if (!takes("]"))
    return expected("']'");
  if (!takes("."))
    return expected("'.'");
  if (llvm::Error error = readValue(option))
    return error;
  if (next().kind != PythonToken::End)
    return expected("the end of the statement");
  return option;
}

llvm::Expected<std::vector<WrittenOption>>
mlir::ascend::readAdapterScript(llvm::StringRef text, llvm::StringRef path) {
  llvm::Expected<std::vector<PythonToken>> tokens = tokenizePython(text, path);
  if (!tokens)
    return tokens.takeError();
  std::vector<WrittenOption> options;
  llvm::ArrayRef<PythonToken> rest = *tokens;
  while (!rest.empty()) {
    size_t size = llvm::find_if(rest,
                                [](const PythonToken &token) {
                                  return token.kind == PythonToken::End;
                                }) -
                  rest.begin() + 1;
    llvm::ArrayRef<PythonToken> statement = rest.take_front(size);
    rest = rest.drop_front(size);
    if (llvm::none_of(statement, [](const PythonToken &token) {
          return token.is("parameter_map") ||
                 (token.kind == PythonToken::Broken &&
                  token.text.contains("parameter_map"));
        }))
      continue;
    llvm::Expected<WrittenOption> option = Statement(statement, path).read();
    if (!option)
      return option.takeError();
    options.push_back(std::move(*option));
  }
  return options;
}
