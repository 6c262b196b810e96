#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Validates many reports with the JSON Schema of the documents.

The reports: the worked examples, the graphs of reasons.test (every rule), the
magika model in several modes, names of every kind, merged casts, dynamic
shapes, --strict. Then reports that are changed in one place must be refused.
Run in an empty folder.

usage: schema.py SOURCE
"""

import json
import pathlib
import re
import sys
import tempfile

import jsonschema
import magika
from tools import run

T = "tensor<4xf32>"
# Quotes, backslashes, control characters, Chinese, emoji, and bytes that are
# no UTF-8 (a lone continuation byte, an overlong slash).
NAMES = r'''a\22b c\\d \0A\09\00\1B 日志 🐉 \80 \C0\AF'''

GRAPHS = {
    # name: (options, IR, the exit code of ascend-atc)
    "names": ("", f"""func.func @main(%x: {T} {{ascend.name = "{NAMES}"}}) -> {T} {{
  %w = ascend.constant {{node_name = "w {NAMES}"}} dense<1.0> : {T}
  %0 = ascend.ge_op "Maximum"(%x, %w) {{node_name = "{NAMES}", original_names = ["{NAMES}"]}} : ({T}, {T}) -> {T}
  return %0 : {T}
}}
""", 0),
    "empty": ("", "func.func @main() {\n  return\n}\n", 0),
    "merged": ("--precision_mode=allow_mix_precision", f"""func.func @main(%x: tensor<4xf16>) -> {T} {{
  %0 = ascend.ge_op "Cast"(%x) {{node_name = "c"}} : (tensor<4xf16>) -> {T}
  %1 = ascend.relu %0 {{node_name = "r"}} : ({T}) -> {T}
  %2 = ascend.cast %1 {{node_name = "c2"}} : ({T}) -> tensor<4xf16>
  %3 = ascend.ge_op "Log"(%2) {{node_name = "l"}} : (tensor<4xf16>) -> {T}
  return %3 : {T}
}}
""", 0),
    "dynamic": ("", """func.func @main(%x: tensor<?x4xf32>, %y: tensor<*xf32>) -> tensor<?x4xf32> {
  %0 = ascend.relu %x {node_name = "r"} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = ascend.ge_op "Relu"(%y) {node_name = "u"} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<?x4xf32>
}
""", 0),
    "absent": ("", f"""func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %n = ascend.none : none
  %0 = ascend.ge_op "MatMulV2"(%x, %x, %n, %n) {{node_name = "m"}}
         : (tensor<4x4xf32>, tensor<4x4xf32>, none, none) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}}
""", 0),
    "fused": ("--keep_dtype=fused.cfg", f"""func.func @main(%x: {T}) -> tensor<1xf32> {{
  %axes = ascend.constant {{node_name = "axes"}} dense<0> : tensor<1xi32>
  %0 = ascend.identity %x {{node_name = "same"}} : ({T}) -> {T}
  %1 = ascend.reduce_max %0, %axes {{ge.keep_dims = true, node_name = "max"}} : ({T}, tensor<1xi32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}}
""", 0),
    "host": ("--mix_compile_mode=1 --in_out_pair=[[['m'],['m']]]", f"""func.func @main(%x: {T}) -> {T} {{
  %0 = ascend.maximum %x, %x {{node_name = "m"}} : ({T}, {T}) -> {T}
  %1 = ascend.relu %0 {{node_name = "r"}} : ({T}) -> {T}
  return %1 : {T}
}}
""", 0),
    "strict": ("--strict --keep_dtype=miss.cfg", f"""func.func @main(%x: {T}) -> {T} {{
  %w = ascend.constant {{node_name = "w"}} dense<1.0e9> : {T}
  %0 = ascend.maximum %x, %w {{node_name = "m"}} : ({T}, {T}) -> {T}
  return %0 : {T}
}}
""", 2),
}


def worked_examples(source):
    sys.path.insert(0, str(source / "test" / "Integration" / "Decision"))
    import worked_examples as module

    for example in module.examples((source / "docs" / "WorkedExamples.md").read_text()):
        with tempfile.TemporaryDirectory() as folder:
            yield f"example {example.name}", example.run(pathlib.Path(folder))


def reasons(source):
    """The graphs of reasons.test, with its own command lines."""
    text = (source / "test" / "Report" / "reasons.test").read_text()
    for name, body in re.findall(r"^//--- (\S+)\n(.*?)(?=^//---|\Z)", text, re.M | re.S):
        pathlib.Path(name).write_text(body)
    store = pathlib.Path("store")
    store.mkdir()
    for file in (source / "test" / "Report" / "Inputs").glob("reasons*.json"):
        (store / file.name).write_text(file.read_text())
    for graph, options in re.findall(r'^RUN: ascend-opt (\S+) .*?--ascend-precision-pipeline="(.*?)"', text, re.M):
        run("ascend-opt", graph, "-o", "out.mlir", f"--ascend-precision-pipeline=report=r.json {options}")
        yield f"reasons {graph}", json.loads(pathlib.Path("r.json").read_text())


def by_atc(name, model, options, code=0):
    run("ascend-atc", f"--model={model}", "--report=r.json", *options, code=code)
    return name, json.loads(pathlib.Path("r.json").read_bytes().decode("utf-8"))


def all_reports(source):
    yield from worked_examples(source)
    yield from reasons(source)
    model = next(pathlib.Path(magika.__file__).parent.rglob("model.onnx"))
    for options in (["--precision_mode=force_fp16"], ["--precision_mode=force_fp32"],
                    ["--precision_mode=allow_mix_precision", "--gray_strategy=min-casts"],
                    ["--precision_mode=allow_mix_precision_bf16", "--merge_casts=never"],
                    ["--precision_mode_v2=fp16", "--soc_version=Ascend310P3"]):
        yield by_atc(f"magika {options}", model, [*options, "--input_shape=bytes:1,2048"])
    pathlib.Path("miss.cfg").write_text("missing\n")
    pathlib.Path("fused.cfg").write_text("same\nOpType::ReduceMax\nmax\n")
    for name, (options, text, code) in GRAPHS.items():
        pathlib.Path(f"{name}.mlir").write_text(text)
        yield by_atc(name, f"{name}.mlir", options.split(), code)


def described(schema, path="report"):
    """The properties without a description."""
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            if "description" not in value and "$ref" not in value:
                yield f"{path}.{key}"
        for key, value in schema.items():
            if key != "if":
                yield from described(value, f"{path}.{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from described(value, f"{path}[{index}]")


def changes(value, make):
    """Copies of a report, each with one object or value changed."""
    if isinstance(value, dict):
        if make == "extra key":
            yield {**value, "extra": "x"}
        for key, part in value.items():
            if make == "drop a key":
                yield {other: value[other] for other in value if other != key}
            # Options are free: any name, any text.
            for changed in changes(part, make) if key != "options" else ():
                yield {**value, key: changed}
    elif isinstance(value, list):
        # One row stands for all.
        for changed in changes(value[0], make) if value else ():
            yield [changed, *value[1:]]
    elif make == "other type":
        yield [value]


def main():
    source = pathlib.Path(sys.argv[1])
    schema = json.loads((source / "docs" / "report.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    reports = dict(all_reports(source))
    print("not described:", list(described(schema)))

    op, line = schema["$defs"]["op"]["properties"], schema["$defs"]["configLine"]["properties"]
    ops = [row for report in reports.values() for row in report["ops"]]
    lines = [row for report in reports.values() for row in report["config"]]
    missing = [f"{key}={word}" for rows, properties, keys in
               ((ops, op, ("rule", "engine", "unit", "list", "facts")), (lines, line, ("status",)))
               for key in keys for word in properties[key]["enum"] if word not in {row[key] for row in rows}]
    print("never written:", missing)

    invalid = 0
    for name, report in reports.items():
        for error in validator.iter_errors(report):
            invalid += 1
            print(f"{name}: {error.json_path}: {error.message}")
    print(f"reports: {len(reports)}, invalid: {invalid}")

    total, wrong = 0, []
    for name in ("reasons files.mlir", "merged", "fused", "example 12A"):
        for make in ("extra key", "drop a key", "other type"):
            for changed in changes(reports[name], make):
                total += 1
                if validator.is_valid(changed):
                    wrong.append(f"{name}: {make}")
    print(f"changed reports: {total}, accepted: {len(wrong)} {wrong}")

    name = 'a"b c\\d \n\t\0\x1b 日志 🐉 \ufffd '
    row = reports["names"]["ops"][0]
    print("names:", row["name"].startswith(name) and row["original_names"][0].startswith(name)
          and any(cast["value"].startswith(name) for cast in reports["names"]["casts"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
