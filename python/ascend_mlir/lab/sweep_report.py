# ===- sweep_report.py - Settings side by side -------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A sweep as text with a plot, as JSON and as CSV (docs/Lab.md)."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .. import __version__
from . import table
from .budgets import METRICS, MORE_IS_BETTER
from .decision import SHORT
from .outcomes import Outcome
from .sweeping import Sweep
from .triallog import hashes_of, in_force_of, inputs_of

__all__ = ["csv_of", "json_of", "records_of", "text_of"]

_PLOT = (56, 12)
"""Columns, at most, and rows."""
_LABEL = 11
"""What stands left of the columns."""


def _short(dtype: str) -> str:
    return "HF32" if dtype.endswith("(HF32)") else SHORT.get(dtype, dtype)


def _counts(counter: Mapping[str, int]) -> str:
    return " ".join(f"{_short(word)}:{count}" for word, count in Counter(counter).most_common()) or "-"


def _shares(shares: Mapping[str, float] | None) -> str:
    if not shares:
        return "-"
    return " ".join(f"{_short(word)}:{100 * share:.3g}%" for word, share in shares.items())


# ===----------------------------------------------------------------------===#
# Data
# ===----------------------------------------------------------------------===#


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _record(outcome: Outcome) -> dict[str, Any]:
    record: dict[str, Any] = {"setting": outcome.setting.name, "refused": outcome.why or None}
    if outcome.errors is None or outcome.decision is None:
        return record
    casts, written = outcome.decision.casts
    cost = outcome.cost
    return record | {
        "is_best": outcome.is_best,
        "score": None if outcome.score is None else _finite(outcome.score),
        "lost": outcome.lost,
        **{metric: _finite(outcome.value(metric)) for metric in METRICS if metric != "lost"},
        "ops": dict(outcome.dtypes()),
        "cube_work": outcome.cube_shares,
        "casts": casts,
        "cast_bytes": written,
        "npu_us": cost and cost.total,
        "npu_cast_us": cost and cost.casts,
        "cpu_ms": outcome.milliseconds,
        "faults": outcome.faults,
    }


def records_of(sweep: Sweep) -> list[dict[str, Any]]:
    """A record for each setting."""
    return [_record(outcome) for outcome in sweep.outcomes]


def _in_force(sweep: Sweep, common: Mapping[str, bool | str]) -> tuple[dict[str, str], list[str]]:
    """The options that all settings have been decided with, and the names of those that are not the same of each."""
    decided = [in_force_of(outcome.decision.report) for outcome in sweep.done if outcome.decision]
    names = dict.fromkeys(name for each in decided for name in each)
    own = {name for outcome in sweep.outcomes for name, value in outcome.setting.options.items() if common.get(name) != value}
    # A sweep is of modes, whichever option names them.
    varied = {"precision_mode", "precision_mode_v2", *own, *(name for name in names if len({each.get(name) for each in decided}) > 1)}
    return {name: decided[0][name] for name in names if name not in varied}, sorted(varied)


def json_of(sweep: Sweep, common: Mapping[str, bool | str]) -> str:
    """With what was asked: the model, the inputs, and the options behind the model."""
    in_force, varied = _in_force(sweep, common)
    value = {
        "version": 2,
        "ascend_mlir": __version__,
        "model": dict(sweep.model),
        **inputs_of(sweep.source),
        "options": dict(common),
        "files": hashes_of(common),
        "in_force": in_force,
        "varied": varied,
        "is_evidence": sweep.source.is_evidence,
        "inputs": sweep.inputs,
        "settings": records_of(sweep),
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def csv_of(sweep: Sweep) -> str:
    rows = records_of(sweep)
    for row in rows:
        row["ops"] = _counts(row.get("ops", {}))
        row["cube_work"] = _shares(row.get("cube_work"))
        row["faults"] = "; ".join(row.get("faults", ()))
    out = io.StringIO()
    writer = csv.DictWriter(out, list(dict.fromkeys(key for row in rows for key in row)), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


# ===----------------------------------------------------------------------===#
# Text
# ===----------------------------------------------------------------------===#


def _plot(outcomes: Sequence[Outcome], metric: str, width: int | None) -> list[str]:
    """The error over the estimated time, a letter for each setting; nothing where neither spreads."""
    points = [(each.cost.total, each.value(metric)) for each in outcomes if each.cost and not each.lost]
    if metric in MORE_IS_BETTER or len(points) < 2 or not all(math.isfinite(x + y) for x, y in points):
        return []
    positive = [y for _, y in points if y > 0]
    if not positive:
        return []
    # An error of 0 stands a decade below the least other one.
    logs = [math.log10(y) if y > 0 else math.log10(min(positive)) - 1 for _, y in points]
    low, high = min(logs), max(logs)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    columns, rows = _PLOT if width is None else (min(_PLOT[0], width - _LABEL), _PLOT[1])
    grid = [[" "] * columns for _ in range(rows)]
    letters = [chr(ord("a") + n % 26) for n, each in enumerate(outcomes) if each.cost and not each.lost]
    for letter, (x, _), y in zip(letters, points, logs):
        column = round((columns - 1) * (x - left) / (right - left)) if right > left else 0
        row = round((rows - 1) * (high - y) / (high - low)) if high > low else 0
        grid[row][column] = letter if grid[row][column] == " " else "+"
    lines = table.wrap(f"{metric} (logarithmic) over the estimated microseconds; letters as above, + where several meet:", width)
    for number, cells in enumerate(grid):
        label = f"{10**high:.1e}" if number == 0 else f"{10**low:.1e}" if number == rows - 1 else ""
        lines.append(f"{label:>9} |{''.join(cells).rstrip()}")
    return [*lines, f"{'':>9} +{'-' * columns}", f"{'':>10} {f'{left:.3g}':<{columns - 8}}{f'{right:.3g}':>8}"]


def text_of(sweep: Sweep, width: int | None) -> str:
    metric, done = sweep.metric, sweep.done
    heading = ["", "", "setting", metric, "score", "cosine", "argmax%", "lost", "ops", "cube work", "casts", "cast bytes", "NPU us", "CPU ms"]
    rows = [heading]
    for number, outcome in enumerate(done):
        assert outcome.errors is not None and outcome.decision is not None
        casts, written = outcome.decision.casts
        vectors = sum(each.vectors for each in outcome.errors)
        rows.append(
            [
                "*" if outcome.is_best else "",
                chr(ord("a") + number % 26),
                outcome.setting.name,
                f"{outcome.value(metric):.3g}",
                "-" if outcome.score is None else f"{outcome.score:.6g}",
                f"{outcome.value('cosine'):.6f}",
                table.percent(outcome.value('argmax'), 1, 4) if vectors else "-",
                f"{outcome.lost:,}",
                _counts(outcome.dtypes()),
                _shares(outcome.cube_shares),
                str(casts),
                "-" if written is None else f"{written:,}",
                f"{outcome.cost.total:.3g}" if outcome.cost else "-",
                f"{outcome.milliseconds:{'.2g' if outcome.milliseconds < 1 else '.2f'}}",
            ]
        )
    # A column in which nothing stands goes, or what is judged does already, and where a terminal is narrow what is
    # least needed.
    empty = [name for name, *cells in zip(*rows) if name in ("score", "cube work", "NPU us") and set(cells) <= {"-"}]
    lines = table.wrap(f"{table.plural(sweep.inputs, 'input')} ({sweep.source.text}), against the model's own dtypes", width)
    judged = heading.index(metric)
    kept = [
        column
        for number, column in enumerate(zip(*rows))
        if column[0] not in empty and (number <= judged or column[0].rstrip("%") != metric)
    ]
    made = table.narrowed(list(zip(*kept)), width, ("cast bytes", "cosine", "ops", "casts"), "setting", ("argmax%", "CPU ms", "cube work"))
    lines += ["", *made]
    for outcome in sweep.outcomes:
        if outcome.why:
            lines += table.wrap(f"{outcome.setting.name} is refused: {outcome.why}", width)
    for outcome in done:
        if faults := outcome.faults:
            lines += table.wrap(f"{outcome.setting.name}: {'; '.join(faults)}", width)
    if plot := _plot(done, metric, width):
        lines += ["", *plot]
    lines += ["", *table.wrap(_LEGEND, width)]
    return "\n".join(lines) + "\n"


_LEGEND = (
    "*: no other setting has less error (or a better score) in less estimated time; where shapes are open, with fewer ops in "
    "float32; of several outputs the worst counts. NPU us: a roofline of the chip's facts, less than what it takes"
)
