# ===- dump.py - ascend-lab dump -------------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The decided model and its reference as dumps that CANN's tools compare.

Runs both on one input and writes a folder: decided/, one file an op as a device dumps them;
reference/, golden .npy files; and graph.json, which says which op stands for which nodes.

examples:
  ascend-lab dump net.onnx --data=val.npz --precision_mode=force_fp16 --to=dumps
  python3 msaccucmp.py compare -m dumps/decided -g dumps/reference -f dumps/graph.json -out results
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...errors import Diagnostic, _usage_error
from .. import arguments, data, table
from ..comparison import Pair
from ..dump_file import dump_bytes, plain
from ..dump_graph import DumpGraph, GraphOp
from ..dump_names import MAPPING, Namer, golden_name, in_files
from ..dump_proto import dump_data
from ..whole_folder import check_new_folder, whole_folder

__all__ = ["add_arguments", "run"]

_TIME = 1_000_000_000_000_000  # 16 digits; the same files for the same run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    parser.add_argument("--to", metavar="DIR", required=True, help="the folder to make; it may exist if it is empty")
    parser.add_argument("--index", metavar="N", type=int, default=0, help="which input, from 0 on; default: 0")
    parser.add_argument(
        "--time", metavar="T", type=int, default=_TIME, help="in file names: microseconds of 16 digits; by default always the same"
    )


class _Writer:
    """Writes what a run shows, op by op: no tensor is kept but those of one op."""

    def __init__(self, graph: DumpGraph, folder: pathlib.Path, time: int) -> None:
        self._graph = graph
        self._time = time
        self._decided, self._reference = folder / "decided", folder / "reference"
        self._names = {path: Namer() for path in (self._decided, self._reference)}
        for path in self._names:
            path.mkdir()
        self._numbers = {id(op): number for number, op in enumerate(graph.ops, 1)}
        self._golden: set[str] = set()
        self._row = 0
        self._current: GraphOp | None = None
        self._outputs: dict[int, np.ndarray[Any, Any]] = {}
        self.shapes: dict[tuple[int, int], Sequence[int]] = {}

    def see(self, _op: str, _output: int, decided: np.ndarray[Any, Any], reference: np.ndarray[Any, Any]) -> None:
        place = self._graph.places[self._row]
        self._row += 1
        if not place:
            return
        op, output = place
        if op is not self._current:
            self._flush()
            self._current = op
        self._outputs[output] = decided
        self.shapes[self._numbers[id(op)], output] = decided.shape
        origin = op.origin(output)
        name = golden_name(*origin, self._time) if origin else ""
        if name and name not in self._golden:
            self._golden.add(name)
            bytes_ = io.BytesIO()
            np.save(bytes_, plain(reference))
            self._write(self._reference, name, bytes_.getbuffer())

    def _write(self, folder: pathlib.Path, name: str, content: Any) -> None:
        with open(folder / self._names[folder](name), "xb") as file:
            file.write(content)

    def _flush(self) -> None:
        if not self._current:
            return
        op, number = self._current, self._numbers[id(self._current)]
        outputs = [
            (self._outputs.get(output), None if op.source else op.origin(output)) for output in range(max(self._outputs) + 1)
        ]
        name = f"{in_files(op.type)}.{in_files(op.name)}.{number}.0.{self._time:016}"
        self._write(self._decided, name, dump_bytes(op.name, self._time, outputs))
        self._outputs.clear()

    def finish(self) -> None:
        self._flush()
        for folder, namer in self._names.items():
            if text := namer.mapping():
                (folder / MAPPING).write_text(text)


def _sample(given: argparse.Namespace, source: data.Source, pair: Pair) -> data.Sample:
    sample = next(itertools.islice(source.samples(pair.inputs), given.index, None), None)
    if sample is None:
        raise _usage_error(f"--index={given.index}: --data does not have that many inputs", "count from 0")
    return sample


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Writes the folder; returns the decision's warnings."""
    if given.index < 0:
        raise _usage_error(f"--index={given.index} is negative", "count from 0")
    if not 0 <= given.time < 10**16:
        raise _usage_error(f"--time={given.time} does not have 16 digits", "give microseconds since 1970")
    if options.get("reference") in (True, "on"):
        raise _usage_error("--reference leaves nothing to be compared", "leave it out")
    path = pathlib.Path(os.path.realpath(given.to))
    check_new_folder("--to", path)
    dump_data()  # says so where protobuf is missing
    model = arguments.model_of(given)
    source = data.source_of(given)
    source.check()
    pair = Pair(model, options)
    graph = DumpGraph(pair)
    flat = pair.flatten(_sample(given, source, pair))
    with whole_folder(path) as folder:
        writer = _Writer(graph, folder, given.time)
        pair.run(flat, pair.table(writer.see))
        writer.finish()
        (folder / "graph.json").write_text(graph.atc_json(pathlib.Path(model).stem, writer.shapes))
    warnings = list(pair.warnings)
    if graph.left_out:
        names = ", ".join(graph.left_out[:5])
        what = f"left out: {table.plural(len(graph.left_out), 'op')} with the names of others in files: {names}"
        warnings.append(Diagnostic("", what, "", "give the nodes of the model other names", 2))
    return warnings
