# ===- sweep.py - ascend-lab sweep -----------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What each precision mode costs and what error it has: one table.

Takes all modes, or the settings that --setting names: options of ATC, or the word of a mode. Those
behind the model are common. --across tries each setting with each of some values of an option. A *
marks the settings that no other one beats in both the error and the time that the chip would take.

examples:
  ascend-lab sweep net.onnx --data=val.npz
  ascend-lab sweep net.onnx --data=val.npz --setting=force_fp16 --setting='--precision_mode=force_fp16 --keep_dtype=k.cfg'
  ascend-lab sweep net.onnx --data=val.npz --setting=force_fp16 --across=soc_version=Ascend910B1,Ascend310P3
  ascend-lab sweep net.onnx --data=val.npz --score='python3 map.py {outputs} {reference}' --report=modes.csv
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence

from ...errors import Diagnostic, _usage_error
from .. import arguments, data, table
from ..budgets import METRICS
from ..cluster import cluster_at
from ..settings import setting_of
from ..sweep_report import csv_of, json_of, text_of
from ..sweeping import across, checked, sweep_settings

__all__ = ["add_arguments", "run"]

_FORMS = {".txt": "text", ".json": "json", ".csv": "csv"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    arguments.add_forms(parser, _FORMS)
    arguments.add_scheduler(parser, "try the settings")
    parser.add_argument("--setting", metavar="OPTIONS", action="append", default=[], help="one of them; default: all modes")
    parser.add_argument(
        "--across",
        metavar="NAME=V,V",
        action="append",
        default=[],
        help="each setting with each of these values of an option (soc_version, allow_hf32, cube_k_block, emulation); may be repeated",
    )
    parser.add_argument("--metric", choices=list(METRICS), default="relative", help="what is judged; default: relative")
    parser.add_argument("--score", metavar="CMD", help="prints a number, more is better; {outputs} and {reference} are .npz files")


def _axes(texts: Sequence[str]) -> dict[str, list[str]]:
    """The options of --across, and their values as sessions have them."""
    axes: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = text.removeprefix("--").partition("=")
        words = values.split(",")
        if not equals or not name or not all(words):
            raise _usage_error(f"--across={text}: what is this?", "write NAME=VALUE,VALUE")
        if name in axes:
            raise _usage_error(f"--across={text}: there is an axis {name!r} already", "give all its values in one")
        axes[name] = [str(arguments.atc_options([f"--{name}={word}"])[name]) for word in words]
    return axes


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Runs the model in each setting, and prints the table."""
    form = arguments.form_of(given, _FORMS)
    model = arguments.model_of(given)
    source = data.source_of(given)
    source.check()
    texts = checked(given.setting or None, options, given.metric)
    settings = across([setting_of("--setting", text, options) for text in texts], _axes(given.across))
    start = time.monotonic()

    def progress(done: int) -> None:
        if time.monotonic() - start > 2:
            print(f"sweep: {done} of {len(settings)} settings", file=sys.stderr, flush=True)

    with cluster_at(given.scheduler) as cluster:
        sweep = sweep_settings(
            model, settings, options, source, metric=given.metric, score=given.score, progress=progress, cluster=cluster
        )
    if form == "json":
        text = json_of(sweep, options)
    elif form == "csv":
        text = csv_of(sweep)
    else:
        text = text_of(sweep, None if given.report else table.width_of_terminal())
    used = [model, *given.data, *(value for s in settings for value in s.options.values() if isinstance(value, str))]
    arguments.put(given, text, used)
    return ()
