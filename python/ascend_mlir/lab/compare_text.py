# ===- compare_text.py - A comparison for people ----------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A comparison as text: sentences, then tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from . import table
from .agreement import Agreement
from .comparing import Comparison
from .comparison import Row, ShapeTable, norm, shape_text
from .decision import SHORT, Decision
from .metrics import Metric

__all__ = ["NOT_MODELLED", "SORTS", "View", "not_finite_sentence", "root_sentence", "text_of", "verdict"]

SORTS: dict[str, Callable[[Row], Any]] = {
    "order": lambda row: 0,
    "own": lambda row: (-row.own_lost, -norm(row.own)),
    "whole": lambda row: (-row.lost, -norm(row.whole)),
    "limit": lambda row: -(row.headroom or 0),
}


# ===----------------------------------------------------------------------===#
# Sentences
# ===----------------------------------------------------------------------===#


def _dtype(row: Row) -> str:
    """The dtype that it writes, with what a cube op makes of its operands."""
    return f"{row.data['dtype']} (HF32)" if row.data["hf32"] else str(row.data["dtype"])


def _short_dtype(row: Row) -> str:
    word, *mode = _dtype(row).split(" ")
    return " ".join([SHORT.get(word, word), *mode])


_OUTPUTS = 3
"""Of those that an error reaches, how many are named."""


def _reach(row: Row, shapes: ShapeTable) -> str:
    """What of an op's error comes to the model's outputs."""
    reached = sorted(shapes.reached(row), key=lambda output: (-output.lost, -norm(output.whole)))
    if not reached:
        return "It reaches no output."
    parts = []
    for output in reached[:_OUTPUTS]:
        if output.other_shapes:
            parts.append(f"{output.op}, of {_other_shape(output)}")
        elif output.lost:
            parts.append(f"{output.op}, where {output.lost:,} of {table.plural(output.data['elements'], 'element')} are lost")
        else:
            size = norm(output.whole)
            wrong = f"of which the error is {size:.2g} of its size" if size > 0 else "which is not exact"
            parts.append(f"{output.op}, " + ("which is exact" if output.is_exact else wrong))
    more = f" and {len(reached) - _OUTPUTS} more" if len(reached) > _OUTPUTS else ""
    return f"It reaches {'; '.join(parts)}{more}."


def root_sentence(row: Row, hint: str, shapes: ShapeTable) -> str:
    """Why an op loses values, how far that reaches, and how to keep it."""
    limit, largest = row.data["limit"], row.data["reference_range"]["largest"]
    lost, elements = row.own_lost or row.lost, row.data["elements"]
    text = f"{row.op} ({row.type}, {_dtype(row)}): "
    clipped = row.own["saturated"] if row.own else row.whole["saturated"]
    what = "clipped" if clipped == lost else "Inf or NaN"
    text += f"{lost:,} of {table.plural(elements, 'element')} {what}"
    text += " on the reference's operands" if row.own_lost else ""
    if limit and largest > limit:
        text += f"; the largest value is {largest:.3g}, {largest / limit:.2g} times the limit"
    return f"{text}. {_reach(row, shapes)} {hint}".rstrip()


def _other_shape(row: Row) -> str:
    return f"another shape than the reference's on {row.other_shapes} of {table.plural(row.data['runs'], 'input')}"


def not_finite_sentence(row: Row) -> str:
    """What the model itself makes Inf or NaN."""
    return f"{row.op} ({row.type}, {row.data['reference_dtype']}): {row.not_finite:,} of {table.plural(row.data['elements'], 'element')}"


def _first(texts: Iterable[str], most: int) -> list[str]:
    """The first ones, and how many more."""
    every = list(texts)
    return every if len(every) <= most else [*every[:most], f"and {len(every) - most} more"]


def _items(heading: str, items: Iterable[str], width: int | None) -> list[str]:
    """A heading with a list below, or nothing."""
    lines = []
    for item in items:
        first, *rest = table.wrap(item, width and width - 2, "  ")
        lines += [first, *("  " + line for line in rest)]
    return [heading, *lines] if lines else []


_SHARE = 0.01
"""Of the elements: as many that underflow are told."""


def _underflows(shapes: ShapeTable) -> list[str]:
    """Where numbers become 0, and where they become subnormal, if many do."""
    kinds: list[tuple[str, Callable[[Row], int]]] = [
        ("become 0", lambda row: int((row.own or row.whole)["flushed"])),
        ("are subnormal, of fewer bits,", lambda row: int(row.data["range"]["subnormal"])),
    ]
    lines = []
    for what, count_of in kinds:
        rows = [row for row in shapes.ops if row.data["limit"] and count_of(row) > _SHARE * row.data["elements"]]
        if rows:
            first = rows[0]
            more = f", and at {table.plural(len(rows) - 1, 'more output')} of ops" if rows[1:] else ""
            lines.append(
                f"numbers {what} first at {first.op} ({first.type}, {first.data['dtype']}): "
                f"{count_of(first):,} of {table.plural(first.data['elements'], 'element')}{more}"
            )
    return lines


_FEW = 3
"""How many are named of what there may be many of."""


def _breaks(shapes: ShapeTable, decision: Decision, width: int | None) -> list[str]:
    """What loses finite values, if anything does; constants that do; what errs most."""
    roots = [root_sentence(row, decision.keep_hint(row.op, row.type), shapes) for row in shapes.roots]
    if victims := shapes.victims:
        verb = "passes" if len(victims) == 1 else "pass"
        roots.append(f"{table.plural(len(victims), 'more output')} of ops {verb} Inf or NaN on, from {victims[0].op} on")
    lines = _items("overflow begins at:", roots, width)
    if not roots:
        text = "no finite value becomes Inf or NaN"
        if nearest := shapes.nearest:
            text += (
                f"; nearest to its limit is {nearest.op} ({nearest.type}, {_dtype(nearest)}): "
                f"{table.percent(nearest.headroom or 0, 1, 2)} % of it"
            )
        lines += table.wrap(text, width)
    lines += _items("Inf or NaN in the model's own dtypes already, of which no error can be told:", _first(map(not_finite_sentence, shapes.not_finite), _FEW), width)
    reshaped = (f"{row.op} ({row.type}, {_dtype(row)}): {_other_shape(row)}" for row in shapes.reshaped)
    lines += _items("shapes that depend on values, where nothing can be compared:", _first(reshaped, _FEW), width)
    for sentence in _underflows(shapes):
        lines += table.wrap(sentence, width)
    # One constant of many ops has one sentence in each.
    constants = [f"{op.name} ({op.type}): {fault}" for op in decision.ops for fault in op.exceptions if "overflows" in fault]
    lines += _items("constants that overflow:", constants, width)
    merged = _first((cast["why"] for cast in decision.report["merged_casts"] if cast["lossy"]), _FEW)
    lines += _items("more exact than the model, an error of the whole and not of an op:", merged, width)
    worst = sorted((row for row in shapes.ops if norm(row.own) > 0), key=lambda row: -norm(row.own))[:3]
    return lines + _items(
        "largest errors of an op's own:",
        (f"{row.op} ({row.type}, {_dtype(row)}): {table.number(norm(row.own))} of its size" for row in worst),
        width,
    )


def verdict(row: Row, agreement: Agreement | None) -> str:
    """What an output's numbers mean, and what they do not say."""
    errors = row.whole
    if row.other_shapes:
        return f"{row.op}: it has {_other_shape(row)}, where its elements cannot be compared"
    if row.lost:
        share = table.percent(row.lost, max(1, row.data["elements"]), 3)
        return f"{row.op}: broken: {share} % of its elements are Inf, NaN or clipped where the reference's are not"
    if row.data["elements"] and not errors["compared"]:
        return f"{row.op}: it says nothing: no element is finite in the reference"
    parts = []
    if agreement and agreement.vectors:
        share = f"{table.percent(agreement.argmax, agreement.vectors, 4)} %"
        if agreement.is_discrete:
            return f"{row.op}: {share} of its elements are equal"
        parts.append(f"the largest of a vector is the same in {share}")
    if agreement and agreement.elements and agreement.in_unit:
        share = f"{table.percent(agreement.above, agreement.elements, 4)} %"
        parts.append(f"{share} of elements lie on the same side of {agreement.threshold:g}")
    norm = errors["relative_norm"]
    if norm is None:
        parts.append(f"the largest error is {table.number(errors['max'])}" if row.data["elements"] else "it has no elements")
    else:
        others = errors["gained"] + errors["otherwise"]
        exact = f"{table.plural(others, 'element')} are others where the reference is not finite" if others else "it is the same bits"
        parts.append(f"its error is {norm:.2g} of its size" if norm else exact)
    return f"{row.op}: " + "; ".join(parts)


NOT_MODELLED = (
    "modelled: every rounding to a decided dtype, and the accumulator's; not modelled: the order in which "
    "the device adds, fusions within its unified buffer (which round less), and its own approximations"
)


# ===----------------------------------------------------------------------===#
# Text
# ===----------------------------------------------------------------------===#


def _output_lines(shapes: ShapeTable, metrics: Sequence[Metric], width: int | None) -> list[str]:
    rows = [["output", "dtype", "max", "mean", "rmse", "p99", "cosine", "relative", "lost"]]
    for row in shapes.outputs:
        errors = row.whole
        cosine = errors["cosine"]
        rows.append(
            [
                row.op,
                SHORT.get(row.data["dtype"], row.data["dtype"]),
                *(table.number(errors[key]) for key in ("max", "mean", "rmse", "p99")),
                "-" if cosine is None else f"{cosine:.8f}",
                table.number(errors["relative_norm"]),
                f"{row.lost:,}",
            ]
        )
    rows[1:] = [[name, *rest] for name, (_, *rest) in zip(table.shorten([r[0] for r in rows[1:]], 28)[1], rows[1:])]
    lines = table.narrowed(rows, width, last=("p99", "rmse", "mean"))
    agreements = {row.data["output"]: row for row in shapes.outputs}
    for number, agreement in enumerate(shapes.agreements):
        if number in agreements:
            lines += table.wrap(verdict(agreements[number], agreement), width, "  ")
    for metric in metrics:
        for row in shapes.outputs:
            if (value := row.data["metrics"][metric.name]) is not None:
                lines.append(f"  {row.op}: {metric.name} {value:.6g}")
    return lines + table.wrap(NOT_MODELLED, width, "  ")


def _cells(row: Row, name: str) -> dict[str, str]:
    own, whole = row.own, row.whole
    cosine = whole["cosine"]
    return {
        "op": name,
        "type": row.type,
        "dtype": _short_dtype(row),
        "own": table.number(own["relative_norm"] if own else None),
        "ULP": table.number(own["max_ulp"] if own and row.data["limit"] else None),
        "whole": table.number(whole["relative_norm"]),
        "max": table.number(whole["max"]),
        "rmse": table.number(whole["rmse"]),
        "p99": table.number(whole["p99"]),
        "cosine": "-" if cosine is None else f"{cosine:.6f}",
        "limit%": "-" if row.headroom is None else table.percent(row.headroom, 1, 2),
        "lost": f"{row.lost:,}",
        **{metric: table.number(value) for metric, value in row.data.get("metrics", {}).items()},
    }


# What goes first where a terminal is narrow.
_LEAST_NEEDED = ("p99", "rmse", "max")
# And where names that are cut do not make it narrow enough.
_NEXT_LEAST = ("cosine", "limit%", "ULP")


def _op_lines(rows: Sequence[Row], width: int | None) -> list[str]:
    if not rows:
        return []
    prefix, names = table.shorten([row.op for row in rows], None if width is None else 24)
    cells = [_cells(row, name) for row, name in zip(rows, names)]
    heading = list(cells[0])

    rows_of_cells = [heading, *(list(row.values()) for row in cells)]
    lines = table.narrowed(rows_of_cells, width, _LEAST_NEEDED, last=_NEXT_LEAST)
    return [f"all names begin with {prefix}", *lines] if prefix else lines


def _worst_lines(row: Row, width: int | None) -> list[str]:
    shape = row.data["shape"]

    def place(index: int) -> str:
        places = []
        for extent in reversed(shape):
            index, at = divmod(index, extent)
            places.append(at)
        return "[" + ", ".join(map(str, reversed(places))) + "]"

    def exact(value: Any) -> str:
        return "nan" if value is None else str(value) if isinstance(value, str) else f"{value:.8g}"

    lines = [["input", "index", "reference", "decided", "own", "error", "ULP"]]
    for element in row.data.get("worst", ()):
        lines.append(
            [
                str(element["run"]),
                place(element["index"]),
                *(exact(element[key]) for key in ("reference", "decided", "isolated", "error")),
                table.number(element["ulp"]),
            ]
        )
    return [f"output {row.data['output']} of {row.op} ({row.type}, {_dtype(row)}):", *table.narrowed(lines, width, ("ULP", "own", "input"))]


@dataclass(frozen=True)
class View:
    """Which rows are shown."""

    op: str | None = None
    """Only the elements of this op with the largest errors."""
    sort: str = "order"
    worst: int | None = None
    """Only so many."""
    all: bool = False
    """Also those without any error."""


def _shown(shapes: ShapeTable, view: View) -> list[Row]:
    rows = [row for row in shapes.ops if view.all or not row.is_exact]
    return sorted(rows, key=SORTS[view.sort])[: view.worst]


def _table_lines(
    shapes: ShapeTable, decision: Decision, view: View, metrics: Sequence[Metric], width: int | None
) -> list[str]:
    lines = [*_breaks(shapes, decision, width), "", *_output_lines(shapes, metrics, width), ""]
    if view.op:
        for row in shapes.ops:
            if row.op == view.op:
                lines += [*_worst_lines(row, width), ""]
        return lines
    rows = _shown(shapes, view)
    exact = sum(row.is_exact for row in shapes.ops)
    lines += table.wrap(
        "own: the op's error on the reference's operands, and the most units in the last place; whole: the "
        "error of the decided model; both relative to the norm of the reference; limit%: its largest value of the dtype's; "
        "lost: Inf, NaN or clipped",
        width,
    )
    lines += _op_lines(rows, width)
    if exact and not view.all:
        lines.append(f"{table.plural(exact, 'output')} of ops without any error left out (--all)")
    return lines


def text_of(comparison: Comparison, view: View, width: int | None) -> str:
    pair, tables, own = comparison.pair, comparison.tables, comparison.own
    # Only a root has a hint.
    decision = pair.advised if any(shapes.roots for shapes in tables) else pair.decision
    report = decision.report
    count = sum(len(shapes.samples) for shapes in tables)
    head = (
        f"{report['precision_mode']} on {report['soc']}, compared with the model's own dtypes on "
        f"{table.plural(count, 'input')} ({comparison.source.text})"
    )
    lines = table.wrap(head, width)
    if given := comparison.source.not_finite:
        lines += table.wrap(f"the data itself has Inf or NaN: {table.some(given, 3)}", width)
    if own:
        lines += ["", *own.lines()]
    for arrays in comparison.outside:
        lines += ["", *arrays.lines(tables[0].rows, width)]
    for shapes in tables:
        lines.append("")
        if len(tables) > 1:
            lines += table.wrap(f"inputs of {shape_text(shapes, pair)} ({len(shapes.samples)}):", width)
        lines += _table_lines(shapes, decision, view, comparison.metrics, width)
    return "\n".join(lines).rstrip() + "\n"
