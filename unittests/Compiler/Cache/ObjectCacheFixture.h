//===- ObjectCacheFixture.h - A cache of machine code to test ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_UNITTESTS_COMPILER_CACHE_OBJECTCACHEFIXTURE_H
#define ASCEND_UNITTESTS_COMPILER_CACHE_OBJECTCACHEFIXTURE_H

#include "Ascend/Compiler/Cache/ObjectCache.h"
#include "Ascend/Compiler/Compiler.h"

#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <array>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace mlir::ascend {

/// A folder that is removed with the test, and compilations that use it.
class ObjectCacheFixture : public ::testing::Test {
protected:
  ObjectCacheFixture() {
    DialectRegistry registry;
    mlir::ascend::registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("asc-cache", outer));
    folder = path(outer, "cache");
  }
  ~ObjectCacheFixture() override { llvm::sys::fs::remove_directories(outer); }

  static std::string path(StringRef folder, StringRef name) {
    llvm::SmallString<128> result(folder);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }

  std::shared_ptr<ObjectCache> open(CacheLimits limits = {},
                                    bool reads = true) {
    auto cache = ObjectCache::open(folder, "the compile cache", reads);
    if (!cache) {
      error = toDiagnostic(cache.takeError()).message;
      return nullptr;
    }
    (*cache)->limit(limits);
    return *cache;
  }

  /// As if all entries had been used so many seconds ago; the first one longer
  /// ago than the second one by a second, and so on.
  void age(int64_t seconds, StringRef ending = ".o") {
    std::vector<std::string> files = entries(ending);
    for (auto [i, file] : llvm::enumerate(files)) {
      timespec times[2] = {};
      times[0].tv_sec = times[1].tv_sec =
          time(nullptr) - seconds - int64_t(files.size() - 1 - i);
      EXPECT_EQ(utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
    }
  }

  static ObjectCache::Key key(uint8_t number) {
    ObjectCache::Key key = {};
    key.front() = number;
    return key;
  }

  static std::string found(ObjectCache &cache, uint8_t number) {
    auto object = cache.find(key(number));
    return object ? object->getBuffer().str() : "nothing";
  }

  /// The entries, by the numbers of their keys; with ".asc" whole models.
  std::vector<std::string> entries(StringRef ending = ".o") {
    std::vector<std::string> names;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator i(folder, error), end;
         i != end && !error; i.increment(error))
      if (StringRef(i->path()).ends_with(ending))
        names.push_back(i->path());
    llvm::sort(names);
    return names;
  }

  static std::string contentOf(StringRef file) {
    auto buffer = llvm::MemoryBuffer::getFile(file, false, false, true);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  static void write(StringRef file, StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << bytes;
    EXPECT_FALSE(error);
  }

  /// The file `size`: the bytes, when they were counted, and until when no file
  /// is old enough to go.
  std::array<int64_t, 3> numbersOf(StringRef file) {
    std::array<int64_t, 3> numbers = {};
    std::string bytes = contentOf(file);
    EXPECT_EQ(bytes.size(), sizeof(numbers));
    std::memcpy(numbers.data(), bytes.data(),
                std::min(bytes.size(), sizeof(numbers)));
    return numbers;
  }
  void setSize(int64_t bytes, int64_t counted, int64_t nextOld) {
    int64_t numbers[] = {bytes, counted, nextOld};
    write(path(folder, "size"),
          StringRef(reinterpret_cast<const char *>(numbers), sizeof(numbers)));
  }

  /// What compiling x + `number` took, with `cache`.
  CompileStatistics compiled(std::shared_ptr<ObjectCache> cache,
                             StringRef number = "1.0", StringRef cpu = "native",
                             StringRef caches = "") {
    std::string text = ("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {"
                        "%w = ascend.constant {node_name = \"w\"} dense<" +
                        number +
                        "> : tensor<f32> "
                        "%a = ascend.add %x, %w {node_name = \"a\"} : "
                        "(tensor<3xf32>, tensor<f32>) -> tensor<3xf32> "
                        "return %a : tensor<3xf32> }")
                           .str();
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(cpu, "", caches));
    options.cache = std::move(cache);
    auto module = parseSourceString<ModuleOp>(text, &context);
    auto model = compile(*module, options);
    EXPECT_TRUE(bool(model)) << llvm::toString(model.takeError());
    float x[3] = {1, 2, 3}, y[3] = {};
    const void *inputs[] = {x};
    void *outputs[] = {y};
    ascendrt_context *run =
        ascendrt_create(&(*model)->getModel(), nullptr, nullptr);
    EXPECT_EQ(ascendrt_run(run, inputs, outputs), ASCENDRT_OK);
    ascendrt_destroy(run);
    double add;
    EXPECT_FALSE(number.getAsDouble(add));
    EXPECT_EQ(y[2], 3 + float(add));
    return (*model)->getStatistics();
  }

  MLIRContext context;
  llvm::SmallString<128> outer;
  std::string folder, error;
};

} // namespace mlir::ascend

#endif // ASCEND_UNITTESTS_COMPILER_CACHE_OBJECTCACHEFIXTURE_H
