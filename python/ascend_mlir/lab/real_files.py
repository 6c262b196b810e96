# ===- real_files.py - Files that CANN left behind ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Opens what is read beside the model: bounded, and as text."""

from __future__ import annotations

from ..errors import _limit_error, _model_error, _usage_error
from .regular import regular

__all__ = ["read_text"]


def read_text(option: str, path: str, largest: int) -> str:
    """The text of the file that `option` names, of at most `largest` bytes."""
    try:
        with open(path, "rb", opener=regular) as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise _usage_error(f"{option}={path}: {error.strerror}", "check the path") from None
    except ValueError:
        raise _usage_error(f"{option}: the path has a NUL in it", "check the path") from None
    if len(data) > largest:
        raise _limit_error(f"{option}={path} is larger than {largest >> 20:,} MiB", "is it CANN's?")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _model_error(f"{option}={path}: byte {error.start:,} is not UTF-8", "is it CANN's?") from None
