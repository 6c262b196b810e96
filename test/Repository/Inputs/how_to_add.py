# ===- how_to_add.py - Checks docs/HowToAdd.md against its toys ------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""how_to_add.py ROOT: the files that each section of docs/HowToAdd.md lists are those that its toy touches, in any
order. Each toy applies to the sources, and brings a test."""

import pathlib
import re
import sys

from tools import run

TOYS = {"An elementwise op": "op", "An option": "option", "A fusion": "fusion", "A form of convolution": "form"}
ITEM = re.compile(r"^- `([^`]+)`: \S", re.M)

root = pathlib.Path(sys.argv[1])
folder = root / "test/Repository/Inputs/toys"
_, *parts = re.split(r"^## (.*)\n", (root / "docs/HowToAdd.md").read_text(encoding="utf-8"), flags=re.M)
sections = dict(zip(parts[::2], parts[1::2]))
faults = []
if set(sections) != set(TOYS):
    faults.append(f"docs/HowToAdd.md: the sections are {', '.join(sections)}, and not {', '.join(TOYS)}")
if unknown := {path.stem for path in folder.glob("*")} - set(TOYS.values()):
    faults.append(f"{folder}: no section is of {', '.join(sorted(unknown))}")


def git_apply(option, patch):
    """What git says of the patch: the files that it touches, or why it does not apply."""
    return run("git", "apply", option, patch, folder=root, code=None)


for title, toy in TOYS.items():
    listed = ITEM.findall(sections.get(title, ""))
    if not listed:
        faults.append(f"docs/HowToAdd.md: '{title}' lists no files")
    patch = folder / f"{toy}.patch"
    done = git_apply("--check", patch)
    if done.returncode:
        faults.append(f"{patch.name} does not apply: bring it up to date\n{done.stderr}")
    touched = {line.split("\t")[2] for line in git_apply("--numstat", patch).stdout.splitlines()}
    faults += [f"docs/HowToAdd.md: '{title}' lists {path}, which {patch.name} does not touch" for path in sorted(set(listed) - touched)]
    faults += [f"docs/HowToAdd.md: '{title}' does not list {path}, which {patch.name} touches" for path in sorted(touched - set(listed))]
    if not any(path.startswith("test/") for path in touched):
        faults.append(f"{patch.name} brings no test")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
