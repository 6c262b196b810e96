//===- JSON.cpp - JSON with the place of every value ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/JSON/JSON.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <limits>
#include <optional>

using namespace mlir::ascend;
using namespace mlir::ascend::json;
using llvm::StringRef;

StringRef json::describe(Kind kind) {
  switch (kind) {
  case Kind::Null:
    return "null";
  case Kind::Bool:
    return "a truth value";
  case Kind::Integer:
  case Kind::Double:
    return "a number";
  case Kind::String:
    return "a string";
  case Kind::Array:
    return "an array";
  case Kind::Object:
    return "an object";
  }
  llvm_unreachable("not a kind");
}

static std::string place(StringRef fileName, unsigned line, unsigned column) {
  return (fileName + ":" + llvm::Twine(line) + ":" + llvm::Twine(column)).str();
}

std::string Node::where(StringRef fileName) const {
  return place(fileName, line, column);
}

std::string Member::where(StringRef fileName) const {
  return place(fileName, line, column);
}

const Node *Node::find(StringRef key) const {
  for (auto it = members.rbegin(); it != members.rend(); ++it)
    if (it->key == key)
      return &it->value;
  return nullptr;
}

const Node *Node::find(StringRef key, Kind k) const {
  const Node *node = find(key);
  return node && node->is(k) ? node : nullptr;
}

std::vector<const Member *> Node::duplicates() const {
  llvm::StringSet<> seen;
  std::vector<const Member *> result;
  for (const Member &member : members)
    if (!seen.insert(member.key).second)
      result.push_back(&member);
  return result;
}

namespace {

struct Failure {
  size_t offset;
  std::string message;
};

/// Follows the parser through the text. nlohmann's SAX interface tells values
/// but not where they are; since it has checked the grammar up to the value
/// that it tells, the value's place is the next token after the last one.
class Cursor {
public:
  explicit Cursor(StringRef text) : text(text) {}

  /// Moves to the next token that is a value, a key or an opening bracket.
  void advance() {
    while (offset < text.size()) {
      switch (text[offset]) {
      case '\n':
        ++line;
        lineStart = ++offset;
        continue;
      case ' ':
      case '\t':
      case '\r':
      case ',':
      case ':':
      case ']':
      case '}':
        ++offset;
        continue;
      case '/':
        skipComment();
        continue;
      default:
        return;
      }
    }
  }

  void leave(size_t length) { offset += length; }

  void leaveString() {
    for (++offset; offset < text.size() && text[offset] != '"'; ++offset)
      if (text[offset] == '\\')
        ++offset;
    ++offset;
  }

  void leaveNumber() {
    offset = std::min(text.find_first_not_of("+-.0123456789eE", offset),
                      text.size());
  }

  template <typename T>
  void stamp(T &at) const {
    at.line = line;
    at.column = static_cast<unsigned>(offset - lineStart) + 1;
  }

  size_t getOffset() const { return offset; }

private:
  void skipComment() {
    bool toLineEnd = text.substr(offset).starts_with("//");
    size_t end =
        toLineEnd ? text.find('\n', offset) : text.find("*/", offset + 2);
    end = end == StringRef::npos ? text.size() : end + 1 + !toLineEnd;
    for (; offset < end; ++offset) {
      if (text[offset] == '\n') {
        ++line;
        lineStart = offset + 1;
      }
    }
  }

  StringRef text;
  // No value but a comment goes over lines: JSON's strings have no line ends.
  size_t offset = 0, lineStart = 0;
  unsigned line = 1;
};

/// Builds the tree. The open containers stand on a stack of their own and move
/// into their parent when they close: a pointer into a growing vector would
/// dangle.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
  Builder(StringRef text, const Options &options)
      : cursor(text), maxDepth(options.maxDepth),
        valuesLeft(options.maxValues) {}

  bool null() override { return addLiteral(Node(), 4); }

  bool boolean(bool value) override {
    Node node;
    node.kind = Kind::Bool;
    node.boolean = value;
    return addLiteral(std::move(node), value ? 4 : 5);
  }

  bool number_integer(int64_t value) override {
    Node node;
    node.kind = Kind::Integer;
    node.integer = value;
    node.number = static_cast<double>(value);
    return addNumber(std::move(node));
  }

  bool number_unsigned(uint64_t value) override {
    if (value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      return number_integer(static_cast<int64_t>(value));
    return number_float(static_cast<double>(value), "");
  }

  bool number_float(double value, const std::string &) override {
    Node node;
    node.kind = Kind::Double;
    node.number = value;
    return addNumber(std::move(node));
  }

  bool string(std::string &value) override {
    Node node;
    node.kind = Kind::String;
    node.string = std::move(value);
    cursor.advance();
    cursor.stamp(node);
    cursor.leaveString();
    return add(std::move(node));
  }

  /// JSON text has no such value.
  bool binary(nlohmann::json::binary_t &) override { return false; }

  bool start_object(size_t) override { return open(Kind::Object); }
  bool start_array(size_t) override { return open(Kind::Array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string &value) override {
    Member member;
    member.key = std::move(value);
    cursor.advance();
    cursor.stamp(member);
    cursor.leaveString();
    stack.back().members.push_back(std::move(member));
    return true;
  }

  bool parse_error(size_t position, const std::string &,
                   const nlohmann::detail::exception &error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 2:
    // syntax error while …": the place is given in this project's own form.
    StringRef message = StringRef(error.what()).split("] ").second;
    if (message.starts_with("parse error"))
      message = message.split(": ").second;
    message.consume_front("syntax error ");
    failure = Failure{position ? position - 1 : 0, message.str()};
    return false;
  }

  Node root;
  std::optional<Failure> failure;

private:
  bool addLiteral(Node node, size_t length) {
    cursor.advance();
    cursor.stamp(node);
    cursor.leave(length);
    return add(std::move(node));
  }

  bool addNumber(Node node) {
    cursor.advance();
    cursor.stamp(node);
    cursor.leaveNumber();
    return add(std::move(node));
  }

  bool add(Node node) {
    if (valuesLeft-- == 0) {
      failure = Failure{cursor.getOffset(), "too many values"};
      return false;
    }
    if (stack.empty())
      root = std::move(node);
    else if (stack.back().is(Kind::Array))
      stack.back().elements.push_back(std::move(node));
    else
      stack.back().members.back().value = std::move(node);
    return true;
  }

  bool open(Kind kind) {
    Node node;
    node.kind = kind;
    cursor.advance();
    cursor.stamp(node);
    if (stack.size() >= maxDepth) {
      failure = Failure{cursor.getOffset(), "nested more than " +
                                                std::to_string(maxDepth) +
                                                " levels deep"};
      return false;
    }
    cursor.leave(1);
    stack.push_back(std::move(node));
    return true;
  }

  bool close() {
    Node node = std::move(stack.back());
    stack.pop_back();
    return add(std::move(node));
  }

  Cursor cursor;
  unsigned maxDepth;
  size_t valuesLeft;
  std::vector<Node> stack;
};

} // namespace

/// Parses once; nothing on success, else what is wrong.
static std::optional<Failure> parseOnce(StringRef text, const Options &options,
                                        bool comments, Node &result) {
  Builder builder(text, options);
  try {
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder,
                              nlohmann::json::input_format_t::json,
                              /*strict=*/!options.allowTrailingText, comments);
  } catch (const std::exception &error) {
    return Failure{0, error.what()};
  }
  if (builder.failure)
    return builder.failure;
  result = std::move(builder.root);
  return std::nullopt;
}

/// "fileName:line:column" of a byte of `text`.
static std::string placeOf(StringRef fileName, StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  size_t lineStart = before.rfind('\n') + 1;
  return place(fileName, before.count('\n') + 1, offset - lineStart + 1);
}

llvm::Expected<Node> mlir::ascend::parseJSON(StringRef text, StringRef fileName,
                                             Options options) {
  text.consume_front("\xEF\xBB\xBF");
  if (options.hadComments)
    *options.hadComments = false;

  auto fail = [&](const Failure &failure) {
    return makeError({"", "this is not valid JSON: " + failure.message,
                      placeOf(fileName, text, failure.offset), ""});
  };
  // nlohmann takes a NUL byte for the end of the text.
  if (size_t nul = text.find('\0'); nul != StringRef::npos)
    return fail({nul, "a NUL byte"});
  if (text.trim().empty())
    return fail({0, "the text is empty"});

  Node result;
  std::optional<Failure> failure =
      parseOnce(text, options, /*comments=*/false, result);
  if (failure && options.allowComments) {
    failure = parseOnce(text, options, /*comments=*/true, result);
    if (options.hadComments)
      *options.hadComments = !failure;
  }
  if (failure)
    return fail(*failure);
  return result;
}
