//===- Stop.cpp - Work that ends before it is done ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Stop.h"
#include "Ascend/Support/Diagnostics.h"

#include <sys/mman.h>
#include <sys/resource.h>

using namespace mlir::ascend;

static bool isLimited(int resource) {
  rlimit limit;
  return getrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0 &&
         limit.rlim_cur != RLIM_INFINITY;
}

/// Whether the process may have so much more memory. Without limits of its own
/// it may, as the system promises more than it has.
static bool mayHave(size_t bytes) {
  if (!isLimited(RLIMIT_AS) && !isLimited(RLIMIT_DATA))
    return true;
  void *room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return false;
  munmap(room, bytes);
  return true;
}

bool Stop::isDue(size_t headroom) {
  if (why == Why::NotDue && !mayHave(headroom)) {
    Why none = Why::NotDue;
    why.compare_exchange_strong(none, Why::Memory);
  }
  return why != Why::NotDue;
}

llvm::Error Stop::error() const {
  if (why == Why::Memory)
    return makeError({"", "there is not enough memory to compile the model", "",
                      "raise the limit of the process (ulimit -v, ulimit -d)",
                      ExitCode::Limit});
  return makeError(
      {"", "the compilation was stopped", "", "", ExitCode::Limit});
}
