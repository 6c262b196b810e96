# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What became of the tests: usage: test_summary.py RESULTS FORMS SLOWEST

RESULTS is lit's JSON, FORMS what test/Inputs/forms.py noted; the SLOWEST tests are
listed with their seconds. The last line is `N passed, N failed`."""

import collections
import json
import sys

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def results(path):
    try:
        with open(path) as file:
            return json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print("no results:", error)
        return []


def print_forms(path):
    """A form of CPU is a plan of kernels and the instructions that it has."""
    try:
        with open(path) as file:
            ran = set(file.read().splitlines())
    except OSError:
        ran = set()
    for form in ("avx512", "avx2", "portable"):
        own, plan = form + " own" in ran, form + " plan" in ran
        print("%s: its plan %s, its own instructions %s"
              % (form, "ran" if own or plan else "did not run", "ran" if own else "did not run"))  # fmt: skip


def main():
    tests = results(sys.argv[1])
    slow = sorted(tests, key=lambda test: -(test.get("elapsed") or 0))[: int(sys.argv[3])]
    for test in slow:
        print("%7.1f s  %s" % (test.get("elapsed") or 0, test["name"].removeprefix("Ascend :: ")))
    if slow:
        print("%7.1f s  all %d tests" % (sum(test.get("elapsed") or 0 for test in tests), len(tests)))
    print_forms(sys.argv[2])
    counts = collections.Counter(
        "passed" if test["code"] in PASSED else "skipped" if test["code"] in SKIPPED else "failed" for test in tests)  # fmt: skip
    if not counts["passed"]:
        counts["failed"] += 1
    line = "%d passed, %d failed" % (counts["passed"], counts["failed"])
    print(line + (", %d skipped" % counts["skipped"] if counts["skipped"] else ""))
    return counts["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
