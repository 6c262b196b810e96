# ===- banners.py - Checks the first lines of sources ---------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""banners.py ROOT: every source has its banner and the license line."""

import pathlib
import re
import sys

FOLDERS = ["cmake", "include", "lib", "python", "scripts", "test", "tools", "unittests"]
LICENSE = "Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE."
BANNER = re.compile(r"(//|/\*)===-+ (?P<name>\S+) - \S.*===(//|\*\\)$")

root = pathlib.Path(sys.argv[1])
faults = []
for folder in FOLDERS:
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in {".h", ".c", ".cpp", ".td", ".py", ""} or not path.is_file():
            continue
        if path.suffix == "" and path.parent.name != "scripts":
            continue
        head = path.read_text(encoding="utf-8").split("\n")[:8]
        where = path.relative_to(root)
        if not any(LICENSE in line for line in head):
            faults.append(f"{where}: the first lines lack '{LICENSE}'")
        if path.suffix in {".h", ".c", ".cpp", ".td"}:
            banner = BANNER.match(head[0])
            if not banner or banner["name"] != path.name:
                faults.append(f"{where}:1: no banner '//===- {path.name} - purpose ---===//'")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
