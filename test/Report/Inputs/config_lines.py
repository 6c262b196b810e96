#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The status of config lines, a table of cases.

A case is options, the files that they name, and for each config line what the
report must say: "applied", "no_match" or "no_match: NEAREST WORD", "overridden:
BY". Each line without a match must also stand on stderr as FILE:LINE."""

import json
import pathlib
import re
import tempfile

from tally import Tally
from tools import run

T = "tensor<4xf32>"
GRAPH = f"""
func.func @main(%x: {T}) -> {T} {{
  %0 = ascend.relu %x {{node_name = "net/relu1"}} : ({T}) -> {T}
  %1 = ascend.ge_op "Relu"(%0) {{node_name = "net/relu2", original_names = ["eaten"]}} : ({T}) -> {T}
  %2 = ascend.tanh %1 {{node_name = "tanh"}} : ({T}) -> {T}
  %3 = ascend.ge_op "Log"(%2) {{node_name = "日志"}} : ({T}) -> {T}
  %4 = ascend.ge_op "Identity"(%3) {{node_name = "copy"}} : ({T}) -> {T}
  return %4 : {T}
}}
"""
MIXED = {"precision_mode": "allow_mix_precision"}


def mixlist(**lists):
    """The text of a mixlist, one op type a line: black_add=["Relu"]."""
    parts = {}
    for key, types in lists.items():
        color, action = key.split("_")
        parts.setdefault(f"{color}-list", {})[f"to-{action}"] = types
    return json.dumps(parts, indent=0)


CASES = {
    # keep_dtype
    "keep by name": ({"keep_dtype": "k"}, {"k": "net/relu1"}, ["applied"]),
    "keep by original name": ({"keep_dtype": "k"}, {"k": "eaten"}, ["applied"]),
    "keep by type": ({"keep_dtype": "k"}, {"k": "OpType::Relu"}, ["applied"]),
    "keep, a Chinese name": ({"keep_dtype": "k"}, {"k": "日志"}, ["applied"]),
    "keep, a misspelt name": ({"keep_dtype": "k"}, {"k": "net/relu3"}, ["no_match: net/relu1"]),
    "keep, a name like no other": ({"keep_dtype": "k"}, {"k": "something else"}, ["no_match"]),
    "keep, a misspelt type": ({"keep_dtype": "k"}, {"k": "OpType::Tahn"}, ["no_match: OpType::Tanh"]),
    "keep, a misspelt type that the graph lacks": (
        {"keep_dtype": "k"}, {"k": "OpType::SoftmaxV3"}, ["no_match"]),
    "keep, a known type that the graph lacks": ({"keep_dtype": "k"}, {"k": "OpType::SoftmaxV2"}, ["no_match"]),
    "keep, a type without OpType": ({"keep_dtype": "k"}, {"k": "Tanh"}, ["no_match: OpType::Tanh"]),
    "keep, comments are no lines": ({"keep_dtype": "k"}, {"k": "# a comment\n\ntanh"}, ["applied"]),
    "keep, the first line for an op": (
        {"keep_dtype": "k"}, {"k": "tanh\nOpType::Tanh\ntanh"}, ["applied", "overridden: k:1", "overridden: k:1"]),
    "keep, a later line for another op": (
        {"keep_dtype": "k"}, {"k": "net/relu1\nOpType::Relu"}, ["applied", "applied"]),
    "keep under must_keep": (
        {"keep_dtype": "k", "precision_mode": "must_keep_origin_dtype"}, {"k": "tanh"},
        ["overridden: precision_mode=must_keep_origin_dtype"]),
    "keep an op without a kernel under must_keep": (
        {"keep_dtype": "k", "precision_mode": "must_keep_origin_dtype"}, {"k": "copy"}, ["applied"]),
    "keep under origin": (
        {"keep_dtype": "k", "precision_mode_v2": "origin"}, {"k": "tanh"}, ["overridden: precision_mode_v2=origin"]),
    "twelve lines": (
        {"keep_dtype": "k"}, {"k": "\n".join(f"{i} no such op" for i in range(12))}, ["no_match"] * 12),
    # customize_dtypes
    "customize by name": ({"customize_dtypes": "c"}, {"c": "tanh:InputDtype:float16"}, ["applied"]),
    "customize by type": ({"customize_dtypes": "c"}, {"c": "OpType::Relu:InputDtype:float16"}, ["applied"]),
    "customize by original name": ({"customize_dtypes": "c"}, {"c": "eaten:InputDtype:float"}, ["no_match: net/relu2"]),
    "customize under must_keep": (
        {"customize_dtypes": "c", "precision_mode": "must_keep_origin_dtype"},
        {"c": "tanh:InputDtype:float16,OutputDtype:float16"}, ["applied"]),
    "customize, a name beats a type": (
        {"customize_dtypes": "c"}, {"c": "OpType::Tanh:InputDtype:float\ntanh:InputDtype:float16"},
        ["overridden: c:2", "applied"]),
    "customize, a name does not beat the type on other ops": (
        {"customize_dtypes": "c"}, {"c": "OpType::Relu:InputDtype:float\nnet/relu1:InputDtype:float16"},
        ["applied", "applied"]),
    "customize, the first of two": (
        {"customize_dtypes": "c"}, {"c": "tanh:InputDtype:float\ntanh:InputDtype:float16"},
        ["applied", "overridden: c:1"]),
    "customize, a misspelt name": (
        {"customize_dtypes": "c"}, {"c": "tan:InputDtype:float"}, ["no_match: tanh"]),
    "customize, a misspelt type": (
        {"customize_dtypes": "c"}, {"c": "OpType::Rellu:InputDtype:float"}, ["no_match: OpType::Relu"]),
    "customize beats keep": (
        {"customize_dtypes": "c", "keep_dtype": "k"}, {"k": "tanh", "c": "tanh:InputDtype:float16"},
        ["overridden: c:1", "applied"]),
    # modify_mixlist
    "mixlist": ({**MIXED, "modify_mixlist": "m"}, {"m": mixlist(black_add=["Relu"])}, ["applied"]),
    "mixlist, the first of two": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(black_add=["Relu", "Relu"])}, ["applied", "overridden: m:4"]),
    "mixlist, two lines for a type": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(black_remove=["Log"], white_add=["Log"])},
        ["applied", "applied"]),
    "mixlist, a type unknown to the store": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(black_add=["SoftmaxV3"])}, ["no_match"]),
    "mixlist, a type that the graph lacks": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(black_add=["SoftmaxV2"])}, ["no_match"]),
    "mixlist, removal from a list that the type is not on": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(white_remove=["Relu"])}, ["overridden: the op store (gray)"]),
    "mixlist, removed from the black list that it is not on": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(black_remove=["Relu"])}, ["overridden: the op store (gray)"]),
    "mixlist, removed from the gray list that it is not on": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(gray_remove=["Log"], white_add=["Log"])},
        ["overridden: the op store (black)", "applied"]),
    "mixlist, gray alone does not move a black type": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(gray_add=["Log"])}, ["overridden: the op store (black)"]),
    "mixlist, gray with the removal": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(gray_add=["Log"], black_remove=["Log"])},
        ["applied", "applied"]),
    "mixlist, added to the list that it is on": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(gray_add=["Relu"], black_add=["Log"])},
        ["overridden: the op store (gray)", "overridden: the op store (black)"]),
    "mixlist, an op without a kernel, which follows as its list says": (
        {**MIXED, "modify_mixlist": "m"}, {"m": mixlist(black_add=["Identity"])}, ["applied"]),
    "mixlist, keep pins the only op": (
        {**MIXED, "modify_mixlist": "m", "keep_dtype": "k"}, {"k": "tanh", "m": mixlist(white_add=["Tanh"])},
        ["applied", "overridden: k:1"]),
    "mixlist, keep pins one of two ops": (
        {**MIXED, "modify_mixlist": "m", "keep_dtype": "k"}, {"k": "net/relu1", "m": mixlist(white_add=["Relu"])},
        ["applied", "applied"]),
    "mixlist, customize settles the only op": (
        {**MIXED, "modify_mixlist": "m", "customize_dtypes": "c"},
        {"c": "tanh:InputDtype:float", "m": mixlist(white_add=["Tanh"])}, ["applied", "overridden: c:1"]),
    # op_precision_mode
    "ini by type": ({"op_precision_mode": "p"}, {"p": "Tanh = high_performance"}, ["applied"]),
    "ini by name": ({"op_precision_mode": "p"}, {"p": "[ByNodeName]\ntanh = high_performance"}, ["applied"]),
    "ini, a name beats a type": (
        {"op_precision_mode": "p"}, {"p": "[ByOpType]\nTanh=high_precision\n[ByNodeName]\ntanh=high_performance"},
        ["overridden: p:4", "applied"]),
    "ini, the first of two": (
        {"op_precision_mode": "p"}, {"p": "Tanh=high_precision\nTanh=high_performance"}, ["applied", "overridden: p:1"]),
    "ini, a name that the graph lacks": (
        {"op_precision_mode": "p"}, {"p": "[ByNodeName]\ntahn = high_performance"}, ["no_match: tanh"]),
    "ini, a type that the graph lacks": ({"op_precision_mode": "p"}, {"p": "SoftmaxV2=high_precision"}, ["no_match"]),
    "ini, an unknown mode": ({"op_precision_mode": "p"}, {"p": "Tanh=fastest"}, ["no_match"]),
    "ini, neither section nor entry": ({"op_precision_mode": "p"}, {"p": "Tanh high_precision"}, ["no_match"]),
    "ini, comments are no lines": ({"op_precision_mode": "p"}, {"p": "# list\n[ByOpType]\nTanh=high_precision"}, ["applied"]),
    # optypelist_for_implmode
    "type list": (
        {"op_select_implmode": "high_precision", "optypelist_for_implmode": "Tanh,Pooling"}, {},
        ["applied", "no_match"]),
}


def statuses(report):
    for line in report["config"]:
        tail = line["by"] if line["status"] == "overridden" else line["did_you_mean"]
        yield line["status"] + (f": {tail}" if tail else "")


def places(report):
    """FILE:LINE of each line that names no op."""
    return {f"{line['file']}:{line['line']}" for line in report["config"]
            if line["status"] == "no_match" and line["file"]}


def check(command, options, files, wanted):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "graph.mlir").write_text(GRAPH)
        for file, text in files.items():
            (folder / file).write_text(text + "\n")
        said = run(*command(options), folder=folder).stderr
        report = json.loads((folder / "report.json").read_text())
    have = list(statuses(report))
    told = set(re.findall(r"(?<=[( ])[kcmp]:\d+(?=[:),])", said))
    assert have == wanted and places(report) <= told, f"{have}, should be {wanted}; stderr names {sorted(told)}"


def main():
    def by_opt(options):
        words = [f"{key.replace('_', '-')}={value}" for key, value in options.items()]
        pipeline = " ".join(f'"{word}"' if "," in word else word for word in words)
        pipeline = re.sub(r'"([\w-]+)=([^"]*)"', r'\1="\2"', pipeline)
        return ["ascend-opt", "graph.mlir", f"--ascend-precision-pipeline=report=report.json {pipeline}", "-o", "out.mlir"]

    def by_atc(options):
        words = [f"--{key}={value}" for key, value in options.items()]
        return ["ascend-atc", "--model=graph.mlir", "--report=report.json", *words]

    tally = Tally()
    for command, names in ((by_opt, CASES), (by_atc, list(CASES)[::6])):
        for name in names:
            with tally.case(f"{name}, {command.__name__}"):
                check(command, *CASES[name])
    tally.end()


if __name__ == "__main__":
    main()
