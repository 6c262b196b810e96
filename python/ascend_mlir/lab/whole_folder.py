# ===- whole_folder.py - A folder that is there whole or not at all ----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Makes a folder under another name and gives it its own at the end."""

from __future__ import annotations

import os
import pathlib
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import _usage_error

__all__ = ["check_around", "check_new_folder", "whole_folder"]


@contextmanager
def _looking_at(option: str, path: pathlib.Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _usage_error(f"{option}={path}: {error.strerror}", "check the path") from None


def check_around(option: str, path: pathlib.Path) -> None:
    """Before anything is compiled: a folder can be made there."""
    with _looking_at(option, path):
        if not path.parent.is_dir():
            raise _usage_error(f"{option}={path}: there is no folder {str(path.parent)!r}", "make it first")
        if not os.access(path.parent, os.W_OK):
            raise _usage_error(f"{option}={path}: the folder around it cannot be written", "check its rights")


def check_new_folder(option: str, path: pathlib.Path) -> None:
    """Before anything is compiled: the folder can be made, or is empty."""
    with _looking_at(option, path):
        if os.path.lexists(path) and (not path.is_dir() or any(path.iterdir())):
            raise _usage_error(f"{option}={path} is there, and is no empty folder", "take another name")
    check_around(option, path)


@contextmanager
def whole_folder(path: pathlib.Path) -> Iterator[pathlib.Path]:
    """A folder beside `path` that takes its place at the end, or is gone."""
    made = path.parent / f".{path.name[:100]}.{secrets.token_hex(4)}"
    try:
        made.mkdir()
        yield made
        os.rename(made, path)
    except OSError as error:
        raise _usage_error(f"cannot write {error.filename or path}: {error.strerror}", "check the path") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
