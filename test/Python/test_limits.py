# RUN: %python %s
# The sanitizer needs terabytes of addresses, and limits of memory are what is tried.
# UNSUPPORTED: sanitizers
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Where memory or threads are short, LimitError says so, and the process lives on."""

import subprocess
import sys
import unittest

# {mib} is how many MiB more than now the process may have, by a field of
# /proc/self/statm: 0 for addresses, 5 for data.
PROGRAM = """
import resource
import ascend_mlir, models, numpy as np
proto, expected = models.perceptron()
x = np.ones((4, 16), np.float32)
pages = int(open("/proc/self/statm").read().split()[{field}])
before = resource.getrlimit(resource.{what})
resource.setrlimit(resource.{what}, (pages * resource.getpagesize() + ({mib} << 20), before[1]))
try:
    model = ascend_mlir.compile(proto, reference=True)
    print("compiled")
except ascend_mlir.LimitError as error:
    print(error)
resource.setrlimit(resource.{what}, before)
model = ascend_mlir.compile(proto, reference=True)
np.testing.assert_allclose(model.run(x)["y"], expected(x), rtol=1e-5, atol=1e-5)
"""

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
    def test_memory(self):
        for what, field in (("RLIMIT_AS", 0), ("RLIMIT_DATA", 5)):
            for mib in (20, 60):
                self.assertEqual(run(PROGRAM.format(what=what, field=field, mib=mib)),
                                 (0, "there is not enough memory to compile the model", ""))
            self.assertEqual(run(PROGRAM.format(what=what, field=field, mib=4000)), (0, "compiled", ""))
        # Between them either may be.
        for mib in range(80, 400, 40):
            code, said, errors = run(PROGRAM.format(what="RLIMIT_AS", field=0, mib=mib))
            self.assertEqual((code, errors), (0, ""))
            self.assertIn(said, ("compiled", "there is not enough memory to compile the model"))

    def test_threads(self):
        self.assertEqual(run(THREADS), (
            0, "the model cannot start: cannot start 2 threads: Resource temporarily unavailable", ""))


if __name__ == "__main__":
    unittest.main()
