# ===- guarded.py - Arrays between pages that nobody may touch -------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Calls of kernels whose arrays lie each in pages of its own: its last byte in front
of a page that nobody may touch, or its first byte behind one. What else is in its
pages holds a pattern. So a kernel that reads or writes beside an array is found: by
the pattern, or by a fault, after which a line on stderr names the call and the
array."""

import ctypes
import functools
import mmap
import sys

import numpy as np
from compiled import compiled

PAGE = mmap.PAGESIZE
SIDES = ("end", "begin")
# No fill with one value is this.
PATTERN = (np.arange(2 * PAGE) * 149 + 90).astype(np.uint8)

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

HANDLER = r"""
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
struct watched { uintptr_t mapping, mapping_end, data, bytes; const char *name; };
static const char *call;
static const struct watched *arrays;
static int count;
static void on_fault(int number, siginfo_t *info, void *state) {
  uintptr_t at = (uintptr_t)info->si_addr;
  char line[1024];
  int length = snprintf(line, sizeof line, "%s: touched address %#zx", call, (size_t)at);
  for (int i = 0; i < count; ++i) {
    const struct watched *a = arrays + i;
    uintptr_t end = a->data + a->bytes;
    if (at < a->mapping || at >= a->mapping_end)
      continue;
    if (at >= end)
      length = snprintf(line, sizeof line, "%s: touched byte %zu past the end of %s", call, at - end + 1, a->name);
    else if (at < a->data)
      length = snprintf(line, sizeof line, "%s: touched byte %zu before the beginning of %s", call,
                        a->data - at, a->name);
    else
      length = snprintf(line, sizeof line, "%s: wrote to byte %zu of %s, which is only read", call,
                        at - a->data, a->name);
  }
  if (length > (int)sizeof line - 2)
    length = sizeof line - 2;
  line[length++] = '\n';
  (void)!write(2, line, length);
  signal(number, SIG_DFL); /* and it faults again */
}
void guard_install(void) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, 0);
}
void guard_enter(const char *text, const struct watched *table, int number) {
  call = text;
  arrays = table;
  count = number;
}
"""


class Watched(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("mapping", "mapping_end", "data", "bytes")] + [
        ("name", ctypes.c_char_p)
    ]


class Mapping:
    """`pages` pages between two forbidden ones."""

    def __init__(self, pages):
        self.bytes = pages * PAGE
        self.begin = libc.mmap(None, self.bytes + 2 * PAGE, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
        if self.begin == ctypes.c_void_p(-1).value:
            raise MemoryError
        self.address = self.begin + PAGE
        self.is_read_only = True
        self.protect(False)
        self.body = np.frombuffer((ctypes.c_uint8 * self.bytes).from_address(self.address), np.uint8)

    def protect(self, read_only):
        if self.is_read_only != read_only:
            rights = mmap.PROT_READ if read_only else mmap.PROT_READ | mmap.PROT_WRITE
            if libc.mprotect(self.address, self.bytes, rights):
                raise OSError(ctypes.get_errno(), "mprotect")
            self.is_read_only = read_only


class Guards:
    """Hands out arrays for one call at a time."""

    def __init__(self):
        self.free = {}
        self.taken = []  # (mapping, place of the array, bytes, name)
        self.handler = ctypes.CDLL(compiled(HANDLER, "-shared"))
        self.handler.guard_install()
        # What was said before a fault is not lost.
        sys.stdout.reconfigure(line_buffering=True)

    @classmethod
    @functools.cache
    def shared(cls):
        return cls()

    def copy(self, array, side, name, read_only=False):
        """A copy of the dense `array` that touches the forbidden page at its `side`."""
        pages = max(1, -(-array.nbytes // PAGE))
        free = self.free.setdefault(pages, [])
        mapping = free.pop() if free else Mapping(pages)
        mapping.protect(False)
        at = 0 if side == "begin" else mapping.bytes - array.nbytes
        end = at + array.nbytes
        mapping.body[:at] = PATTERN[:at]
        mapping.body[end:] = PATTERN[: mapping.bytes - end]
        result = mapping.body[at:end].view(array.dtype).reshape(array.shape)
        result[...] = array
        mapping.protect(read_only)
        self.taken.append((mapping, at, array.nbytes, name))
        return result

    def enter(self, call):
        """Says what a fault from now on is of."""
        table = (Watched * len(self.taken))()
        for row, (mapping, at, size, name) in zip(table, self.taken):
            row.mapping, row.mapping_end = mapping.begin, mapping.address + mapping.bytes + PAGE
            row.data, row.bytes, row.name = mapping.address + at, size, name.encode()
        self.entered = call.encode(), table  # which the handler reads
        self.handler.guard_enter(self.entered[0], table, len(table))

    def leave(self):
        """What was written beside the arrays: sentences. The arrays are no more."""
        wrong = []
        for mapping, at, size, name in self.taken:
            before = mapping.body[:at] != PATTERN[:at]
            behind = mapping.body[at + size :] != PATTERN[: mapping.bytes - at - size]
            if behind.any():
                wrong.append("wrote to byte %d past the end of %s" % (np.argmax(behind) + 1, name))
            if before.any():
                place = np.argmax(before[::-1]) + 1
                wrong.append("wrote to byte %d before the beginning of %s" % (place, name))
            self.free[mapping.bytes // PAGE].append(mapping)
        self.taken = []
        return wrong
