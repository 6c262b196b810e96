# ===- alternatives.py - Other files that keep the same ops -----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""customize_dtypes, types and modify_mixlist in the place of names in keep_dtype: each is decided,
and what it does is said. A file that does not do what it is for is not written."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import _core, _tensors
from ..errors import AscendError
from . import table
from .bench import Bench, worst
from .costs import Costs
from .data import Sample
from .decision import Decision, Op, customize_line, decide
from .differences import outcome, pairs
from .ports import is_line

__all__ = ["FILES", "Alternative", "Bounds", "alternatives", "in_place", "options_with"]

FILES = ("customize_dtypes.cfg", "keep_types.cfg", "modify_mixlist.json", "customize_cheaper.cfg")
"""What may be written."""

_MIXED = {
    "allow_mix_precision", "allow_mix_precision_fp16", "allow_mix_precision_bf16", "mixed_float16", "mixed_bfloat16",
}  # fmt: skip
"""Modes that read the lists."""


@dataclass(frozen=True)
class Alternative:
    option: str
    file: str
    text: str | None
    """None where such a file does not do."""
    verdict: str
    """What it does; else why there is none."""
    beside: Mapping[str, bool | str] = field(default_factory=dict)
    """Options of the user's own that have to stay: without them it does something else."""

    def record(self) -> dict[str, Any]:
        beside = dict(self.beside)
        return {"option": self.option, "file": self.file, "is_written": self.text is not None, "verdict": self.verdict, "beside": beside}


def _beside(bench: Bench, option: str) -> dict[str, bool | str]:
    """What of the user's own stays in force where `option` takes the place of names in keep_dtype."""
    own = {name: value for name, value in bench.options.items() if name == "keep_dtype"}
    return own if option != "keep_dtype" else {}


def in_place(bench: Bench, option: str, name: str, text: str, verdict: str) -> Alternative:
    """A file that does in the place of keep_dtype.cfg, among the options that options_with gives."""
    beside = _beside(bench, option)
    words = " ".join(f"--{own}={value}" for own, value in beside.items())
    return Alternative(option, name, text, verdict + (f", beside your own {words}" if beside else ""), beside)


def options_with(bench: Bench, found: frozenset[int], option: str, name: str, text: str) -> dict[str, bool | str]:
    """The options that keep `found`, with the file `name` in the place of names in keep_dtype."""
    options = bench.options_of(found)
    options.pop("keep_dtype", None)
    return options | _beside(bench, option) | {option: bench.candidates.keeper.write(name, text)}


def _customize(bench: Bench, found: frozenset[int]) -> Alternative:
    """The dtypes of each kept op, tensor by tensor."""
    option, name = "customize_dtypes", FILES[0]
    if option in bench.options:
        return Alternative(option, name, None, "your own file is in force")
    wanted = decide(bench.model, bench.options_of(found))
    names = {op.name for op in bench.members(found) if op.has_other_dtypes}
    for op in wanted.ops:
        if op.name in names and not is_line(op.name, op.tensors()):
            return Alternative(option, name, None, f"{op.name} cannot stand in its lines")
    # Nodes of one name have one line.
    text = "".join(dict.fromkeys(f"{customize_line(op.name, op.tensors())}\n" for op in wanted.ops if op.name in names))
    try:
        got = decide(bench.model, options_with(bench, found, option, name, text))
    except AscendError as error:
        return Alternative(option, name, None, f"refused: {error.message}")
    differ = [b.name for a, b in pairs(got, wanted) if b and (not a or outcome(a) != outcome(b))]
    if differ:
        return Alternative(option, name, None, f"decides {table.plural(len(differ), 'op')} otherwise, such as {differ[0]}")
    return in_place(bench, option, name, text, "decides every op as keep_dtype.cfg does")


@dataclass(frozen=True)
class Bounds:
    """What a search was asked to keep to."""

    max_ops: int | None
    max_cost: float | None
    costs: Costs
    has_budget: bool
    """Whether the outputs have to hold one: else there is only an error to tell."""
    goal: str
    """What that is called."""
    held: Sequence[Sample] = ()
    """Inputs that were held out, and what the reference makes of them."""
    held_reference: Sequence[Mapping[str, Any]] = ()

    def faults(self, bench: Bench, found: frozenset[int], count: int, decision: Decision) -> list[str]:
        """What is against keeping so many ops, decided so, in the place of `found`, which may be past a bound itself."""
        faults = []
        if self.max_ops is not None and count > max(self.max_ops, bench.size(found)):
            faults.append(f"that is more than --max_ops={self.max_ops}")
        if self.max_cost is not None and (cost := self.costs.of(decision)) > max(self.max_cost, self.costs(found)):
            faults.append(f"that costs {cost:.3g} us, more than --max_cost={self.max_cost:g}")
        return faults


def _by_name(bench: Bench, found: frozenset[int]) -> list[Op]:
    """Those that keep_dtype keeps."""
    return [op for op in bench.members(found) if op.has_other_dtypes and not op.ports]


def _judged(
    bench: Bench, found: frozenset[int], bounds: Bounds, option: str, name: str, text: str, what: str,
    types: Collection[str], types_of: Callable[[Op], Collection[str]],
) -> Alternative:  # fmt: skip
    """A file that holds for all ops of `types`, and whether what was asked holds with it."""
    kept = _by_name(bench, found)
    options = options_with(bench, found, option, name, text)
    try:
        decision = decide(bench.model, options)
        core = _core.compile_file(bench.model, list(options.items()))
    except AscendError as error:
        return Alternative(option, name, None, f"refused: {error.message}")
    count = sum(op.has_other_dtypes and not set(types).isdisjoint(types_of(op)) for op in bench.candidates.plain.ops)
    ops = table.plural(count, "op")
    what = f"{what} {', '.join(sorted(types))}: " + (f"the same {ops}" if count == len(kept) else f"{ops}, not {len(kept)}")
    if faults := bounds.faults(bench, found, count, decision):
        return Alternative(option, name, None, f"{what}; {'; '.join(faults)}")
    infos = _tensors.describe(core.inputs)
    faults, errors = bench.judge.faults(bench.run(core, infos, bench.samples), bench.reference)
    if faults:
        return Alternative(option, name, None, f"{what}; then {bounds.goal} fails: {'; '.join(faults)}")
    if bounds.held and (faults := bench.judge.faults(bench.run(core, infos, bounds.held), bounds.held_reference)[0]):
        return Alternative(option, name, None, f"{what}; then {bounds.goal} fails on inputs that were held out: {'; '.join(faults)}")
    holds = f"{bounds.goal} holds" if bounds.has_budget else f"the relative error of the worst output is {worst(errors):.3g}"
    return in_place(bench, option, name, text, f"{what}; {holds}")


def _types(bench: Bench, found: frozenset[int], bounds: Bounds) -> Alternative:
    """keep_dtype by types, which stays right when nodes are named anew: of each op the type that fewest have."""
    types = {name for op in _by_name(bench, found) for name in op.keep_types[:1]}
    text = bench.candidates.keeper.keep_lines(()) + "".join(f"OpType::{name}\n" for name in sorted(types))
    return _judged(bench, found, bounds, "keep_dtype", FILES[1], text, "keeps all ops of", types, lambda op: op.keep_types)


def _mixlist(bench: Bench, found: frozenset[int], bounds: Bounds) -> Alternative | None:
    """The types of the kept ops on the black list."""
    option, name = "modify_mixlist", FILES[2]
    if bench.candidates.plain.report["precision_mode"] not in _MIXED:
        return None
    if option in bench.options:
        return Alternative(option, name, None, "your own file is in force")
    types = {op.type: str(op.row["list"]) for op in _by_name(bench, found)}
    if "black" in types.values():
        return Alternative(option, name, None, "a kept type is on the black list already: only its name keeps the op")
    lists: dict[str, dict[str, list[str]]] = {"black-list": {"to-add": sorted(types)}}
    if white := sorted(each for each, colour in types.items() if colour == "white"):
        lists["white-list"] = {"to-remove": white}
    return _judged(bench, found, bounds, option, name, json.dumps(lists, indent=1) + "\n", "puts on the black list", types, lambda op: (op.type,))


def alternatives(bench: Bench, found: frozenset[int], bounds: Bounds) -> list[Alternative]:
    """What does the same as the files of `found`, and what does not."""
    if not any(op.has_other_dtypes for op in bench.members(found)):
        return []
    if not _by_name(bench, found):
        return []
    mixlist = _mixlist(bench, found, bounds)
    return [_customize(bench, found), _types(bench, found, bounds), *([mixlist] if mixlist else [])]
