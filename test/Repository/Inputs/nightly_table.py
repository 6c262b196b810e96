# ===- nightly_table.py - Which rows of the nightly checks are old ---------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""scripts/nightly_table.py in a repository of its own: a row is current until
lib/Conversion changes or a week has passed, each form of CPU has its own row but for
steps that no CPU changes, and a row that is made anew is current again.

usage: nightly_table.py SCRIPT FOLDER"""

import datetime
import pathlib
import re
import shutil
import sys

import tools
from tally import Tally

SCRIPT, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
TABLE = FOLDER / "docs" / "results" / "nightly.md"
tally = Tally("states")


def git(*arguments):
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    tools.run("git", "-C", FOLDER, *identity, *arguments)


def commit(name):
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + "change\n")
    git("add", "-A")
    git("commit", "-m", name)


def run(*arguments):
    return tools.run(sys.executable, FOLDER / "scripts" / SCRIPT.name, *arguments).stdout


def states():
    """From (step, form) to the last column."""
    rows = (line.strip("|").split(" | ") for line in TABLE.read_text().splitlines() if re.match(r"\| [a-z]+ \| (AVX|any )", line))
    return {(row[0].strip(), row[1]): row[-1].strip() for row in rows}


def expect(what, have, want):
    with tally.case(what):
        assert have == want, "%r instead of %r" % (have, want)


shutil.rmtree(FOLDER, ignore_errors=True)
(FOLDER / "scripts").mkdir(parents=True)
TABLE.parent.mkdir(parents=True)
shutil.copy(SCRIPT, FOLDER / "scripts")
git("init")
commit("lib/Conversion/one.cpp")
steps = ["tests", "asan"]
run("tests", "passed", "3 passed | 0 failed", "1 s", *steps)
run("asan", "FAILED", "", "2 s", *steps)
own = next(form for _, form in states())
other = "AVX2" if own == "AVX-512" else "AVX-512"
expect("a new row", states(), {("tests", own): "current", ("asan", own): "current"})
expect("a counts column", "| 3 passed / 0 failed | 1 s |" in TABLE.read_text(), True)
commit("lib/Compiler/two.cpp")
# How it is built changes no code.
commit("lib/Conversion/CMakeLists.txt")
run()
expect("behind a change elsewhere", states()["tests", own], "current")
commit("lib/Conversion/one.cpp")
shown = run()
expect("behind a change", "older than a change in lib/Conversion" in states()["tests", own], True)
expect("in the list", shown.count("older than a change"), 2)
run("tests", "passed", "3 passed", "1 s", *steps)
expect("made anew", states()["tests", own], "current")
expect("not the other step", states()["asan", own] == "current", False)
# A row of another form, of a week ago and of eight days ago.
line = next(line for line in TABLE.read_text().splitlines() if line.startswith("| tests |"))
for days, is_old in ((7, False), (8, True)):
    day = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days)
    moved = re.sub(r"\d{4}-\d\d-\d\d", day.isoformat(), line.replace("| %s |" % own, "| %s |" % other))
    TABLE.write_text("\n".join([row for row in TABLE.read_text().splitlines() if "| tests | %s" % other not in row] + [moved]) + "\n")
    run()
    expect("after %d days" % days, "older than a week" in states()["tests", other], is_old)
    expect("of this form", states()["tests", own], "current")
run("tidy", "passed", "", "9 s", "tidy", *steps)
expect("a step that no CPU changes", states()["tidy", "any"], "current")
# Rows by form of a step that has one row now, and the row of any form of a step that has two.
for step, form in (("tidy", "AVX2"), ("tests", "any ")):
    TABLE.write_text(TABLE.read_text() + re.sub(r"^\| tests \| [^|]*\|", "| %s | %s |" % (step, form.strip()), line) + "\n")
run()
expect("rows of other forms", {step: sorted(f.strip() for s, f in states() if s == step) for step in ("tidy", "tests")},
       {"tidy": ["any"], "tests": sorted([own, other])})
run("asan", "passed", "", "2 s", "asan")
expect("a step that is no more", {step for step, _ in states()}, {"asan"})
tally.end()
