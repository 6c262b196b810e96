# ===- search.py - ascend-lab search ---------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The smallest set of ops to keep in the model's dtypes so that a budget holds.

One build holds both forms of each op, so that a set is tried by runs alone. First nothing is kept,
which must fail, then all that can be, which must pass. What was found is compiled as configured,
compared bit by bit with what was tried, and judged on inputs that the search has not seen.

examples:
  ascend-lab search net.onnx --data=val.npz --precision_mode=force_fp16 --budget='cosine>=0.999'
  ascend-lab search net.onnx --data=val.npz --budget='boxes:max<=2' --budget='argmax>=0.99' --to=healed
  ascend-lab search net.onnx --data=images/ --score='python3 map.py {outputs} {reference}' --min=0.5
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import Any

from .. import _core, _tensors
from ..errors import ConfigurationError, Diagnostic, _usage_error
from . import arguments, data, table
from .bench import Bench, Judge, bytes_of, rank, run_once, settable
from .budgets import METRICS, Command, OutputErrors, parse_budget
from .comparison import Pair, compare
from .data import Sample
from .healed import curve_of, write_healed
from .minimize import OutOfTrials, Trials, least_error, minimize

__all__ = ["add_arguments", "run"]

_SPREAD = 0.25
"""Where more than this share of the ops is needed, no short list helps."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    parser.add_argument(
        "--budget",
        metavar="[OUTPUT:]METRIC<=X",
        action="append",
        default=[],
        help=f"what must hold (<=, >=, <, >), all of them; metrics: {', '.join(METRICS)}",
    )
    parser.add_argument("--score", metavar="CMD", help="prints a number; {outputs} and {reference} are .npz files")
    parser.add_argument("--min", metavar="X", type=float, help="the least score")
    parser.add_argument("--check", metavar="CMD", help="exit code 0: good, 1: bad, 125: cannot tell")
    parser.add_argument(
        "--max_ops", metavar="K", type=int, help="the least error with at most K ops; with a budget: say so where more are needed"
    )
    parser.add_argument("--max_trials", metavar="N", type=int, help="the best set after so many trials")
    parser.add_argument("--timeout", metavar="S", type=float, help="the best set after so many seconds")
    parser.add_argument(
        "--holdout", metavar="SHARE", type=float, default=0.3, help="of the inputs, for the last word; default: 0.3"
    )
    parser.add_argument("--to", metavar="DIR", help="writes keep_dtype.cfg, README.md, manifest.json and curve.csv there")


class _Progress:
    """A line on stderr for each trial, from the second second on."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._start = time.monotonic()
        self.count = 0

    def __call__(self, members: frozenset[int]) -> bool:
        passes = self._bench(members)
        self.count += 1
        if time.monotonic() - self._start > 2:
            outcome = "passes" if passes else "fails"
            print(f"searching: trial {self.count}: {len(members)} ops kept: {outcome}", file=sys.stderr, flush=True)
        return passes


def _check_arguments(given: argparse.Namespace, options: Mapping[str, bool | str]) -> None:
    for name in "limit", "max_ops", "max_trials", "timeout":
        if (value := getattr(given, name)) is not None and not value > 0:
            raise _usage_error(f"--{name}={value} is not more than 0", "give a larger number")
    if not 0 <= given.holdout < 1:
        raise _usage_error(f"--holdout={given.holdout} is no share", "give a number from 0 to less than 1")
    if (given.score is None) != (given.min is None):
        raise _usage_error("--score and --min go together", "give both")
    if not given.budget and not given.score and not given.check and not given.max_ops:
        raise _usage_error("there is nothing that must hold", "give --budget, --score with --min, --check, or --max_ops")
    if options.get("reference") in (True, "on"):
        raise _usage_error("--reference leaves nothing to be kept", "leave it out")
    if given.to and os.path.exists(given.to) and not os.path.isdir(given.to):
        raise _usage_error(f"--to={given.to} is no folder", "take another name")
    data.check(given.data)


def _split(samples: Sequence[Sample], share: float) -> tuple[Sequence[Sample], Sequence[Sample]]:
    """Every so-manieth input is held out, so that both parts look alike."""
    held = [number for number in range(len(samples)) if share and int((number + 1) * share) > int(number * share)]
    if len(held) == len(samples):
        held = []
    chosen = set(held)
    return [s for n, s in enumerate(samples) if n not in chosen], [samples[n] for n in held]


def _values(errors: Mapping[str, OutputErrors]) -> str:
    """The metrics of all outputs in a sentence."""
    parts = []
    for name, each in errors.items():
        text = f"{name}: relative error {METRICS['relative'](each):.2g}, cosine {_cosine_text(each)}"
        if each.vectors:
            text += f", argmax the same in {100 * METRICS['argmax'](each):.4g} %"
        parts.append(text + (f", {each.lost:,} elements lost" if each.lost else ""))
    return "; ".join(parts)


def _cosine_text(errors: OutputErrors) -> str:
    return f"{METRICS['cosine'](errors):.6f}"


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Searches, tells what was found and writes it; returns the decision's warnings."""
    _check_arguments(given, options)
    model = arguments.model_of(given)
    width = table.width_of_terminal()
    lines: list[str] = []

    def tell(text: str) -> None:
        lines.append(text)
        sys.stdout.write("\n".join(table.wrap(text, width)) + "\n")
        sys.stdout.flush()

    pair = Pair(model, options)
    names = [info.name for info in pair.outputs]
    budgets = [parse_budget(text, names) for text in given.budget]
    commands = [Command(given.score, given.min)] if given.score else []
    commands += [Command(given.check, None)] if given.check else []
    samples, held_out = _split(list(data.samples_of(given, pair.inputs)), given.holdout)
    (worst, *_) = compare(pair, samples)
    with tempfile.TemporaryDirectory() as folder:
        ops, core, blocked = settable(model, options, folder)
        judge = Judge(budgets, commands, names)
        reference = [_reference(pair, sample) for sample in samples]
        bench = Bench(model, options, ops, core, samples, reference, judge, folder)
        sizes = bytes_of(ops, worst.ops)
        trials = Trials(
            _Progress(bench),
            lambda members: (len(members), sum(sizes[member] for member in members)),
            given.max_trials,
            given.timeout,
        )
        evidence = "" if given.data else " (made up: not evidence)"
        tell(f"{len(ops)} ops can be kept; {len(samples)} inputs{evidence} to search on, {len(held_out)} held out")
        for op, why in blocked:
            tell(f"  cannot be kept: {op.name} ({op.type}): {why}")
        return _search(given, bench, trials, rank(ops, worst.ops, worst.roots), pair, held_out, tell, lines)


def _reference(pair: Pair, sample: Sample) -> dict[str, Any]:
    _, wanted = pair.run(pair.flatten(sample), None)
    return dict(zip((info.name for info in pair.outputs), wanted))


def _least_error(given: argparse.Namespace, bench: Bench, trials: Trials, ranked: Sequence[int], tell: Any) -> frozenset[int]:
    """The ops of which at most --max_ops are kept, for the least error."""

    def error(members: frozenset[int]) -> float:
        trials(members)
        return bench.errors[members]

    nothing, everything = frozenset[int](), frozenset(ranked)
    try:
        tell(f"nothing kept: relative error {error(nothing):.3g}; everything kept that can be: {error(everything):.3g}")
        return least_error(ranked, given.max_ops, error)
    except OutOfTrials:
        small = [members for members in bench.errors if len(members) <= given.max_ops]
        return min(small, key=lambda members: (bench.errors[members], len(members), sorted(members)))


def _search(
    given: argparse.Namespace, bench: Bench, trials: Trials, ranked: list[int], pair: Pair, held_out: Sequence[Sample],
    tell: Any, lines: Sequence[str],
) -> Sequence[Diagnostic]:  # fmt: skip
    nothing, everything = frozenset[int](), frozenset(ranked)
    is_done = True
    if not given.budget and not given.score and not given.check:
        found = _least_error(given, bench, trials, ranked, tell)
        return _tell(given, bench, trials, ranked, found, "the least error that was found", False, pair, held_out, tell, lines)
    try:
        if trials(nothing):
            tell("nothing need be kept: the budget holds as decided")
            return pair.warnings
        tell("nothing kept: " + "; ".join(bench.faults[nothing]))
        if not trials(everything):
            tell("everything kept that can be: " + "; ".join(bench.faults[everything]))
            raise ConfigurationError(
                Diagnostic("", "no set of ops holds the budget: keeping all that can be kept fails, too", "",
                           "ask for less, or keep the ops that are left in another way (see above)", 1)
            )  # fmt: skip
        found = minimize(ranked, trials)
    except OutOfTrials:
        is_done = False
        if trials.best is None:
            raise ConfigurationError(
                Diagnostic("", f"no set held the budget in {trials.count} trials", "", "allow more trials or time", 4)
            ) from None
        found = trials.best
    how = "each of them is needed" if is_done else "the best so far: the bound on trials or time was reached"
    return _tell(given, bench, trials, ranked, found, how, is_done, pair, held_out, tell, lines)


def _tell(
    given: argparse.Namespace, bench: Bench, trials: Trials, ranked: Sequence[int], found: frozenset[int], how: str,
    is_minimal: bool, pair: Pair, held_out: Sequence[Sample], tell: Any, lines: Sequence[str],
) -> Sequence[Diagnostic]:  # fmt: skip
    """Tells what was found, judges and writes it."""
    # What is told behind the search is no trial of it.
    trials.most = trials.seconds = None
    curve = curve_of(ranked, bench, trials, found)
    kept = [bench.ops[member] for member in sorted(found)]
    tell(f"kept: {len(kept)} of {len(bench.ops)} ops, found in {trials.count} trials ({how}):")
    for op in kept:
        tell(f"  {' and '.join(op.keep_names)} ({op.type})")
    if given.max_ops and len(kept) > given.max_ops:
        tell(f"  that is more than --max_ops={given.max_ops}: no smaller set was found")
    if len(kept) > _SPREAD * len(bench.ops):
        tell("  the error is spread over the model: no short list of ops helps; think of another precision mode")
    outcome = _confirm(bench, found, pair, held_out, tell)
    if given.to:
        outcome |= {"is_minimal": is_minimal, "curve": [list(point) for point in curve]}
        write_healed(given, bench, trials, found, curve, lines, outcome)
        tell(f"written to {given.to}: keep_dtype.cfg, README.md, manifest.json, curve.csv")
    return pair.warnings


def _confirm(bench: Bench, found: frozenset[int], pair: Pair, held_out: Sequence[Sample], tell: Any) -> dict[str, Any]:
    """Compiles the set as configured, and judges it: on the inputs of the search, where it gives
    the same bits as in the search, and on those that were held out."""
    core = _core.compile_file(bench.model, list(bench.options_of(found).items()))
    infos = _tensors.describe(core.inputs)
    again = [run_once(core, infos, sample, []) for sample in bench.samples]
    tried = bench.outputs(found)
    if any(a[name].tobytes() != b[name].tobytes() for a, b in zip(again, tried) for name in a):
        tell("  compiled as configured it gives other bits than in the search: please report this")
    outcome: dict[str, Any] = {}
    for what, key, samples, reference in (
        ("on the inputs of the search", "search", bench.samples, bench.reference),
        (f"on {len(held_out)} inputs that were held out", "held_out", held_out, [_reference(pair, s) for s in held_out]),
    ):
        if not samples:
            continue
        outputs = again if key == "search" else [run_once(core, infos, sample, []) for sample in samples]
        faults, errors = bench.judge.faults(outputs, reference)
        tell(f"{what}: {'holds' if not faults else 'fails: ' + '; '.join(faults)} ({_values(errors)})")
        outcome[key] = {
            "inputs": len(samples),
            "faults": faults,
            "outputs": {name: {metric: value(each) for metric, value in METRICS.items()} for name, each in errors.items()},
        }
    return outcome
