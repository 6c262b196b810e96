# ===- kept.py - Files that keep ops as the model has them ------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Lines of keep_dtype, customize_dtypes and op_precision_mode for a set of ops, behind the user's own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .decision import FLOAT_MODE, Op, customize_line, decide

__all__ = ["Keeper"]


def _read(path: bool | str | None) -> str:
    """The text of the user's own file, with a line end behind it; nothing where there is none."""
    if not isinstance(path, str):
        return ""
    # Names of a model need not be UTF-8.
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    return text if not text or text.endswith("\n") else text + "\n"


@dataclass
class Keeper:
    """Writes the files that keep sets of ops."""

    options: Mapping[str, bool | str]
    """Those that the model is decided with."""
    folder: str
    """Where files may be written that only a trial reads."""
    modes: frozenset[str] = field(default_factory=frozenset)
    """Names of cube ops that get enable_float_32_execution where they are kept."""
    _own: dict[str, str] = field(default_factory=dict)

    def keep_lines(self, ops: Iterable[Op]) -> str:
        """A keep_dtype file; empty where nothing is kept."""
        own = self.own("keep_dtype")
        have = set(own.splitlines())
        names = dict.fromkeys(name for op in ops if op.has_other_dtypes and not op.ports for name in op.keep_names)
        return own + "".join(f"{name}\n" for name in names if name not in have)

    def port_lines(self, ops: Iterable[Op]) -> str:
        """A customize_dtypes file; empty where all are kept by their names."""
        lines = dict.fromkeys(f"{customize_line(op.name, op.ports)}\n" for op in ops if op.ports)
        return self.own("customize_dtypes") + "".join(lines) if lines else ""

    def mode_lines(self, ops: Iterable[Op], model: str) -> str:
        """An op_precision_mode file; empty where no mode is set."""
        lines = [f"{op.name}={FLOAT_MODE}\n" for op in ops if op.name in self.modes]
        if not lines:
            return ""
        # The first line for a name counts, and what stands under no heading is a type.
        own = self.own("op_precision_mode") or self._in_force(model)
        return "[ByNodeName]\n" + "".join(lines) + "[ByOpType]\n" + own

    def files(self, ops: Iterable[Op], model: str) -> dict[str, str]:
        """Option to text, for the options that keep `ops`."""
        members = list(ops)
        texts = {
            "keep_dtype": self.keep_lines(members),
            "customize_dtypes": self.port_lines(members),
            "op_precision_mode": self.mode_lines(members, model),
        }
        return {name: text for name, text in texts.items() if text}

    def options_of(self, ops: Iterable[Op], model: str) -> dict[str, bool | str]:
        """The options that keep `ops`, by files in the folder."""
        options = dict(self.options)
        for name, text in self.files(ops, model).items():
            options[name] = self.write(name, text)
        return options

    def write(self, name: str, text: str) -> str:
        """A file in the folder that only a trial reads; its path."""
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        return path

    def own(self, name: str) -> str:
        """The text of the user's own file of an option; empty where there is none."""
        if name not in self._own:
            self._own[name] = _read(self.options.get(name))
        return self._own[name]

    def _in_force(self, model: str) -> str:
        """The modes that are in force without a file: with one, op_select_implmode does nothing."""
        if "in force" not in self._own:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "in_force.ini")
                decide(model, {**self.options, "write_impl_ini": path})
                self._own["in force"] = _read(path)
        return self._own["in force"]
