# ===- sampling.py - The part of a sweep that a run takes -----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A sweep over cases and, say, forms of CPU is long, and repeats itself: a run takes
every case, but of what a case is tried with a part, whose turn changes with the seed.
lit.cfg.py makes the seed of the day; `lit --param seed=N` takes another, and
`--param seed=all`, which scripts/nightly gives, takes everything. So does a script that
is run by itself."""

import os


def seed():
    """A number, or None where everything is to be tried."""
    text = os.environ.get("ASCEND_TEST_SEED", "all")
    return None if text == "all" else int(text)


def turns(number, choices, count=1):
    """Those `count` of `choices` whose turn it is for case `number`, in their order.
    Cases that follow each other get different ones, and each case gets all of them
    within as many days as there are."""
    choices = list(choices)
    if seed() is None or count >= len(choices):
        return choices
    first = (number + seed()) * count
    taken = {(first + step) % len(choices) for step in range(count)}
    return [choice for at, choice in enumerate(choices) if at in taken]


def is_turn(number, days):
    """Whether case `number` is one of those that are tried on one of so many days."""
    return 0 in turns(number, range(days))
