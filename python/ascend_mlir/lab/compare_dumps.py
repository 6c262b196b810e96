# ===- compare_dumps.py - Dumps beside a comparison ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What of compare is of one input."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import _usage_error
from . import data

__all__ = ["only"]


def only(samples: Iterable[data.Sample], option: str) -> Iterable[data.Sample]:
    """The sample, or an error where there is another one."""
    for number, sample in enumerate(samples):
        if number:
            raise _usage_error(f"{option} is of one input, and --data has more", "give --limit=1, or one input")
        yield sample
