# ===- report_extras.py - What a search and a sweep left for a report ---------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The folder that `ascend-lab search --to` wrote, and the JSON of `ascend-lab sweep`. Both come from
outside: what they do not have is an error."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import _usage_error
from . import table
from .healed_folder import FILES
from .regular import regular
from .triallog import model_of

__all__ = ["HealingSet", "Point", "healing_of", "points_of", "points_of_file"]

_MOST = 64 << 20
"""Bytes of a file that is read: a manifest has a line for each op of each trial."""


@dataclass(frozen=True)
class Point:
    """A setting of a sweep."""

    setting: str
    refused: str = ""
    """Why CANN refuses it."""
    is_best: bool = False
    lost: int = 0
    error: float | None = None
    """Relative, of the worst output; None where no element is finite."""
    microseconds: float | None = None
    """What the chip would take at least; None where that is not known."""
    casts: int = 0
    floats: int = 0
    """Ops that write float32."""


@dataclass(frozen=True)
class HealingSet:
    """What a search found."""

    folder: str
    kept: tuple[str, ...]
    budget: str
    files: Mapping[str, str]
    """The text of each file for ATC, by the option that takes it."""
    paths: Mapping[str, str]
    verdicts: tuple[str, ...]
    """On the inputs of the search, and on those that were held out."""
    alternatives: tuple[str, ...]
    trials: int
    is_minimal: bool
    holds: bool
    """On the inputs of the search and on those that were held out."""
    curve: tuple[tuple[int, float | None, bool], ...] = field(default=())
    """Ops kept, the error, and whether the budget holds."""
    options: Mapping[str, str] = field(default_factory=dict)

    def other_options(self, options: Mapping[str, str]) -> str:
        """Those that are others in the report of `options`."""
        return ", ".join(f"--{name}={value}" for name, value in self.options.items() if options.get(name) != value)


def _read(option: str, path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", opener=regular) as file:
            text = file.read(_MOST + 1)
    except OSError as error:
        raise _usage_error(f"{option}: cannot read {path}: {error.strerror}", "check the path") from None
    if len(text) > _MOST:
        raise _usage_error(f"{option}: {path} is larger than {_MOST >> 20} MiB", "give what ascend-lab wrote")
    return text


def _object(option: str, path: str) -> dict[str, Any]:
    try:
        value = json.loads(_read(option, path))
    except (ValueError, RecursionError) as error:
        raise _usage_error(f"{option}: {path} is no JSON: {error}", "give what ascend-lab wrote") from None
    if not isinstance(value, dict) or value.get("version") != 1:
        raise _usage_error(f"{option}: {path} is not of version 1", "give what this version of ascend-lab wrote")
    return value


def _number(value: Any) -> float | None:
    if value is None:
        return None
    number = float(value)
    return number if math.isfinite(number) else None


def points_of(value: Mapping[str, Any]) -> list[Point]:
    """Of a sweep's JSON. Raises KeyError, TypeError, ValueError or AttributeError where it is none."""
    points = []
    for each in value["settings"]:
        if each["refused"]:
            points.append(Point(str(each["setting"]), str(each["refused"])))
            continue
        points.append(
            Point(
                str(each["setting"]),
                "",
                bool(each["is_best"]),
                int(each["lost"]),
                _number(each["relative"]),
                _number(each["npu_us"]),
                int(each["casts"]),
                int(each["ops"].get("float", 0)),
            )
        )
    return points


def points_of_file(path: str) -> tuple[list[Point], str]:
    """The settings, and a sentence on where they come from."""
    value = _object("--sweep", path)
    try:
        points = points_of(value)
        count, evidence = int(value["inputs"]), bool(value["is_evidence"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _usage_error(f"--sweep: {path} is no sweep: {error!r}", "give what ascend-lab sweep --report=FILE.json wrote") from None
    return points, f"from {path}: {table.plural(count, 'input')}" + ("" if evidence else ", made up: not evidence")


def _verdict(what: str, record: Mapping[str, Any]) -> str:
    worst = max((_number(each["relative"]) or 0.0 for each in record["outputs"].values()), default=0.0)
    faults = "; ".join(map(str, record["faults"]))
    return f"on {table.plural(int(record['inputs']), 'input')} {what}: " + (faults or f"holds; relative error {worst:.2g}")


def _budget(value: Mapping[str, Any]) -> str:
    parts = [*map(str, value["budget"])]
    parts += [f"{name} {value[name]}" for name in ("score", "check", "headroom", "max_ops", "max_cost") if value[name] is not None]
    return ", ".join(parts)


def _healing(folder: str, value: Mapping[str, Any]) -> HealingSet:
    paths = {option: os.path.join(folder, name) for option, name in FILES.items()}
    paths = {option: path for option, path in paths.items() if os.path.isfile(path)}
    verdicts = [_verdict("of the search", value["search"])] if value.get("search") else []
    verdicts += [_verdict("held out", value["held_out"])] if value.get("held_out") else []
    return HealingSet(
        folder,
        tuple(map(str, value["kept"])),
        _budget(value),
        {option: _read("--healed", path) for option, path in paths.items()},
        paths,
        tuple(verdicts),
        tuple(f"{each['file']}: {each['verdict']}" for each in value["alternatives"]),
        len(value["trials"]),
        bool(value.get("is_minimal")),
        not any(value[part]["faults"] for part in ("search", "held_out") if value.get(part)),
        tuple((int(size), _number(error), bool(passes)) for size, error, passes in value.get("curve") or ()),
        {str(name): option for name, option in value["options"].items() if isinstance(option, str)},
    )


def healing_of(folder: str, model: str) -> HealingSet:
    """What a search wrote into its folder, which must be of this very model."""
    path = os.path.join(folder, "manifest.json")
    if not os.path.isdir(folder) or not os.path.isfile(path):
        raise _usage_error(f"--healed={folder}: there is no manifest.json", "give the folder of ascend-lab search --to=DIR")
    value = _object("--healed", path)
    try:
        ours, theirs = model_of(model), value["model"]
        if any(ours[key] != theirs[key] for key in ("sha256", "external_data")):
            raise _usage_error(f"--healed={folder} is of another model than {model}", "search on this model")
        return _healing(folder, value)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _usage_error(f"--healed: {path} is no manifest of a search: {error!r}", "give what ascend-lab search wrote") from None
