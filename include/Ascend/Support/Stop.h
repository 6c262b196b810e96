//===- Stop.h - Work that ends before it is done ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Memory that runs out inside of LLVM ends the process, as LLVM has no
// exceptions. So work that takes much of it asks, wherever it is well between
// two steps, whether it has to end: because somebody wishes it, or because
// there is little left of what the process may have.

#ifndef ASCEND_SUPPORT_STOP_H
#define ASCEND_SUPPORT_STOP_H

#include "llvm/Support/Error.h"

#include <atomic>

namespace mlir::ascend {

class Stop {
public:
  /// Makes it due; from any thread.
  void request() { why = Why::Requested; }

  /// Whether work is to end. Once it is due it stays so. Any thread may ask,
  /// as often as it starts a pass or a kernel, and says how many bytes may go
  /// until the next question.
  bool isDue(size_t headroom = size_t(48) << 20);

  /// Whether it is known to be due: for questions by the million, as isDue asks
  /// the system.
  bool isKnownDue() const { return why != Why::NotDue; }

  /// Why it is due, with ExitCode::Limit.
  llvm::Error error() const;

private:
  enum class Why { NotDue, Requested, Memory };
  std::atomic<Why> why{Why::NotDue};
};

/// Whether `stop`, which may be null, is due.
inline bool isDue(Stop *stop) { return stop && stop->isDue(); }

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_STOP_H
