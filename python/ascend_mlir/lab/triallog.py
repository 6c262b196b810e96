# ===- triallog.py - The trials of a search, for going on -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A line for each set that was tried, written as soon as it is known: a search that was stopped
goes on from there."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import _core
from ..errors import _usage_error
from .arguments import write_whole
from .bench import Bench
from .data import Sample, Source
from .minimize import Trials

__all__ = [
    "FILES", "TrialLog", "has_trials", "hash_of", "hash_of_inputs", "hash_of_text", "hashes_of", "in_force_of", "inputs_of", "model_of"
]  # fmt: skip

FILES = ("trials.jsonl", "trials_modes.jsonl")
"""Of a search over dtypes alone, and of one over HF32, too."""

_WRITTEN = {"op_compiler_cache_dir", "report", "write_impl_ini", "outputs", "dump"}
"""Options that name what is written."""


def hash_of(path: str) -> str:
    """SHA-256 of a file, as sha256sum has it, or of the names and files below a folder, in the order of their names."""
    digest = hashlib.sha256()
    files = [path]
    if os.path.isdir(path):
        files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    for each in files:
        if each != path:
            digest.update(os.path.relpath(each, path).encode(errors="surrogateescape") + b"\0")
        if os.path.isfile(each) and os.access(each, os.R_OK):
            with open(each, "rb") as file:
                for block in iter(lambda: file.read(1 << 20), b""):
                    digest.update(block)
    return digest.hexdigest()


def hash_of_text(text: str) -> str:
    """That of the file which write_whole makes of it."""
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


def model_of(path: str) -> dict[str, Any]:
    """Path and SHA-256 of a model, and of the files beside it that it keeps weights in."""
    folder = os.path.dirname(path)
    files = {os.path.relpath(each, folder): hash_of(each) for each in _core.find_external_data(path)}
    return {"path": path, "sha256": hash_of(path), "external_data": files}


def hash_of_inputs(samples: Sequence[Sample]) -> str:
    """SHA-256 of the names, dtypes, shapes and bytes of the inputs that a program gave."""
    digest = hashlib.sha256()
    for sample in samples:
        for name in sorted(sample.arrays):
            array = np.asarray(sample.arrays[name])
            digest.update(f"{name}\0{array.dtype.str}{array.shape}".encode(errors="surrogateescape"))
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def inputs_of(source: Source, samples: Sequence[Sample] = ()) -> dict[str, Any]:
    """What inputs there are; `samples` are those of a program."""
    data = [{"path": path, "sha256": hash_of(path)} for path in source.paths]
    if source.dicts is not None:
        data = [{"path": "", "sha256": hash_of_inputs(samples)}]
    return {"data": data, "seed": source.seed, "limit": source.limit}


def in_force_of(report: Mapping[str, Any]) -> dict[str, str]:
    """The options that a decision was made with, also those that nobody gave."""
    return {row["option"]: row["value"] for row in report["options_in_force"] if row["option"] not in _WRITTEN}


def hashes_of(options: Mapping[str, bool | str]) -> dict[str, str]:
    """Of the files and folders that options name and that are read."""
    read = {name: value for name, value in options.items() if isinstance(value, str) and name not in _WRITTEN}
    return {name: hash_of(value) for name, value in read.items() if os.path.exists(value)}


def has_trials(folder: str, since: float = 0) -> bool:
    """Whether a search that began at this time, or at any, has left trials to go on with."""
    paths = (os.path.join(folder, name) for name in FILES)
    return any(os.path.exists(path) and os.path.getmtime(path) >= since for path in paths)


class TrialLog:
    """The file of the trials of one search, in the folder that --to names."""

    def __init__(self, folder: str, question: Mapping[str, Any], bench: Bench) -> None:
        self.question = question
        """All that an answer depends on."""
        self._is_second = bool(bench.candidates.keeper.modes)
        self._path = os.path.join(folder, FILES[self._is_second])
        self._bench = bench
        self._head = json.dumps({"version": 1, "question": dict(question), "ops": [[op.name for op in group] for group in bench.groups]}, sort_keys=True)

    def resume(self, trials: Trials) -> int:
        """Takes over what was tried, and says how many sets that is."""
        if self._is_second and not os.path.exists(self._path):
            # The search was stopped before it came to the modes.
            return 0
        try:
            with open(self._path, encoding="utf-8") as file:
                head, *lines = file.read().split("\n")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise _usage_error(f"--resume: cannot read {self._path}: {why}", "leave --resume out to begin anew") from None
        if head != self._head:
            raise _usage_error(
                f"--resume: {self._path} is of another search: the model, the data, an option or the version is different",
                "leave --resume out to begin anew",
            )
        for number, line in enumerate(lines[:-1], 2):
            try:
                row = json.loads(line)
                members, passes = frozenset(row["kept"]), bool(row["passes"])
                worst = None if row["error"] is None else float(row["error"])
                faults = [str(fault) for fault in row["faults"]]
                if not all(isinstance(each, int) and 0 <= each < len(self._bench.groups) for each in members):
                    raise ValueError("no such op")
            except (ValueError, TypeError, KeyError) as fault:
                raise _usage_error(f"--resume: {self._path}:{number} is no trial: {fault}", "leave --resume out") from None
            trials.results[members] = passes
            self._bench.faults[members] = faults
            if worst is not None:
                self._bench.errors[members] = worst
        return len(trials.results)

    def begin(self, results: Mapping[frozenset[int], bool]) -> None:
        """Writes what is known, in the place of what was there."""
        rows = [self._head, *(self._row(members, passes) for members, passes in results.items())]
        write_whole(self._path, "".join(row + "\n" for row in rows), [])

    def _row(self, members: frozenset[int], passes: bool) -> str:
        error, faults = self._bench.errors.get(members), self._bench.faults[members]
        return json.dumps({"kept": sorted(members), "passes": passes, "error": error, "faults": faults})

    def add(self, members: frozenset[int], passes: bool) -> None:
        try:
            with open(self._path, "a", encoding="utf-8") as file:
                file.write(self._row(members, passes) + "\n")
        except OSError as error:
            raise _usage_error(f"--to: cannot write {self._path}: {error.strerror}", "make room, and --resume") from None
