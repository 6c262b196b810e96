# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The made parts of docs/Fidelity.md: from docs/results/fidelity.json, which scripts/fidelity
writes where the real files are, from fidelity_reasons.csv, real_passes.csv and real_columns.csv
beside it, and from what the library itself says of them."""

import csv
import json
import re
from collections import Counter

import fidelity_columns


def models(records):
    yield "| model | chip | ops | fusions | counts of types | equal |"
    yield "|---|---|---|---|---|---|"
    for record in records:
        cells = ["{:,} of {:,}".format(*record[kind]) if record[kind][1] else "-" for kind in ("ops", "fusions", "types")]
        yield f"| {record['name']} | {record['soc']} | {' | '.join(cells)} | {record['equal']:,} of {record['compared']:,} |"
    sums = [[sum(record[kind][i] for record in records) for i in (0, 1)] for kind in ("ops", "fusions", "types")]
    total = [sum(record[key] for record in records) for key in ("equal", "compared")]
    cells = ["{:,} of {:,}".format(*each) for each in [*sums, total]]
    yield f"| all | | {' | '.join(cells)} |"
    yield ""
    by_type = sum(record["paired_by_type"] for record in records)
    yield f"Of the ops {by_type:,} were paired by type and order, as the compiled model is of another export than the file. Where the runs are from:"
    yield ""
    for record in records:
        yield f"- {record['name']}: {record['source']}"


def differences(records, reasons):
    """One row for what differs alike, with the models that have it. What somebody has found out of a
    run, of `reasons`, takes the place of the general sentence."""
    there, here, where, unused = Counter(), Counter(), {}, dict(reasons)
    for record in records:
        for each in record["differences"]:
            kind = each["kind"]
            what = (record["name"], each["there"] if kind == "op" else each["name"])
            unused.pop(what, None)
            why = reasons.get(what, each["why"])
            key = (each["there"], each["here"], why) if kind == "op" else (each["name"], kind, why)
            there[key] += each["times"] if kind == "op" else each["there"]
            here[key] += 0 if kind == "op" else each["here"]
            where.setdefault(key, []).append(record["name"])
    if unused:
        raise SystemExit(f"docs/results/fidelity_reasons.csv: nothing differs like {', '.join(map(str, unused))}")
    words = {"fusion": "effects", "type": "ops"}
    yield "| there | here | models | why it may |"
    yield "|---|---|---|---|"
    for key, times in sorted(there.items(), key=lambda item: (item[0][1] in words, -item[1], item[0])):
        what, second, why = key
        word = words.get(second)
        one, other = (f"{what}: {times} {word}", f"{here[key]}") if word else (f"{times} x {what}", second)
        yield f"| {one} | {other} | {', '.join(where[key])} | {why} |"


def passes(rows):
    """Passes that took effect in runs of ATC, and what becomes of them here."""
    from ascend_mlir import _core
    from ascend_mlir.lab.verify_reasons import SILENT_PASSES, TODAYS_NAMES

    known = {name.lower(): modelled for name, modelled, _ in _core.fusion_passes()}

    def status(name):
        if known.get(TODAYS_NAMES.get(name.lower(), name.lower())):
            return "modelled"
        return "no dtype, or behind the judge" if name in SILENT_PASSES else "**not modelled**"

    found = [(row["pass"], int(row["repositories"]), int(row["effects"]), status(row["pass"])) for row in rows]
    effects = Counter()
    for _, _, count, here in found:
        effects[here] += count
    missing = effects["**not modelled**"]
    decided = effects["modelled"] + missing
    yield f"Of {decided:,} effects that can change a type or a dtype {effects['modelled']:,} are of passes that are modelled."
    yield ""
    yield "| pass | repositories | effects | here |"
    yield "|---|---|---|---|"
    for name, repositories, count, here in found:
        yield f"| {name} | {repositories} | {count:,} | {here} |"


def columns(root):
    rows, wrong = fidelity_columns.unknown_rows(root)
    types = len({row["type"] for row in rows})
    yield f"Of {len(rows)} kernels of {types} types the judge knows {len(rows) - len(wrong)} with their dtypes and on their engine."
    for row in wrong:
        dtypes = f"{row['inputs']} > {row['outputs']}".replace(";", ", ")
        yield f"Not: {row['type']} {dtypes} on {row['soc']} ({row['engine']})."


def render(root, folder):
    """Writes Fidelity.md to `folder`."""
    records = json.loads((root / "docs/results/fidelity.json").read_text())
    with open(root / "docs/results/real_passes.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(root / "docs/results/fidelity_reasons.csv", newline="") as file:
        reasons = {(row["model"], row["there"]): row["why"] for row in csv.DictReader(file)}
    made = {"models": models(records), "differences": differences(records, reasons), "passes": passes(rows), "columns": columns(root)}
    text = (root / "docs/Fidelity.md").read_text()
    for name, lines in made.items():
        body = "\n".join(lines)
        text, times = re.subn(rf"(<!-- made: {name} -->\n).*?(<!-- end -->)", lambda found: f"{found[1]}{body}\n{found[2]}", text, flags=re.S)
        if times != 1:
            raise SystemExit(f"docs/Fidelity.md has no part 'made: {name}'")
    (folder / "Fidelity.md").write_text(text)
