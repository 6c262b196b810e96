#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""docs/results/nightly.md: a row for each step of scripts/nightly and form of CPU.

usage: nightly_table.py                                       judge the rows
       nightly_table.py STEP OUTCOME COUNTS TIME STEPS…       write a row of this machine

A row says so in red where it is older than a week, or than the last change of a source
in lib/Conversion, which makes the code that differs from form to form. A step whose
outcome no CPU changes has one row, of the form "any": the last machine's."""

import datetime
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs" / "results" / "nightly.md"
FORMS = ("any", "AVX-512", "AVX2")
# They read sources, print and parse, ask whether tests tell, or run no kernel but the one by which a wheel shows that it works.
ANY_CPU = ("roundtrip", "tidy", "fuzz", "oracle", "toys", "wheel", "coverage", "mutate")
COLUMNS = ("step", "form", "outcome", "counts", "time", "commit", "day", "state")
WEEK = datetime.timedelta(days=7)
CURRENT = "current"


def git(*arguments):
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def form_of(step):
    """The form of CPU that a row of `step` made here is of."""
    if step in ANY_CPU:
        return "any"
    cpu = pathlib.Path("/proc/cpuinfo").read_text()
    return "AVX-512" if re.search(r"^flags\b.* avx512f\b", cpu, re.M) else "AVX2"


def is_ancestor(older, newer):
    return git("merge-base", "--is-ancestor", older, newer) is not None


def state(row, today):
    """Whether a row still says something of the code of today."""
    why = []
    if today - datetime.date.fromisoformat(row["day"]) > WEEK:
        why.append("older than a week")
    changed = git("log", "-1", "--format=%h", "--", "lib/Conversion/*.cpp", "lib/Conversion/*.h")
    if changed and not is_ancestor(changed, row["commit"]):
        why.append("older than a change in lib/Conversion (%s)" % changed)
    return "\N{LARGE RED CIRCLE} **%s**" % ", ".join(why) if why else CURRENT


def read():
    rows = {}
    for line in TABLE.read_text().splitlines() if TABLE.exists() else []:
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == len(COLUMNS) and cells[1] in FORMS:
            row = dict(zip(COLUMNS, cells))
            rows[row["step"], row["form"]] = row
    return rows


def write(rows, steps, today):
    lines = [
        "# Nightly checks",
        "",
        "Made by scripts/nightly, each row on its own. A form is what the machine's CPU has: the code differs; *any* is a step whose outcome",
        "no CPU changes. A row in red says nothing sure of the code of today; `scripts/nightly status` judges them anew.",
        "",
        "| %s |" % " | ".join(COLUMNS),
        "|%s" % ("---|" * len(COLUMNS)),
    ]
    order = sorted(rows.values(), key=lambda row: (steps.index(row["step"]), FORMS.index(row["form"])))
    for row in order:
        row["state"] = state(row, today)
        lines.append("| %s |" % " | ".join(row[column] for column in COLUMNS))
    TABLE.write_text("\n".join(lines) + "\n")
    return order


def main():
    rows, today = read(), datetime.datetime.now(datetime.timezone.utc).date()
    steps = list(dict.fromkeys(step for step, _ in rows))
    if len(sys.argv) > 1:
        step, outcome, counts, time, *steps = sys.argv[1:]
        row = dict(zip(COLUMNS, (step, form_of(step), outcome, counts.replace("|", "/") or "-", time,
                                 git("rev-parse", "--short", "HEAD"), today.isoformat())))  # fmt: skip
        rows[step, row["form"]] = row
    rows = {key: row for key, row in rows.items() if key[0] in steps and (key[0] in ANY_CPU) == (key[1] == "any")}
    for row in write(rows, steps, today):
        if len(sys.argv) == 1:
            red = row["state"] != CURRENT or row["outcome"] != "passed"
            text = "%-10s %-8s %-7s %s %s" % tuple(row[c] for c in ("step", "form", "outcome", "day", "state"))
            print("\033[31m%s\033[0m" % text if red and sys.stdout.isatty() else text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
