# ===- ranking.py - Which ops are worth a try --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The order in which ops are tried, which of them go near to a limit, and what keeping each is for."""

from __future__ import annotations

from collections.abc import Sequence

from .candidates import Candidates, Group
from .comparison import Row, readers_of

__all__ = ["near_limit", "rank", "reasons_of"]


def _places(groups: Sequence[Group]) -> dict[str, int]:
    """By name of op, the number of its group."""
    return {op.name: number for number, group in enumerate(groups) for op in group}


def _past_limit(rows: Sequence[Row], share: float) -> list[tuple[Row, list[Row]]]:
    """The rows whose values come to more than a share of what their dtype holds, with those that read them."""
    pairs = zip(rows, readers_of(rows))
    return [(row, [rows[reader] for reader in readers]) for row, readers in pairs if (row.headroom or 0.0) > share]


def _nearness(row: Row) -> str:
    return f"values come to {row.headroom:.2g} times the limit of {row.data['dtype']}"


def rank(groups: Sequence[Group], rows: Sequence[Row], roots: Sequence[Row]) -> list[int]:
    """First what overflows go through: the ops where they begin, those whose values the decided dtype does not
    hold, and those that read these, into whose casts the overflow moves; then all by their own errors."""
    places = _places(groups)
    order: list[int] = []

    def take(row: Row) -> None:
        if (place := places.get(row.op)) is not None and place not in order:
            order.append(place)

    readers = readers_of(rows)
    numbers = {id(row): number for number, row in enumerate(rows)}
    for row in [*roots, *(row for row, _ in _past_limit(rows, 1.0))]:
        take(row)
        for reader in readers[numbers[id(row)]]:
            take(rows[reader])

    def own(row: Row) -> float:
        return (row.own["relative_norm"] or 0.0) if row.own else 0.0

    for row in sorted(rows, key=lambda row: -own(row)):
        take(row)
    return order + [index for index in range(len(groups)) if index not in order]


def near_limit(found: Candidates, rows: Sequence[Row], headroom: float) -> tuple[frozenset[int], list[str]]:
    """The groups whose values, or whose operands, would go into the limit of their dtype less than `headroom`
    times, and the names of ops that cannot be kept. A cast that was put in goes where all that read it are kept."""
    places = _places(found.groups)
    past = _past_limit(rows, 1 / headroom)
    names = {each.op for row, readers in past for each in (row, *readers)}
    decided = {row.op for row in rows if row.data["limit"] and row.data["dtype"] != row.data["reference_dtype"]}
    # What is kept in part goes into the limits of its other tensors.
    parts = {op.name: op for group in found.groups for op in group if op.is_kept_in_part}
    readers_of_cast = {name: {user["op"] for user in cast["users"]} for name, cast in found.plain.inserted_casts.items() if name in names}
    casts = {name: readers for name, readers in readers_of_cast.items() if readers and readers <= places.keys()}
    # An op that only moves what such a cast gives has no row of its own.
    names |= {reader for row, _ in past for reader in casts.get(row.op, ())}
    left = (names & decided) - places.keys() - casts.keys()
    for row, readers in past:
        for end, each in [(1, row), *((0, reader) for reader in readers)]:
            if (op := parts.get(each.op)) and op.ports and op.ports[end] != op.tensors("origin")[end]:
                left.add(each.op)
    return frozenset(places[name] for name in names if name in places), sorted(left)


def reasons_of(rows: Sequence[Row], roots: Sequence[Row], headroom: float | None = None) -> dict[str, str]:
    """By name of op, what keeping it is for; `headroom` is what --headroom asks for."""
    result: dict[str, str] = {}
    for row in rows:
        if row.own and row.own["relative_norm"]:
            result[row.op] = f"its own error is {row.own['relative_norm']:.2g} of its size"
    if headroom:
        near, what = _past_limit(rows, 1 / headroom), f", nearer than --headroom={headroom:g} allows"
        result |= {reader.op: f"it reads {row.op}, whose {_nearness(row)}{what}" for row, readers in near for reader in readers}
        result |= {row.op: f"its {_nearness(row)}{what}" for row, _ in near}
    past = _past_limit(rows, 1.0)
    result |= {reader.op: f"it reads {row.op}, whose values {row.data['dtype']} does not hold" for row, readers in past for reader in readers}
    result |= {row.op: f"its {_nearness(row)}" for row, _ in past}
    for row in roots:
        if (row.headroom or 0.0) <= 1:
            result[row.op] = f"{row.own_lost or row.lost:,} of its elements become Inf, NaN or clipped"
    return result
