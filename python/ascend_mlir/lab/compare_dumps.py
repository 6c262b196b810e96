# ===- compare_dumps.py - Dumps beside a comparison ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The options of compare that name dumps: they are of one input."""

from __future__ import annotations

import argparse
import os

from ..errors import _usage_error
from .comparison import Pair
from .dump_graph import origins_of_rows
from .npu_dump import NpuDump
from .npu_errors import NpuErrors
from .outside_arrays import Outside
from .reference_dump import GoldenFolder, ReferenceDump

__all__ = ["Dumps", "add_arguments", "check"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reference_dump", metavar="DIR", help="outputs of ops that you have from elsewhere: CANN's NAME.OUTPUT.TIME.npy"
    )
    parser.add_argument("--npu_dump", metavar="DIR", help="what a device dumped of this very input, as it is on disk")
    parser.add_argument("--atc_json", metavar="FILE", help="of --npu_dump: the model by atc --mode=1 --om=FILE --json=FILE")


def check(given: argparse.Namespace, form: str) -> str | None:
    """The option that is of one input alone, if there is one."""
    if bool(given.npu_dump) != bool(given.atc_json):
        raise _usage_error(
            "--npu_dump and --atc_json go together", "the JSON, of atc --mode=1, says for which nodes an op of the device stands"
        )
    dumps = [f"--{name}" for name in ("npu_dump", "reference_dump") if getattr(given, name)]
    for option in dumps:
        folder = os.path.realpath(getattr(given, option[2:]))
        if given.report and os.path.commonpath([folder, os.path.realpath(given.report)]) == folder:
            raise _usage_error(f"--report={given.report} would write into the dump of {option}", "take another folder")
    if dumps and form == "cann":
        raise _usage_error(f"--format=cann has no column for {dumps[0]}", "leave one of them out")
    return dumps[0] if dumps else "--format=cann" if form == "cann" else None


class Dumps:
    """Those that are given."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Before anything is compiled: an error where they cannot be read."""
        self._golden = GoldenFolder(given.reference_dump) if given.reference_dump else None
        self._npu = NpuDump(given.npu_dump, given.atc_json) if given.npu_dump else None

    def outside(self, pair: Pair) -> list[Outside]:
        """What was computed elsewhere, op by op."""
        result: list[Outside] = []
        if self._golden:
            result.append(ReferenceDump(self._golden, origins_of_rows(pair), pair.rows))
        if self._npu:
            result.append(NpuErrors(self._npu, origins_of_rows(pair), pair.rows))
        return result
