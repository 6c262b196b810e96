# ===- extract_folder.py - The folder that one hands to the vendor -----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Cuts some ops out of a model and writes a folder that shows their error."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict

import numpy as np

from .. import __version__
from . import table
from .data import Source
from .extract_config import AtcOptions
from .extract_result import Extract, result_of
from .extract_trial import Trial, save_arrays
from .extracting import Extraction
from .onnx_graph import check_onnx
from .whole_folder import check_new_folder, whole_folder

__all__ = ["lines_of", "write_extract"]


def _errors(result: Extract) -> list[str]:
    rows = [["op", "type", "output", "own, in the model", "own, here", "whole, here", "max", "lost", "own is the same"]]
    for op in result.ops:
        model, here, whole = ((errors or {}).get("relative_norm") for errors in (op.in_model, op.in_extract, op.whole))
        same = "not measured" if op.in_model is None else "bit for bit" if op.is_same else "but " + ", ".join(op.otherwise)
        rows.append([
            op.name, op.type, str(op.output), table.number(model), table.number(here), table.number(whole), table.number(op.whole["max"]),
            f"{op.whole['lost'] + op.whole['saturated']:,}", same,
        ])  # fmt: skip
    return table.columns(rows)


def lines_of(result: Extract) -> list[str]:
    """What the result is, for the terminal and for the README."""
    nodes = ", ".join(result.nodes[:8]) + (", …" if len(result.nodes) > 8 else "")
    which = f"{result.sample}, the worst of {result.of_samples}" if result.of_samples > 1 else result.sample
    notes = [f"{note[0].upper()}{note[1:]}." for note in result.notes]
    return [
        f"{len(result.nodes)} of the model's {result.of_nodes} nodes: {nodes}",
        f"input: {which}",
        f"{result.precision_mode} on {result.soc}, by the rules of CANN as ascend-lab has them; not measured on an NPU",
        "",
        *_errors(result),
        *(["", *notes] if notes else []),
    ]


def _readme(result: Extract) -> str:
    inputs = "\n".join(f"    {each.file}  {each.name}: {each.dtype} {list(each.shape)}" for each in result.inputs)
    outputs = "\n".join(f"    {each.name}: {each.dtype} {list(each.shape)}" for each in result.outputs)
    said = "\n".join(lines_of(result))
    return f"""The error of some ops, cut out of a model by ascend-lab extract {__version__}.

{said}

own: the error that the op makes of the reference's operands; whole: that of all that was cut out; both relative to the
norm of the reference, which runs in the model's own dtypes; max: the largest of the whole; lost: elements that are Inf,
NaN or clipped where the reference's are finite.

In this folder:

  model.onnx     the ops and their constants
  inputs.npz     their operands in the reference, by name; each in C order as bytes, too:
{inputs}
  reference.npz  what the reference gives:
{outputs}
  decided.npz    what the dtypes that CANN decides give, as ascend-lab computes it
  extract.json   all errors, and all else that stands here, for programs

To see the error without a device, in this folder:

  {result.compare}

To compile it for a device, in this folder:

  {result.atc}
"""


def _write(result: Extract, final: Trial, folder: pathlib.Path) -> None:
    for file in sorted(final.folder.iterdir()):
        shutil.copyfile(file, folder / file.name)
    for tensor, array in zip(result.inputs, final.inputs.values()):
        (folder / tensor.file).write_bytes(np.ascontiguousarray(array).tobytes())
    reference = {name: final.choice.values[name].array for name in final.choice.part.outputs}
    save_arrays(folder / "reference.npz", reference)
    save_arrays(folder / "decided.npz", final.decided)
    record = {"version": 1, "ascend_mlir": __version__, **asdict(result)}
    for name in "folder", "warnings":
        del record[name]
    (folder / "README.txt").write_text(_readme(result), encoding="utf-8", errors="surrogateescape")
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    (folder / "extract.json").write_text(text, encoding="utf-8", errors="surrogateescape")


def write_extract(
    model: str,
    options: AtcOptions,
    ops: Sequence[str],
    source: Source,
    output: str,
    *,
    to: str | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Extract:
    """Writes the smallest model that shows the error of some ops.

    Args:
      model: the path of an .onnx file.
      options: ATC's, by name.
      ops: names of nodes, or of ops that were made of them.
      source: the inputs; that with the worst error is taken.
      output: the folder to make; it must not be there, or be empty.
      to: the last op of a range, of which `ops` are the first ones.
      say: told what is done, for a line of progress.

    Raises: as `ascend_mlir.compile`; ConfigurationError where there is nothing to show.
    """
    path = pathlib.Path(os.path.realpath(output))
    check_new_folder("--output", path)
    check_onnx(model)
    source.check()
    with tempfile.TemporaryDirectory() as temporary:
        trials = pathlib.Path(temporary)
        extraction = Extraction(model, options, ops, to, source, say)
        uncut = extraction.find(trials)
        final, cut = extraction.cut_first_axis(uncut, trials)
        result = result_of(extraction, uncut, final, cut, source, model, output)
        with whole_folder(path) as folder:
            _write(result, final, folder)
    return result
