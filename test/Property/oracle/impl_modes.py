# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The implementation mode of each op."""

from .model import Refused

WORDS = ("high_performance", "high_precision", "super_performance", "support_out_of_bound_index",
         "enable_float_32_execution", "enable_hi_float_32_execution", "keep_fp16", "norm_class")
_CONV = ("Conv2D", "Conv2DBackpropFilter", "Conv2DBackpropFilterD", "Conv2DBackpropInput",
         "Conv2DBackpropInputD", "Conv2DTranspose", "Conv2DTransposeD", "DepthwiseConv2D",
         "DepthwiseConv2DBackpropFilter", "DepthwiseConv2DBackpropFilterD",
         "DepthwiseConv2DBackpropInput", "DepthwiseConv2DBackpropInputD")
_MATMUL = ("MatMul", "MatMulV2", "BatchMatMul", "BatchMatMulV2", "FullyConnection", "GEMM")
_HF32_DIGITS = {"0": "00", "1": "11", "00": "00", "01": "01", "10": "10", "11": "11"}
_BLANKS = " \t\n\v\f\r"


def read_ini(text, names, types):
    """Adds the entries of an ini file; what stands there already stays."""
    target = types
    for line in text.split("\n"):
        if line.startswith("#"):
            continue
        key, equals, mode = line.partition("=")
        key, mode = key.strip(_BLANKS), mode.strip(_BLANKS)
        if not equals:
            target = {"[ByNodeName]": names, "[ByOpType]": types}.get(key, target)
        elif key and mode in WORDS:
            target.setdefault(key, mode)


def hf32_modes(digits):
    """The modes of the cube ops for an allow_hf32 of two digits: conv, matmul."""
    words = {"0": "enable_float_32_execution", "1": "enable_hi_float_32_execution"}
    return {op: words[digit] for ops, digit in ((_CONV, digits[0]), (_MATMUL, digits[1])) for op in ops}


def check_hf32(options):
    if options.get("allow_hf32", "0") not in _HF32_DIGITS:
        raise Refused("E20101")


def select(options, lists, has_hf32):
    """Gives ({node name: mode}, {op type: mode}).

    `options` may hold op_precision_mode (the file's text, None where the file
    is missing), op_select_implmode, optypelist_for_implmode and allow_hf32;
    `lists` holds the built-in ini files by name."""
    names, types = {}, {}
    wish = options.get("op_select_implmode")
    if "optypelist_for_implmode" in options and wish is None:
        raise Refused("E10001")
    wish = wish or "high_performance"
    if wish in ("enable_float_32_execution", "enable_hi_float_32_execution"):
        raise Refused("E20101")
    if wish not in ("high_precision", "high_performance", "high_precision_for_all", "high_performance_for_all"):
        raise Refused("E10001")
    if "op_precision_mode" in options and options["op_precision_mode"] is None:
        raise Refused("E10001")
    hf32 = options.get("allow_hf32")
    if hf32 in _HF32_DIGITS and has_hf32:
        types.update(hf32_modes(_HF32_DIGITS[hf32]))
    if "op_precision_mode" in options:
        read_ini(options["op_precision_mode"], names, types)
    elif "optypelist_for_implmode" in options and not wish.endswith("_for_all"):
        for op in options["optypelist_for_implmode"].split(","):
            types.setdefault(op.strip(_BLANKS), wish)
    elif wish in lists:
        read_ini(lists[wish], {}, types)
    if hf32 is None and has_hf32:
        for op, mode in hf32_modes("10").items():
            types.setdefault(op, mode)
    return names, types


# Of the members of a fused op the first of these wins.
_PRIORITY = ("enable_hi_float_32_execution", "enable_float_32_execution", "high_precision", "high_performance",
             "support_out_of_bound_index", "super_performance")


def by_name(node, names):
    """The mode that the op has by its own name, else by the names of the ops that were fused into it."""
    members = [names[name] for name in node.originals if name in names]
    ranked = [mode for mode in _PRIORITY if mode in members]
    return names.get(node.name) or next(iter(ranked + members), None)


def effective(requested, offered, has_hf32):
    """What an op computes with; `offered` are the modes of its table row."""
    if requested == "enable_hi_float_32_execution" and not has_hf32:
        return "default"
    if requested in offered and requested != "norm_class":
        return requested
    return offered[0] if len(offered) == 1 else "default"
