# ===- attribute_names.py - Checks where attributes get their names -------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""attribute_names.py ROOT: the names of `ascend.*` attributes stand in AttributeNames.h alone, each constant is called
as its attribute is, and the dialect verifies each."""

import pathlib
import re
import sys

HEADER = "include/Ascend/Dialect/Ascend/IR/AttributeNames.h"
VERIFIER = "lib/Dialect/Ascend/IR/AscendDialect.cpp"

root = pathlib.Path(sys.argv[1])
faults = []
names = dict(re.findall(r'StringLiteral (k\w+)\s*=\s*"(ascend\.\w+)";', (root / HEADER).read_text(encoding="utf-8")))
for constant, name in names.items():
    wanted = "k" + "".join(word.capitalize() for word in name.removeprefix("ascend.").split("_")) + "AttrName"
    if constant != wanted:
        faults.append(f"{HEADER}: {constant} of '{name}' is {wanted} elsewhere")
verified = re.findall(r"^    \{(k\w+), ", (root / VERIFIER).read_text(encoding="utf-8"), re.MULTILINE)
for constant in names.keys() ^ set(verified):
    faults.append(f"{VERIFIER}: {constant} is not in one of {HEADER} and the list of what is verified")
for folder in ("include", "lib", "tools"):
    for path in sorted((root / folder).rglob("*")):
        where = str(path.relative_to(root))
        if path.suffix not in {".cpp", ".h", ".td"} or where == HEADER:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for literal in re.findall(r'"(ascend\.\w+)"', line.partition("//")[0]):
                if literal in names.values():
                    faults.append(f"{where}:{number}: take the name '{literal}' from {HEADER}")
if not names:
    faults.append(f"{HEADER}: no names")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
