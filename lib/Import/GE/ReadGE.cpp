//===- ReadGE.cpp - Files with a graph of GE ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ReadGE.h"
#include "Ascend/Import/GE/GE.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/InputFile.h"
#include "Ascend/Support/LoadModule.h"
#include "llvm/Support/JSON.h"

using namespace mlir::ascend;
using namespace mlir::ascend::ge;
using llvm::StringRef;

/// In memory a graph takes several times its text.
static constexpr uint64_t kLargest = uint64_t(1) << 30;

llvm::Error ge::cannotRead(const llvm::Twine &where,
                           const llvm::Twine &reason) {
  return makeError({"E10041", ("cannot read GE's graph: " + reason).str(),
                    where.str(),
                    "it is a ge_proto_*.txt of DUMP_GE_GRAPH, or the JSON of "
                    "atc --mode=1 --om=… --json=…",
                    ExitCode::ModelFailed});
}

template <typename Function>
static llvm::Expected<Function> loadFunction(StringRef symbol) {
  llvm::Expected<void *> address =
      loadFromModule("libAscendImportONNX.so", symbol,
                     "the parser of GE's graphs", "package libprotobuf32");
  if (!address)
    return address.takeError();
  return reinterpret_cast<Function>(*address);
}

static llvm::Error cannotParse(StringRef file, Place place, StringRef reason) {
  if (!place.line)
    return cannotRead(file, reason);
  return cannotRead(file + ":" + llvm::Twine(place.line) + ":" +
                        llvm::Twine(place.column),
                    reason);
}

static llvm::Expected<Model> readText(StringRef text, StringRef file) {
  auto parse = loadFunction<ParseFunction>(kParseSymbol);
  if (!parse)
    return parse.takeError();
  Model model;
  std::string reason;
  Place place;
  if ((*parse)(text, model, reason, place))
    return model;
  return cannotParse(file, place, reason);
}

static llvm::Error check(const Model &model, StringRef file) {
  size_t count = 0;
  for (const Graph &graph : model.graphs) {
    for (const GraphOp &op : graph.ops) {
      ++count;
      for (auto [what, text] :
           {std::pair("name", &op.name), std::pair("type", &op.type)}) {
        std::string number = std::to_string(count - 1);
        if (text->empty())
          return cannotRead(file, "op " + number + " has no " + what);
        if (!llvm::json::isUTF8(*text))
          return cannotRead(file, llvm::Twine("the ") + what + " of op " +
                                      number + " is not UTF-8");
      }
    }
  }
  if (!count)
    return cannotRead(file, "it has no graph with ops");
  return llvm::Error::success();
}

/// Neither too large nor an .om.
static llvm::Error checkText(StringRef text, StringRef file) {
  if (text.size() > kLargest)
    return makeError({"E10041",
                      "cannot read GE's graph: it is larger than 1 GiB",
                      file.str(), "dump it without weights (DUMP_GE_GRAPH=2)",
                      ExitCode::Limit});
  if (text.starts_with("IMOD"))
    return cannotRead(file, "it is an .om, which has the graph in it");
  return llvm::Error::success();
}

llvm::Expected<Model> ge::readModel(StringRef text, StringRef file) {
  if (llvm::Error error = checkText(text, file))
    return std::move(error);
  // The text format has no value in braces without a name.
  llvm::Expected<Model> model = text.ltrim().starts_with("{")
                                    ? readJSON(text, file)
                                    : readText(text, file);
  if (!model)
    return model;
  if (llvm::Error error = check(*model, file))
    return error;
  return model;
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openFile(StringRef path) {
  auto buffer = readRegularFile(path);
  if (!buffer)
    return makeError({"E10041",
                      "cannot read GE's graph: " + buffer.getError().message(),
                      path.str(), "check the path", ExitCode::ModelFailed});
  return std::move(*buffer);
}

llvm::Expected<Model> ge::readModelFile(StringRef path) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = openFile(path);
  if (!buffer)
    return buffer.takeError();
  return readModel((*buffer)->getBuffer(), path);
}

llvm::Expected<std::string> mlir::ascend::convertGEText(StringRef path,
                                                        std::string &unknown) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = openFile(path);
  if (!buffer)
    return buffer.takeError();
  StringRef text = (*buffer)->getBuffer();
  if (llvm::Error error = checkText(text, path))
    return std::move(error);
  auto convert = loadFunction<ConvertFunction>(kConvertSymbol);
  if (!convert)
    return convert.takeError();
  std::string result, reason;
  Place place;
  if ((*convert)(text, result, reason, place, unknown))
    return result;
  return cannotParse(path, place, reason);
}
