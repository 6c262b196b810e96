#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""make_opp.py SHARE TOOLKIT [KIND]: writes a CANN installation for Ascend910B1.

It is made of the project's own data (SHARE is share/ascend) with a few
differences, so that a test sees which of the two was read. TOOLKIT/opp is the
folder that opp_path names. KIND is `new` (the default; split stores, all AI CPU
libraries in one folder), `old` (the folders of early versions) or one that has
a fault in it: see FAULTS.
"""
import json
import sys
from pathlib import Path

SHARE, TOOLKIT = Path(sys.argv[1]), Path(sys.argv[2])
KIND = sys.argv[3] if len(sys.argv) > 3 else "new"
OPP = TOOLKIT / "opp"
OWN_KEYS = ("facts", "source")


def load(path):
    """A store's entries without the keys that are not CANN's."""
    entries = json.loads((SHARE / "opstore" / path).read_text(encoding="utf-8"))
    for entry in entries.values():
        for key in OWN_KEYS:
            entry.pop(key, None)
    return entries


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def write_json(path, entries):
    write(path, json.dumps(entries, indent=1) + "\n")


def slot(name, dtypes):
    return {"name": name, "paramType": "required", "dtype": dtypes, "shape": "all",
            "format": ",".join("ND" for _ in dtypes.split(","))}


def unary(dtypes, **keys):
    return {"input0": slot("x", dtypes), "output0": slot("y", dtypes)} | keys


def aicore():
    """The stores by the end of their names."""
    entries = load("ascend910b/aic-ascend910b-ops-info.json")
    # Sinh has no fp16 kernel here, and a column of a CANN that is not out yet.
    entries["Sinh"] = unary("float,float4_from_tomorrow")
    # The built-in store has it as gray.
    entries["Cosh"]["precision_reduce"] = {"flag": "false"}
    # The part wins over -legacy; a part's other types are its own.
    legacy = {"Tan": unary("int8"), "OnlyLegacy": unary("float16,float")}
    return {"": entries} if KIND == "old" else {
        "-legacy": {**entries, **legacy}, "-math": {"Tan": unary("float16,float")}}


def platform():
    facts = json.loads((SHARE / "facts/platform_config.json").read_text())["Ascend910B1"]
    core = facts["intrinsics"]["AICorei"]
    lines = ["[version]", "SoC_version=Ascend910B1",
             f"Short_SoC_version={facts['Short_SoC_version']}", "[SoCInfo]",
             "ai_core_cnt=20", f"vector_core_cnt={facts['vector_core_cnt']}", "[DtypeMKN]"]
    lines += [f"{dtype}={shape}" for dtype, shape in facts["DtypeMKN"].items()]
    lines += ["[AICoreintrinsicDtypeMap]"]
    if KIND == "old":  # Without bf16 and HF32: nothing but fp16.
        lines += ["Intrinsic_vconv=f322f16,f162f32", "Intrinsic_mmad=f162f16,f162f32"]
    else:
        lines += [f"map[{i}]=Intrinsic_{name}|{forms}"
                  for i, (name, forms) in enumerate(core.items(), 1)]
    return "\n".join(lines) + "\n"


def main():
    old = KIND == "old"
    impl = OPP / ("op_impl/built-in" if old else "built-in/op_impl")
    config = impl / "ai_core/tbe/config/ascend910b"
    for part, entries in aicore().items():
        write_json(config / f"aic-ascend910b-ops-info{part}.json", entries)

    libraries = {name: load(f"aicpu/{name}.json") for name in ("aicpu_kernel", "tf_kernel")}
    # No AI CPU kernel is left for Asinh, and one takes a word that GE skips.
    libraries["aicpu_kernel"].pop("Asinh")
    libraries["tf_kernel"].pop("Asinh")
    libraries["aicpu_kernel"]["Acosh"]["input0"]["type"] += ",DI_UINT16"
    for name, entries in libraries.items():
        folder = impl / "aicpu" / (f"{name}/config" if old else "config")
        write_json(folder / f"{name}.json", entries)

    lists = impl / "ai_core/tbe/impl_mode"
    for path in (SHARE / "impl_mode").glob("*.ini"):
        if old and path.name.startswith("allow_hf32"):
            continue
        text = path.read_text(encoding="utf-8")
        if path.name == "high_performance.ini":
            text = "Exp=high_precision\n" + text
        if path.name == "all_ops_impl_mode.ini":
            text = "Cosh=high_precision\n" + text
        write(lists / path.name, text)
    toolkit = TOOLKIT / ("fwkacllib" if old else "compiler")
    write((TOOLKIT / "compiler/data" if old else TOOLKIT / "data") /
          "platform_config/Ascend910B1.ini", platform())
    write(toolkit / "lib64/plugin/opskernel/fe_config/fe.ini",
          "# comment\nop.store.tbe-builtin=2|6|x|y|true|true\nfp16.op_type = MatMul, MatMulV2\n")

    if not old:
        # beta comes first in load_priority, so its Relu counts.
        write(OPP / "vendors/config.ini", "load_priority=beta, alpha\n")
        for vendor, dtypes in (("alpha", "int8"), ("beta", "float")):
            folder = OPP / f"vendors/{vendor}/op_impl"
            write_json(folder / "ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json",
                       {"Relu": unary(dtypes), f"Only{vendor.title()}": unary("float16")})
            write_json(folder / "cpu/config/cust_aicpu_kernel.json", {f"Cpu{vendor.title()}": {
                "opInfo": {"engine": "DNN_VM_AICPU", "opKernelLib": "CUSTAICPUKernel"},
                "input0": {"name": "x", "type": "DT_FLOAT"},
                "output0": {"name": "y", "type": "DT_FLOAT"}}})
    FAULTS.get(KIND, lambda *_: None)(config / "aic-ascend910b-ops-info-math.json", impl)


def remove_optional(_, impl):
    (impl / "aicpu/config/tf_kernel.json").unlink()
    (impl / "ai_core/tbe/impl_mode/high_precision.ini").unlink()
    (TOOLKIT / "compiler/lib64/plugin/opskernel/fe_config/fe.ini").unlink()
    (TOOLKIT / "data/platform_config/Ascend910B1.ini").unlink()


FAULTS = {
    "missing-parts": remove_optional,
    "syntax": lambda store, _: write(store, '{\n "Tan": {\n  "input0": [,]\n }\n}\n'),
    "encoding": lambda store, _: write(store, '{\n "算子": {}\n}\n'.encode("gbk")),
    "utf16": lambda store, _: write(store, '{"Tan": {}}\n'.encode("utf-16")),
    "columns": lambda store, _: write_json(store, {"Tan": {
        "input0": slot("x", "float"), "output0": slot("y", "float,float16")}}),
    "two-engines": lambda store, _: write_json(store, {"Tan": {
        "opInfo": {"engine": "DNN_VM_AICPU"}}}),
    "platform": lambda *_: write(TOOLKIT / "data/platform_config/Ascend910B1.ini",
                                 "[version]\nShort_SoC_version=Ascend910B\n"
                                 "[SoCInfo]\nai_core_cnt=many\n"),
}

if __name__ == "__main__":
    main()
