#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Gives each attribute that AttributeNames.h names a value of each kind: one kind is taken, the others are refused with its words."""

import pathlib
import re

import tools

MARK, TEXT, NUMBER, NUMBERS, TABLE, TYPE = "unit", '"word"', "1 : i64", "array<i64: 1>", "{a = 1 : i64}", "tensor<f32>"
NONE, STRINGS, MIXED, TABLES = "[]", '["a", "b"]', '["a", 1 : i64]', "[{a = 1 : i64}, {}]"
DECISION = "#ascend.precision<(f32) -> (f32), origin = (f32) -> (f32), rule = no_column_fits>"
MODE, SCHEDULE = "#ascend.impl_mode<high_precision>", "#ascend.schedule<rows = 4>"
VALUES = (MARK, TEXT, NUMBER, NUMBERS, TABLE, TYPE, NONE, STRINGS, MIXED, TABLES, DECISION, MODE, SCHEDULE,
          "1 : index", "1 : i8", "1 : i128", "1 : ui64", "1.0 : f32", "array<i32: 1>")  # fmt: skip
# What is taken, and the words for it.
KINDS = {
    "mark": ([MARK], "a mark without a value"),
    "text": ([TEXT], "a string"),
    "number": ([NUMBER, "1 : index", "1 : i8"], "an integer"),
    "numbers": ([NUMBERS], "array<i64: …>"),
    "list": ([NONE, STRINGS, MIXED, TABLES], "a list"),
    "tables": ([NONE, TABLES], "a list of dictionaries"),
    "texts": ([NONE, STRINGS], "a list of strings"),
    "mark or texts": ([MARK, NONE, STRINGS], "a mark without a value, or a list of strings"),
    "table": ([TABLE], "a dictionary"),
    "type": ([TYPE], "a type"),
    "decision": ([DECISION], "#ascend.precision"),
    "mode": ([MODE], "#ascend.impl_mode"),
    "schedule": ([SCHEDULE], "#ascend.schedule"),
}
NOTES = {
    "mark": "materialized reference not_empty entry kernel separate has_effect packing thread_buffer mirrored saturate",
    "text": "node_name keep_dtype impl_mode_source list list_source onnx_op name op_type part_of profiled unit",
    "number": "custom_dtypes num_inputs profile group arena_bytes weights_bytes tabled_weights k_block",
    "numbers": "ranges destinations sizes",
    "list": "fused_members",
    "tables": "given_options constants fusions unmodelled_fusions merged_casts observed weights",
    "texts": "closed_ub_fusions original_names dims",
    "mark or texts": "fused",
    "table": "options constraints fusion_matches min_casts",
    "type": "decided_type",
    "decision": "precision faithful",
    "mode": "impl_mode requested_impl_mode",
    "schedule": "schedule",
}

module, asked = "", []
for kind, names in NOTES.items():
    taken, words = KINDS[kind]
    for name in names.split():
        for value in VALUES:
            written = f"ascend.{name}" + ("" if value == MARK else f" = {value}")
            asked.append(None if value in taken else f"'ascend.{name}' must be {words}")
            # Some stand on a module alone, and a decision needs as many types as the op has.
            module += f"builtin.module attributes {{{written}}} {{}}\n"
done = tools.run("ascend-opt", "-", "--split-input-file", stdin="\n// -----\n".join(module.rstrip("\n").split("\n")), code=None)
said = dict(re.findall(r"^<stdin>:(\d+):\d+: error: (?:'builtin.module' op )?(.*)$", done.stderr, re.MULTILINE))
for index, words in enumerate(asked):
    got = said.get(str(2 * index + 1))
    # A module has no operands, and a decision has one.
    got = None if got == "has 0 inputs, its decision 1" else got
    assert got == words, f"{module.split(chr(10))[index]}: {got!r} instead of {words!r}"
header = (pathlib.Path(__file__).parents[4] / "include/Ascend/Dialect/Ascend/IR/AttributeNames.h").read_text()
known = set(re.findall(r'"ascend\.(\w+)"', header))
assert known == set(" ".join(NOTES.values()).split()), known ^ set(" ".join(NOTES.values()).split())
print(f"{len(known)} notes")
