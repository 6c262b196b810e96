# ===- guards.py - Wrong code that the harness must find -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs itself with a suite of one wrong case each, which has to fail, and say why:
most end their process."""

import ctypes
import os
import re
import signal
import sys
import tempfile

import numpy as np

import harness
from forms import host_forms
from guarded import Guards
from tools import run

x, y = np.arange(6, dtype=np.float32), np.zeros(6, np.float32)
COPY = harness.generic([x], [y], [harness.identity(1)] * 2, ["parallel"], "linalg.yield %x0 : f32")


def store(name, place):
    """A store `place` bytes from the beginning of %NAME0."""
    return """
    %%at = memref.extract_aligned_pointer_as_index %%%s0 : memref<6xf32> -> index
    %%from = arith.index_cast %%at : index to i64
    %%place = arith.constant %d : i64
    %%to = arith.addi %%from, %%place : i64
    %%address = llvm.inttoptr %%to : i64 to !llvm.ptr
    %%value = arith.constant 3.25 : f32
    llvm.store %%value, %%address : f32, !llvm.ptr
    """ % (name, place)


# LLVM 22.1.8 stores four bytes, those that the lane had before it was narrowed.
ONE_LANE = """
define void @f(ptr %x, ptr align 2 %y) #0 {
  %v = load <16 x i32>, ptr %x, align 4
  %t = trunc <16 x i32> %v to <16 x i16>
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %t, ptr align 2 %y, <16 x i1> <i1 1, MASK>)
  ret void
}
declare void @llvm.masked.store.v16i16.p0(<16 x i16>, ptr, <16 x i1>)
attributes #0 = { "target-cpu"="x86-64-v4" "min-legal-vector-width"="512" "prefer-vector-width"="512" }
""".replace("MASK", ", ".join(["i1 0"] * 15))


def one_lane():
    guards = Guards.shared()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f")
        run("llc", "-O2", "-relocation-model=pic", "-filetype=obj", "-o", path + ".o", stdin=ONE_LANE)
        run("clang", "-shared", path + ".o", "-o", path + ".so")
        f = ctypes.CDLL(path + ".so").f
    for side in ("begin", "end"):
        bits = guards.copy(np.arange(16, dtype=np.int32) + 0x12345678, side, "x", read_only=True)
        out = guards.copy(np.zeros(1, np.int16), side, "y")
        guards.enter("one lane")
        f(ctypes.c_void_p(bits.ctypes.data), ctypes.c_void_p(out.ctypes.data))
        for sentence in guards.leave():
            print("one lane: " + sentence)


# Name of the case, its code, what it says, and whether a signal ends it.
CASES = [
    ("right", COPY, "1 cases, 0 failures", False),
    ("past", COPY + store("b", 24), r"FORM: past: touched byte 1 past the end of %b0\n", True),
    ("before", COPY + store("b", -4),
     r"(?s)FORM: before: touched byte 4 before the beginning of %b0\n.*"
     r"FORM: before: wrote to byte [1-4] before the beginning of %b0\n", True),
    ("far before", COPY + store("b", -256),
     r"(?s)FORM: far before: wrote to byte 25[3-6] before the beginning of %b0\n", True),
    ("input", COPY + store("a", 8), r"FORM: input: wrote to byte 8 of %a0, which is only read\n", True),
    ("input's end", store("a", 24), r"FORM: input's end: touched byte 1 past the end of %a0\n", True),
]  # fmt: skip


def main():
    form = host_forms()[0]
    if len(sys.argv) > 1 and sys.argv[1] == "one lane":
        return one_lane()
    if len(sys.argv) > 1:
        code = {name: code for name, code, _, _ in CASES}[sys.argv[1]]
        suite = harness.Suite()
        suite.add(sys.argv[1], [x], [y], [x], code)
        sys.exit(suite.run_form(form, [0]) != 0)
    cases = list(CASES)
    if form.is_own and form.plan == "avx512":
        cases.append(("one lane", "", r"(?s)one lane: touched byte 1 past the end of y\n.*"
                      r"one lane: wrote to byte [12] past the end of y\n", True))  # fmt: skip
    for name, _, said, ends in cases:
        done = run(sys.executable, __file__, name, code=None)
        text = done.stderr + done.stdout
        if (done.returncode == -signal.SIGSEGV) != ends or not re.search(said.replace("FORM", str(form)), text):
            sys.exit("%s: exit %d\n%s" % (name, done.returncode, text))


main()
