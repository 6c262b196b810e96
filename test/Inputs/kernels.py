# ===- kernels.py - What both suites of kernels share ---------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Kernels in a shared library, and calls of them between guards (guarded.py)."""

import ctypes
import itertools
import os
import sys

from compiled import compiled
from guarded import Guards
from sampling import is_turn
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


# Numbers the pipelines that run.
PIPELINES = itertools.count()


def verifying():
    """The option of ascend-opt for the next pipeline. MLIR's verifier between the passes is four tenths of what a pipeline
    takes: one of seven has it on a day, and with seed=all each. No suite has a multiple of seven forms, so that each case
    gets it on each form. What goes in and what comes out is verified always, by the parsers of ascend-opt and ascend-translate."""
    return [] if is_turn(next(PIPELINES), 7) else ["--verify-each=false"]


def load(path, *words):
    """The shared library `path`, of what the linker's `words` name and the runtime."""
    run("ld", "-shared", *words, compiled(RUNTIME, "-c"), "-lm", "-o", path)
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
