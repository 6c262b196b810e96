# ===- dump_graph.py - The ops of a dump and of CANN's comparison ----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The decided model as CANN's tools see it: ops in order, by names that stand in files, with the
nodes of the model that they stand for; and ATC's JSON of it."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .comparison import Pair
from .dump_file import Origin
from .dump_names import PRODUCER, in_files, in_graph

__all__ = ["DumpGraph", "GraphOp", "origins_of_rows"]

_OUTPUT = "NetOutput"
_WORDS = {"bfloat16": "DT_BF16"}


@dataclass
class GraphOp:
    name: str
    """As in_graph has it."""
    type: str
    originals: tuple[str, ...] | None
    """Names of nodes of the model, the last one that whose outputs it has; none for a cast that
    the decision put in; None for an input of the model, which is its own."""
    num_outputs: int
    source: tuple[GraphOp, int] | None = None
    """Of an inserted cast: the output that it casts."""
    dtypes: dict[int, str] = field(default_factory=dict)
    """CANN's words, of outputs that are compared."""

    def origin(self, output: int) -> Origin | None:
        """The node's output that the reference has: of a cast, of what it casts."""
        if self.source:
            op, number = self.source
            return op.origin(number)
        if self.originals is None:
            return Origin(self.name, output)
        return Origin(self.originals[-1], output) if self.originals else None

    @property
    def is_dumped(self) -> bool:
        return bool(self.dtypes)


def origins_of_rows(pair: Pair) -> list[Origin | None]:
    """For each row of a table the node of the model (as in_files has its name) and the output
    that it has: of what a fusion made, the last node's. None for the model's outputs."""
    last = {op["name"]: op["original_names"][-1] for op in pair.decision.report["ops"] if op["original_names"]}
    names = [None if row.type == _OUTPUT else in_files(last.get(row.op, row.op)) for row in pair.rows]
    return [Origin(name, int(row.data["output"])) if name else None for name, row in zip(names, pair.rows)]


class DumpGraph:
    """`ops` in the order in which they run, inputs first. `places[n]` is the op and the output of
    the n-th row of a table; None where a dump has none: of the model's outputs, and of ops whose
    names in files are another's (`left_out`)."""

    def __init__(self, pair: Pair) -> None:
        self.ops: list[GraphOp] = []
        self.places: list[tuple[GraphOp, int] | None] = []
        self.left_out: list[str] = []
        self._by_file: dict[str, GraphOp] = {}
        report = pair.decision.report
        # Casts of the model that were merged away are in the report, but not in the model.
        shown = {row.op for row in pair.rows}
        self._judged = deque(op for op in report["ops"] if op["type"] != "Cast" or op["name"] in shown)
        self._left = Counter(op["name"] for op in self._judged)
        self._files = {in_files(in_graph(op["name"])) for op in self._judged}
        self._casts = {name: str(cast["value"]) for name, cast in pair.decision.inserted_casts.items()}
        self._inputs = {info.name: self._input(info.name) for info in pair.inputs}
        current: GraphOp | None = None
        previous = ("", "", -1)
        for row in pair.rows:
            place = (row.op, row.type, int(row.data["output"]))
            if row.type == _OUTPUT:
                self.places.append(None)
                continue
            if previous[:2] != place[:2] or previous[2] >= place[2]:
                current = self._make(row.op, row.type)
            previous = place
            self.places.append((current, place[2]) if current else None)
            if current:
                current.dtypes[place[2]] = row.data["dtype"]
                current.num_outputs = max(current.num_outputs, place[2] + 1)
        while self._judged:
            self._take_judged()

    def _add(self, op: GraphOp) -> GraphOp | None:
        """`op`, or None where its name stands for another one."""
        key = in_files(op.name)
        if key in self._by_file:
            self.left_out.append(op.name)
            return None
        self._by_file[key] = op
        self.ops.append(op)
        return op

    def _input(self, name: str) -> GraphOp | None:
        """An input gives way to an op of its name."""
        file = in_graph(name)
        while in_files(file) in self._files:
            file += "_input"
        return self._add(GraphOp(file, "Data", None, 1))

    def _take_judged(self) -> GraphOp | None:
        """The next op of the report: those without a row keep their place, too."""
        op = self._judged.popleft()
        self._left[op["name"]] -= 1
        name = in_graph(op["name"]) or f"{op['type']}_{len(self.ops)}"
        originals = dict.fromkeys(in_graph(each) for each in op["original_names"] or [name])
        made = GraphOp(name, op["type"], tuple(originals), len(op["outputs"]))
        # A fusion may put a cast behind what it made of the same node.
        before = self.ops[-1] if self.ops else made
        if op["type"] == "Cast" and before.originals and before.originals[-1] == tuple(originals)[-1]:
            made.source = (before, 0)
        return self._add(made)

    def _make(self, name: str, type: str) -> GraphOp | None:
        """The op of a row."""
        if type == "Cast" and (value := self._casts.get(name)):
            return self._add(GraphOp(in_graph(name), type, (), 1, self._source(value)))
        if not self._left[name]:
            # A cast at a border of the model, or control flow, which is its own node.
            own = in_graph(name) or f"{type}_{len(self.ops)}"
            return self._add(GraphOp(own, type, () if type == "Cast" else (own,), 1))
        while self._judged[0]["name"] != name:
            self._take_judged()
        return self._take_judged()

    def _source(self, value: str) -> tuple[GraphOp, int] | None:
        """The op and the output that `NODE:output` or the name of an input stands for."""
        node, _, number = value.rpartition(":")
        if number.isdigit() and self._left[node]:
            while self._judged[0]["name"] != node:
                self._take_judged()
            self._take_judged()
        op = self._by_file.get(in_files(in_graph(node)))
        if op and number.isdigit() and op.originals is not None:
            return op, int(number)
        source = self._inputs.get(value)
        return (source, 0) if source else None

    def atc_json(self, name: str, shapes: Mapping[tuple[int, int], Sequence[int]]) -> str:
        """As `atc --mode=1` writes a model; `shapes` are those of the compared outputs, by the
        number of the op and of its output."""

        def attribute(key: str, kind: str, value: Any) -> dict[str, Any]:
            return {"key": key, "value": {kind: value}}

        def output_of(op: GraphOp, number: int, output: int) -> dict[str, Any]:
            origin = None if op.source else op.origin(output)
            attributes = []
            if origin:
                attributes = [
                    attribute("_datadump_origin_name", "s", origin.name),
                    attribute("_datadump_origin_output_index", "i", origin.output),
                ]
            word = op.dtypes.get(output, "undefined")
            shape = list(shapes.get((number, output), []))
            return {"attr": attributes, "dtype": _WORDS.get(word, f"DT_{word.upper()}"), "layout": "NCHW", "shape": {"dim": shape}}

        def record(op: GraphOp, number: int) -> dict[str, Any]:
            names = {"list": {**({"s": list(op.originals)} if op.originals else {}), "val_type": "VT_LIST_STRING"}}
            return {
                "name": op.name,
                "type": op.type,
                "id": number,
                **({"input": [f"{op.source[0].name}:{op.source[1]}"]} if op.source else {}),
                "attr": [] if op.originals is None else [{"key": "_datadump_original_op_names", "value": names}],
                "output_desc": [output_of(op, number, output) for output in range(op.num_outputs)],
            }

        # CANN's range of ops begins with 1.
        ops = [record(op, number) for number, op in enumerate(self.ops, 1)]
        model = {"name": name, "attr": [attribute("producer", "s", PRODUCER)], "graph": [{"name": name, "op": ops}]}
        return json.dumps(model, indent=1) + "\n"
