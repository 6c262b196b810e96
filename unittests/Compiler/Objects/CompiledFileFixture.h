//===- CompiledFileFixture.h - A compiled file to test ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_UNITTESTS_COMPILER_OBJECTS_COMPILEDFILEFIXTURE_H
#define ASCEND_UNITTESTS_COMPILER_OBJECTS_COMPILEDFILEFIXTURE_H

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Runtime/CompiledFile.h"

#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"

#include <cstring>

namespace mlir::ascend {

using Trailer = ascendrt_file_trailer;

inline constexpr llvm::StringLiteral kModel = R"mlir(
func.func @main(%x: tensor<2x3xf32> {ascend.name = "x \C3\A4"}, %k: tensor<f32>)
    -> (tensor<2x3xf32> {ascend.name = "y"}, tensor<f32>) {
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %a = ascend.add %x, %w {node_name = "a"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %b = ascend.exp %k {node_name = "b"} : (tensor<f32>) -> tensor<f32>
  return %a, %b : tensor<2x3xf32>, tensor<f32>
})mlir";

struct Close {
  void operator()(ascendrt_file *file) const { ascendrt_close(file); }
};
using FilePtr = std::unique_ptr<ascendrt_file, Close>;

class CompiledFileTest : public ::testing::Test {
protected:
  CompiledFileTest() {
    DialectRegistry registry;
    mlir::ascend::registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("asc-test", folder));
  }
  ~CompiledFileTest() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(StringRef name) {
    return (folder + llvm::sys::path::get_separator() + name).str();
  }

  llvm::Error tryWrite(StringRef name, CompileOptions options,
                       StringRef report = "{}") {
    auto module = parseSourceString<ModuleOp>(kModel, &context);
    return compileToFile(*module, options, report, path(name)).takeError();
  }

  /// Compiles the model, and gives the bytes of the file.
  std::string write(StringRef name, bool observe = false) {
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
    options.observe = observe;
    llvm::Error error = tryWrite(name, options, "{\"version\": 1}");
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    return read(name);
  }

  std::string read(StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  /// What is said of a file with these bytes; "" if it loads.
  std::string errorOf(StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream(path("damaged"), error) << bytes;
    EXPECT_FALSE(error);
    return open("damaged") ? "" : message;
  }

  /// Loads a file; if it cannot, `message` says why.
  FilePtr open(StringRef name) {
    char *error = nullptr;
    FilePtr file(ascendrt_open(path(name).c_str(), &error));
    message = error ? error : "";
    EXPECT_EQ(message.empty(), bool(file));
    ascendrt_free_string(error);
    return file;
  }

  MLIRContext context;
  llvm::SmallString<128> folder;
  std::string message;
};

inline Trailer trailerOf(StringRef file) {
  Trailer trailer;
  std::memcpy(&trailer, file.end() - sizeof(trailer), sizeof(trailer));
  return trailer;
}

/// `file` with the trailer that `change` makes of its own, and a checksum that
/// is right.
inline std::string withTrailer(std::string file,
                               llvm::function_ref<void(Trailer &)> change) {
  Trailer trailer = trailerOf(file);
  change(trailer);
  char *at = file.data() + file.size() - sizeof(trailer);
  std::memcpy(at, &trailer, sizeof(trailer));
  char *checksum = at + offsetof(Trailer, checksum);
  uint64_t right = llvm::xxHash64(StringRef(file.data(), checksum - &file[0]));
  std::memcpy(checksum, &right, sizeof(right));
  return file;
}

} // namespace mlir::ascend

#endif // ASCEND_UNITTESTS_COMPILER_OBJECTS_COMPILEDFILEFIXTURE_H
