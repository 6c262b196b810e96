//===- ObjectCache.h - Machine code that is kept on disk --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A folder of object files, one for each kernel, and of plans, one for each
// model, by a hash of all that decides what is in them. Models share it, and so
// do processes. Nothing that is wrong with it fails a compilation: what cannot
// be read is compiled.

#ifndef ASCEND_COMPILER_CACHE_OBJECTCACHE_H
#define ASCEND_COMPILER_CACHE_OBJECTCACHE_H

#include "Ascend/Compiler/Cache/CacheDirectory.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace mlir::ascend {

class ObjectCache {
public:
  /// BLAKE3 of what decides the code.
  using Key = std::array<uint8_t, 32>;

  /// In `folder`, which errors call `what` and which is made if it is not
  /// there. Where it does not read, find gives nothing, so that every entry is
  /// made anew. Errors: those of CacheDirectory::open; a compiler that has no
  /// build ids to tell its versions apart.
  static llvm::Expected<std::shared_ptr<ObjectCache>>
  open(std::string folder, llvm::StringRef what, bool reads = true);

  void limit(CacheLimits limits) { directory->limit(limits); }

  /// The code that was stored under `key`; null if there is none that is whole.
  std::unique_ptr<llvm::MemoryBuffer> find(const Key &key);

  /// Keeps `object` under `key`. Whoever looks meanwhile, finds all of it or
  /// nothing.
  void store(const Key &key, llvm::StringRef object);

  /// A file that was stored under `key`, to read, and its size in bytes; none
  /// if there is no file of this user. Whoever reads it checks what is in it.
  CacheDirectory::File findFile(const Key &key, uint64_t &bytes) const;
  /// Keeps what `write` writes to the file, next to the object of the same key.
  /// Whether that went well; if not, getFailure says why.
  bool storeFile(const Key &key,
                 llvm::function_ref<int(const CacheDirectory::File &)> write);
  std::string pathOfFile(const Key &key) const;

  /// Makes room if there is too much now. Called where a compilation ends.
  void prune() { directory->prune(); }

  /// What names this compiler, LLVM and MLIR among all of their builds.
  llvm::StringRef getBuild() const { return build; }
  llvm::StringRef getFolder() const { return directory->getFolder(); }
  /// Why an entry was not stored; "" if there was no such case.
  std::string getFailure() const { return directory->getFailure(); }

private:
  ObjectCache(std::unique_ptr<CacheDirectory> directory, std::string build,
              bool reads)
      : directory(std::move(directory)), build(std::move(build)), reads(reads) {
  }

  const std::unique_ptr<CacheDirectory> directory;
  const std::string build;
  const bool reads;
};

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_CACHE_OBJECTCACHE_H
