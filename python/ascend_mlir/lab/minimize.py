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
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

__all__ = ["OutOfTrials", "Trials", "least_error", "minimize", "sets_left", "trials_left"]

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
    cost: Callable[[Set], float]
    """Of sets of equal size the least counts; it is asked for only then, as it takes about as long as a test."""
    size: Callable[[Set], int] = len
    most: int | None = None
    """How many tests there may be."""
    seconds: float | None = None
    results: dict[Set, bool] = field(default_factory=dict)
    """Of all sets that were tested, in order; what is there at first is not tested again."""
    count: int = 0
    """Of tests that were run."""
    asked: set[Set] = field(default_factory=set)
    """As if none had been known at first."""
    best: Set | None = None
    """The cheapest set that passed."""
    base: Set = frozenset()
    """Is in every set that is tested."""
    start: float = field(default_factory=time.monotonic)

    def __call__(self, candidate: Set) -> bool:
        candidate |= self.base
        if candidate not in self.results:
            self._check_time()
            if self.most is not None and self.count >= self.most:
                raise OutOfTrials
            self.results[candidate] = self.test(candidate)
            self.count += 1
        self.asked.add(candidate)
        passes = self.results[candidate]
        if passes and (self.best is None or self.is_cheaper(candidate, self.best)):
            self.best = candidate
        return passes

    def _check_time(self) -> None:
        if self.seconds is not None and time.monotonic() - self.start > self.seconds:
            raise OutOfTrials

    def cost_of(self, candidate: Set) -> float:
        self._check_time()
        return self.cost(candidate | self.base)

    def is_cheaper(self, candidate: Set, other: Set) -> bool:
        """Smaller, or of equal size and less cost."""
        ours, theirs = (self.size(each | self.base) for each in (candidate, other))
        return ours < theirs or (ours == theirs and self.cost_of(candidate) < self.cost_of(other))


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
    return _least_of_all(ranked, found, test) if len(ranked) <= _FEW else found


def _subsets(ranked: Sequence[int]) -> Iterator[Set]:
    """By their number of members, those of the likeliest first."""
    for count in range(len(ranked) + 1):
        yield from map(frozenset, itertools.combinations(ranked, count))


def _least_of_all(ranked: Sequence[int], found: Set, test: Trials) -> Set:
    """Of all sets that pass one of the least cost of the least size; `found` passes."""
    by_size: dict[int, list[Set]] = {}
    for each in _subsets(ranked):
        by_size.setdefault(test.size(each | test.base), []).append(each)
    most = test.size(found | test.base)
    for size, sets in sorted(by_size.items()):
        # Of smaller sets no cost is asked for unless one of them passes.
        passing = found if size == most else next(filter(test, sets), None)
        if passing is not None:
            found = passing
            break
    least = test.cost_of(found)
    for each in sorted((each for each in sets if test.results.get(each | test.base, True)), key=test.cost_of):
        if test.cost_of(each) >= least:
            break
        if test(each):
            return each
    return found


def trials_left(best: Set, candidates: int, tried: int) -> int:
    """How many tests may still follow where `best` of so many candidates passes, and a smallest set is
    looked for: QuickXplain and a round for each member that goes, and of few candidates all sets."""
    untried = (1 << candidates) - tried
    rounds = len(best) * (len(best) + 1) // 2 + 2 * len(best)
    return untried if candidates <= _FEW else min(rounds, untried)


def sets_left(ranked: Sequence[int], allows: Callable[[Set], bool], tried: Collection[Set]) -> int | None:
    """How many sets least_error may still try; None of many candidates, of which nobody knows."""
    if len(ranked) > _FEW:
        return None
    return sum(1 for each in _subsets(ranked) if each not in tried and allows(each))


def _prefixes(ranked: Sequence[int], allows: Callable[[Set], bool]) -> list[Set]:
    """What is allowed of the likeliest, in steps: what has to be kept together stands together there."""
    members: Set = frozenset()
    sizes, result = {1, 2, 3, 4, 6}, []
    for member in ranked:
        if not allows(members | {member}):
            continue
        members |= {member}
        size = len(members)
        if size in sizes or size & (size - 1) == 0:
            result.append(members)
    return [*result, members] if members and members not in result else result


def least_error(ranked: Sequence[int], allows: Callable[[Set], bool], error: Callable[[Set], float]) -> Set:
    """A set that `allows` takes, with an error as small as can be found: of at most 14 candidates
    the least of all sets, the smaller set of equal ones. Of more, the best part of the ranking loses
    what it does not need, members come one by one, each the best of the likeliest that are left, and
    then give way to others as long as that helps.

    `error` and `allows` may raise OutOfTrials.
    """

    def rank(members: Set) -> tuple[float, int, list[int]]:
        return error(members), len(members), sorted(members)

    if len(ranked) <= _FEW:
        return min(filter(allows, _subsets(ranked)), key=rank)
    near = ranked[:_NEAR]
    found = min([frozenset[int](), *_prefixes(near, allows)], key=rank)
    for member in [member for member in reversed(near) if member in found]:
        less = found - {member}
        found = min(found, less, key=rank) if allows(less) else found
    while True:
        grown = [found | {member} for member in near if member not in found]
        swapped = (found - {member} | {other} for member in found for other in near if other not in found)
        # A swap of each member for each other one is dear: only where nothing can be added.
        best = min(list(filter(allows, grown)) or list(filter(allows, swapped)) or [found], key=rank)
        if rank(best)[0] >= rank(found)[0]:
            return found
        found = best
