# ===- verify_forms.py - The forms of a verification -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Text for people, JSON and CSV for programs."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, Union

from . import table
from .decision import SHORT, Decision, Op
from .verifying import FusionRow, OpRow, TypeRow, Verification

__all__ = ["csv_of", "grouped", "json_of", "not_in_rows", "records_of", "text_of"]

_ABOUT = {"atc_version": "ATC", "opp_version": "op package", "soc_version": "chip"}


def _dtypes(op: Op) -> str:
    words = [[str(t["dtype"]) for t in op.row[kind] if t] for kind in ("inputs", "outputs")]
    return " > ".join(", ".join(side) for side in words if side)


def _ours(row: OpRow) -> str:
    if row.here is None:
        return "no such op"
    return f"{row.here.type} {_dtypes(row.here)}"


# ===----------------------------------------------------------------------===#
# Text
# ===----------------------------------------------------------------------===#


def _short(text: str) -> str:
    for word in sorted(SHORT, key=len, reverse=True):
        text = text.replace(word, SHORT[word])
    return text


def _printable(line: str) -> str:
    """Names of a file may hold anything, such as what moves a terminal's cursor."""
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in line)


def not_in_rows(found: Sequence[Verification]) -> list[str]:
    """What differs and is no row that was compared, a part of a sentence each."""
    missing = sum(sum((each.ops_missing or {}).values()) for each in found)
    casts = sum(each.casts_differ for each in found)
    said = [f"{table.plural(missing, 'op')} of ours {'is' if missing == 1 else 'are'} not there"] if missing else []
    return said + ([f"{table.plural(casts, 'inserted cast')} {'differs' if casts == 1 else 'differ'}"] if casts else [])


_Row = TypeVar("_Row", bound=Union[OpRow, FusionRow, TypeRow])


def _listed(rows: Sequence[_Row], one: str, what: str, everything: bool, lines_of: Callable[[Sequence[_Row]], list[str]]) -> list[str]:
    """How many are equal, those that are not, and behind them what is equal."""
    differing = [row for row in rows if not row.equal]
    equal = [row for row in rows if row.equal]
    lines = [_count(rows, one, what), *lines_of(differing)]
    if not everything:
        return lines
    return lines + (["equal:"] if differing and equal else []) + lines_of(equal)


def _count(rows: Sequence[_Row], one: str, what: str) -> str:
    equal, compared = sum(row.equal for row in rows), len(rows)
    if equal == compared:
        return f"all {compared:,} {what} equal" if compared != 1 else f"the one {one} equal"
    if not equal:
        return f"none of {compared:,} {what} equal:"
    rest = f"{compared - equal:,}" if compared - equal != 1 else "other"
    return f"{equal:,} of {compared:,} {what} equal; the {rest}:"


def _types(counts: Mapping[str, int] | None) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted((counts or {}).items(), key=lambda item: (-item[1], item[0])))


def grouped(rows: Sequence[OpRow]) -> dict[tuple[str, str, str], list[str]]:
    """Names of ops that are there alike, here alike and for one reason."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        groups.setdefault((f"{row.there.type} {row.there.dtypes()}", _ours(row), row.why), []).append(row.there.name)
    return groups


def _op_lines(rows: Sequence[OpRow], width: int | None) -> list[str]:
    lines = []
    for (there, here, why), names in grouped(rows).items():
        times = f"{len(names):,} x " if len(names) > 1 else ""
        lines += table.wrap(f"{times}there {_short(there)}; here {_short(here)}", width, "  ")
        if why:
            lines += table.wrap(why, width, "    ")
        _, shown = table.shorten(names[:3], 60)
        prefix, _ = table.shorten(names[:3], None)
        lines += table.wrap(table.some([*(prefix + name for name in shown), *names[3:]], 3), width, "    ")
    return lines


def _fusion_lines(rows: Sequence[FusionRow], width: int | None) -> list[str]:
    lines = []
    for row in rows:
        lines += table.wrap(f"{row.name}: {row.there:,} there, {row.here:,} here", width, "  ")
        if row.why:
            lines += table.wrap(row.why, width, "    ")
    return lines


def _type_lines(rows: Sequence[TypeRow], width: int | None) -> list[str]:
    return [line for row in rows for line in table.wrap(f"{row.types}: {row.there:,} there, {row.here:,} here", width, "  ")]


def _section(found: Verification, everything: bool, width: int | None) -> list[str]:
    about = ", ".join(f"{_ABOUT[key]} {found.run.about[key]}" for key in _ABOUT if key in found.run.about)
    lines = ["", *table.wrap(f"--{found.run.kind}={found.run.path}" + (f" ({about})" if about else ""), width)]
    if found.fusions or found.run.graph_fusions:
        lines += _listed(found.fusions, "fusion", "fusions", everything, lambda rows: _fusion_lines(rows, width))
    if found.types:
        lines += _listed(found.types, "count of a type", "counts of types", everything, lambda rows: _type_lines(rows, width))
    if found.run.ub_fusions:
        effects = sum(fusion.effects for fusion in found.run.ub_fusions)
        lines += table.wrap(f"not compared: {table.plural(effects, 'fusion')} of kernels, made when dtypes are decided", width)
    if found.run.ops:
        lines += _listed(found.ops, "op", "ops", everything, lambda rows: _op_lines(rows, width))
        by_type = sum(row.by == "type" for row in found.ops)
        if by_type:
            lines += table.wrap(f"{by_type:,} were paired by type and order, as no name fits", width)
        if found.ops_not_compared:
            lines += table.wrap(f"not compared, as nothing is decided for them: {_types(found.ops_not_compared)}", width)
        if found.ops_missing:
            lines += table.wrap(f"of ours not there: {_types(found.ops_missing)}", width)
        if parts := Counter(found.ops_not_there) - Counter(found.ops_missing):
            lines += table.wrap(f"here alone, as parts of kernels or without one: {_types(parts)}", width)
        for cast in found.casts:
            fused = f" and {cast.fused:,} of any dtypes in other kernels" if cast.fused else ""
            lines += table.wrap(f"inserted casts {_short(cast.casts)}: {cast.there:,}{fused} there, {cast.here:,} here", width)
    return lines


def text_of(decision: Decision, found: Sequence[Verification], everything: bool, width: int | None) -> str:
    """What differs, or all; lines of at most `width` columns, except for long names."""
    report = decision.report
    equal, compared = sum(each.equal for each in found), sum(each.compared for each in found)
    head = "; ".join([f"{equal:,} of {compared:,} equal", *not_in_rows(found)])
    lines = table.wrap(f"{report['precision_mode']} on {report['soc']}: {head}", width)
    for each in found:
        lines += _section(each, everything, width)
    return "\n".join(map(_printable, lines)) + "\n"


# ===----------------------------------------------------------------------===#
# For programs
# ===----------------------------------------------------------------------===#


def _op_record(row: OpRow) -> dict[str, Any]:
    there, here = row.there, row.here
    return {
        "name": there.name,
        "type": there.type,
        "inputs": there.inputs,
        "outputs": there.outputs,
        "here": None
        if here is None
        else {
            "name": here.name,
            "type": here.type,
            "inputs": [tensor and tensor["dtype"] for tensor in here.row["inputs"]],
            "outputs": [tensor and tensor["dtype"] for tensor in here.row["outputs"]],
            "rule": here.row["rule"],
            "facts": here.row["facts"],
        },
        "paired_by": row.by or None,
        "equal": row.equal,
        "why": row.why or None,
    }


def _fusion_record(row: FusionRow) -> dict[str, Any]:
    return {"pass": row.name, "there": row.there, "here": row.here, "modelled": row.modelled, "equal": row.equal, "why": row.why or None}


def _record(found: Verification) -> dict[str, Any]:
    return {
        "option": found.run.kind,
        "file": found.run.path,
        "about": dict(found.run.about),
        "compared": found.compared,
        "equal": found.equal,
        "agrees": found.agrees,
        "fusions": [_fusion_record(row) for row in found.fusions],
        "ops": [_op_record(row) for row in found.ops],
        "types": [{"types": row.types, "there": row.there, "here": row.here, "equal": row.equal} for row in found.types],
        "casts": [{"casts": row.casts, "there": row.there, "here": row.here, "there_in_kernels": row.fused} for row in found.casts],
        "not_compared": dict(found.ops_not_compared or {}),
        "here_alone": dict(found.ops_not_there or {}),
        "missing": dict(found.ops_missing or {}),
        "casts_differ": found.casts_differ,
    }


def json_of(decision: Decision, found: Sequence[Verification]) -> str:
    report = decision.report
    value = {
        "version": 1,
        "soc": report["soc"],
        "precision_mode": report["precision_mode"],
        "options": report["options"],
        "compared": sum(each.compared for each in found),
        "equal": sum(each.equal for each in found),
        "agrees": all(each.agrees for each in found),
        "files": [_record(each) for each in found],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


_COLUMNS = ("option", "kind", "name", "there", "here", "here_name", "equal", "paired_by", "why")


def records_of(found: Sequence[Verification]) -> list[dict[str, Any]]:
    """A row for each fusion and each op that was compared."""
    rows: list[tuple[Any, ...]] = []
    for each in found:
        kind = each.run.kind
        for fusion in each.fusions:
            rows.append((kind, "fusion", fusion.name, fusion.there, fusion.here, "", fusion.equal, "", fusion.why))
        for row in each.ops:
            name = row.here.name if row.here else ""
            there = f"{row.there.type} {row.there.dtypes()}"
            rows.append((kind, "op", row.there.name, there, _ours(row), name, row.equal, row.by, row.why))
    return [dict(zip(_COLUMNS, row)) for row in rows]


def csv_of(found: Sequence[Verification]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records_of(found))
    return out.getvalue()
