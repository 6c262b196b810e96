# ===- report.py - ascend-lab report -------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""One page for a browser: the graph, its errors, and what to write into which file.

Decides and compares as compare does, and writes one HTML file that opens without a network. A sweep
gives it a plot of the settings, the folder of a search the set that heals.

examples:
  ascend-lab report net.onnx --data=val.npz --precision_mode=force_fp16 --report=net.html
  ascend-lab report net.onnx --data=val.npz --precision_mode=force_fp16 --healed=healed --report=net.html
  ascend-lab report net.onnx --data=val.npz --keep_dtype=k.cfg --sweep=modes.json --report=net.html
  ascend-lab report net.onnx --data=val.npz --modes --report=net.html
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import time
from collections.abc import Mapping, Sequence

from ...errors import Diagnostic, _usage_error
from .. import arguments, data, table
from ..node_data import check_model, write_node_data
from ..report_data import build_report
from ..report_extras import InForce, Point, healing_of, points_of, points_of_file
from ..report_page import check_packages, page_of
from ..settings import MODES, setting_of
from ..sweep_report import records_of
from ..sweeping import sweep_settings
from ..whole_folder import check_new_folder

__all__ = ["add_arguments", "run"]

_ENDINGS = [".html"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    arguments.add_report(parser, _ENDINGS)
    parser.add_argument("--sweep", metavar="FILE.json", help="the report of ascend-lab sweep, for the plot of the settings")
    parser.add_argument("--modes", action="store_true", help="runs all modes for that plot")
    parser.add_argument("--healed", metavar="DIR", help="the folder of ascend-lab search --to=DIR")
    parser.add_argument("--node_data", metavar="DIR", help="writes a file a metric for Google's Model Explorer there")


class _Progress:
    """A line on stderr each second, from the second one on."""

    def __init__(self) -> None:
        self.start = self.last = time.monotonic()

    def say(self, text: str) -> None:
        now = time.monotonic()
        if now - self.start >= 2 and now - self.last >= 1:
            self.last = now
            print(f"report: {text}", file=sys.stderr, flush=True)


def _points(
    given: argparse.Namespace, model: str, options: Mapping[str, bool | str], source: data.Source, progress: _Progress
) -> tuple[list[Point], str, InForce | None]:
    """The settings of a sweep, where they come from, and the options that they share, where these may be others."""
    if given.sweep:
        return points_of_file(given.sweep, model, source)
    if not given.modes:
        return [], "", None
    common = {name: value for name, value in options.items() if name not in ("precision_mode", "precision_mode_v2")}
    settings = [setting_of("--modes", mode, common) for mode in MODES]
    sweep = sweep_settings(
        model, settings, common, source, progress=lambda done: progress.say(f"{done} of {len(settings)} modes")
    )
    return points_of({"settings": records_of(sweep)}), f"of all modes on the same inputs ({sweep.source.text})", None


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Writes the page; returns the decision's warnings."""
    if not given.report and not given.node_data:
        raise _usage_error("no file is named", "give --report=FILE.html, or --node_data=DIR")
    if given.report:
        arguments.ending_of(given.report, _ENDINGS)
    check_packages()
    if given.sweep and given.modes:
        raise _usage_error("--sweep and --modes are both given", "take the sweep that is done, or let all modes run")
    if options.get("reference") in (True, "on"):
        raise _usage_error("--reference leaves nothing to be compared", "leave it out")
    model = arguments.model_of(given)
    if given.node_data:
        check_new_folder("--node_data", pathlib.Path(given.node_data))
        check_model(model)
    source = data.source_of(given)
    source.check()
    healing = healing_of(given.healed, model) if given.healed else None
    progress = _Progress()
    points, points_source, points_in_force = _points(given, model, options, source, progress)
    count = 0

    def ran() -> None:
        nonlocal count
        count += 1
        progress.say(f"input {count}")

    report = build_report(
        model, options, source, points=points, points_source=points_source, points_in_force=points_in_force, healing=healing, when_ran=ran
    )
    progress.say(f"{table.plural(len(report.items), 'op')}, writing")
    if given.report:
        used = [model, *given.data, *(value for value in options.values() if isinstance(value, str)), *filter(None, [given.sweep])]
        arguments.write_whole(given.report, page_of(report), used)
        print(f"written to {given.report}")
    if given.node_data:
        names = write_node_data(given.node_data, report)
        print(f"written to {given.node_data}: {', '.join(names)}")
    return report.warnings
