//===- WeightMemory.cpp - Memory for what may be gigabytes ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/WeightMemory.h"
#include "Ascend/Runtime/HugePages.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir::ascend;

/// What is no file, of all that lives.
static std::atomic<uint64_t> inMemory{0};

static uint64_t machineBytes() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

/// How much of it may be no file.
static uint64_t memoryLimit() {
  constexpr llvm::StringLiteral name = "ASCEND_MLIR_MEMORY_MB";
  uint64_t megabytes = 0;
  if (std::optional<std::string> text = llvm::sys::Process::GetEnv(name);
      text && !llvm::StringRef(*text).getAsInteger(10, megabytes) &&
      megabytes < (UINT64_MAX >> 20))
    return megabytes << 20;
  return machineBytes() / 2;
}

/// A mapped file without a name, all of whose bytes are there; null if there is
/// no room for it.
static char *mapFile(uint64_t bytes) {
  // More than the process may write would end it.
  rlimit limit = {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
      (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes))
    return nullptr;
  llvm::SmallString<128> folder;
  llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, folder);
  llvm::sys::path::append(folder, "ascend-weights-%%%%%%%%");
  llvm::SmallString<128> path;
  int file = -1;
  if (llvm::sys::fs::createUniqueFile(folder, file, path))
    return nullptr;
  (void)llvm::sys::fs::remove(path);
  void *memory = MAP_FAILED;
  if (::posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0)
    memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<char *>(memory);
}

void FreeWeights::operator()(char *memory) const {
  if (isFile) {
    ::munmap(memory, bytes);
    return;
  }
  inMemory -= bytes;
  std::free(memory);
}

WeightMemory mlir::ascend::allocateWeightMemory(uint64_t bytes,
                                                uint64_t alignment) {
  bool fitsPages = alignment <= static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE));
  alignment = ascendrt::alignmentOf(bytes, alignment);
  uint64_t rounded = llvm::alignTo(std::max<uint64_t>(bytes, 1), alignment);
  if (rounded < bytes || rounded > INT64_MAX)
    return nullptr;
  if (inMemory + rounded > memoryLimit() && fitsPages)
    if (char *memory = mapFile(rounded))
      return {memory, FreeWeights{rounded, /*isFile=*/true}};
  // The system hands out more than it has, and ends the process that uses it.
  if (rounded > machineBytes())
    return nullptr;
  auto *memory = static_cast<char *>(std::aligned_alloc(alignment, rounded));
  if (!memory)
    return nullptr;
  ascendrt::adviseHugePages(memory, bytes);
  inMemory += rounded;
  return {memory, FreeWeights{rounded, /*isFile=*/false}};
}
