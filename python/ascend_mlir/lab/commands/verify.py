# ===- verify.py - ascend-lab verify -----------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Our decision against what the real ATC or a device did: op by op and fusion by fusion.

Give the model and the options that ATC had, and one or more of the files that a real run left:
fusion_result.json (ATC's working folder), a dump of the compiled graph (DUMP_GE_GRAPH), the JSON
of the .om (atc --mode=1 --om=net.om --json=net.json), msprof's op_summary.csv.

examples:
  ascend-lab verify net.onnx --soc_version=Ascend310P3 --fusion_result=fusion_result.json
  ascend-lab verify net.onnx --soc_version=Ascend310P3 --atc_json=net.json --op_summary=op_summary.csv
  ascend-lab verify net.onnx --ge_dump=ge_proto_00000000_Build.txt --must_agree --report=verify.csv
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

from ...errors import Diagnostic, _model_error
from .. import arguments, table
from ..decision import decide
from ..verify_files import READERS, read_runs
from ..verify_forms import csv_of, json_of, not_in_rows, text_of
from ..verifying import verify

__all__ = ["add_arguments", "run"]

_HELP = {
    "fusion_result": "what CANN counted of its fusions: fusion_result.json",
    "ge_dump": "the compiled graph: ge_proto_*_Build.txt",
    "atc_json": "the .om as JSON, by atc --mode=1",
    "op_summary": "what ran on a device: op_summary_*.csv of msprof",
}
_FORMS = {".txt": "text", ".json": "json", ".csv": "csv"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    arguments.add_forms(parser, _FORMS)
    for name, text in _HELP.items():
        parser.add_argument(f"--{name}", metavar="FILE", help=text)
    parser.add_argument("--all", action="store_true", help="also what is equal")
    parser.add_argument("--must_agree", action="store_true", help="exit code 1 where anything differs or is missing")


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Decides, reads, compares and prints."""
    named = {name: str(path) for name in READERS if (path := getattr(given, name)) is not None}
    form = arguments.form_of(given, _FORMS)
    arguments.check_of_text(form, {"all": given.all}, "leave it out: what is equal is there, too")
    model = arguments.model_of(given)
    runs = read_runs(named)
    decision = decide(model, options)
    found = [verify(decision, each) for each in runs]
    if form == "json":
        text = json_of(decision, found)
    elif form == "csv":
        text = csv_of(found)
    else:
        text = text_of(decision, found, given.all, None if given.report else table.width_of_terminal())
    used = [model, *named.values(), *(value for value in options.values() if isinstance(value, str))]
    arguments.put(given, text, used)
    if given.must_agree and not all(each.agrees for each in found):
        sys.stdout.flush()
        compared, equal = sum(each.compared for each in found), sum(each.equal for each in found)
        head = f"{compared - equal:,} of {compared:,} differ from the real run"
        raise _model_error("; ".join([head, *not_in_rows(found)]), "without --must_agree it is no error")
    return decision.warnings
