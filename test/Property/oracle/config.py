# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The readers of modify_mixlist, keep_dtype and customize_dtypes files."""

import json
import re

from .model import Refused

_LEGAL = [  # sets of (list, action) that one op type may stand in
    {("black", "remove")},
    {("white", "remove")},
    {("gray", "add")},
    {("gray", "add"), ("black", "remove")},
    {("gray", "add"), ("white", "remove")},
    {("white", "add")},
    {("white", "add"), ("gray", "remove")},
    {("white", "add"), ("black", "remove")},
    {("black", "add")},
    {("black", "add"), ("gray", "remove")},
    {("black", "add"), ("white", "remove")},
]

CUSTOM_WORDS = {
    "float": "float", "float32": "float", "float16": "float16",
    "bf16": "bfloat16", "bfloat16": "bfloat16", "hifloat8": "hifloat8",
    "double": "double", "bool": "bool", "string": "string",
    "int4": "int4", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
    "uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
    "complex32": "complex32", "complex64": "complex64", "complex128": "complex128",
}
CPP_BLANKS = " \t\n\v\f\r"


def read_mixlist(data):
    """Gives {op type: set of (list, action)}."""
    if data is None:
        raise Refused("E21001")
    if not data.strip(CPP_BLANKS.encode()):
        raise Refused("", "empty")
    try:
        text = data.decode().removeprefix("\ufeff")
        # Comments are this project's leniency.
        text = re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*', lambda m: m[1] or "", text)
        value, _ = json.JSONDecoder(parse_constant=_no_constant).raw_decode(text.lstrip(" \t\r\n"))
    except ValueError as error:
        raise Refused("E21002", str(error)) from error
    result = {}
    if not isinstance(value, dict):
        raise Refused("E21002")
    for key, actions in value.items():
        if key not in ("gray-list", "white-list", "black-list") or not isinstance(actions, dict):
            raise Refused("E21002")
        for action, types in actions.items():
            if action not in ("to-add", "to-remove") or not isinstance(types, list):
                raise Refused("E21002")
            for name in types:
                if not isinstance(name, str):
                    raise Refused("E21002")
                result.setdefault(name, set()).add((key.removesuffix("-list"), action[3:]))
    if any(found not in _LEGAL for found in result.values()):
        raise Refused("E20003")
    return result


def _no_constant(word):
    raise ValueError(word)


def policy_after(policy, moves):
    """The list of an op type after modify_mixlist."""
    result = "gray" if (policy, "remove") in moves else policy
    if ("black", "add") in moves:
        return "black"
    return "white" if ("white", "add") in moves else result


def read_keep(data, graph):
    """Gives the names of the nodes that are kept."""
    if data is None:
        raise Refused("E10001")
    kept, missed = set(), []
    for line in data.decode().split("\n"):
        line = line.strip(CPP_BLANKS)
        if not line or line.startswith("#"):
            continue
        if line.startswith("OpType::"):
            wanted = line.removeprefix("OpType::")
            found = [node.name for node in graph.nodes if node.type == wanted]
        else:
            found = [node.name for node in graph.nodes if line == node.name or line in node.originals]
        kept.update(found)
        if not found:
            missed.append(line)
    for line in missed[:10]:
        wanted = line.removeprefix("OpType::")
        if wanted != line and not re.fullmatch("[A-Z][a-zA-Z0-9]*", wanted):
            raise Refused("E10003")
    return kept


def read_customize(data):
    """Gives ({op name: entry}, {op type: entry}); an entry is (input dtypes,
    output dtypes) with None for "any"."""
    if data is None:
        raise Refused("E20101")
    names, types = {}, {}
    lines = data.decode().split("\n")
    if lines[-1] == "":
        lines.pop()
    for line in lines:
        if len(line.encode()) > 1023:
            break
        target = names
        if line.startswith("OpType::"):
            target, line = types, line.removeprefix("OpType::")
        line = line.strip(CPP_BLANKS)
        colon, first, second = line.find(":"), line.find("InputDtype"), line.find("OutputDtype")
        if colon <= 0 or (first < 0 and second < 0) or (0 <= second < first):
            raise Refused("E20101")
        inputs = line[first + len("InputDtype:"):second if second >= 0 else None] if first >= 0 else ""
        outputs = line[second + len("OutputDtype:"):] if second >= 0 else ""
        entry = (_custom(inputs), _custom(outputs))
        target.setdefault(line[:colon], entry)
    return names, types


def _custom(text):
    result = []
    for word in text.split(","):
        word = word.strip(CPP_BLANKS)
        if word and word.lower() not in CUSTOM_WORDS:
            raise Refused("E20003", word)
        result.append(CUSTOM_WORDS[word.lower()] if word else None)
    return result
