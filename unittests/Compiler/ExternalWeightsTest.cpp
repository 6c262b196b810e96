//===- ExternalWeightsTest.cpp - Tests of weights beside a file -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Objects/CompiledFileFixture.h"

#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

namespace {

constexpr llvm::StringLiteral kDamagedTable =
    "it is damaged: its table of files with weights is none";

class ExternalWeightsTest : public CompiledFileTest {
protected:
  void SetUp() override { fs::create_directory(path("d")); }

  /// Weights of 4096, 4092 and 8200 bytes; the last one may be another one.
  static std::string text(StringRef last = "3.0") {
    return ("func.func @main(%x: tensor<1024xf32>, %k: tensor<1023xf32>, "
            "%m: tensor<2050xf32>) -> (tensor<1024xf32>, tensor<1023xf32>, "
            "tensor<2050xf32>) {"
            "%u = ascend.constant {node_name = \"u\"} dense<1.0> : "
            "tensor<1024xf32> "
            "%v = ascend.constant {node_name = \"v\"} dense<2.0> : "
            "tensor<1023xf32> "
            "%w = ascend.constant {node_name = \"w\"} dense<" +
            last +
            "> : tensor<2050xf32> "
            "%a = ascend.add %x, %u {node_name = \"a\"} : (tensor<1024xf32>, "
            "tensor<1024xf32>) -> tensor<1024xf32> "
            "%b = ascend.add %k, %v {node_name = \"b\"} : (tensor<1023xf32>, "
            "tensor<1023xf32>) -> tensor<1023xf32> "
            "%c = ascend.add %m, %w {node_name = \"c\"} : (tensor<2050xf32>, "
            "tensor<2050xf32>) -> tensor<2050xf32> "
            "return %a, %b, %c : tensor<1024xf32>, tensor<1023xf32>, "
            "tensor<2050xf32> }")
        .str();
  }

  void compile(WeightFiles kind, StringRef name = "d/m.asc",
               StringRef last = "3.0") {
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
    options.weightFiles = kind;
    auto module = parseSourceString<ModuleOp>(text(last), &context);
    llvm::Error error =
        compileToFile(*module, options, {"{}", "[]"}, path(name)).takeError();
    ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  }

  /// What the three sums are, of zeros: "1 2 3", or why there are none.
  std::string sums(StringRef name = "d/m.asc") {
    FilePtr file = open(name);
    if (!file)
      return message;
    std::vector<float> in(2050), out[3];
    const void *inputs[] = {in.data(), in.data(), in.data()};
    void *outputs[3];
    for (auto [i, result] : llvm::enumerate(out)) {
      result.resize(2050);
      outputs[i] = result.data();
    }
    ascendrt_context *run =
        ascendrt_create(ascendrt_file_model(file.get()), nullptr, nullptr);
    EXPECT_EQ(ascendrt_run(run, inputs, outputs), ASCENDRT_OK);
    ascendrt_destroy(run);
    EXPECT_EQ(out[0].front(), out[0][1023]);
    EXPECT_EQ(out[1].front(), out[1][1022]);
    EXPECT_EQ(out[2].front(), out[2][2049]);
    return std::to_string(int(out[0][0])) + " " +
           std::to_string(int(out[1][0])) + " " +
           std::to_string(int(out[2][0]));
  }

  /// The files with weights, by their sizes.
  std::vector<std::pair<uint64_t, std::string>> weights() {
    std::vector<std::pair<uint64_t, std::string>> files;
    std::error_code error;
    for (fs::directory_iterator i(path("d/weight"), error), end;
         i != end && !error; i.increment(error))
      files.emplace_back(
          llvm::cantFail(llvm::errorOrToExpected(i->status())).getSize(),
          i->path());
    llvm::sort(files);
    return files;
  }

  void put(StringRef file, StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << bytes;
    EXPECT_FALSE(error);
  }
  static std::string get(StringRef file) {
    auto buffer = llvm::MemoryBuffer::getFile(file, false, false);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
};

} // namespace

TEST_F(ExternalWeightsTest, LargeOnesInFilesOfTheirOwn) {
  compile(WeightFiles::OneEach);
  auto files = weights();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].first, 4096u);
  EXPECT_EQ(files[1].first, 8200u);
  for (const auto &[bytes, file] : files) {
    StringRef name = llvm::sys::path::filename(file);
    EXPECT_TRUE(name.consume_front("weight_"));
    EXPECT_EQ(name.size(), 64u);
  }
  std::string small = read("d/m.asc");
  // The one of 4,092 bytes, and the way to the next page.
  EXPECT_EQ(trailerOf(small).weights_bytes, 4096u);
  EXPECT_EQ(sums(), "1 2 3");
  FilePtr file = open("d/m.asc");
  uint64_t bytes = 0, sum = 0;
  for (uint32_t i = 0;
       const char *path = ascendrt_file_weights(file.get(), i, &bytes);
       ++i, sum += bytes)
    EXPECT_TRUE(StringRef(path).starts_with("weight/weight_"));
  EXPECT_EQ(sum, 4096u + 8200u);
}

TEST_F(ExternalWeightsTest, AllInOneFile) {
  compile(WeightFiles::One);
  auto files = weights();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(llvm::sys::path::filename(files[0].second), "m_weight_combined");
  EXPECT_EQ(trailerOf(read("d/m.asc")).weights_bytes, 0u);
  EXPECT_EQ(sums(), "1 2 3");
  compile(WeightFiles::None, "d/whole.asc");
  std::string whole = read("d/whole.asc");
  Trailer end = trailerOf(whole);
  EXPECT_EQ(get(files[0].second),
            whole.substr(end.weights_offset, end.weights_bytes));
  EXPECT_EQ(sums("d/whole.asc"), "1 2 3");
  FilePtr file = open("d/whole.asc");
  uint64_t bytes = 0;
  EXPECT_EQ(ascendrt_file_weights(file.get(), 0, &bytes), nullptr);
}

TEST_F(ExternalWeightsTest, ModelsShareTheirWeights) {
  compile(WeightFiles::OneEach, "d/a.asc");
  auto first = weights();
  fs::UniqueID before, after;
  ASSERT_FALSE(fs::getUniqueID(first[0].second, before));
  compile(WeightFiles::OneEach, "d/b.asc", "5.0");
  EXPECT_EQ(weights().size(), 3u);
  ASSERT_FALSE(fs::getUniqueID(first[0].second, after));
  EXPECT_EQ(before, after);
  EXPECT_EQ(sums("d/a.asc"), "1 2 3");
  EXPECT_EQ(sums("d/b.asc"), "1 2 5");
}

TEST_F(ExternalWeightsTest, BothAreFoundWhereverTheyGo) {
  compile(WeightFiles::OneEach);
  ASSERT_FALSE(fs::rename(path("d"), path("e")));
  EXPECT_EQ(sums("e/m.asc"), "1 2 3");
  // Behind a link to the file, beside the file.
  ASSERT_EQ(symlink("e/m.asc", path("link.asc").c_str()), 0);
  EXPECT_EQ(sums("link.asc"), "1 2 3");
  fs::create_directory(path("f"));
  ASSERT_FALSE(fs::rename(path("e/m.asc"), path("f/m.asc")));
  EXPECT_EQ(sums("f/m.asc"),
            "its weights lie in the folder weight beside it, which cannot be "
            "opened (No such file or directory); both can be moved together "
            "only");
}

TEST_F(ExternalWeightsTest, WhatIsWrongWithAFileIsSaid) {
  compile(WeightFiles::OneEach);
  std::string file = weights()[1].second;
  std::string good = get(file);
  std::string its = "its weights 'weight/" +
                    llvm::sys::path::filename(file).str() + "' beside it ";
  auto sumsWith = [&](StringRef content) {
    put(file, content);
    return sums();
  };
  EXPECT_EQ(sumsWith(StringRef(good).drop_back(1)),
            its + "have 8199 bytes, and should have 8200");
  EXPECT_EQ(sumsWith(good + "x"),
            its + "have 8201 bytes, and should have 8200");
  std::string changed = good;
  for (size_t at : {0, 4096, 8199}) {
    changed = good;
    changed[at] ^= 1;
    EXPECT_EQ(sumsWith(changed), its + "are not those that it was compiled "
                                       "with: their checksum is another one");
  }
  EXPECT_EQ(sumsWith(good), "1 2 3");
  fs::rename(file, path("away"));
  EXPECT_EQ(sums(), its + "are not there");
  ASSERT_EQ(symlink(path("away").c_str(), file.c_str()), 0);
  EXPECT_EQ(sums(), its + "are behind a link, which is not followed");
  fs::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(sums(), its + "are no regular file");
  // Nor is a pipe written to, which would be waited for.
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
  options.weightFiles = WeightFiles::OneEach;
  auto module = parseSourceString<ModuleOp>(text(), &context);
  EXPECT_EQ(toDiagnostic(
                compileToFile(*module, options, {"{}", "[]"}, path("d/m.asc"))
                    .takeError())
                .message,
            "the weights cannot be written: it is no file");
  ASSERT_EQ(unlink(file.c_str()), 0);
  fs::create_directory(file);
  EXPECT_EQ(sums(), its + "are no regular file");
  fs::remove(file);
  // Who looks into the file is told the same.
  char *error = nullptr;
  EXPECT_EQ(ascendrt_inspect(path("d/m.asc").c_str(), &error), nullptr);
  EXPECT_EQ(error, its + "are not there");
  ascendrt_free_string(error);
  // Compiling again mends it.
  compile(WeightFiles::OneEach);
  EXPECT_EQ(sums(), "1 2 3");
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give a file away";
  ASSERT_EQ(chown(file.c_str(), 1, 1), 0);
  EXPECT_EQ(sums(), its + "belong to another user, who may change them at any "
                          "time");
  // The one whose compiled file it is, may.
  ASSERT_EQ(chown(path("d/m.asc").c_str(), 1, 1), 0);
  EXPECT_EQ(sums(), "1 2 3");
  // To whoever runs it, root's are as good as his own. Folders above this one
  // may be closed to him.
  ASSERT_EQ(chmod(folder.c_str(), 0755), 0);
  ASSERT_EQ(chown(file.c_str(), 0, 0), 0);
  llvm::SmallString<128> before;
  ASSERT_FALSE(fs::current_path(before));
  ASSERT_FALSE(fs::set_current_path(folder));
  error = nullptr;
  ASSERT_EQ(seteuid(2), 0);
  FilePtr ofRoot(ascendrt_open("d/m.asc", &error));
  ASSERT_EQ(seteuid(0), 0);
  ASSERT_FALSE(fs::set_current_path(before));
  EXPECT_TRUE(ofRoot) << error;
}

TEST_F(ExternalWeightsTest, CompilingMendsWhatIsDamaged) {
  for (WeightFiles kind : {WeightFiles::OneEach, WeightFiles::One}) {
    fs::remove_directories(path("d/weight"));
    compile(kind);
    for (const auto &[bytes, file] : weights()) {
      std::string good = get(file);
      put(file, std::string(bytes, 'x'));
      compile(kind);
      EXPECT_EQ(get(file), good);
    }
    EXPECT_EQ(sums(), "1 2 3");
  }
}

/// The table with its numbers changed, in a file whose checksum is right.
TEST_F(ExternalWeightsTest, NumbersOfTheTableAreNotBelieved) {
  compile(WeightFiles::OneEach);
  std::string good = read("d/m.asc");
  Trailer end = trailerOf(good);
  size_t table = end.weights_offset + end.weights_bytes;
  size_t bytes = end.report_offset - table;
  auto load = [&](
                  std::string file, llvm::function_ref<void(Trailer &)> change =
                                        [](Trailer &) {}) {
    put(path("d/n.asc"), withTrailer(std::move(file), change));
    return sums("d/n.asc");
  };
  ASSERT_EQ(load(good), "1 2 3");
  auto with = [&](size_t at, auto value) {
    std::string file = good;
    std::memcpy(file.data() + table + at, &value, sizeof(value));
    return load(std::move(file));
  };
  constexpr size_t row = sizeof(ascendrt_weight_table);
  constexpr size_t second = row + sizeof(ascendrt_weight_file) + 71;
  using Row = ascendrt_weight_file;
  for (uint64_t value : {uint64_t(0), uint64_t(8192), ~uint64_t(0),
                         uint64_t(1) << 47, uint64_t(1) << 63})
    EXPECT_EQ(with(offsetof(ascendrt_weight_table, weights_bytes), value),
              kDamagedTable)
        << value;
  for (uint32_t value : {0u, 1u, 3u, ~0u})
    EXPECT_EQ(with(offsetof(ascendrt_weight_table, num_files), value),
              kDamagedTable);
  EXPECT_EQ(with(offsetof(ascendrt_weight_table, reserved), 1u), kDamagedTable);
  for (uint64_t value : {uint64_t(0), uint64_t(4095), uint64_t(4097),
                         uint64_t(1) << 40, ~uint64_t(4095)})
    EXPECT_EQ(with(row + offsetof(Row, offset), value), kDamagedTable) << value;
  // On the pages of the first one.
  EXPECT_EQ(with(second + offsetof(Row, offset), uint64_t(4096)),
            kDamagedTable);
  for (uint64_t value : {uint64_t(0), uint64_t(1) << 40, ~uint64_t(0)}) {
    EXPECT_EQ(with(row + offsetof(Row, bytes), value), kDamagedTable) << value;
    EXPECT_EQ(with(second + offsetof(Row, bytes), value), kDamagedTable);
  }
  for (uint32_t value : {0u, 70u, 72u, ~0u})
    EXPECT_EQ(with(row + offsetof(Row, name_bytes), value), kDamagedTable);
  EXPECT_EQ(with(row + offsetof(Row, reserved), 1u), kDamagedTable);
  // Names that would leave the folder.
  for (char letter : {'/', '\0'})
    EXPECT_EQ(with(row + sizeof(Row) + 3, letter), kDamagedTable);
  EXPECT_NE(with(row + offsetof(Row, checksum), uint64_t(1)), "1 2 3");
  // A table that ends too early, or is not there.
  for (size_t cut : {size_t(1), bytes - 15, bytes})
    EXPECT_EQ(load(good, [&](Trailer &t) { t.report_offset -= cut; }),
              kDamagedTable);
  EXPECT_EQ(load(good, [&](Trailer &t) { t.report_offset += 1; }),
            kDamagedTable);
  // Without the flag the weights are those of another model.
  EXPECT_EQ(load(good, [](Trailer &t) { t.flags = 0; }),
            "it is damaged: its code and its weights do not belong together");
  EXPECT_EQ(load(good, [](Trailer &t) { t.flags |= 4; }),
            "it needs what this libascendrt does not have");
}

TEST_F(ExternalWeightsTest, NoTableIsACrash) {
  compile(WeightFiles::OneEach);
  std::string good = read("d/m.asc");
  Trailer end = trailerOf(good);
  size_t table = end.weights_offset + end.weights_bytes;
  std::mt19937_64 random(4);
  unsigned refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string file = good;
    for (int edits = 1 + random() % 3; edits; --edits)
      file[table + random() % (end.report_offset - table)] = char(random());
    put(path("d/n.asc"), withTrailer(std::move(file), [](Trailer &) {}));
    std::string result = sums("d/n.asc");
    refused += result != "1 2 3";
  }
  EXPECT_GT(refused, 250u);
}

TEST_F(ExternalWeightsTest, NoneAreWrittenWithoutWeights) {
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
  for (WeightFiles kind : {WeightFiles::OneEach, WeightFiles::One}) {
    options.weightFiles = kind;
    auto module = parseSourceString<ModuleOp>(
        "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : "
        "tensor<3xf32> }",
        &context);
    EXPECT_FALSE(bool(
        compileToFile(*module, options, "{}", path("d/m.asc")).takeError()));
    EXPECT_TRUE(open("d/m.asc"));
    EXPECT_FALSE(fs::exists(path("d/weight")));
  }
}
