# ===- shipped.py - A model and options for other machines ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What goes to a worker: the model's path, which has to be the same there, and the options with the
text of the files that they name."""

from __future__ import annotations

import functools
import hashlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .. import __version__, _core
from ..errors import _limit_error, _usage_error
from ..options import FILES

__all__ = ["Shipped", "ship"]

_END = 1 << 20
"""Bytes at both ends of a model's file that are looked at: all of a file of gigabytes would take
longer than its run."""
_MOST = 64 << 20
"""Bytes of an option's file that are sent."""


def _mark(paths: Sequence[str]) -> str:
    """What tells a model's files apart from others."""
    digest = hashlib.sha256()
    for path in paths:
        size = os.path.getsize(path)
        digest.update(b"%d\0" % size)
        with open(path, "rb") as file:
            digest.update(file.read(_END))
            file.seek(max(_END, size - _END))
            digest.update(file.read())
    return digest.hexdigest()


@dataclass(frozen=True)
class Shipped:
    """Equal ones decide and compute the same."""

    version: str
    model: str
    weights: tuple[str, ...]
    """The files that the model keeps weights in besides its own."""
    mark: str
    values: tuple[tuple[str, bool | str], ...]
    files: tuple[tuple[str, bytes], ...]
    """Of the options whose values are files."""

    def options(self) -> dict[str, bool | str]:
        """The options as this machine has them; a fault where the model here is another one."""
        if self.version != __version__:
            raise _usage_error(
                f"a worker has ascend_mlir {__version__}, and the command is of {self.version}",
                "install the same one on all machines of the cluster",
            )
        try:
            mark = _mark([self.model, *self.weights])
        except OSError as error:
            raise _usage_error(
                f"a worker cannot read the model {self.model}: {error.strerror}",
                "put it where all machines of the cluster see it by this path",
            ) from None
        if mark != self.mark:
            raise _usage_error(f"a worker has another model as {self.model}", "let all machines see the same file")
        return {**dict(self.values), **_unpack(self.files)}


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """That of this process."""
    return tempfile.TemporaryDirectory(prefix="ascend_mlir.")


@functools.lru_cache(maxsize=64)
def _unpack(files: tuple[tuple[str, bytes], ...]) -> Mapping[str, str]:
    if not files:
        return {}
    folder = tempfile.mkdtemp(dir=_folder().name)
    paths = {}
    for name, content in files:
        paths[name] = os.path.join(folder, name)
        with open(paths[name], "wb") as file:
            file.write(content)
    return paths


def ship(model: str, options: Mapping[str, bool | str]) -> Shipped:
    """The model and the options, for workers."""
    if {"options", "raw_ge_options"} & options.keys():
        options = dict(_core.expand_options(list(options.items())))
    files = []
    for name, value in options.items():
        if name in FILES and isinstance(value, str) and os.path.isfile(value):
            if os.path.getsize(value) > _MOST:
                raise _limit_error(f"the file of {name}, {value}, has more than {_MOST >> 20} MiB", "that is too much for a cluster")
            with open(value, "rb") as file:
                files.append((name, file.read()))
    own = {name for name, _ in files}
    values = tuple(sorted((name, value) for name, value in options.items() if name not in own))
    path = os.path.abspath(model)
    weights = tuple(_core.find_external_data(path))
    try:
        mark = _mark([path, *weights])
    except OSError as error:
        raise _usage_error(f"cannot read {model}: {error.strerror}", "check the path") from None
    return Shipped(__version__, path, weights, mark, values, tuple(sorted(files)))
