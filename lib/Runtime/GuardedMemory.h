//===- GuardedMemory.h - Buffers between forbidden pages --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_GUARDEDMEMORY_H
#define ASCEND_LIB_RUNTIME_GUARDEDMEMORY_H

#include "Ascend/Runtime/ascendrt.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace ascendrt {

/// The node whose code runs, or null.
using NodeName = std::atomic<const char *>;

/// A buffer and the pages around it:
///
///   | forbidden | slack, the buffer, slack | forbidden |
///               body                       bodyEnd
///
/// With ASCENDRT_GUARD_END it ends as near to bodyEnd as its alignment allows,
/// with ASCENDRT_GUARD_BEGIN it begins at body.
struct GuardedBuffer {
  enum class Kind { Arena, Weights, Input, Output, Work };

  ~GuardedBuffer();

  Kind kind;
  const char *name = nullptr; ///< of an input or output
  uint64_t bytes = 0;
  char *data = nullptr;
  char *body = nullptr, *bodyEnd = nullptr;
  char *mapping = nullptr; ///< with the forbidden pages
  uint64_t mappingBytes = 0;
  bool isReadOnly = false;
  const NodeName *node = nullptr; ///< of its context
};

/// The buffers of a context whose memory is guarded. What they and their slack
/// hold at first is a pattern, which the slack has to keep.
class GuardedMemory {
public:
  using Kind = GuardedBuffer::Kind;

  GuardedMemory(ascendrt_guard side, const NodeName &node)
      : side(side), node(node) {}
  ~GuardedMemory();

  /// Null if there is not enough. `name` outlives the buffer.
  void *allocate(Kind kind, const char *name, uint64_t bytes,
                 uint64_t alignment);
  /// The same with a copy of `data` that nobody may write to.
  const void *allocateCopy(Kind kind, const char *name, const void *data,
                           uint64_t bytes, uint64_t alignment);
  /// Frees `data` if it is of allocate. Returns what check says of it.
  std::string release(const void *data, const char *opType);
  /// Frees all but the arena and the weights.
  void endRun();

  /// A sentence about the first buffer whose slack was written to, by the node,
  /// an operator of type `opType` (or null); "" if there is none.
  std::string check(const char *opType) const;

private:
  using Buffers = std::vector<std::unique_ptr<GuardedBuffer>>;

  std::string check(const GuardedBuffer &buffer, const char *opType) const;
  void erase(Buffers::iterator buffer);

  ascendrt_guard side;
  const NodeName &node;
  Buffers buffers;
};

/// While one lives, a fault in a guarded buffer's pages is reported on stderr
/// in a line that names buffer and node, before it ends the process as ever.
class FaultReports {
public:
  FaultReports();
  ~FaultReports();
  FaultReports(const FaultReports &) = delete;
  FaultReports &operator=(const FaultReports &) = delete;

  /// From now on faults in `buffer` are reported, in runs.
  static void add(const GuardedBuffer &buffer);
  static void remove(const GuardedBuffer &buffer);
};

/// A text of bounded length, which takes no memory: also for signal handlers.
class BoundedText {
public:
  BoundedText &operator<<(const char *text);
  BoundedText &operator<<(uint64_t number);
  /// "output 'y' (24 bytes)"
  BoundedText &operator<<(const GuardedBuffer &buffer);
  /// "node 'conv' (Conv2D)", as much of it as is known.
  void addNode(const char *node, const char *opType);
  /// "byte 1 past the end of output 'y' (24 bytes)"
  void addPlace(const GuardedBuffer &buffer, const char *address);

  void endLine() { text[length++] = '\n'; }

  const char *data() const { return text; }
  size_t size() const { return length; }

private:
  char text[1024];
  size_t length = 0;
};

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_GUARDEDMEMORY_H
