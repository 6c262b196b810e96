# ===- rooms.py - Checks the folders of the library -----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""rooms.py ROOT: no folder under lib/ has more than 25 sources, no two sources or headers under it have the same name,
and a private header's guard says where it lies."""

import collections
import pathlib
import re
import sys

MOST = 25

root = pathlib.Path(sys.argv[1])
faults, folders, names = [], collections.Counter(), collections.defaultdict(list)
for path in sorted((root / "lib").rglob("*.[ch]*")):
    where = path.relative_to(root)
    if path.suffix == ".h":
        guard = "ASCEND_" + re.sub(r"\W", "_", str(where)).upper()
        if f"#ifndef {guard}\n" not in path.read_text(encoding="utf-8"):
            faults.append(f"{where}: its guard is not {guard}")
    elif path.suffix in {".c", ".cpp"}:
        folders[where.parent] += 1
    else:
        continue
    names[path.name].append(str(where))
faults += [f"{folder}: {count} sources: part it, {MOST} are the most" for folder, count in folders.items() if count > MOST]
faults += [f"{name}: {', '.join(paths)}: rename all but one" for name, paths in names.items() if len(paths) > 1]
if not folders:
    faults.append(f"{root}/lib: no sources")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
