#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes share/ascend/soc.json and the implementation-mode lists from share/ascend/facts.

Of a chip's platform file only what decides something is kept. The lists have
the grammar of CANN's impl_mode folder. Same facts, same bytes.
"""
import argparse
import csv
import json
from pathlib import Path

SHARE = Path(__file__).resolve().parent.parent / "share" / "ascend"
FACTS = SHARE / "facts"


def read_csv(name):
    with open(FACTS / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read_json(name):
    return json.loads((FACTS / name).read_text(encoding="utf-8"))


def has_fixpipe(facts):
    return facts.get("support_fixpipe") == "1"


def make_soc(name, facts, extra, abilities, assumed=False):
    short = facts["Short_SoC_version"]
    return {"name": name, "shortName": short, "kin": facts.get("kin", short), "stores": extra["stores"].get(short, []),
            "assumedStores": extra["assumed_stores"].get(short, []),
            "cubeCores": int(facts["ai_core_cnt"]), "vectorCores": int(facts["vector_core_cnt"]),
            "megahertz": int(facts["cube_freq"]), "vectorLanes": int(facts["vec_calc_size"]),
            "memoryGBps": extra["memory_gb_per_s"].get(short, 0),
            "cubeMKN": {dtype: [int(n) for n in text.split(",")]
                        for dtype, text in facts["DtypeMKN"].items()},
            "abilities": [*abilities, *extra["aipp"].get(short, [])],
            # A chip with fixpipe adds the bias inside the cube unit.
            "biasBehindRounding": {} if has_fixpipe(facts) else extra["bias_behind_rounding"],
            "overflow": extra["overflow"].get(short, "saturation"), "assumed": assumed}


def abilities_of(facts):
    core = facts["intrinsics"].get("AICorei", {})
    vconv, mmad = (set(core.get(key, "").split(",")) for key in ("vconv", "mmad"))
    tests = {"bf16": any(word.startswith("f322bf16") for word in vconv),
             "fp32_mmad": "f322f32" in mmad, "hf32": "h322f32" in mmad}
    return [key for key, has in tests.items() if has]


def make_socs():
    extra, platform = read_json("soc_extra.json"), read_json("platform_config.json")
    socs = [make_soc(name, facts, extra, abilities_of(facts)) for name, facts in platform.items()]
    # Chips without a public platform file: what is known of them, laid over a relative's.
    for name, facts in extra["assumed_socs"].items():
        like = platform[facts["like"]]
        abilities = [*abilities_of(like), *facts.get("abilities", [])]
        socs.append(make_soc(name, like | facts, extra, abilities, assumed=True))
    return socs


def impl_mode_lists():
    """File name -> [(op, mode words)]."""
    rows = read_csv("builtin_impl_lists.csv")
    lists = {name: [(row["op"], row[name]) for row in rows if row[name]]
             for name in rows[0] if name != "op"}
    supported = [(row["op"], row["modes"].replace("|", ","))
                 for row in read_csv("all_ops_impl_mode.csv")]
    lists["all_ops_impl_mode"] = supported
    word = {"t": "enable_hi_float_32_execution", "f": "enable_float_32_execution"}
    # CANN's files name the op types that have both modes, but not Conv3D.
    hf32 = [op for op, modes in supported
            if set(word.values()) <= set(modes.split(",")) and op != "Conv3D"]
    for matmul in "tf":
        for conv in "tf":
            lists[f"allow_hf32_matmul_{matmul}_conv_{conv}"] = [
                (op, word[conv if "Conv" in op else matmul]) for op in hf32]
    return lists


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output-dir", type=Path, default=SHARE)
    out = parser.parse_args().output_dir
    socs = [json.dumps(soc, separators=(",", ":")) for soc in make_socs()]
    (out / "impl_mode").mkdir(parents=True, exist_ok=True)
    (out / "soc.json").write_text("[\n" + ",\n".join(socs) + "\n]\n", encoding="utf-8")
    for name, entries in impl_mode_lists().items():
        (out / "impl_mode" / f"{name}.ini").write_text(
            "".join(f"{op}={mode}\n" for op, mode in entries), encoding="utf-8")


if __name__ == "__main__":
    main()
