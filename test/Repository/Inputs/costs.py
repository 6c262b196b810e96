# ===- costs.py - Tuning numbers stand in the cost tables -----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""costs.py ROOT ALLOWED: no `constexpr` number stands in the folders below but in a cost table or with its reason in
ALLOWED, whose lines are a file or folder, a name or *, and why it is no cost. Each field of a table is used, has a name
of its own, and is described in one form; the set, case or model of bench that its command names is there."""

import pathlib
import re
import shlex
import sys
import tomllib

FOLDERS = "lib/Conversion", "lib/Transforms/Graph", "lib/Compiler/Kernels", "include/Ascend/Conversion"
NUMBER = re.compile(r"(?<![\w.])(?:0x[\da-f]|\d|\.\d)", re.I)
# Of scalars and arrays. Types that hold no number (StringLiteral, bool, enumerations) are left out.
DECLARATION = re.compile(
    r"\bconstexpr\s+(?:const\s+)?(?:unsigned|signed|int|long|short|char|size_t|float|double|auto"
    r"|(?:std::)?u?int(?:ptr|\d+)?_t|std::size_t|CacheShare)(?:\s+(?:long|int|char))*\s+(\w[^;]*);"
)
DECLARATOR = re.compile(r"(?:^|,)\s*(\w+)\s*(?:\[[^]]*\]\s*)*(?:=|\{)")


def uncommented(text):
    """`text` with blanks for comments and strings."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.S)


def declarations(text):
    """Pairs of the name and the value of what is `constexpr`."""
    for found in DECLARATION.finditer(uncommented(text)):
        # A comma inside of brackets separates no names.
        flat, depth = "", 0
        for sign in found[1]:
            depth -= sign in ")}"
            flat += sign if depth == 0 or sign not in ",=" else " "
            depth += sign in "({"
        begins = list(DECLARATOR.finditer(flat))
        for begin, end in zip(begins, [*begins[1:], None]):
            yield begin[1], flat[begin.end() : end.start() if end else None]


root, allowed = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
faults, reasons = [], {}
for line in allowed.read_text(encoding="utf-8").splitlines():
    if line.strip() and not line.startswith("#"):
        where, name, reason = line.split(maxsplit=2)
        reasons[where, name] = False

sources = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.[ch]*"))]
code = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in sources}
for where, text in code.items():
    for name, value in declarations(text):
        if not NUMBER.search(value):
            continue
        folders = [str(parent) for parent in pathlib.PurePath(where).parents]
        keys = [(where, name), (where, "*"), *((folder, "*") for folder in folders)]
        known = next((key for key in keys if key in reasons), None)
        if known:
            reasons[known] = True
        else:
            faults.append(f"{where}: {name} = {value.strip()}: a cost is a field of include/Ascend/Costs; "
                          f"what is none has a line in {allowed.name}")  # fmt: skip
faults += [f"{allowed.name}: {where} has no number {name}" for (where, name), used in reasons.items() if not used]

sys.path.insert(0, str(root / "bench"))
from cube_runners import cases_of  # noqa: E402

sets = tomllib.loads((root / "bench/cube.toml").read_text(encoding="utf-8"))["sets"]
models = {model["name"] for model in tomllib.loads((root / "bench/models.toml").read_text(encoding="utf-8"))["model"]}


def commands(text):
    """Faults of the command that measures a field."""
    words = shlex.split(text)
    program = words[1] if words[0] == ".venv/bin/python" else words[0]
    if not program.startswith("bench/") or not (root / program).is_file():
        return f"there is no {program}"
    if program == "bench/cube":
        named = [word for word in words[1:] if word in sets]
        if len(words) > 1 and not words[1].startswith("-") and not named:
            return f"bench/cube.toml has no set {words[1]}"
        try:
            list(cases_of(sets, named, None, words[words.index("--only") + 1] if "--only" in words else ""))
        except ValueError as error:
            return str(error)
    if "--time" in words and (missing := set(words[words.index("--time") + 1 :]) - models - {"--threads", "1", "2"}):
        return f"bench/models.toml has no model {', '.join(missing)}"
    return None


readers = [*sorted((root / "lib").rglob("*.[ch]*")), *sorted((root / "include/Ascend/Conversion").rglob("*.h"))]
names, libraries = {}, "".join(path.read_text(encoding="utf-8") for path in readers)
for path in sorted((root / "include/Ascend/Costs").glob("*.h")):
    where = str(path.relative_to(root))
    for part in re.finditer(r"((?: +///[^\n]*\n)+)((?: +static constexpr[^;]*;\n)+)", path.read_text(encoding="utf-8")):
        text = re.sub(r"\s+///\s?", " ", "\n" + part[1]).strip()
        fields = [name for name, _ in declarations(part[2])]
        form = re.fullmatch(r"(.+\.) Measured: (.+\.) Again: (.+)", text)
        fault = commands(form[3]) if form else "write what it is, `Measured: ….` and `Again: COMMAND`"
        if fault:
            faults.append(f"{where}: {', '.join(fields)}: {fault}")
        for field in fields:
            if field in names:
                faults.append(f"{where}: {field} is in {names[field]}, too: a name means one thing")
            names[field] = where
            if not re.search(rf"\b{path.stem}::{field}\b", libraries):
                faults.append(f"{where}: {field} is not used")
    declared = [name for name, _ in declarations(path.read_text(encoding="utf-8"))]
    faults += [f"{where}: {name} is not described" for name in declared if name not in names]
if len(names) < 50:
    faults.append(f"only {len(names)} fields were found")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
