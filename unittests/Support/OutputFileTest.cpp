//===- OutputFileTest.cpp - Tests of files that are written whole ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

namespace {

class OutputFile : public ::testing::Test {
protected:
  OutputFile() { EXPECT_FALSE(fs::createUniqueDirectory("asc-out", folder)); }
  ~OutputFile() override { fs::remove_directories(folder); }

  std::string path(llvm::StringRef name) {
    return (folder + llvm::sys::path::get_separator() + name).str();
  }
  std::string read(llvm::StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  unsigned numFiles() {
    std::error_code error;
    unsigned count = 0;
    for (fs::directory_iterator i(folder, error), end; i != end && !error;
         i.increment(error))
      ++count;
    return count;
  }

  /// What went wrong with writing `bytes` letters to `name`; "" for nothing.
  std::string write(llvm::StringRef name, uint64_t bytes, char letter) {
    llvm::Error error =
        writeWholeFile(path(name), bytes, [&](llvm::MutableArrayRef<char> out) {
          EXPECT_EQ(out.size(), bytes);
          EXPECT_TRUE(llvm::all_of(out, [](char c) { return c == 0; }));
          // The last byte stays.
          llvm::fill(out.drop_back(), letter);
          return llvm::Error::success();
        });
    return error ? toDiagnostic(std::move(error)).message : "";
  }

  llvm::SmallString<128> folder;
};

std::string letters(uint64_t bytes, char letter) {
  return std::string(bytes - 1, letter) + '\0';
}

} // namespace

TEST_F(OutputFile, IsFilled) {
  for (uint64_t bytes : {1u, 4096u, 3u << 20, 5u}) {
    EXPECT_EQ(write("f", bytes, 'a'), "");
    EXPECT_EQ(read("f"), letters(bytes, 'a'));
  }
  EXPECT_EQ(numFiles(), 1u);
  struct stat status;
  ASSERT_EQ(stat(path("f").c_str(), &status), 0);
  mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);
}

TEST_F(OutputFile, WhoReadsTheOldOneGoesOn) {
  EXPECT_EQ(write("f", 10000, 'a'), "");
  int old = open(path("f").c_str(), O_RDONLY);
  EXPECT_EQ(write("f", 10000, 'b'), "");
  std::string bytes(10000, ' ');
  EXPECT_EQ(::read(old, bytes.data(), bytes.size()), 10000);
  close(old);
  EXPECT_EQ(bytes, letters(10000, 'a'));
  EXPECT_EQ(read("f"), letters(10000, 'b'));
}

TEST_F(OutputFile, StaysWhereFillingFails) {
  EXPECT_EQ(write("f", 100, 'a'), "");
  llvm::Error error =
      writeWholeFile(path("f"), 200, [](llvm::MutableArrayRef<char> out) {
        out.front() = 'x';
        return makeError({"", "no", "", ""});
      });
  EXPECT_EQ(toDiagnostic(std::move(error)).message, "no");
  EXPECT_EQ(read("f"), letters(100, 'a'));
  EXPECT_EQ(numFiles(), 1u);
}

TEST_F(OutputFile, WithoutRoomIsAnError) {
  EXPECT_EQ(write("f", uint64_t(1) << 62, 'a'),
            "the file cannot be written: File too large");
  // As on a disk that is full: nobody touches pages that have no room.
  rlimit limit, small = {1 << 20, RLIM_INFINITY};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  small.rlim_max = limit.rlim_max;
  auto *handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_EQ(write("f", 2 << 20, 'a'),
            "the file cannot be written: File too large");
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(numFiles(), 0u);
}

TEST_F(OutputFile, PipesAreWrittenAsTheyAre) {
  ASSERT_EQ(mkfifo(path("p").c_str(), 0600), 0);
  std::string bytes;
  std::thread reader([&] {
    int pipe = open(path("p").c_str(), O_RDONLY);
    char buffer[1000];
    for (ssize_t count; (count = ::read(pipe, buffer, sizeof(buffer))) > 0;)
      bytes.append(buffer, count);
    close(pipe);
  });
  EXPECT_EQ(write("p", 100000, 'a'), "");
  reader.join();
  EXPECT_EQ(bytes, letters(100000, 'a'));
}
