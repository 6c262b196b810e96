#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes share/ascend/opstore from share/ascend/facts.

The stores have CANN's ops-info JSON schema, one op type a line, with two keys
of this project in each row: `source` (where the row was read) and `facts`
("data": an op store says it; "overlay": the best public knowledge for what the
store leaves open). Same facts, same bytes.
"""
import argparse
import csv
import json
from pathlib import Path

SHARE = Path(__file__).resolve().parent.parent / "share" / "ascend"
FACTS = SHARE / "facts"

CANN81 = "op store of CANN 8.1 (public snapshot leideng/CANN-8.1.RC1@551ed27c2)"
CANN5 = "op store of CANN 5 (may be patched)"
GE_TESTS = "hicann/ge@ffdcbc9f7 CANN_910b_stub"
OPDEF = "op definition of ascend950 in hicann/%s"
LIKE_RESHAPE = "assumed: the columns of Reshape"

# Store -> the CSV of its rows, their source.
STORES = {
    "ascend910": ("opsinfo_ascend910_cann81.csv", CANN81),
    "ascend910b": ("opsinfo_ascend910b.csv", GE_TESTS),
    "ascend310p": ("opsinfo_ascend310p_cann81.csv", CANN81),
    "ascend310b": ("opsinfo_ascend310b_cann81.csv", CANN81),
    "ascend310": ("opsinfo_ascend310_cann81.csv", CANN81),
}
# Chips that take the overlay of Ascend910 less the dtype that they lack.
NO_BF16 = {"ascend310p", "ascend310"}

PARAM_TYPES = {"r": "required", "o": "optional", "d": "dynamic"}
STORE_WORDS = set(
    """float float16 bfloat16 hifloat8 float8_e5m2 float8_e4m3fn float8_e8m0
    float4_e2m1 float4_e1m2 double int4 int8 int16 int32 int64 uint1 uint8 uint16
    uint32 uint64 bool complex32 complex64""".split())
# What the AI CPU engines take for a dtype; they skip every other word.
GE_WORDS = {"float32": "DT_FLOAT", "bfloat16": "DT_BF16"} | {
    word: "DT_" + word.upper()
    for word in """float16 double int8 int16 int32 int64 uint8 uint16 uint32 uint64
    bool complex32 complex64 complex128 qint8 qint16 qint32 quint8 quint16 string
    string_ref resource variant uint1 hifloat8""".split()}


def read_csv(name):
    with open(FACTS / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read_json(name):
    return json.loads((FACTS / name).read_text(encoding="utf-8"))


def parse_slots(text):
    """"x:r:float16|float ; y:o:" -> [(name, param letter, [dtype word])]."""
    slots = []
    for part in filter(None, (p.strip() for p in text.split(" ; "))):
        name, letter, *dtypes = part.split(":")
        words = [word.strip() for word in dtypes[0].split("|")] if dtypes else []
        if letter not in PARAM_TYPES:
            raise ValueError(f"unknown parameter kind '{letter}'")
        slots.append((name.strip(), letter, [word for word in words if word]))
    return slots


def store_word(word):
    word = {"float32": "float", "bf16": "bfloat16"}.get(word, word)
    if word not in STORE_WORDS:
        raise ValueError(f"unknown dtype word '{word}'")
    return word


class Op:
    """The inputs and outputs of an op type: slots as parse_slots gives them."""

    def __init__(self, inputs, outputs, source, facts="data"):
        self.inputs, self.outputs = inputs, outputs
        self.source, self.facts = source, facts
        self.extra = {}

    @classmethod
    def of_row(cls, row, source, facts="data"):
        inputs = row.get("inputs") or row.get("inputs(name:req:dtypes)") or ""
        return cls(*([(name, letter, [store_word(w) for w in words])
                      for name, letter, words in parse_slots(text)]
                     for text in (inputs, row["outputs"])), source, facts)

    def slots(self):
        return self.inputs + self.outputs

    def has_columns(self):
        return any(words for _, _, words in self.slots())

    def keep_columns(self, wanted):
        """Keeps the columns, tuples of dtype words, for which wanted() holds."""
        keep = [k for k, column in enumerate(zip(*(s[2] for s in self.slots())))
                if wanted(column)]
        self.inputs, self.outputs = (
            [(name, letter, [words[k] for k in keep]) for name, letter, words in slots]
            for slots in (self.inputs, self.outputs))

    def with_slots_of(self, other):
        """Takes names and kinds of slots from `other` if it has as many."""
        def renamed(mine, theirs):
            if len(mine) != len(theirs):
                return mine
            return [their[:2] + (my[2],) for my, their in zip(mine, theirs)]
        self.inputs = renamed(self.inputs, other.inputs)
        self.outputs = renamed(self.outputs, other.outputs)

    def to_json(self):
        lengths = {len(words) for _, _, words in self.slots()}
        if len(lengths) > 1:
            raise ValueError(f"columns of unequal length: {self.slots()}")
        entry = {}
        for kind, slots in (("input", self.inputs), ("output", self.outputs)):
            for index, (name, letter, words) in enumerate(slots):
                entry[f"{kind}{index}"] = {"name": name, "paramType": PARAM_TYPES[letter],
                                           "dtype": ",".join(words)}
        entry.update(self.extra)
        entry["source"] = {"value": self.source}
        entry["facts"] = {"value": self.facts}
        return entry


def list_flag(colour):
    """The precision_reduce key of a list: white "true", black "false", gray none."""
    flag = {"white": "true", "true": "true", "black": "false", "false": "false"}.get(colour)
    return {"precision_reduce": {"flag": flag}} if flag else {}


def make_store(store):
    """The rows of one op store as they are."""
    csv_name, source = STORES[store]
    extra = read_json("opsinfo_ascend910b_extra.json").get(store, {})
    promote = {op: ";".join(map(",".join, groups))
               for op, groups in extra.get("promote", {}).items()}
    ops = {}
    for row in read_csv(csv_name):
        op = ops[row["op"]] = Op.of_row(row, source)
        op.extra.update(list_flag(row["mixlist"]))
        if row["pattern"]:
            op.extra["op"] = {"pattern": row["pattern"]}
        if row["dynamicFormat"] == "true":
            op.extra["dynamicFormat"] = {"flag": "true"}
        if row.get("kernel") == "no" or row["op"] in extra.get("op_file_null", ()):
            op.extra["opFile"] = {"value": "Null"}
        names = row.get("promoteType") or promote.get(row["op"])
        if names:
            op.extra["promoteType"] = {"value": names}
    return ops


def make_overlay(store, ops):
    """What the store leaves open: the columns that its dynamicFormat ops compute,
    op types that it lacks, and shape-only types that GE itself runs."""
    family = "ascend910b" if store == "ascend910b" else "ascend910"
    known = {}
    if family == "ascend910":
        known = {row["op"]: Op.of_row(row, CANN5, "overlay")
                 for row in read_csv("opsinfo_ascend910.csv")
                 if row["op"] in ops and not ops[row["op"]].has_columns()}
    for row in read_csv("overlay_columns.csv"):
        if row["soc"] == family:
            known[row["op"]] = Op.of_row(row, f"{row['source']}; {row['note']}", "overlay")
    overlay = {}
    for name, op in known.items():
        if name in ops and not ops[name].has_columns() and op.has_columns():
            op.with_slots_of(ops[name])
        elif name in ops or store != family:
            continue  # A store's own columns win; other chips get no new types.
        if store != family:
            op.source = "assumed as on Ascend910: " + op.source
        if store in NO_BF16:
            op.keep_columns(lambda column: "bfloat16" not in column)
        overlay[name] = op
    reshape = ops["Reshape"]
    for row in read_csv("judged_local_ops.csv"):
        if row["op"] not in ops:
            slots = parse_slots(row["inputs"])
            op = Op([slot[:2] + (like[2],) for slot, like in zip(slots, reshape.inputs)],
                    [("y", "r", reshape.outputs[0][2])], LIKE_RESHAPE, "overlay")
            seen = set()
            op.keep_columns(lambda column: not (column in seen or seen.add(column)))
            op.extra["opFile"] = {"value": "Null"}
            overlay[row["op"]] = op
    return overlay


def make_ascend950():
    """Op definitions that can be read without running them."""
    ops = {}
    for row in read_csv("opdef_ops_nn_math.csv"):
        if row["engine"] != "aicore" or "ascend950" not in row["socs"].split("|"):
            continue
        try:
            op = Op.of_row(row, OPDEF % row["repo"])
            op.to_json()
        except ValueError:
            continue
        if op.has_columns():
            op.extra.update(list_flag(row["PrecisionReduceFlag"]))
            ops[row["op"]] = op
    return ops


def make_aicpu(engine, row_engine):
    entries = {}
    for row in read_csv("aicpu_ops.csv"):
        if row["engine"] != row_engine:
            continue
        entry = {"opInfo": {"engine": engine, "opKernelLib": row["kernel_lib"]}}
        for kind in ("input", "output"):
            for index, (name, letter, words) in enumerate(parse_slots(row[kind + "s"])):
                slot = {"name": name,
                        "type": ",".join(GE_WORDS[w] for w in words if w in GE_WORDS)}
                if letter != "r":
                    slot["paramType"] = PARAM_TYPES[letter]
                entry[f"{kind}{index}"] = slot
        where, _, commit = row["source"].split(":")[0].partition("@")
        entry["source"] = {"value": f"{where}@{commit[:9]}; {row['note']}" if commit
                           else row["note"]}
        entry["facts"] = {"value": "data"}
        entries[row["op"]] = entry
    return entries


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_entries(path, entries):
    lines = [json.dumps({op: entries[op]}, separators=(",", ":"))[1:-1]
             for op in sorted(entries)]
    write(path, "{\n" + ",\n".join(lines) + "\n}\n")


def write_ops(path, ops):
    write_entries(path, {name: op.to_json() for name, op in ops.items()})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output-dir", type=Path, default=SHARE)
    out = parser.parse_args().output_dir
    for store in STORES:
        ops = make_store(store)
        write_ops(out / "opstore" / store / f"aic-{store}-ops-info.json", ops)
        write_ops(out / "opstore" / store / f"overlay-{store}.json", make_overlay(store, ops))
    write_ops(out / "opstore/ascend950/aic-ascend950-ops-info.json", make_ascend950())
    for name, engine, row_engine in (("aicpu_kernel", "DNN_VM_AICPU", "aicpu"),
                                     ("tf_kernel", "DNN_VM_AICPU", "aicpu_tf"),
                                     ("host_cpu_kernel", "DNN_VM_HOST_CPU", "host_cpu")):
        write_entries(out / f"opstore/aicpu/{name}.json", make_aicpu(engine, row_engine))
    local = read_csv("ge_local_ops.csv")
    write(out / "opstore/ge-local.json", json.dumps(
        {engine: sorted({row["type"] for row in local if row["engine"] == engine})
         for engine in ("ge_local", "rts")}, indent=1) + "\n")


if __name__ == "__main__":
    main()
