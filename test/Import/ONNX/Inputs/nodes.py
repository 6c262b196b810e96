# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""nodes.py FILE: imports models of a few nodes, a line each of the file that begins with "// ":

  OPSET | VALUES | NODES | WHAT | TEXT

VALUES are inputs and, with "= {…}", constants, with ";" between them; NODES are in onnx.parser's syntax, and what the
last one makes are the outputs. WHAT is `fault` (E10041), `unknown` (E16002) or `unsupported` (no code), and TEXT all
that is said of a node, or `gives`, and TEXT stands in the IR. "…" in the TEXT of `gives` stands for any text of a line."""

import pathlib
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import ascend_mlir
import onnx.parser
import tools


def model_of(opset, values, nodes):
    inputs = [value for value in values.split(";") if value.strip() and "=" not in value]
    constants = [value for value in values.split(";") if "=" in value]
    text = f"g ({', '.join(inputs)}) => () <{', '.join(constants)}> {{ {nodes} }}"
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : {opset}, "ai.onnx.ml" : 1]>' + text)
    for name in model.graph.node[-1].output:
        if name:
            model.graph.output.append(onnx.helper.make_empty_tensor_value_info(name))
    return model


def translated(model):
    """The IR that ascend-translate gives."""
    with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        file.write(model)
        file.flush()
        return tools.run("ascend-translate", "--import-onnx", file.name).stdout


def check(line):
    """What is wrong with a line, or nothing."""
    opset, values, nodes, what, text = [part.strip() for part in line.split(" | ", 4)]
    model = model_of(opset, values, nodes).SerializeToString()
    if what == "gives":
        try:
            given = translated(model)
        except AssertionError as error:
            return str(error)
        wanted = ".*".join(map(re.escape, text.split("…")))
        return "" if re.search(wanted, given) else given
    # What is refused needs no process of its own.
    try:
        ascend_mlir.compile(model)
    except ascend_mlir.AscendError as error:
        said = str(error).splitlines()[0].removesuffix(" (bytes)")
        code = {"fault": "[E10041] ", "unknown": "[E16002] ", "unsupported": ""}[what]
        said = re.sub(rf"^{re.escape(code)}node '[^']*' \([^)]*\): ", "", said)
        return "" if said == text else said
    return "it is taken"


if __name__ == "__main__":
    lines = [line[3:] for line in pathlib.Path(sys.argv[1]).read_text().splitlines() if line.startswith("// ")]
    wrong = 0
    with ThreadPoolExecutor(2) as pool:
        for line, fault in zip(lines, pool.map(check, lines), strict=True):
            if fault:
                wrong += 1
                print(f"WRONG: {line}\n  {fault}")
    print(f"{len(lines)} cases, {wrong} wrong")
