# ===- extract_config.py - The options of a part of a model ------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The options that a model was given, as a part of it needs them: without those of inputs and outputs that
it has not, and with files that say only what concerns it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..errors import _usage_error
from ..options import OWN
from .decision import Op
from .regular import regular

__all__ = ["AtcOptions", "dropped", "files_of", "for_atc", "for_part", "pins", "text_of_file", "with_defaults"]

AtcOptions = Mapping[str, "bool | str"]

_OF_THE_WHOLE = {
    "check_report", "debug_dir", "display_model_info", "dump", "dump_path", "dynamic_batch_size", "dynamic_dims", "dynamic_image_size",
    "explain_options", "framework", "graph_compiler_cache_dir", "input_shape", "input_shape_range", "insert_op_conf",
    "is_input_adjust_hw_layout", "is_output_adjust_hw_layout", "json", "log", "mdl_bank_path", "mode", "model", "om", "op_bank_path",
    "op_compiler_cache_dir", "out_nodes", "output", "output_type", "report", "strict", "weight", "work_path", "write_impl_ini",
}  # fmt: skip
"""Options that name inputs and outputs of the whole model, or files that are made of it on the way."""

_PATHS = ("impl_mode_dir", "ops_info", "opp_path")
"""Own options whose files stay where they are."""


def for_part(options: AtcOptions, inputs: Iterable[str]) -> dict[str, bool | str]:
    """Those that a part with these inputs is decided with."""
    result = {name: value for name, value in options.items() if name not in _OF_THE_WHOLE}
    if isinstance(nodes := result.pop("input_fp16_nodes", None), str):
        left = [name for name in nodes.split(";") if name.strip() in set(inputs)]
        if left:
            result["input_fp16_nodes"] = ";".join(left)
    return result


def for_atc(options: AtcOptions) -> dict[str, bool | str]:
    """Those that ATC's command line can say."""
    # A session can have it for convolutions and products apart.
    split = {"allow_hf32"} if options.get("allow_hf32") in ("01", "10") else set()
    return {name: value for name, value in options.items() if name not in OWN | split}


def with_defaults(options: AtcOptions, report: Mapping[str, Any]) -> dict[str, bool | str]:
    """With the chip and the mode that `report` was decided for: whoever reads a line may have others."""
    result = {"soc_version": str(report["soc"]), **options}
    if not {"precision_mode", "precision_mode_v2"} & options.keys():
        result["precision_mode"] = str(report["precision_mode"])
    return result


def pins(ops: Sequence[Op]) -> str:
    """Lines of customize_dtypes that give `ops` the dtypes that they have."""
    lines = []
    for op in ops:
        inputs, outputs = (
            ",".join("" if tensor is None else str(tensor["dtype"]) for tensor in op.row[kind]) for kind in ("inputs", "outputs")
        )
        if ":" in op.name:
            raise _usage_error(f"a name with a colon, {op.name!r}, cannot stand in customize_dtypes", "give a wider range, --to=NAME")
        lines.append(f"{op.name}:InputDtype:{inputs},OutputDtype:{outputs}\n")
    return "".join(lines)


def text_of_file(option: str, path: str) -> str:
    try:
        # Names of a model need not be UTF-8.
        with open(path, encoding="utf-8", errors="surrogateescape", newline="", opener=regular) as file:
            return file.read()
    except OSError as error:
        raise _usage_error(f"--{option}={path} cannot be read: {error.strerror}", "check the path") from None


def _lines(_text: str, rows: Sequence[Mapping[str, Any]]) -> str:
    return "".join(f"{row['text']}\n" for row in rows)


def _ini(text: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """The lines below their headings. Never empty: with a file of it other lists of modes do nothing."""
    used = {row["line"] for row in rows}
    lines = [
        line for number, line in enumerate(text.split("\n"), 1) if number in used or line.strip() in ("[ByOpType]", "[ByNodeName]")
    ]
    return "".join(f"{line}\n" for line in lines) or "[ByOpType]\n"


def _mixlist(text: str, rows: Sequence[Mapping[str, Any]]) -> str:
    types = {row["text"] for row in rows}
    # CANN reads nothing behind the object.
    value, _ = json.JSONDecoder().raw_decode(text.removeprefix("\ufeff").lstrip())
    left = {
        name: {move: kept for move, listed in moves.items() if (kept := [each for each in listed if each in types])}
        for name, moves in value.items()
    }
    return json.dumps({name: moves for name, moves in left.items() if moves}, indent=1) + "\n"


_REDUCED: Mapping[str, tuple[str, Callable[[str, Sequence[Mapping[str, Any]]], str]]] = {
    "keep_dtype": ("keep_dtype.cfg", _lines),
    "customize_dtypes": ("customize_dtypes.cfg", _lines),
    "modify_mixlist": ("modify_mixlist.json", _mixlist),
    "op_precision_mode": ("op_precision.ini", _ini),
}


def files_of(
    options: AtcOptions, lines: Sequence[Mapping[str, Any]], pinned: str
) -> tuple[dict[str, bool | str], dict[str, bytes]]:
    """The options with names of files, and what stands in them: of files that name ops what concerns
    the part, others as they are. `lines` are those of the part's report, `pinned` those that it needs in
    customize_dtypes before all others."""
    result = dict(options)
    files: dict[str, bytes] = {}
    for option, value in options.items():
        if option in _PATHS:
            result[option] = os.path.abspath(str(value))
        if not isinstance(value, str) or option in OWN or not os.path.isfile(value):
            continue
        if option not in _REDUCED:
            name = f"{option}{os.path.splitext(value)[1]}"
            files[name] = text_of_file(option, value).encode(errors="surrogateescape")
            result[option] = name
            continue
        name, reduce = _REDUCED[option]
        used = [line for line in lines if line["file"] == value and line["status"] != "no_match"]
        if not used and option != "op_precision_mode":
            del result[option]
            continue
        files[name] = reduce(text_of_file(option, value), used).encode(errors="surrogateescape")
        result[option] = name
    if pinned:
        option = "customize_dtypes"
        name, _ = _REDUCED[option]
        files[name] = pinned.encode(errors="surrogateescape") + files.get(name, b"")
        result[option] = name
    return result, files


def dropped(options: AtcOptions, part: AtcOptions) -> list[str]:
    """Options of the model that the part has not."""
    return [name for name in options if name not in part and name not in ("framework", "log", "model", "output")]
