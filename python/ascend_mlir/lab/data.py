# ===- data.py - The inputs that a model is judged on ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Inputs from archives, folders, images and Python files, or made up by a seed."""

from __future__ import annotations

import argparse
import itertools
import os
import pathlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

import numpy as np

from .. import _tensors
from .._tensors import TensorInfo
from ..errors import AscendError, _model_error, _usage_error
from . import archive, arguments, table
from .regular import regular

__all__ = ["Data", "Sample", "Source", "add_data", "check", "converted", "source_from", "source_of"]

_IMAGES = {".bmp", ".jpeg", ".jpg", ".png", ".webp"}
_RANDOM = 3


@dataclass(frozen=True)
class Sample:
    """One run's inputs."""

    name: str
    """Where it came from, for messages and tables."""
    arrays: Mapping[str, Any]


def add_data(parser: argparse.ArgumentParser) -> None:
    """--data, --limit, --seed."""
    parser.add_argument(
        "--data",
        metavar="PATH",
        action="append",
        default=[],
        help="inputs: an .npz (arrays by input name; of k times the model's first extent they are k runs), "
        "a folder of .npz or of images, or a .py with a function inputs() that yields dicts; may be "
        "repeated; default: random ones, which are no evidence",
    )
    parser.add_argument("--limit", metavar="N", type=int, help="at most N inputs")
    parser.add_argument("--seed", metavar="N", type=int, help="of random inputs; default: 0")


def _random(infos: Sequence[TensorInfo], seed: int) -> Iterator[Sample]:
    """Floats uniform in [-1, 1), integers in [0, 100), bools by turns of a coin, as
    ascend-run --random has them; an open extent is 1."""
    generator = np.random.default_rng(seed)
    for number in range(_RANDOM):
        arrays: dict[str, Any] = {}
        for info in infos:
            shape = [1 if extent is None else extent for extent in info.shape]
            if info.dtype.kind == "b":
                arrays[info.name] = generator.random(shape) < 0.5
            elif info.dtype.kind in "iu":
                arrays[info.name] = generator.integers(0, 100, shape).astype(info.dtype)
            else:
                arrays[info.name] = generator.uniform(-1, 1, shape).astype(info.dtype)
        yield Sample(f"random {number}", arrays)


def _slices(name: str, arrays: Mapping[str, Any], infos: Sequence[TensorInfo]) -> Iterator[Sample]:
    """The runs that arrays of several times the model's first extents hold; what is left over is
    said and left out."""
    own = {info.name: arrays[info.name] for info in infos if info.name in arrays}
    counts = {
        divmod(own[info.name].shape[0], info.shape[0])
        for info in infos
        if info.name in own and info.shape and info.shape[0] and own[info.name].ndim == len(info.shape)
    }
    # Every input has a first extent that is known, and all say the same.
    are_batches = len(own) == len(infos) and all(info.shape and info.shape[0] for info in infos)
    if not are_batches or len(counts) != 1 or counts <= {(0, 0), (1, 0)} or next(iter(counts))[0] == 0:
        yield Sample(name, arrays)
        return
    ((count, rest),) = counts
    if rest:
        print(f"note: {name}: the last {rest} are no whole batch and left out", file=sys.stderr)
    extents = {info.name: info.shape[0] or 1 for info in infos}
    for number in range(count):
        yield Sample(
            f"{name}[{number}]",
            {key: array[extents[key] * number : extents[key] * (number + 1)] for key, array in own.items()},
        )


def _archive(path: pathlib.Path, infos: Sequence[TensorInfo]) -> Iterator[Sample]:
    known = {info.name: info for info in infos}
    others: dict[str, None] = {}

    def is_wanted(name: str, shape: tuple[int, ...]) -> bool:
        if name not in known:
            # Labels may lie there; who runs the model refuses them by their name.
            others[name] = None
            return False
        if not archive.may_be_runs(shape, known[name]):
            raise _model_error(
                f"the input {name!r} has the shape {list(shape)}, and the model takes {known[name]} ({path})",
                "give arrays of that shape, or several of them along the first axis",
            )
        return True

    arrays = archive.typed(archive.arrays_of(path, is_wanted), infos)
    yield from _slices(str(path), {**arrays, **others}, infos)


def _image(path: pathlib.Path, infos: Sequence[TensorInfo]) -> Sample:
    """RGB in the height and width of the model's only input, NCHW or NHWC: bytes as they
    are, floats in [0, 1]."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        raise _usage_error("images are read by Pillow, which is not installed", "pip install pillow") from None
    if len(infos) != 1 or len(infos[0].shape) != 4 or 3 not in (infos[0].shape[1], infos[0].shape[3]):
        raise _usage_error(
            f"{path}: an image is no input of this model",
            "images are for models of one input, [N, 3, H, W] or [N, H, W, 3]; write a .py for others",
        )
    (info,) = infos
    channels_first = info.shape[1] == 3
    height, width = info.shape[2:] if channels_first else info.shape[1:3]
    try:
        with open(path, "rb", opener=regular) as file, Image.open(file) as opened:
            image = opened.convert("RGB")
        image = image.resize((width or image.width, height or image.height), Image.Resampling.BILINEAR)
    except UnidentifiedImageError:
        raise _model_error(f"cannot read {path}: it is no image that Pillow knows", "give an image") from None
    except Exception as error:  # a bomb, a broken chunk
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise _model_error(f"cannot read {path}: {why}", "give an image") from None
    pixels: np.ndarray[Any, Any] = np.asarray(image)
    if info.dtype.kind not in "iu":
        pixels = pixels.astype(np.float32) / 255
    if channels_first:
        pixels = pixels.transpose(2, 0, 1)
    batch = np.repeat(pixels[np.newaxis], info.shape[0] or 1, axis=0)
    return Sample(str(path), {info.name: np.ascontiguousarray(batch).astype(info.dtype)})


def _folder(path: pathlib.Path, infos: Sequence[TensorInfo]) -> Iterator[Sample]:
    found = False
    for file in sorted(path.iterdir()):
        if file.suffix == ".npz":
            found = True
            yield from _archive(file, infos)
        elif file.suffix.lower() in _IMAGES:
            found = True
            yield _image(file, infos)
    if not found:
        raise _usage_error(f"--data={path}: there is no .npz and no image in the folder", "check the path")


def _script(path: pathlib.Path) -> Iterator[Sample]:
    inputs = arguments.run_file("--data", str(path)).get("inputs")
    if not callable(inputs):
        raise _usage_error(f"--data={path}: there is no function inputs()", "let it yield dicts of arrays")
    made: Iterator[Any] = iter(())
    for number in itertools.count():
        try:
            if number == 0:
                made = iter(inputs())
            arrays = next(made)
        except StopIteration:
            return
        except (Exception, SystemExit) as error:
            what = f"--data={path}: inputs() raises {type(error).__name__}: {error}"
            raise _usage_error(what, "mend the file") from error
        if not isinstance(arrays, Mapping):
            raise _usage_error(f"--data={path}: inputs() yields a {type(arrays).__name__}", "let it yield dicts")
        yield Sample(f"{path}[{number}]", arrays)


def converted(value: Any, info: TensorInfo) -> Any:
    """An array in the input's dtype where that is of the same kind: data sets are often of another
    width. Integers that it cannot hold stay, and are refused."""
    if not hasattr(value, "dtype"):
        return value
    try:
        array = np.asarray(value)
    except Exception as error:  # a tensor of another framework may refuse
        raise _model_error(f"the input {info.name!r} is no array: {error}", "give a numpy array") from None
    kinds = (array.dtype.kind, info.dtype.kind)
    if array.dtype != info.dtype and kinds == ("f", "f"):
        with np.errstate(over="ignore"):
            return array.astype(info.dtype)
    if array.dtype != info.dtype and all(kind in "iu" for kind in kinds):
        narrow = array.astype(info.dtype)
        return narrow if (narrow == array).all() else value
    return value


def check(paths: Sequence[str], option: str = "--data") -> None:
    """Before anything is compiled: each path is there, and is something that can be read."""
    for text in paths:
        path = pathlib.Path(text)
        if not path.exists():
            raise _usage_error(f"{option}={text}: there is no such file or folder", "check the path")
        if not path.is_dir() and path.suffix not in (".npz", ".py") and path.suffix.lower() not in _IMAGES:
            raise _usage_error(f"{option}={text}: what is this?", "give an .npz, a folder, an image or a .py")
        if not path.is_dir() and not path.is_file():
            raise _usage_error(f"{option}={text}: it is not a regular file", "check the path")
        if not os.access(path, os.R_OK):
            raise _usage_error(f"{option}={text}: it cannot be read", "check its rights")


def _all(paths: Sequence[str], infos: Sequence[TensorInfo], seed: int) -> Iterator[Sample]:
    if not paths:
        yield from _random(infos, seed)
    for text in paths:
        path = pathlib.Path(text)
        if path.is_dir():
            yield from _folder(path, infos)
        elif path.suffix == ".npz":
            yield from _archive(path, infos)
        elif path.suffix == ".py":
            yield from _script(path)
        else:
            yield _image(path, infos)


Data = Union[None, str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]], Mapping[str, Any], Iterable[Mapping[str, Any]]]
"""What functions take as data: paths as --data has them, a dict of arrays for one run, an iterable
of dicts for several, or None for random ones."""


@dataclass(frozen=True)
class Source:
    """Where inputs come from."""

    paths: Sequence[str] = ()
    dicts: Iterable[Mapping[str, Any]] | None = None
    """Of a program; they are gone through once."""
    limit: int | None = None
    seed: int = 0
    """Of random inputs, which there are where neither paths nor dicts are given."""
    not_finite: list[str] = field(default_factory=list, compare=False)
    """What was seen to have Inf or NaN as the model takes it: the input, and of which data."""

    def check(self) -> None:
        """Before anything is compiled: numbers are in their range, each path is there and can be read."""
        if self.limit is not None and self.limit < 1:
            raise _usage_error(f"--limit={self.limit} is not at least 1", "give a number of at least 1")
        if self.seed < 0:
            raise _usage_error(f"--seed={self.seed} is less than 0", "give a number of at least 0")
        check(self.paths)

    @property
    def is_evidence(self) -> bool:
        return bool(self.paths) or self.dicts is not None

    @property
    def text(self) -> str:
        """For a heading."""
        if self.dicts is not None:
            return "given by a program"
        return ", ".join(self.paths) or f"made up from seed {self.seed}: not evidence"

    def _all(self, infos: Sequence[TensorInfo]) -> Iterator[Sample]:
        if self.dicts is not None:
            yield from (Sample(f"inputs[{number}]", arrays) for number, arrays in enumerate(self.dicts))
            return
        yield from _all(self.paths, infos, self.seed)

    def samples(self, infos: Sequence[TensorInfo]) -> Iterator[Sample]:
        """The inputs, one after the other: not all are in memory at once. At least one, or an error."""
        count = 0
        for sample in self._all(infos):
            if count == self.limit:
                return
            count += 1
            yield self._taken(sample, infos)
        if not count:
            raise _usage_error("there is no input in the data", "give at least one")

    def _taken(self, sample: Sample, infos: Sequence[TensorInfo]) -> Sample:
        """It as the model takes it; an error says where it is from."""
        try:
            values = _tensors.by_position(dict(sample.arrays), infos)
            arrays = {info.name: _tensors.checked(converted(value, info), info) for value, info in zip(values, infos)}
        except AscendError as error:
            raise type(error)(*(each._replace(where=each.where or sample.name) for each in error.diagnostics)) from None
        for (name, array), value in zip(arrays.items(), values):
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                own = np.asarray(value)
                lost = int(np.isfinite(own).sum() - np.isfinite(array).sum())
                past = f" ({table.plural(lost, 'element')} of {own.dtype} past the largest {array.dtype})" if lost else ""
                if lost and not any(" past " in each for each in self.not_finite):
                    print(f"note: {name} in {sample.name} has Inf{past}", file=sys.stderr)
                self.not_finite.append(f"{name} in {sample.name}{past}")
        return Sample(sample.name, arrays)


def source_of(given: argparse.Namespace) -> Source:
    """What add_data's arguments name."""
    if given.data and given.seed is not None:
        raise _usage_error(f"--seed={given.seed} is of inputs that are made up, and --data gives them", "leave one of them out")
    return Source(given.data, None, given.limit, given.seed or 0)


def source_from(data: Data, limit: int | None, seed: int) -> Source:
    """What a program gives.

    Raises: TypeError where that is neither paths nor dicts.
    """
    if data is None:
        return Source((), None, limit, seed)
    if isinstance(data, (str, os.PathLike)):
        return Source((os.fspath(data),), None, limit, seed)
    if isinstance(data, Mapping):
        return Source((), (data,), limit, seed)
    if not isinstance(data, Iterable) or isinstance(data, np.ndarray):
        raise TypeError(f"data are paths or dicts of arrays, not {type(data).__name__}")
    if isinstance(data, Sequence) and data and all(isinstance(each, (str, os.PathLike)) for each in data):
        return Source(tuple(os.fspath(each) for each in data), None, limit, seed)
    return Source((), _dicts(data), limit, seed)


def _dicts(data: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    for number, arrays in enumerate(data):
        if not isinstance(arrays, Mapping):
            raise TypeError(f"data[{number}] is a {type(arrays).__name__}, and no dict of arrays")
        yield arrays
