# ===- search.py - ascend-lab search ---------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The smallest set of ops to keep in the model's dtypes so that a budget holds.

One build holds both forms of each op, so that a set is tried by runs alone. First nothing is kept:
where the budget holds so, nothing need be. Then all that can be, with which it must hold. What was
found is compiled as configured, compared bit by bit with what was tried, and judged on inputs that
the search has not seen. Where it does not hold on these, it is written, and the exit code is 1.

examples:
  ascend-lab search net.onnx --data=val.npz --precision_mode=force_fp16 --budget='cosine>=0.999'
  ascend-lab search net.onnx --data=val.npz --budget='boxes:max<=2' --budget='argmax>=0.99' --to=healed
  ascend-lab search net.onnx --data=images/ --score='python3 map.py {outputs} {reference}' --min=0.5
  ascend-lab search net.onnx --data=val.npz --budget='relative<=1e-6' --to=healed --resume
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import fields

from ...errors import Diagnostic, _model_error
from .. import arguments, data, table
from ..budgets import METRICS
from ..cluster import cluster_at
from ..healing import search_model
from ..request import Request
from ..searching import Teller
from ..triallog import has_trials

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    arguments.add_scheduler(parser, "run the trials")
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
        "--headroom", metavar="X", type=float, help="keeps what goes fewer than X times into the limit of its dtype, such as 2; 1 or more"
    )
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


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Searches, reports what was found and writes it; returns the decision's warnings."""
    names = (field.name for field in fields(Request) if field.name not in ("model", "options", "source"))
    request = Request(
        arguments.model_of(given), options, data.source_of(given), **{name: getattr(given, name) for name in names}
    )
    width, start = table.width_of_terminal(), time.time()

    def say(line: str) -> None:
        print("\n".join(table.wrap(line, width)), flush=True)

    try:
        with cluster_at(given.scheduler) as cluster:
            healing = search_model(request, Teller(say, shows_progress=True), cluster)
    except KeyboardInterrupt:
        if request.to and has_trials(request.to, start):
            raise KeyboardInterrupt("note: the same command with --resume goes on") from None
        raise
    if not healing.holds:
        sys.stdout.flush()
        raise _model_error(
            "what was found does not hold on all inputs: " + "; ".join(dict.fromkeys(healing.faults)),
            "give more inputs to search on, or ask for more than you need",
        )
    return healing.warnings
