# ===- diff.py - ascend-lab diff -------------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Which ops two settings decide differently, and which rule or line made the difference.

Settings are options of ATC, or the word of a precision mode; those behind the model are common.
Ops that differ for the same reasons stand together, and of these those that differ alike.

examples:
  ascend-lab diff net.onnx --a=force_fp16 --b=allow_mix_precision
  ascend-lab diff net.onnx --a='--soc_version=Ascend910B1' --b='--soc_version=Ascend310P3' --precision_mode=force_fp16
  ascend-lab diff net.onnx --precision_mode=force_fp16 --a='' --b='--keep_dtype=healed/keep_dtype.cfg'
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence

from ...errors import Diagnostic, _usage_error
from .. import arguments, table
from ..differences import Difference, Group, differ, record_of
from ..settings import setting_of

__all__ = ["add_arguments", "run"]

_FORMS = {".txt": "text", ".json": "json"}
_NAMES = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_model(parser)
    arguments.add_forms(parser, _FORMS)
    parser.add_argument("--a", metavar="OPTIONS", help="the first setting")
    parser.add_argument("--b", metavar="OPTIONS", help="the second setting")
    parser.add_argument("--names", action="store_true", help="the names of all ops, not of the first few")


def _group_lines(group: Group, all_names: bool, width: int | None) -> list[str]:
    a, b = group.sides()
    count = len(group.names)
    names = table.without_prefix(group.names, count if all_names else _NAMES)
    return [*table.wrap(f"{count} {group.either.type}: {a}  ->  {b}", width, "  "), *table.wrap(names, width, "    ")]


def _text(difference: Difference, all_names: bool, width: int | None) -> str:
    lines: list[str] = []
    for letter, setting, decision in zip("AB", difference.settings, difference.decisions):
        report = decision.report
        lines += table.wrap(
            f"{letter}: {setting.name} ({report['precision_mode']} on {report['soc']}): {decision.casts_text()}", width
        )
    count, total = difference.count, difference.total
    if count:
        lines.append(f"{count:,} of {table.plural(total, 'op')} {'is' if count == 1 else 'are'} different")
    else:
        lines.append("the only op is decided alike" if total == 1 else f"all {total:,} ops are decided alike")
    for sides, members in difference.by_reasons():
        lines.append("")
        for letter, reasons in zip("AB", sides):
            for reason in reasons:
                lines += table.wrap(f"{letter}: {reason}", width)
        for group in members:
            lines += _group_lines(group, all_names, width)
    return "\n".join(lines).rstrip() + "\n"


def run(given: argparse.Namespace, options: Mapping[str, bool | str]) -> Sequence[Diagnostic]:
    """Decides twice and prints the differences."""
    if given.a is None or given.b is None:
        raise _usage_error("two settings are compared", "give --a and --b")
    form = arguments.form_of(given, _FORMS)
    arguments.check_of_text(form, {"names": given.names}, "leave it out: all names are there")
    model = arguments.model_of(given)
    difference = differ(model, setting_of("--a", given.a, options), setting_of("--b", given.b, options))
    if form == "json":
        text = json.dumps(record_of(difference), indent=1, ensure_ascii=False) + "\n"
    else:
        text = _text(difference, given.names, None if given.report else table.width_of_terminal())
    used = [model, *(value for s in difference.settings for value in s.options.values() if isinstance(value, str))]
    arguments.put(given, text, used)
    return difference.warnings
