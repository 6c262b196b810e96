# ===- minimize.py - Smallest sets by trials -------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Finds a set of few members that passes a test, by as few tests as can be.

A ranked prefix is galloped to and bisected, QuickXplain (Junker, 2004) takes what is needed of it,
and members are left out one by one as long as the rest passes: then the set is 1-minimal, whether
or not the test is monotone. Of few candidates all sets that cost less are tried."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

__all__ = ["OutOfTrials", "Trials", "least_error", "minimize", "trials_left"]

Set = frozenset[int]

_FEW = 14
"""Of so many candidates no smaller set is left untried."""
_NEAR = 64
"""Of more candidates, how many are likely enough to be tried one by one."""


class OutOfTrials(Exception):
    """The bound on trials or on time is reached."""


@dataclass
class Trials:
    """Tests of sets, each set once."""

    test: Callable[[Set], bool]
    cost: Callable[[Set], tuple[float, ...]]
    most: int | None = None
    """How many tests there may be."""
    seconds: float | None = None
    results: dict[Set, bool] = field(default_factory=dict)
    """Of all sets that were tested, in order; what is there at first is not tested again."""
    count: int = 0
    best: Set | None = None
    """The cheapest set that passed."""
    base: Set = frozenset()
    """Is in every set that is tested."""
    start: float = field(default_factory=time.monotonic)

    def __call__(self, candidate: Set) -> bool:
        candidate |= self.base
        if candidate not in self.results:
            over_time = self.seconds is not None and time.monotonic() - self.start > self.seconds
            if over_time or (self.most is not None and self.count >= self.most):
                raise OutOfTrials
            self.results[candidate] = self.test(candidate)
            self.count += 1
        passes = self.results[candidate]
        if passes and (self.best is None or self.cost(candidate) < self.cost(self.best)):
            self.best = candidate
        return passes


def _prefix(ranked: Sequence[int], test: Trials) -> int:
    """How long a prefix of the ranking passes; all of it does."""
    fails, passes = 0, 1
    while passes < len(ranked) and not test(frozenset(ranked[:passes])):
        fails, passes = passes, 2 * passes
    passes = min(passes, len(ranked))
    while passes - fails > 1:
        middle = (fails + passes) // 2
        if test(frozenset(ranked[:middle])):
            passes = middle
        else:
            fails = middle
    return passes


def _needed(base: Set, has_news: bool, candidates: Sequence[int], test: Trials) -> Set:
    """QuickXplain: what of `candidates` is needed beside `base`, were the test monotone.
    `has_news` says whether `base` was not tested before."""
    if has_news and test(base):
        return frozenset()
    if len(candidates) == 1:
        return frozenset(candidates)
    middle = len(candidates) // 2
    first, second = candidates[:middle], candidates[middle:]
    of_second = _needed(base | frozenset(first), True, second, test)
    of_first = _needed(base | of_second, bool(of_second), first, test)
    return of_first | of_second


def _without(members: Set, order: Sequence[int], test: Trials) -> Set:
    """Leaves out members, the last of the order first, until none can be left out."""
    again = True
    while again:
        again = False
        for member in reversed(order):
            if member in members and test(members - {member}):
                members -= {member}
                again = True
    return members


def minimize(ranked: Sequence[int], test: Trials) -> Set:
    """A set that passes and of which no member can be left out; of at most 14 candidates one of
    the least cost. `ranked` are all candidates, which together pass, the likeliest first.

    Raises: OutOfTrials; the best set so far is `test.best`, with `test.base` in it.
    """
    prefix = list(ranked[: _prefix(ranked, test)])
    found = _needed(frozenset(), True, prefix, test)
    if not test(found):
        # Not monotone: what was needed together is not enough alone.
        found = frozenset(prefix)
    found = _without(found, list(ranked), test)
    if len(ranked) <= _FEW:
        smaller = [
            frozenset(each)
            for size in range(len(found) + 1)
            for each in itertools.combinations(sorted(ranked), size)
        ]
        for each in sorted(smaller, key=lambda each: (test.cost(each), sorted(each))):
            if test.cost(each) >= test.cost(found):
                break
            if test(each):
                return each
    return found


def trials_left(best: Set, candidates: int, tried: int) -> int:
    """How many tests may still follow where `best` of so many candidates passes, and a smallest set is
    looked for: QuickXplain and a round for each member that goes, and of few candidates all sets."""
    rounds = len(best) * (len(best) + 1) // 2 + 2 * len(best)
    return rounds + (max(0, 2**candidates - tried) if candidates <= _FEW else 0)


def _prefixes(ranked: Sequence[int], allows: Callable[[Set], bool], most: int) -> list[Set]:
    """What is allowed of the likeliest, in steps: what has to be kept together stands together there."""
    members: Set = frozenset()
    sizes, result = {1, 2, 3, 4, 6}, []
    for member in ranked:
        if len(members) == most:
            break
        if not allows(members | {member}):
            continue
        members |= {member}
        size = len(members)
        if size in sizes or size & (size - 1) == 0 or size == most:
            result.append(members)
    return [*result, members] if members and members not in result else result


def least_error(ranked: Sequence[int], allows: Callable[[Set], bool], error: Callable[[Set], float], most: int) -> Set:
    """A set that `allows` takes, with an error as small as can be found: of at most 14 candidates
    the least of all sets, the smaller set of equal ones. Of more, the best part of the ranking loses
    what it does not need, members come one by one, each the best of the likeliest that are left, and
    then give way to others as long as that helps. Of a set that is allowed all subsets are. No set has
    more than `most` members.

    `error` may raise OutOfTrials.
    """

    def rank(members: Set) -> tuple[float, int, list[int]]:
        return error(members), len(members), sorted(members)

    if len(ranked) <= _FEW:
        sizes = range(min(most, len(ranked)) + 1)
        every = (frozenset(each) for size in sizes for each in itertools.combinations(sorted(ranked), size))
        return min(filter(allows, every), key=rank)
    near = list(ranked[: min(3 * most, _NEAR)])
    found = min([frozenset[int](), *_prefixes(near, allows, most)], key=rank)
    for member in [member for member in reversed(near) if member in found]:
        found = min(found, found - {member}, key=rank)
    while True:
        grown = [found | {member} for member in near if member not in found]
        grown = [each for each in grown if len(each) <= most and allows(each)]
        swapped = [found - {member} | {other} for member in found for other in near if other not in found]
        # A swap of each member for each other one is dear: only where nothing can be added.
        best = min(grown or list(filter(allows, swapped)) or [found], key=rank)
        if rank(best)[0] >= rank(found)[0]:
            return found
        found = best
