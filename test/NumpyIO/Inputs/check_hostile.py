# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""check_hostile.py PROGRAM FOLDER: archives that lie.

Each is refused with one sentence, exit code 2 (4 for a limit) and little
memory.
"""

import io
import pathlib
import shutil
import struct
import sys
import warnings
import zipfile

import numpy as np
from tools import measure, refused, run


def npy(array, shape=None):
    """The bytes of an .npy file, which may promise another shape."""
    out = io.BytesIO()
    header = np.lib.format.header_data_from_array_1_0(array)
    if shape is not None:
        header["shape"] = shape
    np.lib.format.write_array_header_1_0(out, header)
    return out.getvalue() + array.tobytes()


def archive(*members, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in members:
            file.writestr(name, data)
    return out.getvalue()


def patch_sizes(data, size=None, compressed=None, flags=None, method=None, crc=None):
    """Changes what both headers of an archive of one member say of it."""
    data = bytearray(data)
    local, central = data.index(b"PK\3\4"), data.index(b"PK\1\2")
    for at, value, form in ((6, flags, "<H"), (8, method, "<H"), (14, crc, "<I"),
                            (18, compressed, "<I"), (22, size, "<I")):
        if value is not None:
            struct.pack_into(form, data, local + at, value)
            struct.pack_into(form, data, central + at + 2, value)
    return bytes(data)


def overlapping():
    """Many names for the bytes of one member."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("a.npy", npy(np.zeros(1000, np.uint8)))
        for k in range(9):
            info = zipfile.ZipInfo(f"{k}.npy")
            first = file.filelist[0]
            for field in ("CRC", "compress_size", "file_size", "header_offset",
                          "flag_bits", "create_version", "extract_version"):
                setattr(info, field, getattr(first, field))
            file.filelist.append(info)
    return out.getvalue()


warnings.simplefilter("ignore", UserWarning)  # zipfile's, of two equal names
good = npy(np.arange(6, dtype=np.float32))
zeros = npy(np.zeros(1 << 20, np.uint8))

# What is in the error, and the file.
CASES = [
    ("No such file", None),
    ("as an .npz archive", b""),
    ("as an .npz archive", b"not an archive at all"),
    ("as an .npz archive", archive(("x.npy", good))[:-30]),
    ("as an .npz archive", good),
    ("member 'readme.txt' cannot be read: it is not an .npy file",
     archive(("readme.txt", b"hello"))),
    ("as an .npz archive: File already exists",
     archive(("x.npy", good), ("x.npy", good))),
    ("array 'x' cannot be read: it is not in the .npy format",
     archive(("x.npy", b"PK" * 100))),
    ("array 'x' cannot be read: it is truncated", archive(("x.npy", b""))),
    ("array 'x' cannot be read: its shape needs 24 bytes, and the file has 23",
     archive(("x.npy", good[:-1]))),
    ("array 'x' cannot be read: its shape is too large",
     archive(("x.npy", npy(np.zeros(1, np.float32), (1 << 62, 1))))),
    ("array 'x' cannot be read: its shape needs 4294967296000 bytes",
     archive(("x.npy", npy(np.zeros(1, np.float32), (1 << 30, 1000))))),
    ("array 'x' cannot be read: it is compressed in another way",
     archive(("x.npy", good), method=zipfile.ZIP_LZMA)),
    ("array 'x' cannot be read: it is compressed in another way",
     archive(("x.npy", good), method=zipfile.ZIP_BZIP2)),
    # 3 GB are promised, which a kilobyte cannot hold.
    ("array 'x' cannot be read: it promises more bytes",
     patch_sizes(archive(("x.npy", zeros)), size=3 << 30)),
    # The shape agrees with the promise, the bytes with neither.
    ("array 'x' cannot be read: it is shorter than the archive says|"
     "array 'x' cannot be read: CRC error",
     patch_sizes(archive(("x.npy", npy(np.zeros(9, np.uint8), (99,)))),
                 size=len(npy(np.zeros(99, np.uint8))))),
    ("array 'x' cannot be read: it is longer than the archive says|"
     "array 'x' cannot be read: CRC error",
     patch_sizes(archive(("x.npy", npy(np.zeros(99, np.uint8), (9,)))),
                 size=len(npy(np.zeros(9, np.uint8))))),
    ("array 'x' cannot be read: CRC error",
     patch_sizes(archive(("x.npy", zeros)), crc=12345)),
    ("array 'x' cannot be read: it is encrypted",
     patch_sizes(archive(("x.npy", good)), flags=1)),
    ("array 'x' cannot be read: its sizes contradict each other",
     patch_sizes(archive(("x.npy", good), method=zipfile.ZIP_STORED), size=100)),
    ("as an .npz archive", overlapping()),
]


def main(program, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    path, out = folder / "in.npz", folder / "out.npz"
    for expected, data in CASES:
        if data is not None:
            path.write_bytes(data)
        result = measure(program, path, out, limits={"DATA": 200 << 20, "CPU": 60})
        assert result.code == 2, (expected, result)
        first = result.stderr.splitlines()[0]
        assert first.startswith("error: ") and str(path) in first, first
        assert any(e in first for e in expected.split("|")), (expected, first)
        assert not out.exists(), expected
        print(first)
    # Names are not paths, however they look.
    evil = ["../../evil", "/tmp/evil", "a\\..\\b", "C:evil", "a/b"]
    path.write_bytes(archive(*((name + ".npy", good) for name in evil)))
    assert [line.split(" ", 2)[2] for line in run(program, path, out).stdout.splitlines()] == evil
    # What is no file is not replaced by one.
    for special in ("/dev/null", folder):
        target = folder / "link.npz"
        target.unlink(missing_ok=True)
        target.symlink_to(special)
        refused("not a file", program, path, target)
    refused("cannot be written", program, path, folder / "no" / "x.npz")
    assert sorted(p.name for p in folder.iterdir()) == ["in.npz", "link.npz", "out.npz"]


main(*sys.argv[1:])
