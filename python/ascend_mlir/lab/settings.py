# ===- settings.py - Several ways to compile one model ---------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Options of ATC in one word of the shell, beside those that all settings share."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, get_args, get_type_hints

from ..errors import _usage_error
from ..options import Options
from . import arguments
from .decision import Decision

__all__ = ["MODES", "Setting", "combined", "setting_of", "with_mode"]

# ATC's words of precision_mode (docs/PrecisionModes.md).
MODES = (
    "force_fp16",
    "force_fp32",
    "cube_fp16in_fp32out",
    "allow_fp32_to_fp16",
    "allow_fp32_to_bf16",
    "must_keep_origin_dtype",
    "allow_mix_precision",
    "allow_mix_precision_fp16",
    "allow_mix_precision_bf16",
)


def _words(option: str) -> list[str]:
    """Those that ATC knows for it."""
    return list(chain.from_iterable(map(get_args, get_args(get_type_hints(Options)[option]))))


# What both know is a word of precision_mode.
_MODE_OPTIONS = {word: option for option in ("precision_mode_v2", "precision_mode") for word in _words(option)}


def combined(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a setting behind those that are common. A mode takes the place of that of the other
    option, too."""
    replaced = set(_MODE_OPTIONS.values()) if own.keys() & _MODE_OPTIONS.values() else set()
    return {**{name: value for name, value in common.items() if name not in replaced}, **own}


def with_mode(word: str, common: Mapping[str, Any]) -> dict[str, Any]:
    """Options with the mode of this word, which takes the place of another one."""
    return combined(common, {_MODE_OPTIONS.get(word, "precision_mode"): word})


@dataclass(frozen=True)
class Setting:
    name: str
    options: Mapping[str, bool | str]
    named: Callable[[str], str] | None = None
    """What is said of its files, where they are those of a program's call."""

    def shown(self, decision: Decision) -> Decision:
        """The decision, with its files so named."""
        return decision.renamed(self.named) if self.named else decision


def setting_of(option: str, text: str, common: Mapping[str, bool | str]) -> Setting:
    """What `option` says: options of ATC, or the word of a precision mode alone. They go before
    those that are common."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise _usage_error(f"{option}={text}: {error}", "close the quotes") from None
    if len(words) == 1 and words[0] in _MODE_OPTIONS:
        return Setting(text, with_mode(words[0], common))
    for word in words:
        if not word.startswith("--"):
            raise _usage_error(
                f"{option}={text}: what is {word!r}?", "write options of ATC, --name=value, or the word of a mode"
            )
    return Setting(text or "as given", combined(common, arguments.atc_options(words)))
