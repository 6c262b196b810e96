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
import csv
import hashlib
import io
import json
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import __version__, _core, _tensors
from ..errors import AscendError, ConfigurationError, Diagnostic, UnsupportedOpError, _usage_error
from . import arguments, data, table
from .budgets import METRICS, Budget, Command, OutputErrors, parse_budget
from .comparison import Pair, Row, compare
from .data import Sample
from .decision import Op, decide
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


# ===----------------------------------------------------------------------===#
# Trying a set
# ===----------------------------------------------------------------------===#


def _keep_lines(base: str | None, ops: Iterable[Op]) -> str:
    """A keep_dtype file with the user's own lines and those that keep `ops`."""
    lines = []
    if base:
        with open(base, encoding="utf-8") as file:
            lines = file.read().splitlines()
    lines += [name for op in ops for name in op.keep_names if name not in lines]
    return "".join(line + "\n" for line in lines)


def _keep_file(folder: str, base: str | None, ops: Iterable[Op]) -> str:
    path = os.path.join(folder, "keep_dtype.cfg")
    with open(path, "w", encoding="utf-8") as file:
        file.write(_keep_lines(base, ops))
    return path


@dataclass
class _Judge:
    """Says whether outputs are good enough."""

    budgets: Sequence[Budget]
    commands: Sequence[Command]
    names: Sequence[str]

    def faults(
        self, outputs: Sequence[Mapping[str, Any]], reference: Sequence[Mapping[str, Any]]
    ) -> tuple[list[str], dict[str, OutputErrors]]:
        errors = {name: OutputErrors() for name in self.names}
        for ours, wanted in zip(outputs, reference):
            for name, each in errors.items():
                each.add(ours[name], wanted[name])
        faults = [fault for budget in self.budgets for fault in budget.faults(errors)]
        for command in self.commands:
            command.reference = [dict(run) for run in reference]
            faults += command.faults(outputs)
        return faults, errors


@dataclass
class _Bench:
    """Runs the model with any set of ops kept."""

    model: str
    options: Mapping[str, bool | str]
    ops: Sequence[Op]
    """Those that can be kept."""
    core: _core.Model
    samples: Sequence[Sample]
    reference: Sequence[Mapping[str, Any]]
    judge: _Judge
    folder: str
    errors: dict[frozenset[int], float] = field(default_factory=dict)
    """The largest relative error of an output, for each set that was tried."""
    faults: dict[frozenset[int], list[str]] = field(default_factory=dict)
    compiled: int = 0
    """Sets that were compiled, since an op had a third form in them."""

    @property
    def base(self) -> str | None:
        """The user's own keep_dtype file."""
        base = self.options.get("keep_dtype")
        return base if isinstance(base, str) else None

    def options_of(self, members: Iterable[int]) -> dict[str, bool | str]:
        path = _keep_file(self.folder, self.base, [self.ops[member] for member in sorted(members)])
        # An empty file is an error to CANN.
        return {**self.options, "keep_dtype": path} if os.path.getsize(path) else dict(self.options)

    def outputs(self, members: frozenset[int]) -> list[dict[str, Any]]:
        options = self.options_of(members)
        core = self.core
        infos = _tensors.describe(core.inputs)
        extra: list[Any] = [np.zeros(infos[-1].shape, bool)]
        if members:
            try:
                extra = [np.array(core.find_forms(str(options["keep_dtype"])), bool)]
            except UnsupportedOpError:
                core = _core.compile_file(self.model, list(options.items()))
                infos, extra = _tensors.describe(core.inputs), []
                self.compiled += 1
        return [_run(core, infos, sample, extra) for sample in self.samples]

    def __call__(self, members: frozenset[int]) -> bool:
        faults, errors = self.judge.faults(self.outputs(members), self.reference)
        self.faults[members] = faults
        self.errors[members] = _worst(errors)
        return not faults


def _worst(errors: Mapping[str, OutputErrors]) -> float:
    """The largest relative error of an output; 1 and more where values are lost."""
    return max((METRICS["relative"](each) + (each.lost > 0) for each in errors.values()), default=0.0)


def _run(core: _core.Model, infos: Sequence[_tensors.TensorInfo], sample: Sample, extra: Sequence[Any]) -> dict[str, Any]:
    """The outputs by name; `extra` are the inputs behind the model's own."""
    own = infos[: len(infos) - len(extra)]
    values = [*_tensors.by_position(dict(sample.arrays), own), *extra]
    flat = [_tensors.flatten(data.converted(value, info), info) for value, info in zip(values, infos)]
    outputs = _tensors.describe(core.outputs)
    return {
        info.name: _tensors.restore(each, shape, info)
        for info, (each, shape) in zip(outputs, core.run(flat, 0, None))
    }


# ===----------------------------------------------------------------------===#
# Candidates
# ===----------------------------------------------------------------------===#


def _settable(
    model: str, options: Mapping[str, bool | str], folder: str
) -> tuple[list[Op], _core.Model, list[tuple[Op, str]]]:
    """The ops that can be kept, the build that holds both forms of them, and those that cannot
    be kept with the reason."""
    candidates = [op for op in decide(model, options).ops if op.is_changed]
    blocked: list[tuple[Op, str]] = []
    base = options.get("keep_dtype")
    while candidates:
        path = _keep_file(folder, base if isinstance(base, str) else None, candidates)
        try:
            core = _core.choose_file(model, list(options.items()), path)
        except AscendError as error:
            refused = [op for op in candidates if any(_names(each, op) for each in error.diagnostics)]
            if not refused or not any(each.code == "EZ3003" for each in error.diagnostics):
                raise
            blocked += [(op, error.message) for op in refused]
            candidates = [op for op in candidates if op not in refused]
            continue
        choices = set(core.choices())
        return [op for op in candidates if op.name in choices], core, blocked
    raise _usage_error(
        "no op can be kept: " + ("the decision changes none" if not blocked else blocked[0][1]),
        "there is nothing to search",
    )


def _names(diagnostic: Diagnostic, op: Op) -> bool:
    return f"'{op.name}'" in f"{diagnostic.message} {diagnostic.where}"


def _rank(ops: Sequence[Op], rows: Sequence[Row], roots: Sequence[Row]) -> list[int]:
    """Where an overflow begins, and what it would move into; then by the ops' own errors."""
    places = {op.name: index for index, op in enumerate(ops)}
    order: list[int] = []

    def take(row: Row) -> None:
        if (place := places.get(row.op)) is not None and place not in order:
            order.append(place)

    numbers = {id(row): number for number, row in enumerate(rows)}
    for row in roots:
        take(row)
    for root in roots:
        for row in rows:
            if numbers[id(root)] in row.data["operands"]:
                take(row)

    def own(row: Row) -> float:
        return (row.own["relative_norm"] or 0.0) if row.own else 0.0

    for row in sorted(rows, key=lambda row: -own(row)):
        take(row)
    return order + [index for index in range(len(ops)) if index not in order]


def _bytes(ops: Sequence[Op], rows: Sequence[Row]) -> list[float]:
    """What a kept op writes, as a measure of its cost beyond the number of ops."""
    sizes = {row.op: float(row.data["elements"]) for row in rows}
    return [sizes.get(op.name, 0.0) for op in ops]


# ===----------------------------------------------------------------------===#
# What is told and written
# ===----------------------------------------------------------------------===#


def _hash(path: str) -> str:
    digest = hashlib.sha256()
    files = [path]
    if os.path.isdir(path):
        files = sorted(os.path.join(path, name) for name in os.listdir(path))
    for each in files:
        if os.path.isfile(each):
            with open(each, "rb") as file:
                for block in iter(lambda: file.read(1 << 20), b""):
                    digest.update(block)
    return digest.hexdigest()


def _option_words(options: Mapping[str, bool | str]) -> list[str]:
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]


def _curve(ranked: Sequence[int], bench: _Bench, trials: Trials, found: frozenset[int]) -> list[tuple[int, float, bool]]:
    """The error over the number of ops kept, along the ranking."""
    sizes = {0, len(ranked), len(found)}
    size = 1
    while size < len(ranked):
        sizes.add(size)
        size *= 2
    points = []
    for size in sorted(sizes):
        members = frozenset(ranked[:size])
        try:
            passes = trials(members)
        except OutOfTrials:
            continue
        if members in bench.errors:
            points.append((size, bench.errors[members], passes))
    return points


def _readme(given: argparse.Namespace, options: Mapping[str, bool | str], ops: Sequence[Op], lines: Sequence[str]) -> str:
    model = arguments.model_of(given)
    words = shlex.join(_option_words({**options, "keep_dtype": "keep_dtype.cfg"}))
    inputs = shlex.join([model, *(f"--data={path}" for path in given.data)])
    kept = "\n".join(f"- `{name}` ({op.type}): {op.row['reason']}" for op in ops for name in op.keep_names)
    result = "\n".join(f"    {line}" for line in lines)
    return f"""# Ops that are kept in the dtypes of the model

Written by `ascend-lab search` {__version__}. ATC's parser has no comments: what the lines of keep_dtype.cfg are for stands here.

{kept}

Compile:

```sh
atc {shlex.quote(f"--model={model}")} --framework=5 --output=healed {words}
```

Verify, without a device:

```sh
ascend-lab compare {inputs} {words}
```

What the search said:

{result}
"""


def _write(
    given: argparse.Namespace, bench: _Bench, trials: Trials, found: frozenset[int], curve: Sequence[tuple[int, float, bool]],
    lines: Sequence[str], outcome: Mapping[str, Any],
) -> None:  # fmt: skip
    folder = given.to
    os.makedirs(folder, exist_ok=True)
    ops = [bench.ops[member] for member in sorted(found)]
    manifest = {
        "version": 1,
        "ascend_mlir": __version__,
        "model": {"path": bench.model, "sha256": _hash(bench.model)},
        "data": [{"path": path, "sha256": _hash(path)} for path in given.data],
        "seed": given.seed,
        "limit": given.limit,
        "holdout": given.holdout,
        "options": dict(bench.options),
        "budgets": given.budget,
        "score": given.score,
        "min": given.min,
        "check": given.check,
        "kept": [op.name for op in ops],
        **outcome,
        "trials": [
            {"kept": [bench.ops[member].name for member in sorted(members)], "passes": passes}
            for members, passes in trials.results.items()
        ],
    }
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([("ops kept", "relative error", "passes"), *curve])
    for name, text in (
        ("keep_dtype.cfg", _keep_lines(bench.base, ops)),
        ("README.md", _readme(given, bench.options, ops, lines)),
        ("curve.csv", out.getvalue()),
        ("manifest.json", json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"),
    ):
        arguments.write_whole(os.path.join(folder, name), text, [bench.model, *given.data])


# ===----------------------------------------------------------------------===#
# The command
# ===----------------------------------------------------------------------===#


class _Progress:
    """A line on stderr for each trial, from the second second on."""

    def __init__(self, bench: _Bench) -> None:
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
        ops, core, blocked = _settable(model, options, folder)
        judge = _Judge(budgets, commands, names)
        reference = [_reference(pair, sample) for sample in samples]
        bench = _Bench(model, options, ops, core, samples, reference, judge, folder)
        sizes = _bytes(ops, worst.ops)
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
        return _search(given, bench, trials, _rank(ops, worst.ops, worst.roots), pair, held_out, tell, lines)


def _reference(pair: Pair, sample: Sample) -> dict[str, Any]:
    _, wanted = pair.run(pair.flatten(sample), None)
    return dict(zip((info.name for info in pair.outputs), wanted))


def _least_error(given: argparse.Namespace, bench: _Bench, trials: Trials, ranked: Sequence[int], tell: Any) -> frozenset[int]:
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
    given: argparse.Namespace, bench: _Bench, trials: Trials, ranked: list[int], pair: Pair, held_out: Sequence[Sample],
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
    given: argparse.Namespace, bench: _Bench, trials: Trials, ranked: Sequence[int], found: frozenset[int], how: str,
    is_minimal: bool, pair: Pair, held_out: Sequence[Sample], tell: Any, lines: Sequence[str],
) -> Sequence[Diagnostic]:  # fmt: skip
    """Tells what was found, judges and writes it."""
    # What is told behind the search is no trial of it.
    trials.most = trials.seconds = None
    curve = _curve(ranked, bench, trials, found)
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
        _write(given, bench, trials, found, curve, lines, outcome)
        tell(f"written to {given.to}: keep_dtype.cfg, README.md, manifest.json, curve.csv")
    return pair.warnings


def _confirm(bench: _Bench, found: frozenset[int], pair: Pair, held_out: Sequence[Sample], tell: Any) -> dict[str, Any]:
    """Compiles the set as configured, and judges it: on the inputs of the search, where it gives
    the same bits as in the search, and on those that were held out."""
    core = _core.compile_file(bench.model, list(bench.options_of(found).items()))
    infos = _tensors.describe(core.inputs)
    again = [_run(core, infos, sample, []) for sample in bench.samples]
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
        outputs = again if key == "search" else [_run(core, infos, sample, []) for sample in samples]
        faults, errors = bench.judge.faults(outputs, reference)
        tell(f"{what}: {'holds' if not faults else 'fails: ' + '; '.join(faults)} ({_values(errors)})")
        outcome[key] = {
            "inputs": len(samples),
            "faults": faults,
            "outputs": {name: {metric: value(each) for metric, value in METRICS.items()} for name, each in errors.items()},
        }
    return outcome
