# ===- pass_conditions.py - Checks names and descriptions of passes --------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""pass_conditions.py LLVM_TBLGEN LLVM_INCLUDE ROOT: each pass of a Passes.td says what it asks for and what it guarantees,
in one paragraph, in this order, before its example; ascend-verb-noun is called VerbNounPass in the .td and in lib."""

import json
import pathlib
import re
import sys

from tools import run

PARAGRAPH = re.compile(r"\*\*Pre-condition:\*\* [^*\s].*\. \*\*Post-condition:\*\* [^*\s].*\.")
WORDS = ("**Pre-condition:**", "**Post-condition:**")

tblgen, include, root = sys.argv[1:]
faults, passes = [], set()
library = "\n".join(path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(root, "lib").rglob("*.cpp")))
classes = set(re.findall(r"(?:struct|class)\s+(\w+)\s*:[^{;]*\bimpl::\1Base<\s*\1\s*>", library))
for path in sorted(pathlib.Path(root, "include/Ascend").rglob("*Passes.td")):
    records = json.loads(run(tblgen, "--dump-json", f"-I{include}", f"-I{root}/include", path).stdout)
    for name in records["!instanceof"]["PassBase"]:
        argument, description = records[name]["argument"], records[name]["description"]
        # A file shows those of the files that it includes, too.
        if argument in passes:
            continue
        passes.add(argument)
        if name.lower() != argument.removeprefix("ascend-").replace("-", "") + "pass":
            faults.append(f"{path.name}: {argument}: it is called {name}")
        if name not in classes:
            faults.append(f"{path.name}: {argument}: no class of lib is {name} : impl::{name}Base<{name}>")
        text = description.split("<!-- example")[0]
        for word in WORDS:
            count = description.count(word)
            if count != 1:
                faults.append(f"{path.name}: {argument}: {count} times '{word}' in the description")
        if not any(PARAGRAPH.fullmatch(" ".join(part.split())) for part in text.split("\n\n")):
            faults.append(f"{path.name}: {argument}: no paragraph '{WORDS[0]} …. {WORDS[1]} ….' before the example")
if not passes:
    faults.append(f"{root}/include: no passes")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
