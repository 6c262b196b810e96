# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Op stores from ops-info JSON."""

from .model import OpInfo, Slot

_WORDS = {"float32": "float", "bf16": "bfloat16"}
_ENUM = {"DT_BF16": "bfloat16", "DT_HIFLOAT8": "hifloat8"}


def word(text):
    text = text.strip()
    return _WORDS.get(text, text)


def enum_word(text):
    text = text.strip()
    return _ENUM.get(text, text.removeprefix("DT_").lower())


def _slots(entry, kind, key, convert):
    result, index = [], 0
    while f"{kind}{index}" in entry:
        slot = entry[f"{kind}{index}"]
        dtypes = [convert(text) for text in slot.get(key, "").split(",") if text.strip()]
        result.append(Slot(slot["name"], dtypes, slot.get("paramType", "required")))
        index += 1
    return result


def read(entries):
    """Gives ({type: OpInfo}, {type: [(input slots, output slots)]}) of one JSON
    value: the AI Core's and the AI CPU's operators."""
    core, cpu = {}, {}
    for kind, entry in entries.items():
        if entry.get("opInfo", {}).get("engine") == "DNN_VM_AICPU":
            cpu.setdefault(kind, []).append((_slots(entry, "input", "type", enum_word),
                                             _slots(entry, "output", "type", enum_word)))
        elif "opInfo" not in entry:
            flag = entry.get("precision_reduce", {}).get("flag")
            promote = entry.get("promoteType", {}).get("value", "")
            core[kind] = OpInfo(
                _slots(entry, "input", "dtype", word), _slots(entry, "output", "dtype", word),
                {"true": "white", "false": "black"}.get(flag, "gray"),
                entry.get("opFile", {}).get("value") not in ("Null", "AICore_Null"),
                [[name.strip() for name in group.split(",")] for group in promote.split(";") if group.strip()])
    return core, cpu
