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
ROOT = pathlib.Path(__file__).parents[4]


def fuse(model, chip, switches):
    """The names of the passes that took effect, and what was said; no names where the file is several (split-file)."""
    pathlib.Path("switches.json").write_text(json.dumps({"Switch": {"GraphFusion": switches}}))
    option = f"--ascend-ge-fusions=soc={chip} fusion-switch-file=switches.json"
    run = tools.run("ascend-opt", model, option, code=None)
    notes = re.search(r"ascend\.fusions = \[(.*?\}?)\], ascend\.unmodelled", run.stdout, re.DOTALL)
    return set(re.findall(r'pass = "(\w+)"', notes.group(1))) if notes else set(), run.stderr


passes = {row["name"]: row for row in json.loads((ROOT / "share/ascend/fusions.json").read_text())["passes"]}
families = (ROOT / "lib/Transforms/GEFusions/Families.cpp").read_text()
modelled = set(re.findall(r'\{"(\w+)", populate', families))
seen, wrong = set(), []
for model in sorted(path for folder in sys.argv[1:] for path in pathlib.Path(folder).glob("*.mlir")):
    for chip in CHIPS:
        # By name: some are off unless a file turns them on.
        on = {name: "on" for name in modelled if passes[name]["closable"]}
        for name in sorted(fuse(model, chip, on)[0] - seen):
            seen.add(name)
            names, said = fuse(model, chip, on | {name: "off"})
            stays = not passes[name]["closable"]
            if (name in names) != stays or (f"{name} cannot be closed" in said) != stays:
                wrong.append(f"{name} in {model.name} on {chip}: {'closed' if stays else 'ran'}, {said.strip()!r}")
print(f"passes: {len(seen)}")
print("never fused:", sorted(modelled - seen))
print("wrong:", wrong)
