//===- CacheDirectory.h - A folder of compiled code -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What the caches of kernels and of models have in common: files that are run
// as code, so that no other user may have a hand in them, and of which those go
// that nobody uses when there are too many.

#ifndef ASCEND_COMPILER_CACHE_CACHEDIRECTORY_H
#define ASCEND_COMPILER_CACHE_CACHEDIRECTORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mlir::ascend {

/// How large a folder may become.
struct CacheLimits {
  /// Of all of its files together; nothing: any number.
  std::optional<uint64_t> mostBytes = uint64_t(500) << 20;
  /// When there are more, files that were not used for the longest time go
  /// until so much of it is left.
  unsigned remainPercent = 50;
};

class CacheDirectory {
public:
  /// The file of this many seconds, and no younger one, may go: a cache that
  /// others use at the moment stays whole, as in CANN.
  static constexpr int64_t kUnusedSeconds = 1800;

  /// A file that is closed with it.
  class File {
  public:
    explicit File(int number = -1) : number(number) {}
    File(File &&other) : number(other.number) { other.number = -1; }
    File &operator=(File &&other) {
      std::swap(number, other.number);
      return *this;
    }
    ~File();
    explicit operator bool() const { return number >= 0; }
    operator int() const { return number; }

  private:
    int number;
  };

  /// Makes the folder for its owner alone where it is not there. Errors: it
  /// cannot be made or read, another user owns it or may write to it. `what` is
  /// what a user calls it ("the compile cache").
  static llvm::Expected<std::unique_ptr<CacheDirectory>>
  open(std::string folder, llvm::StringRef what);
  ~CacheDirectory();
  CacheDirectory(const CacheDirectory &) = delete;
  CacheDirectory &operator=(const CacheDirectory &) = delete;

  void limit(CacheLimits limits) { this->limits = limits; }

  /// A regular file of this user, to read, and its size in bytes; none if it is
  /// anything else. A link is not followed, a pipe is not waited for.
  File find(const std::string &name, uint64_t &bytes) const;
  /// Its time says from now on that it has been used now.
  static void markUsed(const File &file);

  /// A new file in the place of the one of this name. `write` gives 0 or an
  /// errno. Whoever looks meanwhile finds all of it, or the old one. Whether
  /// there is one now; if not, getFailure says why.
  bool store(const std::string &name,
             llvm::function_ref<int(const File &)> write);

  /// Counts what was stored since the last call, and makes room if the folder
  /// is too large now. Called where a compilation ends.
  void prune();

  llvm::StringRef getFolder() const { return folder; }
  /// Why a file was not stored; "" if there was no such case.
  std::string getFailure() const;

private:
  CacheDirectory(std::string folder, int directory)
      : folder(std::move(folder)), directory(directory) {}

  struct Size;
  void makeRoom(Size &size);
  bool fail(int error);

  const std::string folder;
  const int directory; ///< held open: nobody puts another one in its place
  CacheLimits limits;
  std::atomic<uint64_t> stored{0};
  std::atomic<unsigned> number{0};
  std::atomic<int> failure{0}; ///< an errno
};

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_CACHE_CACHEDIRECTORY_H
