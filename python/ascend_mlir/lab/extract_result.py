# ===- extract_result.py - What was cut out, in numbers ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The errors of what was cut out beside those that it has in its model."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import Diagnostic
from . import arguments
from .comparison import Row
from .data import Source
from .extract_config import dropped, for_atc, with_defaults
from .extract_trial import INPUTS, MODEL, Trial, same_bits
from .extracting import Cut, Extraction

__all__ = ["Extract", "ExtractedOp", "ExtractedTensor", "result_of"]


@dataclass(frozen=True)
class ExtractedTensor:
    """An input or output."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    file: str
    """Of an input: its bytes, for tools of CANN."""


@dataclass(frozen=True)
class ExtractedOp:
    """An output of an op that was cut out. Errors are as in the JSON of `ascend-lab compare`."""

    name: str
    type: str
    output: int
    in_model: Mapping[str, Any] | None
    """Its own error there: on the reference's operands. None for control flow."""
    in_extract: Mapping[str, Any] | None
    """Its own error in what was written."""
    whole: Mapping[str, Any]
    """The error of the whole of what was written."""
    otherwise: tuple[str, ...]
    """What of the own error is not bit for bit the same in the extract, before its first axis is cut."""

    @property
    def is_same(self) -> bool:
        return not self.otherwise


@dataclass(frozen=True)
class Extract:
    """A folder that shows the error of some ops of a model."""

    folder: str
    model: str
    """The name of its file."""
    nodes: tuple[str, ...]
    of_nodes: int
    """How many the model has."""
    sample: str
    of_samples: int
    is_evidence: bool
    cut: Cut | None
    inputs: tuple[ExtractedTensor, ...]
    outputs: tuple[ExtractedTensor, ...]
    ops: tuple[ExtractedOp, ...]
    soc: str
    precision_mode: str
    notes: tuple[str, ...]
    """What else is to be known, a sentence each."""
    atc: str
    """The line for ATC, in the folder."""
    compare: str
    """The line for the laboratory, in the folder."""
    warnings: tuple[Diagnostic, ...]
    """Of the decision of the model."""

    @property
    def is_same(self) -> bool:
        """Whether all ops have the very errors that they have in the model."""
        return all(op.is_same for op in self.ops)


def _tensors(arrays: Mapping[str, Any], is_input: bool) -> tuple[ExtractedTensor, ...]:
    return tuple(
        ExtractedTensor(name, str(array.dtype), tuple(array.shape), f"input_{number}.bin" if is_input else "")
        for number, (name, array) in enumerate(arrays.items())
    )


def _shapes(trial: Trial) -> str:
    """As --input_shape has them. A scalar, and a name that cannot stand there, keep what the model says."""
    entries = []
    for name, array in trial.inputs.items():
        shape = trial.choice.values[name].shape if trial.choice.is_open else array.shape
        if shape and not set(name) & set(":;,\" ") and 0 not in shape:
            entries.append(f"{name}:{','.join('-1' if extent is None else str(extent) for extent in shape)}")
    return ";".join(entries)


def _ops(extraction: Extraction, uncut: Trial, final: Trial) -> tuple[ExtractedOp, ...]:
    def by_place(rows: Sequence[Row]) -> dict[tuple[str, int], Row]:
        return {(row.op, int(row.data["output"])): row for row in rows}

    whole, rows = by_place(extraction.rows_of_trial(uncut)), by_place(extraction.rows_of_trial(final))
    result = []
    for row in extraction.rows_of_model:
        place = (row.op, int(row.data["output"]))
        if place not in whole:
            continue
        own = whole[place].own or {}
        otherwise = tuple(key for key, value in (row.own or {}).items() if own.get(key) != value)
        result.append(ExtractedOp(row.op, row.type, place[1], row.own, rows[place].own, rows[place].whole, otherwise))
    return tuple(result)


def _notes(extraction: Extraction, uncut: Trial, cut: Cut | None, source: Source) -> list[str]:
    choice = uncut.choice
    notes = []
    if not source.is_evidence:
        notes.append("the inputs are made up from a seed: they are no evidence of what the model does with data of its own")
    if extraction.targets != extraction.asked:
        notes.append("what was asked for has no error of its own: the nearest op before it whose error it hands on was cut out with it")
    graph = extraction.graph
    if neighbours := [
        graph.name(number) for number in choice.part.nodes if number not in extraction.targets and not graph.is_constant(number)
    ]:
        notes.append(f"cut out, too, because another decision is made without: {', '.join(neighbours)}")
    if choice.is_open:
        notes.append("extents that the model leaves open are open here, too: with known ones another decision is made")
    if choice.pinned_ops:
        names = ", ".join(choice.pinned_ops)
        notes.append(f"alone another decision is made of {names}: the first lines of customize_dtypes.cfg give the dtypes of the model")
    notes += [f"another rule, and the same dtypes: {difference}" for difference in choice.differences]
    if lost := dropped(extraction.options, uncut.options):
        notes.append(f"options of the model that are not for a part of it: {', '.join(lost)}")
    if foreign := [name for name in uncut.options if name not in for_atc(uncut.options)]:
        notes.append(f"options that ATC's command line cannot have and its line leaves out: {', '.join(foreign)}")
    wanted = {name: choice.values[name].array for name in choice.part.outputs}
    if others := [name for name, array in wanted.items() if not same_bits(array, uncut.reference[name])]:
        notes.append(f"the reference of the extract alone has other bits than in the model in {', '.join(others)}")
    if cut:
        notes.append(
            f"of {cut.of} along the first axis {cut.extent} is kept, number {cut.first}: what the ops make of it is the same bit for bit, "
            "and the worst element is in it; counts, means and norms are those of what is kept"
        )
    return notes


def result_of(extraction: Extraction, uncut: Trial, final: Trial, cut: Cut | None, source: Source, model: str, folder: str) -> Extract:
    """Of the trial before and after its first axis was cut."""
    report = final.pair.decision.report
    options = with_defaults(final.options, report)
    shapes = _shapes(final)
    atc = ["atc", f"--model={MODEL}", "--framework=5", "--output=model", *([f"--input_shape={shapes}"] if shapes else [])]
    compare = ["ascend-lab", "compare", MODEL, f"--data={INPUTS}", *arguments.option_words(options)]
    return Extract(
        folder=folder,
        model=os.path.basename(model),
        nodes=tuple(extraction.graph.name(number) for number in final.choice.part.nodes),
        of_nodes=len(extraction.graph.nodes),
        sample=extraction.measured.sample,
        of_samples=extraction.measured.of_samples,
        is_evidence=source.is_evidence,
        cut=cut,
        inputs=_tensors(final.inputs, True),
        outputs=_tensors(final.reference, False),
        ops=_ops(extraction, uncut, final),
        soc=str(report["soc"]),
        precision_mode=str(report["precision_mode"]),
        notes=tuple(_notes(extraction, uncut, cut, source)),
        atc=shlex.join([*atc, *arguments.option_words(for_atc(options))]),
        compare=shlex.join(compare),
        warnings=tuple(extraction.pair.warnings),
    )
