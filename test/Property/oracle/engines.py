# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Which engine takes an op, and the promotion of inputs."""

# What two dtypes become together (CANN's table of types).
_ORDER = ("bool", "uint8", "int8", "int16", "int32", "int64")
_LOW = ("bfloat16", "float16")


def promote(one, other):
    """The common dtype, or None where the table has none."""
    if one == other:
        return one
    known = _ORDER + _LOW + ("float", "double", "complex32", "complex64", "complex128")
    if one not in known or other not in known:
        return None
    pair = {one, other}
    if pair & {"complex32", "complex64", "complex128"}:
        if "complex128" in pair or "double" in pair:
            return "complex128"
        if pair & {"complex64", "float", "bfloat16"}:
            return "complex64"
        return "complex32"
    for dtype in ("double", "float"):
        if dtype in pair:
            return dtype
    if pair == set(_LOW):
        return "float"
    for dtype in _LOW:
        if dtype in pair:
            return dtype
    if pair == {"uint8", "int8"}:
        return "int16"
    return max(pair, key=_ORDER.index)


def accepts(dtype, stored, kept, black, mode):
    """Whether the AI Core takes a tensor of `dtype` where the store has `stored`."""
    if dtype == stored or (dtype in _LOW and stored == "float"):
        return True
    if kept or mode == "must_keep":
        return False
    if (dtype, stored) in (("float", "float16"), ("bfloat16", "float16")):
        return not (black and mode in ("force_fp32", "mix_fp16")) and mode not in ("to_bf16", "mix_bf16")
    if (dtype, stored) == ("float", "bfloat16"):
        return not (black and mode in ("force_fp32", "mix_bf16")) and mode not in ("to_fp16", "mix_fp16")
    return False


def promotion(info, names, origins):
    """(must promote, complete, [(indices, target, differs)]) of an op's
    promoteType lists. `names` maps an input's slot name to its operand,
    `origins` are the operands' dtypes (None where absent). The walk stops at a
    list with an absent input: then it is not complete."""
    must, lists = False, []
    for group in info.promote:
        indices = [names.get(name) for name in group]
        if len(indices) < 2:
            continue
        if any(index is None or origins[index] is None for index in indices):
            return must, False, lists
        target = origins[indices[0]]
        for index in indices[1:]:
            target = target and promote(target, origins[index])
        differs = any(origins[index] != target for index in indices)
        must = must or differs
        lists.append((indices, target, differs))
    return must, True, lists


def promoted_columns(lists, slots, columns):
    """Columns of the promoted dtype first, then those that absorb it."""
    for indices, target, differs in lists:
        if not differs:
            continue
        for index in indices:
            kernel = slots[index].dtypes
            exact = [k for k in columns if kernel[k] == target]
            wider = [k for k in columns if kernel[k] != target and target
                     and promote(target, kernel[k]) == kernel[k]]
            columns = exact + wider or columns
    return columns
