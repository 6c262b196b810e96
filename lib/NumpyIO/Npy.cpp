//===- Npy.cpp - Single arrays in files -------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/InputFile.h"
#include "Ascend/Support/OutputFile.h"
#include "NpyFormat.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::npy;

std::optional<AlignedBuffer> AlignedBuffer::allocate(uint64_t bytes) {
  void *memory = nullptr;
  if (bytes > PTRDIFF_MAX ||
      posix_memalign(&memory, 64, std::max<uint64_t>(bytes, 1)) != 0)
    return std::nullopt;
  AlignedBuffer buffer;
  buffer.memory.reset(static_cast<char *>(memory));
  buffer.bytes = bytes;
  return buffer;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
npy::openFile(StringRef path) {
  auto fail = [&](const std::string &why) {
    return makeError({"", "the file cannot be read: " + why, path.str(), "",
                      ExitCode::Usage});
  };
  auto buffer = readRegularFile(path);
  if (!buffer)
    return fail(buffer.getError().message());
  return std::move(*buffer);
}

llvm::Expected<Array> mlir::ascend::readNpy(StringRef path,
                                            const ReadLimits &limits) {
  auto file = npy::openFile(path);
  if (!file)
    return file.takeError();
  // decode asks for no more than there is.
  const char *at = (*file)->getBufferStart();
  auto read = [&](char *to, uint64_t bytes) {
    std::memcpy(to, at, bytes);
    at += bytes;
    return llvm::Error::success();
  };
  return npy::decode((*file)->getBufferSize(), read, /*name=*/"", "the array",
                     path, limits.maxBytes);
}

llvm::Error npy::checkWritable(StringRef path) {
  llvm::sys::fs::file_status status;
  llvm::sys::fs::status(path, status);
  if (!llvm::sys::fs::exists(status) ||
      status.type() == llvm::sys::fs::file_type::regular_file)
    return llvm::Error::success();
  return makeError(
      {"", "the file cannot be written: there is something that is not a file",
       path.str(), "", ExitCode::Usage});
}

llvm::Error mlir::ascend::writeNpy(StringRef path, const Array &array) {
  if (llvm::Error error = npy::checkWritable(path))
    return error;
  llvm::Expected<std::string> header = npy::encodeHeader(array, path);
  if (!header)
    return header.takeError();
  return writeWholeFile(path, [&](llvm::raw_ostream &os) {
    os << *header << StringRef(array.data.data(), array.data.size());
  });
}
