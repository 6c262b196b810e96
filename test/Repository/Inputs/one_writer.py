# ===- one_writer.py - Who writes files -----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""one_writer.py ROOT: whatever makes, opens for writing or renames a file is the one writer, or stands here with its
reason."""

import pathlib
import re
import sys

WRITES = re.compile(
    r"O_(?:CREAT|WRONLY|RDWR|TMPFILE)|\bf?d?open64?\(|\bfreopen\(|ofstream|std::fstream|zip_open\(|\brename(?:at2?)?\(|mkd?o?s?temp"
    r"|open(?:Native)?FileForWrite|openFileForReadWrite|openOutputFile|TempFile|FileOutputBuffer|ToolOutputFile"
)
KNOWN = {
    "include/Ascend/Runtime/WholeFile.h": "the one writer",
    "lib/Support/OutputFile.cpp": "what it does not write: devices, pipes, and files in a folder of the process's own",
    "lib/Compiler/Cache/CacheDirectory.cpp": "entries and size of the cache, in a folder that no other user may write to",
    "lib/Support/MLIRBytecode.cpp": "/dev/null in place of a child process's streams",
    "lib/Driver/Tool.cpp": "/dev/null in place of a closed stream",
}

root = pathlib.Path(sys.argv[1])
found = {}
for part in ("lib", "include", "tools", "python/src"):
    for path in sorted((root / part).rglob("*.[ch]*")):
        code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        if words := WRITES.findall(code):
            found[str(path.relative_to(root))] = words
faults = [f"{name}: {words}: write by Ascend/Support/OutputFile.h" for name, words in found.items() if name not in KNOWN]
faults += [f"{name}: writes nothing: take it out of {__file__}" for name in KNOWN if name not in found]
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults))
