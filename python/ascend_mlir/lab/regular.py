# ===- regular.py - Files that can be waited for -----------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A pipe would never end to be opened, and a device never to be read."""

from __future__ import annotations

import errno
import os
import stat

__all__ = ["regular"]


def regular(path: str, flags: int) -> int:
    """For open(…, opener=regular): an OSError where that is anything but a regular file."""
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file", path)
    return descriptor
