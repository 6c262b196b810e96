//===- InOutPair.cpp - The parts of a graph that an option names ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/InOutPair.h"

#include "Ascend/Options/Option.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;

namespace {

/// Reads lists of three levels.
class Parser {
public:
  explicit Parser(llvm::StringRef text) : text(text), rest(text) {}

  llvm::Expected<std::vector<NodeRange>> run();

private:
  /// Reads `[`, what `item` reads, commas between, and `]`.
  llvm::Error list(llvm::function_ref<llvm::Error()> item);
  llvm::Expected<NodeRange> range();
  llvm::Error names(std::vector<std::string> &into);
  llvm::Error name(std::vector<std::string> &into);
  bool skip(char wanted) {
    rest = rest.ltrim();
    return rest.consume_front(llvm::StringRef(&wanted, 1));
  }
  llvm::Error fail(const llvm::Twine &wanted) const;

  llvm::StringRef text, rest;
};

} // namespace

llvm::Error Parser::fail(const llvm::Twine &wanted) const {
  // Of a long value its beginning.
  std::string shown = text.take_front(80).str() + (text.size() > 80 ? "…" : "");
  return makeError(
      {"E10001",
       invalidValue("E10001", shown, "in_out_pair",
                    ("expected " + wanted + " at character " +
                     llvm::Twine(text.size() - rest.size() + 1))
                        .str()),
       "", "write [[['first node'], ['last node', 'other last node']]]"});
}

llvm::Error Parser::list(llvm::function_ref<llvm::Error()> item) {
  if (!skip('['))
    return fail("'['");
  while (!skip(']')) {
    if (llvm::Error error = item())
      return error;
    if (skip(','))
      continue;
    if (skip(']'))
      break;
    return fail("',' or ']'");
  }
  return llvm::Error::success();
}

llvm::Error Parser::name(std::vector<std::string> &into) {
  rest = rest.ltrim();
  llvm::StringRef found;
  if (rest.starts_with("'") || rest.starts_with("\"")) {
    size_t end = rest.find(rest.front(), 1);
    if (end == llvm::StringRef::npos)
      return fail("a name whose quotes end");
    found = rest.slice(1, end);
    rest = rest.drop_front(end + 1);
  } else {
    found = rest.take_until(
        [](char c) { return c == ',' || c == '[' || c == ']'; });
    rest = rest.drop_front(found.size());
    found = found.rtrim();
  }
  if (found.empty())
    return fail("a node's name");
  into.push_back(found.str());
  return llvm::Error::success();
}

llvm::Error Parser::names(std::vector<std::string> &into) {
  if (llvm::Error error = list([&] { return name(into); }))
    return error;
  return into.empty() ? fail("a node's name before here")
                      : llvm::Error::success();
}

llvm::Expected<NodeRange> Parser::range() {
  NodeRange range;
  unsigned read = 0;
  auto item = [&]() -> llvm::Error {
    if (read == 2)
      return fail("the end of a pair of lists");
    return names(read++ ? range.last : range.first);
  };
  if (llvm::Error error = list(item))
    return std::move(error);
  if (read != 2)
    return fail("a list of last nodes before here");
  return range;
}

llvm::Expected<std::vector<NodeRange>> Parser::run() {
  std::vector<NodeRange> ranges;
  auto item = [&]() -> llvm::Error {
    llvm::Expected<NodeRange> read = range();
    if (!read)
      return read.takeError();
    ranges.push_back(std::move(*read));
    return llvm::Error::success();
  };
  if (llvm::Error error = list(item))
    return std::move(error);
  rest = rest.ltrim();
  if (!rest.empty())
    return fail("nothing more");
  if (ranges.empty())
    return fail("a pair of lists before here");
  return ranges;
}

llvm::Expected<std::vector<NodeRange>>
mlir::ascend::parseInOutPair(llvm::StringRef text) {
  return Parser(text).run();
}
