# ===- dump_names.py - What the files of a dump are called -----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Names of a device's dump files and of golden files, and mapping.csv, which lists those that
are too long for a file system."""

from __future__ import annotations

import csv
import hashlib
import os
import pathlib
import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import _model_error, _usage_error

__all__ = ["MAPPING", "PRODUCER", "DumpName", "Namer", "golden_name", "in_files", "in_graph", "named_files", "parse_name", "parse_golden"]

MAPPING = "mapping.csv"
PRODUCER = "ascend-lab dump"
"""In a graph that is not ATC's."""
_LONGEST = 255
_MOST_FILES = 1_000_000
_MOST_MAPPING = 100 << 20
_FFTS_PLUS = "4"


def in_graph(name: str) -> str:
    """A node's name as CANN's tools take it in a graph: other characters become `_`."""
    return re.sub(r"[^A-Za-z0-9_./-]", "_", name)


def in_files(name: str) -> str:
    """A node's name as it stands in file names, which know no `/` and no `.` in it."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)


class DumpName(NamedTuple):
    """What the name of a device's dump file says."""

    op: str
    """As in_files has it."""
    time: int
    is_slice: bool
    """One thread's share of an op that FFTS+ cut."""


def parse_name(name: str) -> DumpName | None:
    """`type.op.task.time`, `type.op.task.stream.time`, or the latter with task type, context,
    thread and device behind; None for what is no dump of an op."""
    parts = name.split(".")
    if len(parts) not in (4, 5, 9) or not all(parts[:2]) or not all(re.fullmatch("[0-9]{1,20}", part) for part in parts[2:]):
        return None
    return DumpName(in_files(parts[1]), int(parts[3 if len(parts) == 4 else 4]), parts[5:6] == [_FFTS_PLUS])


def golden_name(op: str, output: int, time: int) -> str:
    return f"{in_files(op)}.{output}.{time:016}.npy"


def parse_golden(name: str) -> tuple[str, int, int] | None:
    """Op (as in_files has it), output and time of `op.output.time.npy`; None for other names."""
    found = re.fullmatch(r"(.+)\.([0-9]{1,9})\.([0-9]{1,255})\.npy", name)
    return (in_files(found[1]), int(found[2]), int(found[3])) if found else None


class Namer:
    """Names of files to be written into one folder: those that are too long become digits."""

    def __init__(self) -> None:
        self._long: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        if len(name.encode()) <= _LONGEST:
            return name
        ending = ".npy" if name.endswith(".npy") else ""
        short = str(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")) + ending
        self._long[short] = name
        return short

    def mapping(self) -> str | None:
        """The text of mapping.csv, or None where it is not needed."""
        return "".join(f"{short},{name}\n" for short, name in self._long.items()) or None


def _mapping(folder: pathlib.Path) -> dict[str, str]:
    path = folder / MAPPING
    if not path.is_file():
        return {}
    try:
        if path.stat().st_size > _MOST_MAPPING:
            raise _model_error(f"{path} is larger than {_MOST_MAPPING >> 20} MB", "check that it is CANN's")
        with open(path, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise _model_error(f"cannot read {path}: {error}", "dump again") from None
    for number, row in enumerate(rows):
        if len(row) != 2:
            raise _model_error(f"{path}:{number + 1} has {len(row)} columns, not 2", "dump again")
    return {short: name for short, name in rows}


def named_files(option: str, folder: pathlib.Path) -> Iterator[tuple[str, pathlib.Path]]:
    """The regular files of a folder by their own names, those of mapping.csv by their long ones."""
    long = _mapping(folder)
    try:
        with os.scandir(folder) as entries:
            for count, entry in enumerate(sorted(entries, key=lambda entry: entry.name)):
                if count == _MOST_FILES:
                    raise _usage_error(f"{option}: there are more than {_MOST_FILES:,} files in {folder}", "name another folder")
                if entry.name == MAPPING or not entry.is_file():
                    continue
                if entry.name.removesuffix(".npy").isdigit():
                    if entry.name not in long:
                        raise _model_error(f"{folder}: {MAPPING} does not say what {entry.name} is", "dump again")
                    yield long[entry.name], folder / entry.name
                else:
                    yield entry.name, folder / entry.name
    except OSError as error:
        raise _usage_error(f"{option}: cannot read {folder}: {error.strerror}", "check the path and its rights") from None
