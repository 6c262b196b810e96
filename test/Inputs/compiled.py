# ===- compiled.py - C that scripts bring along ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""C that scripts bring along, compiled once a run: lit.cfg.py gives all tests of a run one
folder, and removes it. A script that is run by hand compiles for itself."""

import atexit
import functools
import hashlib
import os
import shutil
import tempfile

from tools import run


@functools.cache
def folder():
    if path := os.environ.get("ASCEND_TEST_SHARED"):
        return path
    path = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, path)
    return path


def compiled(source, *words):
    """The path of what clang makes of `source` with these words."""
    name = hashlib.sha256(repr((source, words)).encode()).hexdigest()[:16]
    path = os.path.join(folder(), "compiled-" + name)
    if not os.path.exists(path):
        # Other scripts may be at the same: they find all of it or nothing.
        own = f"{path}-{os.getpid()}"
        run("clang", *words, "-O1", "-fPIC", "-x", "c", "-", "-o", own, stdin=source)
        os.rename(own, path)
    return path
