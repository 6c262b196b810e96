# ===- sweep.py - ascend-lab sweep -----------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What each precision mode costs and what error it has: one table.

Takes all modes, or the settings that --setting names: options of ATC, or the word of a mode. Those
behind the model are common. A * marks the settings that no other one beats in both the error and
the float32 that is left.

examples:
  ascend-lab sweep net.onnx --data=val.npz
  ascend-lab sweep net.onnx --data=val.npz --setting=force_fp16 --setting='--precision_mode=force_fp16 --keep_dtype=k.cfg'
  ascend-lab sweep net.onnx --data=val.npz --metric=argmax --report=modes.csv
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import _core, _tensors
from ..errors import AscendError, Diagnostic, _usage_error
from . import arguments, data, table
from .budgets import METRICS, OutputErrors
from .comparison import Pair
from .decision import SHORT, Decision
from .settings import MODES, Setting, setting_of

__all__ = ["add_arguments", "run"]

_FORMS = {".txt": "text", ".json": "json", ".csv": "csv"}
_MORE_IS_BETTER = {"cosine", "argmax"}
_RUNS = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    data.add_data(parser)
    arguments.add_report(parser, list(_FORMS))
    parser.add_argument("--setting", metavar="OPTIONS", action="append", default=[], help="one of them; default: all modes")
    parser.add_argument("--metric", choices=list(METRICS), default="relative", help="what is judged; default: relative")
    parser.add_argument("--format", choices=list(_FORMS.values()), help="the form on the terminal; default: text")


@dataclass
class _Outcome:
    """What a setting gives; `why` says why it gives nothing."""

    setting: Setting
    decision: Decision | None = None
    errors: Mapping[str, OutputErrors] | None = None
    milliseconds: float = 0.0
    why: str = ""
    is_best: bool = False

    def value(self, metric: str) -> float:
        """Of the worst output."""
        assert self.errors is not None
        worst = min if metric in _MORE_IS_BETTER else max
        return worst(METRICS[metric](each) for each in self.errors.values())

    @property
    def lost(self) -> int:
        return sum(each.lost for each in self.errors.values()) if self.errors else 0

    def dtypes(self, unit: str | None = None) -> Counter[str]:
        """Of the first output of each op, or of those of one unit, how many there are."""
        assert self.decision is not None
        words: Counter[str] = Counter()
        for op in self.decision.ops:
            tensors = op.row["inputs"] if unit == "cube" else op.row["outputs"]
            if (unit is None or op.row["unit"] == unit) and tensors and tensors[0]:
                words[tensors[0]["dtype"]] += 1
        return words

    def is_beaten_by(self, other: _Outcome, metric: str) -> bool:
        """Whether the other one is nowhere worse and somewhere better."""

        def rank(each: _Outcome) -> tuple[float, float, float]:
            sign = -1 if metric in _MORE_IS_BETTER else 1
            return each.lost, sign * each.value(metric), each.dtypes()["float"]

        a, b = rank(self), rank(other)
        return all(y <= x for x, y in zip(a, b)) and a != b


def _time(model: str, setting: Setting, sample: data.Sample) -> float:
    """Milliseconds of a run on this CPU, the median of several."""
    core = _core.compile_file(model, list(setting.options.items()))
    infos = _tensors.describe(core.inputs)
    values = _tensors.by_position(dict(sample.arrays), infos)
    flat = [_tensors.flatten(data.converted(value, info), info) for value, info in zip(values, infos)]
    times = []
    for _ in range(_RUNS + 1):
        start = time.perf_counter()
        core.run(flat, 0, None)
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times[1:])


def _try(model: str, setting: Setting, samples: Sequence[data.Sample]) -> _Outcome:
    try:
        pair = Pair(model, setting.options)
        errors = {info.name: OutputErrors() for info in pair.outputs}
        for sample in samples:
            decided, reference = pair.run(pair.flatten(sample), None)
            for each, ours, wanted in zip(errors.values(), decided, reference):
                each.add(ours, wanted)
        return _Outcome(setting, pair.decision, errors, _time(model, setting, samples[0]))
    except AscendError as error:
        # A chip that has no bfloat16, an op without a kernel: that is an outcome, too.
        if error.exit_code not in (2, 3) or not error.code:
            raise
        return _Outcome(setting, why=f"[{error.code}] {error.message}")


def _counts(counter: Counter[str]) -> str:
    return " ".join(f"{SHORT.get(word, word)}:{count}" for word, count in counter.most_common()) or "-"


def _record(outcome: _Outcome) -> dict[str, Any]:
    record: dict[str, Any] = {"setting": outcome.setting.name, "refused": outcome.why or None}
    if outcome.errors is None:
        return record
    assert outcome.decision is not None
    casts, written = outcome.decision.casts
    return record | {
        "is_best": outcome.is_best,
        "lost": outcome.lost,
        **{metric: outcome.value(metric) for metric in METRICS if metric != "lost"},
        "ops": dict(outcome.dtypes()),
        "cube_ops": dict(outcome.dtypes("cube")),
        "casts": casts,
        "cast_bytes": written,
        "cpu_ms": outcome.milliseconds,
    }


def _text(outcomes: Sequence[_Outcome], metric: str, source: str, width: int | None) -> str:
    rows = [["", "setting", metric, "cosine", "argmax%", "lost", "ops", "cube reads", "casts", "cast bytes", "CPU ms"]]
    for outcome in outcomes:
        name = outcome.setting.name
        if outcome.errors is None or outcome.decision is None:
            continue
        casts, written = outcome.decision.casts
        vectors = sum(each.vectors for each in outcome.errors.values())
        rows.append(
            [
                "*" if outcome.is_best else "",
                name,
                f"{outcome.value(metric):.3g}",
                f"{outcome.value('cosine'):.6f}",
                f"{100 * outcome.value('argmax'):.4g}" if vectors else "-",
                f"{outcome.lost:,}",
                _counts(outcome.dtypes()),
                _counts(outcome.dtypes("cube")),
                str(casts),
                "-" if written is None else f"{written:,}",
                f"{outcome.milliseconds:.2f}",
            ]
        )
    lines = table.wrap(source, width)
    for least in ("cast bytes", "cosine", "ops", None):
        made = table.columns(rows)
        if least is None or width is None or max(map(len, made)) <= width:
            break
        column = rows[0].index(least)
        rows = [row[:column] + row[column + 1 :] for row in rows]
    lines += ["", *made]
    for outcome in outcomes:
        if outcome.why:
            lines += table.wrap(f"{outcome.setting.name} is refused: {outcome.why}", width)
    lines += ["", *table.wrap("*: no other setting has both less error and fewer ops in float32; of several outputs the worst counts", width)]
    return "\n".join(lines) + "\n"


def _csv(outcomes: Sequence[_Outcome]) -> str:
    rows = [_record(outcome) for outcome in outcomes]
    for row in rows:
        for key in "ops", "cube_ops":
            row[key] = _counts(Counter(row.get(key, {})))
    out = io.StringIO()
    writer = csv.DictWriter(out, list(dict.fromkeys(key for row in rows for key in row)), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Runs the model in each setting, and tells."""
    form = given.format or "text"
    if given.report:
        form = _FORMS[arguments.ending_of(given.report, list(_FORMS))]
    if given.limit is not None and given.limit < 1:
        raise _usage_error(f"--limit={given.limit} is not at least 1", "give a number of at least 1")
    model = arguments.model_of(given)
    data.check(given.data)
    if not given.setting and "precision_mode" in options:
        raise _usage_error("all modes are tried, and --precision_mode names one", "leave it out, or name settings by --setting")
    settings = [setting_of("--setting", text, options) for text in given.setting or MODES]
    samples: list[data.Sample] = []
    outcomes = []
    start = time.monotonic()
    for number, setting in enumerate(settings):
        if time.monotonic() - start > 2:
            print(f"sweep: {number} of {len(settings)} settings", file=sys.stderr, flush=True)
        if not samples:
            first = _core.compile_file(model, [*(pair for pair in options.items() if pair[0] != "precision_mode"), ("reference", True)])
            samples = list(data.samples_of(given, _tensors.describe(first.inputs)))
        outcomes.append(_try(model, setting, samples))
    done = [outcome for outcome in outcomes if outcome.errors is not None]
    for outcome in done:
        outcome.is_best = not any(outcome.is_beaten_by(other, given.metric) for other in done)
    source = ", ".join(given.data) or f"made up from seed {given.seed}: not evidence"
    source = f"{len(samples)} inputs ({source}), against the model's own dtypes"
    if form == "json":
        value = {"version": 1, "is_evidence": bool(given.data), "inputs": len(samples), "settings": [_record(o) for o in outcomes]}
        text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    elif form == "csv":
        text = _csv(outcomes)
    else:
        text = _text(outcomes, given.metric, source, None if given.report else table.width_of_terminal())
    if given.report:
        used = [model, *given.data, *(value for s in settings for value in s.options.values() if isinstance(value, str))]
        arguments.write_whole(given.report, text, used)
    else:
        sys.stdout.write(text)
    return ()
