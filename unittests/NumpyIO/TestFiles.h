//===- TestFiles.h - Arrays and files of the tests --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_UNITTESTS_NUMPYIO_TESTFILES_H
#define ASCEND_UNITTESTS_NUMPYIO_TESTFILES_H

#include "Ascend/NumpyIO/NumpyIO.h"
#include "Ascend/Support/Diagnostics.h"

#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdlib.h>

/// A folder that lasts for one test.
class FileTest : public testing::Test {
protected:
  FileTest() {
    char pattern[] = "/tmp/ascend-numpy-XXXXXX";
    folder = mkdtemp(pattern);
  }
  ~FileTest() override { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const {
    return (folder / name).string();
  }
  static void write(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  static std::string read(const std::string &path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
  }
  size_t countFiles() const {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }

  std::filesystem::path folder;
};

/// An array of `dtype` that holds `bytes`.
inline mlir::ascend::Array makeArray(std::string name, std::string dtype,
                                     mlir::ArrayRef<int64_t> shape,
                                     const std::string &bytes) {
  mlir::ascend::Array array;
  array.name = std::move(name);
  array.dtype = std::move(dtype);
  array.shape.assign(shape.begin(), shape.end());
  array.data = std::move(*mlir::ascend::AlignedBuffer::allocate(bytes.size()));
  std::memcpy(array.data.data(), bytes.data(), bytes.size());
  return array;
}

inline std::string bytesOf(const mlir::ascend::Array &array) {
  return std::string(array.data.data(), array.data.size());
}

/// What an error says: its sentence, and nothing on success.
template <typename T>
mlir::ascend::Diagnostic diagnose(llvm::Expected<T> result) {
  if (result)
    return {"", "", "", "", mlir::ascend::ExitCode::Success};
  return mlir::ascend::toDiagnostic(result.takeError());
}
inline std::string sentence(llvm::Error error) {
  return error ? mlir::ascend::toDiagnostic(std::move(error)).message : "";
}

#endif // ASCEND_UNITTESTS_NUMPYIO_TESTFILES_H
