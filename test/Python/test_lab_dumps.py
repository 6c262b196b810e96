# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab dump: files of a device's form with what numpy computes, whole or not at all."""

import contextlib
import errno
import io
import json
import os
import pathlib
import tempfile
import unittest
import unittest.mock

import models
import numpy as np
import onnx
from ascend_mlir.lab.__main__ import main
from ascend_mlir.lab.dump_file import read_array, read_outputs
from ascend_mlir.lab.dump_names import DumpName, Namer, golden_name, parse_golden, parse_name
from onnx import TensorProto, helper

FLOAT = TensorProto.FLOAT


def node(type, inputs, outputs, name, **attributes):
    return helper.make_node(type, inputs.split(), outputs.split(), name=name, **attributes)


def squares(**names):
    """y = x * x + x, in two nodes."""
    nodes = [node("Mul", "x x", "s", names.get("mul", "mul")), node("Add", "s x", "y", names.get("add", "add"))]
    return models.model_of(nodes, [("x", FLOAT, [2, 3])], [("y", FLOAT, [2, 3])])


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.environ["COLUMNS"] = "160"

    def save(self, model, **arrays):
        """The options of every call: the model and its input."""
        onnx.save(model, self.folder / "net.onnx")
        np.savez(self.folder / "in.npz", **arrays)
        return [self.folder / "net.onnx", f"--data={self.folder}/in.npz", "--precision_mode=force_fp16"]

    def squares(self, **names):
        return self.save(squares(**names), x=np.random.default_rng(3).uniform(1, 2, (2, 3)).astype(np.float32))

    def lab(self, *arguments, code=0):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.assertEqual(main([*map(str, arguments)]), code, err.getvalue())
        return (err if code else out).getvalue()

    def dump(self, arguments, name="dumps", *more):
        self.lab("dump", *arguments, f"--to={self.folder / name}", *more)
        return self.folder / name


class Dump(Case):
    def test_same_files(self):
        """Twice the same bytes; another time in the names alone; another input in the bytes."""
        *_, mode = arguments = self.squares()
        x = np.stack([np.full((2, 3), i + 1.5, np.float32) for i in range(3)]).reshape(6, 3)
        np.savez(self.folder / "in.npz", x=x)

        def content(folder):
            return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

        first, second = (content(self.dump(arguments, name)) for name in "ab")
        self.assertEqual(first, second)
        self.assertEqual(len(first), 7)
        timed = content(self.dump(arguments, "c", "--time=1700000000123456"))
        self.assertIn("reference/mul.0.1700000000123456.npy", timed)
        third = self.dump(arguments, "d", "--index=2")
        np.testing.assert_array_equal(np.load(third / "reference" / "mul.0.1000000000000000.npy"), np.full((2, 3), 3.5**2))

    def test_arrays(self):
        """What numpy gives: the decided values in float16, the reference's in float32."""
        arguments = self.squares()
        folder = self.dump(arguments)
        x = np.load(self.folder / "in.npz")["x"]
        (file,) = (folder / "decided").glob("Mul.mul.*")
        (tensor,) = read_outputs(file)
        half = x.astype(np.float16)
        np.testing.assert_array_equal(read_array(file, tensor), half * half)
        np.testing.assert_array_equal(np.load(folder / "reference" / "add.0.1000000000000000.npy"), x * x + x)
        graph = json.loads((folder / "graph.json").read_text())["graph"][0]["op"]
        self.assertEqual([op["name"] for op in graph], ["x", "x/Cast_float16", "mul", "add"])
        self.assertEqual(graph[1]["input"], ["x:0"])
        self.assertEqual(graph[2]["output_desc"][0]["dtype"], "DT_FLOAT16")
        self.assertEqual(graph[2]["output_desc"][0]["shape"], {"dim": [2, 3]})

    def test_names_that_collide(self):
        """In files a/b and a_b are one: the second is left out, and that is said."""
        arguments = self.squares(mul="a/b", add="a_b")
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.assertEqual(main(["dump", *map(str, arguments), f"--to={self.folder}/d"]), 0)
        self.assertIn("1 ops have the names of others in files and are left out: a_b", err.getvalue())

    def test_refusals(self):
        arguments = self.squares()
        full = self.folder / "full"
        full.mkdir()
        (full / "file").write_text("x")
        (self.folder / "empty").mkdir()
        os.symlink(self.folder / "empty", self.folder / "link")
        for more, text in (
            ([f"--to={full}"], "is there, and is no empty folder"),
            ([f"--to={self.folder}/in.npz"], "is there, and is no empty folder"),
            ([f"--to={self.folder}/no/such"], "there is no folder"),
            ([f"--to={self.folder}/d", "--index=1"], "--data has not so many inputs"),
            ([f"--to={self.folder}/d", "--index=-1"], "is negative"),
            ([f"--to={self.folder}/d", "--time=-1"], "has not 16 digits"),
            ([f"--to={self.folder}/d", "--limit=0"], "is not at least 1"),
            ([f"--to={self.folder}/d", "--reference"], "leaves nothing to be compared"),
        ):
            with self.subTest(more=more):
                self.assertIn(text, self.lab("dump", *arguments, *more, code=2))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["empty", "full", "in.npz", "link", "net.onnx"])
        # A link leads to the folder, which is then made whole.
        self.lab("dump", *arguments, f"--to={self.folder}/link")
        self.assertTrue((self.folder / "empty" / "graph.json").is_file())
        self.assertTrue((self.folder / "link").is_symlink())

    def test_nothing_is_left_of_what_fails(self):
        arguments = self.squares()
        full = OSError(errno.ENOSPC, "No space left on device")
        with unittest.mock.patch("ascend_mlir.lab.dump.dump_bytes", side_effect=full):
            self.assertIn("No space left on device", self.lab("dump", *arguments, f"--to={self.folder}/d", code=2))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["in.npz", "net.onnx"])


class Names(unittest.TestCase):
    def test_of_a_device(self):
        """The three forms; what is none of them."""
        self.assertEqual(parse_name("Conv2D.net_conv.12.1700000000000000"), DumpName("net_conv", 1700000000000000, False))
        self.assertEqual(parse_name("Conv2D.net_conv.12.3.1700000000000000"), DumpName("net_conv", 1700000000000000, False))
        self.assertEqual(parse_name("Conv2D.c.12.3.1700000000000000.0.1.2.3"), DumpName("c", 1700000000000000, False))
        self.assertEqual(parse_name("Conv2D.c.12.3.1700000000000000.4.1.2.3"), DumpName("c", 1700000000000000, True))
        for name in "", "a.b.c", "a..1.2", "a.b.1.x", "a.b.1.2.3.npy", "a.b.1.2.3.4", "mapping.csv", "a.b.1." + "9" * 21, "a.b.1.²":
            self.assertIsNone(parse_name(name), name)

    def test_of_golden_files(self):
        self.assertEqual(parse_golden("a_b.2.1700000000000000.npy"), ("a_b", 2, 1700000000000000))
        self.assertEqual(parse_golden("a.b.c.0.1.npy"), ("a_b_c", 0, 1))
        self.assertEqual(golden_name("net/a.b", 3, 7), "net_a_b.3.0000000000000007.npy")
        for name in "", "a.npy", "a.0.npy", "a.0.x.npy", ".0.1.npy", "a.0.1.npz", "a.²." + "1.npy", "a." + "1" * 10 + ".1.npy":
            self.assertIsNone(parse_golden(name), name)

    def test_of_long_files(self):
        namer = Namer()
        self.assertEqual(namer("a.0.1.npy"), "a.0.1.npy")
        self.assertIsNone(namer.mapping())
        short = namer("é" * 130 + ".0.1.npy")
        self.assertTrue(short.removesuffix(".npy").isdigit())
        self.assertEqual(namer.mapping(), f"{short},{'é' * 130}.0.1.npy\n")


if __name__ == "__main__":
    unittest.main()
