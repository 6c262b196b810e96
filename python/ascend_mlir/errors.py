# ===- errors.py - What goes wrong ----------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The exceptions of ascend_mlir: one class for each exit code of the tools.

Wrong Python types (an option that is a list, a model that is an int) are
TypeErrors as everywhere in Python; everything else is an AscendError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

__all__ = [
    "AscendError",
    "AscendWarning",
    "ConfigurationError",
    "Diagnostic",
    "LimitError",
    "ModelError",
    "UnsupportedOpError",
]


class Diagnostic(NamedTuple):
    """One refusal or warning. What is not known is an empty string."""

    code: str
    """CANN's code, such as "E10001"."""
    message: str
    """One sentence: what and why."""
    where: str
    """"file:line:column", or "node 'x' (Type)"."""
    note: str
    """How to mend it."""
    exit_code: int
    """The exit code of the tools: 1 to 4."""

    def __str__(self) -> str:
        text = f"[{self.code}] {self.message}" if self.code else self.message
        if self.where:
            text += f" ({self.where})"
        if self.note:
            text += f"\nnote: {self.note}"
        return text


def _renamed(diagnostic: Diagnostic, named: Callable[[str], str]) -> Diagnostic:
    """It, with all text for people as `named` has it."""
    code, message, where, note, exit_code = diagnostic
    return Diagnostic(code, named(message), named(where), named(note), exit_code)


class AscendError(Exception):
    """Base of all errors. `diagnostics` has one or more, as where several nodes
    of a model are not supported; the other attributes are those of the first."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics

    @property
    def code(self) -> str:
        """CANN's code, such as "E10001", or an empty string."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """One sentence: what and why."""
        return self.diagnostics[0].message

    @property
    def where(self) -> str:
        """"file:line:column", "node 'x' (Type)", or an empty string."""
        return self.diagnostics[0].where

    @property
    def note(self) -> str:
        """How to mend it, or an empty string."""
        return self.diagnostics[0].note

    @property
    def exit_code(self) -> int:
        """What ascend-atc and ascend-run would end with: the gravest."""
        return max(diagnostic.exit_code for diagnostic in self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


class ModelError(AscendError):
    """The model or its data are at fault (exit code 1)."""


class ConfigurationError(AscendError):
    """An option, a configuration file or a call is at fault (exit code 2)."""


class UnsupportedOpError(AscendError):
    """The model has an op that cannot be compiled yet (exit code 3)."""


class LimitError(AscendError):
    """Memory, threads or another limit (exit code 4)."""


class AscendWarning(UserWarning):
    """What a user should know of the options, their files and the model."""


_CLASSES = {1: ModelError, 2: ConfigurationError, 3: UnsupportedOpError, 4: LimitError}


def _make(diagnostics: Iterable[tuple[str, str, str, str, int]]) -> AscendError:
    """The error of these diagnostics; the extension module calls it."""
    all_of_them = [Diagnostic(*diagnostic) for diagnostic in diagnostics]
    gravest = max(diagnostic.exit_code for diagnostic in all_of_them)
    return _CLASSES.get(gravest, AscendError)(*all_of_them)


def _model_error(message: str, note: str = "") -> ModelError:
    return ModelError(Diagnostic("", message, "", note, 1))


def _usage_error(message: str, note: str = "") -> ConfigurationError:
    return ConfigurationError(Diagnostic("", message, "", note, 2))


def _limit_error(message: str, note: str = "") -> LimitError:
    return LimitError(Diagnostic("", message, "", note, 4))
