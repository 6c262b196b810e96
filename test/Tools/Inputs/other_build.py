# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Copies ascend-run with its libraries as another build: with one bit of
libAscendMLIR's build id changed, in the library and in the program, which has it
as a string where it is linked statically.

other_build.py FOLDER-OF-TOOLS FOLDER-OF-LIBRARIES FOLDER

FOLDER then has bin/ascend-run and lib."""

import pathlib
import shutil
import struct
import sys

tools, libraries, folder = map(pathlib.Path, sys.argv[1:])
(folder / "bin").mkdir(parents=True)
(folder / "lib").mkdir()
(library,) = {path.resolve() for path in libraries.glob("libAscendMLIR.so*")}
code = bytearray(library.read_bytes())

# A note: the lengths of its owner and of what it says, its type, then both.
NT_GNU_BUILD_ID = 3
header = struct.pack("<III", 4, 20, NT_GNU_BUILD_ID) + b"GNU\0"
assert code.count(header) == 1, code.count(header)
start = code.index(header) + len(header)
old = code[start:start + 20].hex()
code[start] ^= 1
new = code[start:start + 20].hex()

for path in libraries.glob("*.so*"):
    copy = folder / "lib" / path.name
    if path.resolve() == library:
        # By the name under which programs ask for it.
        copy.write_bytes(code)
    else:
        copy.symlink_to(path.resolve())

# A copy, so that it looks for its libraries beside itself.
shutil.copy(tools / "ascend-run", folder / "bin")
program = folder / "bin" / "ascend-run"
program.write_bytes(program.read_bytes().replace(old.encode(), new.encode()))
