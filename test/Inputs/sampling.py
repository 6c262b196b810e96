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
import random


def seed():
    """A number, or None where everything is to be tried, or listed (gen-ops-doc.py)."""
    text = "all" if os.environ.get("ASCEND_LIST_CASES") else os.environ.get("ASCEND_TEST_SEED", "all")
    return None if text == "all" else int(text)


def turns(number, choices, count=1, lasts=1):
    """Those `count` of `choices` whose turn it is for case `number`, in their order.
    Cases that follow each other get different ones, and each case gets all of them
    within as many days as there are, or `lasts` times as many: a turn lasts so many days,
    such as those that another choice of the same case goes through."""
    choices = list(choices)
    if seed() is None or count >= len(choices):
        return choices
    first = (number + seed() // lasts) * count
    taken = {(first + step) % len(choices) for step in range(count)}
    return [choice for at, choice in enumerate(choices) if at in taken]


def is_turn(number, days):
    """Whether case `number` is one of those that are tried on one of so many days."""
    return 0 in turns(number, range(days))


def stretch(choices, days):
    """The first and the last of `choices`, and of the others those whose turn it is on one
    of so many days: where a sweep goes along a line."""
    choices = list(choices)
    return [choice for at, choice in enumerate(choices) if at in (0, len(choices) - 1) or is_turn(at, days)]


def covering(cases):
    """The numbers of so few of `cases` that each kind of each case is among them; which
    ones changes with the seed. A case is the set of its kinds, such as what it has for
    dtypes, and for shapes."""
    cases = [set(case) for case in cases]
    if seed() is None:
        return list(range(len(cases)))
    order = list(range(len(cases)))
    random.Random(seed()).shuffle(order)
    missing, taken = set().union(*cases), []
    for number in order:
        if cases[number] & missing:
            taken.append(number)
            missing -= cases[number]
    return sorted(taken)
