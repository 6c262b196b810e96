# ===- model.py - Compiled models -----------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""compile, load and Model."""

from __future__ import annotations

import json
import os
import statistics
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Union, Unpack

import numpy as np

from . import _core, _tensors
from ._given import Given, given_options, path_text
from ._tensors import TensorInfo
from .errors import AscendWarning, Diagnostic, _model_error, _usage_error
from .options import Options

if TYPE_CHECKING:
    import onnx

__all__ = ["Model", "ShapeCode", "Timing", "compile", "load"]

ModelSource = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, "onnx.ModelProto"]
Inputs = Union[Mapping[str, Any], Sequence[Any], "np.ndarray[Any, Any]"]


class Timing(NamedTuple):
    """Wall-clock times of single runs, in seconds."""

    runs: int
    min: float
    median: float
    max: float


class ShapeCode(NamedTuple):
    """What is known of inputs of some shapes (docs/Shapes.md)."""

    shapes: dict[str, tuple[int | None, ...]]
    """Of each input, by its name; None where code for them leaves an extent open."""
    state: str
    """"seen", "waits" (for its code), "has code", "has none", or "profile": code that was made with the model."""
    own_runs: int
    """In the model's own code, which takes all shapes."""
    runs: int
    """In code that was made for these."""
    seconds: float
    """That this took to make."""
    why: str
    """There is none; else empty."""
    weights: int
    """Bytes of the weights of the code."""
    added_weights: int
    """Bytes of those that no other code of the model had when it was made."""


class Model:
    """A model that runs, made by `compile` or `load`.

    Threads may run one model at once: each run has work memory of its own, and
    Python's lock is free meanwhile. Arrays that a run returned belong to the
    caller and outlive the model. A model is closed by `close`, by leaving its
    `with` block, or when it is no longer referred to.
    """

    def __init__(self, core: _core.Model, has_report: bool, given: Given | None = None) -> None:
        self._core: _core.Model | None = core
        self._has_report = has_report
        self._report: dict[str, Any] | None = None
        self._inputs = _tensors.describe(core.inputs)
        self._outputs = _tensors.describe(core.outputs)
        self._runner: _core.Runner | None = _core.Runner(core, np.ndarray, [info.dtype for info in self._outputs])
        self._named: Callable[[str], str] = given.named if given else lambda text: text
        said = (Diagnostic(*warning) for warning in core.warnings)
        self._warnings = tuple(map(given.say, said) if given else said)

    def _open(self) -> _core.Model:
        if self._core is None:
            raise _usage_error("the model is closed")
        return self._core

    @property
    def inputs(self) -> tuple[TensorInfo, ...]:
        """What `run` takes: name, dtype and shape of each, in order."""
        return self._inputs

    @property
    def outputs(self) -> tuple[TensorInfo, ...]:
        """What `run` returns."""
        return self._outputs

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What `compile` had to say of the options, their files and the model."""
        return self._warnings

    def run(
        self,
        inputs: Inputs,
        *,
        dump: str | os.PathLike[str] | None = None,
        threads: int | None = None,
    ) -> dict[str, np.ndarray[Any, Any]]:
        """Runs the model.

        Args:
          inputs: a dict by name, a list in the model's order, or one array for a
            model of one input. An array must have the input's dtype and shape; it
            is read in place, and copied only if it is not dense in C order
            or not aligned. Numbers and lists, which have no dtype, take the
            input's if it can hold them.
          dump: a folder, made if it is not there, for every op's inputs and
            outputs as .npy in their decided dtypes, and index.json. The first
            dump of a model compiles it once more.
          threads: how many compute, 1 to 1024; by default as many as the process
            may use CPUs. Results do not depend on it.

        Returns:
          New arrays by the outputs' names, in the model's dtypes and shapes.

        Raises:
          ModelError: an input that is missing, not the model's, or of another
            dtype or shape; a run that failed; a dump that cannot be written.
          ConfigurationError: the model is closed, or `threads` is out of range.
          LimitError: there is not enough memory, or no more threads.

        >>> x = np.array([[1, -2, 3]], np.float32)
        >>> model = compile(relu_model)
        >>> model.run({"x": x})["y"]
        array([[1., 0., 3.]], dtype=float32)
        """
        core = self._open()
        if threads is None:
            threads = 0
        elif not 1 <= threads <= 1024:
            raise _usage_error(f"threads is {threads}, which is not in 1..1024")
        if dump is None and (runner := self._runner):
            # What the model takes as it is.
            done = runner.run(inputs, threads)
            if done is not None:
                return done
        folder = None if dump is None else path_text(dump)
        if folder is not None and "\0" in folder:
            raise _model_error("cannot dump: the path has a NUL in it", "check the path")
        values = _tensors.by_position(inputs, self._inputs)
        flat = [_tensors.flatten(value, info) for value, info in zip(values, self._inputs)]
        results = core.run(flat, threads, folder)
        return {
            info.name: _tensors.restore(data, shape, info)
            for info, (data, shape) in zip(self._outputs, results)
        }

    def time(self, inputs: Inputs, *, repeat: int = 10, threads: int | None = None) -> Timing:
        """Times `repeat` runs, after one that is not counted.

        >>> model = compile(relu_model)
        >>> timing = model.time(np.zeros((1, 3), np.float32), repeat=3)
        >>> timing.runs, timing.min <= timing.median <= timing.max
        (3, True)
        """
        if repeat < 1:
            raise _usage_error(f"repeat is {repeat}, which is not at least 1")
        self.run(inputs, threads=threads)
        times = []
        for _ in range(repeat):
            start = time.perf_counter()
            self.run(inputs, threads=threads)
            times.append(time.perf_counter() - start)
        return Timing(repeat, min(times), statistics.median(times), max(times))

    def _check_decided(self) -> _core.Model:
        core = self._open()
        if not self._has_report:
            raise _usage_error(
                "a model in its own dtypes has no report: nothing was decided",
                "compile it without reference",
            )
        return core

    @property
    def report(self) -> dict[str, Any]:
        """How each op was decided and why, as docs/Report.md describes it.

        Raises ConfigurationError for a model that was compiled with
        reference=True: nothing was decided.

        >>> model = compile(relu_model, precision_mode="force_fp16")
        >>> [(op["type"], op["rule"]) for op in model.report["ops"]]
        [('Relu', 'force_fp16')]
        """
        if self._report is None:
            core = self._check_decided()
            try:
                text = self._named(core.report())
                report = json.loads(text) if text else {}
            except (ValueError, RecursionError) as error:
                raise _damaged_report(str(error)) from None
            if not text:
                raise _usage_error("the compiled file holds no report")
            if not isinstance(report, dict):
                raise _damaged_report("it is no object")
            self._report = report
        assert self._report is not None
        return self._report

    def report_text(self) -> str:
        """The report as a table for people; a compiled file has none."""
        return self._named(self._check_decided().report_text())

    @property
    def ir(self) -> str:
        """The decided model as ascend IR (MLIR's text form); a compiled file has
        none."""
        return self._named(self._open().text())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Compiles into a file (.asc) for `load` and ascend-run, for all CPUs of
        this one's kind or for the option `cpu`. It is written whole or not at all.

        Raises ConfigurationError for a path that cannot be written, and for a
        model that was loaded: copy its file.
        """
        self._open().save(path_text(path))

    @property
    def shapes(self) -> list[ShapeCode]:
        """The shapes of inputs that came, those that came last first, and which code
        they had; then the model's profiles, in their order. What came is not
        remembered of a model of static shapes, one that was loaded, and with
        jit_compile="false"; of others a thousand shapes are.

        >>> model = compile(open_relu_model, jit_compile="true")
        >>> _ = model.run(np.zeros((1, 3), np.float32))
        >>> [(shapes, runs) for shapes, _, _, runs, *_ in model.shapes]
        [({'x': (1, 3)}, 1)]
        """
        names = [info.name for info in self._inputs]

        def opened(shape: list[int]) -> tuple[int | None, ...]:
            return tuple(None if extent < 0 else extent for extent in shape)

        return [
            ShapeCode({name: opened(shape) for name, shape in zip(names, shapes)}, *rest)  # type: ignore[arg-type]
            for shapes, *rest in self._open().shapes()
        ]

    @property
    def profile(self) -> list[dict[str, Any]]:
        """Where the time of the last run went, of a model that was compiled with
        profiling_mode=1: a row for each run of a kernel, in order, as
        docs/Profiling.md describes it.

        Raises ConfigurationError for another model, or before the first run.

        >>> model = compile(relu_model, profiling_mode=1)
        >>> _ = model.run(np.zeros((1, 3), np.float32))
        >>> [row["type"] for row in model.profile if row["time_us"] >= 0]
        ['Relu']
        """
        rows: list[dict[str, Any]] = json.loads(self._open().profile())
        return rows

    def save_profile(self, path: str | os.PathLike[str]) -> str:
        """Writes it: a trace for Perfetto and chrome://tracing where the path ends in
        .json, else a new folder PROF_… in that folder, as msprof does. Returns the
        path of the file or of the new folder.
        """
        return self._open().save_profile(path_text(path))

    def close(self) -> None:
        """Frees code and weights, after runs that are under way. Only `inputs`,
        `outputs` and `warnings` can be asked for then."""
        self._core = None
        self._runner = None

    def __enter__(self) -> Model:
        self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        inputs = ", ".join(map(str, self._inputs))
        outputs = ", ".join(map(str, self._outputs))
        closed = ", closed" if self._core is None else ""
        return f"<ascend_mlir.Model ({inputs}) -> ({outputs}){closed}>"


def compile(model: ModelSource, **options: Unpack[Options]) -> Model:
    """Reads a model, decides the dtypes of its ops as CANN's ATC does with these
    options, and compiles it for this CPU.

    Args:
      model: the path of an .onnx, .mlir or .mlirbc file, the bytes of one, or an
        onnx.ModelProto.
      options: ATC's options by their names (docs/Options.md), such as
        precision_mode="allow_mix_precision", modify_mixlist="mixlist.json",
        keep_dtype="keep.cfg", soc_version="Ascend310P3". True and False are on
        and off, or 1 and 0; None is as if it were not given. Where a file can be
        named, a list or a dict is what it would hold: keep_dtype=["conv1"],
        modify_mixlist={"black-list": {"to-add": ["MatMulV2"]}}. input_shape may be
        a dict of shapes; input_fp16_nodes, out_nodes and optypelist_for_implmode
        lists.
        reference=True leaves the model in its own dtypes. options="FILE" reads
        more of them out of a file (docs/OptionFiles.md). Without a precision mode
        it is force_fp16, as in ATC. framework=3: the model is the path of a frozen
        graph of TensorFlow, read by way of tf2onnx.

    Raises:
      ConfigurationError: an option or its file is wrong, with CANN's code.
      ModelError: the model cannot be read or contradicts itself.
      UnsupportedOpError: it has ops that cannot be compiled, all of them named.
      LimitError: it is too large.

    Warns:
      AscendWarning: for what Model.warnings has.

    >>> with compile(relu_model, precision_mode="must_keep_origin_dtype") as model:
    ...     print(*model.inputs)
    x: float32[1, 3]
    """
    words: Mapping[str, Any] = options
    if words.get("framework") in (3, "3"):
        model, words = _from_tensorflow(model, words)
    with given_options(words) as given:
        # Not the type itself: onnx need not be installed.
        if hasattr(model, "SerializeToString"):
            core = _core.compile_bytes(model.SerializeToString(), "onnx.ModelProto", given.pairs)
        elif isinstance(model, (bytes, bytearray, memoryview)):
            core = _core.compile_bytes(_dense(model), "bytes", given.pairs)
        elif isinstance(model, (str, os.PathLike)):
            core = _core.compile_file(path_text(model), given.pairs)
        else:
            raise TypeError(
                "a model is a path, bytes or an onnx.ModelProto, not " + type(model).__name__
            )
        is_reference = dict(_core.expand_options(given.pairs)).get("reference") == "on"
        result = Model(core, has_report=not is_reference, given=given)
    for warning in result.warnings:
        warnings.warn(str(warning), AscendWarning, stacklevel=2)
    return result


def _from_tensorflow(model: ModelSource, options: Mapping[str, Any]) -> tuple[ModelSource, Mapping[str, Any]]:
    """The graph as an ONNX model, and the options that are left."""
    if not isinstance(model, (str, os.PathLike)):
        raise TypeError("a graph of TensorFlow (framework=3) is given by its path, not as " + type(model).__name__)
    from . import tensorflow

    left = {name: value for name, value in options.items() if name not in ("framework", "out_nodes")}
    with given_options({name: options.get(name) for name in ("input_shape", "out_nodes")}) as given:
        return tensorflow.convert(model, **given.values), left  # type: ignore[arg-type]


def _dense(data: bytes | bytearray | memoryview) -> bytes | bytearray | memoryview:
    """The bytes in place, or a copy where a view leaves some out."""
    return bytes(data) if isinstance(data, memoryview) and not data.c_contiguous else data


def _damaged_report(why: str) -> Exception:
    return _model_error(f"the report of the compiled file is damaged: {why}", "compile the model again")


def load(model: str | os.PathLike[str] | bytes | bytearray | memoryview) -> Model:
    """Loads a compiled file (.asc), made by `Model.save` or ascend-atc, by its path,
    or the bytes of one. A file's weights are mapped, not read; it holds code, so
    load no file of a stranger.

    Raises ModelError for a file that is missing, damaged, of another version or
    for another CPU.

    >>> compile(relu_model).save(folder / "relu.asc")
    >>> load(folder / "relu.asc").outputs[0].name
    'y'
    """
    if isinstance(model, (bytes, bytearray, memoryview)):
        return Model(_core.load_bytes(_dense(model)), has_report=True)
    return Model(_core.load(path_text(model)), has_report=True)
