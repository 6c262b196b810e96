# ===- option_lookups.py - How options are read ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""option_lookups.py OPTIONS.json ROOT: no option is looked up by a literal of its name, which may be misspelt. What else
has a key of that name stands here with its reason."""

import json
import pathlib
import re
import sys

LOOKUP = re.compile(
    r"""(?P<object>[\w()]*)(?:\.|->)?\b
        (?P<verb>getOr|get|has|set|erase|sourceOf|addOverride|lookupOption)\(\s*"(?P<name>[a-z_0-9]+)\"""",
    re.VERBOSE,
)
# What only OptionValues have, and what they are called: there a literal that is no option is misspelt.
VERBS = {"getOr", "sourceOf", "addOverride", "lookupOption"}
VALUES = re.compile(r"\b(?:values(?:\(\))?|optionValuesOf\(.*\))$")
KNOWN = {
    ("lib/Options/ProfilingOptions.cpp", "output"): "a key of the JSON object",
    ("lib/Import/Aipp/AippConfig.cpp", "input_format"): "a field of AIPP's configuration",
}

options, root = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")), pathlib.Path(sys.argv[2])
names = {options[record]["Name"] for record in options["!instanceof"]["Option"]}
found = []
for part in ("lib", "include", "tools"):
    for path in sorted((root / part).rglob("*.[ch]*")):
        code = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
        for match in LOOKUP.finditer(code):
            if match["name"] in names or match["verb"] in VERBS or VALUES.search(match["object"]):
                line = code.count("\n", 0, match.start("verb")) + 1
                found.append((path.relative_to(root).as_posix(), line, match["verb"], match["name"]))
faults = [
    f'{path}:{line}: {verb}("{name}"): take an accessor of OptionValues, or a name of the namespace option'
    for path, line, verb, name in found
    if (path, name) not in KNOWN
]
seen = {(path, name) for path, _, _, name in found}
faults += [f"{path} has no {name}: take it out of {__file__}" for path, name in KNOWN if (path, name) not in seen]
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults) or not names)
