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
#include <sched.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

  /// The same of a text.
  std::string text(llvm::StringRef name, llvm::StringRef text) {
    llvm::Error error = writeWholeFile(path(name), text);
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

// Whatever ends the process meanwhile, no file of another name is left.
TEST_F(OutputFile, ANewOneHasNoOtherNameBefore) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  ASSERT_GE(watch, 0);
  ASSERT_GE(inotify_add_watch(watch, folder.c_str(), IN_CREATE | IN_MOVED_FROM),
            0);
  llvm::cantFail(writeWholeFile(path("new"), "text"));
  std::vector<std::string> names;
  alignas(inotify_event) char events[4096];
  for (ssize_t bytes; (bytes = ::read(watch, events, sizeof(events))) > 0;)
    for (ssize_t at = 0; at < bytes;) {
      const auto &event = reinterpret_cast<inotify_event &>(events[at]);
      names.emplace_back(event.name);
      at += ssize_t(sizeof(event) + event.len);
    }
  ::close(watch);
  EXPECT_EQ(names, std::vector<std::string>{"new"});
}

TEST_F(OutputFile, WithoutRoomIsAnError) {
  EXPECT_EQ(write("f", uint64_t(1) << 62, 'a'),
            "the file cannot be written: File too large");
  // As on a disk that is full: nobody touches pages that have no room.
  rlimit limit, small = {1 << 20, RLIM_INFINITY};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  small.rlim_max = limit.rlim_max;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_EQ(write("f", 2 << 20, 'a'),
            "the file cannot be written: File too large");
  EXPECT_EQ(text("g", std::string(2 << 20, 'a')),
            "the file cannot be written: File too large");
  setrlimit(RLIMIT_FSIZE, &limit);
  // The signal did not wait for the end of that.
  sigset_t pending;
  sigpending(&pending);
  EXPECT_FALSE(sigismember(&pending, SIGXFSZ));
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

TEST_F(OutputFile, PipesThatNobodyReadsAreErrors) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  EXPECT_EQ(
      toDiagnostic(writeWholeFile("/dev/fd/" + std::to_string(ends[1]), "text"))
          .message,
      "the file cannot be written: Broken pipe");
  close(ends[1]);
}

TEST_F(OutputFile, OpenDescriptorsAreNotCutOff) {
  int file = open(path("f").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(::write(file, "one ", 4), 4);
  for (const char *folder : {"/dev/fd/", "/proc/self/fd/"}) {
    std::string name = folder + std::to_string(file);
    EXPECT_TRUE(isStream(name));
    EXPECT_FALSE(writeWholeFile(name, "two "));
  }
  close(file);
  EXPECT_EQ(read("f"), "one two two ");
  EXPECT_EQ(toDiagnostic(writeWholeFile("/dev/fd/999", "text")).message,
            "the file cannot be written: Bad file descriptor");
}

TEST_F(OutputFile, LinksAreReplaced) {
  EXPECT_EQ(text("other", "other"), "");
  ASSERT_EQ(symlink(path("other").c_str(), path("link").c_str()), 0);
  ASSERT_EQ(symlink(path("nothing").c_str(), path("dangling").c_str()), 0);
  ASSERT_EQ(symlink("/dev/null", path("device").c_str()), 0);
  for (const char *name : {"link", "dangling", "device"}) {
    EXPECT_FALSE(isStream(path(name)));
    EXPECT_TRUE(writeInPlace(path(name), [](llvm::raw_ostream &) {}));
    EXPECT_EQ(text(name, "text"), "");
    EXPECT_EQ(read(name), "text");
    EXPECT_FALSE(fs::is_symlink_file(path(name)));
  }
  EXPECT_EQ(read("other"), "other");
  EXPECT_EQ(numFiles(), 4u);
}

TEST_F(OutputFile, FoldersAndBadNamesAreErrors) {
  ASSERT_EQ(mkdir(path("folder").c_str(), 0700), 0);
  ASSERT_EQ(symlink(path("folder").c_str(), path("link").c_str()), 0);
  for (const char *name : {"folder", "link", "folder/"})
    EXPECT_EQ(text(name, "text"), "the file cannot be written: it is a folder");
  EXPECT_EQ(text("not/there", "text"),
            "the file cannot be written: No such file or directory");
  EXPECT_EQ(text(llvm::StringRef("a\0b", 3), "text"),
            "the file cannot be written: its name has a NUL");
  EXPECT_EQ(numFiles(), 2u);
}

TEST_F(OutputFile, AnyNameWillDo) {
  ASSERT_EQ(mkdir(path("100%%").c_str(), 0700), 0);
  EXPECT_EQ(text("100%%/%%%%%%", "text"), "");
  EXPECT_EQ(read("100%%/%%%%%%"), "text");
}

TEST_F(OutputFile, StaysWhereTheWriterFails) {
  EXPECT_EQ(text("f", "old"), "");
  auto write = [&](const std::string &name, bool fails) {
    return writeWholeFileOrFail(name,
                                [&](llvm::raw_ostream &os) -> llvm::Error {
                                  os << "new";
                                  if (fails)
                                    return makeError({"", "no", "", ""});
                                  return llvm::Error::success();
                                });
  };
  EXPECT_EQ(toDiagnostic(write(path("f"), true)).message, "no");
  EXPECT_EQ(read("f"), "old");
  EXPECT_EQ(toDiagnostic(write("/dev/full", true)).message, "no");
  EXPECT_EQ(toDiagnostic(write("/dev/full", false)).message,
            "the file cannot be written: No space left on device");
  EXPECT_FALSE(write(path("f"), false));
  EXPECT_EQ(read("f"), "new");
}

TEST_F(OutputFile, FilesInUseAreNotWritten) {
  EXPECT_EQ(text("f", "old"), "");
  ASSERT_EQ(link(path("f").c_str(), path("same").c_str()), 0);
  {
    FileInUse use({"the input", path("f"), /*isWritten=*/false});
    FileInUse other({"the output", path("new"), /*isWritten=*/true});
    EXPECT_EQ(filesInUse().size(), 2u);
    EXPECT_EQ(text("same", "new"), "the file would overwrite the input");
    EXPECT_EQ(text("new", "new"), "the file would overwrite the output");
    EXPECT_EQ(text("g", "new"), "");
  }
  EXPECT_EQ(text("f", "new"), "");
  EXPECT_EQ(read("same"), "old");
}

TEST_F(OutputFile, WithoutFilesThatHaveNoName) {
  EXPECT_EQ(text("f", "old"), "");
  pid_t child = fork();
  if (child == 0) {
    // Without /proc none of them could get one.
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
        mount("none", "/proc", "tmpfs", 0, nullptr) != 0)
      _exit(2);
    bool stays = !text("/dev/full/f", "new").empty();
    llvm::Error error =
        writeWholeFileOrFail(path("f"), [](llvm::raw_ostream &) {
          return makeError({"", "no", "", ""});
        });
    stays &= toDiagnostic(std::move(error)).message == "no" &&
             read("f") == "old" && numFiles() == 1;
    // Some file systems say where a file is closed that there was no room.
    error = writeWholeFileThrough(path("f"), [](int descriptor) {
      close(descriptor);
      return llvm::Error::success();
    });
    stays &= toDiagnostic(std::move(error)).message ==
                 "the file cannot be written: Bad file descriptor" &&
             read("f") == "old" && numFiles() == 1;
    _exit(stays && text("f", "new").empty() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2)
    GTEST_SKIP() << "no namespaces here";
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(read("f"), "new");
  EXPECT_EQ(numFiles(), 1u);
}

TEST_F(OutputFile, RealFoldersOfWhatIsNotThere) {
  llvm::SmallString<128> real;
  ASSERT_FALSE(fs::real_path(folder, real));
  ASSERT_EQ(symlink(".", path("link").c_str()), 0);
  EXPECT_EQ(inRealFolder(path("link/link/f")), (real + "/f").str());
  EXPECT_EQ(inRealFolder(path("link/not/there")), (real + "/not/there").str());
  EXPECT_EQ(inRealFolder(path("link")), (real + "/link").str());
  EXPECT_EQ(inRealFolder("/none/f"), "/none/f");
  EXPECT_EQ(inRealFolder("/f"), "/f");
  EXPECT_TRUE(areSameFile(path("f"), path("link/f")));
  EXPECT_FALSE(areSameFile(path("f"), path("link/g")));
}
