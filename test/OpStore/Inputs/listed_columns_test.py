#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What ascend-opt lists for a chip is what the fact tables say: the op types,
and for op types picked by chance list, kernel, columns and how sure they are.
The tables are read in another way than in the scripts that make the stores."""
import csv
import functools
import json
import random
import re
import unittest
from pathlib import Path

from tools import run

ROOT = Path(__file__).resolve().parents[3]
FACTS = ROOT / "share/ascend/facts"
# Chip -> its table, whether it has bf16.
CHIPS = {
    "Ascend910A": ("opsinfo_ascend910_cann81.csv", False),
    "Ascend910B1": ("opsinfo_ascend910b.csv", True),
    "Ascend310P3": ("opsinfo_ascend310p_cann81.csv", False),
    "Ascend310B1": ("opsinfo_ascend310b_cann81.csv", True),
    "Ascend310": ("opsinfo_ascend310_cann81.csv", False),
}
PICKED = 120


@functools.cache
def rows(name):
    with open(FACTS / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def columns_of(row):
    """The columns, each a tuple with the dtype of every tensor."""
    text = row.get("inputs") or row.get("inputs(name:req:dtypes)") or ""
    slots = [part.split(":")[2] for part in (text + " ; " + row["outputs"]).split(" ; ")
             if part.strip()]
    slots = [[re.sub("^float32$", "float", word.strip()) for word in slot.split("|")]
             for slot in slots]
    return [column for column in zip(*slots) if any(column)]


@functools.cache
def table(store, text):
    return {row["op"]: row for row in rows(text) if store is None or row["soc"] == store}


def expected(chip, ops, op):
    """(columns, facts) of an op type of the chip's own store."""
    columns = columns_of(ops[op])
    if columns:
        return columns, "data"
    family = "ascend910b" if chip == "Ascend910B1" else "ascend910"
    sources = [table(family, "overlay_columns.csv")]
    if family == "ascend910":
        sources.append(table(None, "opsinfo_ascend910.csv"))
    for source in sources:
        if op in source and columns_of(source[op]):
            # The chips that stand on Ascend910's rows take what they can.
            lacks = "" if CHIPS[chip][1] or chip == "Ascend910A" else "bfloat16"
            return [c for c in columns_of(source[op]) if lacks not in c], "overlay"
    return [], "data"


def listed(chip, types=""):
    return run("ascend-opt", f"--ascend-list-soc={chip}", f"--ascend-list-ops={types}" if types else "--ascend-list-ops").stdout


def read_columns(text):
    """The columns in the table, or tables side by side, of one op type."""
    columns = {}
    body = text.partition("AI Core columns")[2]
    for line in body.splitlines()[1:]:
        if not re.match(r" +(\d+|#) ", line):
            break
        index, *words = line.split()
        if index != "#":
            columns.setdefault(int(index), []).extend(words)
    return [tuple(columns[index]) for index in sorted(columns)]


class Listed(unittest.TestCase):
    maxDiff = None

    def test_every_op_type_is_there(self):
        others = {row["op"] for row in rows("aicpu_ops.csv") if row["engine"] != "aicpu_cust"}
        others |= {row["type"] for row in rows("ge_local_ops.csv")}
        others |= {row["op"] for row in rows("judged_local_ops.csv")}
        for chip, (name, _) in CHIPS.items():
            wanted = others | set(table(None, name))
            if chip in ("Ascend910A", "Ascend910B1"):
                family = "ascend910b" if chip == "Ascend910B1" else "ascend910"
                wanted |= set(table(family, "overlay_columns.csv"))
            lines = listed(chip).split("op types\n")
            self.assertEqual({line.split()[0] for line in lines[1].splitlines()}, wanted)
            self.assertEqual(int(lines[0].split()[-1]), len(wanted))

    def test_op_types_by_chance(self):
        extra = json.loads((FACTS / "opsinfo_ascend910b_extra.json").read_text())["ascend910b"]
        for seed, (chip, (name, _)) in enumerate(CHIPS.items()):
            ops = table(None, name)
            dynamic = sorted(op for op in ops if not columns_of(ops[op]))
            pick = random.Random(seed)
            types = pick.sample(sorted(ops), PICKED) + pick.sample(dynamic, 20)
            texts = re.split(rf"^(\w+) on {chip}$", listed(chip, ",".join(types)), flags=re.M)
            self.assertEqual(texts[1::2], types)
            for op, text in zip(texts[1::2], texts[2::2]):
                columns, facts = expected(chip, ops, op)
                with self.subTest(chip=chip, op=op):
                    self.assertEqual(read_columns(text), columns)
                    self.assertRegex(text, rf"\n  facts +{facts}:\s")
                    self.assertRegex(text, rf"\n  list +{ops[op]['mixlist']}\n")
                    without = (op in extra["op_file_null"] if chip == "Ascend910B1"
                               else ops[op]["kernel"] == "no")
                    self.assertRegex(text, r"\n  kernel +" + ("no" if without else "yes"))


if __name__ == "__main__":
    unittest.main()
