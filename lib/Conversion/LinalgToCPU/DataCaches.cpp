//===- DataCaches.cpp - How large the CPU's caches are --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/DataCaches.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace mlir::ascend;
using llvm::StringRef;

/// Sizes that caches have. Others come from a hypervisor or an emulator that
/// knows none.
static bool isFirst(int64_t bytes) {
  return bytes >= (8 << 10) && bytes <= (1 << 20);
}
static bool isSecond(int64_t bytes) {
  return bytes >= (128 << 10) && bytes <= (64 << 20);
}

/// A number with K or M behind it, or without; else 0.
static int64_t sizeOf(StringRef text) {
  unsigned shift = text.consume_back("K")   ? 10
                   : text.consume_back("M") ? 20
                                            : 0;
  int64_t number;
  // Larger ones are no caches', shifted or not.
  if (text.getAsInteger(10, number) || number < 0 || number > (1 << 30))
    return 0;
  return number << shift;
}

llvm::Expected<DataCaches> DataCaches::parse(StringRef text) {
  auto [first, second] = text.split(',');
  DataCaches caches{sizeOf(first), sizeOf(second)};
  if (!isFirst(caches.firstBytes) || !isSecond(caches.secondBytes))
    return makeError({"", ("no sizes of caches: '" + text + "'").str(), "",
                      "write FIRST,SECOND, such as 32K,1M: 8K to 1M of "
                      "first-level and 128K to 64M of second-level cache"});
  return caches;
}

static std::string lineOf(StringRef folder, StringRef name) {
  llvm::SmallString<64> path(folder);
  llvm::sys::path::append(path, name);
  auto file = llvm::MemoryBuffer::getFileAsStream(path);
  return file ? (*file)->getBuffer().trim().str() : std::string();
}

/// How many CPUs a list such as "0-3,8" has.
static int64_t countCpus(StringRef list) {
  int64_t count = 0;
  for (StringRef range : llvm::split(list, ',')) {
    auto [first, last] = range.split('-');
    int64_t from, to;
    if (first.getAsInteger(10, from) || from < 0)
      return 0;
    if (last.empty())
      to = from;
    else if (last.getAsInteger(10, to) || to < from || to > (1 << 20))
      return 0;
    count += to - from + 1;
  }
  return count;
}

DataCaches DataCaches::read(StringRef folder, DataCaches otherwise) {
  DataCaches caches = otherwise;
  // Threads of a core share its first-level cache: who shares more of the
  // second one are other cores.
  int64_t threads = 1, second = 0, sharers = 1;
  // No CPU has more of them.
  for (unsigned index = 0; index != 16; ++index) {
    llvm::SmallString<64> path(folder);
    llvm::sys::path::append(path, "index" + llvm::utostr(index));
    std::string level = lineOf(path, "level");
    if (level.empty())
      break;
    if (lineOf(path, "type") == "Instruction")
      continue;
    int64_t bytes = sizeOf(lineOf(path, "size")),
            count = std::max<int64_t>(
                countCpus(lineOf(path, "shared_cpu_list")), 1);
    if (level == "1" && isFirst(bytes)) {
      caches.firstBytes = bytes;
      threads = count;
    } else if (level == "2") {
      second = bytes;
      sharers = count;
    }
  }
  second /= std::max<int64_t>(sharers / threads, 1);
  if (isSecond(second))
    caches.secondBytes = second;
  return caches;
}

/// What the C library says, or 0.
static int64_t ask([[maybe_unused]] int name) {
  return std::max<int64_t>(sysconf(name), 0);
}

DataCaches DataCaches::host(DataCaches otherwise) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
  // Of a shared cache it has the whole; so what Linux says comes first.
  if (int64_t bytes = ask(_SC_LEVEL1_DCACHE_SIZE); isFirst(bytes))
    otherwise.firstBytes = bytes;
  if (int64_t bytes = ask(_SC_LEVEL2_CACHE_SIZE); isSecond(bytes))
    otherwise.secondBytes = bytes;
#endif
  return read("/sys/devices/system/cpu/cpu0/cache", otherwise);
}
