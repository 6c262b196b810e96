# ===- side_by_side.py - Calls at the same time, results in order ----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What many inputs are run with at the same time. Work that takes long lets Python's lock go."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

__all__ = ["map_in_order"]

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_in_order(function: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """`function` of each item, in order, `jobs` calls at the same time. An item is taken when it is
    about to be needed; at most `jobs + 1` results wait. The first error ends it, once the calls that
    have begun have ended."""
    with ThreadPoolExecutor(jobs) as pool:
        pending: deque[Future[Result]] = deque()
        try:
            for item in items:
                pending.append(pool.submit(function, item))
                if len(pending) > jobs:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()
