//===- ObjectCache.h - Machine code that is kept on disk --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A folder of object files, one for each kernel, and of plans, one for each
// model, by a hash of all that decides what is in them. Models share it, and so
// do processes. Nothing that is wrong with it fails a compilation: what cannot
// be read is compiled.

#ifndef ASCEND_COMPILER_OBJECTCACHE_H
#define ASCEND_COMPILER_OBJECTCACHE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace mlir::ascend {

class ObjectCache {
public:
  /// BLAKE3 of what decides the code.
  using Key = std::array<uint8_t, 32>;

  struct Options {
    /// Made if it is not there, for its owner alone.
    std::string folder;
    /// When the entries are larger together, those that were not used for the
    /// longest time go, until a fifth of the room is free.
    uint64_t maxBytes = uint64_t(1) << 30;
    /// Whether find looks: without, every entry is made anew.
    bool reads = true;
  };

  /// Errors: a folder that cannot be made or read, that another user owns or
  /// may write to (its files are run as code); a compiler that has no build ids
  /// to tell its versions apart.
  static llvm::Expected<std::shared_ptr<ObjectCache>> open(Options options);
  ~ObjectCache();

  /// The code that was stored under `key`; null if there is none that is whole.
  std::unique_ptr<llvm::MemoryBuffer> find(const Key &key);

  /// Keeps `object` under `key`. Whoever looks meanwhile, finds all of it or
  /// nothing.
  void store(const Key &key, llvm::StringRef object);

  /// Counts what was stored since the last call, and makes room if the folder
  /// is too large now. Called where a compilation ends.
  void prune();

  /// What names this compiler, LLVM and MLIR among all of their builds.
  llvm::StringRef getBuild() const { return build; }
  llvm::StringRef getFolder() const { return options.folder; }
  /// Why an entry was not stored; "" if there was no such case.
  std::string getFailure() const;

private:
  ObjectCache(Options options, std::string build, int directory)
      : options(std::move(options)), build(std::move(build)),
        directory(directory) {}

  void evict(uint64_t &bytes);
  void fail(int error);

  const Options options;
  const std::string build;
  const int directory; ///< held open: nobody puts another one in its place
  std::atomic<uint64_t> stored{0};
  std::atomic<unsigned> number{0};
  std::atomic<int> failure{0}; ///< an errno
};

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_OBJECTCACHE_H
