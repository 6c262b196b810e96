#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""each_switch.py FOLDER…: for each pass that fuses something in the files of the folders, what its own switch does there.

Off, a pass that CANN lets one close notes no fusion, and another says that it stays on and does what it did."""

import json
import pathlib
import re
import sys

import tools

CHIPS = ("Ascend310", "Ascend310P3", "Ascend910B1")
BREAK = "// -----\n"
ROOT = pathlib.Path(__file__).parents[4]


def fuse(models, chip, switches):
    """The names of the passes that took effect in each model, and what was said."""
    pathlib.Path("switches.json").write_text(json.dumps({"Switch": {"GraphFusion": switches}}))
    option = f"--ascend-ge-fusions=soc={chip} fusion-switch-file=switches.json"
    done = tools.run("ascend-opt", "-", "--split-input-file", option, stdin=BREAK.join(models))
    notes = [re.search(r"ascend\.fusions = \[(.*?\}?)\], ascend\.unmodelled", text, re.DOTALL)[1] for text in done.stdout.split(BREAK)]
    assert len(notes) == len(models), (len(notes), done.stderr)
    return [set(re.findall(r'pass = "(\w+)"', note)) for note in notes], done.stderr


passes = {row["name"]: row for row in json.loads((ROOT / "share/ascend/fusions.json").read_text())["passes"]}
families = (ROOT / "lib/Transforms/GEFusions/Families.cpp").read_text()
modelled = set(re.findall(r'\{"(\w+)", populate', families))
seen, wrong = set(), []
files = sorted(path for folder in sys.argv[1:] for path in pathlib.Path(folder).glob("*.mlir"))
# A file of one model: no parts for split-file, none for --split-input-file.
models = {path.name: text for path in files if "//---" not in (text := path.read_text()).replace(" ", "")}
for chip in CHIPS:
    # By name: some are off unless a file turns them on.
    on = {name: "on" for name in modelled if passes[name]["closable"]}
    for (model, text), fused in zip(models.items(), fuse(models.values(), chip, on)[0]):
        for name in sorted(fused - seen):
            seen.add(name)
            (names,), said = fuse([text], chip, on | {name: "off"})
            stays = not passes[name]["closable"]
            if (name in names) != stays or (f"{name} cannot be closed" in said) != stays:
                wrong.append(f"{name} in {model} on {chip}: {'closed' if stays else 'ran'}, {said.strip()!r}")
print(f"passes: {len(seen)}")
print("never fused:", sorted(modelled - seen))
print("wrong:", wrong)
