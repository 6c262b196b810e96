# ===- extract_trial.py - What was cut out, run from its files ---------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Writes a part of a model with its inputs and options, and runs it as `ascend-lab compare` does."""

from __future__ import annotations

import os
import pathlib
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .comparison import Pair, Row, ShapeTable
from .data import Source
from .extract_config import AtcOptions, files_of, for_part
from .onnx_graph import OnnxGraph
from .onnx_part import model_of, save
from .part_choice import Choice

__all__ = ["INPUTS", "MODEL", "Arrays", "Trial", "rows_of", "same_bits", "save_arrays", "try_choice"]

Arrays = Mapping[str, "np.ndarray[Any, Any]"]

MODEL = "model.onnx"
INPUTS = "inputs.npz"


@dataclass(frozen=True)
class Trial:
    folder: pathlib.Path
    choice: Choice
    pair: Pair
    options: AtcOptions
    """With files by their names in the folder."""
    rows: Sequence[Row]
    decided: Arrays
    reference: Arrays
    seen: Mapping[tuple[str, int], tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]] = field(repr=False)
    """What each op gives, decided and as in the reference."""

    @property
    def inputs(self) -> Arrays:
        return {name: self.choice.values[name].array for name in self.choice.part.inputs}


def same_bits(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def save_arrays(path: pathlib.Path, arrays: Arrays) -> None:
    """numpy.savez, which has no place for an array called `file`, always with the same bytes."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asanyarray(array), allow_pickle=False)


def rows_of(table: Any) -> list[Row]:
    return ShapeTable((), table, []).rows


def try_choice(graph: OnnxGraph, choice: Choice, options: AtcOptions, folder: pathlib.Path) -> Trial:
    """Writes model.onnx, inputs.npz and the files of options to a new folder, and runs them. `options` are
    those of the whole model."""
    folder.mkdir()
    part = choice.part
    save(model_of(graph, part, choice.values, choice.is_open), os.fspath(folder), MODEL)
    save_arrays(folder / INPUTS, {name: choice.values[name].array for name in part.inputs})
    named, files = files_of(for_part(options, part.inputs), choice.lines, choice.pins)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    absolute = {option: str(folder / str(value)) if value in files else value for option, value in named.items()}
    pair = Pair(str(folder / MODEL), absolute)
    seen: dict[tuple[str, int], tuple[Any, Any]] = {}
    table = pair.table(lambda op, output, decided, reference: seen.update({(op, output): (decided, reference)}))
    if part.inputs:
        (sample,) = Source((str(folder / INPUTS),)).samples(pair.inputs)
        flat = pair.flatten(sample)
    else:
        flat = []
    decided, reference = pair.run(flat, table)
    names = [info.name for info in pair.outputs]
    return Trial(folder, choice, pair, named, rows_of(table), dict(zip(names, decided)), dict(zip(names, reference)), seen)
