# ===- op_summary.py - msprof's op_summary.csv -------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""op_summary_*.csv, in which msprof has a row for each task that ran on the device: the ops of the
compiled graph by name, with their types and dtypes, once for each run."""

from __future__ import annotations

import csv
import io

from ..errors import _model_error
from .real_files import read_text
from .real_run import RealOp, RealRun

__all__ = ["read_op_summary"]

_LARGEST = 512 << 20
_NAME, _TYPE, _INPUTS, _OUTPUTS, _TASK = "Op Name", "OP Type", "Input Data Types", "Output Data Types", "Task Type"
_MEND = "it is op_summary_*.csv of msprof's mindstudio_profiler_output"
# Rows of other tasks than ops.
_NO_OPS = {"COMMUNICATION", "DVPP", "EVENT_RECORD", "EVENT_WAIT", "HCCL", "NOTIFY_WAIT"}
_WORDS = {"float32": "float", "bf16": "bfloat16"}


def _dtypes(cell: str) -> tuple[str, ...] | None:
    """`FLOAT16;FLOAT` or `DT_BF16`; None where the device did not say."""
    cell = cell.strip().strip('"')
    if cell in ("", "N/A"):
        return None if cell else ()
    words = [word.strip().lower().removeprefix("dt_") for word in cell.split(";")]
    return tuple(_WORDS.get(word, word) for word in words if word and word != "undefined")


def read_op_summary(path: str) -> RealRun:
    """Each op once, in the order of the file. An error where it is none."""
    text = read_text("--op_summary", path, _LARGEST)
    rows = csv.reader(io.StringIO(text, newline=""))
    ops: dict[tuple[str, str], RealOp] = {}
    try:
        heading = [cell.strip() for cell in next(rows, [])]
        missing = [name for name in (_NAME, _TYPE, _INPUTS, _OUTPUTS) if name not in heading]
        if missing:
            raise _model_error(f"--op_summary={path}:1: there is no column {missing[0]!r}", _MEND)
        at = {name: heading.index(name) for name in (_NAME, _TYPE, _INPUTS, _OUTPUTS, _TASK) if name in heading}
        for row in rows:
            if not row:
                continue
            if len(row) <= max(at.values()):
                raise _model_error(f"--op_summary={path}:{rows.line_num}: the row has {len(row)} cells", _MEND)
            cells = {key: row[index].strip() for key, index in at.items()}
            if cells[_NAME] in ("", "N/A") or cells.get(_TASK) in _NO_OPS:
                continue
            op = RealOp(cells[_NAME], cells[_TYPE], _dtypes(cells[_INPUTS]), _dtypes(cells[_OUTPUTS]))
            ops.setdefault((op.name, op.type), op)
    except csv.Error as error:
        raise _model_error(f"--op_summary={path}:{rows.line_num} is no CSV: {error}", _MEND) from None
    if not ops:
        raise _model_error(f"--op_summary={path} has no op", _MEND)
    return RealRun("op_summary", path, tuple(ops.values()))
