# ===- healed_folder.py - The folder of a search --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The names of what a search writes, and the folder that it is written to."""

from __future__ import annotations

import contextlib
import os
import pathlib
from collections.abc import Iterable, Mapping

from ..errors import _usage_error
from .alternatives import FILES as OTHER_FILES
from .triallog import FILES as TRIAL_FILES

__all__ = ["FILES", "FOR_ATC", "check_folder", "clear_folder", "make_folder", "remove"]

FILES = {
    "keep_dtype": "keep_dtype.cfg",
    "customize_dtypes": "customize_ports.cfg",
    "op_precision_mode": "op_precision.ini",
}
"""Of the options that keep ops."""

FOR_ATC = (*FILES.values(), *OTHER_FILES)
"""Names of files that options of ATC take."""

WRITTEN = (*FOR_ATC, "README.md", "manifest.json", "curve.csv", *TRIAL_FILES)
"""All names of files in the folder of --to."""


def check_folder(path: str, options: Mapping[str, bool | str]) -> None:
    """An error where what is written there would take the place of a file that an option names."""
    ours = {os.path.realpath(os.path.join(path, name)) for name in WRITTEN}
    for name, value in options.items():
        if isinstance(value, str) and os.path.realpath(value) in ours:
            raise _usage_error(f"--to={path} would write over the file of --{name}", "take another folder")


def remove(folder: str, names: Iterable[str]) -> None:
    """Those of them that are there."""
    for name in names:
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(folder, name))


def clear_folder(path: str) -> None:
    """Takes away what an earlier search wrote: it is no answer of this one."""
    remove(path, WRITTEN)


def make_folder(path: str) -> None:
    """The folder of --to; an error where it cannot be one."""
    try:
        pathlib.Path(path).mkdir(exist_ok=True)
    except OSError as error:
        raise _usage_error(f"--to={path}: the folder cannot be made: {error.strerror}", "check the path") from None
    if not os.access(path, os.W_OK):
        raise _usage_error(f"--to={path}: the folder cannot be written", "check its rights")
