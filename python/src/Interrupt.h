//===- Interrupt.h - Ctrl-C while Python waits ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Python runs the handlers of signals on its main thread, when that thread asks
// for it (PyErr_CheckSignals). While it waits for a compilation or a run nobody
// would.

#ifndef ASCEND_PYTHON_SRC_INTERRUPT_H
#define ASCEND_PYTHON_SRC_INTERRUPT_H

#include "Ascend-c/Compiler.h"
#include <functional>

namespace ascend_python {

/// To be called when the module is loaded, with Python's lock.
void prepareInterrupts();

/// Does `work` without Python's lock, with which it is called. On the main
/// thread a handler that raises, as that of Ctrl-C does, ends it: `stop` is
/// requested, and the exception is thrown at the latest 0.2 s later. `work` may
/// then go on for a moment, so it owns what it needs; it needs no lock of
/// Python to be destroyed.
void runStoppable(std::function<void(AscendStop stop)> work);

/// Lets handlers run; not 0 where one has raised. An ascendrt_poll.
int32_t pollSignals(void *);

/// Whether this is the thread that runs handlers.
bool isMainThread();

} // namespace ascend_python

#endif // ASCEND_PYTHON_SRC_INTERRUPT_H
