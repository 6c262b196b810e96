# ===- compare.py - ascend-lab compare -------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Which op hurts: each op's own error beside that of the whole model.

Runs the model as decided and in its own dtypes, op by op, in one pass. An op's own error is what
it makes of the reference's operands; the error of the whole is what the decided model has there.
What overflows comes first, then the model's outputs, then the ops in the order in which they run.

examples:
  ascend-lab compare net.onnx --data=val.npz --precision_mode=force_fp16
  ascend-lab compare net.onnx --data=images/ --precision_mode=force_fp16 --sort=own --worst=20
  ascend-lab compare net.onnx --data=inputs.py --keep_dtype=k.cfg --report=errors.csv
  ascend-lab compare net.onnx --data=val.npz --op=net/fc --top=20
  ascend-lab compare net.onnx --data=x.npz --npu_dump=dump/20260101120000 --atc_json=net.json
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence

from ...errors import Diagnostic, _usage_error
from .. import arguments, compare_dumps, data, table
from ..cann_csv import CannTable
from ..cluster import cluster_at
from ..compare_data import csv_of, json_of
from ..compare_text import SORTS, View, text_of
from ..comparing import check_numbers, compare_pair
from ..comparison import Pair
from ..dump_graph import DumpGraph
from ..metrics import load_metrics
from ..reference import check_file

__all__ = ["add_arguments", "run"]

_FORMS = {".txt": "text", ".json": "json", ".csv": "csv"}
_TOP = 10
_THRESHOLD = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    arguments.add_report(parser, list(_FORMS))
    arguments.add_scheduler(parser, "run the inputs")
    parser.add_argument(
        "--format",
        choices=[*_FORMS.values(), "cann"],
        help="the form on the terminal; default: text. cann is CANN's CSV, also of a report",
    )
    parser.add_argument(
        "--reference_outputs",
        metavar="FILE.npz",
        help="outputs of these inputs that you have from elsewhere, by name, one after the other along the first axis",
    )
    compare_dumps.add_arguments(parser)
    parser.add_argument("--op", metavar="NAME", help="the elements of this op with the largest errors; a part of its name is enough that no other op has")
    parser.add_argument("--top", metavar="N", type=int, help=f"how many of them; default: {_TOP}")
    parser.add_argument("--sort", choices=list(SORTS), default="order", help="of the text; default: order, in which they run")
    parser.add_argument("--worst", metavar="N", type=int, help="of the text: only the first N rows")
    parser.add_argument("--all", action="store_true", help="of the text: also ops without any error")
    parser.add_argument(
        "--threshold", metavar="X", type=float, default=_THRESHOLD, help=f"of outputs between 0 and 1; default: {_THRESHOLD}"
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=int,
        help="inputs that run at the same time, each in work memory of its own; default: as many as there are CPUs, up to 4",
    )
    parser.add_argument(
        "--metric",
        metavar="FILE.py:FUNCTION",
        action="append",
        default=[],
        help="a metric of yours, FUNCTION(decided, reference) -> number, or CANN's alg_NAME.py; may be repeated",
    )


class _Progress:
    """A line on stderr each second, from the second one on."""

    def __init__(self) -> None:
        self.start = self.last = time.monotonic()
        self.done = 0
        self.shown = False

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if now - self.start < 2 or now - self.last < 1:
            return
        self.last = now
        self.shown = True
        start, end = ("\r", "") if sys.stderr.isatty() else ("", "\n")
        print(f"{start}comparing: input {self.done}", end=end, file=sys.stderr, flush=True)

    def finish(self) -> None:
        if self.shown and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _form(given: argparse.Namespace) -> str:
    """What the ending of a report says, or --format: CANN's CSV has the same ending as ours."""
    if not given.report or given.format != "cann":
        return arguments.form_of(given, _FORMS)
    arguments.ending_of(given.report, [".csv"])
    return "cann"


def _check_rows(given: argparse.Namespace, form: str) -> None:
    """That options of the rows of ops have rows to act on, and those of elements an op."""
    of_rows = {"sort": given.sort != "order", "worst": given.worst is not None, "all": given.all}
    arguments.check_of_text(form, of_rows, "leave it out: all rows are there, in the order in which they run")
    for name in (name for name, is_given in of_rows.items() if is_given and given.op):
        raise _usage_error(f"--{name} is of the rows of ops, and --op shows the elements of one", "leave one of them out")
    if given.top is not None and not given.op:
        raise _usage_error(f"--top={given.top} is how many elements --op shows, and no op is named", "give --op=NAME, too")


def _check_columns(given: argparse.Namespace, form: str) -> None:
    """That there is a place for what was asked."""
    of_outputs = {"threshold": given.threshold != _THRESHOLD, "reference_outputs": bool(given.reference_outputs)}
    absent = [name for name, is_given in of_outputs.items() if is_given and form in ("csv", "cann")]
    absent += ["metric"] if given.metric and form == "cann" else []
    for name in absent:
        raise _usage_error(f"--{name} has no place in {form}", "take the text or JSON, or leave it out")


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Compares, and writes to the terminal or to a file; returns the decision's warnings."""
    form = _form(given)
    if given.op and form in ("csv", "cann"):
        raise _usage_error("--op gives elements, which a CSV has no place for", "take --format=json, or the text")
    if given.worst is not None and given.worst < 1:
        raise _usage_error(f"--worst={given.worst} is not at least 1", "give a number of at least 1")
    top = _TOP if given.top is None else given.top
    check_numbers(given.threshold, top, given.jobs)
    _check_rows(given, form)
    _check_columns(given, form)
    if options.get("reference") in (True, "on"):
        raise _usage_error("--reference leaves nothing to be compared", "leave it out")
    option = compare_dumps.check(given, form)
    model = arguments.model_of(given)
    source = data.source_of(given)
    source.check()
    if given.reference_outputs:
        check_file(given.reference_outputs)
    metrics = load_metrics(given.metric)
    dumps = compare_dumps.Dumps(given)
    pair = Pair(model, options)
    op = pair.op_of(given.op) if given.op else None
    cann = CannTable(DumpGraph(pair)) if form == "cann" else None
    progress = _Progress()
    with cluster_at(given.scheduler) as cluster:
        comparison = compare_pair(
            pair,
            source,
            threshold=given.threshold,
            metrics=metrics,
            reference_outputs=given.reference_outputs,
            outside=dumps.outside(pair),
            watch=(op, top) if op else None,
            visits=[cann.see] if cann else [],
            one_input_of=option,
            when_ran=progress.step,
            cluster=cluster,
            jobs=given.jobs,
        )
    progress.finish()
    for arrays in comparison.outside:
        arrays.check()
    if cann:
        text = cann.text()
    elif form == "json":
        text = json_of(comparison)
    elif form == "csv":
        text = csv_of(comparison)
    else:
        view = View(op, given.sort, given.worst, given.all)
        text = text_of(comparison, view, None if given.report else table.width_of_terminal())
    used = [model, *given.data, *(value for value in options.values() if isinstance(value, str))]
    used += [text.partition(".py:")[0] + ".py" for text in given.metric]
    used += filter(None, [given.reference_outputs, given.atc_json])
    arguments.put(given, text, used)
    return pair.warnings
