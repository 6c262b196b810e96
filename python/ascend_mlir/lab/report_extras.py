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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import _usage_error
from . import table
from .data import Source
from .healed_folder import FILES, FOR_ATC
from .regular import regular
from .triallog import hash_of, hashes_of, in_force_of, inputs_of, model_of

__all__ = ["HealingSet", "InForce", "Point", "check_model", "healing_of", "points_of", "points_of_file"]

_VERSION = 2
"""Of what is read."""

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
class InForce:
    """The options that something was decided with, also those that nobody gave."""

    options: Mapping[str, str]
    files: Mapping[str, str]
    """The hashes of the files that they name."""
    varied: frozenset[str] = frozenset()
    """Names of those of which there were several values."""
    found: frozenset[str] = frozenset()
    """The hashes of files that came out: an option that names one of them was not another one."""

    def others(self, report: Mapping[str, Any]) -> str:
        """Those that are others in the decision of this report."""
        ours = in_force_of(report)
        files = hashes_of(ours)
        texts = []
        for name in (*self.options, *(name for name in ours if name not in self.options)):
            if name in self.varied or files.get(name) in self.found:
                continue
            theirs, here = self.options.get(name), ours.get(name)
            if name in self.files and name in files:
                # A file may have been moved, or have other lines now.
                if self.files[name] != files[name]:
                    texts.append(f"--{name}={theirs} (here {here}, which has other lines)")
            elif theirs != here:
                texts.append((f"no --{name}" if theirs is None else f"--{name}={theirs}") + f" (here {'none' if here is None else here})")
        return ", ".join(texts)


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
    in_force: InForce = InForce({}, {})


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
    if not isinstance(value, dict) or value.get("version") != _VERSION:
        raise _usage_error(f"{option}: {path} is not of version {_VERSION}", "give what this version of ascend-lab wrote")
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


def check_model(option: str, value: Mapping[str, Any], model: str) -> None:
    """An error where what was read is not of this very model."""
    ours, theirs = model_of(model), value["model"]
    if any(ours[key] != theirs[key] for key in ("sha256", "external_data")):
        raise _usage_error(f"{option} is of another model than {model}", "make it of this model")


def _has_inputs(value: Mapping[str, Any], source: Source) -> bool:
    """Whether what was read is of these inputs."""
    ours = inputs_of(source)
    hashes = [[each["sha256"] for each in inputs["data"]] for inputs in (ours, value)]
    return hashes[0] == hashes[1] and ours["limit"] == value["limit"] and (source.is_evidence or ours["seed"] == value["seed"])


def _in_force(value: Mapping[str, Any], varied: Iterable[str] = (), found: Iterable[str] = ()) -> InForce:
    options, files = ({str(name): str(each) for name, each in value[key].items()} for key in ("in_force", "files"))
    return InForce(options, files, frozenset(varied), frozenset(found))


def points_of_file(path: str, model: str, source: Source) -> tuple[list[Point], str, InForce]:
    """The settings of a sweep of this very model, a sentence on where they come from, and the options that all of them have."""
    value = _object("--sweep", path)
    try:
        points = points_of(value)
        count, evidence = int(value["inputs"]), bool(value["is_evidence"])
        check_model(f"--sweep={path}", value, model)
        others = "" if _has_inputs(value, source) else ", not those of this report"
        in_force = _in_force(value, map(str, value["varied"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _usage_error(f"--sweep: {path} is no sweep: {error!r}", "give what ascend-lab sweep --report=FILE.json wrote") from None
    return points, f"from {path}: {table.plural(count, 'input')}{others}" + ("" if evidence else ", made up: not evidence"), in_force


def _verdict(what: str, record: Mapping[str, Any]) -> str:
    worst = max((_number(each["relative"]) or 0.0 for each in record["outputs"].values()), default=0.0)
    faults = "; ".join(map(str, record["faults"]))
    return f"on {table.plural(int(record['inputs']), 'input')} {what}: " + (faults or f"holds; relative error {worst:.2g}")


def _budget(value: Mapping[str, Any]) -> str:
    parts = [*map(str, value["budget"])]
    parts += [f"{name} {value[name]}" for name in ("score", "check", "headroom", "max_ops", "max_cost") if value[name] is not None]
    return ", ".join(parts)


def _healing(folder: str, value: Mapping[str, Any]) -> HealingSet:
    written = {str(name): str(digest) for name, digest in value["written"].items()}
    paths = {option: os.path.join(folder, name) for option, name in FILES.items() if name in written}
    verdicts = [_verdict("of the search", value["search"])] if value.get("search") else []
    verdicts += [_verdict("held out", value["held_out"])] if value.get("held_out") else []
    return HealingSet(
        folder,
        tuple(map(str, value["kept"])),
        _budget(value),
        {option: _read("--healed", path) for option, path in paths.items()},
        paths,
        tuple(verdicts),
        tuple(f"{each['file']}{'' if each['is_written'] else ' is not written'}: {each['verdict']}" for each in value["alternatives"]),
        len(value["trials"]),
        bool(value.get("is_minimal")),
        not any(value[part]["faults"] for part in ("search", "held_out") if value.get(part)),
        tuple((int(size), _number(error), bool(passes)) for size, error, passes in value.get("curve") or ()),
        _in_force(value, found=written.values()),
    )


def _changed(folder: str, value: Mapping[str, Any]) -> list[str]:
    """The files for ATC that are not as the search wrote them: others, gone, or come since."""
    paths = {name: os.path.join(folder, name) for name in FOR_ATC}
    return [name for name, path in paths.items() if value["written"].get(name) != (hash_of(path) if os.path.isfile(path) else None)]


def healing_of(folder: str, model: str) -> HealingSet:
    """What a search wrote into its folder, which must be of this very model and as it was written."""
    path = os.path.join(folder, "manifest.json")
    if not os.path.isdir(folder) or not os.path.isfile(path):
        raise _usage_error(f"--healed={folder}: there is no manifest.json", "give the folder of ascend-lab search --to=DIR")
    value = _object("--healed", path)
    try:
        check_model(f"--healed={folder}", value, model)
        if names := _changed(folder, value):
            raise _usage_error(
                f"--healed={folder}: not as the search wrote it: {', '.join(names)}", "what it found holds with its own files: search again"
            )
        return _healing(folder, value)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _usage_error(f"--healed: {path} is no manifest of a search: {error!r}", "give what ascend-lab search wrote") from None
