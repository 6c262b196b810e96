# ===- report_graph.py - The ops of a report and what reads what --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""One list of all ops, with the decision of each and its errors."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .comparison import Row, norm
from .decision import SHORT, Decision, Op
from .report_histograms import Histograms

__all__ = ["Item", "edges_of", "items_of"]

_OUTPUT = "NetOutput"


@dataclass
class Item:
    """An op that was decided, a cast that was put in, or an output of the model."""

    name: str
    type: str
    kind: str
    """op, cast or output; control flow, and casts at a border of the model, are ops without a
    decision."""
    op: Op | None = None
    rows: list[int] = field(default_factory=list)
    """The numbers of its rows in the table of the errors; none where it only moves elements."""
    outputs: list[Row] = field(default_factory=list)
    """These rows."""
    why: str = ""
    users: tuple[str, ...] = ()
    """Of a cast that was put in: the ops that read it."""

    @property
    def lost(self) -> int:
        return sum(row.lost for row in self.outputs)

    @property
    def own(self) -> float | None:
        """The error of its own, relative to the reference's norm, of the worst output."""
        return max((error for row in self.outputs if (error := norm(row.own)) >= 0), default=None)

    @property
    def whole(self) -> float | None:
        """That of the decided model."""
        return max((error for row in self.outputs if (error := norm(row.whole)) >= 0), default=None)

    @property
    def dtype(self) -> str:
        """What its first output is in, as f16; HF32 where a cube op multiplies floats so."""
        if self.op and self.op.is_hf32:
            return "HF32"
        if self.op:
            tensors = [tensor for tensor in [*self.op.row["outputs"], *self.op.row["inputs"]] if tensor]
            word = str(tensors[0]["dtype"]) if tensors else "-"
        else:
            word = str(self.outputs[0].data["dtype"]) if self.outputs else "-"
        return SHORT.get(word, word)

    def record(self, histograms: Histograms) -> dict[str, Any]:
        """For the page."""
        op = self.op
        record: dict[str, Any] = {
            "name": self.name,
            "type": self.type,
            "kind": self.kind,
            "dtype": self.dtype,
            "why": f"{op.row['reason']}." if op else self.why,
            "lost": self.lost,
            "own": self.own,
            "whole": self.whole,
            "outputs": [_output(row, histograms.record(number)) for row, number in zip(self.outputs, self.rows)],
        }
        if op:
            record |= {
                "model": op.dtypes("origin"),
                "decided": op.dtypes(),
                "changed": op.is_changed,
                "keep": op.keep_hint(),
                "notes": list(op.exceptions),
                "list": op.row["list"],
                "mode": op.mode,
                "rule": op.row["rule"],
                "source": op.row["source"],
                "facts": op.row["facts"],
                "sum": op.row["accumulate"],
                "stands_for": [name for name in op.row["original_names"] if name != op.name],
            }
        return record


def _output(row: Row, histogram: Mapping[str, Any] | None) -> dict[str, Any]:
    own, whole, span = row.own, row.whole, row.data["reference_range"]
    return {
        "output": row.data["output"],
        "dtype": SHORT.get(row.data["dtype"], row.data["dtype"]),
        "shape": row.data["shape"],
        "elements": row.data["elements"],
        "lost": row.lost,
        "own": own and own["relative_norm"],
        "own_lost": row.own_lost,
        "ulp": own and own["max_ulp"],
        "whole": whole["relative_norm"],
        "max": whole["max"],
        "p99": whole["p99"],
        "cosine": whole["cosine"],
        "headroom": row.headroom,
        "least": span["least"],
        "most": span["most"],
        "histogram": histogram,
    }


def _why_of_cast(cast: Mapping[str, Any]) -> str:
    written = cast["bytes"]
    size = "" if written is None else f"; it writes {written:,} bytes"
    return f"A cast that the decision put in: {cast['why']}{size}."


def items_of(decision: Decision, rows: Sequence[Row]) -> list[Item]:
    """All of them, producers before readers. `rows` are those of a table, the model's outputs last."""
    waiting = deque(decision.ops)
    casts = decision.inserted_casts
    left: dict[str, int] = {}
    for op in decision.ops:
        left[op.name] = left.get(op.name, 0) + 1
    items: list[Item] = []

    def take() -> Item:
        """The next op of the decision: those without a row keep their place, too."""
        op = waiting.popleft()
        left[op.name] -= 1
        items.append(Item(op.name, op.type, "op", op))
        return items[-1]

    def make(name: str, type: str) -> Item:
        if type == _OUTPUT:
            item = Item(name, type, "output", why="An output of the model.")
        elif type == "Cast" and name in casts and not left.get(name):
            users = tuple(str(user["op"]) for user in casts[name]["users"])
            item = Item(name, type, "cast", why=_why_of_cast(casts[name]), users=users)
        elif left.get(name):
            while waiting[0].name != name:
                take()
            return take()
        else:
            border = "A cast at a border of the model." if type == "Cast" else "Control flow: what is in it is a part of it."
            item = Item(name, type, "op", why=border)
        items.append(item)
        return item

    current: Item | None = None
    previous = -1
    for number, row in enumerate(rows):
        output = int(row.data["output"])
        if row.type == _OUTPUT:
            while waiting:
                take()
        # Rows of one op follow one another.
        if current is None or row.type == _OUTPUT or (current.name, current.type) != (row.op, row.type) or output <= previous:
            current = make(row.op, row.type)
        previous = output
        current.rows.append(number)
        current.outputs.append(row)
    while waiting:
        take()
    return items


def edges_of(items: Sequence[Item]) -> list[tuple[int, int]]:
    """Which item reads which, through what only moves elements; both by their places in the list."""
    owner = {number: place for place, item in enumerate(items) for number in item.rows}
    pairs: Iterable[tuple[int, int]] = (
        (owner[operand], place) for place, item in enumerate(items) for row in item.outputs for operand in row.data["operands"]
    )
    return [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]
