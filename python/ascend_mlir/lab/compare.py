# ===- compare.py - ascend-lab compare -------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Which op hurts: each op's own error beside that of the whole model.

Runs the model as decided and in its own dtypes, op by op, in one pass. An op's own error is what
it makes of the reference's operands; the error of the whole is what the decided model has there.
What overflows comes first, then the model's outputs, then the ops in the order in which they run.

examples:
  ascend-lab compare net.onnx --data=val.npz --precision_mode=force_fp16
  ascend-lab compare net.onnx --data=images/ --precision_mode=force_fp16 --sort=own --worst=20
  ascend-lab compare net.onnx --data=inputs.py --keep_dtype=k.cfg --report=errors.csv
  ascend-lab compare net.onnx --data=val.npz --op=net/fc --top=20
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..errors import Diagnostic, _usage_error
from . import arguments, data, table
from .comparison import Agreement, Pair, Row, ShapeTable, compare
from .decision import SHORT, Decision, Op
from .metrics import Metric, load_metrics
from .reference import OwnReference

__all__ = ["add_arguments", "run"]

_FORMS = {".txt": "text", ".json": "json", ".csv": "csv"}


def _norm(errors: Mapping[str, Any] | None) -> float:
    value = errors["relative_norm"] if errors else None
    return -1.0 if value is None else float(value)


_SORTS: dict[str, Callable[[Row], Any]] = {
    "order": lambda row: 0,
    "own": lambda row: (-row.own_lost, -_norm(row.own)),
    "whole": lambda row: (-row.lost, -_norm(row.whole)),
    "limit": lambda row: -(row.headroom or 0),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    arguments.add_report(parser, list(_FORMS))
    parser.add_argument(
        "--format", choices=list(_FORMS.values()), help="the form on the terminal; default: text"
    )
    parser.add_argument(
        "--reference_outputs",
        metavar="FILE.npz",
        help="outputs of these inputs that you have from elsewhere, by name, one after the other along the first axis",
    )
    parser.add_argument("--op", metavar="NAME", help="the elements of this op with the largest errors")
    parser.add_argument("--top", metavar="N", type=int, default=10, help="how many of them; default: 10")
    parser.add_argument("--sort", choices=list(_SORTS), default="order", help="default: order, in which they run")
    parser.add_argument("--worst", metavar="N", type=int, help="only the first N rows")
    parser.add_argument("--all", action="store_true", help="also ops without any error")
    parser.add_argument(
        "--threshold", metavar="X", type=float, default=0.5, help="of outputs between 0 and 1; default: 0.5"
    )
    parser.add_argument(
        "--metric",
        metavar="FILE.py:FUNCTION",
        action="append",
        default=[],
        help="a metric of yours, FUNCTION(decided, reference) -> number, or CANN's alg_NAME.py; may be repeated",
    )


# ===----------------------------------------------------------------------===#
# Sentences
# ===----------------------------------------------------------------------===#


def _plural(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _root(row: Row, op: Op | None) -> str:
    """Why an op loses values, and how to keep it."""
    limit, largest = row.data["limit"], row.data["reference_range"]["largest"]
    lost, elements = row.own_lost or row.lost, row.data["elements"]
    text = f"{row.op} ({row.type}, {row.data['dtype']}): "
    clipped = row.own["saturated"] if row.own else row.whole["saturated"]
    what = "clipped" if clipped == lost else "Inf or NaN"
    text += f"{lost:,} of {_plural(elements, 'element')} {what}"
    text += " on the reference's operands" if row.own_lost else ""
    if limit and largest > limit:
        text += f"; the largest value is {largest:.3g}, {largest / limit:.2g} times the limit"
    hint = op.keep_hint() if op else ""
    return f"{text}. {hint}".rstrip()


def _items(heading: str, items: Iterable[str], width: int | None) -> list[str]:
    """A heading with a list below, or nothing."""
    lines = []
    for item in items:
        first, *rest = table.wrap(item, width and width - 2, "  ")
        lines += [first, *("  " + line for line in rest)]
    return [heading, *lines] if lines else []


def _breaks(shapes: ShapeTable, decision: Decision, width: int | None) -> list[str]:
    """What loses finite values, if anything does; constants that do; what errs most."""
    ops = {op.name: op for op in decision.ops}
    roots = [_root(row, ops.get(row.op)) for row in shapes.roots]
    if victims := shapes.victims:
        roots.append(f"{_plural(len(victims), 'more output')} of ops pass Inf or NaN on, from {victims[0].op} on")
    lines = _items("overflow begins at:", roots, width)
    nearest = max(shapes.ops, key=lambda row: row.headroom or 0, default=None)
    if not roots:
        text = "no value becomes Inf or NaN"
        if nearest and nearest.headroom:
            text += (
                f"; nearest to its limit is {nearest.op} ({nearest.type}, {nearest.data['dtype']}): "
                f"{100 * nearest.headroom:.2g} % of it"
            )
        lines += table.wrap(text, width)
    # One constant of many ops has one sentence in each.
    constants = [f"{op.name} ({op.type}): {fault}" for op in decision.ops for fault in op.exceptions if "overflows" in fault]
    lines += _items("constants that overflow:", constants, width)
    worst = sorted((row for row in shapes.ops if _norm(row.own) > 0), key=lambda row: -_norm(row.own))[:3]
    return lines + _items(
        "largest errors of an op's own:",
        (f"{row.op} ({row.type}, {row.data['dtype']}): {table.number(_norm(row.own))} of its size" for row in worst),
        width,
    )


def _verdict(row: Row, agreement: Agreement | None) -> str:
    """What an output's numbers mean, and what they do not say."""
    errors = row.whole
    if row.lost:
        share = 100 * row.lost / max(1, row.data["elements"])
        return f"{row.op}: broken: {share:.3g} % of its elements are Inf, NaN or clipped where the reference's are not"
    parts = []
    if agreement and agreement.vectors:
        parts.append(f"the largest of a vector is the same in {100 * agreement.argmax / agreement.vectors:.4g} %")
    if agreement and agreement.elements and agreement.in_unit:
        parts.append(
            f"{100 * agreement.above / agreement.elements:.4g} % of elements lie on the same side of {agreement.threshold:g}"
        )
    norm = errors["relative_norm"]
    if norm is None:
        parts.append(f"the largest error is {table.number(errors['max'])}")
    else:
        parts.append(f"its error is {norm:.2g} of its size" if norm else "it is the same bits")
    return f"{row.op}: " + "; ".join(parts)


_NOT_MODELLED = (
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
    lines = table.columns(rows)
    agreements = {row.data["output"]: row for row in shapes.outputs}
    for number, agreement in enumerate(shapes.agreements):
        if number in agreements:
            lines += table.wrap(_verdict(agreements[number], agreement), width, "  ")
    for metric in metrics:
        for row in shapes.outputs:
            if (value := metric.mean(row.op, row.data["output"])) is not None:
                lines.append(f"  {row.op}: {metric.name} {value:.6g}")
    return lines + table.wrap(_NOT_MODELLED, width, "  ")


def _cells(row: Row, name: str, metrics: Sequence[Metric]) -> dict[str, str]:
    own, whole = row.own, row.whole
    cosine = whole["cosine"]
    return {
        "op": name,
        "type": row.type,
        "dtype": SHORT.get(row.data["dtype"], row.data["dtype"]),
        "own": table.number(own["relative_norm"] if own else None),
        "ULP": table.number(own["max_ulp"] if own and row.data["limit"] else None),
        "whole": table.number(whole["relative_norm"]),
        "max": table.number(whole["max"]),
        "rmse": table.number(whole["rmse"]),
        "p99": table.number(whole["p99"]),
        "cosine": "-" if cosine is None else f"{cosine:.6f}",
        "limit%": "-" if row.headroom is None else f"{100 * row.headroom:.2g}",
        "lost": f"{row.lost:,}",
        **{metric.name: table.number(metric.mean(row.op, row.data["output"])) for metric in metrics},
    }


# What goes first where a terminal is narrow.
_LEAST_NEEDED = ("p99", "rmse", "max")


def _op_lines(rows: Sequence[Row], metrics: Sequence[Metric], width: int | None) -> list[str]:
    if not rows:
        return []
    prefix, names = table.shorten([row.op for row in rows], None if width is None else 24)
    cells = [_cells(row, name, metrics) for row, name in zip(rows, names)]
    heading = list(cells[0])
    for least in (*_LEAST_NEEDED, None):
        lines = table.columns([heading, *([row[key] for key in heading] for row in cells)])
        if least is None or width is None or max(map(len, lines)) <= width:
            break
        heading.remove(least)
    return [f"all names begin with {prefix}", *lines] if prefix else lines


def _worst_lines(row: Row) -> list[str]:
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
    return [f"output {row.data['output']} of {row.op} ({row.type}, {row.data['dtype']}):", *table.columns(lines)]


def _shown(shapes: ShapeTable, given: argparse.Namespace) -> list[Row]:
    rows = [row for row in shapes.ops if given.all or not row.is_exact]
    return sorted(rows, key=_SORTS[given.sort])[: given.worst]


def _table_lines(
    shapes: ShapeTable, decision: Decision, given: argparse.Namespace, metrics: Sequence[Metric], width: int | None
) -> list[str]:
    lines = [*_breaks(shapes, decision, width), "", *_output_lines(shapes, metrics, width), ""]
    if given.op:
        for row in shapes.ops:
            if row.op == given.op:
                lines += [*_worst_lines(row), ""]
        return lines
    rows = _shown(shapes, given)
    exact = sum(row.is_exact for row in shapes.ops)
    lines += table.wrap(
        "own: the op's error on the reference's operands, and the most units in the last place; whole: the "
        "error of the decided model; both relative to the norm of the reference; limit%: its largest value of the dtype's; "
        "lost: Inf, NaN or clipped",
        width,
    )
    lines += _op_lines(rows, metrics, width)
    if exact and not given.all:
        lines.append(f"{_plural(exact, 'output')} of ops without any error left out (--all)")
    return lines


def _text(
    tables: Sequence[ShapeTable],
    pair: Pair,
    given: argparse.Namespace,
    metrics: Sequence[Metric],
    own: OwnReference | None,
    width: int | None,
) -> str:
    report = pair.decision.report
    count = sum(len(shapes.samples) for shapes in tables)
    source = ", ".join(given.data) or f"made up from seed {given.seed}: not evidence"
    head = f"{report['precision_mode']} on {report['soc']}, compared with the model's own dtypes on {_plural(count, 'input')} ({source})"
    lines = table.wrap(head, width)
    if own:
        lines += ["", *own.lines()]
    for shapes in tables:
        lines.append("")
        if len(tables) > 1:
            lines += table.wrap(f"inputs of {_shape_text(shapes, pair)} ({len(shapes.samples)}):", width)
        lines += _table_lines(shapes, pair.decision, given, metrics, width)
    return "\n".join(lines).rstrip() + "\n"


def _shape_text(shapes: ShapeTable, pair: Pair) -> str:
    return ", ".join(f"{info.name} {list(shape)}" for info, shape in zip(pair.inputs, shapes.shapes))


# ===----------------------------------------------------------------------===#
# Data
# ===----------------------------------------------------------------------===#


def _record(row: Row, metrics: Sequence[Metric]) -> dict[str, Any]:
    values = {metric.name: metric.mean(row.op, row.data["output"]) for metric in metrics}
    return {**row.data, "headroom": row.headroom, **({"metrics": values} if metrics else {})}


def _agreement(agreement: Agreement) -> dict[str, Any]:
    return {
        "argmax_same": agreement.argmax,
        "vectors": agreement.vectors,
        "threshold": agreement.threshold,
        "threshold_same": agreement.above,
        "elements": agreement.elements,
        "reference_in_unit": agreement.in_unit,
    }


def _json(
    tables: Sequence[ShapeTable], pair: Pair, given: argparse.Namespace, metrics: Sequence[Metric], own: OwnReference | None
) -> str:
    report = pair.decision.report
    value = {
        "version": 1,
        "soc": report["soc"],
        "precision_mode": report["precision_mode"],
        "options": report["options"],
        "is_evidence": bool(given.data),
        **({"against_your_reference": own.record()} if own else {}),
        "tables": [
            {
                "shapes": {info.name: list(shape) for info, shape in zip(pair.inputs, shapes.shapes)},
                "inputs": shapes.samples,
                "roots": [row.op for row in shapes.roots],
                "outputs": [
                    {**_record(row, metrics), "agreement": _agreement(shapes.agreements[row.data["output"]])}
                    for row in shapes.outputs
                ],
                "ops": [_record(row, metrics) for row in shapes.ops],
            }
            for shapes in tables
        ],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _flat(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Objects in objects as columns `outer.inner`; extents as 1x3x8."""
    result: dict[str, Any] = {}
    for key, each in value.items():
        if isinstance(each, Mapping):
            result.update(_flat(each, f"{prefix}{key}."))
        elif key != "worst":
            result[prefix + key] = "x".join(map(str, each)) if isinstance(each, list) else each
    return result


def _csv(tables: Sequence[ShapeTable], pair: Pair, metrics: Sequence[Metric]) -> str:
    rows = [
        {"shapes": _shape_text(shapes, pair), **_flat(_record(row, metrics))}
        for shapes in tables
        for row in shapes.rows
    ]
    columns = list(dict.fromkeys(key for row in rows for key in row if key != "isolated"))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


# ===----------------------------------------------------------------------===#
# The command
# ===----------------------------------------------------------------------===#


class _Progress:
    """A line on stderr each second, from the second one on."""

    def __init__(self) -> None:
        self.start = self.last = time.monotonic()
        self.done = 0
        self.shown = False

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if now - self.start < 2 or now - self.last < 1:
            return
        self.last = now
        self.shown = True
        start, end = ("\r", "") if sys.stderr.isatty() else ("", "\n")
        print(f"{start}comparing: input {self.done}", end=end, file=sys.stderr, flush=True)

    def finish(self) -> None:
        if self.shown and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _check_op(name: str | None, tables: Iterable[ShapeTable]) -> None:
    if name is None:
        return
    names = {row.op for shapes in tables for row in shapes.ops}
    if name not in names:
        raise _usage_error(
            f"--op={name}: no op of this name is compared", "ascend-lab explain lists the names; ops that only move are none"
        )


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Compares, and writes to the terminal or to a file; returns the decision's warnings."""
    form = given.format or "text"
    if given.report:
        form = _FORMS[arguments.ending_of(given.report, list(_FORMS))]
    for name in "top", "worst", "limit":
        if (value := getattr(given, name)) is not None and value < 1:
            raise _usage_error(f"--{name}={value} is not at least 1", "give a number of at least 1")
    if not math.isfinite(given.threshold):
        raise _usage_error(f"--threshold={given.threshold} is no number", "give a number")
    if options.get("reference") in (True, "on"):
        raise _usage_error("--reference leaves nothing to be compared", "leave it out")
    model = arguments.model_of(given)
    data.check(given.data)
    if given.reference_outputs:
        data.check([given.reference_outputs])
    metrics = load_metrics(given.metric)
    pair = Pair(model, options)

    def visit(op: str, output: int, decided: Any, reference: Any) -> None:
        for metric in metrics:
            metric.add(op, output, decided, reference)

    progress = _Progress()
    own = OwnReference(given.reference_outputs, [info.name for info in pair.outputs]) if given.reference_outputs else None

    def when_ran(decided: list[Any], reference: list[Any]) -> None:
        if own:
            own.add(decided, reference)
        progress.step()

    tables = compare(
        pair,
        data.samples_of(given, pair.inputs),
        threshold=given.threshold,
        visit=visit if metrics else None,
        watch=(given.op, given.top) if given.op else None,
        when_ran=when_ran,
    )
    progress.finish()
    if own:
        own.finish()
    _check_op(given.op, tables)
    if form == "json":
        text = _json(tables, pair, given, metrics, own)
    elif form == "csv":
        text = _csv(tables, pair, metrics)
    else:
        text = _text(tables, pair, given, metrics, own, None if given.report else table.width_of_terminal())
    if given.report:
        used = [model, *given.data, *(value for value in options.values() if isinstance(value, str))]
        arguments.write_whole(given.report, text, used)
    else:
        sys.stdout.write(text)
    return pair.warnings
