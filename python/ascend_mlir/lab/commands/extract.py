# ===- extract.py - ascend-lab extract --------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The smallest ONNX model that shows the error of an op or of a range: what one hands to the vendor.

Cuts the nodes out of the model with their constants, and writes them to a folder with the operands that
they have in the reference (of the input with the worst error), what the reference gives, the options
and files as far as they concern them, and the lines for ATC and for compare.

examples:
  ascend-lab extract net.onnx --op=net/fc --data=val.npz --precision_mode=force_fp16 -o fc
  ascend-lab extract net.onnx --op=net/conv1 --to=net/sum --data=val.npz --keep_dtype=k.cfg -o range
  ascend-lab extract net.onnx --op=net/exp --op=net/log --data=val.npz -o two
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Self

from ...errors import Diagnostic, _usage_error
from .. import arguments, data, table
from ..extract_folder import lines_of, write_extract

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser, has_output=True)
    data.add_data(parser)
    parser.add_argument(
        "--op", metavar="NAME", action="append", required=True, help="the op, by its name in explain or in the model; may be repeated"
    )
    parser.add_argument("--to", metavar="NAME", help="the last op of a range: all that lies between --op and it")
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="the folder to make; it may exist if it is empty")


class _Progress:
    """What is done, a line each on stderr, from the second second on."""

    def __init__(self) -> None:
        self._text = ""
        self._lock = threading.Lock()
        self._is_late = False
        self._timer = threading.Timer(2, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def _begin(self) -> None:
        with self._lock:
            self._is_late = True
            self._show()

    def _show(self) -> None:
        print(f"extract: {self._text}", file=sys.stderr, flush=True)

    def __call__(self, text: str) -> None:
        with self._lock:
            self._text = text
            if self._is_late:
                self._show()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Writes the folder and says what is in it; returns the warnings of the decision."""
    if options.get("reference") in (True, "on"):
        raise _usage_error("--reference leaves no error to be shown", "leave it out")
    if options.get("framework") not in (None, "5"):
        raise _usage_error("nodes are cut out of ONNX models alone", "give --framework=5, or leave it out")
    model = arguments.model_of(given)
    with _Progress() as progress:
        result = write_extract(model, options, given.op, data.source_of(given), given.output, to=given.to, say=progress)
    width = table.width_of_terminal()
    for line in lines_of(result):
        sys.stdout.write("\n".join(table.wrap(line, width) if "  " not in line else [line]) + "\n")
    sys.stdout.write(f"\nwritten to {given.output}; README.txt there has the lines for ATC and for compare\n")
    return result.warnings
