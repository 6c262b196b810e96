# ===- keepable.py - Which ops a line can keep --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A chip may have no kernel for the dtypes that the model has: then CANN refuses the line that keeps
the op (EZ3003), and no such line is offered."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..errors import AscendError, Diagnostic
from .decision import Decision, Op, decide
from .kept import Keeper
from .ports import Ports, is_line

__all__ = ["with_blocked", "with_cpu", "without_refused", "without_vain"]


def _names(diagnostic: Diagnostic, op: Op) -> bool:
    # Ops of several types may have one name.
    return f"[{op.name}], optype [{op.type}]" in diagnostic.message


def refused_of(error: AscendError, ops: Sequence[Op], decision: Decision) -> list[tuple[Op, str]]:
    """Those of `ops` that cannot be kept, where a decision that keeps all of them was refused, each with the
    reason; none where it failed otherwise. What a line keeps beside an op that is refused cannot be kept either."""
    refused = [each for each in error.diagnostics if each.code == "EZ3003"]
    named = [op for op in decision.ops if any(_names(each, op) for each in refused)]
    # Any of the nodes that a fusion made it of marks it.
    culprits = {name: op for op in named for name in (*op.keep_names, op.name, *op.row["original_names"])}
    indices = {op.index for op in named}
    culprits |= {name: op for op in ops if op.index in indices for name in op.keep_names}
    result = []
    for op in ops:
        if op.index in indices:
            result.append((op, "no kernel of the chip takes the model's dtypes"))
        elif name := next((name for name in op.keep_names if name in culprits), None):
            result.append((op, f"`{name}` keeps {culprits[name].name}, too, of which no kernel of the chip takes the model's dtypes"))
    return result


def without_vain(ops: Sequence[Op], kept: Decision) -> tuple[list[Op], list[tuple[Op, str]]]:
    """`ops` that a decision that keeps all of them changes, and those that have the dtypes that they had, with the
    reason: CANN takes their lines, and finds no kernel for what they ask."""
    same = {(op.name, op.type, op.tensors()) for op in kept.ops}
    left, vain = [], []
    for op in ops:
        if op.has_other_dtypes and not op.ports and (op.name, op.type, op.tensors()) in same:
            vain.append((op, "no kernel takes the model's dtypes, and CANN leaves them as they are"))
        else:
            left.append(op)
    return left, vain


def with_cpu(ops: Sequence[Op], kept: Decision) -> list[Op]:
    """`ops` with a mark at those that the AI CPU runs in a decision that keeps all of them, and did not before."""
    names = {op.name for op in kept.ops if op.row["engine"] == "aicpu"}
    return [replace(op, goes_to_cpu=op.name in names and op.row["engine"] != "aicpu") for op in ops]


def without_refused(
    error: AscendError, ops: Sequence[Op], decision: Decision, ports: Ports
) -> tuple[list[Op], list[tuple[Op, str]]] | None:
    """Of `ops`, of which a decision that keeps all was refused: those that can be kept still, and those that cannot,
    with the reasons. Of what no line of keep_dtype keeps, a line of customize_dtypes keeps as many tensors as a kernel
    takes. None where it failed otherwise."""
    refused = {op.index: (op, reason) for op, reason in refused_of(error, ops, decision)}
    left, none = [], []
    for op in ops:
        if op.index not in refused:
            left.append(op)
            continue
        _, reason = refused[op.index]
        # A line of customize_dtypes that is refused, too, is of no use a second time.
        tensors = None if op.ports else next(ports.of(op, op.tensors("origin")), None)
        if tensors:
            left.append(replace(op, ports=tensors, blocked=reason))
        else:
            unwritten = "" if is_line(op.name, op.tensors("origin")) else "; its name cannot stand in a line of customize_dtypes, either"
            none.append((op, reason + unwritten))
    return (left, none) if refused else None


def with_blocked(decision: Decision, model: str, options: Mapping[str, bool | str]) -> Decision:
    """The decision of a model, in which the ops that no line of keep_dtype can keep have none."""
    ops = [op for op in decision.ops if op.has_other_dtypes and op.keep_names]
    none: list[tuple[Op, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        keeper = Keeper(options, folder)
        ports = Ports(model, keeper, decision)
        while ops:
            try:
                kept = decide(model, keeper.options_of(ops, model))
                left, vain = without_vain(ops, kept)
                none += vain
                ops = with_cpu(left, kept)
                break
            except AscendError as error:
                if not (found := without_refused(error, ops, decision, ports)):
                    break
                ops, gone = found
                none += gone
    known = {op.index: op for op in ops} | {op.index: replace(op, ports=None, blocked=why) for op, why in none}
    types = {name for op in known.values() if op.blocked for name in op.keep_types}

    def marked(op: Op) -> Op:
        op = known.get(op.index, op)
        if op.blocked:
            return replace(op, keep_names=(), keep_types=())
        return replace(op, keep_types=tuple(name for name in op.keep_types if name not in types))

    return replace(decision, ops=tuple(map(marked, decision.ops)))
