# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs msaccucmp of mindstudio-probe with the arguments of this program, and stands in for CANN's
libascend_dump_parser.so, which the tool loads to read the header of a dump file. The reader here
shares nothing with the package: wire format and field numbers (of the public AclDumpMsg.proto)
are written once more."""

import ctypes
import importlib.util
import json
import pathlib
import runpy
import sys


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 128:
            return value, at


def fields(data):
    """(number, value) of a message: ints and bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        assert key & 7 in (0, 2), key
        value, at = varint(data, at)
        if key & 7 == 2:
            value, at = data[at : at + value], at + value
        yield key >> 3, value


def shape(data):
    dims = []
    for number, value in fields(data):
        assert number == 1
        at = 0
        while isinstance(value, bytes) and at < len(value):
            dim, at = varint(value, at)
            dims.append(dim)
    return {"dim": dims}


def tensor(data, names):
    result = {"data_type": 0, "format": 0, "shape": {"dim": []}, "size": 0, "original_shape": {"dim": []}, "sub_format": 0}
    for number, value in fields(data):
        name = names[number]
        result[name] = shape(value) if name.endswith("shape") else value
    result.pop("original_op", None)
    return result


OUTPUT = {1: "data_type", 2: "format", 3: "shape", 4: "original_op", 6: "size", 7: "original_shape", 8: "sub_format"}
INPUT = {1: "data_type", 2: "format", 3: "shape", 5: "size", 6: "original_shape", 7: "sub_format"}


class Parser:
    @staticmethod
    def ParseDumpProtoToJson(data, size, path):
        text = ctypes.string_at(data, size.value)
        header = text[8 : 8 + int.from_bytes(text[:8], "little")]
        result = {"version": "", "dump_time": 0, "op_name": "", "input": [], "output": []}
        for number, value in fields(header):
            if number == 3:
                result["output"].append(tensor(value, OUTPUT))
            elif number == 4:
                result["input"].append(tensor(value, INPUT))
            else:
                result[{1: "version", 2: "dump_time", 6: "op_name"}[number]] = value if number == 2 else value.decode()
        pathlib.Path(path.decode()).write_text(json.dumps(result))
        return 0


if __name__ == "__main__":
    tool = pathlib.Path(importlib.util.find_spec("msprobe").origin).parent / "msaccucmp"
    sys.path.insert(0, str(tool))
    from dump_parse.big_dump_data import BigDumpDataParser

    load = ctypes.CDLL
    ctypes.CDLL = lambda name, *rest, **named: Parser if name == __file__ else load(name, *rest, **named)
    BigDumpDataParser.find_shared_library = staticmethod(lambda name, folder: __file__)
    sys.argv[0] = str(tool / "msaccucmp.py")
    runpy.run_path(sys.argv[0], run_name="__main__")
