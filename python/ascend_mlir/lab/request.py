# ===- request.py - What a search is asked --------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The question of `ascend-lab search`, as its options say it."""

from __future__ import annotations

import math
import os
import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import _usage_error
from .data import Source
from .healed_folder import check_folder
from .triallog import FILES as TRIAL_FILES
from .triallog import has_trials
from .whole_folder import check_around

__all__ = ["Request"]

_POSITIVE = ("headroom", "max_ops", "max_cost", "max_trials", "timeout", "jobs")


@dataclass(frozen=True)
class Request:
    """What must hold, what may be kept, and how long it may take. The names are the options'."""

    model: str
    options: Mapping[str, bool | str]
    source: Source
    budget: Sequence[str] = ()
    score: str | None = None
    min: float | None = None
    check: str | None = None
    headroom: float | None = None
    """How many times the largest value of each tensor has to go into the limit of its dtype."""
    max_ops: int | None = None
    max_cost: float | None = None
    """In microseconds of the chip, by estimate."""
    modes: str = "auto"
    max_trials: int | None = None
    timeout: float | None = None
    """In seconds."""
    holdout: float = 0.3
    to: str | None = None
    resume: bool = False
    jobs: int = 1

    @property
    def has_budget(self) -> bool:
        return self.judges_outputs or bool(self.headroom)

    @property
    def judges_outputs(self) -> bool:
        return bool(self.budget or self.score or self.check)

    @property
    def goal(self) -> str:
        """What must hold, for a sentence."""
        return "the budget" if self.budget and not (self.score or self.check or self.headroom) else "what was asked"

    def verify(self) -> None:
        """Before anything is compiled: the question is one, and its files and folders are there."""
        for name in _POSITIVE:
            if (value := getattr(self, name)) is not None and not value > 0:
                raise _usage_error(f"--{name}={value} is not more than 0", "give a larger number")
            if value == math.inf:
                raise _usage_error(f"--{name}={value} is not finite", "give a number that is")
        if self.headroom is not None and self.headroom < 1:
            raise _usage_error(
                f"--headroom={self.headroom} is less than 1, and lets values go past the limit",
                "give 1 or more: 2 keeps what comes to more than half of it",
            )
        if not 0 <= self.holdout < 1:
            raise _usage_error(f"--holdout={self.holdout} is no share", "give a number from 0 to less than 1")
        if self.modes not in ("auto", "yes", "no"):
            raise _usage_error(f"--modes={self.modes}: what is this?", "give auto, yes or no")
        if (self.score is None) != (self.min is None):
            raise _usage_error("--score and --min go together", "give both")
        if self.min is not None and not math.isfinite(self.min):
            raise _usage_error(f"--min={self.min} is no number that a score is held against", "give a finite one")
        if not self.has_budget and not self.max_ops and not self.max_cost:
            raise _usage_error(
                "there is nothing that must hold", "give --budget, --score with --min, --check, --headroom, --max_ops or --max_cost"
            )
        if self.options.get("reference") in (True, "on"):
            raise _usage_error("--reference leaves nothing to be kept", "leave it out")
        if self.resume and not self.to:
            raise _usage_error("--resume has nothing to go on with", "give the folder of the search that was stopped, --to=DIR")
        if self.to and not os.path.exists(self.to):
            check_around("--to", pathlib.Path(self.to))
        elif self.to and not os.path.isdir(self.to):
            raise _usage_error(f"--to={self.to} is no folder", "take another name")
        if self.resume and self.to and not has_trials(self.to):
            raise _usage_error(
                f"--resume: there is nothing to go on with in {self.to}, which has no {' or '.join(TRIAL_FILES)}",
                "leave --resume out to begin anew",
            )
        if self.to:
            check_folder(self.to, {**self.options, "model": self.model, **{f"data={path}": path for path in self.source.paths}})
        self.source.check()
