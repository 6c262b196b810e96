# ===- verifying.py - A decision beside what CANN did ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Pairs the ops and fusions of a decision with those of a real run, and says which are equal.

An op of the run is paired by its name, else by the nodes that its file says it stands for, else by
those that its name is made of; what is left, as the names of another export are, by type and dtypes
in the order of both graphs.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import _core
from .decision import Decision, Op
from .real_run import RealOp, RealRun
from .verify_names import nodes_in
from .verify_reasons import BEHIND_THE_JUDGE, SILENT_PASSES, TODAYS_NAMES, why_fusion, why_op

__all__ = ["CastRow", "FusionRow", "OpRow", "TypeRow", "Verification", "verify"]


@dataclass(frozen=True)
class OpRow:
    """An op of the real run beside ours."""

    there: RealOp
    here: Op | None
    by: str
    """What paired them: name, nodes, type, or nothing."""
    equal: bool
    why: str
    """Why it may differ; empty where it does not."""


@dataclass(frozen=True)
class FusionRow:
    """How often a pass took effect."""

    name: str
    here: int
    there: int
    modelled: bool
    equal: bool
    why: str


@dataclass(frozen=True)
class TypeRow:
    """How many ops there are of a type, or of several."""

    types: str
    here: int
    there: int

    @property
    def equal(self) -> bool:
        return self.here == self.there


@dataclass(frozen=True)
class CastRow:
    """How many casts between two dtypes were put in."""

    casts: str
    here: int
    there: int
    fused: int
    """Casts there that are parts of other kernels, of any dtypes."""

    @property
    def equal(self) -> bool:
        return self.there <= self.here <= self.there + self.fused


@dataclass(frozen=True)
class Verification:
    """A decision beside one file."""

    run: RealRun
    ops: tuple[OpRow, ...] = ()
    fusions: tuple[FusionRow, ...] = ()
    types: tuple[TypeRow, ...] = ()
    casts: tuple[CastRow, ...] = ()
    ops_not_compared: Mapping[str, int] | None = None
    """How many ops there are of which type that nothing was decided for."""
    ops_not_there: Mapping[str, int] | None = None
    """How many of ours are of which type that no op there stands for."""
    ops_missing: Mapping[str, int] | None = None
    """Those of them that have a kernel, and are a part of none there."""

    @property
    def casts_differ(self) -> int:
        """How many casts are on one side alone. Those of which the file does not say the dtypes, as of
        parts of kernels, stand for any of ours."""
        said = [row for row in self.casts if "?" not in row.casts]
        unsaid = sum(row.there for row in self.casts if row not in said) + max((row.fused for row in self.casts), default=0)
        more, fewer = (sum(max(sign * (row.there - row.here), 0) for row in said) for sign in (1, -1))
        return more + abs(fewer - unsaid)

    @property
    def agrees(self) -> bool:
        """Whether nothing differs, and nothing of ours is missing."""
        return self.equal == self.compared and not self.ops_missing and not self.casts_differ

    @property
    def compared(self) -> int:
        return len(self.ops) + len(self.fusions) + len(self.types)

    @property
    def equal(self) -> int:
        return sum(row.equal for rows in (self.ops, self.fusions, self.types) for row in rows)


# ===----------------------------------------------------------------------===#
# Ops
# ===----------------------------------------------------------------------===#


def _words(op: Op, kind: str) -> tuple[str, ...]:
    return tuple(str(tensor["dtype"]) for tensor in op.row[kind] if tensor is not None)


def _same_type(op: Op, there: RealOp) -> bool:
    return op.type == there.type or BEHIND_THE_JUDGE.get(op.type) == there.type


def _is_same(op: Op, there: RealOp) -> bool:
    """Type and all dtypes."""
    return op.type == there.type and (_words(op, "inputs"), _words(op, "outputs")) == (there.inputs, there.outputs)


def _is_equal(op: Op, there: RealOp, last: Op) -> bool:
    """Types and dtypes. A kernel may have more operands than its first op: those of ops that it
    does as well, of which `last` gives its outputs."""
    if not _same_type(op, there):
        return False
    inputs = _words(op, "inputs")
    if there.inputs is not None and there.inputs[: len(inputs)] != inputs:
        return False
    return there.outputs is None or any(there.outputs == _words(each, "outputs") for each in (last, op))


# What fits best is given away first.
_FITS: Sequence[Callable[[Op, RealOp], bool]] = (
    _is_same,
    lambda op, there: _is_equal(op, there, op),
    lambda op, there: True,
)


def _sibling(type_name: str) -> str:
    """The type with attributes in the place of constant operands, or the other way round."""
    return type_name.removesuffix("D") if type_name.endswith("D") else f"{type_name}D"


class _Pairing:
    """What of ours is not yet given away."""

    def __init__(self, ops: Iterable[Op]) -> None:
        self._by_name: dict[str, deque[Op]] = defaultdict(deque)
        # By dtypes, too, as thousands of ops may be alike.
        self._by_type: dict[str, dict[Any, deque[Op]]] = defaultdict(lambda: defaultdict(deque))
        self._free: dict[int, Op] = {}
        for op in ops:
            dtypes = (op.type, _words(op, "inputs"), _words(op, "outputs"))
            for name in {op.type, BEHIND_THE_JUDGE.get(op.type, op.type)}:
                self._by_type[name][dtypes].append(op)
            self._free[op.index] = op
            for name in dict.fromkeys((op.name, *op.row["original_names"])):
                self._by_name[name].append(op)

    def _named(self, names: Iterable[str]) -> list[Op]:
        found = {op.index: op for name in names for op in self._by_name.get(name, ()) if op.index in self._free}
        return list(found.values())

    def _candidates(self, there: RealOp) -> Iterator[tuple[str, list[Op]]]:
        if there.name in self._by_name:
            yield "name", self._named([there.name])
        yield "nodes", self._named([*there.stands_for, *nodes_in(there.name, self._by_name)])

    def take_named(self, there: RealOp) -> tuple[Op | None, str, Op | None]:
        """The op of ours that a name means, how it was found, and the last op that the kernel does."""
        for by, found in self._candidates(there):
            if not found:
                continue
            op = next((each for each in found if _same_type(each, there)), None)
            if op is None and by == "nodes":
                continue
            op = op or found[0]
            parts = self._named(nodes_in(there.name, self._by_name)) if by == "nodes" else []
            last = max([op, *parts], key=lambda each: each.index)
            for each in (op, *parts):
                self._free.pop(each.index, None)
            return op, by, last
        return None, "", None

    def take_alike(self, there: RealOp, type_name: str, fits: Callable[[Op, RealOp], bool]) -> Op | None:
        """The first one of a type that fits."""
        heads = []
        for alike in self._by_type[type_name].values():
            while alike and alike[0].index not in self._free:
                alike.popleft()
            if alike and fits(alike[0], there):
                heads.append(alike[0])
        op = min(heads, key=lambda each: each.index, default=None)
        if op is not None:
            del self._free[op.index]
        return op

    def take_node(self, there: RealOp) -> Op | None:
        """One of another type that its nodes became."""
        found = self._named([*there.stands_for, *nodes_in(there.name, self._by_name)])
        if not found:
            return None
        del self._free[found[0].index]
        return found[0]

    @property
    def left(self) -> list[Op]:
        return list(self._free.values())


def _missing(left: Iterable[Op], decision: Decision, run: RealRun) -> Iterator[Op]:
    """Of what nothing there was paired with: what has a kernel, and is a part of none there."""
    names = {name for op in decision.ops for name in (op.name, *op.row["original_names"])}
    parts = {name for there in run.ops for name in (*there.stands_for, *nodes_in(there.name, names))}
    return (op for op in left if op.row["engine"] != "local" and parts.isdisjoint((op.name, *op.row["original_names"])))


def _verify_ops(decision: Decision, run: RealRun) -> tuple[tuple[OpRow, ...], Counter[str], list[Op]]:
    pairing = _Pairing([op for op in decision.ops if not op.is_merged])
    compared = [op for op in run.ops if op.is_compared]
    found: list[tuple[Op | None, str, Op | None]] = [pairing.take_named(op) for op in compared]

    def pair_rest(by: str, take: Callable[[RealOp], Op | None]) -> None:
        for number, there in enumerate(compared):
            if found[number][0] is None and (op := take(there)):
                found[number] = (op, by, op)

    for fits in _FITS:
        pair_rest("type", lambda there: pairing.take_alike(there, there.type, fits))
    pair_rest("nodes", pairing.take_node)
    pair_rest("type", lambda there: pairing.take_alike(there, _sibling(there.type), _FITS[-1]))
    rows = []
    passes = _passes()
    for there, (here, by, last) in zip(compared, found):
        equal = here is not None and last is not None and _is_equal(here, there, last)
        why = "" if equal else why_op(there, here, by, passes, decision.report.get("unmodelled_fusions", ()))
        rows.append(OpRow(there, here, by, equal, why))
    skipped = Counter(op.type for op in run.ops if not op.is_compared and not op.is_inserted_cast)
    return tuple(rows), skipped, pairing.left


def _verify_casts(decision: Decision, run: RealRun) -> tuple[CastRow, ...]:
    there = Counter(op.dtypes() for op in run.ops if op.is_inserted_cast)
    here = Counter(f"{cast['from']} > {cast['to']}" for cast in decision.report["casts"] if not cast["folded"])
    fused = sum(op.name.count("trans_Cast_") for op in run.ops if not op.is_inserted_cast)
    return tuple(CastRow(casts, here[casts], there[casts], fused) for casts in sorted(here.keys() | there.keys()))


# ===----------------------------------------------------------------------===#
# Fusions
# ===----------------------------------------------------------------------===#


def _passes() -> Mapping[str, bool]:
    """Whether a pass is modelled, by its name in small letters, as CANN does not spell each the same
    way everywhere."""
    return {name.lower(): modelled for name, modelled, _ in _core.fusion_passes()}


def _verify_fusions(decision: Decision, run: RealRun) -> tuple[FusionRow, ...]:
    """Passes that are modelled or took effect on one of both sides."""
    known = _passes()
    ours = Counter({str(count["pass"]): int(count["effects"]) for count in decision.report["fusion_counts"] if count["effects"]})
    here = Counter({name.lower(): count for name, count in ours.items()})
    rows = []
    for fusion in run.graph_fusions:
        name = TODAYS_NAMES.get(fusion.name.lower(), fusion.name.lower())
        modelled = known.get(name, False)
        count = here.pop(name, 0)
        if fusion.name in SILENT_PASSES or not (modelled or count or fusion.effects):
            continue
        equal = count == fusion.effects
        why = "" if equal else why_fusion(fusion, count, modelled)
        rows.append(FusionRow(fusion.name, count, fusion.effects, modelled, equal, why))
    for name, count in ours.items():
        if name.lower() in here:
            rows.append(FusionRow(name, count, 0, True, False, why_fusion(None, count, True)))
    return tuple(sorted(rows, key=lambda row: row.name))


def _verify_types(decision: Decision, run: RealRun) -> tuple[TypeRow, ...]:
    """An op whose type alone a fusion changed counts as both: it had the first one when the passes
    before that looked."""
    here = Counter(op.type for op in decision.ops)
    types = {op.name: op.type for op in decision.ops}
    for fusion in decision.report["fusions"]:
        if len(fusion["types"]) == 1 and types.get(fusion["into"]) != fusion["types"][0]:
            here[fusion["types"][0]] += 1
    return tuple(TypeRow(types, sum(here[name] for name in types.split("+")), count) for types, count in run.type_counts.items())


def verify(decision: Decision, run: RealRun) -> Verification:
    """Our decision beside what `run` says."""
    ops, skipped, left = _verify_ops(decision, run) if run.ops else ((), Counter(), [])
    casts = _verify_casts(decision, run) if run.ops else ()
    fusions = _verify_fusions(decision, run) if run.graph_fusions else ()
    not_there, missing = (Counter(op.type for op in each) for each in (left, _missing(left, decision, run)))
    return Verification(run, ops, fusions, _verify_types(decision, run), casts, skipped, not_there, missing)
