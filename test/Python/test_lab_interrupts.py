# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Ctrl-C ends the laboratory with a word and 130, whenever it comes, and says where a search can go on."""

import os
import shutil
import signal
import subprocess
import sys
import unittest
import unittest.mock

import models
import onnx
from lab_case import LabCase
from onnx import TensorProto, helper


class Interrupts(LabCase):
    def setUp(self):
        super().setUp()
        # Python leaves the signal alone where it was ignored, as behind a shell's &.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.model = str(self.folder / "net.onnx")
        nodes = [helper.make_node("Mul", ["x", "x"], ["s"], name="square"), helper.make_node("Sqrt", ["s"], ["y"], name="root")]
        onnx.save(models.model_of(nodes, [("x", TensorProto.FLOAT, [1, 3])], [("y", TensorProto.FLOAT, [1, 3])]), self.model)

    def test_while_modules_are_loaded(self):
        """What a module makes of it does not count."""
        (self.folder / "numpy.py").write_text(
            "import os, signal, time\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\n    time.sleep(60)\n"
            "except BaseException:\n    raise ImportError('numpy is broken')\n"
        )
        script = shutil.which("ascend-lab")
        done = subprocess.run([sys.executable, script, "explain", self.model], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PYTHONPATH": str(self.folder)})  # fmt: skip
        self.assertEqual((done.returncode, done.stdout, done.stderr), (130, "", "interrupted\n"))

    def test_later(self):
        with unittest.mock.patch("ascend_mlir.lab.commands.explain.decide", side_effect=KeyboardInterrupt):
            self.assertEqual(self.said("explain", self.model, code=130), ("", "interrupted\n"))

    def search(self, code, *more):
        """With a check that sends the signal, once."""
        check = self.folder / "check.py"
        check.write_text(
            "import os, pathlib, signal, sys\nhere = pathlib.Path(sys.argv[0]).parent / 'sent'\n"
            "if not here.exists():\n    here.touch()\n    os.kill(os.getppid(), signal.SIGINT)\n"
        )
        arguments = ["search", self.model, "--precision_mode=force_fp16", f"--check={sys.executable} {check} {{outputs}}", *more]
        return self.said(*arguments, code=code)

    def test_search_goes_on(self):
        to = f"--to={self.folder / 'healed'}"
        _, err = self.search(130, to)
        self.assertEqual(err.splitlines()[-2:], ["interrupted", "note: the same command with --resume goes on"])
        self.search(0, to, "--resume")

    def test_search_without_a_folder_does_not(self):
        _, err = self.search(130)
        self.assertEqual(err.splitlines()[-1], "interrupted")
        self.assertNotIn("resume", err)


if __name__ == "__main__":
    unittest.main()
