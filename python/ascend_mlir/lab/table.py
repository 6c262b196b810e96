# ===- table.py - Tables for people ----------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Columns as wide as their cells, in a width that may be bounded."""

from __future__ import annotations

import math
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["columns", "number", "shorten", "width_of_terminal", "wrap"]

_LEAST = 12


def width_of_terminal() -> int:
    """How many columns standard output has: the terminal's, else COLUMNS, else 100."""
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return max(40, shutil.get_terminal_size((100, 24)).columns)
    return 100


def _common_prefix(names: Iterable[str]) -> str:
    """What all of several names begin with, up to a separator."""
    different = sorted(set(names))
    if len(different) < 2:
        return ""
    prefix = os.path.commonprefix([different[0], different[-1]])
    end = max(prefix.rfind("/"), prefix.rfind("."))
    return prefix[: end + 1]


def shorten(names: Sequence[str], width: int | None) -> tuple[str, list[str]]:
    """The prefix that all names have, and the names without it. A name that is still
    longer than `width` loses its middle, unless two names would look the same.

    >>> shorten(["net/block/conv1", "net/block/conv2"], None)
    ('net/block/', ['conv1', 'conv2'])
    >>> shorten(["a", "an_exceedingly_long_name"], 12)
    ('', ['a', 'an_e…ng_name'])
    """
    prefix = _common_prefix(names)
    rest = [name[len(prefix) :] for name in names]
    if width is None:
        return prefix, rest

    def cut(name: str) -> str:
        if len(name) <= width:
            return name
        head = (width - 1) // 3
        return f"{name[:head]}…{name[head + 1 - width :]}"

    looks: dict[str, set[str]] = {}
    for name in rest:
        looks.setdefault(cut(name), set()).add(name)
    return prefix, [cut(name) if len(looks[cut(name)]) == 1 else name for name in rest]


def wrap(text: str, width: int | None, indent: str = "") -> list[str]:
    """The lines of a sentence; one where the width has no bound. Names are not cut."""
    if width is None:
        return [indent + text]
    return textwrap.wrap(
        text,
        max(width, len(indent) + _LEAST),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [indent]


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of cells, two blanks between columns."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(cell.ljust(size) for cell, size in zip(row, widths)).rstrip() for row in rows]


def number(value: Any) -> str:
    """Three digits; - where there is none."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if value == 0:
        return "0"
    if not math.isfinite(value):
        return str(value)
    digits, exponent = f"{value:.1e}".split("e")
    return f"{digits}e{int(exponent)}"
