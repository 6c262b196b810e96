# RUN: %python %s
# The sanitizer needs terabytes of addresses, and limits of memory are what is tried.
# UNSUPPORTED: sanitizers
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Where memory or threads are short, LimitError says so, and the process lives on."""

import os
import subprocess
import sys
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Inputs"))
from sampling import stretch  # noqa: E402

# Memory is short in all parts of a compilation, also of one that comes behind.
os.environ["ASCEND_MLIR_CACHE"] = "off"

# Forks, and in each child a process of {sizes} MiB more than now, by a field of
# /proc/self/statm: 0 for addresses, 5 for data. Prints how each one ended, what
# it said, and whether it was of use afterwards.
PROGRAM = """
import os, resource, sys
import ascend_mlir, models, numpy as np
proto, expected = models.perceptron()
x = np.ones((4, 16), np.float32)
def limited(mib):
    pages = int(open("/proc/self/statm").read().split()[{field}])
    before = resource.getrlimit(resource.{what})
    resource.setrlimit(resource.{what}, (pages * resource.getpagesize() + (mib << 20), before[1]))
    try:
        model = ascend_mlir.compile({model}, {options})
        model.run([np.ones(each.shape, np.float32) for each in model.inputs], threads=2)
        print("ran")
    except (ascend_mlir.LimitError, MemoryError) as error:
        print(str(error).split("\\n")[0])
    finally:
        resource.setrlimit(resource.{what}, before)
        print("finally")
    model = ascend_mlir.compile(proto, reference=True)
    # numpy sums in another order.
    np.testing.assert_allclose(model.run(x)["y"], expected(x), rtol=1e-5, atol=1e-5)
    print("lives")
for mib in {sizes}:
    print(mib, flush=True)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            limited(mib)
            code = 0
        finally:
            sys.stdout.flush()
            os._exit(code)
    print("code", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
SHORT = "there is not enough memory to compile the model"
# Beside nothing at all, which is Python's own MemoryError.
SAID = (SHORT, "ran", "the model cannot start: ", "the run failed: ", "cannot load ", "std::bad_alloc")

THREADS = """
import ctypes
import ascend_mlir, models, numpy as np
proto, expected = models.perceptron()
x = np.ones((4, 16), np.float32)
# A new thread asks for a stack that no machine has.
libc = ctypes.CDLL(None)
attributes = ctypes.create_string_buffer(64)
libc.pthread_attr_init(attributes)
assert libc.pthread_attr_setstacksize(attributes, ctypes.c_size_t(1 << 47)) == 0
assert libc.pthread_setattr_default_np(attributes) == 0
model = ascend_mlir.compile(proto, reference=True)
# numpy sums in another order.
np.testing.assert_allclose(model.run(x)["y"], expected(x), rtol=1e-5, atol=1e-5)
try:
    model.run(x, threads=2)
except ascend_mlir.LimitError as error:
    print(error)
"""


def run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout.strip().split("\n")[0], done.stderr


class Limits(unittest.TestCase):
    def limited(self, what, sizes, model="proto", options="reference=True"):
        """What is said for each of so many MiB; every process lives on."""
        done = subprocess.run(
            [sys.executable, "-c",
             PROGRAM.format(what=what, field={"RLIMIT_AS": 0, "RLIMIT_DATA": 5}[what], sizes=list(sizes), model=model,
                            options=options)],
            capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.split("\n")[:-1]
        said = {}
        for size, text, last, lives, code in zip(*[iter(lines)] * 5, strict=True):
            self.assertEqual((last, lives, code), ("finally", "lives", "code 0"), (what, size, text))
            said[int(size)] = text
        self.assertEqual(list(said), list(sizes))
        return said

    def test_memory(self):
        for what in ("RLIMIT_AS", "RLIMIT_DATA"):
            said = self.limited(what, [20, 40, 4000])
            self.assertEqual(list(said.values()), [SHORT, SHORT, "ran"])

    def test_any_memory(self):
        """Whichever step it is that finds none; on a day a third of the sizes."""
        self.said(self.limited("RLIMIT_AS", stretch(range(20, 460, 20), 3)))
        # Where the op stores are read and the passes begin, a few of them once ended the process.
        self.said(self.limited("RLIMIT_AS", stretch([*range(20, 60, 20), *range(60, 136, 2), *range(140, 460, 20)], 3),
                               "models.convolutions(3)", "precision_mode='force_fp16'"))

    def said(self, texts):
        for size, text in texts.items():
            self.assertTrue(text == "" or text.startswith(SAID), (size, text))

    def test_threads(self):
        self.assertEqual(run(THREADS), (
            0, "the model cannot start: cannot start 2 threads: Resource temporarily unavailable", ""))


if __name__ == "__main__":
    unittest.main()
