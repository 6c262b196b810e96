#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random graphs, written by protobuf for Python, beside what --mode=5 makes of them.

usage: dump_to_json.py DESCRIPTORS, where protoc has described ge_ir.proto
"""

import json
import pathlib
import random
import sys

import numpy as np
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
from google.protobuf.descriptor import FieldDescriptor as Field
from tools import run

# What ATC leaves out.
LEFT_OUT = {"output", "data_offset", "data", "workspace", "workspace_bytes", "memory_size", "weight_size", "size", "bt", "quantize_factor"}
COUNT = 40

files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(sys.argv[1]).read_bytes())
pool = descriptor_pool.DescriptorPool()
for file in files.file:
    pool.Add(file)
Model = message_factory.GetMessageClass(pool.FindMessageTypeByName("ascend.ge.ModelDef"))


def any_value(field, rng):
    kind = field.cpp_type
    if kind == Field.CPPTYPE_STRING:
        text = rng.choice(["", "relu_1", 'a"b\\c', "卷积", "tab\there", "1:2"])
        if field.type == Field.TYPE_BYTES:
            return text.encode() + rng.choice([b"", b"", b"\x00\xff\x80\n"])
        return text
    if kind == Field.CPPTYPE_FLOAT:
        return float(np.float32(rng.choice([0.5, -1.25, 0.1, 1e10, 3.4e38, 1e-40, 0.0, 123456.789, -1.23456e-30])))
    if kind == Field.CPPTYPE_BOOL:
        return rng.random() < 0.5
    if kind == Field.CPPTYPE_ENUM:
        return rng.choice(field.enum_type.values).number
    low, high = {Field.CPPTYPE_INT32: (-(2**31), 2**31 - 1), Field.CPPTYPE_UINT32: (0, 2**32 - 1),
                 Field.CPPTYPE_INT64: (-(2**63), 2**63 - 1), Field.CPPTYPE_UINT64: (0, 2**64 - 1)}[kind]  # fmt: skip
    return rng.choice([0, 1, 7, low, high, rng.randrange(low, high)])


def fill(message, rng, depth):
    for field in message.DESCRIPTOR.fields:
        if rng.random() < 0.4 and field.name != "graph":
            continue
        is_map = field.message_type and field.message_type.GetOptions().map_entry
        if is_map:
            entry = field.message_type.fields_by_name["value"]
            for key in rng.sample(["axis", "pads", "_origin", "β", "data"], rng.randrange(3)):
                if entry.message_type:
                    value = getattr(message, field.name)[key]
                    if depth:
                        fill(value, rng, depth - 1)
                else:
                    getattr(message, field.name)[key] = any_value(entry, rng)
        elif field.message_type:
            if depth == 0:
                continue
            if field.is_repeated:
                for _ in range(rng.randrange(3)):
                    fill(getattr(message, field.name).add(), rng, depth - 1)
            else:
                fill(getattr(message, field.name), rng, depth - 1)
        elif field.is_repeated:
            getattr(message, field.name).extend(any_value(field, rng) for _ in range(rng.randrange(4)))
        else:
            setattr(message, field.name, any_value(field, rng))


def escaped(data):
    """protobuf's CEscape."""
    named = {10: "\\n", 13: "\\r", 9: "\\t", 34: '\\"', 39: "\\'", 92: "\\\\"}
    return "".join(named.get(byte, chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data)


def wanted_value(field, value, is_single):
    if field.message_type:
        return wanted(value)
    if field.cpp_type == Field.CPPTYPE_ENUM:
        return field.enum_type.values_by_number[value].name
    if field.type == Field.TYPE_BYTES:
        return escaped(value) if is_single else value.decode("utf-8", "ignore")
    if field.cpp_type == Field.CPPTYPE_FLOAT and is_single:
        text = "%g" % value
        return text if len(text) < 10 else value
    return value


def wanted(message):
    result = {}
    for field, value in message.ListFields():
        if field.name in LEFT_OUT:
            continue
        if field.message_type and field.message_type.GetOptions().map_entry:
            of_value = field.message_type.fields_by_name["value"]
            result[field.name] = [{"key": key, "value": wanted_value(of_value, value[key], True)} for key in value]
        elif field.is_repeated:
            result[field.name] = [wanted_value(field, each, False) for each in value]
        else:
            made = wanted_value(field, value, True)
            if made is not None:
                result[field.name] = made
    return result or None


def in_order(value):
    """Maps have no order, and an entry without a value has none."""
    if isinstance(value, dict):
        return {key: in_order(each) for key, each in value.items()}
    if isinstance(value, list):
        items = [in_order(each) for each in value]
        if items and all(isinstance(each, dict) and each.keys() <= {"key", "value"} for each in items):
            items = sorted(({"key": each.get("key", ""), "value": each.get("value")} for each in items), key=lambda each: each["key"])
        return items
    return value


sizes = []
for seed in range(COUNT):
    rng = random.Random(seed)
    model = Model()
    fill(model, rng, 9)
    if not model.graph:
        model.graph.add().name = "g"
    path = pathlib.Path(f"ge_proto_{seed:08}.txt")
    path.write_text(text_format.MessageToString(model, as_utf8=True), encoding="utf-8")
    done = run("ascend-atc", "--mode=5", f"--om={path}", "--json=-")
    assert not done.stderr, (seed, done.stderr)
    text = done.stdout
    made = json.loads(text)
    assert in_order(made) == in_order(wanted(model)), seed
    # Keys in the order of their letters, two blanks a level.
    assert json.dumps(made, indent=2, ensure_ascii=False, sort_keys=True).count("\n") == text.strip("\n").count("\n"), seed
    assert list(made) == sorted(made), seed
    sizes.append(len(text))
assert sum(sizes) > 20000, sizes
print("dumps equal:", len(sizes))
