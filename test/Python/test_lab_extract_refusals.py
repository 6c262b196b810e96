# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab extract: what it refuses, in a sentence and without a file, and how a program calls it."""

import errno
import re
import sys
import unittest
import unittest.mock

import dumps
from ascend_mlir import AscendError, lab
from extract_case import ExtractCase, random


class Refusals(ExtractCase):
    def refused(self, *arguments):
        """In one sentence, and nothing is written."""
        before = sorted(self.folder.rglob("*"))
        error = self.lab("extract", *arguments, "-o", self.folder / "no", code=2)
        # A slow machine hears what is done.
        error = re.sub(r"^extract: .*\n", "", error, flags=re.MULTILINE)
        self.assertTrue(error.startswith("error: "), error)
        self.assertEqual(len(error.strip().splitlines()), 2, error)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        return error

    def test_names(self):
        arguments = self.network()
        for typed in "net/konv", "konv":
            self.assertIn("did you mean 'net/conv'?", self.refused(*arguments, f"--op={typed}"))
        self.assertIn("no way of the data leads from --op=net/tanh to --to=net/fc", self.refused(*arguments, "--op=net/tanh", "--to=net/fc"))
        self.assertIn("exchange the two", self.refused(*arguments, "--op=net/fc", "--to=net/conv"))
        self.assertIn("--to=nowhere: no op of this name", self.refused(*arguments, "--op=net/fc", "--to=nowhere"))
        self.assertIn("only moves elements", self.refused(*arguments, "--op=net/flat"))

    def test_no_error(self):
        arguments = [*self.network()[:-1], "--precision_mode=must_keep_origin_dtype"]
        self.assertIn("has no error on these inputs", self.refused(*arguments, "--op=net/tanh"))

    def test_models(self):
        arguments = self.network()[1:]
        (self.folder / "net.mlir").write_text("module {}\n")
        self.assertIn("cut out of ONNX models, and this is a .mlir file", self.refused(self.folder / "net.mlir", *arguments, "--op=x"))
        (self.folder / "bad.npz").write_bytes(b"PK")
        error = self.lab("extract", self.folder / "net.onnx", f"--data={self.folder}/bad.npz", "--op=net/fc", "-o", self.folder / "no", code=1)
        self.assertIn("cannot read", error)
        self.assertIn("there is no such file", self.refused(self.folder / "net.onnx", "--data=none.npz", "--op=net/fc"))
        with unittest.mock.patch.dict(sys.modules, {"onnx": None}):
            self.assertIn("pip install ascend-mlir[onnx]", self.refused(self.folder / "net.onnx", *arguments, "--op=net/fc"))
        self.assertIn("--reference", self.refused(self.folder / "net.onnx", *arguments, "--op=net/fc", "--reference"))

    def test_folders(self):
        arguments = [*self.network(), "--op=net/fc"]
        full = self.folder / "full"
        full.mkdir()
        self.lab("extract", *arguments, "-o", full)
        self.assertIn("is there, and is no empty folder", self.lab("extract", *arguments, "-o", full, code=2))
        self.assertIn("no empty folder", self.lab("extract", *arguments, "-o", self.folder / "net.onnx", code=2))
        self.assertIn("there is no folder", self.lab("extract", *arguments, "-o", self.folder / "a" / "b", code=2))

    def test_whole_or_absent(self):
        """A disk that is full while the last file is written."""
        arguments = [*self.network(), "--op=net/fc"]
        with unittest.mock.patch("ascend_mlir.lab.extract_folder.json.dumps", side_effect=OSError(errno.ENOSPC, "No space left on device")):
            error = self.refused(*arguments)
        self.assertIn("cannot write", error)


class Function(ExtractCase):
    def test_typed(self):
        """A program gets the record as an object; what stands in no file is written, too."""
        steps = []
        data = [{"x": random(1, 3, 8, 8), "t": random(4, 6)}]
        result = lab.extract(dumps.network(), ["net/flat", "net/fc"], self.folder / "out", data, tell=steps.append, keep_dtype=["net/flat", "net/conv"])
        self.assertEqual((result.nodes, result.is_same, result.cut), (("net/flat", "net/fc"), True, None))
        self.assertEqual((result.inputs[0].shape, result.model), ((1, 2, 6, 6), "model.onnx"))
        self.assertGreater(result.ops[0].whole["max"], 0)
        self.assertEqual((self.folder / "out" / "keep_dtype.cfg").read_text(), "net/flat\n")
        self.assertIn("running what was cut out", steps)
        with self.assertRaises(AscendError):
            lab.extract(dumps.network(), ["none"], self.folder / "no", data)


if __name__ == "__main__":
    unittest.main()
