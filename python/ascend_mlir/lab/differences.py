# ===- differences.py - Two decisions of one model -----------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Which ops two settings decide differently, those that differ alike in one group."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import AscendError, Diagnostic, _make
from .decision import Decision, Op, decide
from .settings import Setting

__all__ = ["Difference", "Group", "differ", "outcome", "pairs", "record_of"]

Reasons = tuple[str, ...]
"""Sentences."""


def _facts_of_dtypes(op: Op) -> tuple[str, ...]:
    """What a rule decides. HF32 is a mode."""
    runs = "merged away" if op.is_merged else str(op.row["engine"])
    return (op.type, op.dtypes().replace(" (HF32)", ""), str(op.row["accumulate"]), runs)


def outcome(op: Op) -> tuple[str, ...]:
    """What a user would call different."""
    return (*_facts_of_dtypes(op), op.mode)


def why(op: Op) -> str:
    """The rule, and the line of a file that it comes from."""
    rule, source = str(op.row["rule"]), str(op.row["source"])
    return rule if source in ("", "builtin") else f"{rule} ({source})"


def _why_mode(op: Op, decision: Decision) -> str:
    """The mode, and the line or the option that asks for it."""
    source = op.row["impl_mode"]["source"]
    if source is None:
        return f"mode {op.mode}: " + ("nothing asks for another" if op.mode == "default" else "its type has no other")
    options = {str(row["option"]): row for row in decision.report["options_in_force"]}
    if option := options.get(source):
        source = f"{source}={option['value']}" + (f" ({option['from']})" if option["from"] != "call" else "")
    return f"mode {op.mode}, by {source}"


@dataclass
class Group:
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


@dataclass(frozen=True)
class Difference:
    """Two settings, what they decide, and how that differs."""

    settings: tuple[Setting, Setting]
    decisions: tuple[Decision, Decision]
    groups: Sequence[Group]
    """The largest first."""

    @property
    def count(self) -> int:
        """How many ops are different."""
        return sum(len(group.names) for group in self.groups)

    @property
    def total(self) -> int:
        """How many ops there are in one of both."""
        first, second = (Counter(op.name for op in decision.ops) for decision in self.decisions)
        return (first | second).total()

    def by_reasons(self) -> list[tuple[tuple[Reasons, Reasons], list[Group]]]:
        """The groups that one rule decided on each side, those with most ops first."""
        found: dict[tuple[Reasons, Reasons], list[Group]] = {}
        for group in self.groups:
            found.setdefault(self._reasons(group), []).append(group)
        return sorted(found.items(), key=lambda item: -sum(len(group.names) for group in item[1]))

    def _reasons(self, group: Group) -> tuple[Reasons, Reasons]:
        """Of each side, what decided what is different: the dtypes, the mode, or both."""
        ops = (group.first, group.second)
        dtypes, modes = ({op and facts(op) for op in ops} for facts in (_facts_of_dtypes, lambda op: op.mode))

        def say(op: Op | None, decision: Decision) -> Reasons:
            if op is None:
                return ()
            sentences = [f"{why(op)}: {op.plain_reason}"] if len(dtypes) > 1 else []
            return (*sentences, *([_why_mode(op, decision)] if len(modes) > 1 and None not in ops else []))

        first, second = map(say, ops, self.decisions)
        return first, second

    @property
    def warnings(self) -> list[Diagnostic]:
        """Of both decisions, A's and B's."""
        return [_said_of(letter, each) for letter, decision in zip("AB", self.decisions) for each in decision.warnings]


def _said_of(letter: str, diagnostic: Diagnostic) -> Diagnostic:
    return diagnostic._replace(message=f"{letter}: {diagnostic.message}")


def _tried(model: str, setting: Setting) -> Decision | AscendError:
    try:
        return setting.shown(decide(model, setting.options))
    except AscendError as error:
        return error


def differ(model: str, first: Setting, second: Setting) -> Difference:
    """Decides twice. An error says of which side it is, but one that both have, as of the model."""
    a, b = (_tried(model, each) for each in (first, second))
    if isinstance(a, AscendError) or isinstance(b, AscendError):
        errors = [(letter, each.diagnostics) for letter, each in zip("AB", (a, b)) if isinstance(each, AscendError)]
        is_of_both = len(errors) == 2 and errors[0][1] == errors[1][1]
        raise _make(errors[0][1] if is_of_both else (_said_of(letter, each) for letter, all_of_it in errors for each in all_of_it))
    return Difference((first, second), (a, b), _groups(a, b))


def pairs(first: Decision, second: Decision) -> list[tuple[Op | None, Op | None]]:
    """The ops of one name; those that only one of both has, alone."""
    # Names need not be unique: of equal ones the first pairs with the first.
    others: dict[str, deque[Op]] = {}
    for op in second.ops:
        others.setdefault(op.name, deque()).append(op)
    result: list[tuple[Op | None, Op | None]] = []
    for op in first.ops:
        same = others.get(op.name)
        result.append((op, same.popleft() if same else None))
    return result + [(None, op) for left in others.values() for op in left]


def _groups(first: Decision, second: Decision) -> list[Group]:
    groups: dict[Any, Group] = {}
    for a, b in pairs(first, second):
        if a and b and outcome(a) == outcome(b):
            continue
        key = tuple(op and (outcome(op), why(op), op.row["impl_mode"]["source"]) for op in (a, b))
        group = groups.setdefault(key, Group(a, b))
        group.names.append((a or b).name)  # type: ignore[union-attr]
    return sorted(groups.values(), key=lambda group: -len(group.names))


def record_of(difference: Difference) -> dict[str, Any]:
    """The object that the JSON is."""

    def side(op: Op | None) -> dict[str, Any] | None:
        if op is None:
            return None
        row = op.row
        return {
            "type": op.type,
            "dtypes": op.dtypes(),
            "accumulate": row["accumulate"],
            "impl_mode": op.mode,
            "impl_mode_source": row["impl_mode"]["source"],
            "engine": row["engine"],
            "rule": row["rule"],
            "source": row["source"],
            "reason": row["reason"],
        }

    return {
        "version": 1,
        "settings": [
            {"name": setting.name, "options": decision.report["options"], "casts": decision.casts[0], "cast_bytes": decision.casts[1]}
            for setting, decision in zip(difference.settings, difference.decisions)
        ],
        "groups": [{"ops": group.names, "a": side(group.first), "b": side(group.second)} for group in difference.groups],
    }
