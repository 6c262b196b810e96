#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Brings the tables of docs/Numerics.md up to date with share/ascend/accuracy.json
(formulas and bounds) and docs/results/exhaustive.md (largest errors).

usage: gen-numerics-doc.py ROOT FOLDER

Reads ROOT/docs/Numerics.md; what stands between `<!-- table: GROUP -->` and
`<!-- end -->` is made anew, in FOLDER/Numerics.md."""

import json
import math
import pathlib
import re
import sys

DTYPES = ["f32", "f16", "bf16"]
HEADS = {
    True: "| op | mode, chips | formula | inside | error: float32, float16, bfloat16 | largest | source |\n"
          "|---|---|---|---|---|---|---|\n",
    False: "| op | formula | inside | error: float32, float16, bfloat16 | largest | source |\n|---|---|---|---|---|---|\n",
}  # fmt: skip


def power_of_two(text):
    return "2^%d" % math.log2(float.fromhex(text))


def one_bound(entry):
    """(kind, number) of a bound; bounds of a kind are written together."""
    bound = entry["bound"]
    if bound == "exact":
        return "", "exact"
    (kind, number), *more = bound.items()
    shown = "%g" % number
    if kind == "absolute":
        if more:
            return "+ |x|", "%s + %g" % (shown, more[0][1])
        return "absolute", shown
    if kind == "near":
        return "", "exact" if not number else "exact but within %s of t" % shown
    return {"ulp": "ulp", "relative": "relative", "sum": "per term", "modulo": "of |x| + |y|, up to one y"}[kind], shown


def errors(entries):
    """The bounds of an op in a mode, by dtype."""
    parts = []
    for dtype in DTYPES:
        entry = next((entry for entry in entries if entry["dtype"] == dtype), None)
        if entry:
            parts.append(one_bound(entry))
    if len(set(parts)) == 1:
        parts = parts[:1]
    kinds = [kind for kind, _ in parts]
    if len(set(kinds)) == 1:
        text = ", ".join(number for _, number in parts) + (" " + kinds[0] if kinds[0] else "")
    else:
        text = ", ".join(number + (" " + kind if kind else "") for kind, number in parts)
    if len(parts) > 1 and len(entries) < 3:
        text += " (" + ", ".join(entry["dtype"] for entry in entries) + ")"
    elif len(entries) == 1:
        text += " (%s)" % entries[0]["dtype"]
    flushes = {entry["flushes_below"] for entry in entries if "flushes_below" in entry}
    if flushes:
        least = max(flushes, key=float.fromhex)
        text += "; below %s 0" % power_of_two(least)
    domains = [entry["domain"] for entry in entries if "domain" in entry and entry["domain"][1] < 1e4]
    if domains:
        text += "; from %g to %g" % tuple(domains[0])
    return text.replace("+ |x|", "of |x|")


def read_largest(root):
    """The largest errors over all floats, by row name."""
    rows = {}
    for line in (root / "docs/results/exhaustive.md").read_text().split("\n"):
        cells = [cell.strip() for cell in line.split("|")]
        # Of absolute bounds it is the part of what is allowed.
        if len(cells) > 5 and cells[2] == "exact" or cells[2:3] and cells[2].startswith(("ulp", "relative")):
            rows[cells[1]] = "none" if cells[3] == "none" else "%.3g" % float(cells[3])
    return rows


def table(group, data, largest):
    lines = [HEADS[group == "modes"]]
    for formula in (formula for formula in data["formulas"] if formula["group"] == group):
        # Ops with one bound share a row.
        rows = {}
        for op in formula["ops"]:
            entries = [entry for entry in data["bounds"] if (entry["op"], entry["mode"]) == (op, formula["mode"])
                       and entry.get("chips") == formula.get("chips")]  # fmt: skip
            if bool(entries) == ("error" in formula):
                sys.exit("%s in %s: bounds and formulas do not fit" % (op, formula["mode"]))
            rows.setdefault(errors(entries) if entries else formula["error"], []).append(op)
        suffix = ("" if formula["mode"] == "default" else ":" + formula["mode"]) + (
            "@" + formula["chips"][0] if "chips" in formula else "")
        for error, ops in rows.items():
            found = [largest.get(op + suffix, "-") for op in ops]
            cells = [", ".join(ops)]
            if group == "modes":
                chips = ", ".join(chip.removeprefix("Ascend") for chip in formula.get("chips", []))
                cells.append(formula["mode"] + (", " + chips if chips else ""))
            text = formula["formula"] + ("; " + formula["note"] if "note" in formula else "")
            cells += [text.replace("|", "\\|"), formula["inside"] or "", error.replace("|", "\\|"),
                      ", ".join(found) if set(found) != {"-"} else "", formula["source"]]
            lines.append("| " + " | ".join(cells) + " |\n")
    return "".join(lines)


def main():
    root, folder = map(pathlib.Path, sys.argv[1:])
    data = json.loads((root / "share/ascend/accuracy.json").read_text())
    stated = {(op, formula["mode"], tuple(formula.get("chips", []))) for formula in data["formulas"]
              for op in formula["ops"]}  # fmt: skip
    for entry in data["bounds"]:
        if (entry["op"], entry["mode"], tuple(entry.get("chips", []))) not in stated:
            sys.exit("%s in %s has a bound, but no formula" % (entry["op"], entry["mode"]))
    largest = read_largest(root)
    text = re.sub(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)",
                  lambda found: found[1] + "\n" + table(found[2], data, largest) + "\n" + found[3],
                  (root / "docs/Numerics.md").read_text(), flags=re.S)  # fmt: skip
    (folder / "Numerics.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
