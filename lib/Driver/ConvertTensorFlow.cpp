//===- ConvertTensorFlow.cpp - Frozen graphs as ONNX models ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConvertTensorFlow.h"
#include "Ascend/JSON/JSON.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/LoadModule.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

/// The program; next to the tools, in a build as in an installation.
static llvm::Expected<std::string> findConverter() {
  llvm::Expected<std::string> folder = folderOfLibraries();
  if (!folder)
    return folder.takeError();
  llvm::SmallString<256> path(*folder);
  llvm::sys::path::append(path, "..", "bin", "ascend-tensorflow");
  if (fs::can_execute(path))
    return path.str().str();
  return makeError(
      {"",
       "--framework=3, a graph of TensorFlow, is read by the program "
       "ascend-tensorflow, which is not next to the tools",
       "",
       "build with the Python package, or make an ONNX model of the graph with "
       "tf2onnx and give that with --framework=5"});
}

static std::string contentOf(llvm::StringRef path) {
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return text ? (*text)->getBuffer().str() : "";
}

/// What stands last in `text`: the packages may say something before.
static llvm::StringRef lastLine(llvm::StringRef text) {
  text = text.rtrim();
  return text.substr(text.rfind('\n') + 1);
}

/// The converter's error, which it writes as JSON, or that it ended without.
static llvm::Error errorOf(llvm::StringRef said, llvm::StringRef complaint,
                           llvm::StringRef graph, int exitCode) {
  llvm::Expected<json::Node> error =
      parseJSON(lastLine(said), "ascend-tensorflow");
  auto text = [&](llvm::StringRef key) {
    const json::Node *value = error->find(key, json::Kind::String);
    return value ? value->string : "";
  };
  const json::Node *code =
      error ? error->find("exit_code", json::Kind::Integer) : nullptr;
  if (code && code->integer >= 1 && code->integer <= 4)
    return makeError({text("code"), text("message"), text("where"),
                      text("note"), static_cast<ExitCode>(code->integer)});
  llvm::consumeError(error.takeError());
  std::string reason = lastLine(complaint).str();
  if (reason.empty())
    reason = "exit code " + std::to_string(exitCode);
  return makeError(
      {"", "tf2onnx ended without a model of " + graph.str() + ": " + reason,
       "", "convert it by hand, and give the ONNX model",
       ExitCode::ModelFailed});
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::ascend::convertTensorFlow(const OptionValues &values) {
  llvm::Expected<std::string> program = findConverter();
  if (!program)
    return program.takeError();
  llvm::SmallString<128> folder;
  if (std::error_code error = fs::createUniqueDirectory("ascend", folder))
    return makeError(
        {"", "cannot make a folder for the converted graph: " + error.message(),
         "", "check the folder of TMPDIR", ExitCode::Limit});
  llvm::scope_exit removes([&] { fs::remove_directories(folder); });
  auto inFolder = [&](llvm::StringRef name) {
    return (folder + "/" + name).str();
  };
  std::string graph = values.getModel().value_or("").str();
  std::string model = inFolder("graph.onnx"), said = inFolder("said"),
              complaint = inFolder("complaint");
  std::vector<std::string> words = {*program, "--diagnostics=json"};
  for (llvm::StringRef name : {option::inputShape, option::outNodes})
    if (auto value = values.get(name))
      words.push_back(("--" + name + "=" + *value).str());
  // What begins with a dash is no option.
  words.insert(words.end(), {"--", graph, model});
  std::vector<llvm::StringRef> arguments(words.begin(), words.end());
  std::string failure;
  int code = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt,
                                       {llvm::StringRef(""), said, complaint},
                                       0, 0, &failure);
  if (!failure.empty())
    return errorOf("", failure, graph, code);
  if (code != 0)
    return errorOf(contentOf(said), contentOf(complaint), graph, code);
  auto read = llvm::MemoryBuffer::getFile(model, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!read)
    return errorOf("", read.getError().message(), graph, code);
  // The file goes, and with it what is mapped of it would not be safe on
  // every file system.
  return llvm::MemoryBuffer::getMemBufferCopy((*read)->getBuffer(), graph);
}
