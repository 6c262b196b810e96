#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Every option of the class N, all in one command line: each is said once, each stands in
the report with its reason, and nothing is decided otherwise.

usage: without_effect.py OPTIONS_MD MODEL, in an empty folder
"""

import json
import pathlib
import re
import sys

from tools import run

# What a value is that is not the default, where its kind does not say so.
VALUES = {
    "is_input_adjust_hw_layout": "true,false", "is_output_adjust_hw_layout": "true", "stream_max_parallel_num": "A:1",
    "enable_scope_fusion_passes": "ScopeLayerNormPass", "local_device_list": "0,1", "graph_memory_max_size": "1024",
    "variable_memory_max_size": "2*1024", "input_hint_shape": "0:[1,2]", "dump_step": "0|2-3", "dump_layer": "a",
    "in_out_pair": "[[a],[b]]", "profiling_options": "{}",
    "dynamic_inputs_shape_range": "getnext:[1~2]", "iterations_per_loop": "2", "deterministic": "0", "core_type": "VectorCore",
    "host_env_os": None, "h2d_overlapped_with_compute": "1", "enable_dump_debug": None, "compress_weight_conf": None,
}  # fmt: skip
# They exclude each other or need a shape of the model's: tests of their own.
VALUES |= dict.fromkeys(("dynamic_batch_size", "dynamic_image_size", "dynamic_dims", "input_shape_range"))

table, model = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"), sys.argv[2]
given = {}
for name, values, default, letter in re.findall(r"^\| (\w+)(?: \*\(own\)\*)? \| ((?:[^|]|\\\|)*) \| ([^|]*) \| (N) \|", table, re.M):
    word = next((each for each in values.split(", ") if each != default), values)
    value = VALUES.get(name, {"FILE": "f.cfg", "DIR": "folder", "N": "1"}.get(values, word))
    if value is not None:
        given[name] = value


def atc(*options):
    done = run("ascend-atc", f"--model={model}", "--precision_mode=force_fp16", "--report=r.json", "--log=info", *options)
    return done.stderr, json.loads(pathlib.Path("r.json").read_text(encoding="utf-8"))


said, report = atc(*(f"--{name}={value}" for name, value in given.items()))
_, plain = atc()
for name in given:
    remarks = [line for line in said.splitlines() if line.startswith(f"warning: --{name} ") and "no effect here" in line]
    assert len(remarks) == 1, (name, remarks)
rows = {row["option"]: row for row in report["options_in_force"]}
assert all(rows[name]["value"] == value and rows[name]["without_effect"] for name, value in given.items())
assert {name for name, row in rows.items() if row["without_effect"]} == set(given)
for key in report:
    assert key == "options_in_force" or key == "options" or report[key] == plain[key], key
print("options without effect:", len(given))
