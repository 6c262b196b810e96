# ===- sweeping.py - One model in many settings --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Tries each setting on the same inputs, and says which no other one beats."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .. import _core, _tensors
from ..errors import _make, _usage_error
from ..options import FILES
from .budgets import METRICS, Command
from .cluster import Cluster
from .data import Source
from .on_cluster import try_settings_on
from .outcomes import Outcome, mark_best, try_setting
from .settings import MODES, Setting, combined
from .triallog import model_of

__all__ = ["Sweep", "across", "checked", "sweep_settings"]


_Given = TypeVar("_Given")


@dataclass(frozen=True)
class Sweep:
    """What each setting gives."""

    outcomes: Sequence[Outcome]
    """In the order of the settings; refused ones say why."""
    metric: str
    """What is judged."""
    inputs: int
    source: Source
    model: Mapping[str, Any]
    """Its path and hashes."""

    @property
    def done(self) -> list[Outcome]:
        """Those that were not refused."""
        return [outcome for outcome in self.outcomes if outcome.errors is not None]

    @property
    def best(self) -> list[Outcome]:
        """Those that no other one beats in both the error and the estimated time."""
        return [outcome for outcome in self.outcomes if outcome.is_best]


def across(settings: Sequence[Setting], axes: Mapping[str, Sequence[str]]) -> list[Setting]:
    """Each setting with each combination of the values of options."""
    def name(setting: Setting, words: Sequence[str]) -> str:
        return " ".join([setting.name, *(f"{axis}={word}" for axis, word in zip(axes, words))])

    return [
        Setting(name(setting, words), combined(setting.options, dict(zip(axes, words))))
        for setting in settings
        for words in itertools.product(*axes.values())
    ]


def checked(settings: Sequence[_Given] | None, common: Mapping[str, Any], metric: str) -> Sequence[_Given | str]:
    """The settings as they were given, or all modes; before anything is compiled."""
    if metric not in METRICS:
        raise _usage_error(f"there is no metric {metric!r}", f"take one of {', '.join(METRICS)}")
    if isinstance(settings, (str, Mapping)):
        raise _usage_error(f"settings={settings!r} is one setting, and several are tried", "give a list of them")
    named = [name for name in ("precision_mode", "precision_mode_v2") if common.get(name) is not None]
    if settings is None and named:
        raise _usage_error(f"all modes are tried, and --{named[0]} names one", "leave it out, or name the settings")
    return MODES if settings is None else settings


def sweep_settings(
    model: str,
    settings: Sequence[Setting],
    common: Mapping[str, bool | str],
    source: Source,
    *,
    metric: str = "relative",
    score: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    cluster: Cluster | None = None,
) -> Sweep:
    """Runs the model in each setting.

    Args:
      common: options that say what the inputs are (input_shape and the like).
      metric: a key of `METRICS`.
      score: a command that prints a number, more is better.
      progress: called with how many settings are done.
      cluster: the workers that try the settings.

    Raises: ConfigurationError, or UnsupportedOpError, where all of them are refused.
    """
    if score:
        Command(score, None).check()
    if not settings:
        raise _usage_error("there is no setting to try", "give at least one")
    for setting in settings:
        if setting.options.get("reference") in (True, "on"):
            raise _usage_error(f"{setting.name}: with --reference nothing is decided", "leave it out")
        for name in sorted(FILES & setting.options.keys()):
            value = setting.options[name]
            if isinstance(value, str) and not os.path.exists(value):
                raise _usage_error(f"{setting.name}: the file of {name}, {value}, is not there", "check the path")
    plain = [(name, value) for name, value in common.items() if name not in ("precision_mode", "precision_mode_v2")]
    first = _core.compile_file(model, [*plain, ("reference", True)])
    samples = list(source.samples(_tensors.describe(first.inputs)))
    if cluster:
        tried = try_settings_on(cluster, model, settings, samples, score)
    else:
        tried = (try_setting(model, setting, samples, score) for setting in settings)
    outcomes: list[Outcome] = []
    progress(0)
    for outcome in tried:
        outcomes.append(outcome)
        progress(len(outcomes))
    sweep = Sweep(outcomes, metric, len(samples), source, model_of(model))
    if not sweep.done:
        raise _make(("", f"{each.setting.name} is refused: {each.why}", "", "", each.exit_code) for each in outcomes)
    mark_best(sweep.done, metric)
    return sweep
