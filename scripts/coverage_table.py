# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""docs/results/coverage.md from llvm-cov's summary: usage: coverage_table.py SUMMARY SEED

A column for the sample of sweeps and one for the whole of them (SEED is `all`); a run
replaces its own and leaves the other."""

import collections
import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs" / "results" / "coverage.md"
COLUMNS = ("sample", "whole")


def measured(path):
    """Of each directory of lib/ the covered and all lines and branches."""
    rows = collections.defaultdict(lambda: [0, 0, 0, 0])
    with open(path) as file:
        files = json.load(file)["data"][0]["files"]
    for entry in files:
        name = pathlib.Path(entry["filename"]).relative_to(ROOT)
        counts = [entry["summary"][kind][what] for kind in ("lines", "branches") for what in ("covered", "count")]
        for row in (str(name.parent), "lib"):
            rows[row] = [a + b for a, b in zip(rows[row], counts)]
    return rows


def shown(counts):
    lines, all_lines, branches, all_branches = counts
    return "%.2f / %.2f" % (100 * lines / max(all_lines, 1), 100 * branches / max(all_branches, 1))


def main():
    summary, seed = sys.argv[1:]
    column = COLUMNS[seed == "all"]
    heads = dict.fromkeys(COLUMNS, "not run")
    cells = collections.defaultdict(lambda: dict.fromkeys(COLUMNS, "-"))
    for line in TABLE.read_text().splitlines() if TABLE.exists() else []:
        parts = [part.strip() for part in line.strip("|").split(" | ")]
        if len(parts) == 3 and parts[0].startswith("`lib"):
            cells[parts[0].strip("`")].update(zip(COLUMNS, parts[1:]))
        for name in COLUMNS:
            if match := re.match(r"- %s: (.*)" % name, line):
                heads[name] = match[1]
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    heads[column] = "seed %s, %s, %s" % (seed, commit, datetime.date.today())
    for name, counts in measured(summary).items():
        cells[name][column] = shown(counts)
    with open(TABLE, "w") as out:
        out.write("# What the tests run of lib/\n\nMade by `scripts/coverage`: lines / branches, in percent.\n\n")
        out.writelines("- %s: %s\n" % (name, heads[name]) for name in COLUMNS)
        out.write("\n| directory | the sample of a day | the whole of the sweeps |\n|---|---:|---:|\n")
        for name in sorted(cells):
            out.write("| `%s` | %s | %s |\n" % (name, cells[name]["sample"], cells[name]["whole"]))
    print("lib: %s" % cells["lib"][column])


if __name__ == "__main__":
    main()
