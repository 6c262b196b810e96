# ===- nearest.py - Did you mean? -------------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What a name that no op has was to be."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["nearest_name"]


def nearest_name(word: str, names: Iterable[str]) -> str | None:
    """The name like `word`, or of which as many parts between slashes as `word` has are like it."""
    ends: dict[str, str] = {}
    size = word.count("/") + 1
    for name in sorted(names):
        parts = name.split("/")
        ends.setdefault(name, name)
        for first in range(len(parts) - size + 1):
            ends.setdefault("/".join(parts[first : first + size]), name)
    near = get_close_matches(word, ends, n=1)
    return ends[near[0]] if near else None
