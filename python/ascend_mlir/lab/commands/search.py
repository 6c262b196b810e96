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
  ascend-lab search net.onnx --data=val.npz --budget='relative<=1e-6' --to=healed --resume
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...errors import Diagnostic, _usage_error
from .. import arguments, data
from ..bench import Bench, Judge, NothingToKeep, candidates, costs_of, rank
from ..budgets import METRICS, Command, parse_budget
from ..comparison import Pair, compare
from ..data import Sample
from ..healed import check_folder, clear_folder, make_folder, question_of
from ..minimize import OutOfTrials
from ..searching import Search, Teller
from ..triallog import TrialLog

__all__ = ["add_arguments", "run"]


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
    parser.add_argument(
        "--max_cost", metavar="US", type=float, help="the least error for at most so many microseconds more on the chip, by estimate"
    )
    parser.add_argument(
        "--modes",
        choices=("auto", "yes", "no"),
        default="auto",
        help="whether cube ops that are kept multiply float32 itself, not HF32; auto: where it is needed",
    )
    parser.add_argument("--max_trials", metavar="N", type=int, help="the best set after so many trials")
    parser.add_argument("--timeout", metavar="S", type=float, help="the best set after so many seconds")
    parser.add_argument(
        "--holdout", metavar="SHARE", type=float, default=0.3, help="of the inputs, for the last word; default: 0.3"
    )
    parser.add_argument("--to", metavar="DIR", help="writes files for ATC, README.md, manifest.json and curve.csv there")
    parser.add_argument("--resume", action="store_true", help="goes on with the trials that stand in the folder of --to")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="inputs that run at the same time; default: 1")


def _check_arguments(given: argparse.Namespace, options: Mapping[str, bool | str]) -> None:
    for name in "limit", "max_ops", "max_cost", "max_trials", "timeout", "jobs":
        if (value := getattr(given, name)) is not None and not (value > 0 and math.isfinite(value)):
            raise _usage_error(f"--{name}={value} is not more than 0", "give a larger number")
    if not 0 <= given.holdout < 1:
        raise _usage_error(f"--holdout={given.holdout} is no share", "give a number from 0 to less than 1")
    if (given.score is None) != (given.min is None):
        raise _usage_error("--score and --min go together", "give both")
    if not given.budget and not given.score and not given.check and not given.max_ops and not given.max_cost:
        raise _usage_error(
            "there is nothing that must hold", "give --budget, --score with --min, --check, --max_ops or --max_cost"
        )
    if options.get("reference") in (True, "on"):
        raise _usage_error("--reference leaves nothing to be kept", "leave it out")
    if given.resume and not given.to:
        raise _usage_error("--resume has nothing to go on with", "give the folder of the search that was stopped, --to=DIR")
    if given.to and os.path.exists(given.to) and not os.path.isdir(given.to):
        raise _usage_error(f"--to={given.to} is no folder", "take another name")
    if given.to:
        check_folder(given.to, {**options, "model": arguments.model_of(given), **{f"data={path}": path for path in given.data}})
    data.check(given.data)


def _split(samples: Sequence[Sample], share: float) -> tuple[Sequence[Sample], Sequence[Sample]]:
    """Every so-manieth input is held out, so that both parts look alike."""
    held = [number for number in range(len(samples)) if share and int((number + 1) * share) > int(number * share)]
    if len(held) == len(samples):
        held = []
    chosen = set(held)
    return [s for n, s in enumerate(samples) if n not in chosen], [samples[n] for n in held]


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Searches, tells what was found and writes it; returns the decision's warnings."""
    _check_arguments(given, options)
    model = arguments.model_of(given)
    pair = Pair(model, options)
    names = [info.name for info in pair.outputs]
    budgets = [parse_budget(text, names) for text in given.budget]
    commands = [Command(given.score, given.min)] if given.score else []
    commands += [Command(given.check, None)] if given.check else []
    for command in commands:
        command.check()
    samples, held_out = _split(list(data.samples_of(given, pair.inputs)), given.holdout)
    if given.to:
        make_folder(given.to)
        if not given.resume:
            clear_folder(given.to)
    reference: list[dict[str, Any]] = []
    (worst, *_) = compare(pair, samples, when_ran=lambda _, wanted: reference.append(dict(zip(names, wanted))))
    tell = Teller()
    with tempfile.TemporaryDirectory() as folder:

        def prepare(with_modes: bool) -> Search:
            found = candidates(model, options, folder, with_modes)
            bench = Bench(model, found, samples, reference, Judge(budgets, commands, names), given.jobs)
            evidence = "" if given.data else " (made up: not evidence)"
            tell(f"{len(bench.ops)} ops can be kept; {len(samples)} inputs{evidence} to search on, {len(held_out)} held out")
            for op, why in found.blocked:
                tell(f"  cannot be kept: {op.name} ({op.type}): {why}")
            costs, are_times = costs_of(found, pair.decision.report["chip"], worst.ops)
            if given.max_cost is not None and not are_times:
                raise _usage_error(
                    "--max_cost: what the chip would take is not known (open shapes, or a chip without facts)",
                    "give --input_shape, or --max_ops",
                )
            log = TrialLog(given.to, question_of(given, bench), bench) if given.to else None
            return Search(given, bench, rank(bench.ops, worst.ops, worst.roots), costs, pair, held_out, tell, log)

        return _prepared(given.modes, prepare, tell).run()


def _prepared(modes: str, prepare: Callable[[bool], Search], tell: Teller) -> Search:
    """The search that can succeed: over dtypes alone, or over HF32, too."""
    if modes != "auto":
        return prepare(modes == "yes")
    try:
        search = prepare(False)
    except NothingToKeep as error:
        # No op has other dtypes than the model: HF32 may be what is left.
        try:
            return prepare(True)
        except NothingToKeep:
            raise error from None
    try:
        faults = search.fails_with_everything()
    except OutOfTrials:
        return search
    if not faults or not search.bench.candidates.has_hf32:
        return search
    tell("all dtypes kept: " + "; ".join(faults))
    tell("kept cube ops multiply as HF32: now they get enable_float_32_execution, too")
    return prepare(True)
