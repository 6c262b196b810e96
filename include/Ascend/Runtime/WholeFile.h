//===- WholeFile.h - A file that is whole or not there ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// How the compiler and libascendrt write every file. A header, because the one
// is not linked to what the other has inside.

#ifndef ASCEND_RUNTIME_WHOLEFILE_H
#define ASCEND_RUNTIME_WHOLEFILE_H

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ascendrt {

/// While it lives, a write of this thread beyond the limit of a file's size, or
/// to a pipe that nobody reads, fails as other writes do: the signals that
/// would end the process are held back, and gone afterwards.
class HeldWriteSignals {
public:
  HeldWriteSignals() {
    sigset_t pending;
    sigpending(&pending);
    sigemptyset(&held);
    // One that waits already is somebody else's.
    for (int signal : {SIGXFSZ, SIGPIPE})
      if (!sigismember(&pending, signal))
        sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  HeldWriteSignals(const HeldWriteSignals &) = delete;
  HeldWriteSignals &operator=(const HeldWriteSignals &) = delete;
  ~HeldWriteSignals() {
    int error = errno;
    timespec none = {};
    while (sigtimedwait(&held, nullptr, &none) > 0 || errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
  }

private:
  sigset_t held, before;
};

/// Writes all of it: 0, or an errno.
inline int writeAll(int descriptor, const void *data, size_t bytes) {
  const char *next = static_cast<const char *>(data);
  while (bytes) {
    ssize_t count = ::write(descriptor, next, bytes);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return count ? errno : EIO;
    next += count;
    bytes -= count;
  }
  return 0;
}

/// A new file that takes the place of what a path names: a file, or a link,
/// which is not followed. Until keep() the old one stays, also where the
/// process ends; without keep() nothing is left of the new one. The functions
/// give 0 or an errno.
class WholeFile {
public:
  explicit WholeFile(std::string path) : path(std::move(path)) {}
  WholeFile(const WholeFile &) = delete;
  WholeFile &operator=(const WholeFile &) = delete;
  ~WholeFile() {
    if (number >= 0)
      close(number);
    if (!part.empty())
      unlink(part.c_str());
  }

  int open() {
    size_t slash = path.rfind('/');
    std::string folder =
        slash == std::string::npos ? "." : path.substr(0, slash + 1);
    // A file without a name goes with the process, however that ends. To name
    // it takes /proc.
    if (access("/proc/self/fd", X_OK) == 0)
      number = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (number >= 0)
      return 0;
    return givePartName([&](const char *name) {
      number = ::open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      return number >= 0;
    });
  }

  /// To write to, and to map.
  int descriptor() const { return number; }

  int keep() {
    std::string old = "/proc/self/fd/" + std::to_string(number);
    auto giveName = [&](const char *name) {
      return linkat(AT_FDCWD, old.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) ==
             0;
    };
    if (part.empty()) {
      // In one step where nothing has the name: whatever ends the process
      // leaves no other one.
      if (giveName(path.c_str()))
        part = path;
      else if (errno != EEXIST)
        return errno;
      else if (int error = givePartName(giveName))
        return error;
    }
    // Some file systems say only now that there is no room.
    int open = number;
    number = -1;
    if (close(open) != 0 ||
        (part != path && std::rename(part.c_str(), path.c_str()) != 0))
      return errno;
    part.clear();
    return 0;
  }

private:
  /// Calls `make` with names next to the path until one is free.
  template <typename Make>
  int givePartName(Make make) {
    for (int tries = 0; tries < 100; ++tries) {
      unsigned random = 0;
      if (getrandom(&random, sizeof(random), 0) != sizeof(random))
        return errno;
      char ending[16];
      std::snprintf(ending, sizeof(ending), ".%08x", random);
      std::string name = path + ending;
      if (make(name.c_str())) {
        part = name;
        return 0;
      }
      if (errno != EEXIST)
        return errno;
    }
    return EEXIST;
  }

  HeldWriteSignals signals;
  std::string path, part;
  int number = -1;
};

} // namespace ascendrt

#endif // ASCEND_RUNTIME_WHOLEFILE_H
