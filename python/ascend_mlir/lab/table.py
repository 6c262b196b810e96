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
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["columns", "cut_names", "narrowed", "number", "plural", "shorten", "some", "width_of", "width_of_terminal", "wrap"]

_LEAST = 12


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def width_of(text: str) -> int:
    """How many columns of a terminal it takes: two for a letter of Chinese, none for a mark on another one.

    >>> width_of("conv"), width_of("层1")
    (4, 3)
    """
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(letter) else 1 + _is_wide(letter) for letter in text)


def _head(text: str, width: int) -> str:
    """The longest beginning that fits into a width."""
    for end, letter in enumerate(text):
        width -= width_of(letter)
        if width < 0:
            return text[:end]
    return text


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


def _cut(name: str, width: int, head: int) -> str:
    """So many columns of its beginning, and of its end as many as there is room for."""
    return name if width_of(name) <= width else f"{_head(name, head)}…{_head(name[::-1], width - 1 - head)[::-1]}"


def cut_names(names: Sequence[str], width: int) -> list[str]:
    """Names of at most `width` columns, from 8 on, that differ where the names do: what is too long
    loses its middle, or, where names are alike at both ends, what they have in common.

    >>> cut_names(["an_exceedingly_long_name", "an_exceedingly_tall_name"], 12)
    ['an_…ong_name', 'an_…all_name']
    >>> cut_names(["layer_number_1_of_the_net", "layer_number_2_of_the_net"], 12)
    ['layer_nu…#1', 'layer_nu…#2']
    """
    looks: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        looks.setdefault(_cut(name, width, (width - 1) // 3), []).append(name)
    short = {alike[0]: look for look, alike in looks.items() if len(alike) == 1}
    for alike in (alike for alike in looks.values() if len(alike) > 1):
        taken = set(short.values())
        for head in range(width):
            cuts = [_cut(name, width, head) for name in alike]
            if len(set(cuts)) == len(cuts) and not taken & set(cuts):
                break
        else:
            marks = [f"…#{number}" for number in range(1, len(alike) + 1)]
            cuts = [_head(name, width - len(marks[-1])) + mark for name, mark in zip(alike, marks)]
        short |= zip(alike, cuts)
    return [short[name] for name in names]


def shorten(names: Sequence[str], width: int | None) -> tuple[str, list[str]]:
    """The prefix that all names have, and the names without it, cut where they are still longer
    than `width`.

    >>> shorten(["net/block/conv1", "net/block/conv2"], None)
    ('net/block/', ['conv1', 'conv2'])
    >>> shorten(["a", "an_exceedingly_long_name"], 12)
    ('', ['a', 'an_…ong_name'])
    """
    prefix = _common_prefix(names)
    rest = [name[len(prefix) :] for name in names]
    return prefix, rest if width is None else cut_names(rest, width)


def wrap(text: str, width: int | None, indent: str = "") -> list[str]:
    """The lines of a sentence; one where the width has no bound. Names are not cut."""
    if width is None:
        return [indent + text]
    # A wide letter counts twice where something of no width stands behind it.
    lines = textwrap.wrap(
        "".join(letter + "\0" if _is_wide(letter) else letter for letter in text),
        max(width, len(indent) + _LEAST),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", "") for line in lines] or [indent]


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of cells, two blanks between columns."""
    widths = [max(map(width_of, column)) for column in zip(*rows)]
    return ["  ".join(cell + " " * (size - width_of(cell)) for cell, size in zip(row, widths)).rstrip() for row in rows]


def _width_of_all(lines: Iterable[str]) -> int:
    return max(map(width_of, lines))


def _fitted(rows: Sequence[Sequence[str]], width: int | None, at: int = 0) -> list[str]:
    """columns(), with the names in column `at`, below its heading, cut as far as the width asks for."""
    lines = columns(rows)
    if width is None or (over := _width_of_all(lines) - width) <= 0:
        return lines
    names = cut_names([row[at] for row in rows[1:]], max(_LEAST, _width_of_all(row[at] for row in rows) - over))
    return columns([rows[0], *([*row[:at], name, *row[at + 1 :]] for row, name in zip(rows[1:], names))])


def narrowed(
    rows: Sequence[Sequence[str]], width: int | None, least: Iterable[str] = (), at: str = "", last: Iterable[str] = ()
) -> list[str]:
    """columns() in a width. As long as it is not enough the columns of `least` go, by their headings in the first
    row, then the names of column `at`, by default the first, are cut, and then those of `last` go."""

    def lines_of(rows: Sequence[Sequence[str]], cuts: bool) -> list[str]:
        return _fitted(rows, width, rows[0].index(at) if at else 0) if cuts else columns(rows)

    for headings, cuts in (least, False), (last, True):
        for heading in headings:
            if width is None or _width_of_all(lines_of(rows, cuts)) <= width:
                break
            if heading in rows[0]:
                place = rows[0].index(heading)
                rows = [[*row[:place], *row[place + 1 :]] for row in rows]
    return lines_of(rows, True)


def plural(count: int, what: str) -> str:
    """As `1 op`, `1,024 ops`."""
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def some(names: Sequence[str], most: int) -> str:
    """The first of them, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def without_prefix(names: Sequence[str], most: int) -> str:
    """As `some`, of names without the prefix that all have, which stands behind them.

    >>> without_prefix(["net/block/conv1", "net/block/conv2", "net/block/add"], 2)
    'conv1, conv2 and 1 more (after net/block/)'
    """
    prefix, rest = shorten(names, None)
    return some(rest, most) + (f" (after {prefix})" if prefix else "")


def percent(part: float, whole: float, digits: int) -> str:
    """So many digits of a share in percent; 100 for no less than all of it."""
    value = 100 * part / whole
    if part < whole:
        value = min(value, 100 - 10.0 ** (2 - digits))
    return f"{value:.{digits}g}" if value < 100 else f"{value:.0f}"


def number(value: Any) -> str:
    """Two digits; - where there is none."""
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
