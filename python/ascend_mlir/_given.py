# ===- _given.py - Options as a program gives them ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Keyword arguments to the words of the option table. Where a file can be named, a list or a dict
is written to a folder that lives as long as the call; what is said of the file calls it by the
option's name."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from .errors import AscendError, Diagnostic, _renamed, _usage_error
from .options import FORMS

__all__ = ["Given", "given_options", "path_text"]


def path_text(path: str | os.PathLike[str]) -> str:
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"a path is a str or an os.PathLike of one, not {type(text).__name__}")
    text.encode()  # a path that is not UTF-8 says so here
    return text


# ===----------------------------------------------------------------------===#
# Lists and dicts as text
# ===----------------------------------------------------------------------===#


def _line(option: str, text: str, forbidden: str = "") -> str:
    """A line of the option's file, or part of one."""
    if not isinstance(text, str):
        raise TypeError(f"the option {option} holds {text!r}, and not text")
    if bad := set(text) & set("\n\r\0" + forbidden):
        raise _usage_error(f"{option}: {text!r} has {min(bad)!r} in it", "that ends it in the file: give a name without")
    return text


def _lines(option: str, value: Any) -> str:
    return "".join(f"{_line(option, each)}\n" for each in value)


def _entries(option: str, value: Mapping[str, str]) -> str:
    return "".join(f"{_line(option, key)}:{_line(option, each)}\n" for key, each in value.items())


def _sections(option: str, value: Mapping[str, Mapping[str, str]]) -> str:
    text = ""
    for section, entries in value.items():
        if not isinstance(entries, Mapping):
            raise TypeError(f"the option {option} holds sections, dicts of keys and values, and {section!r} is none")
        text += f"[{_line(option, section, ']')}]\n"
        text += "".join(f"{_line(option, key, '=')}={_line(option, each)}\n" for key, each in entries.items())
    return text


def _json(option: str, value: Any) -> str:
    try:
        return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"the option {option} cannot be JSON: {error}") from None


_FILES: Mapping[str, tuple[Callable[[str, Any], str], type | tuple[type, ...]]] = {
    "lines": (_lines, (list, tuple)),
    "entries": (_entries, Mapping),
    "sections": (_sections, Mapping),
    "json": (_json, (Mapping, list)),
}


def _joined(option: str, separator: str, value: Sequence[str]) -> str:
    return separator.join(_line(option, each, separator) for each in value)


def _shapes(value: Mapping[str, Sequence[int]]) -> str:
    # A scalar has a list of no extents, which needs its brackets.
    return ";".join(f"{key}:{','.join(map(str, shape)) or '[]'}" for key, shape in value.items())


# ===----------------------------------------------------------------------===#
# A call
# ===----------------------------------------------------------------------===#


class Given:
    """The options of one call, as the option table writes them."""

    def __init__(self, options: Mapping[str, Any], folder: str) -> None:
        self._folder = folder
        self.values: dict[str, bool | str] = {
            name: self._value(name, value) for name, value in options.items() if value is not None
        }

    def _value(self, name: str, value: Any) -> bool | str:
        if isinstance(value, (bool, str)):
            return value
        if isinstance(value, int):
            return str(value)
        if isinstance(value, os.PathLike):
            return path_text(value)
        form = FORMS.get(name, "")
        if form in _FILES and isinstance(value, _FILES[form][1]):
            return self._write(name, _FILES[form][0](name, value))
        if form == "shapes" and isinstance(value, Mapping):
            return _shapes(value)
        if len(form) == 1 and isinstance(value, (list, tuple)):
            return _joined(name, form, value)
        raise TypeError(f"the option {name} cannot be a {type(value).__name__}")

    def _write(self, name: str, text: str) -> str:
        path = os.path.join(self._folder, name)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        return path

    def write_model(self, data: bytes | bytearray | memoryview) -> str:
        """A file of the model's bytes."""
        path = os.path.join(self._folder, "model.onnx")
        with open(path, "wb") as file:
            file.write(data)
        return path

    @property
    def pairs(self) -> list[tuple[str, bool | str]]:
        return list(self.values.items())

    def named(self, text: str) -> str:
        """`text`, with files of the call by the options' names: also where it is JSON."""
        quoted = json.dumps(self._folder, ensure_ascii=False)[1:-1]
        return text.replace(quoted + os.sep, "").replace(self._folder + os.sep, "")

    def say(self, diagnostic: Diagnostic) -> Diagnostic:
        return _renamed(diagnostic, self.named)


@contextmanager
def given_options(options: Mapping[str, Any]) -> Iterator[Given]:
    """The options of a call while it lasts; its errors call files by the options' names."""
    with tempfile.TemporaryDirectory(prefix="ascend_mlir.") as folder:
        given = Given(options, folder)
        try:
            yield given
        except AscendError as error:
            error.diagnostics = tuple(map(given.say, error.diagnostics))
            error.args = error.diagnostics
            raise
