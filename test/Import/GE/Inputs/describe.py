# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""describe.py LIBDIR: what the library says of a graph that CANN wrote: words of its dtypes, edges, and the nodes that each op
stands for."""

import ctypes
import json
import os
import pathlib
import sys
import tempfile

from tally import Tally


class Text(ctypes.Structure):
    """AscendStringRef."""

    _fields_ = (("data", ctypes.POINTER(ctypes.c_char)), ("length", ctypes.c_size_t))


VISITOR = ctypes.CFUNCTYPE(None, Text, ctypes.c_void_p)


def describe(path):
    """ascendDescribeGEGraph."""
    function = ctypes.CDLL(os.path.join(sys.argv[1], "libAscendMLIR.so")).ascendDescribeGEGraph
    function.argtypes, function.restype = (Text, VISITOR, ctypes.c_void_p), ctypes.c_void_p
    said, name = [], str(path).encode()
    given = Text(ctypes.cast(ctypes.c_char_p(name), ctypes.POINTER(ctypes.c_char)), len(name))
    error = function(given, VISITOR(lambda text, user: said.append(text.data[: text.length])), None)
    assert error is None, "an error"
    return json.loads(said[0])

TEXT = """
name: "m"
attr { key: "soc" value { s: "Ascend910B1" } }
attr { key: "number" value { i: 3 } }
graph { name: "main"
  op { name: "own" type: "A" input: "x:0" input: "" input: "y:-1"
    input_desc { dtype: DT_FLOAT16 } input_desc { layout: "FORMAT_RESERVED" } output_desc { dtype: DT_BF16 } output_desc { dtype: DT_STRING } }
  op { name: "made" type: "B" attr { key: "_datadump_original_op_names" value { list { val_type: VT_LIST_STRING } } } }
  op { name: "fused" type: "C" attr { key: "_datadump_original_op_names" value { list { s: "n" s: "" s: "m" } } } }
  op { name: "output" type: "D" output_desc { dtype: DT_FLOAT attr { key: "_datadump_origin_name" value { s: "k" } } }
    output_desc { dtype: DT_FLOAT attr { key: "_datadump_origin_name" value { s: "" } } } }
  op { name: "both" type: "E" attr { key: "_datadump_original_op_names" value { list { s: "n" } } }
    output_desc { dtype: DT_FLOAT attr { key: "_datadump_origin_name" value { s: "k" } } } }
}
graph { name: "sub" op { name: "inner" type: "F" } }
"""


def op(graph, name, kind, inputs=(), outputs=(), edges=(), is_made=False, stands_for=None):
    words = {"graph": graph, "name": name, "type": kind, "inputs": [*inputs], "outputs": [*outputs], "edges": [*edges]}
    return words | {"is_made": is_made, "stands_for": stands_for}


WANTED = [
    op("main", "own", "A", ["float16", None], ["bfloat16", "string"], ["x:0", "", "y:-1"]),
    op("main", "made", "B", is_made=True, stands_for=[]),
    op("main", "fused", "C", stands_for=["n", "m"]),
    op("main", "output", "D", outputs=["float", "float"], stands_for=["k"]),
    op("main", "both", "E", outputs=["float"], stands_for=["n", "k"]),
    op("sub", "inner", "F"),
]
tally = Tally("ops")
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder, "graph.txt")
    path.write_text(TEXT)
    made = describe(path)
with tally.case("attributes"):
    assert made["attributes"] == {"soc": "Ascend910B1"}, made["attributes"]
    assert len(made["ops"]) == len(WANTED), made["ops"]
for have, wanted in zip(made["ops"], WANTED, strict=False):
    with tally.case(wanted["name"]):
        assert have == wanted, (have, wanted)
tally.end()
