//===- ImportONNX.cpp - The door of the importer --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/InputFile.h"
#include "Graph/ExternalData.h"
#include "Graph/GraphImporter.h"
#include "ParserModule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::ascend;

static llvm::Error cannotLoad(StringRef file, const Twine &reason,
                              ExitCode exitCode = ExitCode::ModelFailed) {
  return makeError({"E10041", ("cannot load the model: " + reason).str(),
                    file.str(), "", exitCode});
}

/// Maps the file.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openModel(StringRef path) {
  if (path.contains('\0'))
    return cannotLoad(path, "the path has a NUL in it");
  auto buffer = readRegularFile(path);
  if (!buffer)
    return cannotLoad(path, buffer.getError().message());
  return std::move(*buffer);
}

bool mlir::ascend::looksLikeONNX(StringRef path) {
  if (llvm::sys::path::extension(path).equals_insensitive(".onnx"))
    return true;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = openModel(path);
  if (!buffer) {
    llvm::consumeError(buffer.takeError());
    return false;
  }
  // Field 1, ir_version, as a varint of one byte; then field 2 to 8 or 14.
  StringRef bytes = (*buffer)->getBuffer().take_front(3);
  if (bytes.size() < 3 || bytes[0] != 0x08 || bytes[1] <= 0)
    return false;
  unsigned field = uint8_t(bytes[2]) >> 3;
  return (field >= 2 && field <= 8) || field == 14;
}

/// Parses what `buffer` has, and maps the other files that it names; weights
/// stay in it if it has an owner.
static llvm::Expected<onnx::Model> parse(llvm::MemoryBufferRef buffer,
                                         std::shared_ptr<const void> owner,
                                         const ONNXImportOptions &options) {
  StringRef file = buffer.getBufferIdentifier();
  if (buffer.getBufferSize() == 0)
    return cannotLoad(file, "the file is empty");
  if (buffer.getBufferSize() > INT32_MAX)
    return cannotLoad(file, "it is larger than 2 GiB, protobuf's limit",
                      ExitCode::Limit);
  llvm::Expected<onnx::ParseFunction> parse = onnx::loadParser();
  if (!parse)
    return parse.takeError();
  onnx::Model model;
  std::string reason;
  if (!(*parse)(buffer.getBuffer(), std::move(owner), model, reason))
    return cannotLoad(file, reason);
  if (llvm::Error error = onnx::loadExternalData(
          model, options.externalDataFolder, file, options.whenRead))
    return error;
  return std::move(model);
}

static llvm::Expected<OwningOpRef<ModuleOp>>
import(llvm::MemoryBufferRef buffer, std::shared_ptr<const void> owner,
       MLIRContext &context, const ONNXImportOptions &options) {
  llvm::Expected<onnx::Model> model = parse(buffer, std::move(owner), options);
  if (!model)
    return model.takeError();
  context.loadDialect<AscendDialect, arith::ArithDialect, func::FuncDialect,
                      scf::SCFDialect, tensor::TensorDialect>();
  return onnx::GraphImporter(*model, buffer.getBufferIdentifier(), &context,
                             options)
      .run();
}

/// Where the tensors of a model may keep their data.
static std::string folderOf(StringRef path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

llvm::Expected<std::vector<std::string>>
mlir::ascend::findExternalData(StringRef path) {
  std::vector<std::string> paths;
  if (!looksLikeONNX(path))
    return paths;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> opened = openModel(path);
  if (!opened)
    return opened.takeError();
  ONNXImportOptions options;
  options.externalDataFolder = folderOf(path);
  options.whenRead = [&](StringRef file) {
    paths.push_back(file.str());
    return llvm::Error::success();
  };
  std::shared_ptr<llvm::MemoryBuffer> buffer = std::move(*opened);
  llvm::Expected<onnx::Model> model = parse(*buffer, buffer, options);
  if (!model)
    return model.takeError();
  return paths;
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::importONNX(StringRef path, MLIRContext &context,
                         const ONNXImportOptions &options) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> opened = openModel(path);
  if (!opened)
    return opened.takeError();
  ONNXImportOptions withFolder = options;
  withFolder.externalDataFolder = folderOf(path);
  std::shared_ptr<llvm::MemoryBuffer> buffer = std::move(*opened);
  return import(*buffer, options.fileStays ? buffer : nullptr, context,
                withFolder);
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::importONNX(llvm::MemoryBufferRef buffer, MLIRContext &context,
                         const ONNXImportOptions &options) {
  return import(buffer, /*owner=*/nullptr, context, options);
}
