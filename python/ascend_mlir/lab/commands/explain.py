# ===- explain.py - ascend-lab explain -------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Why each op has its dtypes, and what to write to change it.

What is worth a look comes first: constants that overflow, config lines that do nothing, ops that
did not get what was asked for. Then a row for each op, with the sentence why and the line that
keeps it.

examples:
  ascend-lab explain net.onnx --precision_mode=force_fp16
  ascend-lab explain --model=net.onnx --framework=5 --output=net --soc_version=Ascend310P3
  ascend-lab explain net.onnx --precision_mode=allow_mix_precision --changed --group
  ascend-lab explain net.onnx --modify_mixlist=mix.json --type=MatMulV2 --report=why.csv
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...errors import ConfigurationError, Diagnostic, _usage_error
from .. import arguments, table
from ..decision import SHORT, Decision, Op, decide
from ..explain_data import csv_of, record_of
from ..keepable import with_blocked
from ..nearest import nearest_name

__all__ = ["add_arguments", "run"]

_FORMS = {".txt": "text", ".json": "json", ".csv": "csv"}
_SORTS: dict[str, Callable[[Op], Any]] = {
    "order": lambda op: op.index,
    "name": lambda op: op.name,
    "type": lambda op: op.type,
    "dtype": lambda op: op.dtypes(),
    "rule": lambda op: str(op.row["rule"]),
    "list": lambda op: str(op.row["list"]),
}
_NAMED = 20
"""Of what there is, how many a message names."""
_HEADING = ("op", "type", "list", "model", "decided", "sum", "mode", "facts", "rule")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    arguments.add_forms(parser, _FORMS)
    parser.add_argument("--op", metavar="TEXT", help="only ops whose name has this in it")
    parser.add_argument("--type", metavar="T,T", help="only ops of these GE types")
    parser.add_argument("--rule", metavar="R,R", help="only ops that these rules decided")
    parser.add_argument("--dtype", metavar="D,D", help="only ops with a tensor decided to be this")
    parser.add_argument("--changed", action="store_true", help="only ops whose dtypes are not the model's")
    parser.add_argument("--exceptions", action="store_true", help="only ops that are worth a look")
    parser.add_argument("--sort", choices=list(_SORTS), default="order", help="default: order, in which they run")
    parser.add_argument("--group", action="store_true", help="one row for all ops with the same reason")


def _filtered(ops: Sequence[Op], given: argparse.Namespace) -> list[Op]:
    def words(text: str | None) -> set[str]:
        return set(text.split(",")) if text else set()

    types, rules, dtypes = words(given.type), words(given.rule), words(given.dtype)
    long = {short: name for name, short in SHORT.items()}
    dtypes = {long.get(word, word) for word in dtypes}

    def has_dtype(op: Op) -> bool:
        tensors = [*op.row["inputs"], *op.row["outputs"]]
        return any(tensor and tensor["dtype"] in dtypes for tensor in tensors)

    kept = [
        op
        for op in ops
        if (not given.op or given.op in op.name)
        and (not types or op.type in types)
        and (not rules or op.row["rule"] in rules)
        and (not dtypes or has_dtype(op))
        and (op.is_changed or not given.changed)
        and (op.exceptions or not given.exceptions)
    ]
    if given.op and not any(given.op in op.name for op in ops):
        raise _no_op("op", given.op, {op.name for op in ops})
    _check_words("type", types, (op.type for op in ops))
    _check_words("rule", rules, (str(op.row["rule"]) for op in ops))
    _check_words("dtype", dtypes, (tensor["dtype"] for op in ops for tensor in [*op.row["inputs"], *op.row["outputs"]] if tensor))
    return sorted(kept, key=lambda op: (_SORTS[given.sort](op), op.index))


def _no_op(option: str, word: str, known: set[str]) -> ConfigurationError:
    """The error for a word of a filter that no op has."""
    near = nearest_name(word, known)
    mend = f"did you mean {near}?" if near else f"there are {table.some(sorted(known), _NAMED)}"
    return _usage_error(f"--{option}={word}: no op has it", mend)


def _check_words(option: str, words: set[str], known: Iterable[str]) -> None:
    there = set(known)
    for word in sorted(words - there):
        raise _no_op(option, word, there)


# ===----------------------------------------------------------------------===#
# Text
# ===----------------------------------------------------------------------===#


def _summary(decision: Decision, shown: int) -> str:
    report = decision.report
    facts = [str(op.row["facts"]) for op in decision.ops]
    changed = sum(op.is_changed for op in decision.ops)
    default = " (ATC's default)" if report["precision_mode_is_default"] else ""
    lines = [
        f"{report['precision_mode']}{default} on {report['soc']}: {table.plural(len(decision.ops), 'op')}, "
        f"{changed} with other dtypes than the model; {decision.casts_text()}",
        f"dtypes known from CANN's own data: {table.plural(facts.count('data'), 'op')}; from other public knowledge "
        f"(overlay): {facts.count('overlay')}; from your files: {facts.count('user')}",
    ]
    overlay = Counter(op.type for op in decision.ops if op.row["facts"] == "overlay")
    if overlay:
        lines.append("by overlay: " + ", ".join(f"{name} {count}" for name, count in overlay.most_common()))
    if shown != len(decision.ops):
        lines.append(f"shown: {shown} of {table.plural(len(decision.ops), 'op')}")
    return "\n".join(lines)


def _first(decision: Decision, ops: Sequence[Op], width: int | None) -> list[str]:
    """What is worth a look."""
    sentences = [(op, fault) for op in ops for fault in op.exceptions]
    sentences.sort(key=lambda each: " overflows " not in each[1])
    found = decision.config_faults
    found += [f"{op.name} ({op.type}): {fault}" for op, fault in sentences]
    if not found:
        return ["nothing that is worth a special look"]
    lines = [f"worth a look ({len(found)}):"]
    for sentence in found:
        first, *rest = table.wrap(sentence, width and width - 2, "  ")
        lines += [first, *("  " + line for line in rest)]
    return lines


def _cells(op: Op, name: str) -> list[str]:
    row = op.row
    total = row["accumulate"] or "-"
    return [
        name,
        op.type,
        row["list"],
        op.dtypes("origin"),
        op.dtypes() if op.is_changed else "same",
        SHORT.get(total, total),
        "-" if op.mode == "default" else op.mode,
        row["facts"],
        row["rule"],
    ]


def _is_empty(column: Sequence[str]) -> bool:
    return all(cell in ("-", "same", "data") for cell in column[1:])


# What the sentences say as well.
_LEAST_NEEDED = ("list", "rule", "facts", "mode", "model", "sum")


def _sentences(op: Op, width: int | None) -> list[str]:
    text = str(op.row["reason"])
    hint = op.keep_hint()
    return table.wrap(f"{text}. {hint}".rstrip() if hint else f"{text}.", width, "    ")


def _table(ops: Sequence[Op], width: int | None) -> list[str]:
    prefix, names = table.shorten([op.name for op in ops], None if width is None else max(24, width // 3))
    rows = [list(_HEADING), *(_cells(op, name) for op, name in zip(ops, names))]
    kept = [column for column in zip(*rows) if not _is_empty(column)]
    heading, *lines = table.narrowed(list(zip(*kept)), width, _LEAST_NEEDED)
    result = [f"all names begin with {prefix}"] if prefix else []
    result.append(heading)
    for op, line in zip(ops, lines):
        result += [line, *_sentences(op, width)]
    return result


def _groups(ops: Sequence[Op], width: int | None) -> list[str]:
    groups: dict[str, list[Op]] = {}
    for op in ops:
        groups.setdefault(op.plain_reason, []).append(op)
    result = []
    # Ops that were changed, then the largest groups.
    for reason, members in sorted(groups.items(), key=lambda item: (not item[1][0].is_changed, -len(item[1]))):
        result += table.wrap(f"{table.plural(len(members), 'op')}: {reason}", width)
        names = list(dict.fromkeys(op.name for op in members))
        result += table.wrap(table.without_prefix(names, len(names)), width, "    ")
    return result


def _text(decision: Decision, ops: Sequence[Op], group: bool, width: int | None) -> str:
    lines = [line for part in _summary(decision, len(ops)).splitlines() for line in table.wrap(part, width)]
    lines += ["", *_first(decision, ops, width), ""]
    if ops:
        lines += _groups(ops, width) if group else _table(ops, width)
    return "\n".join(lines) + "\n"


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Explains to the terminal or to a file; returns the warnings of the decision that
    the text does not say."""
    form = arguments.form_of(given, _FORMS)
    arguments.check_of_text(form, {"group": given.group}, "leave it out: each op has its reason there")
    model = arguments.model_of(given)
    decision = with_blocked(decide(model, options), model, options)
    ops = _filtered(decision.ops, given)
    if form == "json":
        text = json.dumps(record_of(decision, ops), indent=1, ensure_ascii=False) + "\n"
    elif form == "csv":
        text = csv_of(ops)
    else:
        text = _text(decision, ops, given.group, None if given.report else table.width_of_terminal())
    used = [model, *(value for value in options.values() if isinstance(value, str))]
    arguments.put(given, text, used)
    return decision.warnings
