# ===- links.py - Checks the links of the documents -----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""links.py ROOT: relative links in *.md name files and headings that exist."""

import pathlib
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"#+ +(.*)")
CODE = re.compile(r"^```.*?^```", re.M | re.S)


def anchors(path):
    """The names that GitHub gives to the headings of a document."""
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    names = (HEADING.match(line) for line in text.splitlines())
    return {
        re.sub(r"[^\w\- ]", "", name[1].lower()).replace(" ", "-") for name in names if name
    }


root = pathlib.Path(sys.argv[1])
faults = []
for path in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]:
    for link in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists():
            faults.append(f"{path.relative_to(root)}: no file {file}")
        elif anchor and anchor not in anchors(target):
            faults.append(f"{path.relative_to(root)}: no heading #{anchor} in {file or path.name}")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
