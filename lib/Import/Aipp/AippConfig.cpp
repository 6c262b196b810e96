//===- AippConfig.cpp - Reader of AIPP's configuration --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "AippConfig.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/InputFile.h"
#include "Ascend/Support/LoadModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;
using namespace mlir::ascend::aipp;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

const Field *BlockReader::find(llvm::StringRef name) const {
  auto found = llvm::find_if(
      block.fields, [&](const Field &field) { return field.name == name; });
  return found == block.fields.end() ? nullptr : &*found;
}

double BlockReader::number(llvm::StringRef name, double otherwise) const {
  const Field *field = find(name);
  return field ? field->number : otherwise;
}

llvm::StringRef BlockReader::word(llvm::StringRef name) const {
  const Field *field = find(name);
  return field ? llvm::StringRef(field->text) : "";
}

static std::string placeOf(llvm::StringRef file, Place place) {
  return (file + ":" + llvm::Twine(place.line) + ":" +
          llvm::Twine(place.column))
      .str();
}

llvm::Error BlockReader::fault(llvm::StringRef code, llvm::StringRef name,
                               const llvm::Twine &reason,
                               llvm::StringRef mend) const {
  const Field *field = find(name);
  return makeError(
      {code.str(),
       ("AIPP configuration is invalid. Reason: " + reason + ".").str(),
       placeOf(file, field ? field->place : block.place), mend.str()});
}

llvm::Error BlockReader::invalid(llvm::StringRef name,
                                 const llvm::Twine &reason,
                                 llvm::StringRef mend) const {
  return fault("E10052", name, reason, mend);
}

llvm::Error BlockReader::unsupported(llvm::StringRef name,
                                     const llvm::Twine &reason,
                                     llvm::StringRef mend) const {
  return fault("E81012", name, reason, mend);
}

/// A number as one writes it: 3, -0.5.
static std::string shown(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", number);
  return text;
}

static llvm::Error checkFields(const BlockReader &reader, const Block &block) {
  for (auto [at, field] : llvm::enumerate(block.fields)) {
    // Those of a field follow one another. GE takes one for the sizes that a
    // list of the format could have.
    if (at != 0 && block.fields[at - 1].name == field.name &&
        field.name != "input_edge_idx")
      return reader.invalid(field.name, field.name + " stands there twice");
    if (!field.hasRange ||
        (field.number >= field.least && field.number <= field.most))
      continue;
    std::string reason = field.name + " is " + shown(field.number) + ", and " +
                         shown(field.least) + " to " + shown(field.most) +
                         " are possible";
    // Sizes and starts below 0 are seen by GE, what else is too much by the
    // kernel.
    bool isGE = field.number < 0 && field.least == 0;
    return isGE ? reader.invalid(field.name, reason)
                : reader.unsupported(field.name, reason);
  }
  return llvm::Error::success();
}

static llvm::Error checkMode(const BlockReader &reader) {
  llvm::StringRef mode = reader.word("aipp_mode");
  if (mode != "static" && mode != "dynamic")
    return reader.invalid("aipp_mode", "aipp_mode is not given",
                          "write aipp_mode: static or aipp_mode: dynamic");
  if (mode == "dynamic" && !reader.has("max_src_image_size"))
    return reader.invalid("aipp_mode", "dynamic AIPP needs max_src_image_size",
                          "it is the bytes of the largest pictures");
  if (mode == "static" && (!reader.has("input_format") ||
                           reader.word("input_format") == "UNDEFINED"))
    return reader.invalid("input_format", "static AIPP needs input_format",
                          "write input_format: RGB888_U8, or what the pictures "
                          "are");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static llvm::Expected<ParseFunction> loadParser() {
  llvm::Expected<void *> address = loadFromModule(
      "libAscendImportONNX.so", kParseSymbol,
      "the parser of AIPP's configuration", "package libprotobuf32");
  if (!address)
    return address.takeError();
  return reinterpret_cast<ParseFunction>(*address);
}

llvm::Expected<std::vector<Block>> aipp::readAippFile(llvm::StringRef file) {
  auto buffer = readRegularFile(file);
  if (!buffer) {
    bool isMissing = buffer.getError() == std::errc::no_such_file_or_directory;
    return makeError({isMissing ? "E13000" : "E13001",
                      ((isMissing ? "Path " + file + " is empty"
                                  : "Failed to open file " + file) +
                       ". Reason: " + buffer.getError().message() + ".")
                          .str(),
                      "", "paths are relative to the working directory"});
  }
  llvm::Expected<ParseFunction> parse = loadParser();
  if (!parse)
    return parse.takeError();
  std::vector<Block> blocks;
  std::string reason;
  Place place;
  if (!(*parse)((*buffer)->getBuffer(), blocks, reason, place))
    return makeError(
        {"E13005",
         ("Failed to parse file " + file + ". Reason: " + reason).str(),
         placeOf(file, place),
         "a block is aipp_op { aipp_mode: static … }, as the "
         "documents of CANN have it"});
  if (blocks.empty())
    return makeError({"E13005",
                      ("Failed to parse file " + file +
                       ". Reason: it has no block aipp_op { … }")
                          .str(),
                      placeOf(file, {}), ""});
  for (const Block &block : blocks) {
    BlockReader reader(file, block);
    if (llvm::Error error = checkFields(reader, block))
      return error;
    if (llvm::Error error = checkMode(reader))
      return error;
  }
  return blocks;
}
