# ===- kernels.py - What both suites of kernels share ---------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Kernels in a shared library, and calls of them between guards (guarded.py)."""

import atexit
import ctypes
import functools
import os
import shutil
import sys
import tempfile

from guarded import Guards
from tools import run

# Ranges in an order that no thread pool keeps, so that bodies which lean on it
# are found out.
RUNTIME = """
#include <stdint.h>
int64_t parallel_calls;
void ascendrt_parallel_for(void *context, int64_t count,
                           void (*body)(void *, int64_t, int64_t), void *env) {
  ++parallel_calls;
  int64_t third = count / 3;
  body(env, 2 * third, count);
  body(env, 0, third);
  body(env, third, 2 * third);
}
int64_t failures;
void ascendrt_fail_index(void *context, const char *type, int64_t index,
                         int64_t least, int64_t bound) {
  ++failures;
}
"""


@functools.cache
def runtime():
    """The path of RUNTIME's object."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    path = os.path.join(folder, "runtime.o")
    run("clang", "-c", "-O1", "-x", "c", "-", "-fPIC", "-o", path, stdin=RUNTIME)
    return path


def load(path, *words):
    """The shared library `path`, of what the linker's `words` name and the runtime."""
    run("clang", "-shared", "-fPIC", *words, runtime(), "-lm", "-o", path)
    return ctypes.CDLL(path)


def call(function, inputs, outputs, what, side):
    """Calls function(NULL, inputs…, outputs…) with copies of dense arrays, given by name, each next to a forbidden page at
    its `side`; inputs are only read. `what` names the call. Gives the outputs behind it; what was written beside arrays,
    as sentences; and whether the function gave the address of the last output back."""
    guards = Guards.shared()
    given = [guards.copy(array, side, name, read_only=True) for name, array in inputs.items()]
    taken = [guards.copy(array, side, name) for name, array in outputs.items()]
    function.restype = ctypes.c_void_p
    guards.enter(what)
    address = function(None, *[ctypes.c_void_p(array.ctypes.data) for array in given + taken])
    results, is_last = [array.copy() for array in taken], address == taken[-1].ctypes.data
    return results, guards.leave(), is_last


def script():
    """The name of the script that runs, of which code is kept."""
    return os.path.splitext(os.path.basename(sys.argv[0]))[0]
