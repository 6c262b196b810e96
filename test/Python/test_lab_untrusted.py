# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Files of the laboratory that would never end, or be a thousand times as large in memory, and
streams that are closed."""

import os
import signal
import subprocess
import sys
import unittest
import unittest.mock
import zipfile

import models
import numpy as np
import onnx
from ascend_mlir import ConfigurationError
from ascend_mlir.lab.extract_config import text_of_file
from ascend_mlir.lab.npu_dump import _read_json
from ascend_mlir.lab.report_extras import _read
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT = TensorProto.FLOAT


class Untrusted(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        relu = helper.make_node("Relu", ["x"], ["y"], name="r")
        onnx.save(models.model_of([relu], [("x", FLOAT, [1, 3, 4, 4])], [("y", FLOAT, [1, 3, 4, 4])]), self.model)
        # A hang is a failure, too.
        signal.alarm(120)
        self.addCleanup(signal.alarm, 0)

    def zeros(self, name, shape, header=None):
        """An archive of some KB that says of its array that it has another size than the model's."""
        path = self.folder / f"{name}.npz"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(f"{name}.npy", "w", force_zip64=True) as member:
            if header is None:
                np.lib.format.write_array_header_1_0(member, {"descr": "<f4", "fortran_order": False, "shape": shape})
            else:
                member.write(header)
            for _ in range(16):
                member.write(bytes(1 << 20))
        return path

    def test_an_array_is_compared_before_it_is_expanded(self):
        long = b"\x93NUMPY\x02\x00" + (1 << 24).to_bytes(4, "little")
        for name, shape, header, said in (
            ("x", (1 << 22,), None, "'x' has the shape [4194304], and the model takes x: float32[1, 3, 4, 4]"),
            ("x", (1 << 22, 3, 4, 5), None, "has the shape [4194304, 3, 4, 5]"),
            ("x", (1, 3, 4, 4), None, "its shape needs 192 bytes, and the file has 16,777,216"),
            ("x", (2**70, 3, 4, 4), None, "and the file has 16,777,216"),
            ("x", (), long, "its header has 16,777,216 bytes"),
            ("z", (1 << 22,), None, "no input 'z'"),
        ):
            with self.subTest(said), unittest.mock.patch("numpy.lib.format.read_array", side_effect=AssertionError("it was read")):
                self.assertIn(said, self.lab("compare", self.model, f"--data={self.zeros(name, shape, header)}", code=1))
        for name, said in (("y", "'y' is [4194304], and the model has y: float32[1, 3, 4, 4]"), ("z", "no output 'z'")):
            with unittest.mock.patch("numpy.lib.format.read_array", side_effect=AssertionError("it was read")):
                path = self.zeros(name, (1 << 22,))
                self.assertIn(said, self.lab("compare", self.model, f"--reference_outputs={path}", code=2))

    def test_labels_beside_the_runs(self):
        """What the model does not take is left where it is."""
        path = self.folder / "runs.npz"
        np.savez(path, x=np.zeros((2, 3, 4, 4), np.float32), labels=np.zeros(2))
        self.assertIn("2 inputs", self.lab("compare", self.model, f"--data={path}"))

    def test_only_files_are_read(self):
        folder = self.folder / "images"
        folder.mkdir()
        for path in ("x.npz", "x.json", "x.py", "images/x.png", "images/y.npz"):
            os.mkfifo(self.folder / path)
        os.symlink("/dev/zero", self.folder / "zero.npz")
        for option, code in (
            (f"--data={self.folder}/x.npz", 2),
            (f"--data={self.folder}/x.py", 2),
            (f"--data={self.folder}/zero.npz", 2),
            (f"--data={folder}", 1),
            (f"--reference_outputs={self.folder}/x.npz", 2),
            (f"--reference_outputs={self.folder}/zero.npz", 2),
        ):
            with self.subTest(option):
                what = option if code == 2 else "x.png"
                self.assertIn(f"{what}: it is not a regular file", self.lab("compare", self.model, option, code=code))
        os.remove(folder / "x.png")
        self.assertIn("y.npz: it is not a regular file", self.lab("compare", self.model, f"--data={folder}", code=1))
        for read in (_read_json, lambda path: _read("--sweep", path), lambda path: text_of_file("keep_dtype", path)):
            with self.assertRaisesRegex(ConfigurationError, "it is not a regular file"):
                read(f"{self.folder}/x.json")

    def test_what_a_report_reads_is_bounded(self):
        path = self.folder / "sweep.json"
        with unittest.mock.patch("ascend_mlir.lab.report_extras._MOST", 8):
            path.write_text("12345678")
            self.assertEqual(_read("--sweep", str(path)), "12345678")
            path.write_text("123456789")
            with self.assertRaisesRegex(ConfigurationError, "--sweep: .*sweep.json is larger than"):
                _read("--sweep", str(path))

    def test_closed_streams(self):
        # What is held back is lost where Python ends and nobody writes it.
        main = f"env -u PYTHONUNBUFFERED {sys.executable} -m ascend_mlir.lab"
        report = self.folder / "r.json"
        for line, code, said in (
            (f"{main} explain {self.model} >&-", 2, "error: cannot write: Bad file descriptor (standard output or a temporary file)\n"),
            (f"{main} explain {self.model} --report={report} >&- 2>&-", 0, ""),
            (f"{main} explain {self.model} --soc_version=no >&- 2>&-", 2, ""),
            (f"{main} explain {self.model} >/dev/full", 2, "error: cannot write: No space left on device"),
            (f"{main} --help >&-", 2, "error: cannot write: Bad file descriptor"),
            (f"{main} explain --help >/dev/full", 2, "error: cannot write: No space left on device"),
            (f"{main} --version >/dev/full", 2, "error: cannot write: No space left on device"),
        ):
            with self.subTest(line):
                done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
                self.assertTrue(done.stderr.startswith(said) and bool(said) == bool(done.stderr), done.stderr)
        # Nothing of what is said there stands in the report.
        self.assertTrue(report.read_text().startswith("{"))
        line = f"{main} explain {self.model} --keep_dtype={self.folder}/keep.cfg 2>&-"
        (self.folder / "keep.cfg").write_text("nobody\n")
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
        self.assertNotIn("warning", done.stdout)


if __name__ == "__main__":
    unittest.main()
