# ===- verify_files.py - What real runs leave behind ----------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Files of real runs by their kind: the options of `ascend-lab verify`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import _usage_error
from .fusion_result import read_fusion_result
from .op_summary import read_op_summary
from .real_graph import read_graph
from .real_run import RealRun

__all__ = ["READERS", "read_runs"]

READERS: Mapping[str, Callable[[str], RealRun]] = {
    "fusion_result": read_fusion_result,
    "ge_dump": lambda path: read_graph("ge_dump", path),
    "atc_json": lambda path: read_graph("atc_json", path),
    "op_summary": read_op_summary,
}


def read_runs(named: Mapping[str, str]) -> list[RealRun]:
    """The runs that files by their kind tell of; at least one."""
    if not named:
        raise _usage_error("nothing is given to compare with", f"give {', '.join(f'--{name}' for name in READERS)}")
    return [READERS[name](path) for name, path in named.items()]
