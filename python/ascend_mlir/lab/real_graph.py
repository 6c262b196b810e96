# ===- real_graph.py - Graphs that GE wrote ----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The text of GE's graph dumps and the JSON that atc --mode=1 makes of an .om: one graph, two forms,
both read by the library."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .. import _core
from ..errors import AscendError, Diagnostic, _usage_error
from .dump_names import PRODUCER
from .real_run import RealOp, RealRun

__all__ = ["read_graph"]

_ABOUT = ("soc_version", "atc_version", "opp_version", "atc_cmdline")


def _dtypes(words: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(word for word in words if word is not None)


def _op(row: Any) -> RealOp:
    nodes = tuple(dict.fromkeys(row["stands_for"] or ()))
    return RealOp(row["name"], row["type"], _dtypes(row["inputs"]), _dtypes(row["outputs"]), nodes, row["is_made"])


def read_graph(kind: str, path: str) -> RealRun:
    """The ops of the file that the option `kind` names. An error where it is none."""
    try:
        graph = json.loads(_core.describe_ge_graph(path))
    except AscendError as error:
        raise type(error)(*(Diagnostic(d.code, f"--{kind}: {d.message}", d.where, d.note, d.exit_code) for d in error.diagnostics)) from None
    if graph["attributes"].get("producer") == PRODUCER:
        raise _usage_error(
            f"--{kind}={path} was written by {PRODUCER}: it has names for a comparison of values, and not what an ATC decided",
            "give that of atc --mode=1 --om=… --json=…",
        )
    about = {key: value for key, value in graph["attributes"].items() if key in _ABOUT and value}
    return RealRun(kind, path, tuple(map(_op, graph["ops"])), about=about)
