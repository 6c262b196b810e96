# ===- budgets.py - What a healed model must hold --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Bounds on the errors of outputs, and commands of the user that judge them."""

from __future__ import annotations

import math
import operator
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import _usage_error
from . import table
from .agreement import count_same, is_discrete
from .minimize import OutOfTrials

__all__ = ["METRICS", "MORE_IS_BETTER", "UNTOLD", "Budget", "Command", "OutputErrors", "metrics_of", "parse_budget", "record_of"]

Array = np.ndarray[Any, Any]


@dataclass
class OutputErrors:
    """The errors of one output over all inputs; sums in float64."""

    largest: float = 0.0
    absolute: float = 0.0
    squares: float = 0.0
    products: float = 0.0
    values: float = 0.0
    references: float = 0.0
    compared: int = 0
    elements: int = 0
    lost: int = 0
    same: int = 0
    """Of `vectors`, as count_same has it."""
    vectors: int = 0
    is_discrete: bool = False
    """Whether these are elements: of integers and bools."""

    def add(self, decided: Array, reference: Array) -> None:
        self.elements += reference.size
        same, count = count_same(decided, reference)
        self.same += same
        self.vectors += count
        self.is_discrete = is_discrete(reference)
        if decided.shape != reference.shape:
            # Of data the size is told by it: what has another one has none of these elements.
            self.lost += max(reference.size, decided.size)
            return
        ours, wanted = (array.astype(np.float64).ravel() for array in (decided, reference))
        both = np.isfinite(ours) & np.isfinite(wanted)
        self.lost += int((np.isfinite(wanted) & ~np.isfinite(ours)).sum())
        ours, wanted = ours[both], wanted[both]
        if not ours.size:
            return
        errors = np.abs(ours - wanted)
        self.largest = max(self.largest, float(errors.max()))
        self.absolute += float(errors.sum())
        self.squares += float(errors @ errors)
        self.products += float(ours @ wanted)
        self.values += float(ours @ ours)
        self.references += float(wanted @ wanted)
        self.compared += ours.size


def _ratio(part: float, whole: float, otherwise: float) -> float:
    return part / whole if whole else otherwise


def _cosine(errors: OutputErrors) -> float:
    """As a comparison's tables have it: NaN where one of both is all zeros."""
    if errors.squares == 0:
        # Sums of what is equal are, by their roundings, not exactly 1.
        return 1.0
    # The root of each: the product of both may be too small or too large.
    value = _ratio(errors.products, errors.values**0.5 * errors.references**0.5, math.nan)
    return float(np.clip(value, -1.0, 1.0))


def _of_compared(metric: Callable[[OutputErrors], float]) -> Callable[[OutputErrors], float]:
    """NaN where there are elements, and none is finite in both: that says nothing."""
    return lambda errors: metric(errors) if errors.compared or not errors.elements else math.nan


METRICS: Mapping[str, Callable[[OutputErrors], float]] = {
    "max": _of_compared(lambda errors: errors.largest),
    "mean": _of_compared(lambda errors: _ratio(errors.absolute, errors.compared, 0.0)),
    "rmse": _of_compared(lambda errors: _ratio(errors.squares, errors.compared, 0.0) ** 0.5),
    "relative": _of_compared(
        lambda errors: _ratio(errors.squares, errors.references, float(errors.squares > 0)) ** 0.5
    ),
    "cosine": _of_compared(_cosine),
    # One element is the largest of itself: that says nothing, either.
    "argmax": lambda errors: _ratio(errors.same, errors.vectors, math.nan if errors.elements else 1.0),
    "lost": lambda errors: float(errors.lost),
}

MORE_IS_BETTER = {"cosine": (-1.0, 1.0), "argmax": (0.0, 1.0)}
"""Metrics of which no error has less, and from where to where they go; the others are errors, 0 and more."""


def metrics_of(errors: OutputErrors) -> dict[str, float]:
    """All metrics by name."""
    return {metric: value(errors) for metric, value in METRICS.items()}


def record_of(errors: OutputErrors) -> dict[str, float | None]:
    """metrics_of for JSON, which has no word for a NaN or a sum that overflows."""
    return {metric: value if math.isfinite(value) else None for metric, value in metrics_of(errors).items()}


_BOUNDS = {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt}
_SYNTAX = re.compile(r"(?:(?P<output>.+):)?(?P<metric>[a-z]+)\s*(?P<bound><=|>=|<|>)\s*(?P<limit>[-+.0-9eE]+)")


def _apart(value: float, limit: float) -> tuple[str, str]:
    """Both in as many digits, six at least, as tell one from the other."""
    texts = [(f"{value:.{digits}g}", f"{limit:.{digits}g}") for digits in range(6, 18)]
    return next((each for each in texts if each[0] != each[1]), texts[0])


@dataclass(frozen=True)
class Budget:
    """`[OUTPUT:]METRIC<=NUMBER`, from the side from which losses come; without an output it is for each of them."""

    text: str
    output: str | None
    metric: str
    bound: str
    limit: float

    def faults(self, errors: Mapping[str, OutputErrors]) -> list[str]:
        """What does not hold. An element that is lost breaks any bound."""
        result = []
        for name, each in errors.items():
            if self.output not in (None, name):
                continue
            value = METRICS[self.metric](each)
            if each.lost and self.metric != "lost" and self.metric != "argmax":
                result.append(f"{name}: {table.plural(each.lost, 'element')} {'is' if each.lost == 1 else 'are'} Inf or NaN")
            elif math.isnan(value):
                result.append(f"{name}: there is no {self.metric}: {self._why_none(each)}")
            elif not _BOUNDS[self.bound](value, self.limit):
                said, limit = _apart(value, self.limit)
                result.append(f"{name}: {self.metric} is {said}, not {self.bound} {limit}")
        return result

    def _why_none(self, errors: OutputErrors) -> str:
        """Why the metric is NaN."""
        if not errors.compared:
            return "no element is finite in both"
        if self.metric == "argmax":
            return "no vector of two elements and more has a largest one: take another metric, or name an output that has some"
        if self.metric == "cosine" and not errors.values:
            return "it is all zeros, and the reference is not"
        if self.metric == "cosine" and not errors.references:
            return "the reference is all zeros, and it is not: take another metric"
        return "sums of squares pass what a float64 holds"

    def is_lost(self, errors: Mapping[str, OutputErrors], vectors: Mapping[str, int]) -> bool:
        """Whether it does not hold, whatever the inputs bring that are still to come; `vectors` are
        those of all inputs."""
        for name, each in errors.items():
            if self.output not in (None, name):
                continue
            if self.metric == "argmax":
                # As many as can be, if all that come are the same.
                best = _ratio(each.same + vectors[name] - each.vectors, vectors[name], 1.0)
                if not _BOUNDS[self.bound](best, self.limit):
                    return True
            elif self.metric == "lost" or self.metric == "max":
                if not _BOUNDS[self.bound](METRICS[self.metric](each), self.limit):
                    return each.compared > 0 or self.metric == "lost"
            if each.lost and self.metric not in ("lost", "argmax"):
                return True
        return False


def _check_bound(match: re.Match[str], limit: float) -> None:
    """A bound that no loss breaks, and one where no value comes to, is a slip; one at the end of the range is none."""
    text, output, metric = match.string, match["output"], match["metric"]
    least, most = MORE_IS_BETTER.get(metric, (0.0, math.inf))
    is_least = match["bound"] in (">=", ">")
    if is_least != (metric in MORE_IS_BETTER):
        better, holds, bound = ("less", "more", "<=") if is_least else ("more", "less", ">=")
        raise _usage_error(
            f"--budget={text}: of {metric} {better} is better, and this holds where there is {holds}",
            f"write {f'{output}:' if output else ''}{metric}{bound}{match['limit']}",
        )
    if not least <= limit <= most:
        what = f"from {least:g} to {most:g}" if math.isfinite(most) else f"never less than {least:g}"
        raise _usage_error(f"--budget={text}: {metric} is {what}", "give such a number")


def parse_budget(text: str, outputs: Sequence[str]) -> Budget:
    """The budget that an option says; an error where it names no metric or output, or bounds nothing."""
    match = _SYNTAX.fullmatch(text.strip())
    try:
        limit = float(match["limit"]) if match else 0.0
    except ValueError:
        match = None
    if not match or match["metric"] not in METRICS:
        raise _usage_error(
            f"--budget={text}: what is this?",
            f"write [OUTPUT:]METRIC<=NUMBER (or >=, <, >); metrics are {', '.join(METRICS)}",
        )
    if match["output"] is not None and match["output"] not in outputs:
        raise _usage_error(
            f"--budget={text}: the model has no output {match['output']!r}", f"its outputs are {', '.join(outputs)}"
        )
    _check_bound(match, limit)
    return Budget(text, match["output"], match["metric"], match["bound"], limit)


CANNOT_TELL = 125
"""The exit code of a command that cannot judge, as of git bisect."""
UNTOLD = f"the command cannot tell ({CANNOT_TELL})"


@dataclass
class Command:
    """A command of the user's. `{outputs}` and `{reference}` are .npz files with the arrays of all
    inputs by the outputs' names, one after the other along the first axis."""

    text: str
    least: float | None
    """What the number in its last line must be; None: the exit code says it, 0 for good, 1 for
    bad, 125 for a set that it cannot judge."""
    reference: Sequence[Mapping[str, Array]] = ()
    seconds: float | None = None
    """How long it may take."""

    def check(self) -> None:
        """Before anything runs: whether these are words of a command, and the first is a program."""
        try:
            words = shlex.split(self.text)
        except ValueError as error:
            raise _usage_error(f"the command {self.text!r} cannot run: {error}", "close the quotes") from None
        if not words:
            raise _usage_error("the command is empty", "give one")
        if not shutil.which(words[0]):
            raise _usage_error(f"the command {self.text!r} cannot run: there is no program {words[0]!r}", "check its name and its rights")

    def _run(self, outputs: Sequence[Mapping[str, Array]]) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            words = shlex.split(self.text)
            for name, runs in ("outputs", outputs), ("reference", self.reference):
                if not any(f"{{{name}}}" in word for word in words):
                    continue
                path = os.path.join(folder, f"{name}.npz")
                _save(path, {key: _joined(key, [run[key] for run in runs]) for key in runs[0]})
                words = [word.replace(f"{{{name}}}", path) for word in words]
            try:
                return subprocess.run(
                    words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False,
                    timeout=self.seconds,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                raise OutOfTrials from None
            except (OSError, ValueError) as error:
                raise _usage_error(f"the command {self.text!r} cannot run: {error}", "check it") from None

    def faults(self, outputs: Sequence[Mapping[str, Array]]) -> list[str]:
        """What the command says against the outputs."""
        if self.least is None:
            done = self._run(outputs)
            if done.returncode in (0, 1, CANNOT_TELL):
                return [] if done.returncode == 0 else ["the command says no" if done.returncode == 1 else UNTOLD]
            raise _usage_error(f"the command {self.text!r} ended with {done.returncode}: {done.stderr[-300:]}", "let it end with 0, 1 or 125")
        score = self.score(outputs)
        return [] if score >= self.least else ["the score is {}, not >= {}".format(*_apart(score, self.least))]

    def score(self, outputs: Sequence[Mapping[str, Array]]) -> float:
        """The number in the last line of what the command prints."""
        done = self._run(outputs)
        if done.returncode:
            raise _usage_error(
                f"the command {self.text!r} ended with {done.returncode}: {done.stderr[-300:]}", "let it end with 0"
            )
        try:
            return float(done.stdout.strip().splitlines()[-1])
        except (ValueError, IndexError):
            raise _usage_error(
                f"the last line of the command {self.text!r} is no number: {(done.stdout + done.stderr)[-300:]!r}",
                "let it print the score last",
            ) from None


def _save(path: str, arrays: Mapping[str, Array]) -> None:
    """numpy.savez, which has no place for an output called `file`."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)


def _joined(name: str, arrays: Sequence[Array]) -> Array:
    if len({array.shape[1:] for array in arrays}) > 1:
        raise _usage_error(
            f"the outputs {name!r} of several inputs have shapes that cannot stand in one array: "
            + ", ".join(sorted({str(list(array.shape)) for array in arrays})),
            "judge inputs of one shape at a time",
        )
    return np.concatenate(arrays) if arrays[0].ndim else np.stack(arrays)
