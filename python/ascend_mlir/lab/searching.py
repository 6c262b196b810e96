# ===- searching.py - A search from its first trial to its files ------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Tries nothing, then everything, then finds a smallest set; judges it once more and writes it."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .. import _core, _tensors
from ..errors import ConfigurationError, Diagnostic
from . import table
from .alternatives import Alternative, Bounds, alternatives
from .bench import Bench
from .budgets import METRICS, OutputErrors, record_of
from .candidates import Group, names_of, types_text
from .cheaper import cheaper
from .comparison import Pair, compare, worst_rows
from .costs import Costs
from .data import Sample
from .decision import Op
from .healed import curve_of, why_of, write_healed
from .minimize import OutOfTrials, Trials, least_error, minimize, sets_left, trials_left
from .ranking import near_limit, reasons_of
from .request import Request
from .triallog import TrialLog

__all__ = ["Healing", "Search", "Teller", "reference_of"]

_ENTRY = re.compile("((?:OpType::)?[^:]*):(.*)")
"""A line of customize_dtypes."""

_NAMES = 5
"""Of the ops that stand in the way, how many are named."""

_SPREAD = 0.25
_SHORT = 5
"""Where more than this share of the ops is needed, and more than so many, no short list helps."""


class Teller:
    """Hands lines on, and keeps them for the README."""

    def __init__(self, say: Callable[[str], None], shows_progress: bool) -> None:
        self.lines: list[str] = []
        self.shows_progress = shows_progress
        """A line on stderr for each trial of a search that takes over two seconds."""
        self._say = say

    def __call__(self, text: str) -> None:
        self.lines.append(text)
        self._say(text)


@dataclass(frozen=True)
class Healing:
    """What a search found."""

    kept: Sequence[Op] = ()
    """The ops to keep; none where the budget holds as decided."""
    float_modes: Sequence[str] = ()
    """Names of those that are not to multiply as HF32."""
    candidates: int = 0
    """How many ops can be kept."""
    trials: int = 0
    is_minimal: bool = False
    """Whether each op is proven to be needed."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The text of the file for each option that keeps them, with the user's own lines first."""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """`search` and `held_out`: how many inputs, what does not hold, and the errors of each output."""
    lines: Sequence[str] = ()
    """What the search said."""
    warnings: Sequence[Diagnostic] = ()
    """Of the decision."""

    @property
    def keep_dtype(self) -> list[str]:
        """The lines of the file keep_dtype."""
        return self.files.get("keep_dtype", "").splitlines()

    @property
    def options(self) -> dict[str, Any]:
        """The options that keep them, for ascend_mlir.compile: `compile(model, **options)`."""
        result: dict[str, Any] = {}
        for name, text in self.files.items():
            lines = text.splitlines()
            if name == "customize_dtypes":
                result[name] = {match[1]: match[2] for line in lines if (match := _ENTRY.fullmatch(line))}
            elif name == "op_precision_mode":
                result[name] = _sections(lines)
            else:
                result[name] = lines
        return result

    @property
    def holds(self) -> bool:
        """Whether all that was asked holds, on the inputs that were held out as well."""
        return not self.faults

    @property
    def faults(self) -> list[str]:
        """What does not hold of what was asked, first on the inputs of the search."""
        return [fault for key in ("search", "held_out") for fault in self.outcome.get(key, {}).get("faults", ())]


def _sections(lines: Sequence[str]) -> dict[str, dict[str, str]]:
    """What an op_precision_mode file holds: of a key that stands twice the first line counts."""
    sections: dict[str, dict[str, str]] = {}
    section = "ByOpType"
    for line in map(str.strip, lines):
        if line in ("[ByNodeName]", "[ByOpType]"):
            section = line[1:-1]
        elif "=" in line and not line.startswith("#"):
            key, mode = (part.strip() for part in line.rsplit("=", 1))
            sections.setdefault(section, {}).setdefault(key, mode)
    return sections


def reference_of(pair: Pair, sample: Sample) -> dict[str, Any]:
    _, wanted = pair.run(pair.flatten(sample), None)
    return dict(zip((info.name for info in pair.outputs), wanted))


def _values(errors: Mapping[str, OutputErrors]) -> str:
    """The metrics of all outputs in a sentence."""
    parts = []
    for name, each in errors.items():
        text = f"{name}: relative error {METRICS['relative'](each):.2g}, cosine {METRICS['cosine'](each):.6f}"
        if each.vectors:
            same = f"{table.percent(METRICS['argmax'](each), 1, 4)} %"
            text += f", {same} of its elements equal" if each.is_discrete else f", argmax the same in {same}"
        parts.append(text + (f", {table.plural(each.lost, 'element')} lost" if each.lost else ""))
    return "; ".join(parts)


@dataclass
class Search:
    request: Request
    bench: Bench
    ranked: Sequence[int]
    costs: Costs
    pair: Pair
    held_out: Sequence[Sample]
    tell: Teller
    log: TrialLog | None
    why: Mapping[str, str] = field(default_factory=dict)
    """By name of op: what keeping it is for."""
    trials: Trials = field(init=False)
    stopped_after: int | None = None
    """How many trials there were where the bound on them or on time was reached."""

    def __post_init__(self) -> None:
        start = self._start = time.monotonic()

        def test(members: frozenset[int]) -> bool:
            for command in self.bench.judge.commands:
                command.seconds = self.trials.seconds and max(0.1, self.trials.seconds - (time.monotonic() - start))
            passes = self.bench(members)
            if self.log:
                self.log.add(members, passes)
            outcome = "passes" if passes else "fails"
            self._progress(f"trial {self.trials.count + 1}{self._left()}: {table.plural(len(members), 'op')} kept: {outcome}")
            return passes

        size = self.bench.size
        self.trials = Trials(test, self.costs, size, self.request.max_trials, self.request.timeout, base=self.required)
        if self.log and self.request.resume:
            known = self.log.resume(self.trials)
            self.tell(f"{table.plural(known, 'trial')} {'is' if known == 1 else 'are'} taken over")
        if self.log:
            self.log.begin(self.trials.results)

    def _progress(self, text: str) -> None:
        """A line on stderr, where it takes over two seconds."""
        if self.tell.shows_progress and time.monotonic() - self._start > 2:
            print(f"searching: {text}", file=sys.stderr, flush=True)

    def _left(self) -> str:
        return f" of at most {self.request.max_trials}" if self.request.max_trials else ""

    @property
    def required(self) -> frozenset[int]:
        """What --headroom asks for: it is kept in every set."""
        return self.bench.base

    @property
    def everything(self) -> frozenset[int]:
        return frozenset(range(len(self.bench.groups)))

    @property
    def blockers(self) -> str:
        """Ops that cannot be kept, for a sentence."""
        return table.some([op.name for op, _ in self.bench.candidates.blocked], _NAMES)

    @property
    def partly_kept(self) -> str:
        """Ops of which no kernel takes all tensors in the model's dtypes, for a sentence."""
        return table.some([op.name for op in self.bench.ops if op.is_kept_in_part], _NAMES)

    def fails_with_everything(self) -> list[str]:
        """What does not hold even where all is kept that can be; nothing where it is not asked."""
        if not self.request.has_budget or self.trials(frozenset()) or self.trials(self.everything):
            return []
        return self.bench.faults[self.everything]

    def _check_end(self, end: frozenset[int]) -> None:
        """A command that cannot tell of nothing or of everything says nothing of what lies between them."""
        if end in self.bench.untold:
            what = "nothing is kept" if end == self.required else "everything is kept"
            raise ConfigurationError(
                Diagnostic("", f"the command of --check cannot judge (125) what comes where {what}", "", "let it end with 0 or 1", 1)
            )

    def run(self) -> Healing:
        """Searches, reports what was found and writes it."""
        if not self.request.has_budget:
            return self._finish(*self._least_error(), False)
        try:
            found = self._smallest()
        except OutOfTrials:
            if self.trials.best is None:
                raise self._no_set() from None
            left = trials_left(self.trials.best - self.required, len(self.ranked), len(self.trials.results))
            found = self.trials.best, self._so_far(left), False
        return self._finish(*found)

    def _so_far(self, left: int | None) -> str:
        self.stopped_after = len(self.trials.asked)
        many = "nobody knows how many trials" if left is None else f"at most {table.plural(left, 'trial')}"
        return f"the best so far: the bound on trials or time was reached, {many} {'is' if left == 1 else 'are'} left"

    def _smallest(self) -> tuple[frozenset[int], str, bool]:
        """A smallest set that holds the budget, how it was found, and whether each op in it is proven to be needed."""
        nothing, headroom = self.required, f"--headroom={self.request.headroom or 0:g}"
        if self.trials(nothing):
            if nothing:
                return nothing, f"what {headroom} asks for is enough", True
            why = f"{self.request.goal} holds as decided"
            if not self.request.judges_outputs:
                why = f"nothing that can be comes nearer to its limit than {headroom} allows"
            self.tell(f"nothing need be kept: {why}")
            return nothing, "", True
        self._check_end(nothing)
        self.tell((f"kept what {headroom} asks for: " if nothing else "nothing kept: ") + "; ".join(self.bench.faults[nothing]))
        faults = self.fails_with_everything()
        self._check_end(self.everything)
        if faults:
            self.tell("everything kept that can be: " + "; ".join(faults))
            blocks = [f"these ops cannot be kept: {self.blockers}"] if self.blockers else []
            blocks += [f"of these no kernel takes all of the model's dtypes: {self.partly_kept}"] if self.partly_kept else []
            mend = f"{'; '.join(blocks)}; try another chip or mode" if blocks else "ask for less"
            raise ConfigurationError(
                Diagnostic("", f"no set of ops holds {self.request.goal}: keeping all that can be kept fails, too", "", mend, 1)
            )
        found = minimize(self.ranked, self.trials) | self.required
        if untold := len(self.bench.untold):
            sets = table.plural(untold, "set")
            return found, f"each of them is needed, as far as the command could tell: it could not judge {sets}", False
        return found, "each of them is needed", True

    def _no_set(self) -> ConfigurationError:
        done = f"held {self.request.goal}" if self.request.has_budget else "that is allowed was tried"
        return ConfigurationError(
            Diagnostic("", f"no set {done} in {table.plural(self.trials.count, 'trial')}", "", "allow more trials or time", 4)
        )

    def _least_error(self) -> tuple[frozenset[int], str]:
        """The ops that are kept within --max_ops and --max_cost, for the least error, and how they were found."""

        most, bound = self.request.max_ops, self.request.max_cost

        def allows(members: frozenset[int]) -> bool:
            return (most is None or self.bench.size(members) <= most) and (bound is None or self.trials.cost_of(members) <= bound)

        def error(members: frozenset[int]) -> float:
            self.trials(members)
            return self.bench.errors[members]

        try:
            nothing, everything = error(frozenset()), error(self.everything)
            self.tell(f"nothing kept: relative error {nothing:.3g}; everything kept that can be: {everything:.3g}")
            return least_error(self.ranked, allows, error), "the least error that was found"
        except OutOfTrials:
            # What costs are asked of now takes no part of the time.
            self.trials.seconds = None
            tried = [members for members in self.bench.errors if allows(members)]
            if not tried:
                raise self._no_set() from None
            best = min(tried, key=lambda members: (self.bench.errors[members], len(members), sorted(members)))
            left = None if bound else sets_left(self.ranked, allows, self.trials.results)
            return best, self._so_far(left)

    def _finish(self, found: frozenset[int], how: str, is_minimal: bool) -> Healing:
        """Tells what was found, judges and writes it."""
        bench, tell, trials = self.bench, self.tell, self.trials
        # What is told behind the search is no trial of it.
        trials.most = trials.seconds = None
        for command in bench.judge.commands:
            command.seconds = None
        count = trials.count
        curve = curve_of(self.ranked, bench, trials, found) if self.request.to else []
        kept = bench.members(found)
        if how:
            many = f"{len(kept)} of {table.plural(len(bench.ops), 'op')}, found in {table.plural(count, 'trial')}"
            tell(f"kept: {many} ({how})" + (":" if kept else ""))
        if how and not kept:
            tell("  of the sets that are allowed and were tried none has a smaller error")
        for member in sorted(found):
            tell("  " + self._what(bench.groups[member]))
        if self.request.max_ops and len(kept) > self.request.max_ops:
            tell(f"  that is more than --max_ops={self.request.max_ops}: no smaller set was found")
        if self.request.max_cost is not None and self.costs(found) > self.request.max_cost:
            tell(f"  that costs more than --max_cost={self.request.max_cost:g}: no cheaper set was found")
        if is_minimal and len(found - self.required) > max(_SHORT, _SPREAD * len(bench.groups)):
            tell("  the error is spread over the model: no short list of ops helps; think of another precision mode")
        outcome = self._confirm(found)
        if self.log:
            others: list[Alternative] = []
            manifest = outcome | {"is_minimal": is_minimal, "stopped_after": self.stopped_after, "curve": [list(point) for point in curve]}

            def write(more: Sequence[Alternative]) -> list[str]:
                others.extend(more)
                for each in more:
                    tell(f"{each.file}{'' if each.text else ' is not written'}: {each.verdict}")
                assert self.log
                return write_healed(
                    self.request, self.log.question, bench, trials, found, curve, others, tell.lines, manifest, self.why
                )

            written = write(alternatives(bench, found, self._bounds()))
            if less := self._cheaper(found, count):
                written = write([less])
            tell(f"written to {self.request.to}: {', '.join(written)}")
        keeper = bench.candidates.keeper
        modes = [op.name for op in kept if op.name in keeper.modes]
        files = keeper.files(kept, bench.model)
        return Healing(kept, modes, len(bench.ops), count, is_minimal, files, outcome, tell.lines, self.pair.warnings)

    def _cheaper(self, found: frozenset[int], count: int) -> Alternative | None:
        """What keeps less, where the bounds on trials and time, of which `count` are gone, leave room for it."""
        request = self.request
        if not found or not request.has_budget or not self.costs.are_times or self.stopped_after is not None:
            return None

        def is_late() -> bool:
            return request.timeout is not None and time.monotonic() - self._start > request.timeout

        left = request.max_trials and request.max_trials - count
        held = self.held_out, self._held_reference
        return cheaper(self.bench, found, self.costs, *held, request.goal, left, is_late, self._progress)

    @cached_property
    def _held_reference(self) -> list[dict[str, Any]]:
        return [reference_of(self.pair, sample) for sample in self.held_out]

    def _bounds(self) -> Bounds:
        request = self.request
        return Bounds(
            request.max_ops, request.max_cost, self.costs, request.judges_outputs, request.goal, self.held_out, self._held_reference
        )

    def _what(self, group: Group) -> str:
        """The names in the lines that keep it, its types, and what for."""
        mode = ", not as HF32" if any(op.name in self.bench.candidates.keeper.modes for op in group) else ""
        part = f", only {group[0].ports_text()}" if group[0].is_kept_in_part else ""
        part += ", then on the AI CPU" if any(op.goes_to_cpu for op in group) else ""
        why = why_of(group, self.why)
        return f"{' and '.join(names_of(group))} ({types_text(group)}{mode}{part})" + (f": {why}" if why else "")

    def _near_limit(self, found: frozenset[int]) -> list[str]:
        """What lacks the headroom on the inputs that were held out."""
        if not (headroom := self.request.headroom):
            return []
        rows, roots = worst_rows(compare(self.pair, self.held_out))
        groups = self.bench.groups
        needed, left = near_limit(self.bench.candidates, rows, headroom)
        for name in left:
            self.tell(f"  without that headroom on what was held out, and cannot be kept: {name}")
        why = reasons_of(rows, roots, headroom)
        return [f"{' and '.join(names_of(groups[member]))}: {why_of(groups[member], why)}" for member in sorted(needed - found)]

    def _confirm(self, found: frozenset[int]) -> dict[str, Any]:
        """Compiles the set as configured, and judges it: on the inputs of the search, where it gives
        the same bits as in the search, and on those that were held out."""
        bench = self.bench
        core = _core.compile_file(bench.model, list(bench.options_of(found).items()))
        infos = _tensors.describe(core.inputs)
        again = bench.run(core, infos, bench.samples)
        tried = bench.outputs(found)
        if any(a[name].tobytes() != b[name].tobytes() for a, b in zip(again, tried) for name in a):
            self.tell("  compiled as configured it gives other bits than in the search: please report this")
        outcome: dict[str, Any] = {}
        held = self._held_reference
        others = f"{table.plural(len(held), 'input')} that {'was' if len(held) == 1 else 'were'}"
        parts = [
            ("on the inputs of the search", "search", again, bench.reference),
            (f"on {others} held out", "held_out", bench.run(core, infos, self.held_out), held),
        ]
        for what, key, outputs, reference in parts:
            if not reference:
                continue
            faults, errors = bench.judge.faults(outputs, reference)
            if key == "held_out":
                faults = [*faults, *self._near_limit(found)]
            verdict = "fails: " + "; ".join(faults) if faults else "holds" if self.request.has_budget else ""
            values = _values(errors)
            self.tell(f"{what}: " + (f"{verdict} ({values})" if verdict else values))
            outcome[key] = {
                "inputs": len(reference),
                "faults": faults,
                "outputs": {name: record_of(each) for name, each in errors.items()},
            }
        return outcome
