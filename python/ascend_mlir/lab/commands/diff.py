# ===- diff.py - ascend-lab diff -------------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Which ops two settings decide differently, and which rule or line made the difference.

Settings are options of ATC, or the word of a precision mode; those behind the model are common.
Ops that differ alike stand together.

examples:
  ascend-lab diff net.onnx --a=force_fp16 --b=allow_mix_precision
  ascend-lab diff net.onnx --a='--soc_version=Ascend910B1' --b='--soc_version=Ascend310P3' --precision_mode=force_fp16
  ascend-lab diff net.onnx --precision_mode=force_fp16 --a='' --b='--keep_dtype=healed/keep_dtype.cfg'
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...errors import Diagnostic, _usage_error
from .. import arguments, table
from ..decision import Decision, Op, decide
from ..settings import setting_of

__all__ = ["add_arguments", "run"]

_FORMS = {".txt": "text", ".json": "json"}
_NAMES = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    arguments.add_report(parser, list(_FORMS))
    parser.add_argument("--a", metavar="OPTIONS", help="the first setting")
    parser.add_argument("--b", metavar="OPTIONS", help="the second setting")
    parser.add_argument("--format", choices=list(_FORMS.values()), help="the form on the terminal; default: text")
    parser.add_argument("--names", action="store_true", help="the names of all ops, not of the first few")


def _facts(op: Op) -> tuple[str, ...]:
    """What a user would call different."""
    row = op.row
    return (op.type, op.dtypes(), str(row["accumulate"]), op.mode, str(row["engine"]))


def _why(op: Op) -> str:
    """The rule, and the line of a file that it comes from."""
    rule, source = str(op.row["rule"]), str(op.row["source"])
    return rule if source in ("", "builtin") else f"{rule} ({source})"


@dataclass
class _Group:
    """Ops that differ alike."""

    first: Op | None
    second: Op | None
    names: list[str] = field(default_factory=list)

    @property
    def either(self) -> Op:
        op = self.first or self.second
        assert op is not None
        return op

    def sides(self) -> tuple[str, str]:
        def say(op: Op | None) -> str:
            if op is None:
                return "not there"
            text = op.dtypes()
            if op.mode != "default":
                text += f", {op.mode}"
            return text

        return say(self.first), say(self.second)


def _groups(first: Decision, second: Decision) -> list[_Group]:
    # Names need not be unique: of equal ones the first pairs with the first.
    others: dict[str, deque[Op]] = {}
    for op in second.ops:
        others.setdefault(op.name, deque()).append(op)
    groups: dict[Any, _Group] = {}
    pairs: list[tuple[Op | None, Op | None]] = []
    for op in first.ops:
        same = others.get(op.name)
        pairs.append((op, same.popleft() if same else None))
    pairs += [(None, op) for left in others.values() for op in left]
    for a, b in pairs:
        if a and b and _facts(a) == _facts(b):
            continue
        key = tuple(op and (_facts(op), _why(op)) for op in (a, b))
        group = groups.setdefault(key, _Group(a, b))
        group.names.append((a or b).name)  # type: ignore[union-attr]
    return sorted(groups.values(), key=lambda group: -len(group.names))


def _text(names: Sequence[str], decisions: Sequence[Decision], groups: Sequence[_Group], all_names: bool, width: int | None) -> str:
    lines = []
    for letter, name, decision in zip("AB", names, decisions):
        report = decision.report
        lines += table.wrap(
            f"{letter}: {name} ({report['precision_mode']} on {report['soc']}): {decision.casts_text()}", width
        )
    count = sum(len(group.names) for group in groups)
    total = (Counter(op.name for op in decisions[0].ops) | Counter(op.name for op in decisions[1].ops)).total()
    lines += [f"{count} of {total} ops are different" if count else f"all {total} ops are decided alike", ""]
    prefix, short = table.shorten([name for group in groups for name in group.names], None)
    if prefix and groups:
        lines.append(f"all names begin with {prefix}")
    at = 0
    for group in groups:
        own = short[at : at + len(group.names)]
        at += len(own)
        a, b = group.sides()
        lines += table.wrap(f"{len(own)} {group.either.type}: {a}  ->  {b}", width)
        for letter, op in ("A", group.first), ("B", group.second):
            if op is not None:
                lines += table.wrap(f"{letter}: {_why(op)}: {op.row['reason']}", width, "    ")
        shown = own if all_names else own[:_NAMES]
        more = f" and {len(own) - len(shown)} more" if len(own) > len(shown) else ""
        lines += table.wrap(", ".join(shown) + more, width, "    ")
    return "\n".join(lines).rstrip() + "\n"


def _json(names: Sequence[str], decisions: Sequence[Decision], groups: Sequence[_Group]) -> str:
    def side(op: Op | None) -> Any:
        if op is None:
            return None
        row = op.row
        return {
            "type": op.type,
            "dtypes": op.dtypes(),
            "accumulate": row["accumulate"],
            "impl_mode": op.mode,
            "engine": row["engine"],
            "rule": row["rule"],
            "source": row["source"],
            "reason": row["reason"],
        }

    value = {
        "version": 1,
        "settings": [
            {"name": name, "options": decision.report["options"], "casts": decision.casts[0], "cast_bytes": decision.casts[1]}
            for name, decision in zip(names, decisions)
        ],
        "groups": [{"ops": group.names, "a": side(group.first), "b": side(group.second)} for group in groups],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Decides twice and tells the differences."""
    if given.a is None or given.b is None:
        raise _usage_error("two settings are compared", "give --a and --b")
    form = given.format or "text"
    if given.report:
        form = _FORMS[arguments.ending_of(given.report, list(_FORMS))]
    model = arguments.model_of(given)
    settings = [setting_of(f"--{name}", getattr(given, name), options) for name in ("a", "b")]
    decisions = [decide(model, setting.options) for setting in settings]
    names = [setting.name for setting in settings]
    groups = _groups(*decisions)
    if form == "json":
        text = _json(names, decisions, groups)
    else:
        text = _text(names, decisions, groups, given.names, None if given.report else table.width_of_terminal())
    if given.report:
        used = [model, *(value for s in settings for value in s.options.values() if isinstance(value, str))]
        arguments.write_whole(given.report, text, used)
    else:
        sys.stdout.write(text)
    said = [(letter, each) for letter, decision in zip("AB", decisions) for each in decision.warnings]
    return [Diagnostic(each.code, f"{letter}: {each.message}", each.where, each.note, each.exit_code) for letter, each in said]
