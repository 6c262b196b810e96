# ===- real_folder.py - A folder with what a real run left -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A model with files of a real run beside it, and pair.json, which says what ATC was given:

    model.onnx, model.onnx.gz or model.mlir
    pair.json             {"soc": "Ascend310P3", "options": ["--precision_mode=force_fp16"], "about": "…"}
    fusion_result*.json, ge_proto_*.txt, *.om.json, op_summary*.csv

In the place of files pair.json may have what was taken out of them: "modelled" (effects by pass),
"all_passes" ([effects, matches] by pass, of those with effects), "type_counts" (ops by type, or by
types that a + joins) and "om_ops", the key of rows of a CSV with the columns model, node, type,
original_names, inputs and outputs (dtypes and names joined by ;).
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import pathlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import _limit_error, _model_error, _usage_error
from .fusion_result import read_fusion_result
from .op_summary import read_op_summary
from .real_files import read_text
from .real_graph import read_graph
from .real_run import RealFusion, RealOp, RealRun

__all__ = ["RealFolder", "read_folder"]

_LARGEST_PAIR = 4 << 20
_LARGEST_OPS = 256 << 20
_LARGEST_MODEL = 2 << 30
_MODELS = ("model.onnx", "model.onnx.gz", "model.mlir")
_COLUMNS = ("model", "node", "type", "original_names", "inputs", "outputs")


@dataclass(frozen=True)
class RealFolder:
    path: pathlib.Path
    soc: str
    options: Mapping[str, str]
    about: str
    runs: Sequence[RealRun]

    @property
    def name(self) -> str:
        return self.path.resolve().name

    @contextmanager
    def model(self) -> Iterator[str]:
        """The path of the model, unpacked for as long as the context lives."""
        path = next((self.path / name for name in _MODELS if (self.path / name).is_file()), None)
        if path is None:
            raise _usage_error(f"{self.path} has no model", f"name it {', '.join(_MODELS)}")
        if path.suffix != ".gz":
            yield str(path)
            return
        with TemporaryDirectory() as folder:
            unpacked = pathlib.Path(folder, "model.onnx")
            try:
                with gzip.open(path) as packed, open(unpacked, "wb") as file:
                    left = _LARGEST_MODEL
                    while chunk := packed.read(1 << 20):
                        left -= len(chunk)
                        if left < 0:
                            raise _limit_error(f"{path} has more than {_LARGEST_MODEL >> 30} GiB in it", "protobuf reads no more")
                        file.write(chunk)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise _model_error(f"{path} is no gzip file: {error}", "pack it anew") from None
            yield str(unpacked)


# ===----------------------------------------------------------------------===#
# pair.json
# ===----------------------------------------------------------------------===#


def _expect(condition: bool, path: pathlib.Path, sentence: str) -> None:
    if not condition:
        raise _model_error(f"{path}: {sentence}", "see python/ascend_mlir/lab/real_folder.py")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _counts(pair: Mapping[str, Any], key: str, path: pathlib.Path) -> Mapping[str, int]:
    value = pair.get(key, {})
    _expect(isinstance(value, dict) and all(map(_is_count, value.values())), path, f"{key} has to be counts by name")
    return value  # type: ignore[no-any-return]


def _passes(pair: Mapping[str, Any], path: pathlib.Path) -> Sequence[RealFusion]:
    every = pair.get("all_passes", {})
    good = isinstance(every, dict) and all(isinstance(v, list) and len(v) == 2 and all(map(_is_count, v)) for v in every.values())
    _expect(good, path, "all_passes has to be [effects, matches] by name")
    found = {name: RealFusion(name, effects, matches) for name, (effects, matches) in every.items()}
    for name, effects in _counts(pair, "modelled", path).items():
        found.setdefault(name, RealFusion(name, effects, None))
    return tuple(found.values())


def _options(pair: Mapping[str, Any], path: pathlib.Path) -> Mapping[str, str]:
    words = pair.get("options") or []
    good = isinstance(words, list) and all(isinstance(word, str) and word.startswith("--") and "=" in word for word in words)
    _expect(good, path, "options has to be a list of --NAME=VALUE")
    return {name[2:]: value for name, _, value in (word.partition("=") for word in words)}


def _om_ops(file: str, model: str) -> RealRun:
    """The rows of a model in a CSV of ops."""
    text = read_text("--om_ops", file, _LARGEST_OPS)

    def words(cell: str) -> tuple[str, ...]:
        return tuple(word for word in cell.split(";") if word)

    ops = []
    try:
        rows = csv.DictReader(io.StringIO(text, newline=""))
        missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            raise _model_error(f"--om_ops={file}:1: there is no column {missing[0]!r}", f"it has {', '.join(_COLUMNS)}")
        for row in rows:
            if row["model"] == model:
                cells = [row[name] or "" for name in _COLUMNS]
                ops.append(RealOp(cells[1], cells[2], words(cells[4]), words(cells[5]), words(cells[3])))
    except csv.Error as error:
        raise _model_error(f"--om_ops={file} is no CSV: {error}", "") from None
    if not ops:
        raise _model_error(f"--om_ops={file} has no rows of {model!r}", "it is the om_ops of pair.json")
    return RealRun("om_ops", file, tuple(ops))


def _runs(folder: pathlib.Path, pair: Mapping[str, Any], om_ops: str | None) -> Iterator[RealRun]:
    path = folder / "pair.json"
    for file in sorted(folder.glob("fusion_result*.json")):
        yield read_fusion_result(str(file))
    for file in sorted(folder.glob("ge_proto_*.txt")):
        yield read_graph("ge_dump", str(file))
    for file in sorted(folder.glob("*.om.json")):
        yield read_graph("atc_json", str(file))
    for file in sorted(folder.glob("op_summary*.csv")):
        yield read_op_summary(str(file))
    passes, types = _passes(pair, path), _counts(pair, "type_counts", path)
    if passes or types:
        yield RealRun("pair", str(path), graph_fusions=passes, type_counts=types)
    if (key := pair.get("om_ops")) is not None:
        _expect(isinstance(key, str), path, "om_ops has to be a string")
        if om_ops is None:
            raise _usage_error(f"{path} names rows of a CSV of ops", "give it as --om_ops=FILE")
        yield _om_ops(om_ops, key)


def read_folder(folder: str, om_ops: str | None = None) -> RealFolder:
    """What there is in the folder; `om_ops` is the CSV that pair.json may refer to."""
    top = pathlib.Path(folder)
    path = top / "pair.json"
    try:
        pair = json.loads(read_text("pair.json", str(path), _LARGEST_PAIR))
    except (ValueError, RecursionError) as error:
        raise _model_error(f"{path} is no JSON: {error}", "") from None
    _expect(isinstance(pair, dict), path, "it is no object")
    soc, about = pair.get("soc"), pair.get("about", "")
    _expect(isinstance(soc, str) and soc != "", path, "soc has to name the chip")
    _expect(isinstance(about, str), path, "about has to be a sentence")
    options = _options(pair, path)
    runs = tuple(_runs(top, pair, om_ops))
    if not runs:
        raise _usage_error(f"{folder} has nothing to compare with", "put a file of a real run next to the model")
    return RealFolder(top, str(soc), options, about, runs)
