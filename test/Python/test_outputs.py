# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Files that a session writes: whole or not there, never in place of what it reads, and whatever is wrong with one is
an exception."""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
from ascend_mlir import AscendError, ConfigurationError
from onnx_models import floats, model_of


class Outputs(unittest.TestCase):
    def setUp(self):
        self.proto = models.unary("Relu", [3])
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = self.folder / "old.json"
        self.file.write_text("old")

    def refuse(self, message, function, *arguments, kind=ConfigurationError, **options):
        """The error; all files stay as they are."""
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        with self.assertRaisesRegex(kind, message) as caught:
            function(*arguments, **options)
        self.assertIsInstance(caught.exception, AscendError)
        self.assertEqual({path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}, before)
        return caught.exception

    def compile(self, **options):
        return ascend_mlir.compile(self.proto, **options)

    def test_writes(self):
        for name, option in (("r.json", "report"), ("i.ini", "write_impl_ini"), ("old.json", "report")):
            self.compile(**{option: self.folder / name})
            self.assertGreater((self.folder / name).stat().st_size, 3)
        self.assertIn("ops", json.loads(self.file.read_text()))
        self.assertEqual(len(list(self.folder.iterdir())), 3)

    def test_cannot_be_written(self):
        for option in ("report", "write_impl_ini"):
            self.refuse("No space left on device", self.compile, **{option: "/dev/full"})
            self.refuse("No such file or directory", self.compile, **{option: self.folder / "none" / "r"})
            self.refuse("it is a folder", self.compile, **{option: self.folder})
            self.refuse("NUL", self.compile, **{option: str(self.file) + "\0"})

    def test_limit(self):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        # Python ignores the signal; here it would end the process.
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        model = self.compile()
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            errors = [
                self.refuse("too large", self.compile, report=self.file),
                self.refuse("too large", self.compile, write_impl_ini=self.file),
                self.refuse("too large", model.save, self.file, kind=AscendError),
                self.refuse("too large", model.run, np.zeros(3, np.float32), dump=self.folder, kind=AscendError),
            ]
            # Somewhere on the way to a file: in what is linked, in the linker, in the cache, in the file itself.
            saved = []
            for size in range(500, 16000, 500):
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
                cache = self.folder / f"cache{size}"
                with self.compile(op_compiler_cache_dir=cache) as cached:
                    try:
                        cached.save(self.folder / "new.asc")
                        saved.append(size)
                    except AscendError as error:
                        self.assertRegex(str(error), "too large")
                        self.assertFalse((self.folder / "new.asc").exists())
                self.assertFalse(list(cache.glob("tmp-*")))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, handler)
        self.assertEqual([error.exit_code for error in errors[:2]], [2, 2])
        self.assertTrue(saved and saved[0] > 500, saved)
        model.save(self.file)

    def test_standard_output(self):
        """Closed, full, or a pipe that nobody reads: the process goes on, and its `finally` runs."""
        program = (
            "import ascend_mlir, signal, sys\n"
            "signal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
            "try:\n"
            "    ascend_mlir.compile(sys.argv[1], report=sys.argv[2])\n"
            "except ascend_mlir.ConfigurationError as error:\n"
            "    sys.stderr.write(str(error))\n"
            "finally:\n"
            "    sys.stderr.write(' finally')\n"
        )
        model = models.save(self.proto, self.folder / "net.onnx")
        for path in ("-", "/dev/stdout"):
            for redirection, why in ((">&-", "Bad file descriptor"), (">/dev/full", "No space"), ("| true", "Broken pipe")):
                command = f"(sleep {0.5 if '|' in redirection else 0}; exec {sys.executable} -c \"$0\" $1 $2) {redirection}"
                done = subprocess.run(["bash", "-o", "pipefail", "-c", command, program, model, path], stderr=subprocess.PIPE, text=True)
                self.assertRegex(done.stderr, f"(?s)cannot be written: {why}.* finally$")
                self.assertEqual(done.returncode, 0)

    def test_links(self):
        for target in (self.file, self.folder / "nothing", pathlib.Path("/dev/full")):
            link = self.folder / "link.json"
            link.symlink_to(target)
            self.compile(report=link)
            self.assertFalse(link.is_symlink())
            self.assertEqual(self.file.read_text(), "old")
            link.unlink()
        for name in ("index.json", "000000.npy", "000001.npy"):
            (self.folder / name).symlink_to(self.file)
        with self.compile() as model:
            model.run(np.zeros(3, np.float32), dump=self.folder)
        self.assertEqual(self.file.read_text(), "old")
        self.assertFalse((self.folder / "000000.npy").is_symlink() or (self.folder / "index.json").is_symlink())

    def test_inputs(self):
        model, keep = self.folder / "m.onnx", self.folder / "keep.cfg"
        onnx.save(self.proto, model)
        keep.write_text("OpType::Relu\n")
        os.link(model, self.folder / "same")
        overwrite = "would overwrite the file of --"
        for path in (model, self.folder / "same"):
            self.refuse(overwrite + "model", ascend_mlir.compile, model, report=path)
        self.refuse(overwrite + "keep_dtype", self.compile, keep_dtype=keep, report=keep)
        self.refuse(overwrite, self.compile, write_impl_ini=self.folder / "new", report=self.folder / "new")
        with ascend_mlir.compile(model, report=self.file, keep_dtype=keep) as compiled:
            for path in (model, self.file, keep):
                self.refuse("the compiled file would overwrite", compiled.save, path)
            compiled.save(self.folder / "new.asc")

    def test_data_of_the_model(self):
        model, data = self.folder / "m.onnx", self.folder / "data.txt"
        node = onnx.helper.make_node("Add", ["x", "w"], ["y"])
        proto = model_of([node], {"x": floats(64, 64)}, {"y": floats(64, 64)}, {"w": np.ones([64, 64], np.float32)}, opset=17)
        onnx.save(proto, model, save_as_external_data=True, location=data.name, size_threshold=0)
        self.refuse("report would overwrite the model's data", ascend_mlir.compile, model, report=data)
        with ascend_mlir.compile(model, report=self.file) as compiled:
            self.refuse("the compiled file would overwrite the model's data", compiled.save, data)
            compiled.save(self.folder / "new.asc")


if __name__ == "__main__":
    unittest.main()
