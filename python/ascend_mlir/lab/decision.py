# ===- decision.py - What was decided of a model ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The decision of every op (docs/Report.md), with what a user writes into which
config file to change it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .. import _core
from ..errors import Diagnostic, _renamed, _usage_error
from . import table

__all__ = ["FLOAT_MODE", "Decision", "Op", "Tensors", "customize_line", "decide", "decision_of", "is_mode_key"]

Tensors = tuple[tuple[str, ...], tuple[str, ...]]
"""The dtypes of the inputs and of the outputs of an op; empty for a tensor that is not there."""

# The largest finite value of each float dtype (the formats' definitions).
LARGEST = {
    "float16": 65504.0,
    "bfloat16": (2 - 2.0**-7) * 2.0**127,
    "hifloat8": 2.0**15,
    "float": (2 - 2.0**-23) * 2.0**127,
}
SHORT = {"float": "f32", "float16": "f16", "bfloat16": "bf16", "hifloat8": "hif8", "double": "f64"}
_HF32 = "enable_hi_float_32_execution"
FLOAT_MODE = "enable_float_32_execution"
"""What keeps a cube op from multiplying float32 as HF32."""
_NO_KERNEL = {"aicpu_fallback", "no_column_fits"}


def customize_line(name: str, tensors: Tensors) -> str:
    """The line of customize_dtypes that gives an op these dtypes."""
    return f"{name}:InputDtype:{','.join(tensors[0])},OutputDtype:{','.join(tensors[1])}"


def is_mode_key(name: str) -> bool:
    """Whether a line of op_precision_mode can give what has the name a mode: that is what stands before the first =,
    without the blanks around it, and # begins a comment."""
    return bool(name) and name == name.strip() and not name.startswith("#") and not set(name) & set("=\n\ufffd")


@dataclass(frozen=True)
class Op:
    """One judged op. `row` is its row of the report."""

    row: Mapping[str, Any]
    index: int
    """Its place in the topological order, from 0."""
    keep_names: tuple[str, ...]
    """The line of keep_dtype that keeps it, or none: the name of a node of the model. Of those that a
    fusion made one op of the last is named, though each of them does."""
    keep_types: tuple[str, ...]
    """The types of these nodes, each of which does: `OpType::T` in keep_dtype keeps all ops that have
    such a node. First stands that which fewest have."""
    exceptions: tuple[str, ...]
    """What is worth a look: one sentence each."""
    namesakes: int = 0
    """How many ops more its line keeps, as nodes of one name."""
    blocked: str = ""
    """Why no line of keep_dtype keeps it, as far as that was asked for."""
    goes_to_cpu: bool = False
    """Whether the AI CPU runs it where it is kept, and does not now."""
    ports: Tensors | None = None
    """The dtypes with which a line of customize_dtypes keeps what a kernel can of it, where no line of
    keep_dtype keeps it."""

    @property
    def name(self) -> str:
        return str(self.row["name"])

    @property
    def type(self) -> str:
        return str(self.row["type"])

    @property
    def is_merged(self) -> bool:
        """Whether it is a Cast of the model that was merged away: it does not run, and has no shapes."""
        return bool(self.row["merged"])

    @property
    def is_hf32(self) -> bool:
        """Whether a cube op multiplies its float operands as HF32."""
        # A bias alone is not multiplied.
        floats = [tensor for tensor in self.row["inputs"] if tensor and tensor["dtype"] == "float"]
        return self.row["impl_mode"]["effective"] == _HF32 and self.row["unit"] == "cube" and len(floats) > 1

    def tensors(self, form: str = "dtype") -> Tensors:
        """Its dtypes in GE's names; `form` is dtype (decided) or origin (the model's)."""
        inputs, outputs = (tuple(tensor[form] if tensor else "" for tensor in self.row[kind]) for kind in ("inputs", "outputs"))
        return inputs, outputs

    def _words(self, kind: str, form: str) -> list[str]:
        words = ["-" if tensor is None else str(tensor[form]) for tensor in self.row[kind]]
        short = [SHORT.get(word, word) for word in words]
        acts = kind == "inputs" and form == "dtype" and self.is_hf32
        return [f"{word} (HF32)" if acts and word == "f32" else word for word in short]

    def dtypes(self, form: str = "dtype") -> str:
        """As `f16, f16 > f32`; `form` is dtype (decided) or origin (the model's)."""
        ends = [", ".join(self._words(kind, form)) for kind in ("inputs", "outputs")]
        return " > ".join(end for end in ends if end)

    @property
    def has_other_dtypes(self) -> bool:
        """Whether a tensor has another dtype than in the model."""
        tensors = [*self.row["inputs"], *self.row["outputs"]]
        return any(tensor and tensor["dtype"] != tensor["origin"] for tensor in tensors)

    @property
    def is_changed(self) -> bool:
        """Whether it has other dtypes, or multiplies floats as HF32."""
        return self.has_other_dtypes or self.is_hf32

    @property
    def mode(self) -> str:
        """The implementation mode; asked > got where they differ."""
        asked, got = (self.row["impl_mode"][key] for key in ("requested", "effective"))
        return str(got) if asked == got else f"{asked} > {got}"

    @property
    def plain_reason(self) -> str:
        """The reason, whatever the op's type and dtypes and the names around it: ops of one are decided alike."""
        reason = str(self.row["reason"]).split("; it runs ")[0]
        reason = re.sub(r"(?<!\w)'[^']*'", "'…'", reason)
        return re.sub(rf"(?<!\w)(?<!\ba ){re.escape(self.type)}(?!\w)", "it", reason)

    def namesakes_text(self) -> str:
        """Behind its name: what else has it."""
        if not self.namesakes:
            return ""
        return f", with {table.plural(self.namesakes, 'more op')} of that name"

    @property
    def is_kept_in_part(self) -> bool:
        """Whether what keeps it leaves a tensor of it in another dtype than the model's."""
        return self.ports not in (None, self.tensors("origin"))

    def ports_text(self) -> str:
        """The dtypes of its line, as `f16, f16 > f32`."""
        return " > ".join(", ".join(SHORT.get(word, word) or "-" for word in end) for end in self.ports or ())

    def keep_parts(self) -> list[str]:
        """The lines that keep it, or why none does, for a sentence; nothing where nothing was changed, or by the user."""
        if not self.has_other_dtypes or self.row["rule"] == "customized":
            return []
        if self.ports:
            return [f"`{customize_line(self.name, self.ports)}` in customize_dtypes"]
        if self.blocked:
            return [f"no line keeps {self.name}: {self.blocked}"]
        return [f"`{line}` in keep_dtype" for line in self.keep_names or [f"OpType::{name}" for name in self.keep_types[:1]]]

    def keep_hint(self) -> str:
        """How to keep the model's dtypes, or an empty string where nothing was changed."""
        if self.is_hf32 and not self.has_other_dtypes:
            section, key = ("ByNodeName", self.name) if is_mode_key(self.name) else ("ByOpType", self.type)
            every = "" if key == self.name else ", for all of its type"
            # The first line counts.
            source = str(self.row["impl_mode"]["source"])
            above = f", above {source}" if re.search(r":\d+$", source) else ""
            return f"To multiply float32 itself: `{key}={FLOAT_MODE}` below [{section}] in op_precision_mode{above}{every}."
        if not self.has_other_dtypes:
            return ""
        if self.row["rule"] == "customized":
            return ""
        if self.ports:
            what = "what a kernel can" if self.is_kept_in_part else "it"
            line = customize_line(self.name, self.ports)
            return f"No line of keep_dtype keeps it: {self.blocked}. To keep {what}: `{line}` in customize_dtypes."
        if self.blocked:
            return f"No line keeps it: {self.blocked}."
        is_fused = len(self.row["original_types"]) > 1
        others = " (as would any other of its nodes)" if is_fused else ""
        every = "all that have such a node" if is_fused else "all of its type"
        lines = [f"`{name}` in keep_dtype{self.namesakes_text()}{others}" for name in self.keep_names]
        for name in self.keep_types[:1]:
            lines.append(f"{every}: `OpType::{name}`" if lines else f"`OpType::{name}` in keep_dtype, for {every}")
        cpu = " No kernel of the AI Core takes the model's dtypes: kept, it runs on the AI CPU." if self.goes_to_cpu else ""
        return f"To keep it: {'; '.join(lines)}.{cpu}" if lines else ""


@dataclass(frozen=True)
class Decision:
    report: Mapping[str, Any]
    ops: tuple[Op, ...]
    warnings: tuple[Diagnostic, ...]

    @property
    def casts(self) -> tuple[int, int | None]:
        """How many casts were inserted, and the bytes that they write; None where a shape is open."""
        casts = [cast for cast in self.report["casts"] if not cast["folded"]]
        known = [cast["bytes"] for cast in casts if cast["bytes"] is not None]
        return len(casts), sum(known) if len(known) == len(casts) else None

    @cached_property
    def by_name(self) -> dict[str, Op]:
        """Of several ops of one name the last."""
        return {op.name: op for op in self.ops}

    @cached_property
    def inserted_casts(self) -> dict[str, Mapping[str, Any]]:
        """The casts that were put in, by the name that each has where it runs."""
        return {f"{cast['value']}/Cast_{cast['to']}": cast for cast in self.report["casts"]}

    def keep_hint(self, name: str, type: str) -> str:
        """How to keep what gives values: an op, what a cast that was put in is for, or what stands in branches and loops."""
        if name in self.by_name:
            return self.by_name[name].keep_hint()
        if cast := self.inserted_casts.get(name):
            readers = [self.by_name[user["op"]] for user in cast["users"] if user["op"] in self.by_name]
            parts = dict.fromkeys(part for op in readers for part in op.keep_parts())
            return f"The cast goes where all that read it are kept: {'; '.join(parts)}." if parts else ""
        return "" if type == "Cast" else "What is in it is not compared op by op: ascend-lab search finds what of that to keep."

    def renamed(self, named: Callable[[str], str]) -> Decision:
        """It, with all text of its report and warnings as `named` has it."""
        report = json.loads(named(json.dumps(self.report, ensure_ascii=False)))
        again = decision_of(report, [_renamed(each, named) for each in self.warnings])
        ops = (replace(op, row=new.row, exceptions=new.exceptions) for op, new in zip(self.ops, again.ops))
        return replace(again, ops=tuple(ops))

    def casts_text(self) -> str:
        count, written = self.casts
        what = "bytes that depend on open shapes" if written is None else f"{written:,} bytes"
        return f"{table.plural(count, 'cast')} that {'writes' if count == 1 else 'write'} {what}"

    def _keeps_again(self, line: Mapping[str, Any]) -> bool:
        """Whether a line of keep_dtype keeps what another one keeps, as where a fusion made one op of two nodes."""
        keep = self.report["options"].get("keep_dtype")
        return bool(line["file"] == keep) and str(line["by"]).rpartition(":")[0] == keep

    @property
    def config_faults(self) -> list[str]:
        """A sentence for each line of the user's files that does nothing."""
        result = []
        for line in self.report["config"]:
            where = f"{line['file']}:{line['line']}: {line['text']!r}" if line["file"] else line["text"]
            if line["status"] == "no_match":
                hint = f", did you mean {line['did_you_mean']!r}?" if line["did_you_mean"] else ""
                why = f": {line['fusion']}" if line["fusion"] else ""
                if line["ignored"]:
                    result.append(f"{where} is ignored: {line['ignored']}")
                    continue
                if set("*?") & set(line["text"]):
                    why += ": there are no wildcards: name each op, or its type"
                result.append(f"{where} matches no op{why}{hint}")
            elif line["status"] == "overridden" and not self._keeps_again(line):
                result.append(f"{where} gives way to {line['by']}")
        return result


def _times(number: float) -> str:
    """As people say it: 1.9, 12, 1,500, 5.2e+33."""
    return f"{number:.2g}" if number < 10 or number >= 1e6 else f"{float(f'{number:.2g}'):,.0f}"


def _constant_faults(constant: Mapping[str, Any]) -> list[str]:
    name, dtype = constant["name"] or "without a name", constant["dtype"]
    result = []
    if constant["overflow"]:
        text = f"constant {name!r} overflows {dtype} in {table.plural(constant['overflow'], 'element')}"
        if (limit := LARGEST.get(dtype)) and constant["largest"] > limit:
            times = constant["largest"] / limit
            text += f": largest {constant['largest']:.2g}, {_times(times)} times the limit"
        else:
            text += ": Inf in the model"
        result.append(text)
    for key, what in ("underflow", "zero"), ("subnormal", "subnormal"):
        if count := constant[key]:
            result.append(f"constant {name!r}: {table.plural(count, 'element')} {'becomes' if count == 1 else 'become'} {what} in {dtype}")
    return result


def _exceptions(row: Mapping[str, Any], constants: list[Mapping[str, Any]]) -> list[str]:
    result = [fault for constant in constants for fault in _constant_faults(constant)]
    asked, got = row["impl_mode"]["requested"], row["impl_mode"]["effective"]
    if asked != got:
        result.append(f"{asked} was asked for, and it runs in {got}")
    if row["rule"] in _NO_KERNEL:
        result.append(row["reason"])
    return result


def _is_line(name: str) -> bool:
    """Whether a line of keep_dtype can be this name: ends are trimmed, and comments and types are told by how they begin."""
    is_text = "\n" not in name and "\ufffd" not in name
    return bool(name) and is_text and name == name.strip(" \t\r") and not name.startswith(("#", "OpType::"))


def _line_of(row: Mapping[str, Any], fusion: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The line of keep_dtype that keeps an op. CANN marks nodes of the model, and what a fusion makes of
    several has the mark of any of them: its own name will do where a node had it, else that of the
    last node, which is what reads the others."""
    names = fusion["names"] if fusion else [row["name"]]
    # Of a fusion of fusions the names in between are no node's.
    nodes = [name for name in row["original_names"] if name in names] or names
    lines = [name for name in nodes if _is_line(name)]
    return (row["name"],) if row["name"] in lines else tuple(lines[-1:])


def _ops(report: Mapping[str, Any]) -> tuple[Op, ...]:
    made: dict[str, Mapping[str, Any]] = {}
    for fusion in report["fusions"]:
        if fusion["into"] is not None:
            made[fusion["into"]] = fusion
    constants: dict[str, list[Mapping[str, Any]]] = {}
    for constant in report["constants"]:
        constants.setdefault(constant["user"], []).append(constant)
    result = []
    # Each type stands once in a row.
    have = Counter(name for row in report["ops"] for name in row["original_types"] or [row["type"]])
    for index, row in enumerate(report["ops"]):
        # Of equally rare types the last, as in the hints of the library.
        types = sorted(reversed(row["original_types"] or [row["type"]]), key=lambda name: have[name])
        # The constants of a name that several nodes have stand at the first of them.
        exceptions = _exceptions(row, constants.pop(row["name"], []))
        result.append(Op(row, index, _line_of(row, made.get(row["name"])), tuple(types), tuple(exceptions)))
    counts = Counter(name for op in result for name in op.keep_names)
    return tuple(replace(op, namesakes=max((counts[name] for name in op.keep_names), default=1) - 1) for op in result)


def decide(model: str, options: Mapping[str, bool | str]) -> Decision:
    """Decides the dtypes of a model's ops; nothing is compiled.

    Args:
      model: the path of an .onnx, .mlir or .mlirbc file.
      options: ATC's, by name.

    Raises: as `ascend_mlir.compile`.
    """
    if options.get("reference") in (True, "on"):
        raise _usage_error("with --reference nothing is decided", "leave it out")
    text, warnings = _core.decide_file(model, list(options.items()))
    return decision_of(json.loads(text), [Diagnostic(*warning) for warning in warnings])


def decision_of(report: Mapping[str, Any], warnings: Iterable[Diagnostic]) -> Decision:
    """The decision of which this is the report."""
    return Decision(report, _ops(report), tuple(warnings))
