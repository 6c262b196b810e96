#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes share/ascend/fusions.json from share/ascend/facts.

One entry for each graph fusion that CANN runs before it judges dtypes, with its
priority and its switch in each version of CANN, and the rules of the passes
that turn constant operands into attributes. Same facts, same bytes.
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
# The priorities of built-in passes and rules that fusion_config.json does not list.
UNLISTED, UNLISTED_RULE = 8000, 9000


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


def read_versions():
    """What the fusion_config.json of each version says: {version: {pass: row}},
    a row a pair of priority and switch, each empty where the file has none."""
    rows = read_csv("fusion_config.csv")
    return {version["version"]: {row["pass"]: (row[f"priority_{version['config']}"],
                                               row[f"switch_{version['config']}"]) for row in rows}
            for version in read_csv("cann_versions.csv")}


def make_settings(name, row, versions):
    """Priority and switch in each version. The configuration of a version counts;
    what it does not name runs behind the others, on unless the row says off."""
    stage = row["stage"].split(" (")[0]
    if stage in PREPARATION:
        return [[PREPARATION[stage], True] for _ in versions]
    off = row["default"].startswith("off")
    unlisted = UNLISTED_RULE if "RULE" in row["stage"] else UNLISTED
    settings = []
    for config in versions.values():
        priority, switch = config.get(name, ("", ""))
        settings.append([int(priority or unlisted),
                         switch == "on" or switch != "off" and not off])
    return settings


def read_counts(text):
    """`TYPE: CHIP CHIP …`, or nothing."""
    type_name, _, chips = text.partition(": ")
    return {"type": type_name, "chips": chips.split()}


def make_pass(name, row, versions):
    mode = re.search(r" mode (\d)$", row["pass"])
    return {"name": name, "mode": int(mode.group(1)) if mode else 0,
            "settings": make_settings(name, row, versions),
            "closable": "cannot be closed" not in row["default"] and
            not row["stage"].startswith("GraphPrepare"),
            "offBy": re.findall(r"off by (\w+)=", row["default"]),
            "recordsNames": row["original_names"].startswith("datadump"),
            "chips": sorted(chips_of(row)),
            "looksAt": [group.split(">") for group in row["looks_at"].split("|") if group],
            "countsNodes": read_counts(row["counts_nodes"]),
            "sureness": row["sureness"], "source": row["source"]}


def name_alone(name, versions):
    """A pass that runs behind the judge, or that only a configuration names: a
    switch file may name it."""
    row = {"pass": name, "stage": "", "default": "on", "original_names": "", "looks_at": "", "counts_nodes": "",
           "on_910": "no", "on_910b": "no", "condition": "", "sureness": "inferred", "source": "fusion_config.json"}
    return make_pass(name, row, versions)


def make_passes(versions):
    """By name, which is CANN's order among passes of one priority; those of GE's
    preparation come first, in the order of their list."""
    passes = {}
    for index, row in enumerate(read_csv("ge_fusions.csv")):
        if not row["before_judge"].startswith("yes") or row["pass"] == "ORDER":
            continue
        for name in names_of(row):
            made = make_pass(name, row, versions)
            prepares = made["settings"][0][0] <= max(PREPARATION.values())
            key = (not prepares, *(("", index) if prepares else (name, 0)), made["mode"])
            if key in passes:  # a row for each type that the pass rewrites
                made["chips"] = sorted({*made["chips"], *passes[key]["chips"]})
            passes.setdefault(key, made)["chips"] = made["chips"]
    named = {name for config in versions.values() for name in config} | {
        name for row in read_csv("ge_fusions.csv") if row["pass"] != "ORDER" for name in names_of(row)}
    for name in sorted(named - {made["name"] for made in passes.values()}):
        if " " in name:  # a group of passes, or one whose name is not known
            continue
        passes[(True, name, 0, 0)] = name_alone(name, versions)
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
    versions = read_versions()
    (out / "fusions.json").write_text(
        '{"versions":' + json.dumps(list(versions)) + ',\n"passes":' + lines(make_passes(versions)) +
        ',\n"constToAttr":' + lines(rules) + ',\n"foldedTypes":' +
        json.dumps([row["op"] for row in read_csv("constant_folding.csv")]) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
