# ===- tensorflow.py - Frozen graphs of TensorFlow as ONNX models ----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Frozen graphs of TensorFlow (framework=3) as ONNX models, by PyPI's tf2onnx.

usage: ascend-tensorflow (or python3 -m ascend_mlir.tensorflow) GRAPH.pb OUT.onnx [--input_shape="x:1,224,224,3"]
         [--out_nodes="prob:0;box:1"]

TensorFlow has a process of its own: its protobuf and the importer's cannot be in one.
The model has the graph's names: an input is called as its Placeholder, an output as its node, where it
is the node's first one, else NODE:INDEX. Layouts stay as they are. OUT.onnx is whole or not there.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from . import _core
from .errors import AscendError, ConfigurationError, Diagnostic, _make, _model_error, _usage_error

__all__ = ["convert", "main"]

# The newest that CANN's own ONNX parser knows.
_OPSET = 15
# Nodes that make nothing that a model gives.
_NO_OUTPUTS = {"Assert", "Const", "NoOp", "Placeholder"}


def _packages() -> tuple[Any, Any]:
    """tensorflow and tf2onnx.convert, of which nobody has types."""
    try:
        return importlib.import_module("tensorflow"), importlib.import_module("tf2onnx.convert")
    except ImportError as error:
        raise _usage_error(
            f"--framework=3, a graph of TensorFlow, is read by way of tf2onnx, which cannot be loaded: {error}",
            "pip install tf2onnx tensorflow-cpu, or give an ONNX model with --framework=5",
        ) from None


def _read(tensorflow: Any, path: str | os.PathLike[str]) -> Any:
    graph = tensorflow.compat.v1.GraphDef()
    try:
        with open(path, "rb") as file:
            graph.ParseFromString(file.read())
    except OSError as error:
        raise _model_error(f"cannot read the graph {os.fspath(path)}: {error.strerror}", "check its path") from None
    except Exception as error:  # protobuf's own class, of whatever package has it
        raise _model_error(
            f"{os.fspath(path)} is no frozen graph of TensorFlow (GraphDef): {error}",
            "freeze the model, or let tf2onnx make an ONNX model of it",
        ) from None
    if not graph.node:
        raise _model_error(f"the graph {os.fspath(path)} has no nodes", "freeze the model")
    return graph


def _outputs(graph: Any, out_nodes: str | None) -> list[tuple[str, int]]:
    """Those that are asked for, or of all nodes that no other one reads."""
    names = {node.name for node in graph.node}
    if out_nodes is None:
        read = {each.lstrip("^").split(":")[0] for node in graph.node for each in node.input}
        return [(node.name, 0) for node in graph.node if node.name not in read and node.op not in _NO_OUTPUTS]
    result = []
    for entry in filter(None, (each.strip() for each in out_nodes.split(";"))):
        name, _, number = entry.rpartition(":")
        if not name or not number.isdecimal():
            raise ConfigurationError(
                Diagnostic("E10001", f"Value {out_nodes} for parameter --out_nodes is invalid", "", 'write "node1:0;node2:0"', 2)
            )
        if name not in names:
            raise ConfigurationError(Diagnostic("E10016", f"Op name {name} specified in --out_nodes is not found in the model", "", "", 2))
        result.append((name, int(number)))
    return result


def _shapes(input_shape: str | None) -> dict[str, list[int]]:
    """Of the option's text; what is wrong with it is said when the model is read."""
    result = {}
    for entry in (input_shape or "").split(";"):
        name, _, extents = entry.rpartition(":")
        words = [word.strip() for word in extents.strip(" []").split(",")]
        words = ["-1" if "~" in word else word for word in words]
        if all(word.lstrip("-").isdecimal() for word in words):
            result[name.strip()] = [int(word) for word in words]
    return result


def _convert(path: str, input_shape: str | None, out_nodes: str | None) -> bytes:
    """The model's bytes, made in this process."""
    tensorflow, tf2onnx = _packages()
    graph = _read(tensorflow, path)
    inputs = [node.name for node in graph.node if node.op == "Placeholder"]
    outputs = _outputs(graph, out_nodes)
    if not outputs:
        raise _model_error(f"the graph {os.fspath(path)} has no outputs", "name them: --out_nodes=NODE:0")
    renamed = {f"{name}:0": name for name in inputs}
    renamed |= {f"{name}:0": name for name, number in outputs if number == 0}
    shapes = {f"{name}:0": shape for name, shape in _shapes(input_shape).items() if name in inputs}
    try:
        model, _ = tf2onnx.from_graph_def(
            graph,
            input_names=[f"{name}:0" for name in inputs],
            output_names=[f"{name}:{number}" for name, number in outputs],
            opset=_OPSET,
            tensors_to_rename=renamed,
            shape_override=shapes or None,
        )
    except Exception as error:  # whatever tf2onnx and TensorFlow raise
        reason = str(error).strip().splitlines() or [type(error).__name__]
        raise _model_error(f"tf2onnx cannot convert {os.fspath(path)}: {reason[0]}", "name other --out_nodes, or convert it by hand") from None
    return bytes(model.SerializeToString())


def convert(path: str | os.PathLike[str], *, input_shape: str | None = None, out_nodes: str | None = None) -> bytes:
    """The frozen graph in the file `path` as the bytes of an ONNX model.

    Args:
      path: a GraphDef, as TensorFlow freezes models.
      input_shape, out_nodes: as the options of these names (docs/Options.md); names are those of
        TensorFlow's nodes.

    Raises:
      ConfigurationError: tf2onnx or tensorflow cannot be loaded; an option is wrong.
      ModelError: the file is no graph, or tf2onnx cannot convert it.
    """
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "graph.onnx")
        words = [sys.executable, "-m", __name__, "--diagnostics=json", os.path.abspath(path), output]
        words += [f"--input_shape={input_shape}"] if input_shape is not None else []
        words += [f"--out_nodes={out_nodes}"] if out_nodes is not None else []
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        child = subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
        if child.returncode == 0:
            with open(output, "rb") as file:
                return file.read()
    try:
        # The packages may say something before.
        said = json.loads(child.stdout.strip().splitlines()[-1])
        raise _make([(said["code"], said["message"], said["where"], said["note"], said["exit_code"])])
    except (ValueError, TypeError, LookupError):
        last = child.stderr.strip().splitlines()[-1:] or [f"exit code {child.returncode}"]
        raise _model_error(f"tf2onnx ended without a model of {os.fspath(path)}: {last[0]}") from None


def main(words: Sequence[str] | None = None) -> int:
    """The command; gives the exit code of the tools."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(prog="ascend-tensorflow", description=__doc__.splitlines()[0])
    parser.add_argument("graph", metavar="GRAPH.pb")
    parser.add_argument("output", metavar="OUT.onnx")
    parser.add_argument("--input_shape", metavar='"NAME:D,D"')
    parser.add_argument("--out_nodes", metavar='"NODE:N;NODE:N"')
    parser.add_argument("--diagnostics", choices=["text", "json"], default="text", help="json: an error as JSON on the standard output")
    given = parser.parse_args(words)
    try:
        if os.path.exists(given.output) and os.path.exists(given.graph) and os.path.samefile(given.graph, given.output):
            raise _usage_error(f"{given.output} is the graph that is read", "name another file")
        model = _convert(given.graph, given.input_shape, given.out_nodes)
        try:
            _core.write_file(given.output, model)
        except OSError as error:
            raise _usage_error(f"cannot write {given.output}: {error.strerror}", "check the path") from None
    except AscendError as error:
        if given.diagnostics == "json":
            words = ("code", "message", "where", "note", "exit_code")
            print(json.dumps({word: getattr(error, word) for word in words}))
        else:
            print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
