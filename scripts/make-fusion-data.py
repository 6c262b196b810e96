#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes share/ascend/fusions.json from share/ascend/facts.

One entry for each graph fusion that CANN runs before it judges dtypes, in the
order in which CANN runs them, and the rules of the passes that turn constant
operands into attributes. Same facts, same bytes.
"""
import argparse
import csv
import json
import re
from pathlib import Path

SHARE = Path(__file__).resolve().parent.parent / "share" / "ascend"
FACTS = SHARE / "facts"

# The words of the documents for the chips, and the columns on_910 and on_910b.
CHIP_WORDS = {"910": "Ascend910", "910b": "Ascend910B", "310p": "Ascend310P",
              "310b": "Ascend310B", "950": "Ascend950"}
# Chips that the facts do not name follow one that they do.
LIKE_910 = ["Ascend035", "Ascend310", "Ascend310B", "Ascend310P", "Ascend910"]
# Passes of GE's preparation come before the fusion engine's; a fusion switch
# file does not reach them.
PREPARATION = {"GraphPrepare InferShapeForPreprocess": 0, "GraphPrepare PrepareOptimize": 1,
               "kAfterInferShape": 2}
UNLISTED = 8000  # the priority of built-in passes that fusion_config.json does not list


def read_csv(name):
    with open(FACTS / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def runs(text):
    """Whether a column says that the pass exists on the chip; what is unknown
    counts as yes: one library of passes serves all chips."""
    return bool(re.match(r"(inferred )?yes|on\b|off|unknown|CANN 5: yes|910/310p", text))


def chips_of(row):
    tagged = re.search(r"npu ([^)]*)\)", row["source"] + " " + row["on_910b"])
    words = tagged.group(1).split() if tagged else []
    chips = {CHIP_WORDS[word] for word in words if word in CHIP_WORDS}
    if runs(row["on_910"]):
        chips.update(LIKE_910)
    if runs(row["on_910b"]):
        chips.update(["Ascend910B", "Ascend950"])
    if "Ascend950" in row["condition"]:
        chips.add("Ascend950")
    if row["on_910b"].startswith("not listed"):
        chips -= {"Ascend910B", "Ascend950"}
    return chips


def names_of(row):
    """One row may name several passes, a pass of GE or one mode of a pass."""
    return [re.sub(r"^GE | mode \d$", "", name).strip()
            for name in row["pass"].split(" (")[0].split(" / ")]


def make_pass(name, row):
    priority = row["priority"].split(" ")[0]
    mode = re.search(r" mode (\d)$", row["pass"])
    return {"name": name, "mode": int(mode.group(1)) if mode else 0,
            "priority": int(priority) if priority.isdigit() else
            (PREPARATION[row["stage"].split(" (")[0]] if row["stage"] in PREPARATION else UNLISTED),
            "closable": "cannot be closed" not in row["default"] and
            not row["stage"].startswith("GraphPrepare"),
            "on": not row["default"].startswith("off"),
            "recordsNames": row["original_names"].startswith("datadump"),
            "chips": sorted(chips_of(row)), "evidence": row["evidence"], "source": row["source"]}


def make_passes():
    """CANN orders passes by priority, those of one priority by name; the passes
    of GE's preparation stand in the order of their list."""
    passes = {}
    for index, row in enumerate(read_csv("ge_fusions.csv")):
        if not row["before_judge"].startswith("yes") or row["pass"] == "ORDER":
            continue
        for name in names_of(row):
            made = make_pass(name, row)
            tie = ("", index) if made["priority"] <= max(PREPARATION.values()) else (name, 0)
            key = (made["priority"], *tie, made["mode"])
            if key in passes:  # a row for each type that the pass rewrites
                made["chips"] = sorted({*made["chips"], *passes[key]["chips"]})
            passes.setdefault(key, made)["chips"] = made["chips"]
    return [passes[key] for key in sorted(passes)]


def make_rule(row):
    constants = []
    for text in row["constants"].split("|"):
        operand, attribute, kind = text.split(":")
        constants.append({"operand": int(operand), "attribute": attribute, "list": kind == "list"})
    return {"pass": row["pass"], "from": row["from"], "to": row["to"], "constants": constants,
            "checkSupported": row["check_supported"] == "yes",
            "needs": [word for word in row["needs"].split(";") if word]}


def lines(values):
    return "[\n" + ",\n".join(json.dumps(v, separators=(",", ":")) for v in values) + "\n]"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output-dir", type=Path, default=SHARE)
    out = parser.parse_args().output_dir
    rules = [make_rule(row) for row in read_csv("const_to_attr.csv")]
    (out / "fusions.json").write_text(
        '{"passes":' + lines(make_passes()) + ',\n"constToAttr":' + lines(rules) + "}\n",
        encoding="utf-8")


if __name__ == "__main__":
    main()
