# ===- tally.py - Counts cases, and those that fail -----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A script of many cases goes on behind one that fails, and says at its end how many did."""

import contextlib
import sys


class Tally:
    """Counts `what`, a plural."""

    def __init__(self, what="cases"):
        self.what, self.count, self.failed = what, 0, 0

    @contextlib.contextmanager
    def case(self, name):
        """One case, which fails where there is an AssertionError in it; that is printed behind `name`."""
        self.count += 1
        try:
            yield
        except AssertionError as error:
            self.failed += 1
            print(f"FAILED: {name}: {error}", flush=True)

    def end(self):
        """Prints `WHAT: N, failed: N`; ends the script with exit code 1 where a case failed, or there was none."""
        print(f"{self.what}: {self.count}, failed: {self.failed}", flush=True)
        sys.exit(self.failed != 0 or self.count == 0)
