# ===- npu_dump.py - The dump of a device ----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A device's dump as it is on disk, and ATC's JSON of the model, which says for which nodes of
the original model each op stands."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import _model_error, _usage_error
from .dump_file import Origin, read_array, read_outputs
from .dump_names import in_files, named_files, parse_name
from .outside_arrays import Array, NotCompared, shaped
from .private_formats import NotConverted, to_original
from .regular import regular

__all__ = ["NpuArrays", "NpuDump"]

# dump_path/time/device/model name/model id/data index
_DEEPEST = 6
_MOST_FOLDERS = 10_000
_LARGEST_JSON = 1 << 30


class _Device(NamedTuple):
    """An output of the device's graph."""

    op: str
    """As in file names."""
    output: int
    layout: str
    """Of the original tensor; empty where the JSON does not say."""


# ===----------------------------------------------------------------------===#
# ATC's JSON
# ===----------------------------------------------------------------------===#


def _list(value: Any, key: str) -> list[Any]:
    found = value.get(key, []) if isinstance(value, dict) else []
    return found if isinstance(found, list) else []


def _attribute(owner: Any, key: str) -> Any:
    """The value of an attribute: {"key": ..., "value": {kind: value}}."""
    for attribute in _list(owner, "attr"):
        if isinstance(attribute, dict) and attribute.get("key") == key and isinstance(attribute.get("value"), dict):
            return next(iter(attribute["value"].values()), None)
    return None


def _outputs(op: Mapping[str, Any], name: str) -> list[tuple[Origin, _Device]]:
    """What the outputs of an op stand for: those of nodes of the model, else their own."""
    originals = _attribute(op, "_datadump_original_op_names")
    # Without the attribute an op is the model's own; with an empty one it stands for none.
    default = name
    if isinstance(originals, dict):
        names = [each for each in _list(originals, "s") if isinstance(each, str) and each]
        default = names[-1] if names else ""
    result = []
    for number, output in enumerate(_list(op, "output_desc")):
        named, index = (_attribute(output, f"_datadump_origin_{what}") for what in ("name", "output_index"))
        layouts = (_attribute(output, key) for key in ("_datadump_origin_format", "origin_format"))
        layout = next((each for each in layouts if isinstance(each, str) and each), "")
        node = named if isinstance(named, str) and named else default
        origin = Origin(in_files(node), index if isinstance(index, int) else number) if node else Origin(in_files(name), number)
        result.append((origin, _Device(in_files(name), number, layout)))
    return result


def _read_json(path: str) -> dict[Origin, list[_Device]]:
    """Outputs of the device's ops by what they stand for, in the order of the graph."""
    try:
        if os.path.getsize(path) > _LARGEST_JSON:
            raise _usage_error(f"--atc_json={path} is larger than {_LARGEST_JSON >> 30} GB", "is it ATC's?")
        with open(path, encoding="utf-8", opener=regular) as file:
            value = json.load(file)
    except OSError as error:
        raise _usage_error(f"--atc_json={path}: {error.strerror}", "check the path") from None
    except (ValueError, RecursionError) as error:
        raise _model_error(f"--atc_json={path} is no JSON: {error}", "write it by atc --mode=1 --om=… --json=…") from None
    ops = [op for graph in _list(value, "graph") for op in _list(graph, "op")]
    if not ops:
        raise _model_error(f"--atc_json={path} has no graph with ops", "write it by atc --mode=1 --om=… --json=…")
    result: dict[Origin, list[_Device]] = {}
    seen: dict[str, str] = {}
    for number, op in enumerate(ops):
        name = op.get("name") if isinstance(op, dict) else None
        if not isinstance(name, str) or not name:
            raise _model_error(f"--atc_json={path}: op {number} has no name", "write it by atc --mode=1 --om=… --json=…")
        if seen.setdefault(in_files(name), name) != name:
            raise _model_error(
                f"--atc_json={path}: {seen[in_files(name)]!r} and {name!r} are one name in a dump",
                "give the nodes of the model other names",
            )
        for origin, device in _outputs(op, name):
            result.setdefault(origin, []).append(device)
    return result


# ===----------------------------------------------------------------------===#
# The folder
# ===----------------------------------------------------------------------===#


def _folders(top: pathlib.Path) -> list[pathlib.Path]:
    """`top` and what is below it that has dump files of ops."""
    result = []
    level = [top]
    count = 0
    for _ in range(_DEEPEST):
        below: list[pathlib.Path] = []
        for folder in level:
            count += 1
            if count > _MOST_FOLDERS:
                raise _usage_error(f"--npu_dump={top}: there are more than {_MOST_FOLDERS:,} folders", "name that of one run")
            try:
                with os.scandir(folder) as entries:
                    listed = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                raise _usage_error(f"--npu_dump: cannot read {folder}: {error.strerror}", "check its rights") from None
            if any(entry.is_file() and (parse_name(entry.name) or entry.name.isdigit()) for entry in listed):
                result.append(folder)
            below += [folder / entry.name for entry in listed if entry.is_dir(follow_symlinks=False)]
        level = below
    return result


class NpuDump:
    """The files of a device's ops, and what each op stands for."""

    def __init__(self, folder: str, atc_json: str) -> None:
        """An error where the two do not fit together."""
        top = pathlib.Path(folder)
        if not top.is_dir():
            raise _usage_error(f"--npu_dump={folder}: there is no such folder", "check the path")
        folders = _folders(top)
        if len(folders) != 1:
            what = f"it has the dumps of {len(folders)} runs, in {folders[0]} and {folders[1]}" if folders else "it has no dump of an op"
            raise _usage_error(f"--npu_dump={folder}: {what}", "name the folder with the files of one run")
        self.known = _read_json(atc_json)
        self.path = folders[0]
        self.files: dict[str, tuple[int, pathlib.Path]] = {}
        self.cut: set[str] = set()
        for name, file in named_files("--npu_dump", self.path):
            if parsed := parse_name(name):
                self.files[parsed.op] = max(self.files.get(parsed.op, (-1, file)), (parsed.time, file))
                if parsed.is_slice:
                    self.cut.add(parsed.op)
        in_graph = {device.op for devices in self.known.values() for device in devices}
        if not in_graph & self.files.keys():
            raise _usage_error(
                f"--npu_dump={folder}: none of its {len(self.files)} ops is in {atc_json}", "give the JSON of the very .om"
            )

    def device_of(self, origin: Origin) -> _Device | None:
        """The last one that has a dump."""
        return next((device for device in reversed(self.known.get(origin, [])) if device.op in self.files), None)


class NpuArrays:
    """A device's outputs by rows, in the model's shapes."""

    def __init__(self, dump: NpuDump, origins: Sequence[Origin | None]) -> None:
        """`origins` are those of the rows. An error where none of them has a dump."""
        self._dump = dump
        self._rows = [dump.device_of(origin) if origin else None for origin in origins]
        self.used = len({device.op for device in self._rows if device})
        if not self.used:
            raise _usage_error(f"--npu_dump={dump.path}: none of its ops is of this model", "give the model of the dump")

    def array(self, number: int, shape: tuple[int, ...]) -> Array | None:
        device = self._rows[number]
        if device is None:
            return None
        if device.op in self._dump.cut:
            raise NotCompared("FFTS+ cut it, and its parts are not put together")
        _, file = self._dump.files[device.op]
        outputs = read_outputs(file)
        if not outputs:
            raise NotCompared(f"{file.name} has no outputs: dump with dump_mode output or all")
        if device.output >= len(outputs):
            raise NotCompared(f"{file.name} has no output {device.output}")
        tensor = outputs[device.output]
        if tensor.dtype is None:
            raise NotCompared(f"the dtype {tensor.dtype_number} is not read")
        try:
            whole = read_array(file, tensor)
            original = to_original(whole, tensor.format, tensor.original_shape or shape, device.layout, tensor.groups)
        except NotConverted as why:
            raise NotCompared(str(why)) from None
        return shaped(original, shape)
