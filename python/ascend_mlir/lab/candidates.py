# ===- candidates.py - What can be kept ---------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The ops that can be kept, in the steps in which lines of files can keep them, and one build with both
forms of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .. import _core
from ..errors import AscendError, ConfigurationError, Diagnostic, UnsupportedOpError
from . import table
from .decision import Decision, Op, decide, is_mode_key
from .keepable import with_cpu, without_refused, without_vain
from .kept import Keeper
from .ports import Ports

__all__ = ["Candidates", "Group", "NothingToKeep", "candidates", "changes", "names_of", "types_text"]

Group = tuple[Op, ...]
"""Ops that the same lines keep, such as those that GE makes of one node or nodes of one name: all of them
are kept, or none."""


def names_of(group: Group) -> tuple[str, ...]:
    """What stands in the lines that keep it."""
    return group[0].keep_names if group[0].has_other_dtypes and not group[0].ports else (group[0].name,)


def types_text(group: Group) -> str:
    """Its types, and what else the lines keep."""
    counts = Counter(op.type for op in group)
    text = ", ".join(type if count == 1 else f"{count} {type}" for type, count in counts.items())
    others = group[0].namesakes + 1 - len(group) if group[0].has_other_dtypes and not group[0].ports else 0
    return text + (f", with {table.plural(others, 'more op')} of that name" if others > 0 else "")


class NothingToKeep(ConfigurationError):
    """No op has two forms."""


@dataclass(frozen=True)
class Candidates:
    """The ops that can be kept."""

    keeper: Keeper
    plain: Decision
    """Without a file that keeps any of them."""
    groups: Sequence[Group]
    has_hf32: bool
    """Whether a cube op multiplies float32 as HF32 where all of them are kept."""
    blocked: Sequence[tuple[Op, str]]
    """Those that cannot be kept, with the reason."""
    core: _core.Model
    """Holds both forms of each but of those in `alone`."""
    alone: frozenset[str] = frozenset()
    """Names of ops, such as those of branches and loops, whose two forms cannot stand in one build: a set
    with one of them is compiled."""

    @cached_property
    def ops(self) -> Sequence[Op]:
        return self.members(range(len(self.groups)))

    def members(self, members: Iterable[int]) -> list[Op]:
        """The ops of a set of groups."""
        return [op for member in sorted(members) for op in self.groups[member]]


_NO_MODE = "it multiplies float32 as HF32, and its name cannot stand in a file of op_precision_mode"
"""Why an op cannot be kept from that."""


def _groups(ops: Sequence[Op]) -> list[Group]:
    """In the order in which the first of each runs."""
    groups: dict[frozenset[str], list[Op]] = {}
    for op in ops:
        groups.setdefault(frozenset(names_of((op,))), []).append(op)
    return [tuple(group) for group in groups.values()]


def _by_type(ops: Sequence[Op]) -> list[Op]:
    """An op whose name cannot stand in a file is kept by its type, and with it all that such a line keeps."""
    types = dict.fromkeys(op.keep_types[0] for op in ops if op.has_other_dtypes and not op.keep_names and op.keep_types)

    def line_of(op: Op) -> str:
        return next((f"OpType::{type}" for type in types if type in op.keep_types), "")

    return [replace(op, keep_names=(line,), namesakes=0) if (line := line_of(op)) else op for op in ops]


def _obstacle(op: Op) -> str:
    """Why no line can keep it, as far as its row says; or nothing."""
    # Of an op whose HF32 may be kept from it, the name stands in another file.
    if not op.has_other_dtypes:
        return "" if is_mode_key(op.name) else _NO_MODE
    if not op.keep_names:
        return "its name cannot stand in a file"
    return "a line of your customize_dtypes gives it its dtypes" if op.row["rule"] == "customized" else ""


def candidates(model: str, options: Mapping[str, bool | str], folder: str, with_modes: bool) -> Candidates:
    """The ops that can be kept: those that the decision changes and, `with_modes`, the cube ops
    that multiply float32 as HF32 where they are kept.

    Raises: ConfigurationError where there is none.
    """
    plain = decide(model, options)
    keeper = Keeper(options, folder)
    ports = Ports(model, keeper, plain)
    ops = [op for op in plain.ops if op.has_other_dtypes or (with_modes and op.is_hf32)]
    ops = _by_type(ops)
    blocked = [(op, why) for op in ops if (why := _obstacle(op))]
    ops = [op for op in ops if not _obstacle(op)]
    while ops:
        kept_options = keeper.options_of(ops, model)
        try:
            kept = decide(model, kept_options)
            ops, vain = without_vain(ops, kept)
            if vain:
                blocked += vain
                continue
            if with_modes and not keeper.modes and (names := _hf32_names(kept)):
                keeper.modes = names
                continue
            core, alone = _build(model, options, kept_options, ops)
            ops = with_cpu(ops, kept)
        except AscendError as error:
            if not (found := without_refused(error, ops, plain, ports)):
                raise
            ops, none = found
            blocked += none
            continue
        has_hf32 = any(op.is_hf32 for op in kept.ops)
        if with_modes:
            nameless = {op.name for op in ops if not is_mode_key(op.name)}
            blocked += [(op, f"only its dtypes can: {_NO_MODE}") for op in kept.ops if op.is_hf32 and op.name in nameless]
        return Candidates(keeper, plain, _groups(ops), has_hf32, blocked, core, alone)
    why = blocked[0][1] if blocked else "the decision changes none"
    raise NothingToKeep(Diagnostic("", f"no op can be kept: {why}", "", "there is nothing to search", 2))


def _build(
    model: str, options: Mapping[str, bool | str], kept: Mapping[str, bool | str], ops: Sequence[Op]
) -> tuple[_core.Model, frozenset[str]]:
    """What holds both forms of ops, and the names of those whose forms it does not hold."""
    names = frozenset(op.name for op in ops)
    try:
        core = _core.choose_file(model, list(options.items()), changes(kept, options))
    except UnsupportedOpError:
        # Fusions made other ops of it: each set is compiled.
        return _core.compile_file(model, list(options.items())), names
    return core, names - set(core.choices())


def changes(options: Mapping[str, bool | str], base: Mapping[str, bool | str]) -> list[tuple[str, bool | str]]:
    return [(name, value) for name, value in options.items() if base.get(name) != value]


def _hf32_names(decision: Decision) -> frozenset[str]:
    """Cube ops whose mode a line of a file can say."""
    return frozenset(op.name for op in decision.ops if op.is_hf32 and is_mode_key(op.name))
