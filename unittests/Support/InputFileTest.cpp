//===- InputFileTest.cpp - Tests of files that are read -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/InputFile.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <csignal>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

namespace {

/// A folder that lasts for one test, which ends by SIGALRM if it waits.
class InputFile : public testing::Test {
protected:
  InputFile() {
    EXPECT_FALSE(fs::createUniqueDirectory("asc-input", folder));
    alarm(30);
  }
  ~InputFile() override {
    alarm(0);
    fs::remove_directories(folder);
  }

  std::string path(llvm::StringRef name) const {
    return (folder + "/" + name).str();
  }
  std::string write(llvm::StringRef name, llvm::StringRef bytes) const {
    std::error_code error;
    llvm::raw_fd_ostream(path(name), error) << bytes;
    EXPECT_FALSE(error);
    return path(name);
  }
  /// The bytes, or why there are none.
  static std::string read(llvm::StringRef path, bool endsInZero = false) {
    auto buffer = readRegularFile(path, endsInZero);
    if (!buffer)
      return "error: " + buffer.getError().message();
    if (endsInZero)
      EXPECT_EQ(*(*buffer)->getBufferEnd(), 0);
    EXPECT_EQ((*buffer)->getBufferIdentifier(), path);
    return (*buffer)->getBuffer().str();
  }

  llvm::SmallString<128> folder;
};

} // namespace

TEST_F(InputFile, ReadsFilesAndLinksToThem) {
  EXPECT_EQ(read(write("empty", "")), "");
  std::string bytes("a\0b\n", 4);
  EXPECT_EQ(read(write("short", bytes)), bytes);
  EXPECT_EQ(read(path("short"), /*endsInZero=*/true), bytes);
  // Whole pages are mapped, and have no room for a zero behind them.
  std::string pages(size_t(1) << 16, 'x');
  EXPECT_EQ(read(write("long", pages)), pages);
  EXPECT_EQ(read(path("long"), /*endsInZero=*/true), pages);
  ASSERT_EQ(symlink(path("short").c_str(), path("link").c_str()), 0);
  EXPECT_EQ(read(path("link")), bytes);
}

TEST_F(InputFile, RefusesWhatIsNoFile) {
  const char *notRegular = "error: it is not a regular file";
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read(path("pipe")), notRegular);
  EXPECT_EQ(read("/dev/zero"), notRegular);
  EXPECT_EQ(read("/dev/null"), notRegular);
  ASSERT_EQ(symlink("/dev/zero", path("zero").c_str()), 0);
  EXPECT_EQ(read(path("zero")), notRegular);

  sockaddr_un address = {AF_UNIX, {}};
  std::string socketPath = path("socket");
  ASSERT_LT(socketPath.size(), sizeof(address.sun_path));
  socketPath.copy(address.sun_path, socketPath.size());
  int server = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(
      bind(server, reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
  EXPECT_EQ(read(socketPath), notRegular);
  close(server);
}

TEST_F(InputFile, SaysWhatTheSystemSays) {
  EXPECT_EQ(readRegularFile(folder).getError(), std::errc::is_a_directory);
  EXPECT_EQ(readRegularFile(path("none")).getError(),
            std::errc::no_such_file_or_directory);
  write("a", "");
  EXPECT_EQ(readRegularFile(path(llvm::StringRef("a\0b", 3))).getError(),
            std::errc::no_such_file_or_directory);
  ASSERT_EQ(symlink("loop", path("loop").c_str()), 0);
  EXPECT_EQ(readRegularFile(path("loop")).getError(),
            std::errc::too_many_symbolic_link_levels);
}
