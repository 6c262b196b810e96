# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Copies libAscendMLIR.so to a folder, with one bit of its build id changed.

other_build.py FOLDER-OF-LIBRARIES FOLDER"""

import pathlib
import struct
import sys

libraries, folder = map(pathlib.Path, sys.argv[1:])
(name,) = {path.resolve().name for path in libraries.glob("libAscendMLIR.so*")}
code = bytearray((libraries / name).read_bytes())

# A note: the lengths of its owner and of what it says, its type, then both.
NT_GNU_BUILD_ID = 3
header = struct.pack("<III", 4, 20, NT_GNU_BUILD_ID) + b"GNU\0"
assert code.count(header) == 1, code.count(header)
code[code.index(header) + len(header)] ^= 1

folder.mkdir()
# By the name under which programs ask for it.
for path in libraries.glob("libAscendMLIR.so.*"):
    (folder / path.name).write_bytes(code)
