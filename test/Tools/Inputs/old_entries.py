#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Old entries of a cache: those that are left when it makes room.

usage: old_entries.py FOLDER ENDING [KIB] (made: five of 400 KiB, or so many, in an empty folder, two hours old, and one in use)
       old_entries.py FOLDER (prints how many of either are left)
"""

import os
import pathlib
import shutil
import sys
import time

folder = pathlib.Path(sys.argv[1])
if len(sys.argv) > 2:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    for number in range(6):
        path = folder / f"{number:064x}.{sys.argv[2]}"
        path.write_bytes(bytes(int((sys.argv[3:] or [400])[0]) << 10))
        used = time.time() - (7200 if number < 5 else 60)
        os.utime(path, (used, used))
else:
    names = [path.name for path in folder.glob("0" * 63 + "*")]
    in_use = sum(name.startswith("0" * 63 + "5") for name in names)
    print(f"{len(names) - in_use} old, {in_use} in use")
