# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The data of share/ascend against the facts it is made from: the scripts make
the same bytes again, and no row of a fact table got lost or changed. The tables
are read here in another way than in the scripts."""
import csv
import json
import sys
import tempfile
import unittest
from pathlib import Path

from tools import run

ROOT = Path(__file__).resolve().parents[3]
SHARE = ROOT / "share" / "ascend"
FACTS = SHARE / "facts"
STORES = {
    "ascend910": ("opsinfo_ascend910_cann81.csv", 831),
    "ascend910b": ("opsinfo_ascend910b.csv", 1196),
    "ascend310p": ("opsinfo_ascend310p_cann81.csv", 846),
    "ascend310b": ("opsinfo_ascend310b_cann81.csv", 698),
    "ascend310": ("opsinfo_ascend310_cann81.csv", 517),
}


def rows(name):
    with open(FACTS / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def load(path):
    return json.loads((SHARE / "opstore" / path).read_text(encoding="utf-8"))


def columns_of_row(row):
    """[(name, [dtype, …]), …], inputs first, every dtype in the store's word."""
    text = (row.get("inputs") or row.get("inputs(name:req:dtypes)") or "")
    result = []
    for slot in (text + " ; " + row["outputs"]).split(" ; "):
        if slot.strip():
            name, _, dtypes = slot.split(":")
            words = [w.strip().replace("float32", "float") for w in dtypes.split("|")]
            result.append((name.strip(), [w for w in words if w]))
    return result


def columns_of_entry(entry, key="dtype"):
    result = []
    for kind in ("input", "output"):
        index = 0
        while f"{kind}{index}" in entry:
            slot = entry[f"{kind}{index}"]
            result.append((slot["name"], [w for w in slot[key].split(",") if w]))
            index += 1
    return result


class OpStores(unittest.TestCase):
    def test_the_scripts_make_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as out:
            for script in ("make-op-stores.py", "make-soc-data.py", "make-fusion-data.py"):
                run(sys.executable, ROOT / "scripts" / script, "--output-dir", out)
            made = {p.relative_to(out): p for p in Path(out).rglob("*") if p.is_file()}
            self.assertGreater(len(made), 20)
            for path, file in made.items():
                self.assertEqual(file.read_bytes(), (SHARE / path).read_bytes(), path)
            kept = {p.relative_to(SHARE) for folder in ("opstore", "impl_mode")
                    for p in (SHARE / folder).rglob("*") if p.is_file()}
            self.assertEqual(kept - set(made), set(), "files that no script makes")

    def test_every_row_of_an_op_store(self):
        for store, (table, count) in STORES.items():
            entries = load(f"{store}/aic-{store}-ops-info.json")
            self.assertEqual(len(entries), count)
            for row in rows(table):
                entry = entries[row["op"]]
                self.assertEqual(columns_of_entry(entry), columns_of_row(row), row["op"])
                flag = entry.get("precision_reduce", {}).get("flag")
                self.assertEqual({"true": "white", "false": "black", None: "gray"}[flag],
                                 row["mixlist"], row["op"])
                self.assertEqual("dynamicFormat" in entry, row["dynamicFormat"] == "true")
                if "kernel" in row:
                    self.assertEqual("opFile" in entry, row["kernel"] == "no", row["op"])
                    self.assertEqual(entry.get("promoteType", {}).get("value", ""),
                                     row["promoteType"])
                self.assertEqual(entry["facts"]["value"], "data")
                self.assertTrue(entry["source"]["value"])

    def test_rows_that_only_the_extra_file_of_910b_has(self):
        extra = json.loads((FACTS / "opsinfo_ascend910b_extra.json").read_text())["ascend910b"]
        entries = load("ascend910b/aic-ascend910b-ops-info.json")
        self.assertEqual([op for op in entries if "opFile" in entries[op]],
                         sorted(extra["op_file_null"]))
        self.assertEqual([op for op in entries if "promoteType" in entries[op]],
                         sorted(extra["promote"]))

    def test_the_overlay_fills_what_a_store_leaves_open(self):
        for store in ("ascend910", "ascend910b"):
            entries = load(f"{store}/aic-{store}-ops-info.json")
            overlay = load(f"{store}/overlay-{store}.json")
            for row in rows("overlay_columns.csv"):
                if row["soc"] != store:
                    continue
                op = row["op"]
                if op in entries and any(w for _, w in columns_of_entry(entries[op])):
                    self.assertNotIn(op, overlay)
                    continue
                self.assertEqual([w for _, w in columns_of_entry(overlay[op])],
                                 [w for _, w in columns_of_row(row)], op)
                self.assertIn(row["note"], overlay[op]["source"]["value"])
        for store in STORES:
            entries = load(f"{store}/aic-{store}-ops-info.json")
            overlay = load(f"{store}/overlay-{store}.json")
            for op, entry in overlay.items():
                self.assertEqual(entry["facts"]["value"], "overlay")
                if op in entries:
                    self.assertFalse(any(w for _, w in columns_of_entry(entries[op])), op)
                    self.assertEqual([n for n, _ in columns_of_entry(entry)],
                                     [n for n, _ in columns_of_entry(entries[op])], op)

    def test_chips_without_bf16_get_no_bf16_from_the_overlay(self):
        for store in ("ascend310", "ascend310p"):
            for entry in load(f"{store}/overlay-{store}.json").values():
                if "columns of Reshape" in entry["source"]["value"]:
                    continue
                for _, words in columns_of_entry(entry):
                    self.assertNotIn("bfloat16", words)
                    self.assertTrue(words)

    def test_every_ai_cpu_row(self):
        names = {"float32": "DT_FLOAT", "bfloat16": "DT_BF16"}
        # The engines skip words that are none of GE's data types.
        skipped = {"float64", "di_uint16", "t_float16"}
        for engine, file in (("aicpu", "aicpu_kernel"), ("aicpu_tf", "tf_kernel"),
                             ("host_cpu", "host_cpu_kernel")):
            entries = load(f"aicpu/{file}.json")
            table = [row for row in rows("aicpu_ops.csv") if row["engine"] == engine]
            self.assertEqual(sorted(entries), sorted(row["op"] for row in table))
            for row in table:
                expected = []
                for slot in (row["inputs"] + " ; " + row["outputs"]).split(" ; "):
                    if slot.strip():
                        name, _, dtypes = slot.split(":")
                        expected.append((name.strip(), [
                            names.get(w, "DT_" + w.upper())
                            for w in dtypes.split("|") if w and w not in skipped]))
                self.assertEqual(columns_of_entry(entries[row["op"]], "type"), expected)

    def test_implementation_mode_lists(self):
        def ini(name):
            lines = (SHARE / f"impl_mode/{name}.ini").read_text().splitlines()
            return dict(line.split("=") for line in lines)
        for name in ("high_performance", "high_precision", "high_performance_for_all",
                     "high_precision_for_all"):
            self.assertEqual(ini(name), {row["op"]: row[name]
                                         for row in rows("builtin_impl_lists.csv") if row[name]})
        self.assertEqual(ini("all_ops_impl_mode"),
                         {row["op"]: row["modes"].replace("|", ",")
                          for row in rows("all_ops_impl_mode.csv")})
        self.assertEqual(set(ini("allow_hf32_matmul_t_conv_f")), {
            "Conv2D", "Conv2DBackpropFilter", "Conv2DBackpropFilterD", "Conv2DBackpropInput",
            "Conv2DBackpropInputD", "Conv2DTranspose", "Conv2DTransposeD", "DepthwiseConv2D",
            "DepthwiseConv2DBackpropFilter", "DepthwiseConv2DBackpropFilterD",
            "DepthwiseConv2DBackpropInput", "DepthwiseConv2DBackpropInputD", "MatMul",
            "MatMulV2", "BatchMatMul", "BatchMatMulV2", "FullyConnection", "GEMM"})

    def test_local_types(self):
        local = load("ge-local.json")
        self.assertEqual(len(local["ge_local"]), 73)
        for row in rows("ge_local_ops.csv"):
            self.assertIn(row["type"], local[row["engine"]])


if __name__ == "__main__":
    unittest.main()
