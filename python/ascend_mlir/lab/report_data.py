# ===- report_data.py - What a report shows -----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A decision, its errors, and what to do about them, as plain data: the page only draws it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..errors import Diagnostic
from . import table
from .compare_text import not_finite_sentence, root_sentence, verdict
from .comparing import compare_pair
from .comparison import Pair, Row, ShapeTable, norm, shape_text
from .data import Source
from .decision import Decision, Op, customize_line
from .report_extras import HealingSet, InForce, Point
from .report_graph import Item, edges_of, items_of
from .report_histograms import Histograms
from .report_layout import Layout, layout

__all__ = ["BAD", "POOR", "Advice", "ReportData", "Verdict", "build_report"]

BAD, POOR = 0.1, 0.01
"""Of an output's size: an error that is shown in red, and one in amber."""
_WORST, _BREAKS = 5, 20
"""How many have a sentence."""


@dataclass(frozen=True)
class Verdict:
    """Of an output of the model."""

    output: str
    dtype: str
    level: str
    """bad: elements are lost, or the error is BAD; poor: it is POOR; good."""
    text: str
    lost: int
    relative: float | None
    largest: float | None
    cosine: float | None


@dataclass(frozen=True)
class Advice:
    """What to write into which file."""

    text: str
    files: Mapping[str, str]
    """Lines by the option that takes the file; none where nothing has to be kept."""
    option: str
    """For ATC's command line."""
    is_proven: bool


@dataclass(frozen=True)
class ReportData:
    """All that the page shows."""

    model: str
    decision: Decision
    source: str
    inputs: int
    is_evidence: bool
    shapes: str
    """Of the inputs of the table that is shown: the worst."""
    others: tuple[str, ...]
    """A sentence for each table of other shapes."""
    verdicts: tuple[Verdict, ...]
    breaks: tuple[tuple[str, int], ...]
    """Where finite values are lost first: a sentence behind the name, and the item; the first ones."""
    roots: tuple[int, ...]
    """The items of all of them."""
    victims: int
    """How many more outputs of ops pass Inf or NaN on."""
    nearest: tuple[str, int] | None
    """What is nearest to its limit, where nothing is lost."""
    not_finite: tuple[tuple[str, int], ...]
    """What gives Inf or NaN in the model's own dtypes: a sentence behind the name, and the item."""
    worst: tuple[tuple[str, int], ...]
    """The largest errors of an op's own."""
    constants: tuple[str, ...]
    advice: Advice
    items: tuple[Item, ...]
    layout: Layout
    """Of the items with rows, in their order."""
    histograms: Histograms
    points: tuple[Point, ...]
    points_source: str
    points_in_force: InForce | None
    """The options that the settings share, where that is known."""
    healing: HealingSet | None

    @property
    def drawn(self) -> list[int]:
        """The items of the layout."""
        return [place for place, item in enumerate(self.items) if item.rows]

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        return self.decision.warnings

    @cached_property
    def _ops_of_lines(self) -> dict[str, list[Op]]:
        """By FILE:LINE."""
        result: dict[str, list[Op]] = {}
        for op in self.decision.ops:
            result.setdefault(str(op.row["source"]), []).append(op)
        return result

    @cached_property
    def _lines(self) -> Counter[str]:
        """How often something stands in FILE:LINE: a JSON file may say several types in one."""
        return Counter(f"{line['file']}:{line['line']}" for line in self.decision.report["config"])

    def decided_by(self, line: Mapping[str, Any]) -> list[str]:
        """The ops that a line of a config file decided."""
        if not line["file"]:
            return []
        place = f"{line['file']}:{line['line']}"
        ops = self._ops_of_lines.get(place, [])
        return [op.name for op in ops if self._lines[place] == 1 or line["text"] in (op.type, *op.row["original_types"])]

    def kept_items(self) -> list[Item]:
        """Those that the healing set keeps."""
        kept = set(self.healing.kept) if self.healing else set()
        return [item for item in self.items if item.op and item.name in kept]

    def counts(self) -> list[tuple[str, int]]:
        """How many ops write each dtype."""
        return Counter(item.dtype for item in self.items if item.op).most_common()


def _verdict(row: Row, shapes: ShapeTable) -> Verdict:
    error = norm(row.whole)
    level = "bad" if row.lost or error >= BAD else "poor" if error >= POOR else "good"
    text = verdict(row, shapes.agreements[int(row.data["output"])]).removeprefix(f"{row.op}: ")
    numbers = (row.whole[key] for key in ("relative_norm", "max", "cosine"))
    return Verdict(row.op, str(row.data["dtype"]), level, text, row.lost, *numbers)


def _others(tables: Sequence[ShapeTable], pair: Pair) -> tuple[str, ...]:
    return tuple(
        f"inputs of {shape_text(shapes, pair)} ({len(shapes.samples)}): "
        + "; ".join(verdict(row, shapes.agreements[int(row.data["output"])]) for row in shapes.outputs)
        for shapes in tables[1:]
    )


def _to_keep(hurt: Sequence[Item], ops: Sequence[Op]) -> list[Op]:
    """The ops to keep so that these do not hurt: a cast goes where those that read it are kept."""
    users = {user for item in hurt for user in item.users}
    return [*(item.op for item in hurt if item.op), *(op for op in ops if op.name in users)]


_NEW_FILES = {"keep_dtype": "keep.cfg", "customize_dtypes": "customize.cfg"}
"""What a file is called that the user has not yet."""


def _lines(ops: Sequence[Op]) -> dict[str, str]:
    lines = {
        "keep_dtype": dict.fromkeys(name for op in ops if op.has_other_dtypes for name in op.keep_names),
        "customize_dtypes": dict.fromkeys(customize_line(op.name, op.ports) for op in ops if op.ports),
    }
    return {option: "".join(f"{line}\n" for line in of_option) for option, of_option in lines.items() if of_option}


def _advice(
    healing: HealingSet | None, verdicts: Sequence[Verdict], roots: Sequence[Item], worst: Sequence[Item], ops: Sequence[Op],
    own_files: Mapping[str, str], is_evidence: bool,
) -> Advice:  # fmt: skip
    """From a search where there is one; else what to try first."""
    if healing:
        option = " ".join(f"--{name}={path}" for name, path in healing.paths.items())
        text = f"Keep {table.plural(len(healing.kept), 'op')} in the model's dtypes: a search found that {healing.budget} then "
        text += "holds." if healing.holds else "holds best, but not on all inputs: see the healing set."
        return Advice(text, healing.files, option, healing.holds)
    if all(each.level == "good" for each in verdicts):
        doubt = "" if is_evidence else " The inputs were made up: give --data before you trust that."
        inside = " Values are lost on the way, but that does not show in an output." if roots else ""
        text = f"Nothing: no element of an output is lost, and no error is {100 * POOR:g} % of its size or more."
        return Advice(text + inside + doubt, {}, "", False)
    files = _lines(_to_keep(roots or worst, ops))
    if not files:
        return Advice("No line helps by itself: what hurts has the model's dtypes already, or cannot be kept.", {}, "", False)
    what = "where values are lost first" if roots else "with the largest errors of their own"
    own = [own_files[name] for name in files if name in own_files]
    where = f", by these lines behind those of {' and '.join(own)}" if own else ""
    text = f"A guess that was not tried: keep the ops {what}{where}. "
    text += "ascend-lab search finds the smallest set that holds a bound of yours, and proves it."
    option = " ".join(f"--{name}={own_files.get(name, _NEW_FILES[name])}" for name in files)
    return Advice(text, files, option, False)


def _own_size(item: Item) -> str:
    return f"{item.name} ({item.type}, {item.dtype}): {item.own:.2g} of its size"


def build_report(
    model: str | os.PathLike[str],
    options: Mapping[str, bool | str],
    source: Source,
    *,
    points: Sequence[Point] = (),
    points_source: str = "",
    points_in_force: InForce | None = None,
    healing: HealingSet | None = None,
    when_ran: Callable[[], None] = lambda: None,
) -> ReportData:
    """Decides, compares and lays out.

    Args:
      model: the path of the model.
      options: ATC's, by name.
      source: the inputs.
      points: settings of a sweep, where they come from, and the options that they share.
      healing: what a search found.
      when_ran: called after each input.

    Raises: as `ascend_mlir.compile`.
    """
    source.check()
    pair = Pair(os.fspath(model), options)
    histograms = Histograms(pair.rows)
    comparison = compare_pair(pair, source, visits=[histograms.see], when_ran=when_ran)
    shapes, decision = comparison.tables[0], pair.advised
    items = items_of(decision, shapes.rows)
    place = {number: index for index, item in enumerate(items) for number in item.rows}
    at = {id(row): place[number] for number, row in enumerate(shapes.rows)}
    roots = [items[at[id(row)]] for row in shapes.roots]
    nearest = shapes.nearest
    wrong = [index for index, item in enumerate(items) if item.kind != "output" and (item.own or 0) > 0]
    worst = sorted(wrong, key=lambda index: -(items[index].own or 0))[:_WORST]
    own_files = {name: path for name in _NEW_FILES if isinstance(path := options.get(name), str)}
    verdicts = [_verdict(row, shapes) for row in shapes.outputs]
    drawn = {index: number for number, index in enumerate(index for index, item in enumerate(items) if item.rows)}
    return ReportData(
        model=os.fspath(model),
        decision=decision,
        source=source.text,
        inputs=sum(len(each.samples) for each in comparison.tables),
        is_evidence=source.is_evidence,
        shapes=shape_text(shapes, pair),
        others=_others(comparison.tables, pair),
        verdicts=tuple(verdicts),
        breaks=tuple((root_sentence(row, "", shapes).removeprefix(f"{row.op} "), at[id(row)]) for row in shapes.roots[:_BREAKS]),
        roots=tuple(at[id(row)] for row in shapes.roots),
        victims=len(shapes.victims),
        nearest=(f"{nearest.op} ({nearest.type}): {table.percent(nearest.headroom or 0, 1, 2)} % of the largest {nearest.data['dtype']}", at[id(nearest)])
        if nearest
        else None,
        not_finite=tuple((not_finite_sentence(row).removeprefix(f"{row.op} "), at[id(row)]) for row in shapes.not_finite),
        worst=tuple((_own_size(items[index]), index) for index in worst),
        constants=tuple(f"{op.name} ({op.type}): {fault}" for op in decision.ops for fault in op.exceptions if "overflows" in fault),
        advice=_advice(
            healing, verdicts, roots, [items[index] for index in worst], decision.ops, own_files,
            source.is_evidence,
        ),  # fmt: skip
        items=tuple(items),
        layout=layout(len(drawn), [(drawn[a], drawn[b]) for a, b in edges_of(items)]),
        histograms=histograms,
        points=tuple(points),
        points_source=points_source,
        points_in_force=points_in_force,
        healing=healing,
    )
